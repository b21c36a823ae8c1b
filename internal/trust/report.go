package trust

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// settings say which instances are compared: count of them from first on.
type settings struct {
	seed, first, count uint64
	long               bool // the environment asks for it
}

// Long tells whether the environment asks for a long run.
func Long() bool { return os.Getenv("DEEPEN_TRUST") != "" }

// settingsOf reads the environment. An ordinary test compares few.
func settingsOf(few uint64) (settings, error) {
	s := settings{seed: 1, count: few, long: Long()}
	if testing.Short() {
		s.count = few / 10
	}
	for _, v := range []struct {
		name string
		to   *uint64
	}{{"DEEPEN_TRUST", &s.count}, {"DEEPEN_TRUST_SEED", &s.seed}, {"DEEPEN_TRUST_FIRST", &s.first}} {
		text := os.Getenv(v.name)
		if text == "" {
			continue
		}
		n, err := strconv.ParseUint(text, 10, 63)
		if err != nil {
			return settings{}, fmt.Errorf("%s must be a whole number, not %q", v.name, text)
		}
		*v.to = n
	}
	return s, nil
}

// report is the result as doc/reliability.md has it: a row of its table, and how
// the instances were spread.
func (r *result) report(name, what string, s settings, took time.Duration) string {
	return fmt.Sprintf("| %s | %d | %d | %s | %.0f s, %d threads | %d |\n- **%s**: %s.",
		name, r.done, s.seed, what, took.Seconds(), runtime.GOMAXPROCS(0), len(r.wrong), name, r.distribution())
}

// distribution lists the labels' values under their headings, with their shares
// of all instances: "size: 2x3 20 %, 3x3 80 %; depth: …".
func (r *result) distribution() string {
	type entry struct {
		value string
		n     uint64
	}
	values := map[string][]entry{}
	for l, n := range r.labels {
		heading, value, _ := strings.Cut(l, ": ")
		values[heading] = append(values[heading], entry{value, n})
	}
	var headings []string
	for heading, entries := range values {
		slices.SortFunc(entries, func(a, b entry) int { return compareValues(a.value, b.value) })
		var list []string
		for _, e := range entries {
			list = append(list, fmt.Sprintf("%s %.3g %%", e.value, 100*float64(e.n)/float64(r.done)))
		}
		headings = append(headings, heading+": "+strings.Join(list, ", "))
	}
	slices.Sort(headings)
	return strings.Join(headings, "; ")
}

// compareValues puts 5-9 before 10-14.
func compareValues(a, b string) int {
	return cmp.Or(cmp.Compare(leading(a), leading(b)), strings.Compare(a, b))
}

// leading is the number at the start of a value, or -1.
func leading(value string) int {
	digits := len(value) - len(strings.TrimLeft(value, "0123456789"))
	n, err := strconv.Atoi(value[:digits])
	if err != nil {
		return -1
	}
	return n
}

// Span is a label for numbers that are grouped by width: Span("depth", 7, 5) is
// "depth: 5-9".
func Span(heading string, n, width int) string {
	from := n / width * width
	return fmt.Sprintf("%s: %d-%d", heading, from, from+width-1)
}
