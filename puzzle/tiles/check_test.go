package tiles

import (
	"strconv"
	"strings"
	"testing"

	"github.com/deepen-go/deepen/puzzle"
)

type otherSolution struct{}

func (otherSolution) AppendText(dst []byte) []byte  { return dst }
func (otherSolution) AppendJudge(dst []byte) []byte { return dst }
func (otherSolution) AppendJSON(dst []byte) []byte  { return dst }

func TestCheck(t *testing.T) {
	b := mustParse(t, sample3, "") // 4 5 2 1
	answer := func(m ...int) puzzle.Answer {
		return puzzle.Answer{Status: puzzle.Solved, Cost: len(m), LowerBound: len(m), Solution: Moves(m)}
	}
	other := answer(4, 5, 2, 1)
	other.Cost = 3
	for _, test := range []struct {
		name string
		ans  puzzle.Answer
		want puzzle.Verdict
	}{
		{"the best", answer(4, 5, 2, 1), puzzle.Verdict{}},
		{"a detour", answer(4, 4, 4, 5, 2, 1), puzzle.Verdict{}},
		{"a cost alone", puzzle.Answer{Status: puzzle.Solved, Cost: 3}, puzzle.Verdict{}},
		{"infeasible", puzzle.Answer{Status: puzzle.Infeasible, Cost: puzzle.None}, puzzle.Verdict{}},
		{"unknown", puzzle.Answer{Cost: puzzle.None}, puzzle.Verdict{}},

		{"negative", puzzle.Answer{Status: puzzle.Solved, Cost: puzzle.None}, puzzle.Wrong("a solved board needs a number of moves, not -1")},
		{"another cost", other, puzzle.Wrong("the cost is 3, but there are 4 moves")},
		{"too short", answer(4, 5, 2), puzzle.Wrong("after 3 moves row 1, column 1 has 1 instead of 0")},
		{"no moves", answer(), puzzle.Wrong("after 0 moves row 1, column 1 has 1 instead of 0")},
		{"not beside", answer(4, 1), puzzle.Wrong("move 2: tile 1 in row 1, column 1 is not beside the blank in row 2, column 3")},
		{"across", answer(1), puzzle.Wrong("move 1: tile 1 in row 1, column 1 is not beside the blank in row 2, column 2")},
		{"round the edge", answer(4, 6), puzzle.Wrong("move 2: tile 6 in row 3, column 1 is not beside the blank in row 2, column 3")},
		{"no such tile", answer(4, 9), puzzle.Wrong("move 2: there is no tile 9")},
		{"negative tile", answer(-1), puzzle.Wrong("move 1: there is no tile -1")},
		{"the blank", answer(0), puzzle.Wrong("move 1: there is no tile 0")},
		{"another puzzle", puzzle.Answer{Status: puzzle.Solved, Solution: otherSolution{}}, puzzle.Verdict{Outcome: puzzle.Presentation, Reason: "not a solution of tiles"}},
	} {
		if got := Kind.Check(b, test.ans); got != test.want {
			t.Errorf("%s: %v: %s\nwant %v: %s", test.name, got.Outcome, got.Reason, test.want.Outcome, test.want.Reason)
		}
	}
}

// TestCheckAgainstTheTwin: of all sequences of five tiles on 2x2, exactly those
// pass that the twin can play to the goal.
func TestCheckAgainstTheTwin(t *testing.T) {
	w := twin{2, 2}
	passed := 0
	for start := range w.depths() {
		for n := range 4 * 4 * 4 * 4 * 4 {
			var m Moves
			s := start
			for i := range 5 {
				tile := n >> (2 * i) & 3
				m = append(m, tile)
				next := ""
				for _, move := range w.moves(s) {
					if move.tile == tile {
						next = move.to
					}
				}
				if s = next; s == "" {
					s = strings.Repeat("\xff", 4) // from where nothing moves
				}
			}
			v := Check(w.board(start), puzzle.Answer{Status: puzzle.Solved, Cost: 5, Solution: m})
			if (v.Outcome == puzzle.Accepted) != (s == w.goal()) {
				t.Fatalf("%q, %v: %v: %s", start, m, v.Outcome, v.Reason)
			}
			if s == w.goal() {
				passed++
			}
		}
	}
	if passed != 32 { // every move has two choices, and the way can be played backwards
		t.Errorf("%d passed", passed)
	}
}

