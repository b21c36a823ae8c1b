package hittingset

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/puzzle"
)

// readAll reads a text to its end. Problems are told as hgr on one line, faults
// with their place.
func readAll(t testing.TB, text, format string) (got []string) {
	t.Helper()
	r, err := Kind.NewReader(strings.NewReader(text), format, nil)
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
			if inst != nil {
				t.Fatalf("an instance with the error %v", err)
			}
			got = append(got, fault.Error())
		case err != nil:
			t.Fatal(err)
		default:
			got = append(got, strings.ReplaceAll(string(inst.AppendNative(nil)), "\n", "; "))
		}
	}
}

func TestReadHGR(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"plain", "p hs 4 2\n1 2 3\n3 4\n", []string{"p hs 4 2; 1 2 3; 3 4"}},
		{"as given", "p hs 4 1\n4 1 4\n", []string{"p hs 4 1; 4 1 4"}},
		{"comments, spaces, CRLF, BOM", "\xef\xbb\xbfc x\r\n\r\np  hs\t2 1 \r\nc\r\n 1  2 \r\n\r\nc end", []string{"p hs 2 1; 1 2"}},
		{"nothing to hit", "p hs 0 0", []string{"p hs 0 0"}},
		{"a blank line is an empty set", "p hs 2 2\n\n1 2\n", []string{"p hs 2 2;  ; 1 2"}},
		{"several", "p hs 1 1\n1\np hs 2 0\nc\np hs 2 1\n2\n", []string{"p hs 1 1; 1", "p hs 2 0", "p hs 2 1; 2"}},
		{"after a bad one", "p hs 1 1\n2\n1\np hs 2 1\n2\n", []string{"2:1: element 2 is out of range: the elements are 1 to 1", "p hs 2 1; 2"}},

		{"empty", "", []string{"1:1: no puzzle in the file; a line such as p hs 4 2 is expected"}},
		{"comments only", "c\n\n", []string{"1:1: no puzzle in the file; a line such as p hs 4 2 is expected"}},
		{"no header", "1 2 3\n", []string{`1:1: p hs, the number of elements and the number of sets are expected, not "1 2 3"`}},
		{"another problem class", "p ds 4 2\n1 2\n", []string{`1:1: p hs, the number of elements and the number of sets are expected, not "p ds 4 2"`}},
		{"too few numbers", "p hs 4\n1 2\n", []string{`1:1: p hs, the number of elements and the number of sets are expected, not "p hs 4"`}},
		{"elements", "p hs x 2", []string{`1:6: the number of elements must be a whole number from 0 to 268435456, not "x"`}},
		{"too many elements", "p hs 268435457 2", []string{`1:6: the number of elements must be a whole number from 0 to 268435456, not "268435457"`}},
		{"sets", "p hs 4 -1", []string{`1:8: the number of sets must be a whole number from 0, not "-1"`}},
		{"too few sets", "p hs 4 3\n1\n", []string{"3:1: the file ends before set 2 of 3"}},
		{"too few sets, and another", "p hs 4 3\n1\np hs 1 0", []string{"3:1: another problem begins before set 2 of 3", "p hs 1 0"}},
		{"too many sets", "p hs 4 1\n1\n 2", []string{"3:2: a set after the last of 1"}},
		{"too many sets by a blank line", "p hs 4 2\n1\n\n2", []string{"4:1: a set after the last of 2 (line 3 is blank, which is an empty set)"}},
		{"element 0", "p hs 4 1\n1 0", []string{"2:3: element 0 is out of range: the elements are 1 to 4"}},
		{"not a number", "p hs 4 1\n1 c", []string{`2:3: an element is expected, not "c"`}},
		{"binary", "p hs 4 2\n1\n\x00", []string{"3:1: a zero byte: this is not a text file"}},
	} {
		for _, format := range []string{"hgr", "native", "pace"} {
			if diff := cmp.Diff(test.want, readAll(t, test.text, format)); diff != "" {
				t.Errorf("%s, %s: %s", test.name, format, diff)
			}
		}
	}
}

