// Package tiles is the sliding-tile puzzle (the 15-puzzle and its sisters): the
// fewest moves that bring the tiles into order.
//
// # Rules
//
// A board of R rows and C columns (both at least 2, at most 25 cells) has the
// tiles 1, 2, 3, … and one empty cell, the blank (0). A move slides a tile from
// beside the blank, not diagonally, into it. In the goal the blank is in the
// first cell and the tiles follow in order, row by row. Half of all permutations
// can reach it; see [Board.Solvable].
//
//	4  1  2  3         .  1  2  3
//	8  5  6  7    to   4  5  6  7     by sliding 8 and then 4 down
//	.  9 10 11         8  9 10 11
//
// # Layout
//
// The cell in row r and column c has the number i = r*C + c, so tile i belongs on
// cell i. A board of up to 16 cells is one word, four bits a cell, for the
// searches without a table; the others keep a byte a cell, and where
// a pattern database is asked also the cell of each tile:
//
//	board "1 2 5 / 3 0 4 / 6 7 8"   word  0x876403521   (cell 0 lowest)
//	                                pos   [4 0 1 3 5 2 6 7 8]
//
// # Order
//
// A move is written as the tile that slides. The operators at a state are the
// blank's ways up, left, right and down, in this order; of all shortest solutions
// the first in that order is the answer.
//
// # Counting
//
// A node is generated when its turn comes among its siblings, before its f is
// held against the threshold; the move back is never made. With heuristic
// manhattan the counts on Korf's hundred problems (1985) are those that are
// known for this order: 36,302,807,931 in all.
//
// # Names
//
//	i, j        cells
//	tile        number of a tile, and of the cell where it belongs
//	blank       the blank's cell
//	op          operator: 0 up, 1 left, 2 right, 3 down
//	md          Manhattan distance: rows and columns between tiles and their places
//	pattern     some tiles; all others are taken for holes
//	placement   where the tiles of a pattern are
//	set, order  what a placement's number is made of; see pattern
//	region      holes between which the blank can go without moving the pattern
//	extra       what a pattern's distance exceeds its md by, halved
//
// # A tour
//
//	puzzle.go        Board, Moves, Kind; parity
//	format.go        the formats native and korf, read
//	format_write.go  and written
//	check.go         judges answers by the rules alone
//	solve.go         Solver: which bound, which search
//	state.go         saved states: which search is in hand, and where it is
//	kernel.go        up to 16 cells in a word, Manhattan distance
//	kernel_line.go   any size, Manhattan distance with or without linear conflicts
//	kernel_pdb.go    any size, pattern databases and their mirror images
//	kernel_*_gen.go  IDA* for these three, generated from package search's text
//	pattern.go       numbers the placements of a pattern
//	build.go         builds a pattern's table
//	database.go      patterns that cover the board, and which ones for which size
//	table.go         the large databases, kept in a store
//	perfect.go       complete tables of up to 12 cells
//	perfect_space.go numbers the boards for them, in rows
//	perfect_solve.go solves and generates from one
//	generate.go, rate.go, explain.go, render.go
//
// # How it is solved
//
// By IDA*. An easy board is solved with the Manhattan distance in a millisecond
// or two; otherwise an additive pattern database is asked, twice for each move:
// as the board is, and in its mirror image. For 4 x 4 a small one (6-6-3 tiles,
// half a second to build, 3 MB) gives 400,000 nodes a problem on the mean of
// Korf's hundred, and the large one (7-8 tiles, 288 MB) 38,000.
package tiles
