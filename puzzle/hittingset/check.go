package hittingset

import (
	"slices"

	"github.com/deepen-go/deepen/puzzle"
)

// Check judges the answer by the rules alone: it looks for a chosen element in
// each set. It does not ask whether fewer elements would do. It panics when the
// problem is not valid.
func Check(p *Problem, ans puzzle.Answer) puzzle.Verdict {
	p.must()
	empty := slices.IndexFunc(p.Sets, func(s []int32) bool { return len(s) == 0 })
	switch {
	case ans.Status == puzzle.Infeasible && empty < 0:
		return puzzle.Wrong("no solution given, but there is always one: choose all elements")
	case ans.Status == puzzle.Solved && empty >= 0:
		return puzzle.Wrong("a solution is given, but set %d is empty and cannot be hit", empty+1)
	}
	if ans.Solution == nil {
		if ans.Status == puzzle.Solved && (ans.Cost < 0 || ans.Cost > p.Elements) {
			return puzzle.Wrong("cost %d given, but there are %d elements", ans.Cost, p.Elements)
		}
		return puzzle.Verdict{}
	}
	chosen, ok := ans.Solution.(Chosen)
	if !ok {
		return puzzle.Wrong("the solution is one of another puzzle (%T)", ans.Solution)
	}
	in := make(map[int32]bool, len(chosen))
	for _, e := range chosen {
		switch {
		case e < 1 || e > p.Elements:
			return puzzle.Wrong("element %d is out of range: the elements are 1 to %d", e, p.Elements)
		case in[int32(e)]:
			return puzzle.Wrong("element %d is chosen twice", e)
		}
		in[int32(e)] = true
	}
	for i, s := range p.Sets {
		if !slices.ContainsFunc(s, func(e int32) bool { return in[e] }) {
			return puzzle.Wrong("no element of set %d is chosen", i+1)
		}
	}
	if ans.Cost != len(chosen) {
		return puzzle.Wrong("cost %d given, but %d elements are chosen", ans.Cost, len(chosen))
	}
	return puzzle.Verdict{}
}
