package search_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// adjacency is a graph by lists of neighbours.
type adjacency [][]int

func (g adjacency) Size() int { return len(g) }

func (g adjacency) Neighbours(dst []int, s int) []int { return append(dst, g[s]...) }

// randomGraph has n states, of which some are not connected, and odd cycles.
func randomGraph(rng *rand.Rand, n int) adjacency {
	g := make(adjacency, n)
	for range n + n/4 {
		a, b := rng.IntN(n), rng.IntN(n)
		g[a], g[b] = append(g[a], b), append(g[b], a)
	}
	return g
}

// distances is the textbook's breadth-first search.
func (g adjacency) distances(goal int) map[int]int {
	d := map[int]int{goal: 0}
	for queue := []int{goal}; len(queue) > 0; queue = queue[1:] {
		for _, t := range g[queue[0]] {
			if _, ok := d[t]; !ok {
				d[t] = d[queue[0]] + 1
				queue = append(queue, t)
			}
		}
	}
	return d
}

// TestBuildTable against a queue and a map, on graphs of several rows; what was
// built is proven right, at any number of goroutines, and reports go up to the end.
func TestBuildTable(t *testing.T) {
	defer goleak.VerifyNone(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 7, 100, 4096, 20_000} {
		g := randomGraph(rng, n)
		space := search.Ranked(g)
		goal := rng.IntN(n)
		want := g.distances(goal)
		for _, cell := range []search.Cell{search.Byte, search.Mod3} {
			for helpers := range 3 {
				var last budget.Progress
				_, needs := search.TableSize(space, cell)
				limits := budget.Limits{Memory: needs, Report: func(p budget.Progress) {
					if p.Generated < last.Generated || p.Lower < last.Lower {
						t.Errorf("%+v after %+v", p, last)
					}
					last = p
				}}
				if helpers > 0 {
					limits.Crew = budget.NewCrew(helpers)
				}
				table, report, err := search.BuildTable(t.Context(), space, cell, goal/4096, goal%4096, limits)
				if err != nil {
					t.Fatal(err)
				}
				if int(report.States) != n || int(report.Reached) != len(want) || last.Done != report.Reached || last.Total != report.States {
					t.Errorf("%d: %+v, last report %+v", n, report, last)
				}
				counts := make([]uint64, len(report.Histogram))
				for s := range n {
					d, reached := want[s]
					if reached {
						counts[d]++
					}
					if cell == search.Mod3 {
						d %= 3
					}
					if got, ok := table.At(s/4096, s%4096); ok != reached || ok && got != d {
						t.Fatalf("%d %v: state %d has %d, %v, want %d, %v", n, cell, s, got, ok, d, reached)
					}
				}
				if !slices.Equal(counts, report.Histogram) {
					t.Errorf("%d: %v, counted %v", n, report.Histogram, counts)
				}
				proven, err := search.VerifyTable(t.Context(), space, table, goal/4096, goal%4096, budget.Limits{Crew: limits.Crew})
				if err != nil || !slices.Equal(proven.Histogram, report.Histogram) {
					t.Errorf("%d: Verify: %+v, %v", n, proven, err)
				}
				again, err := search.OpenTable(space, cell, table.Bytes())
				if d, ok := again.At(goal/4096, goal%4096); err != nil || d != 0 || !ok {
					t.Errorf("opened: %d, %v, %v", d, ok, err)
				}
				limits.Memory--
				if _, _, err := search.BuildTable(t.Context(), space, cell, 0, 0, limits); !errors.Is(err, budget.ErrMemory) {
					t.Errorf("a byte less: %v", err)
				}
			}
		}
	}
}

// TestVerifyTableDamage: on graphs with odd cycles and unreached states, each wrong
// cell is found.
func TestVerifyTableDamage(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	g := randomGraph(rng, 60)
	space := search.Ranked(g)
	for _, cell := range []search.Cell{search.Byte, search.Mod3} {
		table, _, err := search.BuildTable(t.Context(), space, cell, 0, 5, budget.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		right := table.Bytes()
		for at := range right {
			for change := 1; change < 256; change++ {
				wrong := slices.Clone(right)
				wrong[at] ^= byte(change)
				damaged, err := search.OpenTable(space, cell, wrong)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := search.VerifyTable(t.Context(), space, damaged, 0, 5, budget.Limits{}); !errors.As(err, new(*search.CellError)) {
					t.Fatalf("%v: byte %d ^ %d: %v", cell, at, change, err)
				}
			}
		}
	}
	if _, err := search.OpenTable(space, search.Byte, make([]byte, 63)); err == nil {
		t.Error("a table of another length was opened")
	}
}

// TestDeepTable: a path as long as a byte holds, and one that is longer.
func TestDeepTable(t *testing.T) {
	for _, n := range []int{254, 255, 256, 1000} {
		g := make(adjacency, n)
		for s := range n - 1 {
			g[s], g[s+1] = append(g[s], s+1), append(g[s+1], s)
		}
		space := search.Ranked(g)
		_, report, err := search.BuildTable(t.Context(), space, search.Byte, 0, 0, budget.Limits{})
		if deep := n > 254; deep != errors.Is(err, search.ErrTooDeep) || !deep && len(report.Histogram) != n {
			t.Errorf("%d states in a byte: %v, %v", n, report, err)
		}
		table, report, err := search.BuildTable(t.Context(), space, search.Mod3, 0, 0, budget.Limits{})
		if err != nil || len(report.Histogram) != n {
			t.Fatalf("%d states: %v, %v", n, report, err)
		}
		for s := range n - 1 {
			from, _ := table.At(0, s+1)
			if to, _ := table.At(0, s); !table.Nearer(from, to) || table.Nearer(to, from) {
				t.Fatalf("%d to %d: not nearer", s+1, s)
			}
		}
	}
}

// TestBuildTableCancelled: it stops at once, and no goroutine stays.
func TestBuildTableCancelled(t *testing.T) {
	defer goleak.VerifyNone(t)
	space := search.Ranked(randomGraph(rand.New(rand.NewPCG(5, 6)), 50_000))
	for _, cell := range []search.Cell{search.Byte, search.Mod3} {
		table, _, err := search.BuildTable(t.Context(), space, cell, 0, 0, budget.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for after := range 4 {
			ctx, cancel := context.WithCancel(t.Context())
			reports := 0
			limits := budget.Limits{Crew: budget.NewCrew(2), Report: func(budget.Progress) {
				if reports++; reports > after {
					cancel()
				}
			}}
			if _, _, err := search.BuildTable(ctx, space, cell, 0, 0, limits); !errors.Is(err, context.Canceled) {
				t.Errorf("%v: %v", cell, err)
			}
			cancel()
			if _, err := search.VerifyTable(ctx, space, table, 0, 0, limits); !errors.Is(err, context.Canceled) {
				t.Errorf("%v: Verify: %v", cell, err)
			}
		}
	}
}
