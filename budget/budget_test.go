package budget

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// count runs the loop that every engine runs, for at most work nodes, and
// returns how many it generated and why it stopped.
func count(ctx context.Context, limits Limits, work uint64) (generated uint64, err error) {
	m := NewMeter(ctx, limits)
	var due uint64
	for generated < work {
		if generated >= due {
			if due, err = m.Poll(Progress{Generated: generated, Upper: -1}); err != nil {
				return generated, err
			}
		}
		generated++
	}
	return generated, nil
}

func TestNodesAreKeptExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.Uint64Range(1, 5*Interval).Draw(t, "limit")
		work := rapid.Uint64Range(0, 5*Interval).Draw(t, "work")
		generated, err := count(context.Background(), Limits{Nodes: limit}, work)
		switch {
		case work <= limit && (err != nil || generated != work):
			t.Fatalf("%d nodes of work under a limit of %d: %d generated, %v", work, limit, generated, err)
		case work > limit && (err != ErrNodes || generated != limit):
			t.Fatalf("%d nodes of work under a limit of %d: %d generated, %v", work, limit, generated, err)
		}
	})
	for _, limit := range []uint64{1, Interval - 1, Interval, Interval + 1, 2 * Interval} {
		if generated, err := count(context.Background(), Limits{Nodes: limit}, 1<<20); generated != limit || err != ErrNodes {
			t.Errorf("limit %d: %d generated, %v", limit, generated, err)
		}
	}
}

func TestNoLimit(t *testing.T) {
	if generated, err := count(context.Background(), Limits{}, 10*Interval); generated != 10*Interval || err != nil {
		t.Errorf("%d generated, %v", generated, err)
	}
	m := NewMeter(context.Background(), Limits{})
	if due, err := m.Poll(Progress{Generated: 7}); due != 7+Interval || err != nil {
		t.Errorf("Poll = %d, %v", due, err)
	}
}

func TestContextStops(t *testing.T) {
	for _, at := range []uint64{0, Interval, 3 * Interval} {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		limits := Limits{Report: func(p Progress) {
			if p.Generated == at {
				cancel()
			}
		}}
		if generated, err := count(ctx, limits, 1<<20); generated != at || err != context.Canceled {
			t.Errorf("cancelled at %d: %d generated, %v", at, generated, err)
		}
	}
	ctx, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	if generated, err := count(ctx, Limits{}, 1<<20); generated != 0 || err != context.DeadlineExceeded {
		t.Errorf("deadline over: %d generated, %v", generated, err)
	}
	m := NewMeter(ctx, Limits{})
	if err := m.Err(); err != context.DeadlineExceeded {
		t.Errorf("Err = %v", err)
	}
}

func TestErrKnowsNoNodes(t *testing.T) {
	m := NewMeter(context.Background(), Limits{Nodes: 1})
	if _, err := m.Poll(Progress{Generated: 1}); err != ErrNodes {
		t.Errorf("Poll = %v", err)
	}
	if err := m.Err(); err != nil {
		t.Errorf("Err = %v", err)
	}
}

func TestReport(t *testing.T) {
	var got []Progress
	limits := Limits{Nodes: 2*Interval + 5, Report: func(p Progress) { got = append(got, p) }}
	m := NewMeter(context.Background(), limits)
	var due uint64
	var err error
	for generated := uint64(0); err == nil; generated++ {
		if generated >= due {
			due, err = m.Poll(Progress{Generated: generated, Expanded: generated / 2, Lower: int(generated / Interval), Upper: 9})
		}
	}
	want := []Progress{
		{Generated: 0, Expanded: 0, Lower: 0, Upper: 9},
		{Generated: Interval, Expanded: Interval / 2, Lower: 1, Upper: 9},
		{Generated: 2 * Interval, Expanded: Interval, Lower: 2, Upper: 9},
		{Generated: 2*Interval + 5, Expanded: Interval + 2, Lower: 2, Upper: 9}, // the last poll, which finds the limit
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("reports\n%v\nwant\n%v", got, want)
	}
}

func TestFits(t *testing.T) {
	for _, test := range []struct {
		memory, bytes int64
		want          bool
	}{
		{0, 1 << 62, true},
		{100, 99, true},
		{100, 100, true},
		{100, 101, false},
		{1, 0, true},
	} {
		m := NewMeter(context.Background(), Limits{Memory: test.memory})
		if got := m.Fits(test.bytes); got != test.want {
			t.Errorf("memory %d: Fits(%d) = %v", test.memory, test.bytes, got)
		}
	}
}

func TestName(t *testing.T) {
	for _, test := range []struct {
		err  error
		want string
	}{
		{nil, ""},
		{errors.New("node limit reached"), ""},
		{ErrNodes, "nodes"},
		{ErrMemory, "memory"},
		{context.Canceled, "interrupt"},
		{context.DeadlineExceeded, "time"},
		{fmt.Errorf("table: %w", ErrMemory), "memory"},
		{fmt.Errorf("search: %w", context.Canceled), "interrupt"},
	} {
		if got := Name(test.err); got != test.want {
			t.Errorf("Name(%v) = %q, want %q", test.err, got, test.want)
		}
	}
}

func TestPollAllocatesNothing(t *testing.T) {
	m := NewMeter(context.Background(), Limits{Nodes: 1 << 40, Report: func(Progress) {}})
	if n := testing.AllocsPerRun(100, func() { _, _ = m.Poll(Progress{Generated: 1}) }); n != 0 {
		t.Errorf("%v allocations a poll", n)
	}
}

func BenchmarkPoll(b *testing.B) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	m := NewMeter(ctx, Limits{Nodes: 1 << 40})
	for b.Loop() {
		_, _ = m.Poll(Progress{Generated: 1})
	}
}
