package sudoku

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// Reading and writing eight cells at a time is reading and writing each.
func TestParse9(t *testing.T) {
	good := 0
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(rapid.SampledFrom([]byte(".0123456789")), 81, 81).Draw(t, "text")
		for range rapid.IntRange(0, 2).Draw(t, "changes") {
			text[rapid.IntRange(0, 80).Draw(t, "cell")] = rapid.Byte().Draw(t, "byte")
		}
		cells, want, ok := make([]uint8, 81), make([]uint8, 81), true
		for i, c := range text {
			d := strings.IndexByte(digitSymbols[:10], c)
			if c == '0' {
				d = 0
			}
			ok = ok && d >= 0
			want[i] = uint8(d)
		}
		if got := parse9(cells, text); got != ok || ok && !slices.Equal(cells, want) {
			t.Fatalf("%q: %v, %v, want %v", text, got, cells, ok)
		}
		if !ok {
			return
		}
		good++
		if got, want := string(appendSymbols(nil, cells, false)), strings.ReplaceAll(string(text), "0", "."); got != want {
			t.Fatalf("%q is written %q", want, got)
		}
	})
	if good == 0 {
		t.Error("no text is a grid")
	}
}

// The fast check of a 9x9 grid against the one that can say what is wrong.
func TestIsSolution9(t *testing.T) {
	right := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t, 3, 0)
		g := &Grid{Box: 3, Cells: slices.Clone(p.Givens)}
		if n := new(Solver).Fill(g.Cells, 1); n == 0 {
			return
		}
		a, b := rapid.IntRange(0, 80).Draw(t, "a"), rapid.IntRange(0, 80).Draw(t, "b")
		switch rapid.IntRange(0, 3).Draw(t, "change") {
		case 0:
			g.Cells[a] = rapid.Byte().Draw(t, "digit")
		case 1:
			g.Cells[a], g.Cells[b] = g.Cells[b], g.Cells[a]
		case 2:
			p.Givens[a] = rapid.Byte().Draw(t, "given")
		}
		given := p.Givens[a] <= 9
		if !given {
			p.Givens[a] = g.Cells[a]%9 + 1 // what no reader makes is as wrong as another digit
		}
		want := explain(p, g).Outcome == puzzle.Accepted
		if !given {
			p.Givens[a] = 255
		}
		if got := isSolution(p, g.Cells); got != want {
			t.Fatalf("%v, %v: %v, want %v", p.Givens, g.Cells, got, want)
		}
		if want {
			right++
		}
	})
	if right == 0 {
		t.Error("no grid is right")
	}
}

// Old memory changes no puzzle and no answer.
func TestOldMemory(t *testing.T) {
	text := strings.Join([]string{hard, "1...2.....3...4.", loose, "", "x" + hard[1:], hard + "#", "1...2.....3...4.", loose, hard}, "\n")
	newReader := func() puzzle.Reader {
		r, err := Kind.NewReader(strings.NewReader(text), "native", puzzle.Settings{"max-solutions": "3"})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	fresh, again := newReader(), newReader().(puzzle.Rereader)
	plain, frugal := Kind.NewSolver(), Kind.NewSolver().(puzzle.Reuser)
	frugal.Reuse()
	var old puzzle.Instance
	for n := 0; ; n++ {
		want, wantErr := fresh.Read()
		got, err := again.Reread(old)
		if wantErr == io.EOF {
			if err != io.EOF || n != 8 {
				t.Fatalf("after %d: %v", n, err)
			}
			return
		}
		if wantErr != nil {
			if err == nil || err.Error() != wantErr.Error() {
				t.Fatalf("%v, want %v", err, wantErr)
			}
			continue
		}
		if old = got; string(got.AppendNative(nil)) != string(want.AppendNative(nil)) || got.(*Puzzle).Question != want.(*Puzzle).Question {
			t.Fatalf("%v, want %v", got, want)
		}
		a, b := plain.Solve(context.Background(), want, budget.Limits{}), frugal.Solve(context.Background(), got, budget.Limits{})
		if a.String() != b.String() || a.Count != b.Count {
			t.Fatalf("%v, want %v", b, a)
		}
	}
}
