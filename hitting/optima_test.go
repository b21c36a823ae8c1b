package hitting

import (
	"errors"
	"math/bits"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
)

// allOptima tries all sets of elements.
func allOptima(p *Problem, most int) Optima {
	var best []uint
	for chosen := range uint(1) << p.Elements {
		if !hitsAll(p, func(e int32) bool { return chosen>>(e-1)&1 == 1 }) {
			continue
		}
		if len(best) > 0 && bits.OnesCount(chosen) < bits.OnesCount(best[0]) {
			best = nil
		}
		if len(best) == 0 || bits.OnesCount(chosen) == bits.OnesCount(best[0]) {
			best = append(best, chosen)
		}
	}
	if len(best) == 0 {
		return Optima{Infeasible: true}
	}
	a := Optima{Size: bits.OnesCount(best[0]), Count: min(len(best), most), Complete: len(best) <= most}
	for e := range p.Elements {
		n := 0
		for _, b := range best {
			n += int(b >> e & 1)
		}
		switch n {
		case 0:
			a.Never = append(a.Never, e+1)
		case len(best):
			a.Always = append(a.Always, e+1)
		}
	}
	return a
}

func TestAllOptimaAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, 11)
		most := rapid.IntRange(1, 40).Draw(t, "most")
		got := AllOptima(background, p, most, budget.Limits{})
		got.Generated, got.Expanded = 0, 0
		if diff := cmp.Diff(allOptima(p, most), got); diff != "" {
			t.Fatalf("%+v, at most %d: %s", p, most, diff)
		}
	})
}

func TestAllOptimaLimits(t *testing.T) {
	p := hard()
	a := AllOptima(background, p, 10, budget.Limits{Nodes: 300})
	if !errors.Is(a.Err, budget.ErrNodes) || a.Count != 0 || a.Generated > 300 {
		t.Errorf("%+v", a)
	}
	if a := AllOptima(background, &Problem{Elements: -1}, 10, budget.Limits{}); a.Err == nil {
		t.Error("no error for a number of elements that is negative")
	}
	// Ten pairs that share nothing: 1024 ways.
	pairs := &Problem{Elements: 20}
	for e := int32(1); e <= 20; e += 2 {
		pairs.Sets = append(pairs.Sets, []int32{e, e + 1})
	}
	for most, want := range map[int]Optima{
		2000: {Size: 10, Count: 1024, Complete: true},
		1024: {Size: 10, Count: 1024, Complete: true},
		1000: {Size: 10, Count: 1000},
		1:    {Size: 10, Count: 1},
	} {
		got := AllOptima(background, pairs, most, budget.Limits{})
		got.Generated, got.Expanded = 0, 0
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("at most %d: %s", most, diff)
		}
	}
}
