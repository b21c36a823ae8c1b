package search

import (
	"context"
	"unsafe"

	"github.com/deepen-go/deepen/budget"
)

// Graph is an undirected graph with moves of cost 1, for [Bidirectional].
type Graph[S comparable] interface {
	// Neighbours appends the neighbours of s to dst, in operator order, and
	// returns the extended slice. If t is a neighbour of s, s must be one of t.
	Neighbours(dst []S, s S) []S
	// Hash returns a hash of s; its low bits must be well mixed.
	Hash(s S) uint64
}

// Bidirectional finds a shortest path from start to goal by breadth-first
// search from both ends (Pohl, Bi-directional search, 1971), each time growing
// the side whose frontier is smaller by a whole layer. The path is the first in
// operator order among the shortest. When one side can grow no further without
// having met the other, there is no path at all and the status is Exhausted; when
// maxCost is positive and no path is that short, it is Exceeded.
//
// Every state that was seen is kept, in about twice its size plus eight bytes,
// counted against limits.Memory; a path of more than 32,766 moves from either
// end counts as out of memory. In Result.Iterations each layer
// is an iteration, its threshold the sum of both depths with that layer.
func Bidirectional[S comparable, G Graph[S]](ctx context.Context, g G, start, goal S, maxCost int, limits budget.Limits) Result[S] {
	r, _ := shortest(ctx, g, start, goal, maxCost, limits)
	return r
}

// shortest is Bidirectional, and returns the search with what it has seen. When
// the status is Found, all shortest paths are marked.
func shortest[S comparable, G Graph[S]](ctx context.Context, g G, start, goal S, maxCost int, limits budget.Limits) (Result[S], *bidirectional[S, G]) {
	r, b := meet(ctx, g, start, goal, maxCost, limits)
	if r.Status == Found && r.Cost > 0 {
		path, err := b.path(start)
		if err != nil { // the cost is proven, but no path with it is in hand
			r.Status, r.Cost, r.Err = Stopped, 0, err
		}
		r.Path = path
	}
	return r, b
}

// meet grows both sides until they meet. The result has no path yet.
func meet[S comparable, G Graph[S]](ctx context.Context, g G, start, goal S, maxCost int, limits budget.Limits) (Result[S], *bidirectional[S, G]) {
	b := &bidirectional[S, G]{graph: g, meter: budget.NewMeter(ctx, limits)}
	b.from, b.to = b.newSide(start), b.newSide(goal)
	if start == goal {
		return Result[S]{Status: Found}, b
	}
	for {
		grow, other := &b.from, &b.to
		if len(other.frontier) < len(grow.frontier) {
			grow, other = other, grow
		}
		if len(grow.frontier) == 0 {
			return b.result(Exhausted), b
		}
		if maxCost > 0 && b.depth() >= maxCost {
			return b.result(Exceeded), b
		}
		threshold := b.depth() + 1
		generated, expanded := b.generated, b.expanded
		err := b.grow(grow, other)
		b.iterations = append(b.iterations, budget.Iteration{
			Threshold: threshold,
			Generated: b.generated - generated,
			Expanded:  b.expanded - expanded,
		})
		if err != nil {
			b.err = err
			return b.result(Stopped), b
		}
		if len(b.met) > 0 {
			r := b.result(Found)
			r.Cost, r.Lower = b.depth(), b.depth()
			return r, b
		}
	}
}

// side is the search from one end.
type side[S comparable] struct {
	seen     table[S]
	frontier []S // the states at distance depth
	depth    int
}

type bidirectional[S comparable, G Graph[S]] struct {
	graph      G
	from, to   side[S] // forward from the start, backward from the goal
	met        []S     // the states that both have seen
	buf        []S
	generated  uint64
	expanded   uint64
	due        uint64
	meter      budget.Meter
	iterations []budget.Iteration
	err        error
}

func (b *bidirectional[S, G]) newSide(s S) side[S] {
	sd := side[S]{seen: newTable[S](1 << 10), frontier: []S{s}}
	sd.seen.insert(s, b.graph.Hash(s), 0)
	return sd
}

// depth is the number of moves that are known not to suffice.
func (b *bidirectional[S, G]) depth() int { return b.from.depth + b.to.depth }

// bytes is what both sides hold, with room for that many more states.
func (b *bidirectional[S, G]) bytes(more int) int64 {
	states := cap(b.from.frontier) + cap(b.to.frontier) + more
	return b.from.seen.bytes() + b.to.seen.bytes() + int64(states)*int64(unsafe.Sizeof(*new(S)))
}

