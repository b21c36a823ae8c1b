package knights

import (
	"context"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// shortest lists all shortest solutions of the twin in operator order, up to a
// limit, and counts them.
func (w twin) shortest(depth map[string]int, s string, list int) (all []Moves, count int64) {
	ways := map[string]int64{}
	var number func(s string) int64
	number = func(s string) int64 {
		if depth[s] == 0 {
			return 1
		}
		if n, ok := ways[s]; ok {
			return n
		}
		n := int64(0)
		w.neighbours(s, func(_ int, t string) {
			if d, ok := depth[t]; ok && d == depth[s]-1 {
				n += number(t)
			}
		})
		ways[s] = n
		return n
	}
	var walk func(s string, m Moves)
	walk = func(s string, m Moves) {
		if depth[s] == 0 && len(all) < list {
			all = append(all, append(Moves{}, m...))
		}
		w.neighbours(s, func(i int, t string) {
			if d, ok := depth[t]; ok && d == depth[s]-1 && len(all) < list {
				walk(t, append(m, Square{i / w.cols, i % w.cols}))
			}
		})
	}
	walk(s, nil)
	return all, number(s)
}

// choices are the moves nearer to the target along the first shortest solution.
func (w twin) choices(depth map[string]int, s string) [][]Square {
	all := [][]Square{}
	for depth[s] > 0 {
		var good []Square
		next := ""
		w.neighbours(s, func(i int, t string) {
			if d, ok := depth[t]; ok && d == depth[s]-1 {
				if good = append(good, Square{i / w.cols, i % w.cols}); next == "" {
					next = t
				}
			}
		})
		all, s = append(all, good), next
	}
	return all
}

// onShortest counts the positions on the shortest solutions.
func (w twin) onShortest(depth map[string]int, s string) int {
	seen := map[string]bool{s: true}
	for queue := []string{s}; len(queue) > 0; queue = queue[1:] {
		w.neighbours(queue[0], func(_ int, t string) {
			if d, ok := depth[t]; ok && d == depth[queue[0]]-1 && !seen[t] {
				seen[t] = true
				queue = append(queue, t)
			}
		})
	}
	return len(seen)
}

// TestAllSolutions holds the counts and the lists against the twin, on boards of
// any small size.
func TestAllSolutions(t *testing.T) {
	most := int64(0)
	twice(t, 200, func(t rapid.TB, draw func(lo, hi int) int) {
		b := drawBoard(t, draw, 12, draw(0, 1)*draw(0, 30))
		w := twin{b.Rows, b.Cols}
		_, s := squares(string(b.AppendNative(nil)))
		_, target := squares(string(b.appendPosition(nil, b.Target)))
		depth := w.depths(target, -1)
		list := draw(0, 5)
		got, a := AllSolutions(context.Background(), b, list, budget.Limits{})
		if _, ok := depth[s]; !ok {
			wantInfeasible(t, b, a)
			if got.Count.Sign() != 0 || got.List != nil || a.Count != (puzzle.Count{Valid: true, Complete: true}) {
				t.Errorf("%s: %v", w.text(s), got)
			}
			return
		}
		wantSolved(t, b, a, depth[s])
		all, count := w.shortest(depth, s, list)
		most = max(most, count)
		if diff := cmp.Diff(all, got.List); diff != "" || got.Count.Int64() != count || a.Count != (puzzle.Count{Valid: true, N: count, Complete: true}) {
			t.Fatalf("%s to %s: %v solutions, %d are right\n%s", w.text(s), w.text(target), got.Count, count, diff)
		}
		if diff := cmp.Diff(w.choices(depth, s), got.Choices); diff != "" {
			t.Fatalf("%s to %s:\n%s", w.text(s), w.text(target), diff)
		}
		if want := w.onShortest(depth, s); got.Positions != want {
			t.Fatalf("%s to %s: %d positions, %d are right", w.text(s), w.text(target), got.Positions, want)
		}
	})
	if !testing.Short() && most < 5 {
		t.Errorf("no board has more than %d solutions", most)
	}
}

// TestAllSolutionsBothWays: on boards of the original size, and deep ones, the
// kernel counts in both phases what the count over the start's moves adds up to.
func TestAllSolutionsBothWays(t *testing.T) {
	texts := []string{deep, "00111/01011/10010/0011*/00110"}
	if !testing.Short() {
		texts = append(texts, deepest)
	}
	for _, text := range texts {
		b := mustParse(t, text, "")
		s, a := AllSolutions(t.Context(), b, 3, budget.Limits{})
		if a.Status != puzzle.Solved || len(s.List) == 0 || !cmp.Equal(a.Solution, puzzle.Solution(s.List[0])) {
			t.Fatalf("%s: %v", text, a)
		}
		for i, m := range s.List {
			if v := Check(b, puzzle.Answer{Status: puzzle.Solved, Cost: a.Cost, Solution: m}); v.Outcome != puzzle.Accepted {
				t.Errorf("%s: solution %d: %s", text, i+1, v.Reason)
			}
		}
		sum := new(big.Int)
		for _, j := range jumps(5, 5)[b.Start.Blank] {
			c := *b
			c.Start = b.Start.hop(int(j))
			if next, n := AllSolutions(t.Context(), &c, 0, budget.Limits{}); n.Cost == a.Cost-1 {
				sum.Add(sum, next.Count)
			}
		}
		if sum.Cmp(s.Count) != 0 {
			t.Errorf("%s: %v solutions, after one move %v", text, s.Count, sum)
		}
		t.Logf("%s: %v solutions of %d moves", text, s.Count, a.Cost)
	}
}

// TestAllSolutionsLarge counts on a board that is too large for the kernel, where
// the twin can follow.
func TestAllSolutionsLarge(t *testing.T) {
	w, target := squares("111111/111111/111*00/000000/000000")
	depth := w.depths(target, 6)
	n := 0
	for s, d := range depth {
		if d != 6 || n == 20 {
			continue
		}
		n++
		got, a := AllSolutions(t.Context(), mustParse(t, w.text(s), w.text(target)), 10, budget.Limits{})
		all, count := w.shortest(depth, s, 10)
		if diff := cmp.Diff(all, got.List); a.Cost != d || got.Count.Int64() != count || diff != "" {
			t.Errorf("%s: %v solutions, %d are right\n%s", w.text(s), got.Count, count, diff)
		}
	}
}

// TestAllSolutionsLimits: a limit is an answer, with what is proven by then.
func TestAllSolutionsLimits(t *testing.T) {
	b := mustParse(t, deep, "")
	full, a := AllSolutions(t.Context(), b, 1, budget.Limits{})
	if _, exact := AllSolutions(t.Context(), b, 1, budget.Limits{Nodes: a.Generated}); exact.Status != puzzle.Solved || !exact.Count.Complete {
		t.Errorf("with as many nodes as it takes: %v", exact)
	}
	if s, less := AllSolutions(t.Context(), b, 1, budget.Limits{Nodes: a.Generated - 1}); less.Status != puzzle.Unknown || less.Limit != "nodes" || s.Count != nil || less.Count.Complete {
		t.Errorf("with a node less: %v", less)
	}
	for memory := int64(1); memory < 1<<24; memory *= 4 {
		s, less := AllSolutions(t.Context(), b, 1, budget.Limits{Memory: memory})
		switch {
		case less.Status == puzzle.Solved && less.Count.Complete:
			if s.Count.Cmp(full.Count) != 0 {
				t.Errorf("with %d bytes: %v solutions", memory, s.Count)
			}
		case less.Limit != "memory" || s.Count != nil || less.Count.Complete:
			t.Fatalf("with %d bytes: %v, limit %q", memory, less, less.Limit)
		}
	}
	// The search fits, but the counting does not.
	var k kernel
	r := k.search(t.Context(), b, endless, budget.Limits{})
	paths, err := k.all(t.Context(), b, budget.Limits{Memory: k.bytes() + 100})
	if paths != nil || err != budget.ErrMemory {
		t.Fatalf("counted in no memory: %v", err)
	}
	r.Err = err
	s, less := solutions[uint32](b, r, nil, 1, nil)
	wantMoves := a.Solution
	if less.Status != puzzle.Solved || less.Limit != "memory" || less.Count != (puzzle.Count{Valid: true, N: 1}) ||
		s.Count != nil || !cmp.Equal(less.Solution, wantMoves) || !cmp.Equal(s.List, []Moves{wantMoves.(Moves)}) {
		t.Errorf("%v, limit %q, count %v", less, less.Limit, less.Count)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, none := AllSolutions(ctx, b, 1, budget.Limits{}); none.Status != puzzle.Unknown || none.Limit != "interrupt" {
		t.Errorf("cancelled: %v", none)
	}
	// Move limits.
	for limit, status := range map[int]puzzle.Status{0: puzzle.Infeasible, 21: puzzle.Infeasible, 22: puzzle.Solved} {
		s, c := AllSolutions(t.Context(), limited(b, limit), 1, budget.Limits{})
		if c.Status != status || status == puzzle.Infeasible && (s.Count.Sign() != 0 || c.Limit != puzzle.LimitMoves) {
			t.Errorf("within %d moves: %v", limit, c)
		}
	}
}
