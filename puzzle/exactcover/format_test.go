package exactcover

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// TestFaults: what is no problem is named with its place.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ format, text, want string }{
		{"dlx", "", "1:1: no puzzle in the file; a line with the items is expected"},
		{"dlx", "| only a comment\n", "1:1: no puzzle in the file; a line with the items is expected"},
		{"dlx", "a b a\n", `1:5: the item "a" comes twice`},
		{"dlx", "a | b | c\n", "1:7: a second | among the items"},
		{"dlx", "a b:1\n", `1:4: ':' in the name of an item, "b:1"`},
		{"dlx", "a b\n\n|\n a c\n", `4:4: "c" is not one of the items`},
		{"dlx", "a b\na b a\n", `2:5: the item "a" comes twice in an option`},
		{"dlx", "a b\na:1\n", `2:2: a colour for the primary item "a"`},
		{"dlx", "a | b\na b:\n", `2:5: "" is not a colour`},
		{"dlx", "a | b\na b:1:2\n", `2:5: "1:2" is not a colour`},
		{"native", "a b || a || || b\n", "1:12: an empty option"},
		{"native", "a b ||\n", "1:7: an empty option"},
		{"native", "a b || a | b\n", `1:10: "|" is not one of the items`},
		{"native", "a b || c\na || a\n", `1:8: "c" is not one of the items`},
	} {
		r, err := Kind.NewReader(strings.NewReader(c.text), c.format, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = r.Read(); err == nil || err.Error() != c.want {
			t.Errorf("%s %q: %v; want %s", c.format, c.text, err, c.want)
		}
	}
}

func TestGuess(t *testing.T) {
	for text, want := range map[string]string{
		"a b | c || a\n": "native", "a b | c\na b\n": "dlx", "| a || b\na b\n": "dlx", "": "native", "\xef\xbb\xbf\na||a": "native",
	} {
		if got := guess("", []byte(text)); got != want {
			t.Errorf("%q: %s, not %s", text, got, want)
		}
	}
	if got := guess("x.DLX", []byte("a || a")); got != "dlx" {
		t.Error(got)
	}
}

func TestSettings(t *testing.T) {
	for _, s := range []puzzle.Settings{{"count": "none"}, {"count": "0"}, {"all": "-1"}, {"other": "1"}} {
		if _, err := Kind.NewReader(strings.NewReader("a"), "dlx", s); err == nil {
			t.Errorf("%v: no error", s)
		}
	}
	if _, err := Kind.NewReader(strings.NewReader("a"), "hgr", nil); err == nil {
		t.Error("hgr is a format")
	}
}

