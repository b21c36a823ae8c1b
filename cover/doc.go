// Package cover solves exact cover problems with colours (Knuth's XC and XCC, The Art of
// Computer Programming 7.2.2.1): choose options so that each primary item is in exactly
// one of them, and each secondary item in one at most, or in several that give it the
// same colour. Problems are n queens, pentominoes, sudoku, crosswords.
//
//	items  a b c | x           A B C: primary. x: secondary.
//	0      a   c               Options 0 and 1 share c, 1 and 2 leave b … so the
//	1          c   x:1         solutions are {0, 3} and {1, 2}: both give
//	2      a b     x:1         x one colour.
//	3        b     x:2
//
// [Search] finds the first solution, the n-th, a list, or counts them all, alone or with
// helpers, within limits, and can be saved and resumed. The room puzzle/exactcover reads
// problems as text.
//
// # Layout
//
// The cells of a problem "dance" (Knuth, fascicle 7A, Dancing cells; the sparse sets are
// those of Briggs and Torczon, 1993): each item has its options in an array, the possible
// ones first. An option is taken out of the set of an item by exchanging it with the last
// possible one; it is put back, with all others, by setting the size to what it was. So
// nothing has to be undone one by one, as dancing links do:
//
//	set of item a    [ 3 │ 0 │ 7 ║ 2 │ 5 ]     size 3; 2 and 5 are not possible now
//	taking 0 out     [ 3 │ 7 ║ 0 │ 2 │ 5 ]     size 2
//	going back       [ 3 │ 7 │ 0 ║ 2 │ 5 ]     size 3: another order, the same set
//
//	order of items   [ active primary ║ inactive ║ active secondary ]
//	                                  low        high
//
// The same is done with the items: those that are covered stand between low and high.
// As the orders depend on the past of the search, no decision does: ties go to the
// smaller number, and options are tried in their order. That makes the tree the same
// however it is divided among goroutines (see search.go) and wherever it is resumed.
//
// # Files
//
//	problem.go   Problem, its options and entries
//	cells.go     the state: choosing an item, covering the items of an option
//	walk.go      the depth-first search of a piece of the tree
//	search.go    Search: rounds of pieces, helpers, limits, solutions
//	state.go     saved states
//
// # Short names
//
//	n       a node, the entry of an option
//	x, i    an item, a node or item in a loop
//	o       an option
//	w, f    a walk, a frame of it
//	p       a problem, or a piece of its tree
package cover
