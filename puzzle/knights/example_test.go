package knights_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/puzzle/knights"
)

// Solve a board of the original puzzle.
func Example() {
	board, err := knights.Parse("10110/01*11/10111/01001/00000")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(knights.Solve(context.Background(), board, budget.Limits{}))
	// Output: 7 moves: 0,4 2,3 3,1 1,2 2,0 0,1 2,2
}

// Read the judge's format and print the judge's answers. A bad board is named,
// and the boards after it are still answered.
func Example_judge() {
	const input = `3
01011
110*1
01110
01010
00100
10110
01*11
10x11
01001
00000
11111
01111
00*11
00001
00000
`
	reader, err := knights.Kind.NewReader(strings.NewReader(input), "bzoj1085", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	solver := knights.Kind.NewSolver()
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
		fmt.Printf("%s", answer.AppendJudge(nil))
	}
	// Output:
	// -1
	// 9:3: 'x' is neither a knight (0 or 1) nor the blank (*)
	// 0
}

// Any target may be given, and any size up to 64 squares.
func ExampleParseTarget() {
	board, err := knights.ParseTarget("001/1*1/110", "*11/101/100")
	if err != nil {
		fmt.Println(err)
		return
	}
	answer := knights.Solve(context.Background(), board, budget.Limits{})
	fmt.Println(answer.Status == puzzle.Infeasible, answer) // from the centre there is no move
	// Output: true infeasible: there is no solution
}

// Count all shortest solutions, and list the first two.
func ExampleAllSolutions() {
	board, err := knights.Parse("00111/01011/10010/0011*/00110")
	if err != nil {
		fmt.Println(err)
		return
	}
	solutions, answer := knights.AllSolutions(context.Background(), board, 2, budget.Limits{})
	fmt.Println(solutions.Count, "solutions of", answer.Cost, "moves")
	for _, moves := range solutions.List {
		fmt.Printf("%s\n", moves.AppendText(nil))
	}
	// Output:
	// 2 solutions of 15 moves
	// 15 moves: 4,2 2,1 0,0 1,2 3,3 2,1 0,0 1,2 2,0 0,1 1,3 3,2 2,4 4,3 2,2
	// 15 moves: 4,2 2,1 3,3 1,2 0,0 2,1 3,3 1,2 2,0 0,1 1,3 3,2 2,4 4,3 2,2
}

func ExampleParse() {
	_, err := knights.Parse("10110/01*11/10111/01*01/00000")
	fmt.Println(err)
	// Output: 1:21: a second blank; the first is in row 2, column 3
}

// Check tells why moves are no solution.
func ExampleCheck() {
	board, err := knights.Parse("10110/01*11/10111/01001/00000")
	if err != nil {
		fmt.Println(err)
		return
	}
	moves := knights.Moves{{Row: 3, Col: 3}, {Row: 4, Col: 4}}
	verdict := knights.Check(board, puzzle.Answer{Status: puzzle.Solved, Cost: 2, Solution: moves})
	fmt.Printf("%v: %s\n", verdict.Outcome, verdict.Reason)
	// Output: wrong answer: move 2: 4,4 is not a knight's jump from the blank at 3,3
}

// A designer wants a board of twelve moves with one solution, and a picture of it.
func ExampleGenerator() {
	var boards knights.Generator
	target, _ := knights.Parse("11111/0111*/00010/00000") // the usual one for 4x5
	board, err := boards.Generate(context.Background(), rand.New(rand.NewPCG(1, 0)), knights.Wanted{
		Rows: 4, Cols: 5, Target: target.Target, MinDepth: 12, MaxDepth: 12, Unique: true,
	}, budget.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	rating, _ := knights.Rate(context.Background(), board, budget.Limits{})
	fmt.Printf("%s\n%s\n", board.AppendNative(nil), rating.AppendText(nil))
	answer := knights.Analyse(context.Background(), board, budget.Limits{})
	svg, err := board.AppendSVG(nil, answer.Solution)
	fmt.Println(len(svg) > 0, err)
	// Output:
	// 1*001/01110/01010/01001
	// 12 moves, one shortest solution through 13 positions, 2 of 3 first moves wrong, 12 moves forced, branching 2.67, 38% of it optimal
	// true <nil>
}
