package search

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
)

// Hash makes a network a HashDomain; an unmixed number collides a lot.
func (n *network) Hash(s int) uint64 { return uint64(s) }

// paths lists the cheapest paths from v to the goal, in operator order.
func (n *network) paths(v int, dist []int) (all [][]int32) {
	if v == n.goal {
		return [][]int32{{}}
	}
	for i, a := range n.arcs[v] {
		if dist[a.to] >= 0 && a.cost+dist[a.to] == dist[v] {
			for _, p := range n.paths(a.to, dist) {
				all = append(all, append([]int32{int32(i)}, p...))
			}
		}
	}
	return all
}

// cost is that of a path from the root 0, or -1 if it does not lead to the goal.
func (n *network) cost(path []int32) (cost int) {
	v := 0
	for _, op := range path {
		cost += n.arcs[v][op].cost
		v = n.arcs[v][op].to
	}
	if v != n.goal {
		return -1
	}
	return cost
}

// stopped checks that a search within a node limit is exact: the same answer when
// the limit suffices, otherwise stopped at it with a true bound.
func stopped(t rapid.TB, full Result[int32], limit uint64, dist int, run func(limits budget.Limits) Result[int32]) {
	t.Helper()
	var last budget.Progress
	r := run(budget.Limits{Nodes: limit, Report: func(p budget.Progress) {
		if p.Generated < last.Generated || p.Expanded < last.Expanded {
			t.Fatalf("%v after %v", p, last)
		}
		last = p
	}})
	if limit >= full.Generated {
		if diff := cmp.Diff(full, r); diff != "" {
			t.Fatalf("node limit %d suffices:\n%s", limit, diff)
		}
		return
	}
	if r.Err != budget.ErrNodes || r.Generated != limit || dist >= 0 && r.Lower > dist {
		t.Fatalf("distance %d, node limit %d: %v", dist, limit, r)
	}
}

func TestAllOptimalPaths(t *testing.T) {
	many := 0
	twice(t, 2000, func(t rapid.TB, draw func(lo, hi int) int) {
		n, dist := drawNetwork(draw, draw(0, 1) == 1)
		if dist[0] < 0 || dist[0] > 10 {
			return
		}
		want := n.paths(0, dist)
		most := draw(0, 3)
		opt := IDAOptions{All: true, MaxSolutions: most}
		table := TableOptions{IDAOptions: opt, Bytes: int64(draw(1, 40)) * 64}
		for _, search := range []struct {
			name string
			run  func(budget.Limits) Result[int32]
		}{
			{"IDAStar", func(l budget.Limits) Result[int32] { return IDAStar(context.Background(), n, 0, opt, l) }},
			{"IDAStarTable", func(l budget.Limits) Result[int32] {
				return IDAStarTable(context.Background(), n, 0, table, l)
			}},
		} {
			r := search.run(budget.Limits{})
			if r.Status != Found || r.Cost != dist[0] || r.Count != uint64(len(want)) || !slices.Equal(r.Path, want[0]) {
				t.Fatalf("%s: %v; want cost %d and %d paths, the first of them %v", search.name, r, dist[0], len(want), want[0])
			}
			if diff := cmp.Diff(want[:min(most, len(want))], append([][]int32{}, r.Paths...)); diff != "" {
				t.Fatalf("%s lists:\n%s", search.name, diff)
			}
			if r.Generated > 0 {
				limit := uint64(draw(1, int(r.Generated)+1))
				stopped(t, r, limit, dist[0], search.run)
				// Cut short after the first goal, the optimum stands and the
				// count is a bound.
				s := search.run(budget.Limits{Nodes: limit})
				if s.Status == Found && (s.Cost != dist[0] || s.Lower != dist[0] || s.Count > r.Count || s.Count == 0) {
					t.Fatalf("%s, node limit %d: %v", search.name, limit, s)
				}
			}
		}
		if len(want) > 1 {
			many++
		}
	})
	if many < 40 {
		t.Errorf("only %d networks with several paths", many)
	}
}

func TestIDAStarTableOnNetworks(t *testing.T) {
	twice(t, 2000, func(t rapid.TB, draw func(lo, hi int) int) {
		acyclic := draw(0, 1) == 1
		n, dist := drawNetwork(draw, acyclic)
		opt := TableOptions{Bytes: int64(draw(0, 40)) * 64}
		if opt.Bytes == 0 {
			opt.Bytes = 1 << 16
		}
		if dist[0] > 0 {
			opt.Threshold = draw(0, dist[0])
		}
		if dist[0] < 0 && !acyclic {
			return // it would go on for ever
		}
		run := func(l budget.Limits) Result[int32] { return IDAStarTable(context.Background(), n, 0, opt, l) }
		r := run(budget.Limits{})
		if dist[0] < 0 {
			if r.Status != Exhausted {
				t.Fatalf("no path, but %v", r)
			}
			return
		}
		if r.Status != Found || r.Cost != dist[0] || r.Lower != dist[0] || !slices.Equal(r.Path, n.firstPath(0, dist)) {
			t.Fatalf("distance %d, first path %v: %v", dist[0], n.firstPath(0, dist), r)
		}
		if r.Generated > 0 {
			stopped(t, r, uint64(draw(1, int(r.Generated)+1)), dist[0], run)
		}
		opt.MaxCost = draw(1, 12)
		r = run(budget.Limits{})
		if opt.MaxCost >= dist[0] && r.Cost != dist[0] ||
			opt.MaxCost < dist[0] && (r.Status != Exceeded || r.Lower > dist[0] || r.Lower <= opt.MaxCost) {
			t.Fatalf("distance %d, at most %d: %v", dist[0], opt.MaxCost, r)
		}
	})
}

