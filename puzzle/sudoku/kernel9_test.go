package sudoku

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
)

// The two programs for propagate9 leave the same grid and say the same of it, at
// every node of searches.
func TestPropagate(t *testing.T) {
	fast := fastest9()
	seen := map[int]int{}
	both := func(t failer, g *grid9, f *fork9, threes bool) int {
		h, e := *g, fork9{}
		want := propagate9(&h, &e, threes)
		got := fast(g, f, threes)
		if got != want || got != contradiction && *g != h || got == open9 && *f != e {
			t.Fatalf("%d, %x, %x\nwant %d, %x, %x", got, *g, *f, want, h, e)
		}
		seen[got]++
		return got
	}
	rapid.Check(t, func(t *rapid.T) {
		k := newKernel9()
		k.propagate = func(g *grid9, f *fork9, threes bool) int { return both(t, g, f, threes) }
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
		both(t, &g, &k.fork, rapid.Bool().Draw(t, "threes"))
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
	if propagate9(&g, &f, true) != open9 {
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
				if propagate9(&g, &f, true) != open9 || ch.ways != 0 || f.waysOf(int(house), int(d)) != 1<<way {
					t.Fatalf("house %d, digit %d, way %d: ways %b", house, d, way, f.waysOf(int(house), int(d)))
				}
			}
		}
	}
}

// Both programs against the twin, on grids with none, one and many solutions: a
// few thousand, or a million with DEEPEN_SUDOKU=1 (make sudoku).
func TestTwinMany(t *testing.T) {
	n := 4000
	if testing.Short() {
		n = 400
	}
	if os.Getenv("DEEPEN_SUDOKU") != "" {
		n = 1_000_000
	}
	var full [][]uint8
	s := new(solver)
	for _, line := range readLines(t, "17clue_every25.txt") {
		full = append(full, s.solve(context.Background(), mustParse(t, line), budget.Limits{}).Solution.(*Grid).Cells)
	}
	portable := new(solver)
	portable.kernels[3] = &kernel9{propagate: propagate9}
	r := rand.New(rand.NewPCG(9, 81))
	seen := map[string]int{}
	for range n {
		p := &Puzzle{Box: 3, Givens: slices.Clone(full[r.IntN(len(full))])}
		for _, c := range r.Perm(81)[33+r.IntN(49):] {
			p.Givens[c] = 0
		}
		if r.IntN(4) == 0 {
			p.Givens[r.IntN(81)] = uint8(r.IntN(9) + 1)
		}
		ans := wantTwin(t, s, p)
		seen[outcome(ans)]++
		if other := portable.solve(context.Background(), p, budget.Limits{}); other.String() != ans.String() || other.Generated != ans.Generated {
			t.Fatalf("%s: %v after %d, portable %v after %d", p, ans, ans.Generated, other, other.Generated)
		}
	}
	t.Log(seen)
	if len(seen) != 3 {
		t.Errorf("too little variety: %v", seen)
	}
}

// The general kernel counts the same where there are many solutions.
func TestCountsAgree(t *testing.T) {
	general := new(solver)
	general.kernels[3] = newKernelN(3)
	for text, want := range map[string]int64{
		"...3.9.2...21.89..9...2...6.......69...5.6..234....75...9.....15..2..........5...": 2370,
		"...3.9.2...2..89..9...2...6.......69...5.6..234....75...9.....15..2..............": 54_931,
	} {
		p := mustParse(t, text)
		p.Question = Question{CountAll: true}
		for _, s := range []*solver{new(solver), general} {
			if count, err := s.count(context.Background(), p, budget.Limits{}); count.N != want || !count.Complete || err != nil {
				t.Errorf("%s: %v, %v, want %d", text, count, err, want)
			}
		}
	}
}
