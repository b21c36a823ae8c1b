package search_test

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// The kernels that kernelgen makes are compared here with the generic one, on
// random networks in all three styles and on the 15-puzzle.

//go:generate go run ./kernelgen -type netSteps -out kernel_steps_test.go
//go:generate go run ./kernelgen -type netInPlace -out kernel_inplace_test.go
//go:generate go run ./kernelgen -type netExpand -out kernel_expand_test.go
//go:generate go run ./kernelgen -type fifteen -out kernel_fifteen_test.go

// net is a small directed graph with costs. Operator i is its node's arc i.
type net struct {
	to, cost [][]int
	h        []int
	goal     int
	reached  func() // called at each goal; may be nil
}

func (n *net) Heuristic(s int) int { return n.h[s] }
func (n *net) Goal(s int) bool {
	if s == n.goal && n.reached != nil {
		n.reached()
	}
	return s == n.goal
}

type netSteps struct{ *net }

func (n netSteps) Moves(s, _ int) uint64 { return 1<<len(n.to[s]) - 1 }
func (n netSteps) Look(s, _, op int) (cost, next int) {
	return n.cost[s][op], n.h[n.to[s][op]]
}
func (n netSteps) Apply(s, op int) int { return n.to[s][op] }
func (n netSteps) Heuristic(s int) int { return n.h[s] }
func (n netSteps) Goal(s int) bool     { return n.net.Goal(s) }

// trail is a node and where it was reached from, so that moves can be undone.
type trail struct {
	at   int
	back []int
}

type netInPlace struct{ *net }

func (n *netInPlace) Moves(s *trail, _ int) uint64 { return 1<<len(n.to[s.at]) - 1 }
func (n *netInPlace) Look(s *trail, _, op int) (cost, next int) {
	return n.cost[s.at][op], n.h[n.to[s.at][op]]
}
func (n *netInPlace) Apply(s *trail, op int) {
	s.back = append(s.back, s.at)
	s.at = n.to[s.at][op]
}
func (n *netInPlace) Undo(s *trail, _ int) {
	s.at = s.back[len(s.back)-1]
	s.back = s.back[:len(s.back)-1]
}
func (n *netInPlace) Heuristic(s trail) int { return n.h[s.at] }
func (n *netInPlace) Goal(s trail) bool     { return n.net.Goal(s.at) }

type netExpand struct{ *net }

func (n netExpand) Expand(dst []search.Edge[int], from *search.Edge[int]) []search.Edge[int] {
	for op, to := range n.to[from.State] {
		dst = append(dst, search.Edge[int]{State: to, Op: int32(op), Cost: int32(n.cost[from.State][op]), H: int32(n.h[to])})
	}
	return dst
}
func (n netExpand) Heuristic(s int) int { return n.h[s] }
func (n netExpand) Goal(s int) bool     { return n.net.Goal(s) }

func drawNet(draw func(lo, hi int) int) *net {
	size := draw(1, 9)
	n := &net{to: make([][]int, size), cost: make([][]int, size), h: make([]int, size), goal: draw(0, size-1)}
	for v := range n.to {
		for range draw(0, 3) {
			n.to[v] = append(n.to[v], draw(0, size-1))
			n.cost[v] = append(n.cost[v], draw(1, 4))
		}
	}
	for v := range n.h { // admissible or not: the kernels must agree
		n.h[v] = draw(0, 3)
	}
	n.h[n.goal] = 0
	return n
}

func TestKernelsAgreeOnNetworks(t *testing.T) {
	found := 0
	check := func(t rapid.TB, draw func(lo, hi int) int) {
		n := drawNet(draw)
		opt := search.IDAOptions{
			Threshold: draw(0, 2), MaxCost: draw(4, 12), All: draw(0, 1) == 1, MaxSolutions: draw(0, 3),
		}
		limits := budget.Limits{Nodes: uint64(draw(1, 400))}
		var reports [][]budget.Progress
		observed := func() budget.Limits {
			reports = append(reports, nil)
			i := len(reports) - 1
			limits.Report = func(p budget.Progress) { reports[i] = append(reports[i], p) }
			return limits
		}
		ctx := context.Background()
		want := search.IDAStar(ctx, netExpand{n}, 0, opt, observed())
		for i, got := range []search.Result[int32]{
			search.IDAStar(ctx, search.Batch[int](netSteps{n}), 0, opt, observed()),
			search.IDAStar(ctx, search.BatchInPlace[trail](&netInPlace{n}), trail{}, opt, observed()),
			netStepsIDAStar(ctx, netSteps{n}, 0, opt, observed()),
			netInPlaceIDAStar(ctx, &netInPlace{n}, trail{}, opt, observed()),
			netExpandIDAStar(ctx, netExpand{n}, 0, opt, observed()),
		} {
			if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b error) bool { return a == b })); diff != "" {
				t.Fatalf("kernel %d:\n%s", i, diff)
			}
			if diff := cmp.Diff(reports[0], reports[i+1]); diff != "" {
				t.Fatalf("kernel %d reports:\n%s", i, diff)
			}
		}
		if want.Status == search.Found {
			found++
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "number") })
	})
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 0))
		check(t, func(lo, hi int) int { return lo + rng.IntN(hi-lo+1) })
	}
	if found < 400 {
		t.Errorf("only %d networks have a path", found)
	}
}