// grow adds a layer to s and gathers in b.met the new states that the other side
// has seen as well. As layers grow one at a time, those lie in the other side's
// last layer, so each is the middle of a shortest path. The depth of s rises
// only when the layer is complete.
func (b *bidirectional[S, G]) grow(s, other *side[S]) error {
	if s.depth == maxDepth {
		return budget.ErrMemory
	}
	if !b.meter.Fits(b.bytes(len(s.frontier))) {
		return budget.ErrMemory
	}
	next := make([]S, 0, len(s.frontier))
	depth := uint16(s.depth + 1)
	for _, state := range s.frontier {
		b.buf = b.graph.Neighbours(b.buf[:0], state)
		b.expanded++
		for _, t := range b.buf {
			if b.generated >= b.due {
				if err := b.poll(); err != nil {
					return err
				}
				if !b.meter.Fits(b.bytes(cap(next) + cap(b.met))) {
					return budget.ErrMemory
				}
			}
			b.generated++
			h := b.graph.Hash(t)
			if s.seen.full() {
				if !b.meter.Fits(b.bytes(cap(next)+cap(b.met)) + 2*s.seen.bytes()) {
					return budget.ErrMemory
				}
				if err := s.seen.grow(b.graph.Hash, b.poll); err != nil {
					return err
				}
			}
			if !s.seen.insert(t, h, depth) {
				continue
			}
			next = append(next, t)
			if *other.seen.mark(t, h) != 0 {
				b.met = append(b.met, t)
			}
		}
	}
	s.frontier = next
	s.depth++
	return nil
}

func (b *bidirectional[S, G]) poll() (err error) {
	b.due, err = b.meter.Poll(budget.Progress{
		Generated: b.generated, Expanded: b.expanded, Lower: b.depth() + 1, Upper: -1,
	})
	return err
}

// path returns the first shortest path in operator order, without its first
// state. With the states of the shortest paths marked, a walk from the start can
// always choose the first successor that lies on one.
func (b *bidirectional[S, G]) path(start S) ([]S, error) {
	if err := b.markPaths(); err != nil {
		return nil, err
	}
	path := make([]S, 0, b.depth())
	for s := start; len(path) < b.depth(); path = append(path, s) {
		d := len(path)
		b.buf = b.graph.Neighbours(b.buf[:0], s)
		for _, t := range b.buf {
			if b.onPath(t, d+1) {
				s = t
				break
			}
		}
	}
	return path, nil
}

// onPath reports whether a neighbour of a state that is on a shortest path, d - 1
// moves from the start, is the next one on a shortest path.
func (b *bidirectional[S, G]) onPath(t S, d int) bool {
	h := b.graph.Hash(t)
	if d <= b.from.depth {
		return *b.from.seen.mark(t, h) == uint16(d+1)|onPath
	}
	return *b.to.seen.mark(t, h) == uint16(b.depth()-d+1)
}

// markPaths sets onPath on the states of all shortest paths as far as the
// forward search knows them. Each of those paths leads through a state of met,
// whose order and memory it uses.
func (b *bidirectional[S, G]) markPaths() error {
	for _, s := range b.met {
		*b.from.seen.mark(s, b.graph.Hash(s)) |= onPath
	}
	layer, next, steps := b.met, []S(nil), budget.Interval
	for d := b.from.depth; d > 0; d-- {
		for _, s := range layer {
			// These are no new nodes, so the node limit has no say.
			if steps >= budget.Interval {
				if steps = 0; b.meter.Err() != nil {
					return b.meter.Err()
				}
				if !b.meter.Fits(b.bytes(cap(layer) + cap(next))) {
					return budget.ErrMemory
				}
			}
			b.buf = b.graph.Neighbours(b.buf[:0], s)
			steps += len(b.buf) + 1
			for _, t := range b.buf {
				if m := b.from.seen.mark(t, b.graph.Hash(t)); *m == uint16(d) { // at depth d-1
					*m |= onPath
					next = append(next, t)
				}
			}
		}
		layer, next = next, layer[:0]
	}
	return nil
}

func (b *bidirectional[S, G]) result(s Status) Result[S] {
	return Result[S]{
		Status:     s,
		Lower:      b.depth() + 1,
		Generated:  b.generated,
		Expanded:   b.expanded,
		Iterations: b.iterations,
		Err:        b.err,
	}
}
