package squares

import (
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

type foreign struct{}

func (foreign) AppendText(dst []byte) []byte  { return dst }
func (foreign) AppendJudge(dst []byte) []byte { return dst }
func (foreign) AppendJSON(dst []byte) []byte  { return dst }

func TestCheck(t *testing.T) {
	claim := func(cost int, sticks ...int) puzzle.Answer {
		return puzzle.Answer{Status: puzzle.Solved, Cost: cost, Solution: Removal(sticks)}
	}
	// A 2x2 grid: 3, 4, 5 and 8, 9, 10 are vertical.
	tests := []struct {
		grid   string
		shapes Shapes
		ans    puzzle.Answer
		want   string // "" when accepted
	}{
		{"2:", Squares, claim(3, 1, 4, 8), "the 1x1 square of row 2 and column 2 is still complete"},
		{"2:", Squares, claim(3, 1, 6, 9), "the 1x1 square of row 1 and column 2 is still complete"},
		{"2:", Squares, claim(3, 1, 4, 12), "the 1x1 square of row 2 and column 1 is still complete"},
		{"2:", Squares, claim(2, 6, 7), "the 2x2 square of rows 1 to 2 and columns 1 to 2 is still complete"},
		{"2:", Squares, claim(3, 1, 7, 11), ""},
		{"2:", Squares, claim(3, 11, 7, 1), ""},
		{"2: 7", Squares, claim(2, 1, 11), ""},
		{"2:", Squares, claim(2, 1, 7, 11), "cost 2 given, but 3 sticks are taken away"},
		{"2:", Squares, claim(4, 1, 7, 11, 13), "stick 13 is not on the grid, whose sticks are 1 to 12"},
		{"2:", Squares, claim(4, 0, 1, 7, 11), "stick 0 is not on the grid, whose sticks are 1 to 12"},
		{"2:", Squares, claim(4, 1, 7, 11, 7), "stick 7 is taken away twice"},
		{"2: 7", Squares, claim(3, 1, 7, 11), "stick 7 is already gone"},
		{"2:", Unit, claim(2, 6, 7), ""},
		{"2:", Rectangles, claim(3, 1, 7, 9), ""},
		{"2:", Rectangles, claim(3, 1, 7, 11), "the 2x1 rectangle of rows 1 to 2 and column 2 is still complete"},
		{"1x2:", Rectangles, claim(1, 4), "the 1x2 rectangle of row 1 and columns 1 to 2 is still complete"},
		{"2x1:", Rectangles, claim(1, 4), "the 2x1 rectangle of rows 1 to 2 and column 1 is still complete"},
		{"1x2:", Squares, claim(1, 4), ""},
		{"1: 1", Squares, claim(0), ""},
		{"2:", Squares, puzzle.Answer{Status: puzzle.Solved, Cost: 3}, ""},
		{"2: 1", Squares, puzzle.Answer{Status: puzzle.Solved, Cost: 12}, "cost 12 given, but the grid has 11 sticks"},
		{"2:", Squares, puzzle.Answer{Status: puzzle.Solved, Cost: -1}, "cost -1 given, but the grid has 12 sticks"},
		{"2:", Squares, puzzle.Answer{Status: puzzle.Infeasible}, "no solution given, but there is always one: take all sticks away"},
		{"2:", Squares, puzzle.Answer{Cost: puzzle.None}, ""},
		{"2:", Squares, puzzle.Answer{Cost: 1, Solution: Removal{1}}, "the 1x1 square of row 1 and column 2 is still complete"},
		{"2:", Squares, puzzle.Answer{Status: puzzle.Solved, Cost: 1, Solution: foreign{}}, "the solution is one of another puzzle (squares.foreign)"},
	}
	for _, test := range tests {
		g, err := Parse(test.grid)
		if err != nil {
			t.Fatal(err)
		}
		g.Shapes = test.shapes
		v := Kind.Check(g, test.ans)
		want := puzzle.WrongAnswer
		if test.want == "" {
			want = puzzle.Accepted
		}
		if v.Outcome != want || v.Reason != test.want {
			t.Errorf("%s, %+v: %s %q, want %q", test.grid, test.ans, v.Outcome, v.Reason, test.want)
		}
	}
}

// TestCheckTwin holds removals at random against the literal shapes: what is
// accepted leaves nothing for the twin to do.
func TestCheckTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t, 4, 12)
		var there []int
		for s := 1; s <= g.Sticks(); s++ {
			if !slices.Contains(g.Gone, s) {
				there = append(there, s)
			}
		}
		removal := Removal{}
		for _, s := range there {
			if rapid.Bool().Draw(t, "take") {
				removal = append(removal, s)
			}
		}
		after := &Grid{Rows: g.Rows, Cols: g.Cols, Shapes: g.Shapes, Gone: append(slices.Clone(g.Gone), removal...)}
		v := Check(g, puzzle.Answer{Status: puzzle.Solved, Cost: len(removal), Solution: removal})
		if left := twin(after) > 0; left != (v.Outcome != puzzle.Accepted) {
			t.Fatalf("%s, %v: %s %s, shapes left: %t", g, removal, v.Outcome, v.Reason, left)
		}
	})
}

