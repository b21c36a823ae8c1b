package sudoku

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
)

// The two programs for propagate9 leave the same grid and say the same of it, at
// every node of searches.
func TestPropagate(t *testing.T) {
	fast := fastest9()
	seen := map[int]int{}
	both := func(t failer, g *grid9, f *fork9) int {
		h, e := *g, fork9{}
		want := propagate9(&h, &e)
		got := fast(g, f)
		if got != want || got != contradiction && *g != h || got == open9 && *f != e {
			t.Fatalf("%d, %x, %x\nwant %d, %x, %x", got, *g, *f, want, h, e)
		}
		seen[got]++
		return got
	}
	rapid.Check(t, func(t *rapid.T) {
		k := newKernel9()
		k.propagate = func(g *grid9, f *fork9) int { return both(t, g, f) }
		p := drawPuzzle(t, 3, 17)
		w := &work{meter: budget.NewMeter(context.Background(), budget.Limits{Nodes: 200})}
		if err := w.poll(); err != nil {
			t.Fatal(err)
		}
		if k.load(p.Givens) {
			_, _, _ = k.search(w, 50)
		}
		// What no puzzle gives: any candidates at all.
		g := fresh9
		for row := range 9 {
			for d := range 9 {
				*g.at(row, d) &^= rapid.Uint16().Draw(t, "gone") & rapid.Uint16().Draw(t, "and")
			}
		}
		both(t, &g, &k.fork)
	})
	if len(seen) != 3 {
		t.Errorf("too little variety: %v", seen)
	}
}

// Every word of a grid9 belongs to one row and digit, but for five.
func TestLanes(t *testing.T) {
	seen := map[*uint16]bool{}
	g := fresh9
	for row := range 9 {
		for d := range 9 {
			i := lane9(row, d)
			if p := g.at(row, d); p != &g[i] || seen[p] {
				t.Errorf("row %d, digit %d: word %d", row, d, i)
			}
			seen[g.at(row, d)] = true
		}
	}
}

// At the root of an empty grid each digit has all its ways in each house, and
// taking one of them leaves that one.
func TestWays(t *testing.T) {
	g, f := fresh9, fork9{}
	if propagate9(&g, &f) != open9 {
		t.Fatal("the empty grid is not open")
	}
	for house := range int8(6) {
		for d := range int8(9) {
			if ways := f.waysOf(int(house), int(d)); ways != 63 {
				t.Fatalf("house %d, digit %d: ways %b", house, d, ways)
			}
			for way := range 6 {
				g, f := fresh9, fork9{}
				ch := choice9{house, d, 1 << way}
				ch.take(&g)
				if propagate9(&g, &f) != open9 || ch.ways != 0 || f.waysOf(int(house), int(d)) != 1<<way {
					t.Fatalf("house %d, digit %d, way %d: ways %b", house, d, way, f.waysOf(int(house), int(d)))
				}
			}
		}
	}
}
