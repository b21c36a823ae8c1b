package trust

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// halves compares two ways to halve numbers below 100, of which the fast one is
// wrong where wrong says so.
func halves(wrong func(n, calls int) bool) Comparison[int] {
	return Comparison[int]{
		Name: "halves", What: "the half", Few: 500,
		Draw: func(rng *rand.Rand) int { return rng.IntN(100) },
		Text: func(n int) string { return fmt.Sprint("n=", n) },
		New: func() Comparer[int] {
			calls := 0
			return func(n int) ([]string, error) {
				calls++
				labels := []string{Span("n", n, 50), fmt.Sprintf("odd: %t", n%2 == 1)}
				if n == 77 {
					panic("seventy-seven")
				}
				if wrong(n, calls) {
					return labels, errors.New("they differ")
				}
				return labels, nil
			}
		},
	}
}

func never(int, int) bool { return false }

func noLog(string, ...any) {}

func TestRun(t *testing.T) {
	c := halves(never)
	draw := c.Draw
	c.Draw = func(rng *rand.Rand) int { return draw(rng) % 77 }
	var n atomic.Int64
	log := func(format string, args ...any) { n.Add(1); t.Logf(format, args...) }
	r := run(c, settings{seed: 3, first: 1000, count: 2050, long: true}, log)
	if r.done != 2050 || len(r.wrong) != 0 || r.labels["n: 0-49"]+r.labels["n: 50-99"] != 2050 {
		t.Errorf("%+v", r)
	}
	if n.Load() < 10 || n.Load() > 20 {
		t.Errorf("%d lines of progress", n.Load())
	}
	again := run(c, settings{seed: 3, first: 1000, count: 2050}, noLog)
	if got, want := again.distribution(), r.distribution(); got != want {
		t.Errorf("the second time it is %s, not %s", got, want)
	}
	if other := run(c, settings{seed: 4, first: 1000, count: 2050}, noLog); other.distribution() == r.distribution() {
		t.Error("another seed draws the same")
	}
}

// TestDisagreements: each is told with its number and its instance, the same when
// it is repeated alone; and after some of them the run ends.
func TestDisagreements(t *testing.T) {
	c := halves(func(n, _ int) bool { return n == 42 })
	r := run(c, settings{seed: 1, count: 1_000_000}, noLog)
	if len(r.wrong) < mostTold || r.done == 1_000_000 {
		t.Fatalf("%d disagreements after %d instances", len(r.wrong), r.done)
	}
	kinds := map[string]int{}
	for _, d := range r.wrong {
		kinds[d.text]++
		alone := run(c, settings{seed: 1, first: d.index, count: 1}, noLog)
		if alone.done != 1 || len(alone.wrong) != 1 || alone.wrong[0].text != d.text {
			t.Fatalf("instance %d: %s is not repeated: %+v", d.index, d.text, alone)
		}
		switch text := d.err.Error(); {
		case d.text == "n=42" && text == "they differ":
		case d.text == "n=77" && strings.HasPrefix(text, "panic: seventy-seven\n"):
		default:
			t.Errorf("%s: %s", d.text, text)
		}
	}
	if len(kinds) != 2 {
		t.Errorf("%v", kinds)
	}
}

// TestMemory: an error that only a solver with a past makes is called that.
func TestMemory(t *testing.T) {
	r := run(halves(func(n, calls int) bool { return n == 42 && calls > 1 }), settings{seed: 1, count: 2000}, noLog)
	for _, d := range r.wrong {
		if d.text == "n=42" && strings.Contains(d.err.Error(), "a new solver agrees") {
			return
		}
	}
	t.Errorf("%+v", r.wrong)
}

func TestSettings(t *testing.T) {
	few := uint64(50)
	if testing.Short() {
		few = 5
	}
	for _, test := range []struct {
		count, seed, first string
		want               settings
		fault              string
	}{
		{"", "", "", settings{seed: 1, count: few}, ""},
		{"", "7", "", settings{seed: 7, count: few}, ""},
		{"1000000", "", "", settings{seed: 1, count: 1_000_000, long: true}, ""},
		{"1", "7", "123", settings{seed: 7, first: 123, count: 1, long: true}, ""},
		{"many", "", "", settings{}, `DEEPEN_TRUST must be a whole number, not "many"`},
		{"1", "-1", "", settings{}, `DEEPEN_TRUST_SEED must be a whole number, not "-1"`},
	} {
		t.Setenv("DEEPEN_TRUST", test.count)
		t.Setenv("DEEPEN_TRUST_SEED", test.seed)
		t.Setenv("DEEPEN_TRUST_FIRST", test.first)
		got, err := settingsOf(50)
		if got != test.want || fmt.Sprint(err) != test.fault && (err != nil || test.fault != "") {
			t.Errorf("%+v: %+v, %v", test, got, err)
		}
	}
}

func TestReport(t *testing.T) {
	r := result{done: 200, labels: map[string]uint64{
		Span("depth", 12, 5): 50, Span("depth", 7, 5): 149, "size: 3x3": 200, "depth: none": 1,
	}}
	got := r.report("halves", "the half", settings{seed: 9}, 3*time.Second)
	row, spread, _ := strings.Cut(got, "\n")
	if !strings.HasPrefix(row, "| halves | 200 | 9 | the half | 3 s, ") || !strings.HasSuffix(row, " threads | 0 |") ||
		spread != "- **halves**: depth: none 0.5 %, 5-9 74.5 %, 10-14 25 %; size: 3x3 100 %." {
		t.Error(got)
	}
}
