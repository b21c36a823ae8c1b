package lines

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/puzzle"
)

// all reads the lines of r, and gives each as "number:text", and the error that
// ended them.
func all(r io.Reader) (got []string, err error) {
	s := New(r)
	for {
		line, err := s.Next()
		if err != nil {
			return got, err
		}
		got = append(got, fmt.Sprintf("%d:%s", s.Line(), line))
	}
}

func TestNext(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"empty", "", nil},
		{"Unix", "a\nb\n", []string{"1:a", "2:b"}},
		{"Windows", "a\r\nb\r\n", []string{"1:a", "2:b"}},
		{"mixed", "a\r\nb\nc", []string{"1:a", "2:b", "3:c"}},
		{"no last ending", "a\nb", []string{"1:a", "2:b"}},
		{"no last line feed", "a\nb\r", []string{"1:a", "2:b"}},
		{"blank lines", "\n\r\n\na\n\n", []string{"1:", "2:", "3:", "4:a", "5:"}},
		{"a lone CR ends no line", "a\rb\n", []string{"1:a\rb"}},
		{"only one CR belongs to the ending", "a\r\r\n", []string{"1:a\r"}},
		{"BOM", "\xef\xbb\xbfa\nb\n", []string{"1:a", "2:b"}},
		{"BOM and CRLF", "\xef\xbb\xbfa\r\n", []string{"1:a"}},
		{"BOM alone", "\xef\xbb\xbf", []string{"1:"}},
		{"BOM on a later line is text", "a\n\xef\xbb\xbfb\n", []string{"1:a", "2:\xef\xbb\xbfb"}},
		{"any byte but zero is text", "\x01\xff\x80\n", []string{"1:\x01\xff\x80"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, r := range []io.Reader{
				strings.NewReader(test.text),
				iotest.OneByteReader(strings.NewReader(test.text)),
				iotest.DataErrReader(strings.NewReader(test.text)),
			} {
				got, err := all(r)
				if diff := cmp.Diff(test.want, got); diff != "" || err != io.EOF {
					t.Errorf("%v\n%s", err, diff)
				}
			}
		})
	}
}

func TestNoText(t *testing.T) {
	const utf16 = "the file is in UTF-16; save it as UTF-8 or plain ASCII"
	const zero = "a zero byte: this is not a text file"
	for _, test := range []struct {
		name, text   string
		good         int // lines before the fault
		line, column int
		msg          string
	}{
		{"UTF-16, little end first", "\xff\xfe1\x00\n\x00", 0, 1, 1, utf16},
		{"UTF-16, big end first", "\xfe\xff\x001\x00\n", 0, 1, 1, utf16},
		{"UTF-16 without a mark", "1\x000\x00\n\x00", 0, 1, 2, zero},
		{"zero byte at the start", "\x00", 0, 1, 1, zero},
		{"zero byte later", "abc\nab\x00c\nabc\n", 1, 2, 3, zero},
		{"zero byte after the BOM", "\xef\xbb\xbfa\x00", 0, 1, 2, zero},
		{"ELF", "\x7fELF\x02\x01\x01\x00\x00", 0, 1, 8, zero},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := New(strings.NewReader(test.text))
			for range test.good {
				if _, err := s.Next(); err != nil {
					t.Fatal(err)
				}
			}
			_, err := s.Next()
			wantFault(t, err, test.line, test.column, test.msg)
			for range 2 {
				if _, err := s.Next(); err != io.EOF {
					t.Errorf("after the fault: %v", err)
				}
			}
		})
	}
}

func wantFault(t *testing.T, err error, line, column int, msg string) {
	t.Helper()
	want := &puzzle.InputError{Line: line, Column: column, Msg: msg}
	var got *puzzle.InputError
	if errors.As(err, &got) {
		want.Whole = got.Whole // TestWhole looks at that
	}
	if got == nil || *got != *want {
		t.Errorf("got  %v\nwant %v", err, want)
	}
}

// TestWhole tells faults of a text from faults of an instance.
func TestWhole(t *testing.T) {
	_, nul := New(strings.NewReader("\x00")).Next()
	_, long := New(strings.NewReader(strings.Repeat("x", Max+1))).Next()
	s := New(strings.NewReader("x"))
	for err, want := range map[error]bool{
		nul: true, long: true, Nothing("a board"): true,
		s.Errorf(1, "wrong"): false, s.EndErrorf("short"): false, puzzle.OfWhole(s.Errorf(1, "wrong")): true,
	} {
		var got *puzzle.InputError
		if !errors.As(err, &got) || got.Whole != want {
			t.Errorf("%v: whole is not %v", err, want)
		}
	}
}

