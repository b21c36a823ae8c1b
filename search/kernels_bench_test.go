package search_test

import (
	"context"
	"math"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// flipper is IDA* for the pancake puzzle written by hand: what the kernel that
// is generated for griddle is measured against.
type flipper struct {
	s               stack
	path            []int32
	over, threshold int
	generated       uint64
	expanded        uint64
	due             uint64
	meter           budget.Meter
	err             error
}

func (f *flipper) run(s stack) bool {
	f.s = s
	h := griddle{}.Heuristic(s)
	for f.threshold = h; ; f.threshold += f.over {
		f.over = math.MaxInt
		if f.visit(h, f.threshold, 0, -1) {
			return f.err == nil
		}
	}
}

func (f *flipper) visit(h, room, depth, last int) bool {
	if depth == len(f.path) {
		f.path = append(f.path, 0)
	}
	f.expanded++
	room--
	for n := 1; n < plate; n++ {
		if n == last {
			continue
		}
		if f.generated >= f.due {
			f.due, f.err = f.meter.Poll(budget.Progress{Generated: f.generated, Expanded: f.expanded, Lower: f.threshold, Upper: -1})
			if f.err != nil {
				return true
			}
		}
		f.generated++
		next := h - gap(f.s[n], f.s[n+1]) + gap(f.s[0], f.s[n+1])
		if next > room {
			f.over = min(f.over, next-room)
			continue
		}
		f.path[depth] = int32(n)
		f.flip(n)
		if next == 0 || f.visit(next, room, depth+1, n) {
			return true
		}
		f.flip(n)
	}
	return false
}

func (f *flipper) flip(n int) {
	for i, j := 0, n; i < j; i, j = i+1, j-1 {
		f.s[i], f.s[j] = f.s[j], f.s[i]
	}
}

// hardStack needs two turns more than it has gaps, and many nodes.
var hardStack = stack{11, 5, 7, 10, 2, 8, 3, 9, 1, 13, 12, 14, 6, 4, 15, 16}

func TestFlipperAgrees(t *testing.T) {
	f := flipper{meter: budget.NewMeter(t.Context(), budget.Limits{})}
	f.run(hardStack)
	r := griddleIDAStar(t.Context(), griddle{}, hardStack, search.IDAOptions{}, budget.Limits{})
	if f.generated != r.Generated || f.expanded != r.Expanded || f.threshold != r.Cost {
		t.Errorf("by hand %d generated, %d expanded, cost %d; kernel %d, %d, %d",
			f.generated, f.expanded, f.threshold, r.Generated, r.Expanded, r.Cost)
	}
	if r.Generated != 101_303 || r.Cost != 15 {
		t.Errorf("%d generated, cost %d; want 101303, 15", r.Generated, r.Cost)
	}
}

func BenchmarkPancake(b *testing.B) {
	ctx := context.Background()
	for _, bench := range []struct {
		name string
		run  func() uint64
	}{
		{"hand", func() uint64 {
			f := flipper{meter: budget.NewMeter(ctx, budget.Limits{})}
			f.run(hardStack)
			return f.generated
		}},
		{"kernel", func() uint64 {
			return griddleIDAStar(ctx, griddle{}, hardStack, search.IDAOptions{}, budget.Limits{}).Generated
		}},
		{"generic", func() uint64 {
			return search.IDAStar(ctx, search.BatchInPlace[stack](griddle{}), hardStack, search.IDAOptions{}, budget.Limits{}).Generated
		}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			var nodes uint64
			for b.Loop() {
				nodes += bench.run()
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}