// FuzzKernels checks the three styles on networks and options made of bytes.
func FuzzKernels(f *testing.F) {
	f.Add([]byte{3, 2, 1, 1, 2, 0, 1, 2, 1, 1, 0, 0, 0, 0, 9, 1, 3, 50})
	f.Fuzz(func(t *testing.T, data []byte) {
		draw := func(lo, hi int) int {
			if len(data) == 0 {
				return lo
			}
			v := int(data[0])
			data = data[1:]
			return lo + v%(hi-lo+1)
		}
		n := drawNet(draw)
		opt := search.IDAOptions{Threshold: draw(0, 9), MaxCost: draw(0, 9), All: draw(0, 1) == 1, MaxSolutions: draw(0, 3)}
		limits := budget.Limits{Nodes: uint64(draw(1, 200))}
		want := search.IDAStar(t.Context(), netExpand{n}, 0, opt, limits)
		for i, got := range []search.Result[int32]{
			netStepsIDAStar(t.Context(), netSteps{n}, 0, opt, limits),
			netInPlaceIDAStar(t.Context(), &netInPlace{n}, trail{}, opt, limits),
			netExpandIDAStar(t.Context(), netExpand{n}, 0, opt, limits),
		} {
			if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b error) bool { return a == b })); diff != "" {
				t.Fatalf("kernel %d:\n%s", i, diff)
			}
		}
	})
}

// board is a position of the 15-puzzle: the tile on cell i in bits 4i to 4i+3.
type board struct {
	cells    uint64
	at, last uint8 // four times the blank's cell, and that before the last move
}

// fifteen is the 15-puzzle with Manhattan distance. An operator is four times
// the cell that the blank goes to: so the operators up, left, right, down are
// in order, and the shift to a tile needs no table.
//
// The cut depends on the heuristic of the child, that on a table look-up, that
// on a shift, that on the operator: the shorter this chain, the faster, as the
// processor guesses the branch wrong at every second node.
type fifteen struct {
	near  [64]uint64         // the cells next to the blank
	delta [16 * 16 * 16]int8 // change of the heuristic by blank, cell and tile
}

func newFifteen() *fifteen {
	d := new(fifteen)
	abs := func(n int) int { return max(n, -n) }
	far := func(a, b int) int { return abs(a/4-b/4) + abs(a%4-b%4) }
	for blank := range 16 {
		for cell := range 16 {
			if far(blank, cell) == 1 {
				d.near[4*blank] |= 1 << (4 * cell)
			}
			for tile := range 16 {
				d.delta[(blank*16+cell)*16+tile] = int8(far(tile, blank) - far(tile, cell))
			}
		}
	}
	return d
}

func newBoard(tiles [16]int) board {
	b := board{last: 63}
	for cell, tile := range tiles {
		b.cells |= uint64(tile) << (4 * cell)
		if tile == 0 {
			b.at = uint8(4 * cell)
		}
	}
	return b
}

func (d *fifteen) Moves(s board, _ int) uint64 { return d.near[s.at&63] &^ (1 << (s.last & 63)) }

func (d *fifteen) Look(s board, h, op int) (cost, next int) {
	tile := int(s.cells >> (op & 63) & 15)
	return 1, h + int(d.delta[(int(s.at)*64+op*4+tile)&4095])
}

func (d *fifteen) Apply(s board, op int) board {
	tile := s.cells >> (op & 63) & 15
	return board{s.cells ^ tile<<(op&63) ^ tile<<(s.at&63), uint8(op), s.at}
}

func (d *fifteen) Heuristic(s board) (h int) {
	abs := func(n int) int { return max(n, -n) }
	for cell := range 16 {
		if tile := int(s.cells >> (4 * cell) & 15); tile != 0 {
			h += abs(tile/4-cell/4) + abs(tile%4-cell%4)
		}
	}
	return h
}

func (*fifteen) Goal(s board) bool { return s.cells == 0xfedcba9876543210 }

// korf are problems of Korf's test set (1985) with their optimal lengths and the
// number of nodes that IDA* with Manhattan distance generates.
var korf = []struct {
	id, cost  int
	generated uint64
	tiles     [16]int
}{
	{79, 42, 540_859, [16]int{0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15}},
	{12, 45, 546_343, [16]int{14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15}},
	{42, 42, 877_822, [16]int{4, 5, 7, 2, 9, 14, 12, 13, 0, 3, 6, 11, 8, 1, 15, 10}},
	{55, 41, 927_211, [16]int{13, 8, 14, 3, 9, 1, 0, 7, 15, 5, 4, 10, 12, 2, 6, 11}},
	{2, 55, 15_300_441, [16]int{13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6}},
}