func TestAStarOnNetworks(t *testing.T) {
	ends := map[Status]int{}
	twice(t, 3000, func(t rapid.TB, draw func(lo, hi int) int) {
		n, dist := drawNetwork(draw, draw(0, 1) == 1)
		opt := AStarOptions{MaxCost: draw(0, 12)}
		run := func(l budget.Limits) Result[int32] { return AStar(context.Background(), n, 0, opt, l) }
		r := run(budget.Limits{})
		ends[r.Status]++
		switch {
		case dist[0] < 0:
			if r.Status != Exhausted && (r.Status != Exceeded || opt.MaxCost == 0) {
				t.Fatalf("no path, at most %d: %v", opt.MaxCost, r)
			}
		case opt.MaxCost > 0 && dist[0] > opt.MaxCost:
			if r.Status != Exceeded || r.Lower <= opt.MaxCost || r.Lower > dist[0] {
				t.Fatalf("distance %d, at most %d: %v", dist[0], opt.MaxCost, r)
			}
		default:
			if r.Status != Found || r.Cost != dist[0] || r.Lower != dist[0] || n.cost(r.Path) != dist[0] {
				t.Fatalf("distance %d: %v", dist[0], r)
			}
		}
		if r.Generated > 0 {
			stopped(t, r, uint64(draw(1, int(r.Generated)+1)), dist[0], run)
		}
	})
	if ends[Found] < 500 || ends[Exhausted] < 100 || ends[Exceeded] < 100 {
		t.Errorf("the searches ended too much alike: %v", ends)
	}
}

func TestBranchAndBoundOnNetworks(t *testing.T) {
	ends := map[Status]int{}
	twice(t, 3000, func(t rapid.TB, draw func(lo, hi int) int) {
		acyclic := draw(0, 1) == 1
		n, dist := drawNetwork(draw, acyclic)
		opt := BranchOptions{Sorted: draw(0, 1) == 1}
		if !acyclic || draw(0, 1) == 1 {
			opt.Upper = draw(1, 10)
		}
		run := func(l budget.Limits) Result[int32] { return BranchAndBound(context.Background(), n, 0, opt, l) }
		r := run(budget.Limits{})
		ends[r.Status]++
		if root := n.h[0] == 0 && n.goal == 0; dist[0] >= 0 && (root || opt.Upper == 0 || dist[0] <= opt.Upper) {
			if r.Status != Found || r.Cost != dist[0] || r.Lower != dist[0] || n.cost(r.Path) != dist[0] {
				t.Fatalf("distance %d, %+v: %v", dist[0], opt, r)
			}
			if !opt.Sorted && !slices.Equal(r.Path, n.firstPath(0, dist)) {
				t.Fatalf("%v is not the first path %v", r.Path, n.firstPath(0, dist))
			}
		} else if r.Status != Exhausted && (r.Status != Exceeded || r.Lower <= opt.Upper) ||
			dist[0] >= 0 && (r.Status != Exceeded || r.Lower > dist[0]) {
			t.Fatalf("distance %d, %+v: %v", dist[0], opt, r)
		}
		if r.Generated > 0 {
			limit := uint64(draw(1, int(r.Generated)+1))
			stopped(t, r, limit, dist[0], run)
			if s := run(budget.Limits{Nodes: limit}); s.Path != nil && (n.cost(s.Path) != s.Cost || s.Cost < dist[0]) {
				t.Fatalf("node limit %d: %v costs %d", limit, s, n.cost(s.Path))
			}
		}
	})
	if ends[Found] < 500 || ends[Exhausted] < 100 || ends[Exceeded] < 100 {
		t.Errorf("the searches ended too much alike: %v", ends)
	}
}

// Hash mixes all bits; see knights for the multiplier.
func (binary) Hash(s int) uint64 { return uint64(s) * 0x9e3779b97f4a7c15 >> 20 }

