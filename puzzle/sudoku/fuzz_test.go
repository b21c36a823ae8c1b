package sudoku

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// FuzzReader reads any text in every format: only puzzles and faults with a
// place in the text come out, and the puzzles survive being written.
func FuzzReader(f *testing.F) {
	for i, format := range info.Formats {
		f.Add(uint8(i), format.Sample)
	}
	f.Add(uint8(0), "AQ"+strings.Repeat(".", 623))
	f.Add(uint8(2), "[State]\n[Puzzle]\n#A\n.........")
	f.Fuzz(func(t *testing.T, format uint8, text string) {
		name := info.Formats[int(format)%len(info.Formats)].Name
		r, err := Kind.NewReader(strings.NewReader(text), name, nil)
		if err != nil {
			t.Fatal(err)
		}
		textLines := strings.Count(text, "\n") + 1
		for range textLines + 2 { // a puzzle or a fault a line at most, and the end
			inst, err := r.Read()
			if err == io.EOF {
				return
			}
			if err != nil {
				wantPlace(t, err, text)
				continue
			}
			p := inst.(*Puzzle)
			if err := p.validate(); err != nil {
				t.Fatal(err)
			}
			q, err := Parse(p.String())
			if err != nil || q.Letters != p.Letters || !slices.Equal(q.Givens, p.Givens) {
				t.Fatalf("%s came back as %v, %v", p, q, err)
			}
		}
		t.Fatalf("%q: no end", text)
	})
}

func wantPlace(t *testing.T, err error, text string) {
	t.Helper()
	fault := (*puzzle.InputError)(nil)
	if !errors.As(err, &fault) {
		t.Fatalf("%v is no InputError", err)
	}
	textLines := strings.Split(text, "\n")
	if fault.Line < 1 || fault.Line > len(textLines) || fault.Column < 1 || fault.Column > len(textLines[fault.Line-1])+1 {
		t.Fatalf("%q: %v is not in the text", text, err)
	}
}

func FuzzAnswerReader(f *testing.F) {
	f.Add("1324241341323241\n-1 ?\n")
	f.Add("12 x")
	p := &Puzzle{Box: 2, Givens: make([]uint8, 16)}
	f.Fuzz(func(t *testing.T, text string) {
		r := Kind.NewAnswerReader(strings.NewReader(text))
		for {
			ans, err := r.Read(p)
			if err == io.EOF {
				if err := r.End(); err != nil {
					t.Fatalf("%q: %v after the end", text, err)
				}
				return
			}
			if err != nil {
				wantPlace(t, err, text)
				continue
			}
			if ans.Status != puzzle.Solved {
				continue
			}
			word := strings.TrimSuffix(string(ans.AppendJudge(nil)), "\n")
			if !strings.Contains(text, word) {
				t.Fatalf("%q: read %s", text, word)
			}
		}
	})
}

// FuzzSolve solves any puzzle within a node limit; the answer has to stand
// before the rules, whatever it is.
func FuzzSolve(f *testing.F) {
	f.Add(hard, uint16(0))
	f.Add(loose, uint16(5))
	f.Add("1...2.....3...4.", uint16(0))
	f.Add(strings.Repeat(".", 256), uint16(300))
	f.Add(strings.Repeat(".", 1296), uint16(300))
	s := new(solver)
	f.Fuzz(func(t *testing.T, text string, nodes uint16) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		limit := uint64(nodes)%2000 + 1
		ans := s.solve(context.Background(), p, budget.Limits{Nodes: limit})
		if v := Check(p, ans); v.Outcome != puzzle.Accepted {
			t.Fatalf("%s: %s", p, v.Reason)
		}
		if ans.Generated > limit || (ans.Status == puzzle.Unknown) != (ans.Generated == limit) {
			t.Fatalf("%s: %v with %d of %d nodes", p, ans.Status, ans.Generated, limit)
		}
		if (ans.Count.N > 0) != (ans.Solution != nil) || ans.Status == puzzle.Infeasible && ans.Count != (puzzle.Count{Valid: true, Complete: true}) {
			t.Fatalf("%s: %+v", p, ans)
		}
	})
}
