package knights

import "math/bits"

// This file holds the states of the kernel, and how it makes moves. The kernel is
// the search from both ends for boards of at most 25 squares, whose positions fit
// into 32 bits together with where the blank came from:
//
//	bit     31 … 25   24 … 0
//	state    hop      white knights
//
// A hop is the number of a directed pair of squares, the blank's last way; hops
// below the number of squares stand for a blank that has not moved. As the way
// back is known, no state makes its parent again. A square has at most 8 jumps
// and a board of 25 squares 96 in all, so that 7 bits suffice.
//
// Without the way back it is a
//
//	bit     31 30   29 … 25   24 … 0
//	key      0  0    blank    white knights

const (
	// maxSmall is the largest number of squares of the kernel's boards.
	maxSmall = 25

	hopShift   = maxSmall
	smallWhite = 1<<hopShift - 1
	maxHops    = 1 << (32 - hopShift)
)

// move is a hop of the blank from square i to square j. A white knight that comes
// from j changes two bits of the white knights, a black one none.
type move struct {
	swap uint32 // bits i and j
	hop  uint32 // in its place in a state
	to   uint32 // j
}

// geometry is what the kernel knows of boards of one size.
type geometry struct {
	rows, cols int
	dark       uint64
	moves      [maxHops][]move // the ways on after each hop, in operator order
	blank      [maxHops]uint32 // the blank's square after each hop, in its place in a key
}

func newGeometry(rows, cols int) *geometry {
	g := &geometry{rows: rows, cols: cols, dark: darkSquares(rows, cols)}
	to := jumps(rows, cols)
	// A blank that has not moved may go anywhere, so its moves are made first.
	all := make([]move, 0, maxHops*maxDegree) // one array for the moves after all hops
	hop := len(to)
	for i := range to {
		first := len(all)
		for _, j := range to[i] {
			all = append(all, move{swap: 1<<i | 1<<j, hop: uint32(hop) << hopShift, to: uint32(j)})
			hop++
		}
		g.moves[i], g.blank[i] = all[first:len(all):len(all)], uint32(i)<<hopShift
	}
	// After a hop it may go where it could go without one, but for the way back.
	for i := range to {
		for _, m := range g.moves[i] {
			first := len(all)
			for _, on := range g.moves[m.to] {
				if on.to != uint32(i) {
					all = append(all, on)
				}
			}
			g.moves[m.hop>>hopShift], g.blank[m.hop>>hopShift] = all[first:len(all):len(all)], m.to<<hopShift
		}
	}
	return g
}

// state packs p, a position whose blank has not moved.
func state(p Position) uint32 { return uint32(p.Blank)<<hopShift | uint32(p.White) }

// key is s without the way back.
func (g *geometry) key(s uint32) uint32 { return s&smallWhite | g.blank[s>>hopShift] }

// spot is the blank's square.
func (g *geometry) spot(s uint32) uint32 { return g.blank[s>>hopShift] >> hopShift }

// hopped makes the move m in s.
func hopped(s uint32, m *move) uint32 {
	return s&smallWhite ^ m.swap*(s>>(m.to&31)&1) | m.hop
}

// blockStates is how many states are expanded at a time. Their successors stay
// in the first-level cache, and the table look-ups that follow do not wait for
// one another.
const blockStates = 128

// maxDegree is the most jumps that a square has.
const maxDegree = 8

// block has the successors of a block of states.
type block struct {
	kids  [blockStates * maxDegree]uint32
	cells [blockStates * maxDegree]uint32 // their places in the bit array, for the wide phase
}

// tally keeps the four counts of a bound up to date over a move. They are the
// bytes of a word; leaving and coming change some of them by one.
//
//	bit     31 … 24   23 … 16   15 … 8   7 … 0
//	count    q black   p black   q white  p white       (p and q as in bound.go)
type tally struct {
	bound bound
	leave [2 * 32]uint32 // a knight leaves square i: black [i], white [32 + i]
	come  [2 * 32]uint32 // a knight comes onto square i
}

func newTally(b bound) tally {
	t := tally{bound: b}
	for i := range maxSmall {
		bit := func(mask uint64) uint32 { return uint32(mask >> i & 1) }
		t.come[i] = bit(b.blackOff)<<16 - bit(b.blackOn)<<24
		t.come[32+i] = bit(b.whiteOff) - bit(b.whiteOn)<<8
		t.leave[i], t.leave[32+i] = -t.come[i], -t.come[32+i]
	}
	return t
}

// counts returns the four counts of a position.
func (t *tally) counts(white, blank uint64) uint32 {
	b := &t.bound
	notBlack := white | blank
	return uint32(bits.OnesCount64(white&b.whiteOff) | bits.OnesCount64(^white&b.whiteOn)<<8 |
		bits.OnesCount64(^notBlack&b.blackOff)<<16 | bits.OnesCount64(notBlack&b.blackOn)<<24)
}

// jumpsOf is bound.jumps, from the counts.
func jumpsOf(counts uint32) int {
	return int(max(counts&255, counts>>8&255) + max(counts>>16&255, counts>>24))
}

// expandWithin writes those successors of states to kids that need at most most
// jumps to dark squares, and returns how many they are, and of how many. Of each
// state it makes the first degree successors only.
func (g *geometry) expandWithin(kids *[blockStates * maxDegree]uint32, states []uint32, degree int, t *tally, most int) (n, generated int) {
	for _, s := range states {
		moves := g.moves[s>>hopShift]
		moves = moves[:min(len(moves), degree)]
		generated += len(moves)
		blank := g.spot(s)
		counts := t.counts(uint64(s&smallWhite), 1<<(blank&63))
		black, white := counts+t.come[blank&31], counts+t.come[32+blank&31]
		for i := range moves {
			m := &moves[i]
			colour := s >> (m.to & 31) & 1
			c := black + (white-black)*colour + t.leave[32*colour+m.to&31]
			kids[n] = s&smallWhite ^ m.swap*colour | m.hop
			n += int(uint32(jumpsOf(c)-most-1) >> 31) // n++ if that is <= most, without a branch
		}
	}
	return n, generated
}
