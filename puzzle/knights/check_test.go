package knights

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

func TestCheck(t *testing.T) {
	b := mustParse(t, sample, "")
	best := Solve(t.Context(), b, budget.Limits{})
	moves := best.Solution.(Moves)
	if len(moves) != 7 {
		t.Fatalf("%v", best)
	}
	answer := func(m Moves) puzzle.Answer {
		return puzzle.Answer{Status: puzzle.Solved, Cost: len(m), LowerBound: len(m), Solution: m}
	}
	mutated := func(change func(m Moves) Moves) puzzle.Answer {
		return answer(change(append(Moves(nil), moves...)))
	}
	withCost := func(a puzzle.Answer, cost int) puzzle.Answer {
		a.Cost = cost
		return a
	}
	there := moves[len(moves)-2] // where the blank came from last
	for _, test := range []struct {
		name  string
		board *Board
		ans   puzzle.Answer
		want  puzzle.Verdict
	}{
		{"the best", b, best, puzzle.Verdict{}},
		{"a detour there and back", b, mutated(func(m Moves) Moves { return append(m, there, m[len(m)-1]) }), puzzle.Verdict{}},
		{"exactly the limit", limited(b, 7), best, puzzle.Verdict{}},
		{"a cost alone", b, puzzle.Answer{Status: puzzle.Solved, Cost: 3}, puzzle.Verdict{}},
		{"infeasible", b, puzzle.Answer{Status: puzzle.Infeasible, Cost: puzzle.None}, puzzle.Verdict{}},
		{"unknown", b, puzzle.Answer{Cost: puzzle.None}, puzzle.Verdict{}},
		{"nothing to do", mustParse(t, classic, ""), answer(nil), puzzle.Verdict{}},

		{"beyond the limit", limited(b, 6), best, puzzle.Wrong("7 moves, but at most 6 are allowed")},
		{"a cost alone beyond the limit", limited(b, 6), puzzle.Answer{Status: puzzle.Solved, Cost: 7}, puzzle.Wrong("7 moves, but at most 6 are allowed")},
		{"negative", b, puzzle.Answer{Status: puzzle.Solved, Cost: puzzle.None}, puzzle.Wrong("a solved board needs a number of moves, not -1")},
		{"another cost", b, withCost(best, 6), puzzle.Wrong("the cost is 6, but there are 7 moves")},
		{"too short", b, mutated(func(m Moves) Moves { return m[:6] }), puzzle.Wrong("after 6 moves row 0 is 1*111, in the target it is 11111")},
		{"no moves", b, answer(Moves{}), puzzle.Wrong("after 0 moves row 0 is 10110, in the target it is 11111")},
		{"off the board", b, mutated(func(m Moves) Moves { m[2] = Square{5, 0}; return m }), puzzle.Wrong("move 3: 5,0 is off the board")},
		{"above the board", b, mutated(func(m Moves) Moves { m[0] = Square{-1, 3}; return m }), puzzle.Wrong("move 1: -1,3 is off the board")},
		{"left of the board", b, mutated(func(m Moves) Moves { m[0] = Square{0, -1}; return m }), puzzle.Wrong("move 1: 0,-1 is off the board")},
		{"no knight's jump", b, mutated(func(m Moves) Moves { m[0] = Square{1, 2}; return m }), puzzle.Wrong("move 1: 1,2 is not a knight's jump from the blank at 1,2")},
		{"another puzzle", b, puzzle.Answer{Status: puzzle.Solved, Solution: otherSolution{}}, puzzle.Verdict{Outcome: puzzle.Presentation, Reason: "not a solution of knights"}},
	} {
		if got := Kind.Check(test.board, test.ans); got != test.want {
			t.Errorf("%s: %v: %s\nwant %v: %s", test.name, got.Outcome, got.Reason, test.want.Outcome, test.want.Reason)
		}
	}
}

type otherSolution struct{}

func (otherSolution) AppendText(dst []byte) []byte  { return dst }
func (otherSolution) AppendJudge(dst []byte) []byte { return dst }
func (otherSolution) AppendJSON(dst []byte) []byte  { return dst }

