// Package mayan is the Mayan puzzle (NOIP 2011, senior, day 1, problem 3; Luogu
// P1312): clear a board of coloured blocks by dragging them sideways, and find
// the first sequence of moves, in a given order, that does it.
//
// # Rules
//
// A board of W columns and H rows holds coloured blocks; none floats. A move
// drags one block one cell to the right or to the left:
//
//   - onto a block, the two change places (two blocks of one colour may do so,
//     which changes nothing);
//   - onto an empty cell, the block leaves its column, what lay above it falls
//     by one, and the block falls onto the top of the other column.
//
// Then everything is still, and every row or column run of three or more blocks
// of one colour vanishes, all runs at once; what is left falls, and this
// repeats until nothing vanishes. Nothing vanishes while it falls. A board to
// solve starts without a run. An empty board allows no move.
//
// # What is asked
//
// Moves are ordered by column, then by row from the bottom, then right before
// left; sequences of moves lexicographically. With the number n of the instance:
//
//	Exact    the first sequence of exactly n moves that ends with the empty
//	         board (this is what the judge asks); the board must not be empty
//	         earlier, since it would allow no further move
//	AtMost   the first sequence of at most n moves without a swap of two equal
//	         colours; it ends as soon as the board is empty
//	Min      the first of the shortest sequences; n is the most moves allowed,
//	         and may be left open
//
// An empty board is solved by zero moves, in mode Exact only if n is 0.
//
// # Layout
//
// A column is one 64-bit word of 4-bit cells, the bottom in the low bits; 0 is
// an empty cell. A board is an array of such words, so that a test on a whole
// column costs a few instructions:
//
//	row 2 |   |   | 3 |
//	row 1 | 2 |   | 4 |      b[0] = 0x021    b[1] = 0x001    b[2] = 0x341
//	row 0 | 1 | 1 | 1 |
//	       x=0  1   2
//
// A set of rows is a word as well: the high bit of each cell's four (8<<4y).
// A histogram is a 32-bit word of eight 4-bit counts: the blocks of one colour
// in each column.
//
// # Names
//
//	x, y     column from the left, row from the bottom, from 0
//	g        direction: 1 right, -1 left
//	p        4y, the place of row y in a column's word
//	b        a board as words
//	w, h     width and height of the board
//	n        the number of moves of the instance
//	r        moves that are left at a node of the search
//	hist     histogram of a colour
//	dist     distance of a colour: moves it needs before all of it can vanish
//
// # How it is solved
//
// With a number n: depth-first in the order of the moves, to depth n (Exact and
// AtMost) or to depths that grow by one (Min). A left move onto a block is left
// out, since the right move of the other block gives the same board and comes
// first in the order. Swaps of equal colours are left out too; only in mode Exact
// the first one at a node is tried, and the others lead to the same board. Cut is
// what provably cannot be cleared in the moves left:
//
//   - by a bound on the sideways shifts that each colour needs (see distances);
//   - with one move left, every move that makes no run (see swaps);
//   - boards that are known from a table of failed boards (see deadTable);
//   - the second of two swaps that do not touch each other and could have been made
//     in the other order, which comes first (see repeated).
//
// Without a number (Min, n left open): breadth-first, keeping every board once.
// This alone can prove that there is no solution at all, and the order in which
// boards are found makes the first way to the empty board the wanted one. It
// takes memory in proportion to the boards reached; large boards are better
// asked with a number.
//
//	kernel.go          boards in words: swaps, drops, runs, falling
//	kernel_search.go   the depth-first search
//	kernel_bound.go    the shifts that a colour needs at least
//	kernel_table.go    the table of failed boards
//	kernel_closure.go  the breadth-first search
//	puzzle.go          boards, moves, modes, and the face to the command
//	format.go          the native and the judge's format, read
//	format_write.go    and written
//	solve.go           which search when
//	answer.go          answers of other programs, read
//	check.go           the judge, on a board cell by cell
//	rate.go            how hard a board is
//	generate.go        new boards, built backwards, no two alike
//	explain.go         a play move by move, with falls and cascades
//	render.go          and as a film
//	print.go           boards on a sheet
package mayan
