package mayan

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/deepen-go/deepen/puzzle"
)

func TestSolutionText(t *testing.T) {
	for _, tt := range []struct {
		moves             Moves
		text, judge, json string
	}{
		{Moves{}, "0 moves", "", `{"moves":[]}`},
		{Moves{{0, 3, -1}}, "1 move: 0,3,left", "0 3 -1\n", `{"moves":[[0,3,-1]]}`},
		{Moves{{2, 1, 1}, {3, 0, 1}}, "2 moves: 2,1,right 3,0,right", "2 1 1\n3 0 1\n", `{"moves":[[2,1,1],[3,0,1]]}`},
	} {
		if got := string(tt.moves.AppendText(nil)); got != tt.text {
			t.Errorf("text %q, want %q", got, tt.text)
		}
		if got := string(tt.moves.AppendJudge(nil)); got != tt.judge {
			t.Errorf("judge %q, want %q", got, tt.judge)
		}
		if got := string(tt.moves.AppendJSON(nil)); got != tt.json {
			t.Errorf("JSON %q, want %q", got, tt.json)
		}
		back, err := Kind.DecodeSolution(json.RawMessage(tt.json))
		if diff := cmp.Diff(puzzle.Solution(tt.moves), back); err != nil || diff != "" {
			t.Errorf("decoded: %v (-want +got):\n%s", err, diff)
		}
	}
	if got := string(Moves(nil).AppendJSON(nil)); got != `{"moves":[]}` {
		t.Errorf("nil moves as JSON: %s", got)
	}
	for _, bad := range []string{``, `[]`, `{}`, `{"moves":null}`, `{"moves":[[1,2]]}`, `{"moves":[[1,2,3,4]]}`, `{"moves":[["a",0,1]]}`} {
		if s, err := Kind.DecodeSolution(json.RawMessage(bad)); err == nil || s != nil {
			t.Errorf("%q is decoded as %v", bad, s)
		}
	}
}

// TestReadAnswers reads the answers to a list of boards from one text.
func TestReadAnswers(t *testing.T) {
	const easy, hard, empty = "2: /1 1//1/", "2: 1/2 1/2 3 4/3 1/2 4 3 4", "2: ////"
	for _, tt := range []struct {
		name   string
		mode   Mode
		boards []string
		text   string
		want   []string // for each board its answer, then what End says
	}{
		{"exact", Exact, []string{easy, easy}, "1 0 1 2\n0 1\n\n1 0 1\n2 0 1\n", []string{"2 moves: 1,0,right 2,0,right", "2 moves: 1,0,right 2,0,right", ""}},
		{"-1 and ?", Exact, []string{easy, easy}, "-1\n?\n", []string{"infeasible: there is no solution", "unknown", ""}},
		{"exact, invalid moves", Exact, []string{easy}, "9 9 9\n-1 -1 -1", []string{"2 moves: 9,9,right -1,-1,left", ""}},
		{"too short", Exact, []string{easy}, "1 0 1\n", []string{"2:1: the text ends after 1 of 2 moves", ""}},
		{"cut within a move", Exact, []string{easy}, "1 0 1\n2\n\n", []string{"4:1: the text ends before the row of move 2", ""}},
		{"nothing", Exact, []string{easy}, "\n", []string{"EOF", ""}},
		{"word", Exact, []string{easy}, "1 x 1\n", []string{`1:3: the row of move 1 is expected, not "x"`, `1:5: "1" after the last answer`}},
		{"too much", Exact, []string{easy}, "1 0 1\n2 0 1\n 3 0 1\n", []string{"2 moves: 1,0,right 2,0,right", `3:2: "3" after the last answer`}},
		{"exact, empty board", Exact, []string{empty, "0: 1"}, "-1", []string{"infeasible: there is no solution", "0 moves", ""}},
		{"atmost", AtMost, []string{easy, empty, easy, easy}, "1 0 1\n -1\n3 0 -1", []string{
			"1 move: 1,0,right", "0 moves", "infeasible: there is no solution", "1 move: 3,0,left", ""}},
		{"min, open", Min, []string{"*: /1/1 1//", "*: /1/1 1//"}, "1 0 1\n1 0 1\n1 0 1\n1 0 1\n2 0 1\n?", []string{
			"5 moves: 1,0,right 1,0,right 1,0,right 1,0,right 2,0,right", "unknown", ""}},
		{"as many as allowed", Min, []string{hard, hard}, "2 1 1\n3 1 1\n-1\n", []string{"2 moves: 2,1,right 3,1,right", "infeasible: there is no solution", ""}},
		{"ends early", Min, []string{hard, hard}, "2 1 1\n?\n", []string{"1 move: 2,1,right", "unknown", ""}},
		{"text ends early", Min, []string{hard}, "2 1 1\n", []string{"1 move: 2,1,right", ""}},
		{"ends with an invalid move", AtMost, []string{hard, easy}, "4 0 1\n1 1 1\n", []string{"1 move: 4,0,right", "1 move: 1,1,right", ""}},
		{"binary", AtMost, []string{hard}, "\x00\n", []string{"1:1: a zero byte: this is not a text file", ""}},
	} {
		r := Kind.NewAnswerReader(strings.NewReader(tt.text))
		var got []string
		for _, text := range tt.boards {
			ans, err := r.Read(mustParse(t, tt.mode, text))
			var fault *puzzle.InputError
			if err == nil {
				got = append(got, ans.String())
			} else if err == io.EOF || errors.As(err, &fault) {
				got = append(got, err.Error())
			} else {
				t.Fatalf("%s: %v", tt.name, err)
			}
		}
		end := ""
		if err := r.End(); err != nil {
			end = err.Error()
		}
		if diff := cmp.Diff(tt.want, append(got, end)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func FuzzAnswer(f *testing.F) {
	f.Add("1 0 1\n2 0 1\n", uint8(0))
	f.Add("2 0 -1 ? -1", uint8(1))
	f.Add("-1\n\x00", uint8(2))
	f.Add("1 0", uint8(3))
	f.Fuzz(func(t *testing.T, text string, which uint8) {
		mode := Mode(which % 3)
		in := mustParse(t, mode, "2: /1/1 1//")
		if which >= 128 {
			in = mustParse(t, Min, "*: 1 2 1/2 1 2 3/3 3 1")
		}
		r := Kind.NewAnswerReader(strings.NewReader(text))
		for range len(text) + 1 {
			ans, err := r.Read(in)
			var fault *puzzle.InputError
			if err == io.EOF {
				if err := r.End(); err != nil {
					t.Fatalf("the end is not the end: %v", err)
				}
				return
			}
			if errors.As(err, &fault) {
				if fault.Line < 1 || fault.Column < 1 {
					t.Fatal(fault)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			Check(in, ans)
		}
		t.Fatal("the reader does not come to an end")
	})
}
