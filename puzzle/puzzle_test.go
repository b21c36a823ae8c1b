package puzzle

import (
	"slices"
	"testing"
)

var testInfo = Info{
	Name: "p",
	Formats: []Format{
		{Name: "native", Summary: "plain"},
		{Name: "judge1", Aliases: []string{"other-judge", "third"}, Judge: true},
	},
	Options: []Option{
		{Name: "mode", Default: "exact", Values: []string{"exact", "min"}},
		{Name: "height", Default: "7"},
	},
}

func TestInfoFormat(t *testing.T) {
	for name, want := range map[string]string{"native": "native", "judge1": "judge1", "other-judge": "judge1", "third": "judge1"} {
		if f, ok := testInfo.Format(name); !ok || f.Name != want {
			t.Errorf("Format(%q) = %q, %v", name, f.Name, ok)
		}
	}
	for _, name := range []string{"", "Native", "judge"} {
		if f, ok := testInfo.Format(name); ok || f.Name != "" {
			t.Errorf("Format(%q) = %q, %v", name, f.Name, ok)
		}
	}
	if got := testInfo.FormatNames(); !slices.Equal(got, []string{"native", "judge1", "other-judge", "third"}) {
		t.Errorf("FormatNames() = %q", got)
	}
}

func TestSettingsString(t *testing.T) {
	s := Settings{"mode": "min", "empty": ""}
	for name, want := range map[string]string{"mode": "min", "empty": "def", "missing": "def"} {
		if got := s.String(name, "def"); got != want {
			t.Errorf("String(%q) = %q", name, got)
		}
	}
	if got := Settings(nil).String("mode", "def"); got != "def" {
		t.Errorf("nil: %q", got)
	}
}

func TestSettingsInt(t *testing.T) {
	for _, test := range []struct {
		value string
		want  int
		err   string
	}{
		{"", -5, ""}, // the default need not be in the range
		{"2", 2, ""},
		{"15", 15, ""},
		{"1", 0, `--height must be a whole number from 2 to 15, not "1"`},
		{"16", 0, `--height must be a whole number from 2 to 15, not "16"`},
		{"99999999999999999999", 0, `--height must be a whole number from 2 to 15, not "99999999999999999999"`},
		{"seven", 0, `--height must be a whole number from 2 to 15, not "seven"`},
		{" 7", 0, `--height must be a whole number from 2 to 15, not " 7"`},
		{"7.0", 0, `--height must be a whole number from 2 to 15, not "7.0"`},
	} {
		got, err := Settings{"height": test.value}.Int("height", -5, 2, 15)
		if got != test.want || message(err) != test.err {
			t.Errorf("%q: %d, %v", test.value, got, err)
		}
	}
	if got, err := (Settings{}).Int("height", -5, 2, 15); got != -5 || err != nil {
		t.Errorf("missing: %d, %v", got, err)
	}
}

func TestSettingsCheck(t *testing.T) {
	for _, test := range []struct {
		settings Settings
		want     string
	}{
		{nil, ""},
		{Settings{"mode": "min", "height": "anything"}, ""},
		{Settings{"mode": ""}, ""},
		{Settings{"mode": "max"}, `--mode must be one of exact, min, not "max"`},
		{Settings{"size": "3"}, "unknown option --size"},
		{Settings{"size": "3", "mode": "max", "aaa": ""}, "unknown option --aaa"},
	} {
		for range 10 { // a map is ranged over in another order each time
			if got := message(test.settings.Check(testInfo.Options)); got != test.want {
				t.Fatalf("%v: got %q, want %q", test.settings, got, test.want)
			}
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestInputError(t *testing.T) {
	if got := (&InputError{Line: 3, Column: 17, Msg: "stick 61 is out of range"}).Error(); got != "3:17: stick 61 is out of range" {
		t.Errorf("got %q", got)
	}
}

func TestOutcomesAreTestlibs(t *testing.T) {
	for i, want := range []string{"ok", "wrong answer", "wrong output format", "FAIL"} {
		if got := Outcome(i).String(); got != want {
			t.Errorf("%d: %q", i, got)
		}
	}
	if Accepted != 0 || WrongAnswer != 1 || Presentation != 2 || Failure != 3 {
		t.Error("the numbers are not testlib's")
	}
}

func TestWrong(t *testing.T) {
	if got := Wrong("cost %d", 3); got != (Verdict{WrongAnswer, "cost 3"}) {
		t.Errorf("got %v", got)
	}
}

func TestJudgeCost(t *testing.T) {
	solved := func(cost int, s Solution) Answer {
		return Answer{Status: Solved, Cost: cost, LowerBound: cost, Solution: s}
	}
	none := Answer{Status: Infeasible, Cost: None, LowerBound: None}
	tooFar := Answer{Status: Infeasible, Cost: None, LowerBound: 16, Limit: LimitMoves}
	unknown := Answer{Cost: None, LowerBound: None}
	for _, test := range []struct {
		name      string
		ans, best Answer
		want      Verdict
	}{
		{"equal", solved(3, nil), solved(3, list{1}), Verdict{}},
		{"equal, with a solution", solved(3, list{2}), solved(3, list{1}), Verdict{}},
		{"dearer", solved(4, nil), solved(3, list{1}), Wrong("cost 4 given, the best is 3")},
		{"dearer, with a solution", solved(4, list{1}), solved(3, list{1}), Wrong("cost 4 given, the best is 3")},
		{"cheaper without a solution", solved(2, nil), solved(3, list{1}), Wrong("cost 2 given, the best is 3")},
		{"cheaper with a checked solution", solved(2, list{1}), solved(3, list{1}), Verdict{Failure, "the answer's cost 2 is valid and better than the reference's 3"}},
		{"none where there is none", none, none, Verdict{}},
		{"none where it is too far", none, tooFar, Verdict{}},
		{"none where there is one", none, solved(3, list{1}), Wrong("no solution given, but there is one")},
		{"a cost where there is none", solved(3, nil), none, Wrong("cost 3 given, but there is no solution")},
		{"a cost where it is too far", solved(3, nil), tooFar, Wrong("cost 3 given, but there is no solution within the move limit")},
		{"a checked solution where there is none", solved(3, list{1}), none, Verdict{Failure, "the answer has a valid solution where the reference has none"}},
		{"no decision", unknown, solved(3, list{1}), Wrong("no decision given")},
		{"no decision where there is none", unknown, none, Wrong("no decision given")},
	} {
		if got := JudgeCost(test.ans, test.best); got != test.want {
			t.Errorf("%s: %v %q, want %v %q", test.name, got.Outcome, got.Reason, test.want.Outcome, test.want.Reason)
		}
	}
}
