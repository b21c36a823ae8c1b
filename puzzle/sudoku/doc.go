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
// There are two kernels. That for 9x9 keeps, for each row and digit, the cells
// where the digit may still stand, as 9 bits of a 16-bit word: a [grid9]. The 81
// words are arranged for vectors of 16 lanes, so that one instruction does the
// same to 16 rows and digits. A band is three rows; the first rows of the three
// bands, all digits, are vectors 0 and 3, the second ones 1 and 4, the third ones 2
// and 5:
//
//	lane        0 1 2 3 4 5 6 7 | 8 9 10 11 12 13 14 15
//	            digits 1 to 8   | digits 1 to 8
//	vector 0    row 0           | row 3
//	vector 1    row 1           | row 4
//	vector 2    row 2           | row 5
//	            digits 1 to 8   | digit 9, rows
//	vector 3    row 6           | 0 3  6  -  -  -  -  -
//	vector 4    row 7           | 1 4  7  -  -  -  -  -
//	vector 5    row 8           | 2 5  8  -  -  -  -  -
//
// So a rule about the three rows of a band is the same few operations on vectors 0
// to 2 and on 3 to 5; one about the bands of a stack needs their halves exchanged;
// and what all digits say of a cell is the union of 8 lanes and one of digit 9's,
// which is found for all rows together by packing them into one vector:
//
//	lane      0    1    2    3    4    5   | 8    9    10
//	packed    row0 row1 row2 row6 row7 row8| row3 row4 row5
//
// The text of the rules is [propagate9], in portable Go. [propagateAVX2] does the
// same in vectors; _asm has the program that writes it.
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
//	house    band (0 to 2) or stack (3 to 5) of it
//	way      how a digit is placed in a house: in which box of each row, or in
//	         which column of each band
//	cand     candidates: what may still stand somewhere
//	rest     the alternatives of a branching node that are still to be tried
//
// # How it is solved
//
// Both kernels place what is forced, then branch where little is left, and count
// solutions until they have as many as are asked for or have proven that there are
// no others. What is forced: for both, cells with one digit left, digits with one
// place left in a unit, and digits that a box and a line confine to the cells they
// share; for 9x9, once the search has failed somewhere, three digits that have a
// row or column of a box for themselves; for the larger sizes whatever one unit
// alone excludes (fill). The larger sizes branch on a cell or a digit's places in
// a unit, 9x9 on the ways of a digit in the band or stack with the fewest.
//
// Unless the count has proven the solution unique, a second pass makes it the
// first in lexicographic order: it walks the cells in order and asks of each
// smaller digit whether a solution begins so. For the solution of a given number,
// or a random one, it counts the solutions that begin so instead.
//
// All solutions of a 9x9 grid are counted by all threads: the tree is walked level
// by level until it has some hundred grids, which are then shared out. The rule of
// threes holds from the start there, so that the nodes are the same whoever walks.
//
//	puzzle.go            puzzles, grids, what can be asked, and the face to the command
//	format.go            the native and the judge's format; format_files.go those of other
//	                     programs; format_write.go writes them all
//	solve.go             which kernel, and the second pass
//	solver.go            Solver, for programs that embed it: no allocation a puzzle
//	check.go             judges an answer by the rules alone
//	kernel9.go           9x9: the grid, branching, the search
//	kernel9_portable.go  its rules in Go; kernel9_amd64.go chooses them or the vectors
//	                     (kernel9_amd64.s, written by _asm), kernel9_other.go has no choice
//	kernel9_count.go     9x9: all solutions, by all threads
//	kernel.go            all other sizes; kernel_fill.go what one unit alone excludes
//
// Generated counts guesses: the assignments tried at branching nodes, and those
// the second pass asks about. Expanded counts the nodes branched on.
package sudoku