func TestBack(t *testing.T) {
	s := New(strings.NewReader("a\nb\n"))
	var got []string
	for i := range 4 {
		line, err := s.Next()
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%d:%s", s.Line(), line))
		if i == 0 || i == 2 {
			s.Back()
			s.Back() // twice is as once
		}
	}
	if want := "1:a 1:a 2:b 2:b"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestMax pins the length of the longest line, whatever buffer the reader
// brings along.
func TestMax(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n) }
	tooLong := fmt.Sprintf("the line is longer than %d bytes", Max)
	readers := map[string]func(string) io.Reader{
		"plain":            func(s string) io.Reader { return strings.NewReader(s) },
		"small buffer":     func(s string) io.Reader { return bufio.NewReader(strings.NewReader(s)) },
		"larger buffer":    func(s string) io.Reader { return bufio.NewReaderSize(strings.NewReader(s), 3*Max) },
		"EOF with the end": func(s string) io.Reader { return iotest.DataErrReader(strings.NewReader(s)) },
	}
	for name, reader := range readers {
		for _, end := range []string{"\n", "\r\n", "\nmore\n", ""} {
			content := Max - 1 // a missing ending counts as one byte
			if end == "\r\n" {
				content = Max - 2
			}
			s := New(reader(long(content) + end))
			if line, err := s.Next(); err != nil || len(line) != content {
				t.Errorf("%s, %q: a line of Max bytes: %d bytes, %v", name, end, len(line), err)
			}
			s = New(reader("short\n" + long(content+1) + end))
			if _, err := s.Next(); err != nil {
				t.Errorf("%s, %q: %v", name, end, err)
			}
			_, err := s.Next()
			wantFault(t, err, 2, 1, tooLong)
			if _, err := s.Next(); err != io.EOF {
				t.Errorf("%s, %q: after a line of Max+1 bytes: %v", name, end, err)
			}
		}
	}
}

// endless is a reader without an end or a line ending, which counts what is
// read from it.
type endless struct{ n int }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '1'
	}
	e.n += len(p)
	return len(p), nil
}

func TestEndlessLineIsNotReadToItsEnd(t *testing.T) {
	var e endless
	_, err := New(&e).Next()
	wantFault(t, err, 1, 1, fmt.Sprintf("the line is longer than %d bytes", Max))
	if e.n != Max {
		t.Errorf("%d bytes were read before the line was refused, want %d", e.n, Max)
	}
}

func TestReaderFails(t *testing.T) {
	broken := errors.New("disk on fire")
	s := New(io.MultiReader(strings.NewReader("one\ntw"), iotest.ErrReader(broken)))
	if line, err := s.Next(); string(line) != "one" || err != nil {
		t.Errorf("line 1: %q, %v", line, err)
	}
	if line, err := s.Next(); line != nil || !errors.Is(err, broken) || err.Error() != "line 2: disk on fire" {
		t.Errorf("line 2: %q, %v", line, err)
	}
	if _, err := s.Next(); err != io.EOF {
		t.Errorf("after the failure: %v", err)
	}
}

func TestContent(t *testing.T) {
	const text = "\n  \t\n# all of it\n \t a b \t # rest\nc#d\r\n \f\v e\r\r\n#\n"
	type item struct {
		Line, Column int
		Text         string
	}
	for comment, want := range map[byte][]item{
		'#': {{4, 4, "a b"}, {5, 1, "c"}, {6, 5, "e"}},
		0:   {{3, 1, "# all of it"}, {4, 4, "a b \t # rest"}, {5, 1, "c#d"}, {6, 5, "e"}, {7, 1, "#"}},
	} {
		s := New(strings.NewReader(text))
		var got []item
		for {
			text, column, err := s.Content(comment)
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, item{s.Line(), column, string(text)})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("comments begin with %q:\n%s", comment, diff)
		}
	}
}

func TestContentPassesFaultsOn(t *testing.T) {
	s := New(strings.NewReader("\n\n a\x00"))
	_, _, err := s.Content('#')
	wantFault(t, err, 3, 3, "a zero byte: this is not a text file")
}

func TestErrorf(t *testing.T) {
	s := New(strings.NewReader("a\nb\n"))
	wantFault(t, s.Errorf(5, "no %s", "line"), 1, 5, "no line")
	_, _ = s.Next()
	_, _ = s.Next()
	wantFault(t, s.Errorf(7, "%d", 8), 2, 7, "8")
}

func TestEndErrorf(t *testing.T) {
	for text, want := range map[string][2]int{
		"":                      {1, 1},
		"\n":                    {2, 1},
		"a\nbc\n":               {3, 1},
		"a\nbc":                 {2, 3},
		"a\nbc\r\n":             {3, 1},
		"a\n\n\n":               {4, 1},
		"a\n  ":                 {2, 3},
		"\xef\xbb\xbf":          {1, 1},
		"\xef\xbb\xbfab":        {1, 3},
		"first\nsecond\xc3\xa9": {2, 9},
	} {
		s := New(strings.NewReader(text))
		for {
			if _, err := s.Next(); err != nil {
				break
			}
		}
		wantFault(t, s.EndErrorf("missing: %d", 3), want[0], want[1], "missing: 3")
	}
}

