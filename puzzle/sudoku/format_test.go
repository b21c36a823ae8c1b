package sudoku

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/internal/lines"
	"github.com/deepen-go/deepen/puzzle"
)

// readAll gives a line for each thing that is read: a puzzle's native text, or
// the error.
func readAll(t testing.TB, format, text string) []string {
	t.Helper()
	r, err := Kind.NewReader(strings.NewReader(text), format, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for {
		inst, err := r.Read()
		if err == io.EOF {
			if _, err := r.Read(); err != io.EOF {
				t.Errorf("after the end: %v", err)
			}
			return got
		}
		if err != nil {
			if fault := (*puzzle.InputError)(nil); !errors.As(err, &fault) {
				t.Fatalf("%v is no InputError", err)
			}
			got = append(got, err.Error())
			continue
		}
		got = append(got, string(inst.AppendNative(nil)))
	}
}

func TestRead(t *testing.T) {
	const (
		mini = "1...2.....3...4."
		sdk  = "8........\n..36.....\n.7..9.2..\n.5...7...\n....457..\n...1...3.\n..1....68\n..85...1.\n.9....4..\n"
	)
	inkala := strings.ReplaceAll(sdk, "\n", "")
	rows := strings.Fields(sdk)
	boxed := func(rule string) string { // as Simple Sudoku draws it
		var b strings.Builder
		for i, row := range rows {
			if i == 3 || i == 6 {
				b.WriteString(rule + "\n")
			}
			b.WriteString(row[:3] + "|" + row[3:6] + "|" + row[6:] + "\n")
		}
		return b.String()
	}
	framed := "*-----------*\n"
	for i, line := range strings.Split(strings.TrimSpace(boxed("---+---+---")), "\n") {
		framed += "|" + strings.ReplaceAll(line, ".", []string{"X", "x", "0", " . "}[i%4]) + "|\n"
	}
	framed += "*-----------*\nSimple Sudoku Version 4.2n\n"
	u80, u82 := strings.Repeat(".", 80), strings.Repeat("1", 82)
	dots16 := strings.Repeat(".", 256)

	for _, test := range []struct {
		name, format, text string
		want               []string
	}{
		{"native", "native", "# two\n\n" + mini + "\n" + inkala + " # hard\n", []string{mini, inkala}},
		{"no line ending", "native", mini, []string{mini}},
		{"zeros", "native", strings.ReplaceAll(mini, ".", "0"), []string{mini}},
		{"CRLF and BOM", "native", "\xef\xbb\xbf" + mini + "\r\n  " + mini + " \r\n", []string{mini, mini}},
		{"16x16, digits", "native", "1G" + dots16[2:], []string{"1G" + dots16[2:]}},
		{"16x16, small letters", "native", "1g" + dots16[2:], []string{"1G" + dots16[2:]}},
		{"16x16, letters", "native", "ap0" + dots16[3:], []string{"AP" + dots16[2:]}},
		{"36x36", "native", "aA9" + strings.Repeat(".", 1293), []string{"aA9" + strings.Repeat(".", 1293)}},
		{"25x25, letters", "native", "aY" + strings.Repeat(".", 623), []string{"AY" + strings.Repeat(".", 623)}},
		{"25x25, digits", "native", "aP" + strings.Repeat(".", 623), []string{"AP" + strings.Repeat(".", 623)}},
		{"equal givens", "native", "11..............\n", []string{"11.............."}},

		{"80 cells", "native", u80 + "\n" + mini, []string{"1:81: 80 cells, 1 short of a 9x9 puzzle (81)", mini}},
		{"82 cells", "native", mini + "\n  " + u82 + "\n" + mini, []string{mini, "2:84: 82 cells, 1 more than a 9x9 puzzle (81)", mini}},
		{"1 cell", "native", "1", []string{"1:2: 1 cell, 15 short of a 4x4 puzzle (16)"}},
		{"too large", "native", strings.Repeat(".", 2000), []string{"1:1297: 2000 cells, 704 more than a 36x36 puzzle (1296)"}},
		{"character", "native", "1...2..x..3...4.\n" + mini, []string{"1:8: 'x' in a 4x4 puzzle, whose cells are 1-4, and . or 0 when empty", mini}},
		{"digit too large", "native", "1...2..5..3...4.", []string{"1:8: '5' in a 4x4 puzzle, whose cells are 1-4, and . or 0 when empty"}},
		{"blank inside", "native", "1.. .2.....3...4.", []string{"1:4: ' ' is neither a digit nor an empty cell (. or 0)"}},
		{"minus", "native", "-1..2.....3...4.", []string{"1:1: '-' is neither a digit nor an empty cell (. or 0)"}},
		{"UTF-8", "native", "1..é2.....3...4.", []string{"1:4: 'é' is neither a digit nor an empty cell (. or 0)"}},
		{"not UTF-8", "native", "1..\xff2.....3...4.", []string{"1:4: byte 0xff is neither a digit nor an empty cell (. or 0)"}},
		{"H in 1-G", "native", "1H" + dots16[2:], []string{"1:2: 'H' in a 16x16 puzzle, whose cells are 1-9 and A-G, and . or 0 when empty"}},
		{"Q in A-P", "native", "AQ" + dots16[2:], []string{"1:2: 'Q' in a 16x16 puzzle, whose cells are A-P, and . or 0 when empty"}},
		{"Q in 1-P", "native", "1Q" + strings.Repeat(".", 623), []string{"1:2: 'Q' in a 25x25 puzzle, whose cells are 1-9 and A-P, and . or 0 when empty"}},
		{"Z in A-Y", "native", "QZ" + strings.Repeat(".", 623), []string{"1:2: 'Z' in a 25x25 puzzle, whose cells are A-Y, and . or 0 when empty"}},
		{"b in 36x36", "native", "ab" + strings.Repeat(".", 1294), []string{"1:2: 'b' in a 36x36 puzzle, whose cells are 1-9, A-Z and a, and . or 0 when empty"}},
		{"end", "native", inkala + "\nend\nx\n", []string{inkala}},
		{"empty", "native", "", []string{"1:1: no puzzle in the file; a grid is expected"}},
		{"comments only", "native", "# nothing\n\n", []string{"1:1: no puzzle in the file; a grid is expected"}},
		{"binary", "native", "\x7fELF\x00\x01\n" + mini, []string{"1:5: a zero byte: this is not a text file"}},
		{"UTF-16", "native", "\xff\xfe1\x00", []string{"1:1: the file is in UTF-16; save it as UTF-8 or plain ASCII"}},

		{"judge", "poj3074", inkala + "\n\n" + inkala + "\r\nend\nanything \x00", []string{inkala, inkala}},
		{"judge without end", "poj3074", inkala + "\n", []string{inkala}},
		{"judge, only end", "poj3074", "end\n", nil},
		{"judge, empty", "poj3074", "\n", []string{"1:1: no puzzle in the file; a grid is expected"}},
		{"judge, truncated", "poj3074", inkala + "\n" + inkala[:40], []string{inkala, "2:41: 40 cells, 41 short of a 9x9 puzzle (81)"}},
		{"judge, 82", "poj3074", u82 + "\n" + inkala + "\nend", []string{"1:82: 82 cells, 1 more than a 9x9 puzzle (81)", inkala}},
		{"judge, 16x16", "poj3074", dots16 + "\nend", []string{"1:82: 256 cells, 175 more than a 9x9 puzzle (81)"}},
		{"judge, letter", "poj3074", "A" + u80 + "\nend", []string{"1:1: 'A' in a 9x9 puzzle, whose cells are 1-9, and . or 0 when empty"}},
		{"judge, comment", "poj3074", "# no\nend", []string{"1:1: '#' is neither a digit nor an empty cell (. or 0)"}},

		{"sdm", "sdm", strings.ReplaceAll(inkala, ".", "0") + "\n" + inkala, []string{inkala, inkala}},
		{"sdm, 4x4", "sdm", mini + "\n" + inkala, []string{"1:17: 16 cells, 65 short of a 9x9 puzzle (81)", inkala}},
		{"sdm, empty", "sdm", "", []string{"1:1: no puzzle in the file; a grid is expected"}},

		{"sdk", "sdk", sdk, []string{inkala}},
		{"sdk, sections", "sdk", "#A me\n#C [Puzzle]\n[puzzle]\r\n" + strings.ReplaceAll(sdk, "\n", "\r\n") + "[State]\n999999999\n[PencilMarks]\n12,3\n", []string{inkala}},
		{"sdk, state first", "sdk", "[State]\n999999999\n[Puzzle]\n" + sdk, []string{inkala}},
		{"sdk, empty", "sdk", "#A me\n", []string{"1:1: no puzzle in the file; a grid is expected"}},
		{"sdk, truncated", "sdk", "#A me\n" + sdk[:25], []string{"4:6: row 3 has 5 cells, 9 are expected"}},
		{"sdk, 8 rows", "sdk", sdk[:80], []string{"8:10: the puzzle ends after 8 rows, 9 are expected"}},
		{"sdk, 10 rows", "sdk", sdk + "\n" + sdk, []string{`11:1: "8........" after the nine rows of the puzzle`}},
		{"sdk, long row", "sdk", "1234567891\n", []string{"1:10: row 1 has more than 9 cells"}},
		{"sdk, character", "sdk", sdk[:10] + "  ..X" + sdk[13:], []string{"2:5: 'X' in a 9x9 puzzle, whose cells are 1-9, and . or 0 when empty"}},
		{"sdk, binary", "sdk", "\x00", []string{"1:1: a zero byte: this is not a text file"}},

		{"ss", "ss", boxed("-----------"), []string{inkala}},
		{"ss, framed", "ss", framed, []string{inkala}},
		{"ss, empty", "ss", "-----------\n", []string{"1:1: no puzzle in the file; a grid is expected"}},
		{"ss, short row", "ss", "8..|...|..\n", []string{"1:11: row 1 has 8 cells, 9 are expected"}},
		{"ss, long row", "ss", "8..|...|...|.\n", []string{"1:13: row 1 has more than 9 cells"}},
		{"ss, character", "ss", "8..|.?.|...\n", []string{"1:6: '?' in a 9x9 puzzle, whose cells are 1-9, and . or 0 when empty"}},
		{"ss, 10 rows", "ss", boxed("-----------") + "...|...|...\n", []string{`12:1: "...|...|..." after the nine rows of the puzzle`}},
		{"ss, 1 row", "ss", "8..|...|...\n", []string{"1:12: the puzzle ends after 1 row, 9 are expected"}},
	} {
		if got := readAll(t, test.format, test.text); !slices.Equal(got, test.want) {
			t.Errorf("%s:\n got %q\nwant %q", test.name, got, test.want)
		}
	}
}

// endless is a text of 100 MB in one line. The reader must not read it all.
type endless struct{ given int }

func (e *endless) Read(p []byte) (int, error) {
	const size = 100 << 20
	if e.given >= size {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = '.'
	}
	e.given += len(p)
	return len(p), nil
}

func TestLongLine(t *testing.T) {
	for _, f := range info.Formats {
		e := new(endless)
		r, err := Kind.NewReader(e, f.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("1:1: the line is longer than %d bytes", lines.Max)
		if _, err := r.Read(); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", f.Name, err, want)
		}
		if _, err := r.Read(); err != io.EOF {
			t.Errorf("%s: %v, want the end", f.Name, err)
		}
		if e.given > 2*lines.Max {
			t.Errorf("%s: %d bytes read", f.Name, e.given)
		}
	}
}

// A fault of the underlying reader is not one of the text.
func TestReaderFails(t *testing.T) {
	broken := errors.New("broken")
	for _, f := range info.Formats {
		r, err := Kind.NewReader(&failing{err: broken}, f.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Read(); !errors.Is(err, broken) {
			t.Errorf("%s: %v", f.Name, err)
		}
		if _, err := r.Read(); err != io.EOF {
			t.Errorf("%s: %v, want the end", f.Name, err)
		}
	}
}

type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }

func TestSettings(t *testing.T) {
	for _, test := range []struct {
		format   string
		settings puzzle.Settings
		most     int // 0: an error
		want     string
	}{
		{"native", nil, 2, ""},
		{"ss", puzzle.Settings{"max-solutions": "1"}, 1, ""},
		{"sdk", puzzle.Settings{"max-solutions": "5"}, 5, ""},
		{"native", puzzle.Settings{"max-solutions": "7"}, 7, ""},
		{"native", puzzle.Settings{"max-solutions": "0"}, 0, `--max-solutions must be a whole number from 1 to 1000000000, not "0"`},
		{"native", puzzle.Settings{"max-solutions": "two"}, 0, `--max-solutions must be a whole number from 1 to 1000000000, not "two"`},
		{"native", puzzle.Settings{"nth": "0"}, 0, `--nth must be a whole number from 1, not "0"`},
		{"native", puzzle.Settings{"nth": "x"}, 0, `--nth must be a whole number from 1, not "x"`},
		{"native", puzzle.Settings{"random-solution": "-1"}, 0, `--random-solution must have a whole number from 0 as its seed, not "-1"`},
		{"native", puzzle.Settings{"nth": "3", "random-solution": "4"}, 0, "--nth and --random-solution exclude each other"},
		{"native", puzzle.Settings{"count": "maybe"}, 0, `--count must be one of yes, no, not "maybe"`},
		{"native", puzzle.Settings{"max-moves": "2"}, 0, "unknown option --max-moves"},
		{"pdf", nil, 0, `sudoku has no format "pdf"`},
	} {
		text := map[string]string{"native": "1...............", "sdk": info.Formats[2].Sample, "ss": info.Formats[4].Sample}[test.format]
		r, err := Kind.NewReader(strings.NewReader(text), test.format, test.settings)
		if err != nil {
			if err.Error() != test.want {
				t.Errorf("%v: %v, want %s", test.settings, err, test.want)
			}
			continue
		}
		inst, err := r.Read()
		if err != nil {
			t.Fatal(err)
		}
		if got := inst.(*Puzzle).MaxSolutions; got != test.most {
			t.Errorf("%v: %d, want %d", test.settings, got, test.most)
		}
	}
}

func TestSamples(t *testing.T) {
	for _, f := range info.Formats {
		if f.Name != "native" && f.Name != "sdm" { // these look alike
			if got := Kind.Guess("-", []byte(f.Sample)); got != f.Name {
				t.Errorf("the sample of %s is taken for %s", f.Name, got)
			}
		}
		for _, line := range readAll(t, f.Name, f.Sample) {
			if p, err := Parse(line); err != nil || p.Size() == 0 {
				t.Errorf("%s: %s", f.Name, line)
			}
		}
	}
}

func TestGuess(t *testing.T) {
	line := strings.Repeat(".", 81)
	for _, test := range []struct{ file, head, want string }{
		{"a.sdk", line, "sdk"},
		{"dir.ss/a.SDM", line, "sdm"},
		{"a.ss", line, "ss"},
		{"a.txt", line, "native"},
		{"-", line + "\n" + line + "\nend\n", "poj3074"},
		{"-", line + "\r\nend", "poj3074"},
		{"-", "end\n", "poj3074"},
		{"-", line + "\n" + line[:40], "native"},
		{"-", "#A me\n[Puzzle]\n", "sdk"},
		{"-", "[State]\n", "sdk"},
		{"-", "\xef\xbb\xbf#A me\n" + line[:9] + "\n", "sdk"},
		{"-", "# a comment\n\n" + line, "native"},
		{"-", "...|...|...\n", "ss"},
		{"-", "*-----------*\n", "ss"},
		{"-", "", "native"},
		{"-", "\x00\xff", "native"},
	} {
		if got := Kind.Guess(test.file, []byte(test.head)); got != test.want {
			t.Errorf("%s %q: %s, want %s", test.file, test.head, got, test.want)
		}
	}
}

func TestParse(t *testing.T) {
	if _, err := Parse("# one\n1...2.....3...4.\n# no more\n"); err != nil {
		t.Error(err)
	}
	for text, want := range map[string]string{
		"":                                      "1:1: no puzzle in the file; a grid is expected",
		"1..":                                   "1:4: 3 cells, 13 short of a 4x4 puzzle (16)",
		clash + "\n" + "1":                      `1:17: 17 cells, 1 more than a 4x4 puzzle (16)`,
		"1...2.....3...4.\n\n 1...2.....3...4.": `3:2: "1...2.....3...4." after the puzzle`,
		"1...2.....3...4.\n\x00":                "2:1: a zero byte: this is not a text file",
	} {
		_, err := Parse(text)
		if fault := (*puzzle.InputError)(nil); !errors.As(err, &fault) || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// What is written is read back as it was.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		box := rapid.IntRange(MinBox, MaxBox).Draw(t, "box")
		n := box * box
		p := &Puzzle{Box: box, Givens: make([]uint8, n*n), Question: Question{MaxSolutions: DefaultMaxSolutions}}
		p.Letters = (box == 4 || box == 5) && rapid.Bool().Draw(t, "letters")
		for range rapid.IntRange(0, 20).Draw(t, "givens") {
			p.Givens[rapid.IntRange(1, n*n-1).Draw(t, "cell")] = uint8(rapid.IntRange(1, n).Draw(t, "digit"))
		}
		switch {
		case !p.Letters:
			p.Givens[0] = 1
		case box == 5:
			p.Givens[0] = uint8(rapid.IntRange(17, 25).Draw(t, "a letter from Q on"))
		}
		q, err := Parse(p.String())
		if err != nil {
			t.Fatal(err)
		}
		if q.Box != p.Box || q.Letters != p.Letters || q.MaxSolutions != p.MaxSolutions || !slices.Equal(q.Givens, p.Givens) {
			t.Fatalf("%s came back as %+v", p, q)
		}
	})
}