// TestCheck refuses what breaks a rule, and says which.
func TestCheck(t *testing.T) {
	p, err := Parse(info.Formats[1].Sample)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"2\na c\nb x:2\n":     "",
		"2\nx:1 c\nx:1 a b\n": "",
		"1\na c\n":            "no option has b",
		"2\na c\nc x:1\n":     `option 2 has c, which option 1 has, too`,
		"2\nc x:1\nb x:2\n":   `option 2 has x:2, which option 1 has, too`,
		"2\na c\nb x:1\n":     `option 2, "b x:1", is not one of the problem's`,
		"2\na c\na c\n":       `option 2 has a, which option 1 has, too`,
		"0\n":                 "no option has a",
		"-1\n":                "",
		"?\n":                 "",
	} {
		r := Kind.NewAnswerReader(strings.NewReader(text))
		ans, err := r.Read(p)
		if err != nil || r.End() != nil {
			t.Fatalf("%q: %v, %v", text, err, r.End())
		}
		if v := Check(p, ans); v.Reason != want || (v.Outcome == puzzle.Accepted) != (want == "") {
			t.Errorf("%q: %+v, not %q", text, v, want)
		}
		if ans.Status == puzzle.Solved && string(ans.AppendJudge(nil)) != text {
			t.Errorf("%q came back as %q", text, ans.AppendJudge(nil))
		}
	}
	for _, text := range []string{"x", "2\na c\n", "-2"} {
		if _, err := Kind.NewAnswerReader(strings.NewReader(text)).Read(p); !errors.As(err, new(*puzzle.InputError)) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestGenerate: every family is made, the same for the same seed, and is read back;
// random problems and Latin squares have a solution.
func TestGenerate(t *testing.T) {
	for _, family := range familyNames() {
		for index := range uint64(5) {
			settings := puzzle.Settings{"family": family}
			inst, err := Kind.(puzzle.Generator).Generate(context.Background(), nil, 7, index, settings, budget.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			again, _ := Kind.(puzzle.Generator).Generate(context.Background(), nil, 7, index, settings, budget.Limits{})
			text := string(inst.AppendNative(nil))
			if text != string(again.AppendNative(nil)) {
				t.Errorf("%s %d: not the same again", family, index)
			}
			r, _ := Kind.NewReader(strings.NewReader(text), "native", nil)
			back, err := r.Read()
			if err != nil || string(back.AppendNative(nil)) != text {
				t.Fatalf("%s: %v", text, err)
			}
			if ans := Solve(context.Background(), back.(*Problem), budget.Limits{}); ans.Status != puzzle.Solved {
				t.Errorf("%s %d: %v", family, index, ans)
			}
		}
	}
	for _, s := range []puzzle.Settings{{"size": "0"}, {"family": "other"}} {
		if _, err := Kind.(puzzle.Generator).Generate(context.Background(), nil, 1, 1, s, budget.Limits{}); !errors.As(err, new(*puzzle.SettingsError)) {
			t.Errorf("%v: %v", s, err)
		}
	}
}

// FuzzReader reads any text in both formats: problems and faults come out, and problems
// survive being written.
func FuzzReader(f *testing.F) {
	for i, format := range info.Formats {
		f.Add(i == 1, format.Sample)
	}
	f.Add(true, "a | b:c\n||\n")
	f.Fuzz(func(t *testing.T, dlx bool, text string) {
		name := "native"
		if dlx {
			name = "dlx"
		}
		r, err := Kind.NewReader(strings.NewReader(text), name, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range strings.Count(text, "\n") + 3 {
			inst, err := r.Read()
			if err == io.EOF {
				return
			}
			if err != nil {
				wantPlace(t, err, text)
				continue
			}
			p := inst.(*Problem)
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
			if q, err := Parse(string(p.AppendDLX(nil))); err != nil || q.String() != p.String() {
				t.Fatalf("%q came back as %v, %v", p, q, err)
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

// FuzzAnswerReader: answers and faults with their place come out, and an end.
func FuzzAnswerReader(f *testing.F) {
	f.Add("2\na c\nb x:2\n-1\n?\n")
	f.Add("3 a b")
	p, err := Parse(info.Formats[1].Sample)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := Kind.NewAnswerReader(strings.NewReader(text))
		for range len(text) + 1 {
			ans, err := r.Read(p)
			if err == io.EOF {
				return
			}
			if err != nil {
				wantPlace(t, err, text)
				continue
			}
			Check(p, ans)
		}
	})
}

// FuzzSolve solves random problems within a node limit, and again from what was saved;
// the answers have to stand before the rules.
func FuzzSolve(f *testing.F) {
	f.Add(uint64(1), uint8(12), uint8(3), uint8(40), uint16(20))
	f.Add(uint64(2), uint8(1), uint8(0), uint8(1), uint16(0))
	f.Fuzz(func(t *testing.T, seed uint64, primary, secondary, options uint8, nodes uint16) {
		p := Random(rand.New(rand.NewPCG(seed, 1)), 1+int(primary)%40, int(secondary)%10, int(options))
		p.Most = uint64(options % 3)
		whole := Solve(context.Background(), p, budget.Limits{Nodes: 100_000})
		if v := Check(p, whole); v.Outcome != puzzle.Accepted || whole.Status == puzzle.Infeasible {
			t.Fatalf("%s: %v, %s", p, whole.Status, v.Reason)
		}
		limit := uint64(nodes) + 1
		var state []byte
		part := Solve(context.Background(), p, budget.Limits{Nodes: limit, Save: func(s func() []byte) { state = s() }})
		if v := Check(p, part); v.Outcome != puzzle.Accepted || part.Generated > limit {
			t.Fatalf("%s: %s, %d of %d nodes", p, v.Reason, part.Generated, limit)
		}
		if part.Status != puzzle.Unknown || whole.Status == puzzle.Unknown {
			return
		}
		again := Solve(context.Background(), p, budget.Limits{Resume: state})
		again.Resumed = 0
		if fmt.Sprint(again) != fmt.Sprint(whole) || again.Generated != whole.Generated {
			t.Fatalf("%s: resumed %+v, whole %+v", p, again, whole)
		}
	})
}
