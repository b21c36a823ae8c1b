package mayan

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/puzzle"
)

const sample = "3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n"

// readAll reads a text to its end and returns one line for each instance: its
// native form, or the error.
func readAll(t rapid.TB, text, format string, settings puzzle.Settings) []string {
	t.Helper()
	r, err := Kind.NewReader(strings.NewReader(text), format, settings)
	if err != nil {
		t.Fatal(err)
	}
	got := []string{}
	for {
		in, err := r.Read()
		var fault *puzzle.InputError
		switch {
		case err == io.EOF:
			return got
		case errors.As(err, &fault):
			got = append(got, fault.Error())
		case err != nil:
			t.Fatal(err)
		default:
			got = append(got, string(in.AppendNative(nil)))
		}
	}
}

func TestReadNative(t *testing.T) {
	small := puzzle.Settings{"height": "3"}
	open := puzzle.Settings{"mode": "min"}
	for _, tt := range []struct {
		name, text string
		settings   puzzle.Settings
		want       []string
	}{
		{"sample", info.Formats[0].Sample, nil, []string{"3: 1/2 1/2 3 4/3 1/2 4 3 4", "2: 1//1 1//1"}},
		{"comments and spaces", "\ufeff# two boards\r\n\r\n 3 :1 / 2  1/\t# one\r\n0:\r\n", nil, []string{"3: 1/2 1/", "0:"}},
		{"widest", "100: 15///////1", nil, []string{"100: 15///////1"}},
		{"open", "*: 1/1", open, []string{"*: 1/1"}},
		{"open, mode exact", "*: 1/1\n1: 1", nil, []string{
			"1:1: the number of moves may be left open (*) in mode min only; this is mode exact", "1: 1"}},
		{"empty", "", nil, []string{"1:1: no puzzle in the file; a line such as 3: 1/2 1/2 3 4 is expected"}},
		{"nothing but comments", "# nothing\n\n", nil, []string{"1:1: no puzzle in the file; a line such as 3: 1/2 1/2 3 4 is expected"}},
		{"no colon", "1: 1\n 1/2 1\n2: 2", nil, []string{"1: 1",
			`2:2: the number of moves, a colon and the columns are expected, not "1/2 1"`, "2: 2"}},
		{"no number", ": 1", nil, []string{`1:1: one number of moves is expected before the colon, not ""`}},
		{"two numbers", "1 2: 1", nil, []string{`1:1: one number of moves is expected before the colon, not "1 2"`}},
		{"word", "x: 1", nil, []string{`1:1: the number of moves, 0 to 100, is expected, not "x"`}},
		{"negative n", " -1: 1", nil, []string{`1:2: the number of moves, 0 to 100, is expected, not "-1"`}},
		{"large n", "101: 1", nil, []string{`1:1: the number of moves, 0 to 100, is expected, not "101"`}},
		{"huge n", "99999999999999999999999: 1", nil, []string{`1:1: the number of moves, 0 to 100, is expected, not "99999999999999999999999"`}},
		{"colour", "1: 1/a", nil, []string{`1:6: a colour, 1 to 15, is expected in column 1, row 0, not "a"`}},
		{"second colon", "1: 1: 2", nil, []string{`1:4: a colour, 1 to 15, is expected in column 0, row 0, not "1:"`}},
		{"floating", "1: 1/2 0 2", nil, []string{"1:8: colour 0 in column 1, row 1: what lies above an empty cell would float"}},
		{"negative colour", "1: -3", nil, []string{"1:4: colour -3 in column 0, row 0; colours are 1 to 15"}},
		{"large colour", "1: 1 16", nil, []string{"1:6: colour 16 in column 0, row 1 is above 15"}},
		{"too high", "1: /1 2 1 2", small, []string{"1:11: column 1 has more than 3 blocks"}},
		{"too wide", "1: ///////1/2", nil, []string{"1:13: more than 8 columns"}},
		{"column run", "1: 1/2 3 3 3 3 2", nil, []string{"1:8: a run of colour 3 in column 1, rows 1 to 4; a board starts without a run"}},
		{"row run", "1: 1/2 4/3 4/1 4", nil, []string{"1:8: a run of colour 4 in row 1, columns 1 to 3; a board starts without a run"}},
		{"binary", "1: 1\n\x00\x01\n1: 1\n", nil, []string{"1: 1", "2:1: a zero byte: this is not a text file"}},
		{"bytes", "\xff\xfd: 1\n1: 1", nil, []string{`1:1: the number of moves, 0 to 100, is expected, not "\xff\xfd"`, "1: 1"}},
	} {
		if diff := cmp.Diff(tt.want, readAll(t, tt.text, "native", tt.settings)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestReadJudge(t *testing.T) {
	const native = "3: 1/2 1/2 3 4/3 1/2 4 3 4"
	edit := func(old, new string) string { return strings.Replace(sample, old, new, 1) }
	for _, tt := range []struct {
		name, text string
		want       []string // of the text, followed by the sample
	}{
		{"sample", sample, []string{native}},
		{"one after another", sample + "\n" + sample, []string{native, native}},
		{"line endings", "\ufeff" + strings.ReplaceAll(sample, "\n", " \r\n\r\n"), []string{native}},
		{"empty columns", "1\n0\n0\n0\n0\n0", []string{"1: ////"}},
		{"colour 10", "5\n10 0\n0\n0\n0\n1 2 1 2 1 2 1 0", []string{"5: 10////1 2 1 2 1 2 1"}},
		{"no ending", edit("2 1 0", "2 1"), []string{"3:4: the 0 that ends column 1 is missing"}},
		{"only zeros missing", edit("3 1 0", "3 1  "), []string{"5:4: the 0 that ends column 3 is missing"}},
		{"floating", edit("2 3 4 0", "2 0 4 0"), []string{`4:5: "4" after the 0 that ends column 2; a block above an empty cell would float`}},
		{"after the ending", edit("2 3 4 0", "2 3 0 4"), []string{`4:7: "4" after the 0 that ends column 2; a block above an empty cell would float`}},
		{"two endings", edit("2 1 0", "2 1 0 0"), []string{`3:7: "0" after the 0 that ends column 1; a block above an empty cell would float`}},
		{"large colour", edit("2 1 0", "2 11 0"), []string{"3:3: colour 11 in column 1, row 1 is above 10"}},
		{"negative colour", edit("2 1 0", "-2 1 0"), []string{"3:1: colour -2 in column 1, row 0; colours are 1 to 10"}},
		{"word", edit("2 1 0", "2 x 0"), []string{`3:3: a colour, 1 to 10, or the ending 0 is expected in column 1, not "x"`}},
		{"too high", edit("2 1 0", "1 2 1 2 1 2 1 2 0"), []string{"3:15: column 1 has more than 7 blocks"}},
		{"column run", edit("2 1 0", "2 1 1 1 0"), []string{"3:3: a run of colour 1 in column 1, rows 1 to 3; a board starts without a run"}},
		{"row run", edit("\n1 0", "\n2 0"), []string{"2:1: a run of colour 2 in row 0, columns 0 to 2; a board starts without a run"}},
		{"n 0", edit("3", "0"), []string{`1:1: the number of moves, 1 to 5, is expected, not "0"`}},
		{"n 6", edit("3", "6"), []string{`1:1: the number of moves, 1 to 5, is expected, not "6"`}},
		{"negative n", edit("3", " -3"), []string{`1:2: the number of moves, 1 to 5, is expected, not "-3"`}},
		{"huge n", edit("3", "33333333333333333333"), []string{`1:1: the number of moves, 1 to 5, is expected, not "33333333333333333333"`}},
		{"two numbers", edit("3", "3 3"), []string{`1:1: the number of moves, 1 to 5, is expected, not "3 3"`}},
		{"a column too few", edit("3 1 0\n", ""), []string{"7:2: the 0 that ends column 4 is missing, or the board has only 4 of its 5 columns"}},
		{"a column too many", sample + "1 0\n", []string{native, `7:1: the number of moves, 1 to 5, is expected, not "1 0"`}},
		{"an empty column too many", sample + "0\n", []string{native, `7:1: the number of moves, 1 to 5, is expected, not "0"`}},
		{"two faults", edit("2 1 0", "x 0") + edit("3", "6"), []string{
			`3:1: a colour, 1 to 10, or the ending 0 is expected in column 1, not "x"`,
			`7:1: the number of moves, 1 to 5, is expected, not "6"`}},
	} {
		want := append(tt.want, native)
		if diff := cmp.Diff(want, readAll(t, tt.text+"\n"+sample, "luogu-p1312", nil)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"empty", "", []string{"1:1: no puzzle in the file; the number of moves is expected"}},
		{"blank", "\n \n", []string{"1:1: no puzzle in the file; the number of moves is expected"}},
		{"one line", sample + "3", []string{native, "7:2: the file ends after 0 of the 5 columns of a board"}},
		{"truncated", "3\n1 0\n2 1 0\n\n", []string{"5:1: the file ends after 2 of the 5 columns of a board"}},
		{"truncated within a column", "3\n1 0\n2", []string{
			"3:2: the 0 that ends column 1 is missing, or the board has only 1 of its 5 columns",
			"3:2: the file ends after 0 of the 5 columns of a board"}},
		{"binary", sample + "3\n1 0\n\x00", []string{native, "9:1: a zero byte: this is not a text file"}},
	} {
		if diff := cmp.Diff(tt.want, readAll(t, tt.text, "noip2011-mayan", nil)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestSettings(t *testing.T) {
	for _, tt := range []struct {
		format   string
		settings puzzle.Settings
		want     string // "": no error
	}{
		{"native", nil, ""},
		{"native", puzzle.Settings{"mode": "atmost", "height": "15"}, ""},
		{"native", puzzle.Settings{"mode": "", "height": ""}, ""},
		{"luogu-p1312", puzzle.Settings{"height": "7"}, ""},
		{"korf", nil, `mayan has no format "korf"`},
		{"native", puzzle.Settings{"colour": "3"}, "unknown option --colour"},
		{"native", puzzle.Settings{"mode": "Exact"}, `--mode must be one of exact, atmost, min, not "Exact"`},
		{"native", puzzle.Settings{"height": "0"}, `--height must be a whole number from 1 to 15, not "0"`},
		{"native", puzzle.Settings{"height": "16"}, `--height must be a whole number from 1 to 15, not "16"`},
		{"native", puzzle.Settings{"height": "x"}, `--height must be a whole number from 1 to 15, not "x"`},
		{"luogu-p1312", puzzle.Settings{"height": "8"}, "--height is for the native format; boards in the format noip2011-mayan have 7 rows"},
	} {
		r, err := Kind.NewReader(strings.NewReader(""), tt.format, tt.settings)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.want || (r == nil) != (err != nil) {
			t.Errorf("%s %v: got %q, want %q", tt.format, tt.settings, got, tt.want)
		}
	}
}

func TestGuess(t *testing.T) {
	for _, tt := range []struct{ head, want string }{
		{sample, "noip2011-mayan"},
		{"\ufeff\r\n 3 : 1/2", "native"},
		{"# 3\n3: 1\n", "native"},
		{"# a comment alone", "native"},
		{"", "noip2011-mayan"},
		{"hello\n1: 1\n", "native"},
	} {
		if got := Kind.Guess("x.txt", []byte(tt.head)); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.head, got, tt.want)
		}
	}
	for _, f := range info.Formats {
		if got := Kind.Guess("", []byte(f.Sample)); got != f.Name {
			t.Errorf("the sample of %s is taken for %s", f.Name, got)
		}
	}
}

func TestParse(t *testing.T) {
	b, err := Parse(" 3: 1/2 1/2 3 4/3 1/2 4 3 4 # the sample\n")
	if err != nil || b.Mode() != Exact || b.Height() != 7 || b.Moves() != 3 {
		t.Errorf("got %v, %v", b, err)
	}
	if _, err := Parse("1: 1\n2: 2"); err == nil || err.Error() != `2:1: one board is expected, but "2: 2" follows` {
		t.Errorf("two boards: %v", err)
	}
	if _, err := (Rules{Height: 16}).Parse("1: 1"); err == nil || err.Error() != "mayan: height 16; 1 to 15 is expected" {
		t.Errorf("height 16: %v", err)
	}
}

func TestNew(t *testing.T) {
	open := Rules{Mode: Min}
	for _, tt := range []struct {
		columns [][]int
		moves   int
		rules   Rules
		want    string // "": no error
	}{
		{[][]int{{1}, nil, {15}}, 100, Rules{}, ""},
		{[][]int{{1}}, NoLimit, open, ""},
		{nil, 1, Rules{}, "mayan: 0 columns; 1 to 8 are expected"},
		{make([][]int, 9), 1, Rules{}, "mayan: 9 columns; 1 to 8 are expected"},
		{[][]int{{1}}, 101, Rules{}, "mayan: 101 moves; 0 to 100 are expected"},
		{[][]int{{1}}, -2, open, "mayan: -2 moves; 0 to 100 are expected"},
		{[][]int{{1}}, NoLimit, Rules{}, "mayan: the number of moves may be left open (*) in mode min only; this is mode exact"},
		{[][]int{{1}}, 1, Rules{Mode: 3}, "mayan: there is no mode 3"},
		{[][]int{{1}}, 1, Rules{Height: -1}, "mayan: height -1; 1 to 15 is expected"},
		{[][]int{{1, 1, 2, 1}}, 1, Rules{Height: 3}, "mayan: column 0 has more than 3 blocks"},
		{[][]int{{1, 1, 1}}, 1, Rules{}, "mayan: a run of colour 1 in column 0, rows 0 to 2; a board starts without a run"},
	} {
		b, err := New(tt.columns, tt.moves, tt.rules)
		got := ""
		if err != nil {
			got = err.Error()
		} else if diff := cmp.Diff(tt.columns, b.Columns()); diff != "" {
			t.Errorf("columns (-want +got):\n%s", diff)
		}
		if got != tt.want {
			t.Errorf("%v: got %q, want %q", tt.columns, got, tt.want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mode := rapid.SampledFrom(modes).Draw(t, "mode")
		n := rapid.IntRange(0, MaxMoves).Draw(t, "n")
		if mode == Min && n == 0 {
			n = NoLimit
		}
		p := rapidPick(t)
		w, h := p(1, MaxWidth), p(1, MaxHeight)
		in := p.board(mode, w, h, p(0, MaxColours), n)
		got, err := Rules{Mode: mode, Height: h}.Parse(string(in.AppendNative(nil)))
		if err != nil {
			t.Fatalf("%s: %v", in.AppendNative(nil), err)
		}
		if diff := cmp.Diff(in, got, cmp.AllowUnexported(Board{}), equateEmpty); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		in = p.board(mode, judgeWidth, judgeHeight, p(0, judgeColours), 1+max(n, 0)%judgeMoves)
		text := string(in.AppendJudge(nil))
		if got := readAll(t, text, "noip2011-mayan", puzzle.Settings{"mode": mode.String()}); len(got) != 1 || got[0] != string(in.AppendNative(nil)) {
			t.Fatalf("%s: got %v", text, got)
		}
	})
}

// An empty column may be nil or not.
var equateEmpty = cmp.Comparer(func(a, b []uint8) bool { return string(a) == string(b) })

func FuzzRead(f *testing.F) {
	for _, s := range []string{sample, "3: 1/2 1/2 3 4/3 1/2 4 3 4\n*: 1\n", "#\n1 0: 3", "3\n1 0 1", "1: 1 1 1", "\xef\xbb\xbf5\r\n0\r\n"} {
		for format := range info.Formats {
			f.Add(s, format, "min")
		}
	}
	f.Fuzz(func(t *testing.T, text string, format int, mode string) {
		name := info.Formats[uint(format)%uint(len(info.Formats))].Name
		settings := puzzle.Settings{"mode": mode}
		r, err := Kind.NewReader(strings.NewReader(text), name, settings)
		if err != nil {
			return
		}
		total, last := strings.Count(text, "\n")+1, 0
		for range total + 2 {
			in, err := r.Read()
			var fault *puzzle.InputError
			switch {
			case err == io.EOF:
				if last == 0 {
					t.Fatal("neither an instance nor an error")
				}
				return
			case errors.As(err, &fault):
				if fault.Line < 1 || fault.Line > total || fault.Column < 1 || fault.Msg == "" {
					t.Fatalf("%v", fault)
				}
			case err != nil:
				t.Fatal(err)
			default:
				native := string(in.AppendNative(nil))
				if again := readAll(t, native, "native", settings); len(again) != 1 || again[0] != native {
					t.Fatalf("%q is read back as %q", native, again)
				}
			}
			last++
		}
		t.Fatal("the reader does not come to an end")
	})
}

// TestSettle: what floats falls and runs vanish, when asked; the result is a board
// that is read without it.
func TestSettle(t *testing.T) {
	settled := Rules{Settle: true}
	for _, tt := range []struct{ text, want string }{
		{"3: 0 0 1/2 0 2/3", "3: 1/2 2/3"},
		{"3: 1/1/1 2/2", "3: //2/2"},
		{"3: 1 2/1 2/0 0 1 2/0", "3: ///"},
		{"3: 1 1 1 2 2/2/2", "3: 2//"},
		{"3: 1 1 1 2/2/2", "3: //"},
	} {
		b, err := settled.Parse(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(b.AppendNative(nil)); got != tt.want {
			t.Errorf("%s settles as %s, want %s", tt.text, got, tt.want)
		}
		if _, err := Parse(tt.text); err == nil {
			t.Errorf("%s is no fault", tt.text)
		}
	}
	if _, err := settled.Parse("1: 0 0 0 0 0 0 0 1"); err == nil || !strings.Contains(err.Error(), "more than 7 blocks") {
		t.Error(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		columns := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(0, 3), 0, 7), 1, MaxWidth).Draw(t, "columns")
		b, err := New(columns, 2, settled)
		if err != nil {
			t.Fatal(err)
		}
		again, err := New(b.Columns(), 2, Rules{})
		if err != nil || string(again.AppendNative(nil)) != string(b.AppendNative(nil)) {
			t.Fatalf("%v settles as %s: %v", columns, b.AppendNative(nil), err)
		}
	})
}
