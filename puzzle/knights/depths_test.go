package knights

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
)

// TestRanksPosition: position is the inverse of rank, for all ranks of boards of
// many shapes.
func TestRanksPosition(t *testing.T) {
	for squares := 1; squares <= 14; squares++ {
		for whites := range squares {
			r := newRanks(squares, whites)
			for rank := range r.size {
				p := r.position(rank)
				if p.whites() != whites || p.Blank >= squares || p.White>>p.Blank&1 != 0 || p.White>>squares != 0 {
					t.Fatalf("%d squares, %d white: rank %d is %v", squares, whites, rank, p)
				}
				if got := r.rank(uint32(p.White), uint32(p.Blank)); got != rank {
					t.Fatalf("%d squares, %d white: rank %d is %v, whose rank is %d", squares, whites, rank, p, got)
				}
			}
		}
	}
}

// ways gives the number of shortest solutions of every position that has one.
func (w twin) ways(depth map[string]int) map[string]int {
	var byDepth [][]string
	for s, d := range depth {
		for len(byDepth) <= d {
			byDepth = append(byDepth, nil)
		}
		byDepth[d] = append(byDepth[d], s)
	}
	ways := map[string]int{byDepth[0][0]: 1}
	for d, layer := range byDepth[1:] {
		for _, s := range layer {
			w.neighbours(s, func(_ int, t string) {
				if depth[t] == d {
					ways[s] += ways[t]
				}
			})
		}
	}
	return ways
}

// TestDepths holds the map against the twin's distances and numbers of solutions.
func TestDepths(t *testing.T) {
	twice(t, 20, func(t rapid.TB, draw func(lo, hi int) int) {
		b := drawBoard(t, draw, 12, 0)
		w := twin{b.Rows, b.Cols}
		_, target := squares(string(b.appendPosition(nil, b.Target)))
		want := w.depths(target, -1)
		d := newDepths(b.Rows, b.Cols, b.Target)
		if draw(0, 1) == 1 { // in two steps
			if err := d.reach(context.Background(), draw(0, 9), budget.Limits{}); err != nil {
				t.Fatal(err)
			}
		}
		if err := d.reach(context.Background(), farthest, budget.Limits{}); err != nil {
			t.Fatal(err)
		}
		single, err := d.singles(farthest)
		if err != nil {
			t.Fatal(err)
		}
		ways := w.ways(want)
		counts := make([]int, len(d.counts))
		found := 0
		for rank := range d.ranks.size {
			p := d.ranks.position(rank)
			_, s := squares(string(b.appendPosition(nil, p)))
			depth, ok := want[s]
			if got := int(d.moves[rank]) - 1; got != depth && ok || got != -1 && !ok {
				t.Fatalf("%s to %s: %d moves, want %d (%v)", w.text(s), w.text(target), got, depth, ok)
			}
			if !ok {
				continue
			}
			if q := d.position(depth, counts[depth]); q != p {
				t.Fatalf("position %d at %d moves is %v, want %v", counts[depth], depth, q, p)
			}
			counts[depth]++
			_, is := slices.BinarySearch(single[depth], state(p))
			if is != (ways[s] == 1) {
				t.Fatalf("%s to %s: %d solutions, single: %v", w.text(s), w.text(target), ways[s], is)
			}
			if is {
				found++
			}
		}
		for _, keys := range single {
			found -= len(keys)
		}
		if !slices.Equal(counts, d.counts) || found != 0 {
			t.Fatalf("%d positions by depth, want %d; %d single ones too few", d.counts, counts, found)
		}
	})
}

// TestDepthsHistograms: the published numbers of positions by distance.
func TestDepthsHistograms(t *testing.T) {
	for _, h := range readHistograms(t) {
		most := farthest
		if h.states > 200_000 {
			most = 14
			if testing.Short() {
				most = 8
			}
		}
		b := mustParse(t, h.target, h.target)
		d := newDepths(b.Rows, b.Cols, b.Target)
		if err := d.reach(t.Context(), most, budget.Limits{}); err != nil {
			t.Fatal(err)
		}
		if int(d.ranks.size) != h.states || !slices.Equal(d.counts, h.counts[:min(most+1, len(h.counts))]) {
			t.Errorf("%s: %d positions, %d, want %d", h.target, d.ranks.size, d.counts, h.counts)
		}
	}
}

// TestDepthsLimits: a map that a limit stopped goes on where it was.
func TestDepthsLimits(t *testing.T) {
	b := mustParse(t, "11111/0111*/00010/00000", "") // 1.8 million positions
	d := newDepths(b.Rows, b.Cols, b.Target)
	if err := d.reach(t.Context(), 5, budget.Limits{Memory: 1 << 20}); !errors.Is(err, budget.ErrMemory) {
		t.Errorf("a megabyte: %v", err)
	}
	if err := d.reach(t.Context(), 14, budget.Limits{Memory: 1_900_000}); !errors.Is(err, budget.ErrMemory) {
		t.Errorf("no room for the layers: %v", err)
	}
	if err := d.reach(t.Context(), 14, budget.Limits{Nodes: 50_000}); !errors.Is(err, budget.ErrNodes) {
		t.Errorf("fifty thousand nodes: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := d.reach(ctx, 14, budget.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	want := newDepths(b.Rows, b.Cols, b.Target)
	if err := errors.Join(want.reach(t.Context(), 14, budget.Limits{}), d.reach(t.Context(), 14, budget.Limits{})); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(d.counts, want.counts) || !slices.Equal(d.moves, want.moves) || len(d.counts) != 15 {
		t.Errorf("in the end: %d, want %d", d.counts, want.counts)
	}
	if _, err := d.singles(14); err != nil {
		t.Error(err)
	}
	d.single = nil
	if err := d.reach(ctx, 14, budget.Limits{}); err != nil {
		t.Error(err) // there is nothing left to do
	}
	if _, err := d.singles(14); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	d.single = nil
	if err := d.reach(t.Context(), 14, budget.Limits{Memory: 1}); err != nil {
		t.Error(err)
	}
	if _, err := d.singles(14); !errors.Is(err, budget.ErrMemory) {
		t.Errorf("no memory: %v", err)
	}
}
