package search

import (
	"context"
	"math"
	"unsafe"

	"github.com/deepen-go/deepen/budget"
)

// HashDomain is a [Domain] whose states can be looked up in a table.
type HashDomain[S comparable] interface {
	Domain[S]
	// Hash returns a hash of s; its low bits must be well mixed.
	Hash(s S) uint64
}

// AStarOptions tune [AStar]. The zero value is the plain algorithm.
type AStarOptions struct {
	// MaxCost, if positive, is the highest cost that is of interest; see
	// [Exceeded].
	MaxCost int
}

// AStar finds an optimal path from root to a goal by A* (Hart, Nilsson and
// Raphael, A formal basis for the heuristic determination of minimum cost paths,
// 1968), with a binary heap; among equal f, the node with the greatest g comes
// first, and among those the latest. The path is an optimal one, always the
// same, but not in general the first in operator order.
//
// Every state that was seen is kept, counted against limits.Memory: a state
// costs its own size, 20 bytes, and some 30 more in the table and the heap. So
// it is for small spaces, where it visits every state once and, on a finite
// graph, notices that there is no path. The heuristic must be admissible; where
// it is not consistent, states are expanded again.
//
// d is always asked for all successors (Edge.Op is NoOp): leaving out some by
// the last operator does not mix with leaving out states that were seen (Holte
// and Burch, Automatic move pruning for single-agent search, 2014).
func AStar[S comparable, D HashDomain[S]](ctx context.Context, d D, root S, opt AStarOptions, limits budget.Limits) Result[int32] {
	a := astar[S, D]{domain: d, max: math.MaxInt, over: math.MaxInt, meter: budget.NewMeter(ctx, limits)}
	if opt.MaxCost > 0 {
		a.max = opt.MaxCost
	}
	h := d.Heuristic(root)
	if h == 0 && d.Goal(root) {
		return Result[int32]{Status: Found}
	}
	a.lower = h
	if h > a.max {
		return a.result(Exceeded)
	}
	a.index = make([]int32, 1<<10)
	a.reach(&Edge[S]{State: root, Op: NoOp, H: int32(h)}, -1)
	for a.err == nil && len(a.open) > 0 {
		top := a.pop()
		n := a.node(top.id)
		if top.g != n.g {
			continue // a cheaper path to it was found since
		}
		a.lower = max(a.lower, top.f)
		if n.h == 0 && d.Goal(n.state) {
			r := a.result(Found)
			r.Cost, r.Lower, r.Path = n.g, n.g, a.path(top.id)
			return r
		}
		a.expand(top.id, n)
	}
	switch {
	case a.err != nil:
		return a.result(Stopped)
	case a.over == math.MaxInt:
		return a.result(Exhausted)
	}
	a.lower = max(a.lower, a.over)
	return a.result(Exceeded)
}

// anode is a state that was seen, with the cheapest path to it so far.
type anode[S any] struct {
	state  S
	g      int
	h      int32
	parent int32
	op     int32
}

// aopen is an entry of the heap.
type aopen struct {
	f, g int
	id   int32
}

// chunk is how many nodes are allocated at once; so the nodes never move.
const chunk = 1 << 12

// astar holds the nodes, a table to find them by state, and the heap:
//
//	chunks  [ n0 n1 … n4095 ] [ n4096 … ] …     a node's id is its place in order
//	index   [ 1 | 0 | 3 | 0 | … ]                open addressing; id + 1, 0 is free
//	open    [ (f, g, id) … ]                      i is before 2i+1 and 2i+2
type astar[S comparable, D HashDomain[S]] struct {
	domain    D
	chunks    [][]anode[S]
	n         int
	index     []int32
	open      []aopen
	buf       []Edge[S]
	max       int // the highest f that is of interest
	over      int // the smallest f above it
	lower     int
	generated uint64
	expanded  uint64
	due       uint64
	meter     budget.Meter
	err       error
}

func (a *astar[S, D]) node(id int32) *anode[S] { return &a.chunks[id/chunk][id%chunk] }

func (a *astar[S, D]) expand(id int32, n *anode[S]) {
	a.expanded++
	a.buf = a.domain.Expand(a.buf[:0], &Edge[S]{State: n.state, Op: NoOp, H: n.h})
	for i := range a.buf {
		if a.generated >= a.due {
			a.due, a.err = a.meter.Poll(budget.Progress{
				Generated: a.generated, Expanded: a.expanded, Lower: a.lower, Upper: -1,
			})
			if a.err != nil {
				return
			}
		}
		a.generated++
		if a.reach(&a.buf[i], id); a.err != nil {
			return
		}
	}
}

