// Package knights is the knights puzzle (SCOI 2005; BZOJ 1085, Luogu P2324): the
// fewest knight's moves that bring a board into its target.
//
// # Rules
//
// A board of R rows and C columns (R*C at most 64) has white knights (1), black
// knights (0) and one empty square, the blank (*). A move takes a knight that
// stands a knight's jump away from the blank and puts it there; so the blank
// hops to where the knight was. The target has as many white and black knights
// as the board.
//
//	1 0 1 1 0
//	0 1 * 1 1      The original puzzle is on 5 x 5 with 12 knights of each
//	1 0 1 1 1      colour; its target is 11111/01111/00*11/00001/00000.
//	0 1 0 0 1
//	0 0 0 0 0
//
// # Layout
//
// The square in row r (0 at the top) and column c has the number i = r*C + c.
// The white knights are one 64-bit word, the blank is a number beside it:
//
//	board "01*/110", 2 x 3          bit   5 4 3 2 1 0
//	                                white 0 1 1 0 1 0
//	square numbers  0 1 2           blank 2 (its bit is 0)
//	                3 4 5
//
// The search from both ends packs a state into one word, the blank in the top
// six bits; boards of 59 to 64 squares do not fit and are solved by IDA* alone.
//
// # Order
//
// A move is written as the square whose knight hops. The operators at a state
// are those squares in ascending order, row by row; of all shortest solutions
// the first in that order is the answer.
//
// # Names
//
//	i, j     square numbers
//	white    bit i is set: a white knight stands on square i
//	blank    the number of the empty square
//	jumps    jumps[i]: the squares a knight's jump from i, ascending
//	h        misplaced knights, rounded up to the parity of the blank's way
//
// # How it is solved
//
// [Solve] runs IDA* with the misplaced knights as its heuristic, which decides
// shallow boards in well under a millisecond, and goes over to a breadth-first
// search from both ends when that has cost 130,000 nodes: it takes 39 moves,
// the deepest there is on 5 x 5, in seconds, and proves that a board is
// infeasible. Small spaces start there.
package knights
