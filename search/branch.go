package search

import (
	"context"
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
// buffer of successors for each depth and thread, counted against limits.Memory; a
// path of more than 65,536 moves counts as out of memory.
//
// Beyond a million nodes the tree is searched in parts, as many of them at a time
// as limits.Crew has helpers. The counts are the same with any number; see
// branch_rounds.go. A saved state is at most some seconds of work old.
func BranchAndBound[S any, D Domain[S]](ctx context.Context, d D, root S, opt BranchOptions, limits budget.Limits) Result[int32] {
	return branchAndBound(ctx, d, root, opt, limits, branchPace{first: 1 << 20, quota: 1 << 15, most: 128})
}

// brancher is the search of one piece after another, by one goroutine.
type brancher[S any, D Domain[S]] struct {
	domain    D
	root      Edge[S]
	arena     [][]Edge[S] // a buffer of successors for each depth
	bytes     int64       // that the arena takes
	path      []int32     // the place among the children, at each depth
	rule      []int32     // the state of opt.Machine at each depth
	best      []int32     // the best path of this piece
	upper     int         // its cost, or -1
	bound     int         // the highest f that is of interest
	over      int         // the smallest f that was cut
	lower     int         // the root's heuristic: no path is better
	generated uint64      // by this piece
	expanded  uint64
	due       uint64
	opt       BranchOptions
	run       *branchRun[S, D]
	piece     *piece
	place     int  // of piece in its round
	stopped   bool // by a poll or an error
	err       error
}

// visit searches below the node that e leads to, at the given depth and path
// cost g. It returns true when the search of the piece is over.
func (b *brancher[S, D]) visit(e *Edge[S], depth, g int) bool {
	children, ok := b.expand(e, depth)
	if !ok {
		return true
	}
	b.expanded++
	return b.children(children, 0, depth, g)
}

// resume searches what comes from the position at on, to the end of the part that
// ends at floor; see [Kernel]. e leads to a node on its path.
func (b *brancher[S, D]) resume(e *Edge[S], depth, g int, at []int32, floor int) bool {
	children, ok := b.expand(e, depth)
	if !ok {
		return true
	}
	turn := int(at[depth])
	if depth < len(at)-1 { // the child is counted and entered
		c, ok := b.enter(children, turn, depth)
		if !ok {
			return b.fail(budget.ErrResume)
		}
		if b.resume(c, depth+1, g+int(c.Cost), at, floor) {
			return true
		}
		turn++
	}
	if depth < floor {
		return false
	}
	if turn < 0 || turn > len(children) {
		return b.fail(budget.ErrResume)
	}
	return b.children(children, turn, depth, g)
}

// enter puts a child on the path.
func (b *brancher[S, D]) enter(children []Edge[S], turn, depth int) (*Edge[S], bool) {
	if turn < 0 || turn >= len(children) {
		return nil, false
	}
	c := &children[turn]
	b.path[depth] = int32(turn)
	if b.opt.Machine != nil {
		b.rule[depth+1] = b.opt.Machine.Next(b.rule[depth], c.Op)
		return c, b.rule[depth+1] >= 0
	}
	return c, true
}

// children searches the children from the first on.
func (b *brancher[S, D]) children(children []Edge[S], first, depth, g int) bool {
	for i := first; i < len(children); i++ {
		c := &children[i]
		if b.opt.Machine != nil {
			rule := b.opt.Machine.Next(b.rule[depth], c.Op)
			if rule < 0 {
				continue
			}
			b.rule[depth+1] = rule
		}
		if b.generated >= b.due && b.poll(depth, i) {
			return true
		}
		b.generated++
		cg := g + int(c.Cost)
		if f := cg + int(c.H); f > b.bound {
			b.over = min(b.over, f)
			continue
		}
		b.path[depth] = int32(i)
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

// expand makes the children of the node that e leads to, in the order in which they
// are visited, if it may.
func (b *brancher[S, D]) expand(e *Edge[S], depth int) (children []Edge[S], ok bool) {
	if depth == len(b.arena) {
		if depth == maxBranch {
			return nil, !b.fail(budget.ErrMemory)
		}
		b.arena = append(b.arena, nil)
		b.path = append(b.path, NoOp)
		for len(b.rule) < len(b.path)+1 {
			b.rule = append(b.rule, 0)
		}
	}
	before := cap(b.arena[depth])
	children = b.domain.Expand(b.arena[depth][:0], e)
	if b.arena[depth] = children; cap(children) != before {
		b.bytes += int64(cap(children)-before) * int64(unsafe.Sizeof(Edge[S]{}))
		if !b.run.meter.Fits(b.bytes) {
			return nil, !b.fail(budget.ErrMemory)
		}
	}
	if b.opt.Sorted {
		sortByF(children)
	}
	return children, true
}

// fail ends the search with an error; it returns true.
func (b *brancher[S, D]) fail(err error) bool {
	b.err, b.stopped = err, true
	return true
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