// TestCheckAgainstTheTwin: of all sequences of four moves, exactly those that
// end in the target pass.
func TestCheckAgainstTheTwin(t *testing.T) {
	const start = "*11/001/110"
	w, from := squares(start)
	w4 := func(s string) (ends [][2]string) { // moves as JSON, end
		var walk func(s, moves string, n int)
		walk = func(s, moves string, n int) {
			if n == 0 {
				ends = append(ends, [2]string{`{"moves":[` + strings.TrimPrefix(moves, ",") + "]}", s})
				return
			}
			w.neighbours(s, func(i int, t string) {
				m := Moves{{i / w.cols, i % w.cols}}.AppendJSON(nil)
				walk(t, moves+","+string(m[len(`{"moves":[`):len(m)-2]), n-1)
			})
		}
		walk(s, "", 4)
		return ends
	}
	all := w4(from)
	passed := 0
	for _, target := range all {
		b := mustParse(t, start, w.text(target[1]))
		for _, walk := range all {
			s, err := Kind.DecodeSolution([]byte(walk[0]))
			if err != nil {
				t.Fatal(err)
			}
			v := Check(b, puzzle.Answer{Status: puzzle.Solved, Cost: 4, Solution: s})
			if want := walk[1] == target[1]; want != (v.Outcome == puzzle.Accepted) {
				t.Errorf("%s to %s: %v: %s", walk[0], target[1], v.Outcome, v.Reason)
			}
			if v.Outcome == puzzle.Accepted {
				passed++
			}
		}
	}
	if passed < len(all) || passed == len(all)*len(all) {
		t.Errorf("%d of %d walks passed", passed, len(all)*len(all))
	}
}

// TestJudge: the judge's answers from reading to the verdict.
func TestJudge(t *testing.T) {
	b := limited(mustParse(t, sample, ""), JudgeMaxMoves)
	far := limited(mustParse(t, deep, ""), JudgeMaxMoves)
	for _, test := range []struct {
		board *Board
		text  string
		want  puzzle.Verdict
	}{
		{b, "7", puzzle.Verdict{}},
		{b, "8", puzzle.Wrong("cost 8 given, the best is 7")},
		{b, "6", puzzle.Wrong("cost 6 given, the best is 7")},
		{b, "16", puzzle.Wrong("16 moves, but at most 15 are allowed")},
		{b, "-1", puzzle.Wrong("no solution given, but there is one")},
		{b, "?", puzzle.Wrong("no decision given")},
		{far, "-1", puzzle.Verdict{}},
		{far, "15", puzzle.Wrong("cost 15 given, but there is no solution within the move limit")},
	} {
		r := Kind.NewAnswerReader(strings.NewReader(test.text + "\n"))
		ans, err := r.Read(test.board)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.End(); err != nil {
			t.Error(err)
		}
		got := Kind.Check(test.board, ans)
		if got.Outcome == puzzle.Accepted {
			got = Kind.Judge(test.board, ans, Solve(t.Context(), test.board, budget.Limits{}))
		}
		if got != test.want {
			t.Errorf("%s: %v: %s\nwant %v: %s", test.text, got.Outcome, got.Reason, test.want.Outcome, test.want.Reason)
		}
	}
}

func TestAnswerReader(t *testing.T) {
	b := mustParse(t, sample, "")
	r := Kind.NewAnswerReader(strings.NewReader("\xef\xbb\xbf7 \r\n-1\n\n ?  x\n"))
	for i, want := range []string{"solved 7", "infeasible", "unknown", `4:5: a number of moves, -1 or ? is expected, not "x"`, "EOF"} {
		a, err := r.Read(b)
		got := a.Status.String()
		switch {
		case err != nil:
			got = err.Error()
		case a.Status == puzzle.Solved:
			got += " " + strconv.Itoa(a.Cost)
		}
		if got != want {
			t.Errorf("answer %d: %s, want %s", i+1, got, want)
		}
	}
	if err := r.End(); err != nil {
		t.Error(err)
	}

	r = Kind.NewAnswerReader(strings.NewReader("7\n 8\n"))
	if _, err := r.Read(b); err != nil {
		t.Error(err)
	}
	if err := r.End(); err == nil || err.Error() != `2:2: "8" after the last answer` {
		t.Errorf("End: %v", err)
	}
}

// FuzzAnswerReader: reading ends, faults are where the text is, and answers are
// of a known kind.
func FuzzAnswerReader(f *testing.F) {
	for _, s := range []string{"", "7\n", "-1", "?", "7 8\r\n -2", "\xef\xbb\xbf1", "\x00", "99999999999999999999", "+7"} {
		f.Add(s)
	}
	b, err := Parse(sample)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := Kind.NewAnswerReader(strings.NewReader(text))
		rows := strings.Split(text, "\n")
		place := func(err error) {
			var fault *puzzle.InputError
			if !errors.As(err, &fault) || fault.Line < 1 || fault.Line > len(rows) || fault.Column < 1 || fault.Column > len(rows[fault.Line-1]) {
				t.Fatalf("%v in a text of %d lines", err, len(rows))
			}
		}
		for range len(strings.Fields(text)) + 1 {
			a, err := r.Read(b)
			if err == io.EOF {
				if err := r.End(); err != nil {
					t.Fatal(err)
				}
				return
			}
			if err != nil {
				place(err)
				place(orWord(r.End(), err))
				continue
			}
			if a.Status == puzzle.Solved != (a.Cost >= 0) || a.Solution != nil {
				t.Fatalf("%+v", a)
			}
			Check(b, a)
		}
	})
}

// orWord returns err, or instead when there is none.
func orWord(err, instead error) error {
	if err != nil {
		return err
	}
	return instead
}
