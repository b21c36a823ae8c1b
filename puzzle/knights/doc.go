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
// The kernel packs positions of boards of at most 25 squares into 32 bits; see
// kernel_state.go.
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
//	aim      the position that a search is on its way to
//	bound    moves that are needed at least to the aim
//	key      a position in 30 bits
//	state    a position in 32 bits, with the way that the blank has come
//	end      the search from the start or from the target
//	layer    the states at one distance from an end
//	frontier the last complete layer of an end
//	rank     a position's number among all that there are
//
// # How it is solved
//
//	bound.go           what is needed at least: moves of four sorts, counted apart
//	kernel_state.go    states of 32 bits, moves, blocks of states
//	kernel_ends.go     the kernel: breadth-first from both ends, layer by layer
//	kernel_narrow.go   its first phase: within a threshold, in a small hash table
//	kernel_wide.go     its second phase: everything, two bits a position
//	kernel_path.go     the first solution, read from the layers
//	kernel_all.go      all solutions, read from the layers
//	table.go           complete tables: which there are, how they are kept and proven
//	table_space.go     numbers the positions for them, in rows
//	table_solve.go     when a board is answered from one, and how
//	generic.go         the puzzle as the generic engines of package search see it
//	solve.go, all.go   Solve and AllSolutions
//	state.go           saved states of the search that needs no memory
//	puzzle.go          boards, moves, and the face to the command
//	check.go           judges an answer by the rules alone
//	format.go          the native and the judge's format, read
//	format_write.go    and written
//	depths.go          how far every position of a board is from a target
//	generate.go        new boards, drawn from that
//	rate.go            how hard a board is
//	explain.go         a solution hop by hop, with what else was right
//	render.go          and as a drawing
//
// [Solve] uses the kernel for boards of at most 25 squares. A board of the
// original size takes well under 0.1 ms at 15 moves and less than a second
// at 39, the most there are. The phases share the layers and differ in what they
// leave out:
//
//	threshold 11  13  15  17 …                      whole space
//	          ├─ narrow ─────────────┤ 262,144 nodes ├─ wide ──────────┤
//	          few states, hash table in the cache     16.9 MB on 5 x 5
//
// A solver that has a store answers from a complete table instead of the wide phase
// once 16 boards of a run came before, or when that phase has cost 8,000,000 nodes:
//
//	narrow ──► gives up ──► many boards? ── yes ────────────► table: microseconds
//	                          └ no ──► wide, 8 M nodes ─────► (built in a second or two)
//
// Larger boards are tried by IDA* with the same bound, and go over to the generic
// search from both ends when that has cost 131,072 nodes. Either search proves
// that a board is infeasible when an end has nothing left. When the memory that is
// allowed is spent, IDA* goes on from what is proven.
//
// A generated node is a successor that was made, the way back not counted (the
// generic search from both ends makes and counts that as well).
package knights
