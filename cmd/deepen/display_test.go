package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/deepen-go/deepen/budget"
)

// TestWhatIsShown looks at a run with known times and nodes.
func TestWhatIsShown(t *testing.T) {
	start := time.Now()
	p := &progress{start: start, total: 1000, count: -1}
	busy, idle, later := p.hand(), p.hand(), p.hand()
	busy.begin(&item{file: "a", index: 3, before: 2}, 500)
	later.begin(&item{file: "a", index: 4, before: 3}, 0)
	busy.began, later.began = start, start
	idle.begin(&item{file: "a", index: 2, before: 1}, 0)
	idle.report(budget.Progress{Generated: 70, Lower: 1, Upper: -1})
	idle.end()
	p.skip(1, 200)
	p.advance(1, 400)

	busy.report(budget.Progress{Generated: 1500, Lower: 7, Upper: 9, Done: 100, Total: 400})
	later.report(budget.Progress{Generated: 30, Lower: 5, Upper: -1})
	s := p.look(start.Add(10 * time.Second))
	got, err := json.Marshal(s)
	must(err)
	want := `{"elapsed":10,"answered":2,"generated":1100,"rate":110,"input_share":0.4,"input_seconds_left":30,"id":"a:3",` +
		`"instance_generated":1500,"lower_bound":7,"upper_bound":9,"iteration_generated":100,"iteration_estimate":400,"iteration_seconds_left":3}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
	for _, test := range []struct {
		count, width int
		want         string
	}{
		{-1, 0, "2 answered; 1.5k nodes, 110/s, at least 7, at most 9 (25% of it) 40%, 30s left"},
		{1, 0, "2 answered; 1.5k nodes, 110/s, at least 7, at most 9 25%, 3s left"},
		{1, 90, "2 answered; 1.5k nodes, 110/s, at least 7, at most 9 [=====----------------] 25%, 3s left"},
		{1, 20, "2 answered; 1.5k no"},
	} {
		s.oneInstance = test.count == 1
		if got := p.line(s, false, test.width); got != test.want {
			t.Errorf("count %d, width %d: %q\nwant %q", test.count, test.width, got, test.want)
		}
	}

	// Nothing in hand, and no size of the input.
	p = &progress{start: start, total: -1, count: -1}
	got, err = json.Marshal(p.look(start.Add(time.Second)))
	must(err)
	want = `{"elapsed":1,"answered":0,"generated":0,"rate":null,"input_share":null,"input_seconds_left":null,` +
		`"instance_generated":0,"lower_bound":null,"upper_bound":null,"iteration_generated":null,"iteration_estimate":null,"iteration_seconds_left":null}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
	if got := p.line(p.look(start.Add(time.Second)), false, 80); got != "0 answered; 1s" {
		t.Errorf("%q", got)
	}
}

// TestRateFollows changes the speed: after two windows only the new one counts.
func TestRateFollows(t *testing.T) {
	at := time.Now()
	m := newMeter(at, 1000)
	if r := m.measure(at.Add(time.Millisecond), 5000); r != nil {
		t.Errorf("%v nodes a second after a millisecond", *r)
	}
	nodes := uint64(1000)
	var r *float64
	for second := range 40 {
		speed := uint64(100)
		if second >= 20 {
			speed = 900
		}
		nodes += speed
		at = at.Add(time.Second)
		r = m.measure(at, nodes)
		if settled := second < 20 || second >= 20+2*int(window/time.Second); r == nil || settled && *r != float64(speed) {
			t.Fatalf("second %d: %v, want %d", second, r, speed)
		}
	}
}

// TestProgressLines runs every verb that shows progress, on no terminal.
func TestProgressLines(t *testing.T) {
	for _, test := range []struct {
		args     []string
		stdin    string
		answered float64
	}{
		{[]string{"solve", "knights"}, quickBoard + "\n" + quickBoard + "\n", 2},
		{[]string{"rate", "tiles"}, "1 2 5 3 0 4 6 7 8\n", 1},
		{[]string{"explain", "tiles"}, "1 2 5 3 0 4 6 7 8\n", 1},
		{[]string{"generate", "tiles", "--size", "3x3", "--depth", "10", "--count", "3"}, "", 3},
	} {
		code, out, errs := deepen(t, test.stdin, append(test.args, "--progress", "jsonl", "--no-cache")...)
		lines := strings.Split(strings.TrimSpace(errs), "\n")
		var last map[string]any
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil || code != exitOK || out == "" {
			t.Errorf("%v: exit status %d, %v, %q", test.args, code, err, errs)
			continue
		}
		if last["answered"] != test.answered || last["elapsed"] == nil {
			t.Errorf("%v: %v", test.args, last)
		}
		quiet := append(test.args, "--no-cache", "--progress")
		if _, again, errs := deepen(t, test.stdin, append(quiet, "none")...); again != out || errs != "" {
			t.Errorf("%v: without progress %q, %q", test.args, again, errs)
		}
	}
}

// TestProgressLinesOfLongRun has more than one line, of a search in hand.
func TestProgressLinesOfLongRun(t *testing.T) {
	const hopeless = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n" // 276,361,933 nodes
	code, _, errs := deepen(t, hopeless, "solve", "tiles", "--heuristic", "manhattan", "--progress", "jsonl", "--timeout", "1500ms", "--threads", "1")
	lines := strings.Split(strings.TrimSpace(errs), "\n")
	var first struct {
		ID        string
		Generated uint64
		Lower     int `json:"lower_bound"`
		Rate      float64
	}
	if err := json.Unmarshal([]byte(lines[0]), &first); err != nil || len(lines) < 2 {
		t.Fatalf("exit status %d, %v, %q", code, err, errs)
	}
	if first.ID != "-:1" || first.Generated == 0 || first.Lower < 41 || first.Rate <= 0 {
		t.Errorf("%s", lines[0])
	}
}
