package sudoku_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/puzzle/sudoku"
)

// Solve a puzzle and prove that it has no other solution.
func Example() {
	p, err := sudoku.Parse("......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(sudoku.Solve(context.Background(), p, budget.Limits{}))
	// Output: unique: 416837529982465371735129468571298643293746185864351297647913852359682714128574936
}

// Count the solutions of a 4x4 puzzle; the first in lexicographic order is shown.
func ExampleSolve_count() {
	p, _ := sudoku.Parse("1...2.....3...4.")
	p.MaxSolutions = 10
	fmt.Println(sudoku.Solve(context.Background(), p, budget.Limits{}))
	// Output: first of 4: 1324241341323241
}

// A limit that is reached is an answer too.
func ExampleSolve_limit() {
	p, _ := sudoku.Parse(strings.Repeat(".", 81))
	ans := sudoku.Solve(context.Background(), p, budget.Limits{Nodes: 3})
	fmt.Println(ans.Status, ans.Limit, ans.Generated)
	// Output: unknown nodes 3
}

// Two equal digits in a row are no mistake in the text: there is no solution.
func ExampleSolve_infeasible() {
	p, _ := sudoku.Parse("1..1............")
	fmt.Println(sudoku.Solve(context.Background(), p, budget.Limits{}))
	// Output: infeasible: there is no solution
}

// A fault in a text has its place.
func ExampleParse() {
	_, err := sudoku.Parse("1...2.....3...4")
	fmt.Println(err)
	// Output: 1:16: 15 cells, 1 short of a 4x4 puzzle (16)
}

// Judge a grid by the rules.
func ExampleCheck() {
	p, _ := sudoku.Parse("1...2.....3...4.")
	wrong := &sudoku.Grid{Box: 2, Cells: []uint8{1, 2, 3, 4, 2, 3, 4, 1, 3, 4, 1, 2, 4, 1, 2, 3}}
	v := sudoku.Check(p, puzzle.Answer{Status: puzzle.Solved, Cost: puzzle.None, Solution: wrong})
	fmt.Println(v.Outcome, "-", v.Reason)
	// Output: wrong answer - row 2, column 1: a second 2 in box 1, the first is in row 1, column 2
}

// Solve grid after grid without allocating: is the solution the only one?
func ExampleSolver_Fill() {
	var s sudoku.Solver
	cells := make([]uint8, 81)
	for i, c := range "......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3." {
		if c != '.' {
			cells[i] = uint8(c - '0')
		}
	}
	fmt.Println(s.Fill(cells, 2), cells[:9])
	// Output: 1 [4 1 6 8 3 7 5 2 9]
}

// Count all solutions, within limits.
func ExampleSolver_Count() {
	var s sudoku.Solver
	n, err := s.Count(context.Background(), make([]uint8, 16), 0, budget.Limits{})
	fmt.Println(n, err)
	// Output: 288 <nil>
}
