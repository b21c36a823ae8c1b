package mayan_test

import (
	"context"
	"fmt"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle/mayan"
)

// The sample of the original problem: clear the board in exactly three moves.
func Example() {
	board, err := mayan.Parse("3: 1/2 1/2 3 4/3 1/2 4 3 4")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(mayan.Solve(context.Background(), board, budget.Limits{}))
	// Output: 3 moves: 2,1,right 3,1,right 3,0,right
}

// The three modes on one board: exactly two moves, at most two, the fewest of
// any number.
func ExampleRules_Parse() {
	for _, mode := range []mayan.Mode{mayan.Exact, mayan.AtMost, mayan.Min} {
		text := "2: /1 1//1/"
		if mode == mayan.Min {
			text = "*: /1 1//1/"
		}
		board, err := mayan.Rules{Mode: mode}.Parse(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(mode, mayan.Solve(context.Background(), board, budget.Limits{}))
	}
	// Output:
	// exact 2 moves: 1,0,left 3,0,left
	// atmost 1 move: 1,0,right
	// min 1 move: 1,0,right
}

// A board need not come from a text, nor have five columns. This one cannot be
// cleared: the upper block never gets over to the other column.
func ExampleNew() {
	board, err := mayan.New([][]int{{1, 1}, {1}}, mayan.NoLimit, mayan.Rules{Mode: mayan.Min})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(mayan.Solve(context.Background(), board, budget.Limits{}))
	// Output: infeasible: there is no solution
}

// Check replays an answer and says what is wrong with it.
func ExampleCheck() {
	board, err := mayan.Parse("2: /1 1//1/")
	if err != nil {
		fmt.Println(err)
		return
	}
	answer := mayan.Solve(context.Background(), board, budget.Limits{})
	fmt.Println(mayan.Check(board, answer).Outcome)

	answer.Solution = mayan.Moves{{X: 1, Y: 0, G: 1}, {X: 4, Y: 0, G: 1}}
	fmt.Println(mayan.Check(board, answer).Reason)
	// Output:
	// ok
	// the board is empty before the last move
}
