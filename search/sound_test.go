package search_test

import (
	"testing"

	"github.com/deepen-go/deepen/search/searchtest"
)

// TestExamplesAreSound holds the domains of the examples to what searchtest asks
// of everybody's.
func TestExamplesAreSound(t *testing.T) {
	roots := []hanoi{{}, {3, 3, 3, 2}, {1, 3, 3, 3}, {1, 1, 3, 3}, {3, 3, 3, 3}}
	searchtest.Moves(t, tower{}, roots, searchtest.Invertible, 1000)
	searchtest.Heuristic(t, tower{}, roots, searchtest.Consistent, 256, hanoi{3, 3, 3, 3})
	searchtest.SameAnswers(t, tower{}, searchtest.Blind[hanoi](tower{}), roots[1:], 5)

	searchtest.Moves(t, kitchen{}, []pancakes{{1, 2, 3, 4, 5, 6, 7, 8}}, searchtest.Invertible, 2000)
	searchtest.Heuristic(t, kitchen{}, []pancakes{{1, 2, 3, 4, 5, 6, 7, 8}}, searchtest.Consistent, 40_320)

	searchtest.InPlaceKernel(t, griddle{}, griddleIDAStar, []stack{
		{3, 4, 7, 1, 8, 2, 6, 5, 9, 10, 11, 12, 13, 14, 15, 16},
		{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
		hardStack,
	}, 14)
	searchtest.StepKernel(t, newFifteen(), fifteenIDAStar, []board{
		newBoard([16]int{1, 2, 3, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14, 0}),
		newBoard(korf[0].tiles),
	}, 36)
}
