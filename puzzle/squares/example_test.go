package squares_test

import (
	"context"
	"fmt"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle/squares"
)

func Example() {
	g, err := squares.Parse("3: 12 17 23") // 3x3 cells, three sticks are gone
	if err != nil {
		panic(err)
	}
	fmt.Println(squares.Solve(context.Background(), g, budget.Limits{}))
	// Output: 3 sticks: 1 6 15
}

func ExampleSolve_rectangles() {
	g := &squares.Grid{Rows: 2, Cols: 3, Shapes: squares.Rectangles}
	fmt.Println(squares.Solve(context.Background(), g, budget.Limits{}))
	// Output: 5 sticks: 2 3 8 10 12
}

func ExampleSolve_limit() {
	g := &squares.Grid{Rows: 5, Cols: 5}
	ans := squares.Solve(context.Background(), g, budget.Limits{Nodes: 10})
	fmt.Println(ans.Status, ans.Limit, ans.LowerBound)
	// Output: unknown nodes 13
}

func ExampleCheck() {
	g := &squares.Grid{Rows: 2, Cols: 2}
	ans := squares.Solve(context.Background(), g, budget.Limits{})
	ans.Solution, ans.Cost = squares.Removal{6, 7}, 2
	fmt.Println(squares.Check(g, ans).Reason)
	// Output: the 2x2 square of rows 1 to 2 and columns 1 to 2 is still complete
}

func ExampleGrid_AppendJudge() {
	g, err := squares.Parse("5: 12 17 23")
	if err != nil {
		panic(err)
	}
	text, err := g.AppendJudge([]byte("1\n"))
	if err != nil {
		panic(err)
	}
	fmt.Print(string(text))
	// Output:
	// 1
	// 5
	// 3 12 17 23
}
