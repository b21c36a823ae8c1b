package hitting

import (
	"context"
	"slices"

	"github.com/deepen-go/deepen/budget"
)

// packingPairs is the most pairs of sets that Packing looks at.
const packingPairs = 1 << 18

// Packing returns sets of the problem, by their index and ascending, that share
// no element. Each of them needs an element of its own, so their number is a
// lower bound, and one that anybody can check at a glance. largest tells that no
// packing has more sets.
//
// A largest packing is what a smallest hitting set of the conflicts leaves, a
// conflict being two sets that share an element: so it is a problem for [Solve],
// under the same limits. When the conflicts are too many, or a limit comes first,
// it is the best packing found. Empty sets are left out. The error is that of
// [Problem.Validate].
func Packing(ctx context.Context, p *Problem, limits budget.Limits) (sets []int, largest bool, err error) {
	if err := p.Validate(); err != nil {
		return nil, false, err
	}
	lists := make([][]int32, len(p.Sets))
	for i, set := range p.Sets {
		for _, e := range set {
			lists[i] = append(lists[i], e-1)
		}
		slices.Sort(lists[i])
		lists[i] = slices.Compact(lists[i])
	}
	pace := &pacer{meter: budget.NewMeter(ctx, limits), progress: budget.Progress{Upper: -1}}
	y, err := newSystem(p.Elements, lists, pace)
	if err != nil {
		return nil, false, nil // the limit came at once: no packing
	}
	if conflicts, ok := y.conflicts(); ok {
		if r := Solve(ctx, conflicts, limits); r.Elements != nil {
			return y.rest(r.Elements), r.Proven, nil
		}
	}
	packed, err := y.pack(pace)
	for _, s := range packed {
		if err == nil && len(lists[s]) > 0 {
			sets = append(sets, int(s))
		}
	}
	slices.Sort(sets)
	return sets, false, nil
}

// conflicts returns the pairs of sets that share an element, as a problem whose
// elements are the sets, and false when they are too many.
func (y *system) conflicts() (*Problem, bool) {
	p := &Problem{Elements: len(y.sets)}
	met := make([]int32, len(y.sets)) // the last set, from 1, that was found to meet it
	for s, set := range y.sets {
		for _, e := range set {
			for _, t := range y.occ[e] {
				if int(t) <= s || met[t] == int32(s)+1 {
					continue
				}
				met[t] = int32(s) + 1
				p.Sets = append(p.Sets, []int32{int32(s) + 1, t + 1})
				if len(p.Sets) > packingPairs {
					return nil, false
				}
			}
		}
	}
	return p, true
}

// rest returns the sets that are not empty and not among the given ones, which
// ascend and count from 1.
func (y *system) rest(without []int) (sets []int) {
	for s, set := range y.sets {
		if len(without) > 0 && without[0] == s+1 {
			without = without[1:]
		} else if len(set) > 0 {
			sets = append(sets, s)
		}
	}
	return sets
}
