// Package sudoku is Sudoku (POJ 3074 and its larger relatives): fill a grid so
// that each digit stands once in every row, column and box.
//
// # Rules
//
// A grid of N rows and N columns has N boxes of B rows and B columns, N = B*B,
// B from 2 to 6. Some cells are given. Every cell gets one of N digits; each of
// the 3N units (rows, columns, boxes) holds each digit once.
//
//	. . . . . . . . .
//	. . . . . 3 . 8 5     A puzzle should have exactly one solution. Here it may
//	. . 1 . 2 . . . .     have none or many; then the solutions are counted up
//	. . . 5 . 7 . . .     to a limit, and the first in lexicographic order (the
//	. . 4 . . . 1 . .     cells row by row) is the answer.
//	. 9 . . . . . . .
//	5 . . . . . . 7 3
//	. . 2 . 1 . . . .
//	. . . . 4 . . . 9
//
// Two equal givens in a unit are not bad input: the puzzle has no solution.
//
// # Symbols
//
//	4x4, 9x9   1-4, 1-9
//	16x16      1-9 A-G; A-P when the puzzle has none of 1-9
//	25x25      1-9 A-P; A-Y when it has none of 1-9 and one of Q-Y
//	36x36      1-9 A-Z a
//
// An empty cell is . or 0. Up to 25x25 a small letter is read as its capital. An
// answer is written with the symbols of its puzzle.
//
// # Layout
//
// There are two kernels. That for 9x9 keeps, for each digit, the cells where it
// may still stand: 27 bits for each of the three bands (three rows), in
// [kernel9]:
//
//	column    0 1 2   3 4 5   6 7 8
//	row 0     0 1 2   3 4 5   6 7 8      bit numbers in a band; the three
//	row 1     9 . .   . . .   . . 17     cells of one row in one box are a
//	row 2    18 . .   . . .   . . 26     minirow
//
// That for all other sizes keeps two views of the same candidates, in
// [kernelN]: the digits of each cell, and the places of each digit in each unit,
// both as bits of a 64-bit word. Units are numbered rows, columns, boxes; place
// k of a unit is counted along the row, down the column, or row by row in the
// box:
//
//	4x4   cells  0  1 | 2  3     row 1     = unit 1 : cells 4 5 6 7
//	             4  5 | 6  7     column 1  = unit 5 : cells 1 5 9 13
//	             -----+-----     box 1     = unit 9 : cells 2 3 6 7
//	             8  9 |10 11
//	            12 13 |14 15
//
// # Names
//
//	n, box   size of the grid, side of a box: n = box*box
//	c        cell, row by row from 0
//	d        digit, from 0 (in a Puzzle and a Grid from 1, 0 being empty)
//	u, p     unit, place in a unit
//	b        band of the 9x9 grid
//	cand     candidates: what may still stand somewhere
//	rest     the alternatives of a branching node that are still to be tried
//
// # How it is solved
//
// Both kernels place what is forced, then branch where the fewest candidates are
// left, and count solutions until they have MaxSolutions or have proven that
// there are no others. What is forced: for both, cells with one digit left,
// digits with one place left in a unit, and digits that a box and a line confine
// to the cells they share; for the larger sizes also whatever one unit alone
// excludes (fill).
//
// Unless the count has proven the solution unique, a second pass makes it the
// first in lexicographic order: it walks the cells in order and asks of each
// smaller digit whether a solution begins so.
//
// Generated counts guesses: the assignments tried at branching nodes, and those
// the second pass asks about. Expanded counts the nodes branched on.
package sudoku
