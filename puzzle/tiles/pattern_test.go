package tiles

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// literal is the twin of a pattern's space: a state is the cells of the
// pattern's tiles and the blank's as digits of a number, the blank's last. Moves
// of the pattern's tiles cost one, those of the others nothing.
type literal struct {
	w     twin
	tiles []uint8
}

func (l literal) cells() int { return l.w.rows * l.w.cols }

func (l literal) Size() int {
	n := l.cells()
	for range l.tiles {
		n *= l.cells()
	}
	return n
}

func (l literal) number(pos []int, blank int) (n int) {
	for _, p := range pos {
		n = n*l.cells() + p
	}
	return n*l.cells() + blank
}

func (l literal) Goals(dst []int) []int {
	var pos []int
	for _, t := range l.tiles {
		pos = append(pos, int(t))
	}
	return append(dst, l.number(pos, 0))
}

func (l literal) Predecessors(dst []search.Arc, s int) []search.Arc {
	blank := s % l.cells()
	s /= l.cells()
	pos := make([]int, len(l.tiles))
	for i := len(pos) - 1; i >= 0; i-- {
		pos[i] = s % l.cells()
		s /= l.cells()
	}
	r, c := blank/l.w.cols, blank%l.w.cols
	for _, d := range [][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}} {
		y, x := r+d[0], c+d[1]
		if y < 0 || y >= l.w.rows || x < 0 || x >= l.w.cols {
			continue
		}
		next := y*l.w.cols + x
		moved := append([]int(nil), pos...)
		cost := uint8(0)
		for i, p := range pos {
			if p == next {
				moved[i], cost = blank, 1
			}
		}
		dst = append(dst, search.Arc{State: l.number(moved, next), Cost: cost})
	}
	return dst
}

// placements calls f with all ways to put n tiles on different cells.
func placements(n, cells int, f func(pos []int)) {
	pos := make([]int, n)
	var put func(i int, used uint32)
	put = func(i int, used uint32) {
		if i == n {
			f(pos)
			return
		}
		for c := range cells {
			if used>>c&1 == 0 {
				pos[i] = c
				put(i+1, used|1<<c)
			}
		}
	}
	put(0, 0)
}

var same = func() (cell [32]uint8) {
	for i := range cell {
		cell[i] = uint8(i)
	}
	return cell
}()

// TestTablesAgainstTheTwin: every entry of small patterns, and the general
// builder of package search on the literal space.
func TestTablesAgainstTheTwin(t *testing.T) {
	for _, test := range []struct {
		w     twin
		tiles []uint8
	}{
		{twin{2, 2}, []uint8{1}},
		{twin{2, 2}, []uint8{1, 2, 3}},
		{twin{2, 3}, []uint8{2, 4}},
		{twin{2, 3}, []uint8{1, 2, 3, 4, 5}},
		{twin{3, 2}, []uint8{1, 3, 5}},
		{twin{3, 3}, []uint8{1, 2, 4, 5}},
		{twin{3, 3}, []uint8{8, 3, 1}},
		{twin{2, 5}, []uint8{1, 5, 6, 9}},
		{twin{3, 4}, []uint8{4, 8, 9, 10}},
		{twin{4, 4}, []uint8{1, 4}},
		{twin{5, 5}, []uint8{24, 7, 13}},
		{twin{2, 12}, []uint8{1, 12, 23}},
	} {
		if testing.Short() && len(test.tiles) > 3 {
			continue
		}
		name := fmt.Sprint(test.w, test.tiles)
		l := literal(test)
		table, err := search.BuildPatternTable(t.Context(), l, budget.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		p := newPattern(test.tiles, l.cells())
		extra := make([]byte, p.entries()/2)
		if _, err := buildPattern(t.Context(), &p, test.w.rows, test.w.cols, nil, new(workspace), extra, func(uint64, uint64, int) {}); err != nil {
			t.Fatal(err)
		}
		seen := make([]bool, p.entries())
		placements(len(p.tiles), l.cells(), func(pos []int) {
			best, md := search.NoPath, 0
			for blank := range l.cells() {
				best = min(best, int(table[l.number(pos, blank)]))
			}
			var where [MaxCells]uint8
			for i, tile := range p.tiles {
				where[tile] = uint8(pos[i])
				md += distance(int(tile), pos[i], test.w.cols)
			}
			i := p.index(&where, &same)
			if i < 0 || i >= p.entries() || seen[i] {
				t.Fatalf("%s: %v has the index %d of another", name, pos, i)
			}
			seen[i] = true
			got := md + 2*int(extra[i/2]>>(i%2*4)&15)
			if best == search.NoPath {
				if got != md {
					t.Fatalf("%s: %v cannot be reached, but has %d", name, pos, got)
				}
				return
			}
			if got != best {
				t.Fatalf("%s: %v has %d, the twin %d", name, pos, got, best)
			}
		})
	}
}

// TestThreadsMakeNoDifference to a table or to the nodes that are reported.
func TestThreadsMakeNoDifference(t *testing.T) {
	var tables [][]byte
	var reports []uint64
	for _, threads := range []int{1, 2, 5} {
		d := newDatabase(3, 4, split(3, 4, 2))
		var last budget.Progress
		_, err := d.build(t.Context(), budget.Limits{Crew: budget.NewCrew(threads - 1), Report: func(p budget.Progress) {
			if p.Generated < last.Generated {
				t.Errorf("%d threads: the reports go back from %d to %d", threads, last.Generated, p.Generated)
			}
			last = p
		}})
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, d.extra)
		reports = append(reports, last.Generated)
	}
	for i := range tables {
		if !bytes.Equal(tables[i], tables[0]) || reports[i] != reports[0] {
			t.Errorf("table %d differs, or its nodes: %d instead of %d", i, reports[i], reports[0])
		}
	}
}

