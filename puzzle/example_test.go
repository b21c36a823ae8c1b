package puzzle_test

import (
	"fmt"

	"github.com/deepen-go/deepen/puzzle"
)

// An answer prints itself for people, for a judge and as a JSON line.
func ExampleAnswer() {
	a := puzzle.Answer{
		Cost:       puzzle.None,
		LowerBound: 12,
		Limit:      "nodes",
		Generated:  5000,
		Expanded:   1800,
	}
	fmt.Println(a)
	fmt.Printf("%s", a.AppendJudge(nil))
	fmt.Printf("%s", a.AppendJSON(nil, "boards.txt:7", "knights", 0.004, false))
	// Output:
	// unknown (node limit): at least 12
	// ?
	// {"id":"boards.txt:7","puzzle":"knights","status":"unknown","cost":null,"lower_bound":12,"solution":null,"limit":"nodes","generated":5000,"expanded":1800,"seconds":0.004000}
}

// JudgeCost compares an answer with the best one.
func ExampleJudgeCost() {
	given := puzzle.Answer{Status: puzzle.Solved, Cost: 9}
	best := puzzle.Answer{Status: puzzle.Solved, Cost: 7}
	v := puzzle.JudgeCost(given, best)
	fmt.Printf("%v: %s\n", v.Outcome, v.Reason)
	// Output: wrong answer: cost 9 given, the best is 7
}