// The endless tree has no goal: every search must stop at its limit, and none may
// crash where there is no bound on the depth.
func TestEndlessTree(t *testing.T) {
	const memory = 3 << 20
	for _, search := range []struct {
		name string
		run  func(context.Context, binary, budget.Limits) Result[int32]
		err  error // within that memory
	}{
		{"IDAStarTable", func(ctx context.Context, b binary, l budget.Limits) Result[int32] {
			return IDAStarTable(ctx, b, 1, TableOptions{}, l)
		}, nil},
		{"AStar", func(ctx context.Context, b binary, l budget.Limits) Result[int32] {
			return AStar(ctx, b, 1, AStarOptions{}, l)
		}, budget.ErrMemory},
		{"BranchAndBound", func(ctx context.Context, b binary, l budget.Limits) Result[int32] {
			return BranchAndBound(ctx, b, 1, BranchOptions{}, l)
		}, budget.ErrMemory},
	} {
		t.Run(search.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			const at = 10_000
			r := search.run(ctx, binary{expanded: new(int), onExpand: func(n int) {
				if n == at {
					cancel()
				}
			}}, budget.Limits{})
			if r.Status != Stopped || r.Err != context.Canceled || r.Expanded < at || r.Generated > 2*at+budget.Interval {
				t.Errorf("cancelled at the %dth expansion: %v, %v, %d expanded, %d generated", at, r.Status, r.Err, r.Expanded, r.Generated)
			}
			r = search.run(t.Context(), binary{expanded: new(int)}, budget.Limits{Memory: memory, Nodes: 1 << 20})
			if want := search.err; want != nil && r.Err != want || want == nil && r.Err != budget.ErrNodes {
				t.Errorf("within %d bytes: %v after %d nodes", memory, r.Err, r.Generated)
			}
		})
	}
	// Whatever A* runs out of, it says so and keeps the bound.
	for memory := int64(1 << 12); memory < 2<<20; memory = memory * 5 / 4 {
		r := AStar(t.Context(), binary{expanded: new(int)}, 1, AStarOptions{}, budget.Limits{Memory: memory})
		if r.Status != Stopped || r.Err != budget.ErrMemory {
			t.Errorf("A* in %d bytes: %v, %v", memory, r.Status, r.Err)
		}
	}
	// Without a limit the depth is.
	if r := BranchAndBound(t.Context(), binary{expanded: new(int)}, 1, BranchOptions{}, budget.Limits{}); r.Err != budget.ErrMemory {
		t.Errorf("at the depth limit: %v", r.Err)
	}
	if r := IDAStarTable(t.Context(), binary{expanded: new(int)}, 1, TableOptions{}, budget.Limits{Memory: 8}); r.Err != budget.ErrMemory {
		t.Errorf("a table in 8 bytes: %v", r.Err)
	}
}

// Hash of a board: see knights for the multiplier.
func (tiles15) Hash(s board15) uint64 { return s.cells * 0x9e3779b97f4a7c15 >> 16 }

// TestAlgorithmsAgreeOnTiles solves a board of a random walk in every way there
// is and pins the counts, which are the same on every machine.
func TestAlgorithmsAgreeOnTiles(t *testing.T) {
	s := newBoard15([16]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		op := canMove[s.blank][rng.IntN(len(canMove[s.blank]))]
		cell := uint8(int(s.blank) + step[op])
		tile := s.cells >> (4 * cell) & 15
		s = board15{s.cells ^ tile<<(4*cell) ^ tile<<(4*s.blank), cell}
	}
	ida := IDAStar(t.Context(), tiles15{}, s, IDAOptions{All: true, MaxSolutions: 100}, budget.Limits{})
	table := IDAStarTable(t.Context(), tiles15{}, s, TableOptions{IDAOptions: IDAOptions{All: true, MaxSolutions: 100}}, budget.Limits{})
	star := AStar(t.Context(), tiles15{}, s, AStarOptions{}, budget.Limits{})
	branch := BranchAndBound(t.Context(), tiles15{}, s, BranchOptions{Upper: ida.Cost + 2}, budget.Limits{})
	if ida.Status != Found || table.Cost != ida.Cost || star.Cost != ida.Cost || branch.Cost != ida.Cost {
		t.Fatalf("costs %d, %d, %d, %d", ida.Cost, table.Cost, star.Cost, branch.Cost)
	}
	if diff := cmp.Diff(ida.Paths, table.Paths); diff != "" || ida.Count != table.Count {
		t.Errorf("%d paths, with a table %d:\n%s", ida.Count, table.Count, diff)
	}
	if !slices.Equal(branch.Path, ida.Path) {
		t.Errorf("branch and bound finds %v, IDA* %v", branch.Path, ida.Path)
	}
	got := []uint64{uint64(ida.Cost), ida.Count, ida.Generated, table.Generated, star.Generated, branch.Generated}
	if want := []uint64{24, 6, 2510, 4093, 651, 1879}; !slices.Equal(got, want) {
		t.Errorf("cost, paths, nodes of each: %d, want %d", got, want)
	}
}
