package tiles

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/internal/lines"
	"github.com/deepen-go/deepen/puzzle"
)

const (
	sample3  = "1 2 5 3 0 4 6 7 8"
	sample34 = "1 2 3 0 4 5 6 7 8 9 10 11"
	sample4  = "4 1 2 3 5 6 10 7 8 0 9 11 12 13 14 15"
)

// readAll reads a text to its end. Boards are told in the native format, faults
// with their place.
func readAll(t testing.TB, text, format string, settings puzzle.Settings) (got []string) {
	t.Helper()
	r, err := Kind.NewReader(strings.NewReader(text), format, settings)
	if err != nil {
		t.Fatal(err)
	}
	for {
		inst, err := r.Read()
		var fault *puzzle.InputError
		switch {
		case err == io.EOF:
			if _, again := r.Read(); again != io.EOF {
				t.Errorf("after the end: %v", again)
			}
			return got
		case errors.As(err, &fault):
			got = append(got, fault.Error())
		case err != nil:
			return append(got, err.Error())
		default:
			got = append(got, string(inst.AppendNative(nil)))
		}
	}
}

func TestNativeReader(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"plain", sample3 + "\n" + sample4 + "\n", []string{sample3, sample4}},
		{"no last line ending", sample34, []string{sample34}},
		{"CRLF, BOM, comments, blank lines, indents", "\xef\xbb\xbf# boards\r\n\r\n  " + sample3 + " # 4 moves\r\n\t" + strings.ReplaceAll(sample4, " ", "\t ") + "\r\n", []string{sample3, sample4}},
		{"infeasible boards are boards", "1 0 2 3 4 5 6 8 7", []string{"1 0 2 3 4 5 6 8 7"}},

		{"empty", "", []string{"1:1: no puzzle in the file; a board is expected"}},
		{"only comments", "\n# nothing\n", []string{"1:1: no puzzle in the file; a board is expected"}},
		{"binary", sample3 + "\n\x7fELF\x00", []string{sample3, "2:5: a zero byte: this is not a text file"}},
		{"UTF-16", "\xff\xfe1\x000\x00", []string{"1:1: the file is in UTF-16; save it as UTF-8 or plain ASCII"}},
		{"endless line", strings.Repeat("1 ", lines.Max), []string{"1:1: the line is longer than 1048576 bytes"}},

		{"twice", "1 2 5 3 0 4 6 5 8", []string{"1:15: tile 5 occurs twice; the first is in row 1, column 3"}},
		{"blank twice", " 1 2 5 3 0 4 6 0 8", []string{"1:16: the blank (0) occurs twice; the first is in row 2, column 2"}},
		{"out of range", "1 2 5 3 0 4 6 9 8", []string{"1:15: tile 9 is out of range; a 3x3 board has 0 (the blank) to 8"}},
		{"negative", "1 2 -5 3 0 4 6 7 8", []string{"1:5: tile -5 is out of range; a 3x3 board has 0 (the blank) to 8"}},
		{"huge", "1 2 99999999999999999999 3 0 4 6 7 8", []string{`1:5: a tile's number is expected, not "99999999999999999999"`}},
		{"no number", "1 2 x 3 0 4 6 7 8", []string{`1:5: a tile's number is expected, not "x"`}},
		{"no number, wrong count", "1 2 3,", []string{`1:5: a tile's number is expected, not "3,"`}},
		{"too few", "  1 2 5 3 0 4 6 7 ", []string{"1:18: the line has 8 tiles with the blank, not 9, 12, 16, 20 or 25; for another size give --size"}},
		{"too many", sample3 + " 9", []string{"1:20: the line has 10 tiles with the blank, not 9, 12, 16, 20 or 25; for another size give --size"}},

		{"the boards after a bad one", "1 2\n" + sample3 + "\n0 0\n" + sample4, []string{
			"1:4: the line has 2 tiles with the blank, not 9, 12, 16, 20 or 25; for another size give --size", sample3,
			"3:4: the line has 2 tiles with the blank, not 9, 12, 16, 20 or 25; for another size give --size", sample4,
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, readAll(t, test.text, "native", nil)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSizes(t *testing.T) {
	for _, test := range []struct{ size, text, want string }{
		{"2x2", "3 1 2 0", "3 1 2 0"},
		{"2x6", sample34, sample34},
		{"6x2", sample34, sample34},
		{"2x2", "3 1 2", "1:6: the line has 3 tiles with the blank; a 2x2 board has 4 (the blank (0) is missing)"},
		{"2x2", "3 0 2", "1:6: the line has 3 tiles with the blank; a 2x2 board has 4 (tile 1 is missing)"},
		{"2x2", "3 1 2 0 4", "1:9: the line has 5 tiles with the blank; a 2x2 board has 4"},
		{"2x2", "3 1 4 0", "1:5: tile 4 is out of range; a 2x2 board has 0 (the blank) to 3"},
	} {
		got := readAll(t, test.text, "native", puzzle.Settings{"size": test.size})
		if diff := cmp.Diff([]string{test.want}, got); diff != "" {
			t.Errorf("%s: %s", test.size, diff)
		}
	}
	for _, size := range []string{"1x5", "5x1", "6x5", "2x13", "3", "x", "3x", "x3", "3x3x3", "-3x-3", "3X3", " 3x3", "300x2", "0x0"} {
		if _, err := Kind.NewReader(strings.NewReader(""), "native", puzzle.Settings{"size": size}); err == nil || !strings.HasPrefix(err.Error(), "--size must be rows x columns as 3x4, both at least 2 and at most 25 cells in all, not ") {
			t.Errorf("--size %q: %v", size, err)
		}
		if _, err := ParseSize(sample3, size); err == nil {
			t.Errorf("ParseSize with %q", size)
		}
	}
}

func TestKorfReader(t *testing.T) {
	text := "# Korf\n1 " + sample4 + "\n\n0" + " " + sample3 + "\nx " + sample3 + "\n-1 " + sample3 + "\n2 " + sample3 + " 9\n3\n4 1 1\n5 1 2 5 3 0 4 6 9 8\n"
	want := []string{
		sample4, sample3,
		`5:1: the number of the puzzle is expected, not "x"`,
		`6:1: the number of the puzzle is expected, not "-1"`,
		"7:22: the line has 10 tiles with the blank, not 9, 12, 16, 20 or 25; for another size give --size",
		"8:2: the line has 0 tiles with the blank, not 9, 12, 16, 20 or 25; for another size give --size",
		"9:6: the line has 2 tiles with the blank, not 9, 12, 16, 20 or 25; for another size give --size",
		"10:17: tile 9 is out of range; a 3x3 board has 0 (the blank) to 8",
	}
	if diff := cmp.Diff(want, readAll(t, text, "korf", nil)); diff != "" {
		t.Error(diff)
	}
}

func TestReaderSettings(t *testing.T) {
	for i, name := range heuristicNames {
		r, err := Kind.NewReader(strings.NewReader(sample3), "native", puzzle.Settings{"heuristic": name})
		if err != nil {
			t.Fatal(err)
		}
		if inst, err := r.Read(); err != nil || inst.(*Board).Heuristic != Heuristic(i) || Heuristic(i).String() != name {
			t.Errorf("%s: %v, %v", name, inst, err)
		}
	}
	for want, settings := range map[string]puzzle.Settings{
		"unknown option --mode": {"mode": "x"},
		`--heuristic must be one of auto, manhattan, linear-conflict, pdb, not "h"`: {"heuristic": "h"},
	} {
		if _, err := Kind.NewReader(strings.NewReader(""), "native", settings); err == nil || err.Error() != want {
			t.Errorf("%v: %v", settings, err)
		}
	}
	if _, err := Kind.NewReader(strings.NewReader(""), "judge", nil); err == nil || err.Error() != `tiles has no format "judge"` {
		t.Error(err)
	}
	broken := errors.New("broken")
	r, err := Kind.NewReader(iotest.ErrReader(broken), "native", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(); !errors.Is(err, broken) {
		t.Error(err)
	}
}

func TestGuess(t *testing.T) {
	for text, want := range map[string]string{
		"": "native", sample3: "native", sample4: "native", "# x\n\n" + sample34: "native", "1 " + sample4: "korf",
		"7 " + sample3 + "\n": "korf", "1 2": "native", "\x00": "native", "1 2 3 0 # 4 5 6 7 8 9": "native",
	} {
		if got := Kind.Guess("x.txt", []byte(text)); got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// TestSamples: what Info promises can be read, is guessed, and is solved.
func TestSamples(t *testing.T) {
	for _, f := range Kind.Info().Formats {
		if got := Kind.Guess("", []byte(f.Sample)); got != f.Name {
			t.Errorf("%s is taken for %s", f.Name, got)
		}
		for _, text := range readAll(t, f.Sample, f.Name, nil) {
			b, err := Parse(text)
			if err != nil || !b.Solvable() {
				t.Errorf("%s: %s, %v", f.Name, text, err)
			}
		}
	}
}

// TestRoundTrip: what is written is read.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := rapid.SampledFrom([]size{{3, 3}, {3, 4}, {4, 4}, {4, 5}, {5, 5}}).Draw(t, "size")
		b := &Board{Rows: z.rows, Cols: z.cols}
		n := b.cells()
		for i := range n {
			b.Tiles[i] = uint8(i)
		}
		for i := range n {
			j := rapid.IntRange(i, n-1).Draw(t, "j")
			b.Tiles[i], b.Tiles[j] = b.Tiles[j], b.Tiles[i]
		}
		if got, err := Parse(string(b.AppendNative(nil))); err != nil || *got != *b {
			t.Errorf("%v, %v", got, err)
		}
		r, err := Kind.NewReader(strings.NewReader(string(b.AppendKorf(nil, 17))), "korf", nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.Read(); err != nil || *got.(*Board) != *b {
			t.Errorf("%v, %v", got, err)
		}
	})
}

// FuzzReader: reading ends, faults are where the text is, and boards are boards.
func FuzzReader(f *testing.F) {
	for _, s := range []string{"", sample3, sample4 + "\n", "1 " + sample34, "# c\r\n1 2 3", "\xef\xbb\xbf0", "\x00", "9 9 9", "1 0 2 3 4 5 6 8 7"} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, text string, korf bool) {
		format := "native"
		if korf {
			format = "korf"
		}
		Kind.Guess("", []byte(text))
		r, err := Kind.NewReader(strings.NewReader(text), format, nil)
		if err != nil {
			t.Fatal(err)
		}
		rows := strings.Split(text, "\n")
		for range len(rows) + 1 {
			inst, err := r.Read()
			if err == io.EOF {
				return
			}
			var fault *puzzle.InputError
			if errors.As(err, &fault) {
				if fault.Line < 1 || fault.Line > len(rows) || fault.Column < 1 || fault.Column > len(rows[fault.Line-1])+1 {
					t.Fatalf("%v in a text of %d lines", err, len(rows))
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			b := inst.(*Board)
			again, err := Parse(string(b.AppendNative(nil)))
			if err != nil || *again != *b {
				t.Fatalf("%v comes back as %v: %v", b, again, err)
			}
			a := NewSolver().Solve(t.Context(), b, budget.Limits{Nodes: 1000, Memory: 1 << 20})
			if v := Check(b, a); v.Outcome != puzzle.Accepted || a.Generated > 1000 {
				t.Fatalf("%v: %v", a, v)
			}
		}
		t.Fatal("more boards than lines")
	})
}

// FuzzSolve: all heuristics agree with the twin on boards of 2x3.
func FuzzSolve(f *testing.F) {
	w := twin{2, 3}
	depth := w.depths()
	f.Add(uint16(0))
	f.Add(uint16(719))
	f.Fuzz(func(t *testing.T, n uint16) {
		b := &Board{Rows: 2, Cols: 3}
		rest := []uint8{0, 1, 2, 3, 4, 5}
		for i := range 6 {
			j := int(n) % len(rest)
			n /= uint16(len(rest))
			b.Tiles[i] = rest[j]
			rest = append(rest[:j:j], rest[j+1:]...)
		}
		_, state := twinOf(b)
		for _, h := range heuristics {
			a := solve(NewSolver(), with(b, h))
			if d, ok := depth[state]; ok {
				wantSolved(t, with(b, h), a, d)
			} else {
				wantInfeasible(t, b, a)
			}
		}
	})
}
