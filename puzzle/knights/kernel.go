package knights

import (
	"math/bits"

	"github.com/deepen-go/deepen/search"
)

// This file holds the two views of the puzzle that the engines search: single
// for IDA* and packed for the search from both ends.

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
	parity [MaxSquares]uint8 // 1: the blank needs an odd number of moves to its target
}

func newSingle(b *Board, jumps [][]uint8) *single {
	s := &single{jumps: jumps, target: b.Target}
	// A jump changes the colour of a square on the chessboard.
	colour := func(i int) int { return (i/b.Cols + i%b.Cols) & 1 }
	for i := range jumps {
		s.parity[i] = uint8(colour(i) ^ colour(b.Target.Blank))
	}
	return s
}

// Heuristic is the number of misplaced knights, rounded up to the parity of
// the blank's way. A move changes one knight's place, so it makes at most one
// more knight right: misplaced never falls by more than 1 and is admissible.
// The blank and its square in the target are not counted: no knight stands on
// the one, and the knight on the other leaves it, so that one move could put two
// squares right. And as every move changes the blank's colour on the chessboard, the number of
// moves has a fixed parity; rounding up to it keeps the estimate admissible.
func (s *single) Heuristic(n node) int {
	wrong := (n.white ^ s.target.White) &^ (1<<n.blank | 1<<s.target.Blank)
	h := bits.OnesCount64(wrong)
	return h + (h^int(s.parity[n.blank]))&1
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

// maxPacked is the largest number of squares of a packed state.
const maxPacked = 64 - blankBits

const (
	blankBits  = 6
	blankShift = 64 - blankBits
)

// packed is the search space of the search from both ends; it implements
// search.Graph. A state has the blank in its top six bits, the white knights
// below.
type packed struct{ jumps [][]uint8 }

func pack(p Position) uint64 { return uint64(p.Blank)<<blankShift | p.White }

func unpack(s uint64) Position {
	return Position{White: s & (1<<blankShift - 1), Blank: int(s >> blankShift)}
}

// Neighbours appends a state for every knight that can hop.
func (g *packed) Neighbours(dst []uint64, s uint64) []uint64 {
	p := unpack(s)
	for _, j := range g.jumps[p.Blank] {
		dst = append(dst, pack(p.hop(int(j))))
	}
	return dst
}

// Hash mixes all bits of s into its low ones, by multiplication with the golden
// ratio (Knuth, The Art of Computer Programming 3, 6.4).
func (g *packed) Hash(s uint64) uint64 {
	hi, lo := bits.Mul64(s, 0x9e3779b97f4a7c15)
	return hi ^ lo
}