func TestAnswerReader(t *testing.T) {
	p9, p4 := mustParse(t, hard), mustParse(t, "1...2.....3...4.")
	letters := mustParse(t, "ap"+strings.Repeat(".", 254))
	full9 := (&Grid{Box: 3, Cells: pattern(3)}).String()
	full16 := (&Grid{Box: 4, Cells: pattern(4), Letters: true}).String()
	text := full9 + "\n\n -1 ?\t" + full16 + "\r\n1324241341323241"
	r := Kind.NewAnswerReader(strings.NewReader(text))
	if err := r.End(); err == nil {
		t.Error("the end is not the end")
	}
	for _, step := range []struct {
		p      *Puzzle
		status puzzle.Status
		grid   string
	}{
		{p9, puzzle.Solved, full9}, {p9, puzzle.Infeasible, ""}, {p9, puzzle.Unknown, ""},
		{letters, puzzle.Solved, full16}, {p4, puzzle.Solved, "1324241341323241"},
	} {
		ans, err := r.Read(step.p)
		if err != nil || ans.Status != step.status || ans.Cost != puzzle.None || ans.LowerBound != puzzle.None {
			t.Fatalf("%+v, %v, want %+v", ans, err, step)
		}
		if ans.Solution != nil && ans.Solution.(*Grid).String() != step.grid || (ans.Solution == nil) != (step.grid == "") {
			t.Errorf("got %s, want %s", ans.Solution, step.grid)
		}
	}
	if _, err := r.Read(p9); err != io.EOF {
		t.Errorf("%v, want the end", err)
	}
	if err := r.End(); err != nil {
		t.Error(err)
	}

	for text, want := range map[string]string{
		"12\n1":              `1:3: "12" has 2 of the 16 digits of a grid, and is neither -1 nor ?`,
		" 13242413413232411": "1:18: 17 digits where the grid has 16",
		"132424134132324x":   "1:16: 'x' in a 4x4 puzzle, whose cells are 1-4, and . or 0 when empty",
		"\n132424134132324.": "2:16: an empty cell in the answer",
		"\x00":               "1:1: a zero byte: this is not a text file",
	} {
		r := Kind.NewAnswerReader(strings.NewReader(text))
		_, err := r.Read(p4)
		if fault := (*puzzle.InputError)(nil); !errors.As(err, &fault) || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	r = Kind.NewAnswerReader(strings.NewReader("-1\n  more text"))
	if _, err := r.Read(p4); err != nil {
		t.Error(err)
	}
	if err, want := r.End(), `2:3: "more" after the last answer`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
