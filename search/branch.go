package search

import (
	"context"
	"math"
	"unsafe"

	"github.com/deepen-go/deepen/budget"
)

// BranchOptions tune [BranchAndBound]. The zero value is the plain algorithm.
type BranchOptions struct {
	// Upper, if positive, is the highest cost that is of interest, such as that
	// of a known solution; see [Exceeded].
	Upper int
	// Sorted visits the children of a node by rising f instead of in operator
	// order. Good paths are then found earlier, but the result need not be the
	// first optimal path in operator order.
	Sorted bool
	// Machine, if not nil, names operator strings that need not be tried; see
	// [Learn].
	Machine *Machine
}

// maxBranch is the longest path that [BranchAndBound] follows.
const maxBranch = 1 << 16

// BranchAndBound finds an optimal path from root to a goal by depth-first search
// that cuts what cannot be better than the best path so far (Lawler and Wood,
// Branch-and-bound methods: a survey, 1966). It needs no thresholds, so it beats
// [IDAStar] where f takes many values and goals are many and deep, as in
// problems of choosing and ordering; where a path can go on for ever, it needs
// Upper. Unless Sorted is set the path is the first in operator order among the
// optimal ones.
//
// When it is Stopped, Path and Cost are the best path so far (Path is nil when
// there is none) and Lower is the root's heuristic. Exceeded is reported when no
// path is within Upper; Lower is then the smallest f that was cut. Memory is one
// buffer of successors for each depth, counted against limits.Memory; a path of
// more than 65,536 moves counts as out of memory.
func BranchAndBound[S any, D Domain[S]](ctx context.Context, d D, root S, opt BranchOptions, limits budget.Limits) Result[int32] {
	b := brancher[S, D]{domain: d, opt: opt, bound: math.MaxInt, over: math.MaxInt, upper: -1, meter: budget.NewMeter(ctx, limits)}
	h := d.Heuristic(root)
	if h == 0 && d.Goal(root) {
		return Result[int32]{Status: Found}
	}
	b.lower = h
	if opt.Upper > 0 {
		b.bound = opt.Upper
	}
	if h > b.bound {
		return Result[int32]{Status: Exceeded, Lower: h}
	}
	b.visit(&Edge[S]{State: root, Op: NoOp, H: int32(h)}, 0, 0)
	r := Result[int32]{Status: Found, Lower: b.lower, Generated: b.generated, Expanded: b.expanded, Err: b.err}
	if b.upper >= 0 {
		r.Path, r.Cost = b.best, b.upper
	}
	switch {
	case b.err != nil:
		r.Status = Stopped
	case b.upper >= 0:
		r.Lower = b.upper
	case b.over == math.MaxInt:
		r.Status = Exhausted
	default:
		r.Status, r.Lower = Exceeded, b.over
	}
	return r
}

type brancher[S any, D Domain[S]] struct {
	domain    D
	arena     [][]Edge[S] // a buffer of successors for each depth
	bytes     int64       // that the arena takes
	path      []int32
	rule      []int32 // the state of opt.Machine at each depth
	best      []int32 // the best path so far
	upper     int     // its cost, or -1
	bound     int     // the highest f that is of interest
	over      int     // the smallest f that was cut
	lower     int     // the root's heuristic: no path is better
	generated uint64
	expanded  uint64
	due       uint64
	opt       BranchOptions
	meter     budget.Meter
	err       error
}

// visit searches below the node that e leads to, at the given depth and path
// cost g. It returns true when the search is over.
func (b *brancher[S, D]) visit(e *Edge[S], depth, g int) bool {
	if depth == len(b.arena) && !b.deepen() {
		return true
	}
	b.expanded++
	before := cap(b.arena[depth])
	children := b.domain.Expand(b.arena[depth][:0], e)
	if b.arena[depth] = children; cap(children) != before {
		b.bytes += int64(cap(children)-before) * int64(unsafe.Sizeof(Edge[S]{}))
		if !b.meter.Fits(b.bytes) {
			b.err = budget.ErrMemory
			return true
		}
	}
	if b.opt.Sorted {
		sortByF(children)
	}
	for i := range children {
		c := &children[i]
		if b.opt.Machine != nil {
			rule := b.opt.Machine.Next(b.rule[depth], c.Op)
			if rule < 0 {
				continue
			}
			b.rule[depth+1] = rule
		}
		if b.generated >= b.due && b.poll() {
			return true
		}
		b.generated++
		cg := g + int(c.Cost)
		if f := cg + int(c.H); f > b.bound {
			b.over = min(b.over, f)
			continue
		}
		b.path[depth] = c.Op
		if c.H == 0 && b.domain.Goal(c.State) {
			b.best = append(b.best[:0], b.path[:depth+1]...)
			b.upper, b.bound = cg, cg-1
			if cg == b.lower {
				return true // no path can be better
			}
			continue
		}
		if b.visit(c, depth+1, cg) {
			return true
		}
	}
	return false
}

// deepen makes room for one more depth, if it may.
func (b *brancher[S, D]) deepen() bool {
	if len(b.arena) == maxBranch {
		b.err = budget.ErrMemory
		return false
	}
	b.arena = append(b.arena, nil)
	b.path = append(b.path, NoOp)
	for len(b.rule) < len(b.path)+1 {
		b.rule = append(b.rule, 0)
	}
	return true
}

func (b *brancher[S, D]) poll() bool {
	b.due, b.err = b.meter.Poll(budget.Progress{
		Generated: b.generated, Expanded: b.expanded, Lower: b.lower, Upper: b.upper,
	})
	return b.err != nil
}

// sortByF sorts siblings by cost + h, equal ones as they are. There are few, so
// insertion it is.
func sortByF[S any](e []Edge[S]) {
	for i := 1; i < len(e); i++ {
		for j := i; j > 0 && e[j].Cost+e[j].H < e[j-1].Cost+e[j-1].H; j-- {
			e[j], e[j-1] = e[j-1], e[j]
		}
	}
}
