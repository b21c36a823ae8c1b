package knights

import (
	"math/bits"

	"github.com/deepen-go/deepen/search"
)

// This file holds the two views of the puzzle that the generic engines search:
// single for IDA* and graph for the search from both ends. They serve boards that are
// too large for the kernel, and the tests as its twins.

// node is a state of IDA*: a position and the blank's square before the last
// move, where no optimal path goes back to.
type node struct {
	white       uint64
	blank, last uint8
}

// noSquare is the last square of the root.
const noSquare = 255

// single is the search space of IDA*; it implements search.Domain.
type single struct {
	jumps  [][]uint8
	target Position
	dark   uint64
	bound  bound
}

func newSingle(b *Board, jumps [][]uint8) *single {
	dark := darkSquares(b.Rows, b.Cols)
	return &single{jumps: jumps, target: b.Target, dark: dark, bound: newBound(b.Rows*b.Cols, dark, b.Target)}
}

// Heuristic is the bound of bound.go.
func (s *single) Heuristic(n node) int {
	return s.bound.moves(n.white, 1<<(n.blank&63), int(s.dark>>(n.blank&63)&1))
}

// Goal compares with the target.
func (s *single) Goal(n node) bool {
	return n.white == s.target.White && int(n.blank) == s.target.Blank
}

// Expand appends a successor for every knight that can hop, but for the one
// that hopped last.
func (s *single) Expand(dst []search.Edge[node], from *search.Edge[node]) []search.Edge[node] {
	n := from.State
	for _, j := range s.jumps[n.blank] {
		if j == n.last {
			continue
		}
		colour := n.white >> (j & 63) & 1
		t := node{white: n.white&^(1<<(j&63)) | colour<<(n.blank&63), blank: j, last: n.blank}
		dst = append(dst, search.Edge[node]{State: t, Op: int32(j), Cost: 1, H: int32(s.Heuristic(t))})
	}
	return dst
}

// graph is the search space of the search from both ends; it implements
// search.Graph.
type graph struct{ jumps [][]uint8 }

// Neighbours appends a position for every knight that can hop.
func (g *graph) Neighbours(dst []Position, p Position) []Position {
	for _, j := range g.jumps[p.Blank] {
		dst = append(dst, p.hop(int(j)))
	}
	return dst
}

// Hash mixes all bits of p into its low ones, by multiplication with the golden
// ratio (Knuth, The Art of Computer Programming 3, 6.4).
func (g *graph) Hash(p Position) uint64 {
	hi, lo := bits.Mul64(p.White+uint64(p.Blank)<<57, 0x9e3779b97f4a7c15)
	return hi ^ lo
}