func TestFields(t *testing.T) {
	var got []string
	for _, f := range Fields(nil, []byte(" \ta  12\v\fxyz\r é\n"), 5) {
		got = append(got, fmt.Sprintf("%d:%s", f.Column, f.Text))
	}
	if diff := cmp.Diff([]string{"7:a", "10:12", "14:xyz", "19:é"}, got); diff != "" {
		t.Error(diff)
	}
	if got := Fields(nil, nil, 1); got != nil {
		t.Errorf("of nothing: %v", got)
	}
	text := []byte("a b c")
	buf := Fields(nil, text, 1)
	if n := testing.AllocsPerRun(100, func() { buf = Fields(buf[:0], text, 1) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestFieldsProperty: the words are where they say, and bytes.Fields agrees.
func TestFieldsProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(rapid.StringMatching(`[ab\t\n\v\f\r ]*`).Draw(t, "text"))
		fs := Fields(nil, text, 1)
		want := bytes.Fields(text)
		if len(fs) != len(want) {
			t.Fatalf("%d words, want %d", len(fs), len(want))
		}
		for i, f := range fs {
			if !bytes.Equal(f.Text, want[i]) || !bytes.HasPrefix(text[f.Column-1:], f.Text) {
				t.Fatalf("word %d: %q at %d, want %q", i, f.Text, f.Column, want[i])
			}
		}
	})
}

func TestFieldInt(t *testing.T) {
	for text, want := range map[string]int{
		"0": 0, "17": 17, "-3": -3, "007": 7, "999999999999999999": 999999999999999999,
	} {
		if n, ok := (Field{Text: []byte(text)}).Int(); n != want || !ok {
			t.Errorf("%q: %d, %v", text, n, ok)
		}
	}
	for _, text := range []string{"", "-", "x", "1x", "1.5", "1e3", "0x1f", "1_000", "1000000000000000000", "１"} {
		if n, ok := (Field{Text: []byte(text)}).Int(); ok {
			t.Errorf("%q: %d", text, n)
		}
	}
}

func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		"":                          `""`,
		"ab":                        `"ab"`,
		"a\"\n\x00\xffé":            `"a\"\n\x00\xff\u00e9"`,
		"123456789012345678901234":  `"123456789012345678901234"`,
		"1234567890123456789012345": `"123456789012345678901234"…`,
		"12345678901234567890123é":  `"12345678901234567890123\xc3"…`,
	} {
		if got := Quote([]byte(text)); got != want {
			t.Errorf("Quote(%q) = %s, want %s", text, got, want)
		}
		if got := (Field{Text: []byte(text)}).String(); got != want {
			t.Errorf("Field %q is printed %s", text, got)
		}
	}
}

