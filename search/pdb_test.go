package search

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
)

// arcs is a pattern space written down: the predecessors of each state.
type arcs struct {
	goals []int
	from  [][]Arc
}

func (a arcs) Size() int                           { return len(a.from) }
func (a arcs) Goals(dst []int) []int               { return append(dst, a.goals...) }
func (a arcs) Predecessors(dst []Arc, s int) []Arc { return append(dst, a.from[s]...) }

// relax is the twin: it improves distances until none improves (Bellman and
// Ford).
func (a arcs) relax() []int {
	const none = 1 << 30
	d := make([]int, len(a.from))
	for i := range d {
		d[i] = none
	}
	for _, g := range a.goals {
		d[g] = 0
	}
	for better := true; better; {
		better = false
		for s, from := range a.from {
			for _, arc := range from {
				if n := d[s] + int(arc.Cost); n < d[arc.State] {
					d[arc.State], better = n, true
				}
			}
		}
	}
	far := slices.ContainsFunc(d, func(n int) bool { return n >= FarAway && n < none })
	for i := range d {
		switch {
		case d[i] == none && !far:
			d[i] = NoPath
		case d[i] >= FarAway:
			d[i] = FarAway
		}
	}
	return d
}

func TestBuildPatternTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "states")
		most := rapid.SampledFrom([]uint8{0, 1, 3, 100, 255}).Draw(t, "dearest")
		a := arcs{goals: rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 3).Draw(t, "goals"), from: make([][]Arc, n)}
		for s := range a.from {
			a.from[s] = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Arc {
				return Arc{rapid.IntRange(0, n-1).Draw(t, "state"), rapid.Uint8Range(0, most).Draw(t, "cost")}
			}), 0, 3).Draw(t, "arcs")
		}
		table, err := BuildPatternTable(context.Background(), a, budget.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for s, want := range a.relax() {
			if int(table[s]) != want {
				t.Errorf("state %d: %d, want %d", s, table[s], want)
			}
		}
	})
}

// ring is n states in a circle.
type ring int

func (r ring) Size() int             { return int(r) }
func (r ring) Goals(dst []int) []int { return append(dst, 0) }
func (r ring) Predecessors(dst []Arc, s int) []Arc {
	n := int(r)
	return append(dst, Arc{(s + 1) % n, 1}, Arc{(s + n - 1) % n, 1})
}

func TestPatternTableFarAway(t *testing.T) {
	for _, n := range []int{506, 507, 508, 509, 2000} {
		table, err := BuildPatternTable(t.Context(), ring(n), budget.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for s, d := range table {
			if want := min(s, n-s, FarAway); int(d) != want {
				t.Fatalf("ring of %d, state %d: %d, want %d", n, s, d, want)
			}
		}
	}
}

// grid is a square of side n, from a corner.
type grid int

func (g grid) Size() int             { return int(g * g) }
func (g grid) Goals(dst []int) []int { return append(dst, 0) }
func (g grid) Predecessors(dst []Arc, s int) []Arc {
	n := int(g)
	if s%n > 0 {
		dst = append(dst, Arc{s - 1, 1})
	}
	if s%n < n-1 {
		dst = append(dst, Arc{s + 1, 1})
	}
	if s >= n {
		dst = append(dst, Arc{s - n, 1})
	}
	if s < n*n-n {
		dst = append(dst, Arc{s + n, 1})
	}
	return dst
}

func TestPatternTableLimits(t *testing.T) {
	const n = 120
	moves := uint64(4 * n * (n - 1)) // each edge both ways
	var last budget.Progress
	report := func(p budget.Progress) { last = p }
	if _, err := BuildPatternTable(t.Context(), grid(n), budget.Limits{Nodes: moves, Report: report}); err != nil {
		t.Errorf("with just enough nodes: %v", err)
	}
	if last.Lower == 0 || last.Upper != -1 || last.Expanded == 0 {
		t.Errorf("the last report: %+v", last)
	}
	for _, nodes := range []uint64{1, 5000, moves - 1} {
		table, err := BuildPatternTable(t.Context(), grid(n), budget.Limits{Nodes: nodes, Report: report})
		if table != nil || !errors.Is(err, budget.ErrNodes) || last.Generated != nodes {
			t.Errorf("%d nodes: %v after %d", nodes, err, last.Generated)
		}
	}
	for _, memory := range []int64{1, n*n - 1, n*n + 8*63, n*n + 8*100} {
		if table, err := BuildPatternTable(t.Context(), grid(n), budget.Limits{Memory: memory}); table != nil || !errors.Is(err, budget.ErrMemory) {
			t.Errorf("%d bytes: %v", memory, err)
		}
	}
	if _, err := BuildPatternTable(t.Context(), grid(n), budget.Limits{Memory: n*n + 8*6*256}); err != nil {
		t.Errorf("with enough memory: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if table, err := BuildPatternTable(ctx, grid(n), budget.Limits{}); table != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	stop := budget.Limits{Report: func(p budget.Progress) {
		if p.Generated > 20_000 {
			cancel()
		}
	}}
	if table, err := BuildPatternTable(ctx, grid(n), stop); table != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled on the way: %v", err)
	}
}

func BenchmarkBuildPatternTable(b *testing.B) {
	for b.Loop() {
		if _, err := BuildPatternTable(context.Background(), grid(120), budget.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(120*120*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mstates/s")
}
