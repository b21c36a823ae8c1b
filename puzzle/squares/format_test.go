package squares

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/puzzle"
)

// readAll reads a text to its end: what was read, in the native format, and
// errors, in order.
func readAll(t tester, text, format string) (got []string) {
	t.Helper()
	r, err := Kind.NewReader(strings.NewReader(text), format, nil)
	if err != nil {
		t.Fatalf("%v", err)
	}
	for {
		inst, err := r.Read()
		if err == io.EOF {
			if _, again := r.Read(); again != io.EOF {
				t.Fatalf("after the end: %v", again)
			}
			return got
		}
		var fault *puzzle.InputError
		switch {
		case errors.As(err, &fault):
			if inst != nil {
				t.Fatalf("an instance with the error %v", err)
			}
			got = append(got, fault.Error())
		case err != nil:
			t.Fatalf("%v", err)
		default:
			got = append(got, inst.(*Grid).String())
		}
	}
}

func TestRead(t *testing.T) {
	tests := []struct {
		name, format, text string
		want               []string
	}{
		{"plain", "native", "5: 12 17 23\n4x6: 3\n", []string{"5: 12 17 23", "4x6: 3"}},
		{"complete", "native", "1:\n64x1:", []string{"1:", "64x1:"}},
		{"square as RxC", "native", "3x3:\n", []string{"3:"}},
		{"any order", "native", "2: 12 1 5\n", []string{"2: 1 5 12"}},
		{"spaces", "native", "\t 2 x 3 :1\t2 \n", []string{"2x3: 1 2"}},
		{"comments", "native", "# all\n\n2: 1 # one\n#\n", []string{"2: 1"}},
		{"CRLF and BOM", "native", "\xef\xbb\xbf2: 1\r\n\r\n3:\r\n", []string{"2: 1", "3:"}},
		{"empty", "native", "", []string{"1:1: no puzzle in the file; a line such as 5: 12 17 23 is expected"}},
		{"comments only", "native", "# nothing\n\n", []string{"1:1: no puzzle in the file; a line such as 5: 12 17 23 is expected"}},
		{"no colon", "native", "2:\n  5 12 17\n3:", []string{"2:", `2:3: the size, a colon and the sticks that are gone are expected, such as 5: 12 17 23, not "5 12 17"`, "3:"}},
		{"no size", "native", " : 1\n", []string{"1:2: a size such as 5 or 4x6 is expected before the colon"}},
		{"no columns", "native", "4x: 1\n", []string{"1:3: a size such as 5 or 4x6 is expected before the colon"}},
		{"size not a number", "native", " five: 1\n", []string{`1:2: the number of rows is expected, not "five"`}},
		{"columns not a number", "native", "4x 6x2: 1\n", []string{`1:4: the number of columns is expected, not "6x2"`}},
		{"size 0", "native", "0:\n", []string{"1:1: the number of rows must be from 1 to 64, not 0"}},
		{"size negative", "native", "-3:\n", []string{"1:1: the number of rows must be from 1 to 64, not -3"}},
		{"size huge", "native", "4x65:\n", []string{"1:3: the number of columns must be from 1 to 64, not 65"}},
		{"size beyond numbers", "native", "99999999999999999999:\n", []string{`1:1: the number of rows is expected, not "99999999999999999999"`}},
		{"stick not a number", "native", "2: 1 two\n2: 3\n", []string{`1:6: a stick number is expected, not "two"`, "2: 3"}},
		{"stick 0", "native", "2: 0\n", []string{"1:4: stick 0 is out of range: the grid has sticks 1 to 12"}},
		{"stick too high", "native", "2x3: 1 18\n", []string{"1:8: stick 18 is out of range: the grid has sticks 1 to 17"}},
		{"stick twice", "native", "2: 7 1 7\n", []string{"1:8: stick 7 is given twice"}},
		{"two colons", "native", "2: 1: 3\n", []string{`1:4: a stick number is expected, not "1:"`}},
		{"binary", "native", "2: 1\n\x00\x01\n3:\n", []string{"2: 1", "2:1: a zero byte: this is not a text file"}},

		{"judge", "poj1084", "2\n2\n0\n3\n3 12 17 23\n", []string{"2:", "3: 12 17 23"}},
		{"judge, alias", "uva1603", "1\n2\n0\n", []string{"2:"}},
		{"judge, one line", "poj1084", "3 2 0 3 3 12 17 23 1 1 4", []string{"2:", "3: 12 17 23", "1: 4"}},
		{"judge, a case a line", "poj1084", "2\n3 3 12 17 23\n2 0\n", []string{"3: 12 17 23", "2:"}},
		{"judge, sticks below", "poj1084", "2\n\n3\n3\n12 17\n\n23\n1\n0\n", []string{"3: 12 17 23", "1:"}},
		{"judge, CRLF and BOM", "poj1084", "\xef\xbb\xbf1\r\n2\r\n1 5\r\n\r\n", []string{"2: 5"}},
		{"judge, one line goes on", "poj1084", "2 2 1\n5\n2 0", []string{"2: 5", "2:"}},
		{"judge, empty", "poj1084", "", []string{"1:1: no puzzle in the file; the number of cases is expected"}},
		{"judge, blank", "poj1084", " \n\n", []string{"1:1: no puzzle in the file; the number of cases is expected"}},
		{"judge, T not a number", "poj1084", "two\n2\n0\n3\n1 5\n", []string{`1:1: the number of cases must be a whole number from 0, not "two"`, "2:", "3: 5"}},
		{"judge, T is 0", "poj1084", "0\n", nil},
		{"judge, T is 0, more below", "poj1084", "0\n\n 2\n0\n", []string{`3:2: "2" after the last of 0 cases`}},
		{"judge, T is 0, more on the line", "poj1084", "0 2 0", []string{`1:3: "2" after the last of 0 cases`}},
		{"judge, T is 0, binary", "poj1084", "0\n\x00\n", []string{"2:1: a zero byte: this is not a text file"}},
		{"judge, T negative", "poj1084", " -1\n2\n0\n", []string{"1:2: the number of cases must be a whole number from 0, not -1", "2:"}},
		{"judge, T too high", "poj1084", "5\n2\n0\n3\n0 \n\n", []string{"2:", "3:", "7:1: case 3 of 5: the file ends before n"}},
		{"judge, T too low", "poj1084", "1\n2\n0\n 3\n0\n", []string{"2:", `4:2: "3" after the last of 1 case`}},
		{"judge, more on the line", "poj1084", "2 2 0 2 0 7", []string{"2:", "2:", `1:11: "7" after the last of 2 cases`}},
		{"judge, no k", "poj1084", "2\n2\n0\n3\n", []string{"2:", "5:1: case 2 of 2: the file ends before k"}},
		{"judge, few sticks", "poj1084", "1\n3\n3\n12\n17", []string{"5:3: case 1 of 1: the file ends before stick 3 of 3"}},
		{"judge, few sticks without T", "poj1084", "x\n3\n3\n12", []string{`1:1: the number of cases must be a whole number from 0, not "x"`, "4:3: case 1: the file ends before stick 2 of 3"}},
		{"judge, n not a number", "poj1084", "3\nn\n1 2\n3\n0\n-\n2\n", []string{
			`2:1: n, the size of the grid, must be a whole number from 1 to 64, not "n"`, "3:",
			`6:1: n, the size of the grid, must be a whole number from 1 to 64, not "-"`}},
		{"judge, n out of range", "poj1084", "4\n0\n1\n9\n-2\n0\n65\n2 3 4\n2\n0", []string{
			"2:1: n, the size of the grid, must be a whole number from 1 to 64, not 0",
			"5:1: n, the size of the grid, must be a whole number from 1 to 64, not -2",
			"7:1: n, the size of the grid, must be a whole number from 1 to 64, not 65", "2:"}},
		{"judge, n wrong in one line", "poj1084", "2 0 2 5 6 1 1 3", []string{
			"1:3: n, the size of the grid, must be a whole number from 1 to 64, not 0", "1: 3"}},
		{"judge, n huge", "poj1084", "2\n123456789012345678901234567890\n0\n2\n0\n", []string{
			`2:1: n, the size of the grid, must be a whole number from 1 to 64, not "123456789012345678901234"…`, "2:"}},
		{"judge, n and k wrong", "poj1084", "2\nabc def\n2\n0\n", []string{
			`2:1: n, the size of the grid, must be a whole number from 1 to 64, not "abc"`, "2:"}},
		{"judge, n wrong at the end", "poj1084", "2\n77", []string{
			"2:1: n, the size of the grid, must be a whole number from 1 to 64, not 77"}},
		{"judge, n wrong, few sticks", "poj1084", "2\n77\n3\n1", []string{
			"2:1: n, the size of the grid, must be a whole number from 1 to 64, not 77"}},
		{"judge, k not a number", "poj1084", "2\n2\nk 1 2\n3\n0\n", []string{
			`3:1: k, the number of sticks that are gone, must be a whole number from 0 to 12, not "k"`, "3:"}},
		{"judge, k negative", "poj1084", "2\n2\n-1\n3\n0\n", []string{
			"3:1: k, the number of sticks that are gone, must be a whole number from 0 to 12, not -1", "3:"}},
		{"judge, k too high", "poj1084", "2\n2\n 13 1 2\n3\n0\n", []string{
			"3:2: k, the number of sticks that are gone, must be a whole number from 0 to 12, not 13", "3:"}},
		{"judge, k above the numbers", "poj1084", "2\n3\n4 1 2 3\n2\n0\n", []string{
			"3:1: k is 4, but 3 stick numbers follow on the line", "2:"}},
		{"judge, k below the numbers", "poj1084", "3\n3\n1 1 2 3\n2 0 7\n2\n0\n", []string{
			"3:1: k is 1, but 3 stick numbers follow on the line", "4:3: k is 0, but 1 stick number follows on the line", "2:"}},
		{"judge, surplus below", "poj1084", "2\n3\n3\n1 2\n3 4\n2\n0\n", []string{
			"5:3: k is 3, but 1 stick number follows after stick 3 on the line", "2:"}},
		{"judge, stick not a number", "poj1084", "2\n3\n3 1 x 2\n2\n1 5\n", []string{`3:5: a stick number is expected, not "x"`, "2: 5"}},
		{"judge, stick out of range", "poj1084", "2\n3\n3\n1\n25\n2\n2\n1 5\n", []string{
			"5:1: stick 25 is out of range: the grid has sticks 1 to 24", "2: 5"}},
		{"judge, stick 0 in one line", "poj1084", "2 1 2 0 1 2 1 5", []string{
			"1:7: stick 0 is out of range: the grid has sticks 1 to 4", "2: 5"}},
		{"judge, stick twice", "poj1084", "2\n3\n3 7 1 7\n2\n0\n", []string{"3:7: stick 7 is given twice", "2:"}},
		{"judge, two faults", "poj1084", "2\n3\n3\n7 7\n99 1\n2\n0\n", []string{"4:3: stick 7 is given twice", "2:"}},
		{"judge, fault at the end", "poj1084", "1\n3\n3\n7 7\n", []string{"4:3: stick 7 is given twice"}},
		{"judge, binary", "poj1084", "2\n2\n0\n3\n1\x00\n", []string{"2:", "5:2: a zero byte: this is not a text file"}},
		{"judge, UTF-16", "poj1084", "\xff\xfe1\x00", []string{"1:1: the file is in UTF-16; save it as UTF-8 or plain ASCII"}},
	}
	for _, test := range tests {
		if got := readAll(t, test.text, test.format); !slices.Equal(got, test.want) {
			t.Errorf("%s:\ngot  %s\nwant %s", test.name, strings.Join(got, "\n     "), strings.Join(test.want, "\n     "))
		}
	}
}

