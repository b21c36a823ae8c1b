package search

import (
	"context"
	"math"

	"github.com/deepen-go/deepen/budget"
)

// IDAOptions tune [IDAStar]. The zero value is the plain algorithm.
type IDAOptions struct {
	// Threshold is a lower bound that is already proven: the first threshold
	// is at least this.
	Threshold int
	// MaxCost, if positive, is the highest cost that is of interest; see
	// [Exceeded].
	MaxCost int
}

// IDAStar finds an optimal path from root to a goal by iterative-deepening A*
// (Korf, Depth-first iterative-deepening, 1985): depth-first searches below a
// threshold on f that rises each time to the smallest f that was cut. The path
// is the first in operator order among the optimal ones.
//
// The heuristic must be admissible. Memory is one buffer of successors for each
// depth. Exhausted is reported when an iteration cut nothing, which only a
// finite search tree can bring about.
func IDAStar[S any, D Domain[S]](ctx context.Context, d D, root S, opt IDAOptions, limits budget.Limits) Result[int32] {
	k := idaStar[S, D]{domain: d, meter: budget.NewMeter(ctx, limits)}
	start := Edge[S]{State: root, Op: NoOp, H: int32(d.Heuristic(root))}
	if start.H == 0 && d.Goal(root) {
		return Result[int32]{Status: Found}
	}
	k.threshold = max(int(start.H), opt.Threshold)
	for {
		if opt.MaxCost > 0 && k.threshold > opt.MaxCost {
			return k.result(Exceeded)
		}
		k.next = math.MaxInt
		generated, expanded := k.generated, k.expanded
		stop := k.visit(&start, 0, 0)
		k.iterations = append(k.iterations, budget.Iteration{
			Threshold: k.threshold,
			Generated: k.generated - generated,
			Expanded:  k.expanded - expanded,
		})
		switch {
		case k.err != nil:
			return k.result(Stopped)
		case stop:
			return k.result(Found)
		case k.next == math.MaxInt:
			return k.result(Exhausted)
		}
		k.threshold = k.next
	}
}

type idaStar[S any, D Domain[S]] struct {
	domain     D
	arena      [][]Edge[S] // a buffer of successors for each depth
	path       []int32     // the operators from the root to the node in hand
	cost       int         // of the path, when found
	threshold  int
	next       int // the smallest f that was cut
	generated  uint64
	expanded   uint64
	due        uint64 // poll when generated reaches this
	meter      budget.Meter
	iterations []budget.Iteration
	err        error
}

// visit searches below the node that e leads to, at the given depth and path
// cost g. It returns true when the search is over: the goal is found (the path
// is k.path) or a limit is reached (k.err).
func (k *idaStar[S, D]) visit(e *Edge[S], depth, g int) bool {
	if depth == len(k.arena) {
		k.arena = append(k.arena, nil)
		k.path = append(k.path, NoOp)
	}
	k.expanded++
	children := k.domain.Expand(k.arena[depth][:0], e)
	k.arena[depth] = children
	for i := range children {
		c := &children[i]
		if k.generated >= k.due {
			k.due, k.err = k.meter.Poll(budget.Progress{
				Generated: k.generated, Expanded: k.expanded, Lower: k.threshold, Upper: -1,
			})
			if k.err != nil {
				return true
			}
		}
		k.generated++
		cg := g + int(c.Cost)
		if f := cg + int(c.H); f > k.threshold {
			k.next = min(k.next, f)
			continue
		}
		k.path[depth] = c.Op
		if c.H == 0 && k.domain.Goal(c.State) {
			k.path, k.cost = k.path[:depth+1], cg
			return true
		}
		if k.visit(c, depth+1, cg) {
			return true
		}
	}
	return false
}

func (k *idaStar[S, D]) result(s Status) Result[int32] {
	r := Result[int32]{
		Status:     s,
		Lower:      k.threshold,
		Generated:  k.generated,
		Expanded:   k.expanded,
		Iterations: k.iterations,
		Err:        k.err,
	}
	if s == Found {
		r.Path, r.Cost, r.Lower = k.path, k.cost, k.cost
	}
	return r
}
