package search

import (
	"context"
	"iter"
	"math/big"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
)

// allPaths lists every shortest path from start in operator order, by walking
// along the distances to the goal.
func (w *web) allPaths(start int, dist []int) (all [][]int) {
	var walk func(v int, path []int)
	walk = func(v int, path []int) {
		if dist[v] == 0 {
			all = append(all, append([]int{}, path...))
			return
		}
		seen := map[int]bool{} // two edges between the same nodes are one way
		for _, t := range w.neighbours[v] {
			if dist[t] == dist[v]-1 && !seen[t] {
				seen[t] = true
				walk(t, append(path, t))
			}
		}
	}
	walk(start, nil)
	return all
}

func TestAllShortestOnWebs(t *testing.T) {
	most := 0
	twice(t, 1000, func(t rapid.TB, draw func(lo, hi int) int) {
		w := drawWeb(draw)
		for v := range w.neighbours { // no edge twice: operators lead to different states
			slices.Sort(w.neighbours[v])
			w.neighbours[v] = slices.Compact(w.neighbours[v])
		}
		start, goal := draw(0, len(w.neighbours)-1), draw(0, len(w.neighbours)-1)
		maxCost := draw(0, 8)
		want := Bidirectional(context.Background(), w, start, goal, maxCost, budget.Limits{})
		got, paths := AllShortest(context.Background(), w, start, goal, maxCost, budget.Limits{})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("not as Bidirectional:\n%s", diff)
		}
		if got.Status != Found {
			if paths != nil {
				t.Fatal("paths without a path")
			}
			return
		}
		all := w.allPaths(start, w.distances(goal))
		most = max(most, len(all))
		if diff := cmp.Diff(all, slices.Collect(paths.All())); diff != "" || paths.Count().Int64() != int64(len(all)) {
			t.Fatalf("%v paths, %d are right\n%s", paths.Count(), len(all), diff)
		}
		states := map[int]bool{start: true}
		for _, path := range all {
			for _, v := range path {
				states[v] = true
			}
		}
		if paths.States() != len(states) {
			t.Fatalf("%d states on the paths, want %d", paths.States(), len(states))
		}
		// After the first states of the first path, any of the paths may go on.
		choices := make([][]int, len(all[0]))
		for i := range all[0] {
			for _, path := range all {
				if slices.Equal(path[:i], all[0][:i]) && !slices.Contains(choices[i], path[i]) {
					choices[i] = append(choices[i], path[i])
				}
			}
		}
		if diff := cmp.Diff(choices, paths.Choices()); diff != "" {
			t.Fatalf("other choices:\n%s", diff)
		}
	})
	if !testing.Short() && most < 5 {
		t.Errorf("no web has more than %d paths", most)
	}
}

// TestAllShortestInTheCube: between opposite corners there are dim! paths, and
// every corner is on one.
func TestAllShortestInTheCube(t *testing.T) {
	for _, dim := range []int{1, 5, 12} {
		_, paths := AllShortest(context.Background(), cube{dim: dim}, 0, 1<<dim-1, 0, budget.Limits{})
		if want := new(big.Int).MulRange(1, int64(dim)); paths.Count().Cmp(want) != 0 || paths.States() != 1<<dim {
			t.Errorf("dimension %d: %v paths over %d states", dim, paths.Count(), paths.States())
		}
		for path := range paths.All() { // the first one sets the bits from the lowest on
			for i, s := range path {
				if s != 1<<(i+1)-1 {
					t.Errorf("dimension %d: the first path is %b", dim, path)
				}
			}
			break
		}
	}
}

// TestPathsCountsBeyondWords: 100 forks one after another that join again are
// 2^100 paths, which are counted exactly.
func TestPathsCountsBeyondWords(t *testing.T) {
	const forks = 100
	paths, err := NewPaths(context.Background(), 0, 2*forks, func(dst []int, s, _ int) []int {
		if s%3 == 0 {
			return append(dst, s+1, s+2)
		}
		return append(dst, s/3*3+3)
	}, budget.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if want := new(big.Int).Lsh(big.NewInt(1), forks); paths.Count().Cmp(want) != 0 || paths.States() != 3*forks+1 {
		t.Errorf("%v paths over %d states", paths.Count(), paths.States())
	}
	// The first two differ in the last fork.
	next, stop := iter.Pull(paths.All())
	defer stop()
	a, _ := next()
	b, _ := next()
	if n := 2*forks - 2; !slices.Equal(a[:n], b[:n]) || a[n]+1 != b[n] || a[n+1] != b[n+1] {
		t.Errorf("%v, then %v", a[n:], b[n:])
	}
}

// TestAllShortestLimits: the first path stays proven when the others do not fit
// or there is no time to count them.
func TestAllShortestLimits(t *testing.T) {
	const dim = 12
	want := Bidirectional(context.Background(), cube{dim: dim}, 0, 1<<dim-1, 0, budget.Limits{})
	firstOnly := 0
	for memory := int64(1 << 10); ; memory += memory / 4 {
		r, paths := AllShortest(context.Background(), cube{dim: dim}, 0, 1<<dim-1, 0, budget.Limits{Memory: memory})
		if paths != nil {
			if r.Err != nil || paths.States() != 1<<dim {
				t.Errorf("%d bytes: %v, %d states", memory, r.Err, paths.States())
			}
			break
		}
		if r.Err != budget.ErrMemory {
			t.Fatalf("%d bytes: %v, %v", memory, r.Status, r.Err)
		}
		if r.Status == Found {
			firstOnly++
			if diff := cmp.Diff(want.Path, r.Path); diff != "" {
				t.Errorf("%d bytes:\n%s", memory, diff)
			}
		}
	}
	if firstOnly == 0 {
		t.Error("no memory limit left only the first path")
	}

	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	r, paths := AllShortest(ctx, cube{dim: dim, calls: &calls, hook: func(call int) {
		if uint64(call) > want.Expanded+1<<dim {
			cancel()
		}
	}}, 0, 1<<dim-1, 0, budget.Limits{})
	if r.Status == Found && (paths != nil || r.Err != context.Canceled || len(r.Path) != dim) {
		t.Errorf("cancelled while counting: %v, %v", r.Status, r.Err)
	}
}

func BenchmarkAllShortestCube(b *testing.B) {
	for b.Loop() {
		AllShortest(context.Background(), cube{dim: 14}, 0, 1<<14-1, 0, budget.Limits{})
	}
}
