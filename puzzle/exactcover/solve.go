package exactcover

import (
	"context"
	"math"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/cover"
	"github.com/deepen-go/deepen/puzzle"
)

// Solve finds the first solution in the order of the search, and counts as many as p
// asks for; the answer lists p.List of them. An answer whose count p.Most has ended is
// solved, and its count not complete. When a limit ends it, the answer is unknown and
// has what was found by then.
func Solve(ctx context.Context, p *Problem, limits budget.Limits) puzzle.Answer {
	r := cover.Search(ctx, &p.Problem, cover.Options{Most: p.Most, List: max(p.List, 1)}, limits)
	ans := puzzle.Answer{
		Status:     puzzle.Solved,
		Cost:       puzzle.None,
		LowerBound: puzzle.None,
		Limit:      budget.Name(r.Err),
		Count:      puzzle.Count{Valid: true, N: int64(min(r.Count, math.MaxInt64)), Complete: r.Complete},
		Generated:  r.Generated,
		Expanded:   r.Expanded,
		Resumed:    r.Resumed,
	}
	switch {
	case r.Err != nil && ans.Limit == "":
		panic(r.Err) // readers and builders make valid problems only
	case r.Err != nil:
		ans.Status = puzzle.Unknown
	case r.Count == 0:
		ans.Status = puzzle.Infeasible
	}
	var found []puzzle.Solution
	for _, options := range r.Solutions {
		found = append(found, p.selection(options))
	}
	if len(found) > 0 {
		first := p.selection(r.Solutions[0])
		first.count, first.counted = ans.Count, p.Most != 1 && p.List == 0
		ans.Solution = first
	}
	if p.List > 0 {
		ans.List = append([]puzzle.Solution{}, found...)
	}
	return ans
}

// selection has the options with the given numbers as they stand in p.
func (p *Problem) selection(options []int32) *Selection {
	s := &Selection{}
	for _, o := range options {
		var words []string
		for _, e := range p.Options[o] {
			words = append(words, string(p.appendEntry(nil, e)))
		}
		s.Options = append(s.Options, words)
	}
	return s
}

type solver struct{}

func (solver) Solve(ctx context.Context, inst puzzle.Instance, limits budget.Limits) puzzle.Answer {
	return Solve(ctx, inst.(*Problem), limits)
}
