package searchtest

import (
	"slices"

	"github.com/deepen-go/deepen/search"
)

// Direction is a claim about the moves of a domain.
type Direction bool

// What is claimed of the moves.
const (
	Invertible Direction = true  // each has an inverse, of the same cost
	OneWay     Direction = false // nothing
)

// Moves checks the moves of up to limit states, breadth-first from the roots:
//
//   - a cost is at least 1, an operator is not negative and occurs once in a state;
//   - Expand gives the same when asked again, and appends to dst;
//   - after a move it gives the same as for a root but for successors left out;
//   - when invertible is claimed, each move has one back of the same cost.
//
// Time is that of a few expansions a state, memory that of the states.
func Moves[S comparable, D search.Domain[S]](t TB, d D, roots []S, claim Direction, limit int) {
	t.Helper()
	seen := map[S]bool{}
	queue := slices.Clone(roots)
	for _, s := range roots {
		seen[s] = true
	}
	for ; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		edges := successors[S](d, s)
		if !movesOf(t, d, s, edges, claim) {
			return
		}
		for i := range edges {
			if to := edges[i].State; !seen[to] && len(seen) < limit {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
}

// successors are those of s as a root.
func successors[S comparable, D search.Domain[S]](d D, s S) []search.Edge[S] {
	return d.Expand(nil, &search.Edge[S]{State: s, Op: search.NoOp, H: int32(d.Heuristic(s))})
}

// movesOf checks the moves of s; it returns false when there is a fault.
func movesOf[S comparable, D search.Domain[S]](t TB, d D, s S, edges []search.Edge[S], claim Direction) bool {
	t.Helper()
	ops := map[int32]bool{}
	for _, e := range edges {
		switch {
		case e.Cost < 1:
			t.Errorf("state %v: operator %d costs %d, which must be at least 1", s, e.Op, e.Cost)
			return false
		case e.Op < 0:
			t.Errorf("state %v: operator %d is negative", s, e.Op)
			return false
		case ops[e.Op]:
			t.Errorf("state %v: operator %d occurs twice", s, e.Op)
			return false
		}
		ops[e.Op] = true
	}
	mark := search.Edge[S]{State: s, Op: 12345}
	again := d.Expand([]search.Edge[S]{mark}, &search.Edge[S]{State: s, Op: search.NoOp, H: int32(d.Heuristic(s))})
	if len(again) == 0 || again[0] != mark || !slices.Equal(again[1:], edges) {
		t.Errorf("state %v: Expand appended %v to an edge, and %v to none", s, again, edges)
		return false
	}
	for i := range edges {
		e := &edges[i]
		back := successors[S](d, e.State)
		if claim == Invertible && !slices.ContainsFunc(back, func(b search.Edge[S]) bool {
			return b.State == s && b.Cost == e.Cost
		}) {
			t.Errorf("state %v: operator %d leads to %v at cost %d, but no move leads back at that cost", s, e.Op, e.State, e.Cost)
			return false
		}
		// What Expand gives after the move is a part of that, in its order.
		rest := back
		for _, b := range d.Expand(nil, e) {
			at := slices.IndexFunc(rest, func(x search.Edge[S]) bool {
				return x.State == b.State && x.Op == b.Op && x.Cost == b.Cost
			})
			if at < 0 {
				t.Errorf("state %v, reached by operator %d: operator %d is not, or not in this order, among those of a root", e.State, e.Op, b.Op)
				return false
			}
			rest = rest[at+1:]
		}
	}
	return true
}
