package knights

import (
	"context"
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
	sample      = "10110/01*11/10111/01001/00000" // 7 moves
	sampleRows  = "10110\n01*11\n10111\n01001\n00000\n"
	classicRows = "11111\n01111\n00*11\n00001\n00000\n"
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
	const isNot = " is neither a knight (0 or 1) nor the blank (*)"
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"plain", sample + "\n" + classic + "\n", []string{sample, classic}},
		{"no last line ending", sample, []string{sample}},
		{"CRLF, BOM, comments, blank lines, indents", "\xef\xbb\xbf# boards\r\n\r\n  " + sample + " # 7 moves\r\n\t" + classic + "\r\n", []string{sample, classic}},
		{"other sizes", "*11/101/000\n1111/0*11/0000\n11111/0111*/00010/00000\n", []string{"*11/101/000", "1111/0*11/0000", "11111/0111*/00010/00000"}},

		{"empty", "", []string{"1:1: no puzzle in the file; a board, its rows joined by /, is expected"}},
		{"only comments", "\n# nothing\n", []string{"1:1: no puzzle in the file; a board, its rows joined by /, is expected"}},
		{"binary", sample + "\n\x7fELF\x02\x00\x00", []string{sample, "2:6: a zero byte: this is not a text file"}},
		{"binary at once", "\x00", []string{"1:1: a zero byte: this is not a text file"}},
		{"UTF-16", "\xff\xfe1\x000\x00", []string{"1:1: the file is in UTF-16; save it as UTF-8 or plain ASCII"}},
		{"endless line", sample + "\n" + strings.Repeat("1", lines.Max) + "\n" + sample, []string{sample, "2:1: the line is longer than 1048576 bytes"}},

		{"wrong character", "10110/01*11/10x11/01001/00000", []string{"1:15: 'x'" + isNot}},
		{"wrong character, indented", "\n\n   2", []string{"3:4: '2'" + isNot}},
		{"two bytes long", "1é", []string{"1:2: 'é'" + isNot}},
		{"not UTF-8", "1\xff", []string{"1:2: byte 0xff" + isNot}},
		{"space inside", "10110 01*11", []string{"1:6: ' '" + isNot}},
		{"narrow row", "10110/01*1/10111/01001/00000", []string{"1:11: row 2 has 4 squares instead of 5"}},
		{"narrow last row", " 10110/01*11/10111/01001/0000 ", []string{"1:30: row 5 has 4 squares instead of 5"}},
		{"wide row", "10110/01*111/10111", []string{"1:12: row 2 is longer than the 5 squares of the first row"}},
		{"empty row", "10110//01*11", []string{"1:7: row 2 has 0 squares instead of 5"}},
		{"empty first row", "/10110", []string{"1:1: row 1 has 0 squares instead of 1"}},
		{"slash at the end", sample + "/", []string{"1:31: row 6 has 0 squares instead of 5"}},
		{"two blanks in a row", "10110/*1*11", []string{"1:9: a second blank; the first is in row 2, column 1"}},
		{"two blanks in the first row", "01*1*/01111", []string{"1:5: a second blank; the first is in row 1, column 3"}},
		{"two blanks at once", "**", []string{"1:2: a second blank; the first is in row 1, column 1"}},
		{"two blanks in two rows", "10110/01*11/10111/010*1/00000", []string{"1:22: a second blank; the first is in row 2, column 3"}},
		{"no blank", "  10110/01011/10111/01001/00000", []string{"1:3: the board has no blank (*)"}},
		{"wrong knights", " 11110/01*11/10111/01001/00000", []string{"1:2: the board has 13 white and 11 black knights, the usual target of its size 12 and 12"}},
		{"no usual target", "11/1*", []string{"1:1: there is no usual target for a 2x2 board; give one with --target"}},
		{"unusual knights", "1111/1*11/0000", []string{"1:1: the board has 7 white and 4 black knights, the usual target of its size 5 and 6"}},
		{"too many squares in a row", strings.Repeat("1", 65), []string{"1:65: the board has more than 64 squares"}},
		{"too many rows", "*" + strings.Repeat("/1", 64), []string{"1:129: the board has more than 64 squares"}},

		{"the boards after a bad one", "1x\n" + sample + "\n**\n" + classic, []string{
			"1:2: 'x'" + isNot, sample, "3:2: a second blank; the first is in row 1, column 1", classic,
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, readAll(t, test.text, "native", nil)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestJudgeReader(t *testing.T) {
	const isNot = " is neither a knight (0 or 1) nor the blank (*)"
	const expected = "the number of boards, 0 to 1000000000, is expected, not "
	replaced := func(old, text string) string { return strings.Replace(sampleRows, old, text, 1) }
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"plain", "2\n" + sampleRows + classicRows, []string{sample, classic}},
		{"CRLF, BOM, blank lines, indents", "\xef\xbb\xbf 1 \r\n\r\n" + strings.ReplaceAll(sampleRows, "\n", " \r\n\r\n  "), []string{sample}},
		{"no boards", "0\n", nil},
		{"no last line ending", "1\n" + strings.TrimSuffix(sampleRows, "\n"), []string{sample}},

		{"empty", "", []string{"1:1: no puzzle in the file; the number of boards is expected"}},
		{"blank", "\n \n", []string{"1:1: no puzzle in the file; the number of boards is expected"}},
		{"no number", sample, []string{"1:1: " + expected + `"10110/01*11/10111/01001/"…`}},
		{"negative", "\n  -1\n" + sampleRows, []string{"2:3: " + expected + `"-1"`, sample}},
		{"huge", "1000000001", []string{"1:1: " + expected + `"1000000001"`}},
		{"beyond all numbers", strings.Repeat("9", 30), []string{"1:1: " + expected + `"999999999999999999999999"…`}},
		{"two numbers", "1 2\n" + sampleRows, []string{"1:1: " + expected + `"1 2"`, sample}},
		{"no number", sampleRows + "\n" + sampleRows, []string{"1:1: the number of boards is missing before the first row of a board", sample, sample}},
		{"a row missing before a blank line", "2\n10110\n01*11\n10111\n01001\n\n" + sampleRows, []string{"6:1: row 5 of board 1 of 2 is missing", sample}},
		{"two rows missing before blank lines", "2\n10110\n01*11\n10111\n\n\n" + sampleRows, []string{"5:1: row 4 of board 1 of 2 is missing", sample}},
		{"a blank line after every row", "1\n\n" + strings.ReplaceAll(sampleRows, "\n", "\n\n"), []string{sample}},

		{"wrong character", "1\n" + replaced("10111", "1011o"), []string{"4:5: 'o'" + isNot}},
		{"indented wrong character", "1\n" + replaced("10111", "  x0111"), []string{"4:3: 'x'" + isNot}},
		{"narrow row", "1\n" + replaced("01001", "0100"), []string{"5:5: row 4 has 4 squares instead of 5"}},
		{"wide row", "1\n" + replaced("01001", "010011"), []string{"5:6: row 4 has 6 squares instead of 5"}},
		{"two blanks in a row", "1\n" + replaced("01*11", "0**11"), []string{"3:3: a second blank; the first is in row 2, column 2"}},
		{"two blanks", "1\n" + replaced("00000", "00*00"), []string{"6:3: a second blank; the first is in row 2, column 3"}},
		{"no blank", "1\n\n" + replaced("*", "0"), []string{"3:1: the board has no blank (*)"}},
		{"wrong knights", "1\n" + replaced("00000", "00010"), []string{"2:1: the board has 13 white and 11 black knights, the usual target of its size 12 and 12"}},
		{"only the first fault of a board is told", "2\n" + replaced("10110", "1011") + sampleRows, []string{"2:5: row 1 has 4 squares instead of 5", sample}},

		{"ends in a board", "2\n" + sampleRows + "10110\n01*11\n", []string{sample, "9:1: the file ends before row 3 of board 2 of 2"}},
		{"ends in a line", "1\n10110\n01*", []string{"3:4: row 2 has 3 squares instead of 5"}},
		{"ends after a whole line", "1\n10110\n01*11", []string{"3:6: the file ends before row 3 of board 1 of 1"}},
		{"ends between boards", "3\n" + sampleRows + "\n\n", []string{sample, "9:1: the file ends before row 1 of board 2 of 3"}},
		{"ends after the number", "1000000000", []string{"1:11: the file ends before row 1 of board 1 of 1000000000"}},
		{"goes on", "1\n" + sampleRows + "\n 10110 \n", []string{sample, `8:2: "10110" after the last board; the file announces 1`}},
		{"goes on after none", "0\n" + sampleRows, []string{`2:1: "10110" after the last board; the file announces 0`}},
		{"binary", "2\n" + sampleRows + "101\x00", []string{sample, "7:4: a zero byte: this is not a text file"}},
		{"endless line", "2\n" + sampleRows + strings.Repeat("1", lines.Max), []string{sample, "7:1: the line is longer than 1048576 bytes"}},

		{"the boards after a bad one", "4\n" + replaced("01001", "x") + sampleRows + replaced("*", "1") + classicRows, []string{
			"5:1: 'x'" + isNot, sample, "12:1: the board has no blank (*)", classic,
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, readAll(t, test.text, "bzoj1085", nil)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReaderPassesFailuresOn(t *testing.T) {
	broken := errors.New("disk on fire")
	for format, text := range map[string]string{"native": sample + "\n", "bzoj1085": "2\n" + sampleRows} {
		r, err := Kind.NewReader(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), format, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Read(); err != nil {
			t.Errorf("%s: %v", format, err)
		}
		var fault *puzzle.InputError
		if _, err := r.Read(); !errors.Is(err, broken) || errors.As(err, &fault) {
			t.Errorf("%s: %v", format, err)
		}
		if _, err := r.Read(); err != io.EOF {
			t.Errorf("%s: after the failure: %v", format, err)
		}
	}
}

func TestSettings(t *testing.T) {
	maxMoves := func(format string, settings puzzle.Settings) int {
		r, err := Kind.NewReader(strings.NewReader(map[string]string{"native": sample, "bzoj1085": "1\n" + sampleRows, "luogu-p2324": "1\n" + sampleRows}[format]), format, settings)
		if err != nil {
			t.Fatal(err)
		}
		inst, err := r.Read()
		if err != nil {
			t.Fatal(err)
		}
		return inst.(*Board).MaxMoves
	}
	for _, test := range []struct {
		format string
		value  string
		want   int
	}{
		{"native", "", NoLimit}, {"native", "0", 0}, {"native", "15", 15}, {"native", "1000000", 1_000_000},
		{"bzoj1085", "", 15}, {"bzoj1085", "0", 0}, {"bzoj1085", "39", 39}, {"luogu-p2324", "", 15},
	} {
		if got := maxMoves(test.format, puzzle.Settings{"max-moves": test.value}); got != test.want {
			t.Errorf("%s, --max-moves %q: %d, want %d", test.format, test.value, got, test.want)
		}
	}
	for _, test := range []struct {
		format   string
		settings puzzle.Settings
		want     string
	}{
		{"poj1084", nil, `knights has no format "poj1084"`},
		{"", nil, `knights has no format ""`},
		{"native", puzzle.Settings{"mode": "min"}, "unknown option --mode"},
		{"native", puzzle.Settings{"max-moves": "-1"}, `--max-moves must be a whole number from 0 to 1000000, not "-1"`},
		{"bzoj1085", puzzle.Settings{"max-moves": "many"}, `--max-moves must be a whole number from 0 to 1000000, not "many"`},
		{"bzoj1085", puzzle.Settings{"max-moves": "1000001"}, `--max-moves must be a whole number from 0 to 1000000, not "1000001"`},
		{"native", puzzle.Settings{"target": "11/x*"}, "--target: column 4: 'x' is neither a knight (0 or 1) nor the blank (*)"},
		{"native", puzzle.Settings{"target": "11/11"}, "--target: column 1: the board has no blank (*)"},
	} {
		if _, err := Kind.NewReader(strings.NewReader(sample), test.format, test.settings); err == nil || err.Error() != test.want {
			t.Errorf("%s %v: %v, want %s", test.format, test.settings, err, test.want)
		}
	}
}

func TestTargets(t *testing.T) {
	for _, test := range []struct {
		name, text, format, target string
		want                       []string
	}{
		{"given", "11/1*\n1*/11\n", "native", "*1/11", []string{"11/1*", "1*/11"}},
		{"given for the judge's format", "1\n" + sampleRows, "bzoj1085", "*1111/11111/11100/00000/00000", []string{sample}},
		{"wrong size", "11/1*\n", "native", "*1", []string{"1:1: the board is 2x2, its target is 1x2"}},
		{"wrong size for the judge's format", "1\n" + sampleRows, "bzoj1085", "*1", []string{"2:1: the board is 5x5, its target is 1x2"}},
		{"wrong knights", "11/1*\n", "native", "*0/11", []string{"1:1: the board has 3 white and 0 black knights, its target 2 and 1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, readAll(t, test.text, test.format, puzzle.Settings{"target": test.target})); diff != "" {
				t.Error(diff)
			}
		})
	}

	// The usual target is the first with the size and the knights.
	type key struct {
		twin
		whites int
	}
	first := map[key]string{}
	for _, h := range readHistograms(t) {
		w, s := squares(h.target)
		k := key{w, strings.Count(s, "1")}
		if first[k] == "" {
			first[k] = h.target
		}
		b := mustParse(t, h.target, "")
		if got := string(b.appendPosition(nil, b.Target)); got != first[k] {
			t.Errorf("the usual target of %s is %s, want %s", h.target, got, first[k])
		}
	}
	if len(first) != len(targets) {
		t.Errorf("%d usual targets, want %d", len(targets), len(first))
	}
}

func TestParse(t *testing.T) {
	b, err := Parse(" 01*/110\n")
	if err == nil {
		t.Errorf("a 2x3 board without a target: %v", b)
	}
	b, err = ParseTarget(" 01*/110\n", "*01/110")
	// The drawing of the package's documentation.
	want := &Board{Rows: 2, Cols: 3, Start: Position{White: 0b011010, Blank: 2}, Target: Position{White: 0b011100, Blank: 0}, MaxMoves: NoLimit}
	if diff := cmp.Diff(want, b); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	for _, test := range []struct{ text, target, want string }{
		{"", "", "1:1: no puzzle in the file; a board, its rows joined by /, is expected"},
		{"01*/11x", "", "1:7: 'x' is neither a knight (0 or 1) nor the blank (*)"},
		{"11111/01111/00*11/00001/00001", "", "the board has 13 white and 11 black knights, the usual target of its size 12 and 12"},
		{"01*/110", "0*1/11", "--target: column 7: row 2 has 2 squares instead of 3"},
	} {
		if _, err := ParseTarget(test.text, test.target); err == nil || err.Error() != test.want {
			t.Errorf("%q to %q: %v, want %s", test.text, test.target, err, test.want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	twice(t, 200, func(t rapid.TB, draw func(lo, hi int) int) {
		w := twin{rows: draw(1, 10)}
		w.cols = draw(1, MaxSquares/w.rows)
		knights := []byte{'*'}
		for range w.rows*w.cols - 1 {
			knights = append(knights, byte(draw('0', '1')))
		}
		text, target := w.text(shuffled(string(knights), draw)), w.text(shuffled(string(knights), draw))
		b, err := ParseTarget(text, target)
		if err != nil {
			t.Fatalf("%s to %s: %v", text, target, err)
		}
		if got := string(b.AppendNative([]byte("> "))); got != "> "+text {
			t.Fatalf("%s comes back as %s", text, got)
		}
		if got := string(b.appendPosition(nil, b.Target)); got != target {
			t.Fatalf("target %s comes back as %s", target, got)
		}
	})
}

func TestGuess(t *testing.T) {
	for head, want := range map[string]string{
		sample + "\n":              "native",
		"# boards\n\n" + sample:    "native",
		"1\n" + sampleRows:         "bzoj1085",
		"\r\n 12 \r\n10110\r\n":    "bzoj1085",
		"\xef\xbb\xbf3\n10110\n01": "bzoj1085",
		"":                         "bzoj1085",
		"hello\n" + sample:         "native",
		"1*0\n":                    "native",
	} {
		if got := Kind.Guess("boards.txt", []byte(head)); got != want {
			t.Errorf("%q is taken for %s", head, got)
		}
	}
}

// TestSamples: the samples of the formats are what they show, and solvable.
func TestSamples(t *testing.T) {
	for _, f := range Kind.Info().Formats {
		if got := Kind.Guess("", []byte(f.Sample)); got != f.Name {
			t.Errorf("the sample of %s is taken for %s", f.Name, got)
		}
		for _, name := range append([]string{f.Name}, f.Aliases...) {
			r, err := Kind.NewReader(strings.NewReader(f.Sample), name, nil)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for ; ; n++ {
				inst, err := r.Read()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if a := Kind.NewSolver().Solve(t.Context(), inst, budget.Limits{}); a.Status != puzzle.Solved {
					t.Errorf("%s: %v", name, a)
				}
			}
			if n == 0 {
				t.Errorf("the sample of %s is empty", name)
			}
		}
	}
}

func TestMovesPrint(t *testing.T) {
	for _, test := range []struct {
		moves             Moves
		text, judge, json string
	}{
		{nil, "0 moves", "0\n", `{"moves":[]}`},
		{Moves{}, "0 moves", "0\n", `{"moves":[]}`},
		{Moves{{1, 0}}, "1 move: 1,0", "1\n", `{"moves":[[1,0]]}`},
		{Moves{{1, 0}, {3, 1}}, "2 moves: 1,0 3,1", "2\n", `{"moves":[[1,0],[3,1]]}`},
		{Moves{{0, 63}, {12, 4}, {0, 0}}, "3 moves: 0,63 12,4 0,0", "3\n", `{"moves":[[0,63],[12,4],[0,0]]}`},
	} {
		if got := string(test.moves.AppendText([]byte("> "))); got != "> "+test.text {
			t.Errorf("text: %q, want %q", got, test.text)
		}
		if got := string(test.moves.AppendJudge([]byte("> "))); got != "> "+test.judge {
			t.Errorf("judge: %q, want %q", got, test.judge)
		}
		if got := string(test.moves.AppendJSON([]byte("> "))); got != "> "+test.json {
			t.Errorf("JSON: %q, want %q", got, test.json)
		}
		s, err := Kind.DecodeSolution([]byte(test.json))
		if err != nil || len(s.(Moves)) != len(test.moves) || string(s.AppendJSON(nil)) != test.json {
			t.Errorf("%s comes back as %v, %v", test.json, s, err)
		}
	}
}

func TestDecodeSolutionRefuses(t *testing.T) {
	for _, text := range []string{
		"", "null", "[]", "{}", `{"moves":null}`, `{"moves":7}`, `{"moves":[1,2]}`, `{"moves":[[1]]}`, `{"moves":[[1,2,3]]}`,
		`{"moves":[null]}`, `{"moves":[[1,"2"]]}`, `{"moves":[[1,2.5]]}`, `{"moves":[[1,2]]`, `{"remove":[]}`,
	} {
		if s, err := Kind.DecodeSolution([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), "knights solution: ") {
			t.Errorf("%s: %v, %v", text, s, err)
		}
	}
}

// TestReadingAllocatesLittle: a batch of millions leaves a board each behind,
// and no more.
func TestReadingAllocatesLittle(t *testing.T) {
	const boards = 1000
	text := strings.Repeat(sample+"\n", boards)
	n := testing.AllocsPerRun(3, func() {
		r, err := Kind.NewReader(strings.NewReader(text), "native", nil)
		for i := 0; err == nil; i++ {
			if _, err = r.Read(); i > boards {
				t.Fatal("too many boards")
			}
		}
	})
	if n > 3*boards {
		t.Errorf("%v allocations for %d boards", n, boards)
	}
}

// FuzzReader: whatever the text, reading ends, faults are where the text is,
// and boards are within the rules.
func FuzzReader(f *testing.F) {
	for _, s := range []string{"", sample, "1\n" + sampleRows, "2\n" + classicRows + "101", "*11/101/000 # x\r\n**", "\xef\xbb\xbf1\n", "-1", "1/", "\x00"} {
		f.Add(s, false, "")
		f.Add(s, true, "")
		f.Add(s, false, "*1/11")
	}
	f.Fuzz(func(t *testing.T, text string, judge bool, target string) {
		format := "native"
		if judge {
			format = "bzoj1085"
		}
		r, err := Kind.NewReader(strings.NewReader(text), format, puzzle.Settings{"target": target})
		if err != nil {
			return
		}
		Kind.Guess("", []byte(text))
		rows := strings.Split(text, "\n")
		for n := 0; ; n++ {
			if n > len(rows)+1 {
				t.Fatalf("%d answers from %d lines", n, len(rows))
			}
			inst, err := r.Read()
			if err == io.EOF {
				return
			}
			var fault *puzzle.InputError
			if errors.As(err, &fault) {
				if fault.Line < 1 || fault.Line > len(rows) || fault.Column < 1 || fault.Column > len(rows[fault.Line-1])+1 || fault.Msg == "" {
					t.Fatalf("fault at %v in a text of %d lines", fault, len(rows))
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			b := inst.(*Board)
			if n := b.Rows * b.Cols; n < 1 || n > MaxSquares || b.Start.whites() != b.Target.whites() {
				t.Fatalf("%+v", b)
			}
			for _, p := range []Position{b.Start, b.Target} {
				if p.Blank < 0 || p.Blank >= b.Rows*b.Cols || p.White>>p.Blank&1 != 0 || b.Rows*b.Cols < 64 && p.White>>(b.Rows*b.Cols) != 0 {
					t.Fatalf("%+v", b)
				}
			}
			again, err := ParseTarget(string(b.AppendNative(nil)), string(b.appendPosition(nil, b.Target)))
			if err != nil {
				t.Fatal(err)
			}
			again.MaxMoves = b.MaxMoves
			if diff := cmp.Diff(b, again); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

// FuzzSolve: whatever the board and the limits, the answer stands before Check,
// and it keeps to what it was allowed.
func FuzzSolve(f *testing.F) {
	f.Add(sample, "", -1, uint16(1000), int64(0))
	f.Add("000/101/11*", "*11/101/000", 28, uint16(200), int64(0))
	f.Add(deep, classic, 15, uint16(0), int64(1))
	f.Add("*1/11", "11/1*", 0, uint16(1), int64(1<<20))
	f.Fuzz(func(t *testing.T, text, target string, maxMoves int, nodes uint16, memory int64) {
		b, err := ParseTarget(text, target)
		if err != nil {
			return
		}
		if maxMoves >= NoLimit {
			b = limited(b, maxMoves)
		}
		limits := budget.Limits{Nodes: uint64(nodes) + 1, Memory: memory}
		a := Solve(context.Background(), b, limits)
		if v := Check(b, a); v.Outcome != puzzle.Accepted {
			t.Fatalf("%v: %s", v.Outcome, v.Reason)
		}
		if a.Generated > limits.Nodes {
			t.Fatalf("%d nodes of %d", a.Generated, limits.Nodes)
		}
		if a.Status == puzzle.Unknown && (a.Limit != "nodes" || a.Generated != limits.Nodes) && (a.Limit != "memory" || memory <= 0) {
			t.Fatalf("%v by %q after %d nodes", a.Status, a.Limit, a.Generated)
		}
		if a.Status == puzzle.Infeasible && b.Start == b.Target {
			t.Fatal("infeasible at the target")
		}
	})
}

func BenchmarkRead(b *testing.B) {
	text := strings.Repeat(sample+"\n", 1000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r, err := Kind.NewReader(strings.NewReader(text), "native", nil)
		for err == nil {
			_, err = r.Read()
		}
	}
}