func TestReadOPB(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"plain", "* #variable= 4 #constraint= 2\nmin: +1 x1 +1 x2 +1 x3 +1 x4 ;\n+1 x1 +1 x2 >= 1 ;\n+1 x4 >= 1 ;\n", []string{"p hs 4 2; 1 2; 4"}},
		{"dense and over lines", "min:1 x2\n*c\n+1 x1;1 x1\n1 x2>=1;", []string{"p hs 2 1; 1 2"}},
		{"more variables than costs", "* #variable= 9 #constraint= 0\nmin: 1 x1 ;", []string{"p hs 9 0"}},
		{"no coefficients", "min: x1 x2 ; x1 x2 >= 1 ;", []string{"p hs 2 1; 1 2"}},
		{"larger coefficients", "min: 1 x1 1 x2 ; 2 x1 3 x2 >= 2 ;", []string{"p hs 2 1; 1 2"}},
		{"nothing asked for", "min: 1 x1 ; 1 x1 >= 0 ; >= -1 ;", []string{"p hs 1 0"}},
		{"an empty set", "min: 1 x1 ; >= 1 ;", []string{"p hs 1 1;  "}},
		{"several", "* #variable= 3 #constraint= 0\nmin: 1 x1 ; 1 x1 >= 1 ;\n* #variable= 2 #constraint= 0\nmin: ;", []string{"p hs 3 1; 1", "p hs 2 0"}},
		{"after a bad one", "min: 2 x1 ;\n1 x1 >= 1 ;\nmin: 1 x1 ;", []string{"1:6: every cost must be 1, not 2", "p hs 1 0"}},

		{"empty", "", []string{"1:1: no puzzle in the file; min: and an objective is expected"}},
		{"no objective", "* x\n 1 x1 >= 1 ;", []string{`2:2: min: and an objective are expected, not "1"`}},
		{"maximum", "max: 1 x1 ;", []string{`1:1: min: and an objective are expected, not "max:"`}},
		{"no end of the objective", "min: 1 x1\n", []string{"2:1: the file ends within the objective"}},
		{"twice", "min: 1 x1 1 x1 ;", []string{"1:13: x1 occurs twice in the objective"}},
		{"negated cost", "min: 1 ~x1 ;", []string{`1:8: a hitting set has no negated variables such as "~x1"`}},
		{"name", "min: 1 y1 ;", []string{`1:8: a variable such as x1 is expected, not "y1"`}},
		{"name too", "min: 1 x0 ;", []string{`1:8: a variable from x1 to x268435456 is expected, not "x0"`}},
		{"no end", "min: 1 x1 ; 1 x1 >= 1", []string{"1:22: the file ends within a constraint"}},
		{"half a term", "min: 1 x1 ; 1", []string{"1:14: the file ends within a term"}},
		{"at most", "min: 1 x1 ; 1 x1 <= 1 ;", []string{`1:18: a constraint of a hitting set has >=, not "<="`}},
		{"equal", "min: 1 x1 ; 1 x1 = 1 ;", []string{`1:18: a constraint of a hitting set has >=, not "="`}},
		{"negative", "min: 1 x1 ; -1 x1 >= 1 ;", []string{"1:13: a coefficient of a hitting set must be positive, not -1"}},
		{"two of them", "min: 1 x1 1 x2 ; 1 x1 2 x2 >= 2 ;", []string{"1:31: this is no set: one of the variables is not enough for 2"}},
		{"no number", "min: 1 x1 ; 1 x1 >= x1 ;", []string{`1:21: a number is expected after >=, not "x1"`}},
		{"no semicolon", "min: 1 x1 ; 1 x1 >= 1\n1 x1 >= 1 ;", []string{`2:1: a semicolon is expected, not "1"`}},
		{"without a cost", "min: 1 x1 ; 1 x2 >= 1 ;", []string{"1:15: x2 has no cost"}},
	} {
		if diff := cmp.Diff(test.want, readAll(t, test.text, "opb")); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}

func TestReadError(t *testing.T) {
	for _, format := range []string{"hgr", "opb"} {
		for _, text := range []string{"", "p hs 4 2\n1\n", "p hs 1 1\n7\n", "min: 1 x1", "min: 2 x1 ;"} {
			r, err := Kind.NewReader(io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrClosedPipe)), format, nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err = r.Read(); errors.As(err, new(*puzzle.InputError)) {
				_, err = r.Read() // the fault was found first
			}
			if !errors.Is(err, io.ErrClosedPipe) {
				t.Errorf("%s, %q: %v", format, text, err)
			}
		}
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, 200, 40)
		want := strings.ReplaceAll(p.String(), "\n", "; ")
		for format, text := range map[string]string{"hgr": p.String(), "opb": string(p.AppendOPB(nil))} {
			r, err := Kind.NewReader(strings.NewReader(text), format, nil)
			if err != nil {
				t.Fatal(err)
			}
			again, err := r.Read()
			if err != nil || strings.ReplaceAll(again.(*Problem).String(), "\n", "; ") != want {
				t.Fatalf("%s: %q reads as %v, %v", format, text, again, err)
			}
		}
	})
}