// reach notes a path to the state of e by way of the node parent.
func (a *astar[S, D]) reach(e *Edge[S], parent int32) {
	g := 0
	if parent >= 0 {
		g = a.node(parent).g + int(e.Cost)
	}
	f := g + int(e.H)
	if f > a.max {
		a.over = min(a.over, f)
		return
	}
	mask := uint64(len(a.index) - 1)
	slot := a.domain.Hash(e.State) & mask
	for ; a.index[slot] != 0; slot = (slot + 1) & mask {
		id := a.index[slot] - 1
		if n := a.node(id); n.state == e.State {
			if g < n.g {
				n.g, n.parent, n.op = g, parent, e.Op
				a.push(aopen{g + int(n.h), g, id})
			}
			return
		}
	}
	if a.n%chunk == 0 {
		if a.n > math.MaxInt32-chunk || !a.fits(chunk*int64(unsafe.Sizeof(anode[S]{}))) {
			a.err = budget.ErrMemory
			return
		}
		a.chunks = append(a.chunks, make([]anode[S], chunk))
	}
	id := int32(a.n)
	*a.node(id) = anode[S]{state: e.State, g: g, h: e.H, parent: parent, op: e.Op}
	a.n++
	a.index[slot] = id + 1
	if a.n > len(a.index)/2 {
		a.grow()
	}
	a.push(aopen{f, g, id})
}

// fits reports whether that many bytes more may be held.
func (a *astar[S, D]) fits(more int64) bool {
	return a.meter.Fits(more + int64(a.n)*int64(unsafe.Sizeof(anode[S]{})) + int64(len(a.index))*4 +
		int64(cap(a.open))*int64(unsafe.Sizeof(aopen{})))
}

// grow doubles the index.
func (a *astar[S, D]) grow() {
	if !a.fits(int64(len(a.index)) * 8) {
		a.err = budget.ErrMemory
		return
	}
	index := make([]int32, 2*len(a.index))
	mask := uint64(len(index) - 1)
	for id := range int32(a.n) {
		if id%budget.Interval == 0 {
			if a.err = a.meter.Err(); a.err != nil {
				return
			}
		}
		slot := a.domain.Hash(a.node(id).state) & mask
		for index[slot] != 0 {
			slot = (slot + 1) & mask
		}
		index[slot] = id + 1
	}
	a.index = index
}

// before says which of two entries comes first.
func (o aopen) before(p aopen) bool {
	return o.f < p.f || o.f == p.f && (o.g > p.g || o.g == p.g && o.id > p.id)
}

func (a *astar[S, D]) push(o aopen) {
	if len(a.open) == cap(a.open) && !a.fits(int64(2*cap(a.open))*int64(unsafe.Sizeof(o))) {
		a.err = budget.ErrMemory
		return
	}
	a.open = append(a.open, o)
	i := len(a.open) - 1
	for i > 0 && o.before(a.open[(i-1)/2]) {
		a.open[i] = a.open[(i-1)/2]
		i = (i - 1) / 2
	}
	a.open[i] = o
}

func (a *astar[S, D]) pop() aopen {
	top, last := a.open[0], a.open[len(a.open)-1]
	a.open = a.open[:len(a.open)-1]
	i, n := 0, len(a.open)
	if n == 0 {
		return top
	}
	for {
		child := 2*i + 1
		if child >= n {
			break
		}
		if child+1 < n && a.open[child+1].before(a.open[child]) {
			child++
		}
		if !a.open[child].before(last) {
			break
		}
		a.open[i] = a.open[child]
		i = child
	}
	a.open[i] = last
	return top
}

// path returns the operators from the root to the node id.
func (a *astar[S, D]) path(id int32) (ops []int32) {
	depth := 0
	for n := a.node(id); n.parent >= 0; n = a.node(n.parent) {
		depth++
	}
	ops = make([]int32, depth)
	for n := a.node(id); n.parent >= 0; n = a.node(n.parent) {
		depth--
		ops[depth] = n.op
	}
	return ops
}

func (a *astar[S, D]) result(s Status) Result[int32] {
	return Result[int32]{Status: s, Lower: a.lower, Generated: a.generated, Expanded: a.expanded, Err: a.err}
}