func TestJudge(t *testing.T) {
	g := full(3, 3, Squares)
	best := Solve(background, g, budget.Limits{})
	tests := []struct {
		ans  puzzle.Answer
		want puzzle.Outcome
	}{
		{best, puzzle.Accepted},
		{puzzle.Answer{Status: puzzle.Solved, Cost: 6}, puzzle.Accepted},
		{puzzle.Answer{Status: puzzle.Solved, Cost: 7}, puzzle.WrongAnswer},
		{puzzle.Answer{Status: puzzle.Solved, Cost: 5}, puzzle.WrongAnswer},
		{puzzle.Answer{Cost: puzzle.None}, puzzle.WrongAnswer},
	}
	for _, test := range tests {
		if v := Kind.Judge(g, test.ans, best); v.Outcome != test.want {
			t.Errorf("%+v: %s, want %s", test.ans, v.Outcome, test.want)
		}
	}
}

func TestRemoval(t *testing.T) {
	tests := []struct {
		removal           Removal
		text, judge, json string
	}{
		{Removal{}, "0 sticks", "0\n", `{"remove":[]}`},
		{nil, "0 sticks", "0\n", `{"remove":[]}`},
		{Removal{4}, "1 stick: 4", "1\n", `{"remove":[4]}`},
		{Removal{1, 5, 9}, "3 sticks: 1 5 9", "3\n", `{"remove":[1,5,9]}`},
	}
	for _, test := range tests {
		if got := string(test.removal.AppendText(nil)); got != test.text {
			t.Errorf("text %q, want %q", got, test.text)
		}
		if got := string(test.removal.AppendJudge(nil)); got != test.judge {
			t.Errorf("judge %q, want %q", got, test.judge)
		}
		got := test.removal.AppendJSON(nil)
		if string(got) != test.json {
			t.Errorf("JSON %s, want %s", got, test.json)
		}
		back, err := Kind.DecodeSolution(got)
		if err != nil || !slices.Equal(back.(Removal), test.removal) {
			t.Errorf("%s decodes as %v, %v", got, back, err)
		}
	}
	if s, err := Kind.DecodeSolution(json.RawMessage(`{"remove":[9,1]}`)); err != nil || !slices.Equal(s.(Removal), Removal{1, 9}) {
		t.Errorf("%v, %v", s, err)
	}
	for _, bad := range []string{``, `{}`, `{"remove":null}`, `{"remove":["1"]}`, `{"remove":[1.5]}`, `[1]`, `{"remove":[1]`} {
		if s, err := Kind.DecodeSolution(json.RawMessage(bad)); err == nil {
			t.Errorf("%s decodes as %v", bad, s)
		}
	}
}
