// Package searchtest checks search spaces of your own: what package search
// takes on trust, it verifies on small instances. A wrong heuristic does not
// crash a search; it makes it announce an optimum that is none.
//
//	func TestPuzzle(t *testing.T) {
//	        d, roots := newPuzzle(3), …
//	        searchtest.Moves(t, d, roots, searchtest.Invertible, 100_000)
//	        searchtest.Heuristic(t, d, roots, searchtest.Consistent, 100_000)
//	        searchtest.Kernel(t, d, puzzleKernel, roots, 20)
//	        searchtest.SameAnswers(t, d, searchtest.Blind[state](d), roots, 20)
//	}
//
// # A tour
//
//	moves.go      Moves: costs, operators, and whether each move has its inverse
//	heuristic.go  Heuristic: admissible and consistent, against breadth-first truth
//	kernel.go     Kernel: a kernel made by kernelgen against the generic one
//	answers.go    SameAnswers: two domains of one puzzle, such as with a
//	              pruning table and without (Blind); Machine: with a machine and without
//
// All report through [TB], which *testing.T is, with the state that shows the
// fault, and stop at the first one. States are printed with %v, so a String
// method helps.
package searchtest

// TB is what the checks need of a *testing.T.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
}