func TestJudgeAndAnswerReader(t *testing.T) {
	b := mustParse(t, sample3, "")
	best := solve(NewSolver(), b)
	for text, want := range map[string]puzzle.Verdict{
		"4":  {},
		"6":  puzzle.Wrong("cost 6 given, the best is 4"),
		"-1": puzzle.Wrong("no solution given, but there is one"),
		"?":  puzzle.Wrong("no decision given"),
	} {
		r := Kind.NewAnswerReader(strings.NewReader(text + "\n"))
		ans, err := r.Read(b)
		if err != nil || r.End() != nil {
			t.Fatal(err, r.End())
		}
		if got := Kind.Judge(b, ans, best); got != want {
			t.Errorf("%s: %v: %s", text, got.Outcome, got.Reason)
		}
	}
	r := Kind.NewAnswerReader(strings.NewReader("7 \n-1 x"))
	for i, want := range []string{"7", "-1", `2:4: a number of moves, -1 or ? is expected, not "x"`} {
		a, err := r.Read(b)
		got := strconv.Itoa(a.Cost)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("answer %d: %s", i+1, got)
		}
	}
}

func TestSolutions(t *testing.T) {
	for _, test := range []struct {
		moves             Moves
		text, judge, json string
	}{
		{Moves{}, "0 moves", "0\n", `{"moves":[]}`},
		{Moves{1}, "1 move: 1", "1\n", `{"moves":[1]}`},
		{Moves{4, 15, 2}, "3 moves: 4 15 2", "3\n", `{"moves":[4,15,2]}`},
	} {
		if got := string(test.moves.AppendText(nil)); got != test.text {
			t.Error(got)
		}
		if got := string(test.moves.AppendJudge(nil)); got != test.judge {
			t.Error(got)
		}
		if got := string(test.moves.AppendJSON(nil)); got != test.json {
			t.Error(got)
		}
		back, err := Kind.DecodeSolution([]byte(test.json))
		if err != nil || string(back.AppendJSON(nil)) != test.json {
			t.Errorf("%v, %v", back, err)
		}
	}
	for _, bad := range []string{"", "{}", `{"moves":null}`, `{"moves":[[1]]}`, `{"moves":["1"]}`, `{"moves":[1.5]}`, "[]"} {
		if _, err := Kind.DecodeSolution([]byte(bad)); err == nil || !strings.HasPrefix(err.Error(), "tiles solution: ") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	// The solution to nothing is a list, not null.
	a := solve(NewSolver(), mustParse(t, "0 1 2 3 4 5 6 7 8", ""))
	if got := string(a.Solution.AppendJSON(nil)); got != `{"moves":[]}` || a.Cost != 0 {
		t.Error(got)
	}
}

// FuzzAnswerReader: reading ends, and answers are of a known kind.
func FuzzAnswerReader(f *testing.F) {
	for _, s := range []string{"", "7\n", "-1", "?", "7 8\r\n -2", "\x00", "99999999999999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b := &Board{Rows: 2, Cols: 2, Tiles: [MaxCells]uint8{0, 1, 2, 3}}
		r := Kind.NewAnswerReader(strings.NewReader(text))
		for range len(strings.Fields(text)) + 1 {
			a, err := r.Read(b)
			if err == nil {
				if (a.Status == puzzle.Solved) != (a.Cost >= 0) {
					t.Fatalf("%+v", a)
				}
				Check(b, a)
			}
		}
	})
}