// endless is a line without end.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '1'
	}
	e.read += len(p)
	return len(p), nil
}

func TestLongLine(t *testing.T) {
	for _, format := range []string{"native", "poj1084"} {
		e := &endless{}
		r, err := Kind.NewReader(e, format, nil)
		if err != nil {
			t.Fatal(err)
		}
		var fault *puzzle.InputError
		if _, err := r.Read(); !errors.As(err, &fault) || fault.Line != 1 {
			t.Errorf("%s: %v", format, err)
		}
		if _, err := r.Read(); err != io.EOF {
			t.Errorf("%s, after the long line: %v", format, err)
		}
		if e.read > 4<<20 {
			t.Errorf("%s: read %d bytes of the line", format, e.read)
		}
	}
}

type failing struct{ io.Reader }

var errDisk = errors.New("disk")

func (f failing) Read(p []byte) (int, error) {
	if n, err := f.Reader.Read(p); err == nil {
		return n, nil
	}
	return 0, errDisk
}

func TestReaderFails(t *testing.T) {
	for format, text := range map[string]string{"native": "2: 1\n", "poj1084": "2\n2\n1 1\n"} {
		r, err := Kind.NewReader(failing{strings.NewReader(text)}, format, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Read(); err != nil {
			t.Errorf("%s: %v", format, err)
		}
		if _, err := r.Read(); !errors.Is(err, errDisk) {
			t.Errorf("%s: error %v, want the reader's", format, err)
		}
		if _, err := r.Read(); err != io.EOF {
			t.Errorf("%s: %v after the reader's error", format, err)
		}
	}
}

func TestSettings(t *testing.T) {
	for value, want := range map[string]Shapes{"": Squares, "squares": Squares, "rectangles": Rectangles, "unit": Unit} {
		for format, text := range map[string]string{"native": "2:", "poj1084": "1 2 0"} {
			r, err := Kind.NewReader(strings.NewReader(text), format, puzzle.Settings{"shapes": value})
			if err != nil {
				t.Fatal(err)
			}
			if inst, err := r.Read(); err != nil || inst.(*Grid).Shapes != want {
				t.Errorf("%s, shapes %q: %v, %v", format, value, inst, err)
			}
		}
	}
	tests := []struct {
		format   string
		settings puzzle.Settings
		want     string
	}{
		{"native", puzzle.Settings{"shapes": "circles"}, `--shapes must be one of squares, rectangles, unit, not "circles"`},
		{"native", puzzle.Settings{"height": "3"}, "unknown option --height"},
		{"poj1085", nil, `squares has no format "poj1085"; its formats are native, poj1084, uva1603`},
	}
	for _, test := range tests {
		if _, err := Kind.NewReader(strings.NewReader(""), test.format, test.settings); err == nil || err.Error() != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

func TestSamples(t *testing.T) {
	info := Kind.Info()
	for _, f := range info.Formats {
		if got := readAll(t, f.Sample, f.Name); len(got) != 2 || strings.Contains(got[0]+got[1], "expected") {
			t.Errorf("%s: the sample reads as %q", f.Name, got)
		}
		if g := Kind.Guess("", []byte(f.Sample)); g != f.Name {
			t.Errorf("%s: the sample is guessed as %s", f.Name, g)
		}
	}
}

func TestGuess(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "poj1084",
		"2\n2\n0\n":             "poj1084",
		"\n\n 1 2 0":            "poj1084",
		"3 12 17 23\n5: 1\n":    "native",
		"5: 12":                 "native",
		"\xef\xbb\xbf\r\n 5:\n": "native",
		"# grids\n5: 1\n":       "native",
	} {
		if got := Kind.Guess("file", []byte(text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestParse(t *testing.T) {
	g, err := Parse("# one\n4x6: 5 3\n\n")
	if err != nil || g.Rows != 4 || g.Cols != 6 || !slices.Equal(g.Gone, []int{3, 5}) || g.Shapes != Squares {
		t.Errorf("%+v, %v", g, err)
	}
	for text, want := range map[string]string{
		"":            "1:1: no puzzle in the file; a line such as 5: 12 17 23 is expected",
		"2:\n\n 3: 1": `3:2: "3: 1" after the grid; one grid is expected`,
		"2: 13":       "1:4: stick 13 is out of range: the grid has sticks 1 to 12",
		"2:\n\x00":    "2:1: a zero byte: this is not a text file",
	} {
		if _, err := Parse(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t, 9, 200)
		native := g.String()
		if got := readAll(t, native, "native"); len(got) != 1 || got[0] != native {
			t.Fatalf("%s reads as %q", native, got)
		}
		judge, err := g.AppendJudge([]byte("1\n"))
		if (err == nil) != (g.Rows == g.Cols) {
			t.Fatalf("%s for the judge: %v", native, err)
		}
		if err != nil {
			return
		}
		if got := readAll(t, string(judge), "poj1084"); len(got) != 1 || got[0] != native {
			t.Fatalf("%q reads as %q", judge, got)
		}
	})
}

func TestAnswerReader(t *testing.T) {
	r := Kind.NewAnswerReader(strings.NewReader("3\n -1 ?\n\n0\nx\n-2\n7"))
	want := []puzzle.Answer{
		{Status: puzzle.Solved, Cost: 3, LowerBound: puzzle.None},
		{Status: puzzle.Infeasible, Cost: puzzle.None, LowerBound: puzzle.None},
		{Status: puzzle.Unknown, Cost: puzzle.None, LowerBound: puzzle.None},
		{Status: puzzle.Solved, Cost: 0, LowerBound: puzzle.None},
	}
	g := full(3, 3, Squares)
	for i, w := range want {
		ans, err := r.Read(g)
		if err != nil || ans.Status != w.Status || ans.Cost != w.Cost || ans.LowerBound != w.LowerBound || ans.Solution != nil {
			t.Errorf("answer %d: %+v, %v; want %+v", i, ans, err, w)
		}
	}
	for _, w := range []string{`5:1: a number of sticks, -1 or ? is expected, not "x"`, `6:1: a number of sticks, -1 or ? is expected, not "-2"`} {
		if _, err := r.Read(g); err == nil || err.Error() != w {
			t.Errorf("%v, want %s", err, w)
		}
	}
	if err := r.End(); err == nil || err.Error() != `7:1: "7" after the last answer` {
		t.Errorf("End: %v", err)
	}
	if ans, err := r.Read(g); err != nil || ans.Cost != 7 {
		t.Errorf("%+v, %v", ans, err)
	}
	if _, err := r.Read(g); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
	if err := r.End(); err != nil {
		t.Errorf("End: %v", err)
	}
	if err := Kind.NewAnswerReader(bytes.NewReader([]byte{0})).End(); err == nil {
		t.Error("a zero byte is no end")
	}
}