func TestChar(t *testing.T) {
	for text, want := range map[string]string{
		"x": "'x'", "2*": "'2'", "é": "'é'", "棋x": "'棋'", "'": `'\''`, "\t": `'\t'`, "\x01": `'\x01'`,
		"\xff": "byte 0xff", "\xc3": "byte 0xc3", "\u2028": `'\u2028'`, "\ufffd": "'\ufffd'",
	} {
		if got := Char([]byte(text)); got != want {
			t.Errorf("Char(%q) = %s, want %s", text, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	w := NewWords(strings.NewReader("\xef\xbb\xbf 1 two\r\n\n\t-3\n"))
	var got []string
	for {
		peeked, _ := w.Peek()
		f, err := w.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if peeked.Column != f.Column || string(peeked.Text) != string(f.Text) {
			t.Errorf("peeked %v, then %v", peeked, f)
		}
		got = append(got, w.Errorf(f, "%s", f).Error())
	}
	if diff := cmp.Diff([]string{`1:2: "1"`, `1:4: "two"`, `3:2: "-3"`}, got); diff != "" {
		t.Error(diff)
	}
}

func TestWordsAtTheEnd(t *testing.T) {
	for text, want := range map[string]string{
		"":          "1:1: missing",
		"1":         "1:2: missing",
		"1 2\n":     "2:1: missing",
		"1\n 2 ":    "2:4: missing",
		"1 2\n\n\n": "4:1: missing",
	} {
		w := NewWords(strings.NewReader(text))
		for {
			f, err := w.Next()
			if err == nil {
				continue
			}
			if err != io.EOF {
				t.Errorf("%q: %v", text, err)
			}
			if got := w.Errorf(f, "missing").Error(); got != want {
				t.Errorf("%q: got %s, want %s", text, got, want)
			}
			if err := w.End(); err != nil {
				t.Errorf("%q: End: %v", text, err)
			}
			break
		}
	}
}

func TestWordsEnd(t *testing.T) {
	w := NewWords(strings.NewReader("1\n\n  2 3\n"))
	wantFault(t, w.End(), 1, 1, `"1" after the last answer`)
	_, _ = w.Next()
	wantFault(t, w.End(), 3, 3, `"2" after the last answer`)
	_, _ = w.Next()
	_, _ = w.Next()
	if err := w.End(); err != nil {
		t.Error(err)
	}
	wantFault(t, NewWords(strings.NewReader("\n\x00")).End(), 2, 1, "a zero byte: this is not a text file")
}

func TestWordsFault(t *testing.T) {
	w := NewWords(strings.NewReader("1 2\n3\x00"))
	_, _ = w.Next()
	_, _ = w.Next()
	_, err := w.Next()
	wantFault(t, err, 2, 2, "a zero byte: this is not a text file")
	if _, err := w.Next(); err != io.EOF { // the text ends with its fault, as a Scanner's does
		t.Errorf("after the fault: %v", err)
	}
}

func TestCost(t *testing.T) {
	w := NewWords(strings.NewReader("5 -1\n ? 0\n  x\n-2 1234567890123456789 7"))
	for i, want := range []struct {
		status puzzle.Status
		cost   int
		err    string
	}{
		{puzzle.Solved, 5, ""},
		{puzzle.Infeasible, puzzle.None, ""},
		{puzzle.Unknown, puzzle.None, ""},
		{puzzle.Solved, 0, ""},
		{puzzle.Unknown, puzzle.None, `3:3: a size, -1 or ? is expected, not "x"`},
		{puzzle.Unknown, puzzle.None, `4:1: a size, -1 or ? is expected, not "-2"`},
		{puzzle.Unknown, puzzle.None, `4:4: a size, -1 or ? is expected, not "1234567890123456789"`},
		{puzzle.Solved, 7, ""},
		{puzzle.Unknown, puzzle.None, "EOF"},
	} {
		a, err := w.Cost("size")
		msg := ""
		if err != nil {
			msg = err.Error()
		}
		if a.Status != want.status || a.Cost != want.cost || a.LowerBound != puzzle.None || a.Solution != nil || msg != want.err {
			t.Errorf("answer %d: %v %d, %q", i+1, a.Status, a.Cost, msg)
		}
	}
}

// FuzzScanner holds Next against a literal twin, and checks that every place
// that is told lies in the text.
func FuzzScanner(f *testing.F) {
	for _, s := range []string{"", "a\nb", "a\r\n\n # c\n", "\xef\xbb\xbfx", "\xff\xfe1\x00", "a\x00", "1 2\n3 ", "\r\r\n", "x\ry\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := all(bytes.NewReader(data))
		var want []string
		var fault *puzzle.InputError
		text := string(data)
		for n := 1; text != "" && fault == nil; n++ {
			line, rest, _ := strings.Cut(text, "\n")
			text = rest
			line = strings.TrimSuffix(line, "\r")
			if n == 1 {
				if strings.HasPrefix(line, "\xff\xfe") || strings.HasPrefix(line, "\xfe\xff") {
					fault = &puzzle.InputError{Line: n, Column: 1}
					break
				}
				line = strings.TrimPrefix(line, "\xef\xbb\xbf")
			}
			if i := strings.IndexByte(line, 0); i >= 0 {
				fault = &puzzle.InputError{Line: n, Column: i + 1}
				break
			}
			want = append(want, fmt.Sprintf("%d:%s", n, line))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		var told *puzzle.InputError
		if errors.As(err, &told); fault == nil && err != io.EOF ||
			fault != nil && (told == nil || told.Line != fault.Line || told.Column != fault.Column) {
			t.Errorf("ended by %v, want %v", err, fault)
		}

		// The words are those of the lines, each where it says.
		w := NewWords(bytes.NewReader(data))
		for n, line := range got {
			_, line, _ = strings.Cut(line, ":")
			for _, want := range strings.FieldsFunc(line, func(r rune) bool { return r < 128 && isSpace(byte(r)) }) {
				f, err := w.Next()
				if err != nil {
					t.Fatal(err)
				}
				if string(f.Text) != want || w.s.Line() != n+1 || !strings.HasPrefix(line[f.Column-1:], want) {
					t.Fatalf("word %q at %d:%d, want %q", f.Text, w.s.Line(), f.Column, want)
				}
			}
		}
		if f, err := w.Next(); err == nil {
			t.Errorf("one word too many: %v", f)
		}
	})
}

func BenchmarkContent(b *testing.B) {
	text := []byte(strings.Repeat("10110/01*11/10111/01001/00000\n", 10_000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		s := New(bytes.NewReader(text))
		for {
			if _, _, err := s.Content('#'); err != nil {
				break
			}
		}
	}
}
