package searchtest_test

import (
	"fmt"

	"github.com/deepen-go/deepen/search/searchtest"
)

// printer takes the place of a *testing.T.
type printer struct{}

func (printer) Helper() {}

func (printer) Errorf(format string, args ...any) { fmt.Printf(format+"\n", args...) }

func ExampleHeuristic() {
	// Going down by two is a move as well, and costs 2: the distance is right.
	searchtest.Heuristic(printer{}, line{twoDown: true}, []int{20}, searchtest.Consistent, 100)
	// A heuristic that rounds up is not admissible.
	roundUp := func(s int) int { return (s + 3) / 4 * 4 }
	searchtest.Heuristic(printer{}, line{h: roundUp}, []int{20}, searchtest.Admissible, 100)
	// Output:
	// state 20: operator 0 leads to 19 with heuristic 20, but from there a goal is only 19 away: not admissible
}
