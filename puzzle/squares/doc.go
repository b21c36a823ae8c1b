// Package squares solves Square Destroyer (POJ 1084, UVa 1603): a grid is drawn
// with matchsticks, some are gone, and the fewest more are to be taken away so
// that no complete square is left.
//
// # Rules
//
// A grid has R rows and C columns of unit cells; the judge's has n of both. Its
// R(C+1) + C(R+1) sticks are numbered from 1, row by row: C horizontal ones,
// the C+1 vertical ones below them, C horizontal ones again, and so on.
//
//	+--1--+--2--+--3--+
//	|     |     |     |
//	4     5     6     7         R = 2, C = 3
//	|     |     |     |
//	+--8--+--9--+-10--+
//	|     |     |     |
//	11   12    13    14
//	|     |     |     |
//	+-15--+-16--+-17--+
//
// A square of k by k cells is complete while all 4k sticks of its border are
// there. Squares of every size count ([Squares]); it may also be asked that no
// rectangle ([Rectangles]) or no unit cell ([Unit]) is left.
//
// # How it is solved
//
// Each complete shape is the set of its sticks, and a smallest set of sticks
// that meets all of them is wanted: package hitting. No shape's border contains
// that of another one, because the two would share both outer rows and both
// outer columns; so there are no sets to drop before the engine sees them.
//
// Boards of at most 63 sticks and 64 shapes, among them all that the judge
// has, go straight to the branch and bound on words: stick i is bit i-1
// (kernel.go). Unit cells on larger boards are a matching (kernel_unit.go), which
// takes no search. Boards whose shapes are too many to list start with the small
// ones, and get those that a solution leaves complete (solve.go). The phases in
// which nothing is searched ask the budget as well (pace.go). A saved state
// (state.go) has the bounds of a large board. When a proof is wanted, all boards
// go to the engine in full (prove.go).
//
// # Files
//
//	puzzle.go        the grid, the removal, and the kind
//	format.go        the native format; format_judge.go the judge's; format_write.go writes both
//	board.go         runs of sticks, and all complete shapes
//	solve.go         which way; kernel.go and kernel_unit.go two of them
//	check.go         judges an answer by the rules alone
//	generate.go      grids with a wanted optimum, or with one solution only
//	rate.go          how many solutions, and what they share
//	explain.go       why there are no fewer; render.go draws it
//	pace.go          asks the budget where nothing is searched
//
// # Data layout
//
// Whether a shape is complete is asked of two tables of runs (board.go), four
// look-ups whatever its size:
//
//	right[r][c]   sticks in a row from corner (r,c) to the right
//	down[r][c]    sticks in a row from corner (r,c) downwards
//
//	(r,c) +--+--+--+      right[r][c] >= w    right[r+h][c] >= w
//	      |        |      down[r][c]  >= h    down[r][c+w]  >= h
//	      +--+--+--+
//
// # Short names
//
//	r, c   row and column, from 0, of a cell or of its top left corner
//	h, w   height and width of a shape in cells
//	k      the judge's number of sticks that are gone
//	n      the judge's size of the grid
package squares