func TestKernelOnKorf(t *testing.T) {
	d := newFifteen()
	for _, p := range korf {
		root := newBoard(p.tiles)
		r := fifteenIDAStar(t.Context(), d, root, search.IDAOptions{}, budget.Limits{})
		if r.Status != search.Found || r.Cost != p.cost || r.Generated != p.generated {
			t.Errorf("problem %d: cost %d, %d generated; want %d, %d", p.id, r.Cost, r.Generated, p.cost, p.generated)
		}
		s := root
		for _, op := range r.Path {
			if d.Moves(s, 0)>>op&1 == 0 {
				t.Fatalf("problem %d: no move to %d", p.id, op/4)
			}
			s = d.Apply(s, int(op))
		}
		if !d.Goal(s) {
			t.Errorf("problem %d: the path does not lead to the goal", p.id)
		}
		if p.generated > 1_000_000 {
			continue
		}
		if diff := cmp.Diff(search.IDAStar(t.Context(), search.Batch[board](d), root, search.IDAOptions{}, budget.Limits{}), r); diff != "" {
			t.Errorf("problem %d, generic and kernel:\n%s", p.id, diff)
		}
	}
}

// TestKernelsWithAMachine: the machine of the pancake puzzle keeps generic and
// specialised kernels in step, finds the same path and saves nodes.
func TestKernelsWithAMachine(t *testing.T) {
	var sample stack
	for i := range sample {
		sample[i] = int8(i + 1)
	}
	d := search.BatchInPlace[stack](griddle{})
	m, err := search.Learn(t.Context(), d, []stack{sample}, 4, budget.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	plain := griddleIDAStar(t.Context(), griddle{}, hardStack, search.IDAOptions{}, budget.Limits{})
	for _, opt := range []search.IDAOptions{{Machine: m}, {Machine: m, All: true, MaxSolutions: 3}} {
		want := search.IDAStar(t.Context(), d, hardStack, opt, budget.Limits{})
		got := griddleIDAStar(t.Context(), griddle{}, hardStack, opt, budget.Limits{})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("generic and kernel:\n%s", diff)
		}
		if got.Cost != plain.Cost || !slices.Equal(got.Path, plain.Path) {
			t.Errorf("%v with the machine, %v without", got, plain)
		}
		if !opt.All && got.Generated >= plain.Generated {
			t.Errorf("%d generated with the machine, %d without", got.Generated, plain.Generated)
		}
	}
}

// TestKernelAllocatesNothingPerNode: what is allocated is the path by depth and
// the lists of the result.
func TestKernelAllocatesNothingPerNode(t *testing.T) {
	d := newFifteen()
	p := korf[0]
	n := testing.AllocsPerRun(3, func() {
		fifteenIDAStar(context.Background(), d, newBoard(p.tiles), search.IDAOptions{Threshold: p.cost - 2}, budget.Limits{Nodes: 200_000})
	})
	if n > 40 {
		t.Errorf("%v allocations for 200,000 nodes", n)
	}
}

// TestKernelIsCancelled: a kernel sees an interrupt within budget.Interval nodes.
func TestKernelIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	polls := 0
	r := fifteenIDAStar(ctx, newFifteen(), newBoard(korf[4].tiles), search.IDAOptions{}, budget.Limits{Report: func(budget.Progress) {
		if polls++; polls == 10 {
			cancel()
		}
	}})
	if r.Status != search.Stopped || r.Err != context.Canceled || r.Generated != 9*budget.Interval {
		t.Errorf("%v, %v, %d generated", r.Status, r.Err, r.Generated)
	}
}

func TestSteppersGiveOperatorsInOrder(t *testing.T) {
	d := newFifteen()
	for blank := range 16 {
		if n := bits.OnesCount64(d.near[4*blank]); n < 2 || n > 4 {
			t.Errorf("blank at %d: %d moves", blank, n)
		}
	}
}

func BenchmarkKorf2(b *testing.B) {
	d, root := newFifteen(), newBoard(korf[4].tiles)
	b.Run("kernel", func(b *testing.B) {
		var nodes uint64
		for b.Loop() {
			nodes += fifteenIDAStar(b.Context(), d, root, search.IDAOptions{}, budget.Limits{}).Generated
		}
		b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
	})
	b.Run("generic", func(b *testing.B) {
		var nodes uint64
		for b.Loop() {
			nodes += search.IDAStar(b.Context(), search.Batch[board](d), root, search.IDAOptions{}, budget.Limits{}).Generated
		}
		b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
	})
}
