// Package indep finds a largest independent set of a graph by branch and bound
// on bitsets. What such a set leaves is a smallest hitting set of the edges.
//
// Seen from the complement graph it is the search for a largest clique by
// colouring (Tomita and Seki, 2003; San Segundo, Rodríguez-Losada and Jiménez,
// "An exact bit-parallel algorithm for the maximum clique problem", 2011), with
// the bound of maximum satisfiability (Li and Quan, "An efficient
// branch-and-bound algorithm based on MaxSAT for the maximum clique problem",
// 2010). That is where it gets its strength from: on random graphs of 200
// vertices and about 1000 edges it needs seconds, where a search that learns
// clauses needs hours.
//
// # A node
//
// Chosen is an independent set, and open are the vertices that may still join
// it: none of them is a neighbour of a chosen one.
//
//  1. Reduce (reduce.go). A vertex whose open neighbours are all neighbours of
//     each other is chosen: of them and it, one can be in the set at most, and
//     whichever it is, this vertex may stand in for it. A neighbour of another
//     vertex that sees all that this one does is closed.
//
//  2. Cover the open vertices by cliques (bound.go), as many as must not be
//     exceeded if the incumbent is to be beaten. What does not fit into them is
//     to be branched on:
//
//     open = clique 1 + clique 2 + … + clique k + rest
//
//  3. Move vertices of the rest into the cliques, or find cliques that cannot all
//     have a chosen vertex together with it: then it may join without raising the
//     bound.
//
//  4. Branch on each vertex of the rest: it is chosen, and those of the rest that
//     had their turn are closed.
package indep

import (
	"cmp"
	"math/bits"
	"slices"
)

// Search is the search on one graph.
type Search struct {
	// Poll, if not nil, is called whenever the number of nodes has reached the one
	// that it returned last. An error ends the search.
	Poll func(nodes uint64) (due uint64, err error)
	// Found, if not nil, is called when a larger set is found.
	Found func(set []int)

	n, words int
	order    []int    // the graph's number of each vertex
	near     []uint64 // neighbours of each vertex, and itself
	best     int      // size of the largest independent set known
	chosen   []int    // by order
	nodes    uint64
	due      uint64
	err      error
	levels   []level
	bound    bound
}

// level is what a node at one depth of the tree needs.
type level struct{ open, rest []uint64 }

// New returns a search on the graph with the given neighbours of each vertex;
// no vertex is its own neighbour.
func New(neighbours [][]int32) *Search {
	n := len(neighbours)
	s := &Search{n: n, words: (n + 63) / 64, order: degeneracy(neighbours)}
	place := make([]int, n)
	for i, v := range s.order {
		place[v] = i
	}
	s.near = make([]uint64, n*s.words)
	for v, list := range neighbours {
		row := s.row(place[v])
		set(row, place[v])
		for _, w := range list {
			set(row, place[w])
		}
	}
	s.levels = make([]level, n+1)
	s.bound.init(n, s.words)
	return s
}

// degeneracy returns the vertices in an order in which the cliques are to be
// filled: the last one has the most neighbours, then the one that has the most
// among the rest, and so on.
func degeneracy(neighbours [][]int32) []int {
	n := len(neighbours)
	degree := make([]int, n)
	order := make([]int, n)
	for v := range order {
		order[v] = v
		degree[v] = len(neighbours[v])
	}
	for last := n - 1; last >= 0; last-- {
		i := 0
		for j := 1; j <= last; j++ {
			if cmp.Or(cmp.Compare(degree[order[j]], degree[order[i]]), cmp.Compare(order[i], order[j])) > 0 {
				i = j
			}
		}
		v := order[i]
		order = slices.Insert(slices.Delete(order, i, i+1), last, v)
		degree[v] = -1
		for _, w := range neighbours[v] {
			degree[w]--
		}
	}
	return order
}

// Bytes is about the memory of a search on a graph of n vertices.
func Bytes(n int) int64 {
	words := int64(n+63) / 64
	return int64(n) * words * 8 * 5
}

// Solve looks for independent sets of more than size vertices, the size of one
// that is known, and returns the size of the largest. Found has been told each
// one that is larger than those before. The error is Poll's: then the size is
// that of the largest found.
func (s *Search) Solve(size int) (int, error) {
	s.best, s.chosen, s.err = size, s.chosen[:0], nil
	open := s.level(0).open
	for v := range s.n {
		set(open, v)
	}
	s.node(0)
	return s.best, s.err
}

// Nodes is the number of nodes so far.
func (s *Search) Nodes() uint64 { return s.nodes }

func (s *Search) row(v int) []uint64 { return s.near[v*s.words : (v+1)*s.words] }

func (s *Search) level(depth int) *level {
	l := &s.levels[depth]
	if l.open == nil {
		l.open, l.rest = make([]uint64, s.words), make([]uint64, s.words)
	}
	return l
}

// node searches the node of the given depth, whose open vertices are in the
// level.
func (s *Search) node(depth int) {
	s.nodes++
	if s.Poll != nil && s.nodes >= s.due {
		if s.due, s.err = s.Poll(s.nodes); s.err != nil {
			return
		}
	}
	l := s.level(depth)
	before := len(s.chosen)
	s.reduce(l.open)
	if s.rest(l) {
		s.branch(depth, l)
	}
	s.chosen = s.chosen[:before]
}

// rest finds the vertices to branch on, and reports whether there are any.
func (s *Search) rest(l *level) bool {
	if empty(l.open) {
		s.found()
		return false
	}
	return s.cover(l.open, l.rest, s.best-len(s.chosen))
}

// branch chooses each vertex of the rest, the last one first.
func (s *Search) branch(depth int, l *level) {
	next := s.level(depth + 1)
	for i := s.words - 1; i >= 0; i-- {
		for l.rest[i] != 0 {
			v := i*64 + bits.Len64(l.rest[i]) - 1
			row := s.row(v)
			for j, o := range l.open {
				next.open[j] = o &^ row[j]
			}
			s.chosen = append(s.chosen, v)
			s.node(depth + 1)
			s.chosen = s.chosen[:len(s.chosen)-1]
			if s.err != nil {
				return
			}
			clear1(l.rest, v)
			clear1(l.open, v)
		}
	}
}

// found keeps the chosen vertices when they are more than the best.
func (s *Search) found() {
	if len(s.chosen) <= s.best {
		return
	}
	s.best = len(s.chosen)
	if s.Found != nil {
		list := make([]int, 0, s.best)
		for _, v := range s.chosen {
			list = append(list, s.order[v])
		}
		slices.Sort(list)
		s.Found(list)
	}
}

func set(b []uint64, v int)      { b[v/64] |= 1 << (v % 64) }
func clear1(b []uint64, v int)   { b[v/64] &^= 1 << (v % 64) }
func has(b []uint64, v int) bool { return b[v/64]>>(v%64)&1 == 1 }

func empty(b []uint64) bool {
	for _, w := range b {
		if w != 0 {
			return false
		}
	}
	return true
}
