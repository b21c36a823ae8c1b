package search

import (
	"context"
	"testing"

	"github.com/deepen-go/deepen/budget"
)

// board15 is the 15-puzzle with Manhattan distance, for the counting rule: its
// node counts are known exactly. Cell i is in bits 4i to 4i+3 of cells.
type board15 struct {
	cells uint64
	blank uint8
}

// tiles15 is its search space. The operators are the blank's moves up, left,
// right and down; the move back is left out.
type tiles15 struct{}

var (
	step = [4]int{-4, -1, 1, 4}
	// canMove[blank] has the operators that stay on the board.
	canMove = func() (ops [16][]int32) {
		for b := range ops {
			for op, ok := range []bool{b >= 4, b%4 > 0, b%4 < 3, b < 12} {
				if ok {
					ops[b] = append(ops[b], int32(op))
				}
			}
		}
		return ops
	}()
	// manhattan[tile][cell] is the tile's distance from its place.
	manhattan = func() (d [16][16]int32) {
		abs := func(n int) int { return max(n, -n) }
		for tile := 1; tile < 16; tile++ {
			for cell := range 16 {
				d[tile][cell] = int32(abs(tile/4-cell/4) + abs(tile%4-cell%4))
			}
		}
		return d
	}()
)

func (tiles15) Expand(dst []Edge[board15], from *Edge[board15]) []Edge[board15] {
	s := from.State
	for _, op := range canMove[s.blank] {
		if op == 3-from.Op {
			continue
		}
		cell := uint8(int(s.blank) + step[op])
		tile := s.cells >> (4 * cell) & 15
		dst = append(dst, Edge[board15]{
			State: board15{s.cells ^ tile<<(4*cell) ^ tile<<(4*s.blank), cell},
			Op:    op,
			Cost:  1,
			H:     from.H + manhattan[tile][s.blank] - manhattan[tile][cell],
		})
	}
	return dst
}

func (tiles15) Heuristic(s board15) (h int) {
	for cell := range 16 {
		h += int(manhattan[s.cells>>(4*cell)&15][cell])
	}
	return h
}

func (tiles15) Goal(s board15) bool { return s.cells == 0xfedcba9876543210 }

func newBoard15(tiles [16]int) (s board15) {
	for cell, tile := range tiles {
		s.cells |= uint64(tile) << (4 * cell)
		if tile == 0 {
			s.blank = uint8(cell)
		}
	}
	return s
}

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
}

func TestKorf(t *testing.T) {
	for _, p := range korf {
		r := IDAStar(context.Background(), tiles15{}, newBoard15(p.tiles), IDAOptions{}, budget.Limits{})
		if r.Status != Found || r.Cost != p.cost || len(r.Path) != p.cost || r.Generated != p.generated {
			t.Errorf("problem %d: %v, cost %d, %d moves, %d generated; want %d moves, %d generated",
				p.id, r.Status, r.Cost, len(r.Path), r.Generated, p.cost, p.generated)
		}
		// All costs have the root's parity, so the thresholds rise by two.
		h := tiles15{}.Heuristic(newBoard15(p.tiles))
		for i, it := range r.Iterations {
			if it.Threshold != h+2*i {
				t.Errorf("problem %d: threshold %d is %d, want %d", p.id, i, it.Threshold, h+2*i)
			}
		}
		// The path leads to the goal.
		s := newBoard15(p.tiles)
		for _, op := range r.Path {
			cell := uint8(int(s.blank) + step[op])
			tile := s.cells >> (4 * cell) & 15
			s = board15{s.cells ^ tile<<(4*cell) ^ tile<<(4*s.blank), cell}
		}
		if !(tiles15{}).Goal(s) {
			t.Errorf("problem %d: the path ends at %x", p.id, s.cells)
		}
	}
}

// TestIDAStarAllocatesNothingPerNode: what is allocated is a buffer for each
// depth (in up to three steps) and the lists of the result, however many the
// nodes.
func TestIDAStarAllocatesNothingPerNode(t *testing.T) {
	const nodes = 200_000
	p := korf[0]
	n := testing.AllocsPerRun(3, func() {
		r := IDAStar(context.Background(), tiles15{}, newBoard15(p.tiles), IDAOptions{Threshold: p.cost - 2}, budget.Limits{Nodes: nodes})
		if r.Generated != nodes {
			t.Errorf("%d generated, want %d", r.Generated, nodes)
		}
	})
	if n > 4*float64(p.cost) {
		t.Errorf("%v allocations for %d nodes of depth up to %d", n, nodes, p.cost)
	}
}

func BenchmarkIDAStarKorf79(b *testing.B) {
	var nodes uint64
	for b.Loop() {
		nodes += IDAStar(context.Background(), tiles15{}, newBoard15(korf[0].tiles), IDAOptions{}, budget.Limits{}).Generated
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
