package search

import (
	"context"
	"iter"
	"math/big"
	"unsafe"

	"github.com/deepen-go/deepen/budget"
)

// AllShortest finds all shortest paths from start to goal, as [Bidirectional]
// finds the first, which is Result.Path. It costs what Bidirectional does, and
// then a step for each move on a shortest path; these are no new nodes.
//
// The paths are nil when the status is not Found, and when a limit, which is
// Result.Err, is reached after the first path was found.
func AllShortest[S comparable, G Graph[S]](ctx context.Context, g G, start, goal S, maxCost int, limits budget.Limits) (Result[S], *Paths[S]) {
	r, b := shortest(ctx, g, start, goal, maxCost, limits)
	if r.Status != Found {
		return r, nil
	}
	if limits.Memory > 0 {
		// What both sides hold stays held; when nothing is left, it is one byte.
		limits.Memory = max(limits.Memory-b.bytes(cap(b.met)), 1)
	}
	paths, err := NewPaths(ctx, start, r.Cost, func(dst []S, s S, d int) []S {
		b.buf = g.Neighbours(b.buf[:0], s)
		for _, t := range b.buf {
			if b.onPath(t, d+1) {
				dst = append(dst, t)
			}
		}
		return dst
	}, limits)
	r.Err = err
	return r, paths
}

// Paths are all shortest paths between two states. There may be very many, but
// only the states on them are kept, each with its ways on:
//
//	distance     0         1         2         3
//
//	                  ┌──► b ──┬──► d ──┐
//	             a ──┤         │        ├──► f        4 paths:
//	                  └──► c ──┼──► d   │             a b d f, a b e f,
//	                           └──► e ──┘             a c d f, a c e f
//
//	count        4        2 2       1 1       1       a sum over the ways on
type Paths[S comparable] struct {
	layers []pathLayer[S] // by the distance from the start
}

// pathLayer has the states at one distance.
type pathLayer[S comparable] struct {
	states []S
	first  []int32   // states[i] has the ways next[first[i]:first[i+1]]
	next   []int32   // indices in the next layer's states, in operator order
	counts []big.Int // shortest paths to the goal
}

// NewPaths gathers the paths of length cost from start. The function successors
// appends to dst those successors of a state, at the given distance from the
// start, that lie on a shortest path, in operator order; it must find some
// until the cost is reached, and all paths must then be at the goal. The error is
// the limit that is reached: the context's or [budget.ErrMemory].
//
// Time and memory grow with the states on the paths, not with the paths.
func NewPaths[S comparable](ctx context.Context, start S, cost int, successors func(dst []S, s S, distance int) []S, limits budget.Limits) (*Paths[S], error) {
	p := &Paths[S]{layers: make([]pathLayer[S], 1, cost+1)}
	p.layers[0].states = []S{start}
	meter := budget.NewMeter(ctx, limits)
	bytes, steps := int64(0), 0
	// pause asks now and then whether to go on.
	pause := func() error {
		if steps++; steps%budget.Interval != 1 {
			return nil
		}
		if !meter.Fits(bytes) {
			return budget.ErrMemory
		}
		return meter.Err()
	}
	perState := int64(unsafe.Sizeof(start))*3 + 64 // in the layer, the index, and its count
	var buf []S
	for d := range cost {
		layer, next := &p.layers[d], pathLayer[S]{}
		index := map[S]int32{}
		for _, s := range layer.states {
			if err := pause(); err != nil {
				return nil, err
			}
			layer.first = append(layer.first, int32(len(layer.next)))
			buf = successors(buf[:0], s, d)
			for _, t := range buf {
				i, ok := index[t]
				if !ok {
					i = int32(len(next.states))
					index[t] = i
					next.states = append(next.states, t)
					bytes += perState
				}
				layer.next = append(layer.next, i)
				bytes += 4
			}
		}
		layer.first = append(layer.first, int32(len(layer.next)))
		p.layers = append(p.layers, next)
	}
	if !meter.Fits(bytes) {
		return nil, budget.ErrMemory
	}
	// Count from the goal backwards.
	last := &p.layers[cost]
	last.counts = make([]big.Int, len(last.states))
	for i := range last.counts {
		last.counts[i].SetInt64(1)
	}
	for d := cost - 1; d >= 0; d-- {
		layer, next := &p.layers[d], &p.layers[d+1]
		layer.counts = make([]big.Int, len(layer.states))
		for i := range layer.states {
			if err := pause(); err != nil {
				return nil, err
			}
			for _, j := range layer.next[layer.first[i]:layer.first[i+1]] {
				layer.counts[i].Add(&layer.counts[i], &next.counts[j])
			}
		}
	}
	return p, nil
}

// Count returns the exact number of paths.
func (p *Paths[S]) Count() *big.Int { return new(big.Int).Set(&p.layers[0].counts[0]) }

// States returns the number of states on the paths, with start and goal; a
// state that lies on several counts once.
func (p *Paths[S]) States() (n int) {
	for i := range p.layers {
		n += len(p.layers[i].states)
	}
	return n
}

// Choices returns, for each state of the first path but the last, those of its
// successors that lie on paths, in operator order: the first of them is the next
// state of that path, and the others would have been as good.
func (p *Paths[S]) Choices() [][]S {
	choices := make([][]S, 0, len(p.layers)-1)
	i := int32(0)
	for d := range len(p.layers) - 1 {
		layer := &p.layers[d]
		next := layer.next[layer.first[i]:layer.first[i+1]]
		var good []S
		for _, j := range next {
			good = append(good, p.layers[d+1].states[j])
		}
		choices = append(choices, good)
		i = next[0]
	}
	return choices
}

// All yields the paths in operator order, each without its first state. The
// slices are the caller's.
func (p *Paths[S]) All() iter.Seq[[]S] {
	return func(yield func([]S) bool) {
		path := make([]S, 0, len(p.layers)-1)
		var walk func(i int32) bool
		walk = func(i int32) bool {
			d := len(path)
			if d == cap(path) {
				return yield(append(make([]S, 0, d), path...))
			}
			layer := &p.layers[d]
			for _, j := range layer.next[layer.first[i]:layer.first[i+1]] {
				path = append(path, p.layers[d+1].states[j])
				if !walk(j) {
					return false
				}
				path = path[:d]
			}
			return true
		}
		walk(0)
	}
}
