package knights

import "math/bits"

// This file holds the lower bound of the number of moves that IDA* and the
// search from both ends prune with.
//
// Colour the squares like a chessboard: every jump goes from a light square to
// a dark one or back. So a move is one of four sorts: a white or a black
// knight, to dark or to light. How many of each sort are needed?
//
//	white knights                  light squares     dark squares
//	  stand where they should not       p                 r
//	  are missing                       s                 q
//
// Each of the p has to leave a light square and each of the q has to come onto a
// dark one, and both of that a white knight does by jumping to dark, so there
// are at least max(p, q) such moves; likewise max(r, s) to light. One jump can
// put two squares right only where it serves a p and a q. The same holds for the
// black knights, and no move is of two sorts, so the sum of the four maxima
// never exceeds the distance.
//
// As white knights are neither made nor lost, p + r = q + s, and
//
//	max(r, s) = max(p, q) - (q - r),
//
// where q - r is how many more white knights the target has on dark squares.
// For white and black together that is 1 when the blank is to leave the dark
// squares, -1 when it is to come there, otherwise 0. Two of the maxima therefore
// tell all four, and the sum has the parity of the distance. A move
// changes it by exactly 1: it is consistent.

// bound estimates the distance to one position, its aim.
type bound struct {
	whiteOff uint64 // light squares without a white knight in the aim
	whiteOn  uint64 // dark squares with one
	blackOff uint64 // light squares without a black knight in the aim
	blackOn  uint64 // dark squares with one
	balance  [2]int // how many more knights the aim has on dark squares, by the blank's colour (1: dark)
}

// darkSquares has the bits of the dark squares of a board.
func darkSquares(rows, cols int) (dark uint64) {
	for i := range rows * cols {
		dark |= uint64((i/cols+i%cols)&1) << i
	}
	return dark
}

// newBound returns the bound for the aim on a board of that many squares, of
// which those in dark are dark.
func newBound(squares int, dark uint64, aim Position) bound {
	all := uint64(1)<<squares - 1 // 64 squares: 0 - 1
	light := all &^ dark
	black := all &^ aim.White &^ (1 << aim.Blank)
	b := bound{
		whiteOff: light &^ aim.White,
		whiteOn:  dark & aim.White,
		blackOff: light &^ black,
		blackOn:  dark & black,
	}
	b.balance[1-dark>>aim.Blank&1] = 1 - 2*int(dark>>aim.Blank&1)
	return b
}

// jumps returns the jumps to dark squares that are needed at least, when white
// has the white knights and blank is the bit of the empty square.
func (b *bound) jumps(white, blank uint64) int {
	notBlack := white | blank
	return max(bits.OnesCount64(white&b.whiteOff), bits.OnesCount64(^white&b.whiteOn)) +
		max(bits.OnesCount64(^notBlack&b.blackOff), bits.OnesCount64(notBlack&b.blackOn))
}

// moves returns the moves that are needed at least, for a blank whose square is
// dark (1) or light (0).
func (b *bound) moves(white, blank uint64, colour int) int {
	return 2*b.jumps(white, blank) - b.balance[colour]
}
