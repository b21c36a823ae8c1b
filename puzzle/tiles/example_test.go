package tiles_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/puzzle/tiles"
)

// Solve a 15-puzzle.
func Example() {
	board, err := tiles.Parse("4 1 2 3 5 6 10 7 8 0 9 11 12 13 14 15")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(tiles.Solve(context.Background(), board, budget.Limits{}))
	// Output: 5 moves: 9 10 6 5 4
}

// Read Korf's format with a heuristic of one's choice. A bad board is named, and
// the boards after it are still answered.
func Example_korf() {
	const input = `79 0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15
80 0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 10
81 1 0 2 3 4 5 6 8 7
`
	settings := puzzle.Settings{"heuristic": "manhattan"}
	reader, err := tiles.Kind.NewReader(strings.NewReader(input), "korf", settings)
	if err != nil {
		fmt.Println(err)
		return
	}
	solver := tiles.NewSolver()
	for {
		board, err := reader.Read()
		if err == io.EOF {
			return
		}
		if err != nil {
			fmt.Println(err)
			continue
		}
		answer := solver.Solve(context.Background(), board, budget.Limits{})
		fmt.Println(answer.Status, answer.Cost, answer.Generated)
	}
	// Output:
	// solved 42 540859
	// 2:39: tile 10 occurs twice; the first is in row 4, column 3
	// infeasible -1 0
}

func ExampleParseSize() {
	board, err := tiles.ParseSize("1 2 0 3", "2x2")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s%v", board.AppendGrid(nil), board.Solvable())
	// Output:
	// 1 2
	// . 3
	// false
}

func ExampleFrames() {
	board, err := tiles.Parse("1 2 0 3 4 5 6 7 8")
	if err != nil {
		fmt.Println(err)
		return
	}
	answer := tiles.Solve(context.Background(), board, budget.Limits{})
	steps, err := tiles.Frames(board, answer.Solution.(tiles.Moves))
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, step := range steps {
		fmt.Printf("%s", step.AppendText(nil, i))
	}
	// Output:
	// start; 2 moves are left, at least 2 needed (distances 2)
	// 1 2 .
	// 3 4 5
	// 6 7 8
	// 1. tile 2 slides right; 1 move is left, at least 1 needed (distances 1)
	// 1 . 2
	// 3 4 5
	// 6 7 8
	// 2. tile 1 slides right; 0 moves are left, at least 0 needed (distances 0)
	// . 1 2
	// 3 4 5
	// 6 7 8
}

func ExampleSolver_GenerateDepth() {
	rng := rand.New(rand.NewPCG(2026, 12))
	solver := tiles.NewSolver()
	board, err := solver.GenerateDepth(context.Background(), rng, 3, 3, 20, budget.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	rating, _ := solver.Rate(context.Background(), board, budget.Limits{})
	fmt.Println(rating.Length)
	// Output: 20
}

func ExampleTables() {
	for _, table := range tiles.Tables() {
		fmt.Println(table)
	}
	// Output:
	// 4x4 7-8: 576576000 placements, 288 MB to keep; building takes 2107 MB of memory and about 34 s of processor time
	// 4x5 6-6-7: 446515200 placements, 223 MB to keep; building takes 1603 MB of memory and about 26 s of processor time
	// 5x5 6-6-6-6: 510048000 placements, 255 MB to keep; building takes 730 MB of memory and about 30 s of processor time
}