func TestBuildStops(t *testing.T) {
	d := newDatabase(4, 4, smallGroups(4, 4))
	if _, err := d.build(t.Context(), budget.Limits{Memory: d.peak() - 1}); !errors.Is(err, budget.ErrMemory) || d.extra != nil {
		t.Errorf("too little memory: %v", err)
	}
	for _, at := range []int{0, 1, 10, 100} {
		for _, threads := range []int{1, 3} {
			ctx, cancel := context.WithCancel(t.Context())
			n := 0
			if at == 0 {
				cancel()
			}
			_, err := d.build(ctx, budget.Limits{Crew: budget.NewCrew(threads - 1), Report: func(budget.Progress) {
				if n++; n == at {
					cancel()
				}
			}})
			cancel()
			if !errors.Is(err, context.Canceled) || d.extra != nil || n > at+1 {
				t.Errorf("cancelled at report %d of %d: %v", at, n, err)
			}
		}
	}
}

func TestOrders(t *testing.T) {
	for k := 1; k <= maxPattern; k++ {
		p := newPattern(make([]uint8, k), 16)
		if testing.Short() && k > 6 {
			continue
		}
		for n := range p.orders {
			if got := p.order(p.slots(n)); got != n {
				t.Fatalf("%d tiles: order %d comes back as %d", k, n, got)
			}
		}
	}
}

func TestSetNumbers(t *testing.T) {
	for _, c := range []struct{ cells, k int }{{4, 1}, {9, 8}, {16, 8}, {25, 3}} {
		set := uint32(1)<<c.k - 1
		for i := range int(binomial[c.cells][c.k]) {
			if setNumber(set) != i || bits.OnesCount32(set) != c.k || set>>c.cells != 0 {
				t.Fatalf("%d of %d: set %d is %b, number %d", c.k, c.cells, i, set, setNumber(set))
			}
			set = nextSet(set)
		}
		if set>>c.cells == 0 {
			t.Errorf("%d of %d: there are more sets", c.k, c.cells)
		}
	}
}

// TestGroups: of every size of board, the groups take each tile once, are small
// enough, and leave no set of cells with more than eight regions.
func TestGroups(t *testing.T) {
	for rows := MinSide; rows*MinSide <= MaxCells; rows++ {
		for cols := MinSide; rows*cols <= MaxCells; cols++ {
			near := neighbours(rows, cols)
			checked := map[int]bool{}
			for _, groups := range [][][]uint8{smallGroups(rows, cols), largeGroups(rows, cols)} {
				if groups == nil && rows*cols <= 12 {
					continue
				}
				if len(groups) > maxGroups {
					t.Errorf("%dx%d: %d groups", rows, cols, len(groups))
				}
				seen := map[uint8]bool{0: true}
				for _, g := range groups {
					if len(g) == 0 || len(g) > maxPattern {
						t.Errorf("%dx%d: group %v", rows, cols, g)
					}
					for _, tile := range g {
						if seen[tile] || int(tile) >= rows*cols {
							t.Errorf("%dx%d: tile %d", rows, cols, tile)
						}
						seen[tile] = true
					}
					if checked[len(g)] || testing.Short() && binomial[rows*cols][len(g)] > 10_000 {
						continue
					}
					checked[len(g)] = true
					set := uint32(1)<<len(g) - 1
					for range binomial[rows*cols][len(g)] {
						region := regionsOf(set, near)
						for hole := range rows * cols {
							if set>>hole&1 == 0 && region[hole] >= 8 {
								t.Fatalf("%dx%d: %b leaves more than eight regions", rows, cols, set)
							}
						}
						set = nextSet(set)
					}
				}
				if len(seen) != rows*cols {
					t.Errorf("%dx%d: %v are not all tiles", rows, cols, groups)
				}
			}
		}
	}
}

// TestRegions against the literal meaning: two holes are in one region if and
// only if a way leads from one to the other.
func TestRegions(t *testing.T) {
	for _, z := range []size{{2, 3}, {3, 3}, {3, 4}} {
		n := z.rows * z.cols
		near := neighbours(z.rows, z.cols)
		for set := range uint32(1) << n {
			var reach [MaxCells]uint32
			for i := range n {
				reach[i] = 1 << i &^ set
			}
			for range n {
				for i := range n {
					for _, j := range near[i] {
						if set>>i&1 == 0 && set>>j&1 == 0 {
							reach[i] |= reach[j]
						}
					}
				}
			}
			region := regionsOf(set, near)
			for i := range n {
				for j := range n {
					if set>>i&1 == 0 && set>>j&1 == 0 && (region[i] == region[j]) != (reach[i]>>j&1 == 1) {
						t.Fatalf("%v, %b: cells %d and %d are in regions %d and %d", z, set, i, j, region[i], region[j])
					}
				}
			}
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	for _, groups := range [][][]uint8{{{1, 4, 5, 8, 9}}, {{1, 4, 5, 8, 9, 12}}} {
		d := newDatabase(4, 4, groups)
		b.Run(d.name(), func(b *testing.B) {
			for b.Loop() {
				if _, err := d.build(context.Background(), budget.Limits{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(2*float64(d.bytes())*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mplacements/s")
		})
	}
}