func TestParse(t *testing.T) {
	p, err := Parse("c one\np hs 3 1\n2 3\n\nc end\n")
	if err != nil || p.Elements != 3 || len(p.Sets) != 1 {
		t.Errorf("%v, %v", p, err)
	}
	for text, want := range map[string]string{
		"":                     "1:1: no puzzle in the file; a line such as p hs 4 2 is expected",
		"p hs 1 0\np hs 1 0":   `2:1: "p hs 1 0" after the problem; one problem is expected`,
		"p hs 1 1\n1\n2":       "3:1: a set after the last of 1",
		"p hs 1 1\n1\n\x00\n2": "3:1: a zero byte: this is not a text file",
	} {
		if _, err := Parse(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestGuess(t *testing.T) {
	for _, f := range info.Formats {
		want := f.Name
		if f.Judge {
			want = "hgr" // the same text
		}
		if got := Kind.Guess("file", []byte(f.Sample)); got != want {
			t.Errorf("%s is guessed as %s", f.Name, got)
		}
		if got := readAll(t, f.Sample, f.Name); len(got) != 1 || !strings.HasPrefix(got[0], "p hs 4 2") {
			t.Errorf("%s: the sample reads as %q", f.Name, got)
		}
	}
	for text, want := range map[string]string{
		"": "hgr", "c x\np hs": "hgr", "\xef\xbb\xbf\n* x": "opb", "min: 1 x1;": "opb", "nonsense": "hgr",
	} {
		if got := Kind.Guess("file.hgr", []byte(text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestSettings(t *testing.T) {
	for _, test := range []struct {
		format   string
		settings puzzle.Settings
		want     string
	}{
		{"hgr", puzzle.Settings{"shapes": "unit"}, "unknown option --shapes"},
		{"gr", nil, `hitting has no format "gr"; its formats are hgr, native, pace, opb`},
	} {
		if _, err := Kind.NewReader(strings.NewReader(""), test.format, test.settings); err == nil || err.Error() != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

func TestAnswerReader(t *testing.T) {
	r := Kind.NewAnswerReader(strings.NewReader("c optimal\n2\n3\nc then\n1\n-1 ?\n0\n1 x\n2 5\n"))
	p := &Problem{Elements: 3}
	for i, want := range []puzzle.Answer{
		{Status: puzzle.Solved, Cost: 2, LowerBound: puzzle.None, Solution: Chosen{3, 1}},
		{Status: puzzle.Infeasible, Cost: puzzle.None, LowerBound: puzzle.None},
		{Status: puzzle.Unknown, Cost: puzzle.None, LowerBound: puzzle.None},
		{Status: puzzle.Solved, Cost: 0, LowerBound: puzzle.None, Solution: Chosen{}},
	} {
		ans, err := r.Read(p)
		if diff := cmp.Diff(want, ans); err != nil || diff != "" {
			t.Errorf("answer %d: %v, %s", i, err, diff)
		}
	}
	if err := r.End(); err == nil || err.Error() != `8:1: "1" after the last answer` {
		t.Errorf("End: %v", err)
	}
	for _, want := range []string{`8:3: an element is expected, not "x"`, "10:1: the file ends before element 2 of 2"} {
		if _, err := r.Read(p); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := r.Read(p); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
	if err := r.End(); err != nil {
		t.Errorf("End: %v", err)
	}
}

func TestSolution(t *testing.T) {
	s, err := Kind.DecodeSolution([]byte(`{"elements":[5,2]}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(s.AppendText(nil)); got != "2 elements: 2 5" {
		t.Error(got)
	}
	if got := string(s.AppendJudge(nil)); got != "2\n2\n5\n" {
		t.Error(got)
	}
	if got := string(s.AppendJSON(nil)); got != `{"elements":[2,5]}` {
		t.Error(got)
	}
	if got := string(Chosen{7}.AppendText(nil)) + ", " + string(Chosen{}.AppendText(nil)); got != "1 element: 7, 0 elements" {
		t.Error(got)
	}
	for _, bad := range []string{`{}`, `{"elements":"x"}`, `[1]`} {
		if s, err := Kind.DecodeSolution([]byte(bad)); err == nil {
			t.Errorf("%s: %v", bad, s)
		}
	}
}
