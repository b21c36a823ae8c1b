package search_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// tour is the travelling salesman's problem on random points: a state is the city
// and those that were seen; the heuristic is the shortest way out of each city that
// is still to be left.
type tour struct {
	dist [][]int32
	out  []int32
}

type stop struct {
	city uint8
	seen uint32
}

func newTour(cities int, seed uint64) *tour {
	rng := rand.New(rand.NewPCG(seed, 0))
	x, y := make([]float64, cities), make([]float64, cities)
	for i := range cities {
		x[i], y[i] = rng.Float64(), rng.Float64()
	}
	t := &tour{}
	for i := range cities {
		row, out := make([]int32, cities), int32(math.MaxInt32)
		for j := range cities {
			row[j] = 1 + int32(1000*math.Hypot(x[i]-x[j], y[i]-y[j]))
			if j != i {
				out = min(out, row[j])
			}
		}
		t.dist, t.out = append(t.dist, row), append(t.out, out)
	}
	return t
}

func (t *tour) all() uint32 { return 1<<len(t.dist) - 1 }

func (t *tour) Expand(dst []search.Edge[stop], from *search.Edge[stop]) []search.Edge[stop] {
	s := from.State
	h := from.H - t.out[s.city]
	if s.seen == t.all() {
		if s.city == 0 {
			return dst
		}
		return append(dst, search.Edge[stop]{State: stop{0, s.seen}, Op: 0, Cost: t.dist[s.city][0]})
	}
	for c := range t.dist {
		if s.seen>>c&1 == 0 {
			dst = append(dst, search.Edge[stop]{State: stop{uint8(c), s.seen | 1<<c}, Op: int32(c), Cost: t.dist[s.city][c], H: h})
		}
	}
	return dst
}

func (t *tour) Heuristic(s stop) int {
	h := t.out[s.city]
	for c, out := range t.out {
		if s.seen>>c&1 == 0 {
			h += out
		}
	}
	return int(h)
}

func (t *tour) Goal(s stop) bool { return s.seen == t.all() && s.city == 0 }

// BenchmarkBranchAndBound has the nodes of one instance beside the time: they are
// the same with any number of threads.
func BenchmarkBranchAndBound(b *testing.B) {
	t := newTour(18, 4)
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprint("threads=", threads), func(b *testing.B) {
			for b.Loop() {
				crew := budget.NewCrew(threads)
				crew.Enter()
				r := search.BranchAndBound(context.Background(), t, stop{0, 1}, search.BranchOptions{}, budget.Limits{Crew: crew})
				crew.Leave()
				b.ReportMetric(float64(r.Generated), "nodes")
				b.ReportMetric(float64(r.Cost), "cost")
			}
		})
	}
}
