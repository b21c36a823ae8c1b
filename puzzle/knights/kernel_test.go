package knights

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// drawBoard is a random board of at most that many squares; from and to are
// near each other when walk is positive, and otherwise anything.
func drawBoard(t rapid.TB, draw func(lo, hi int) int, squares, walk int) *Board {
	w := twin{rows: draw(1, 5)}
	w.cols = draw(1, squares/w.rows)
	knights := []byte{'*'}
	for range w.rows*w.cols - 1 {
		knights = append(knights, byte(draw('0', '1')))
	}
	target := shuffled(string(knights), draw)
	s := target
	if walk == 0 {
		s = shuffled(target, draw)
	}
	for range walk {
		var next []string
		w.neighbours(s, func(_ int, t string) { next = append(next, t) })
		if len(next) > 0 {
			s = next[draw(0, len(next)-1)]
		}
	}
	b, err := ParseTarget(w.text(s), w.text(target))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestKernelAgainstBidirectional: the kernel, in either phase alone and as it
// is, gives the path, the status and the bounds of the generic search.
func TestKernelAgainstBidirectional(t *testing.T) {
	var k kernel
	ends := map[search.Status]int{}
	twice(t, 300, func(t rapid.TB, draw func(lo, hi int) int) {
		b := drawBoard(t, draw, 12, 0)
		if draw(0, 1) == 1 {
			b = drawBoard(t, draw, maxSmall, draw(1, 14))
		}
		b.MaxMoves = max(NoLimit, draw(-10, 14))
		want := search.Bidirectional(context.Background(), &graph{jumps(b.Rows, b.Cols)}, b.Start, b.Target, max(b.MaxMoves, 0), budget.Limits{Nodes: 3_000_000})
		if want.Status == search.Stopped || b.MaxMoves == 0 {
			return // too large, or a limit that the generic search has no word for
		}
		ends[want.Status]++
		check := func(name string, r search.Result[int32]) {
			t.Helper()
			// The bound may know of a move limit's end, or the generic search of that of
			// the space, before the other does.
			same := r.Status == want.Status || b.MaxMoves > 0 && r.Status+want.Status == search.Exceeded+search.Exhausted
			if diff := cmp.Diff(hops(want).Path, append([]int32{}, r.Path...)); !same || r.Cost != want.Cost || r.Err != nil || diff != "" {
				t.Fatalf("%s, %s to %s: %v, want %v, cost %d, want %d\n%s", name, b.AppendNative(nil),
					b.appendPosition(nil, b.Target), r.Status, want.Status, r.Cost, want.Cost, diff)
			}
			if r.Status == search.Found && r.Lower != r.Cost || r.Status == search.Exceeded && r.Lower <= b.MaxMoves {
				t.Fatalf("%s, %s: lower bound %d, cost %d", name, b.AppendNative(nil), r.Lower, r.Cost)
			}
		}
		check("kernel", k.search(context.Background(), b, endless, budget.Limits{}))
		if b.Start == b.Target {
			return
		}
		check("wide", alone(&k, b, func() (search.Status, error) {
			k.lower -= 2 // it begins with one more
			return k.wide(b)
		}))
		check("narrow", alone(&k, b, func() (search.Status, error) {
			for ; ; k.lower += 2 {
				if b.MaxMoves != NoLimit && k.lower > b.MaxMoves {
					return search.Exceeded, nil
				}
				if s, err := k.narrow(b); s != search.Exceeded {
					return s, err
				}
			}
		}))
	})
	if !testing.Short() && (ends[search.Found] < 50 || ends[search.Exhausted] < 10 || ends[search.Exceeded] < 10) {
		t.Errorf("the searches ended too much alike: %v", ends)
	}
}

// alone runs one phase.
func alone(k *kernel, b *Board, phase func() (search.Status, error)) search.Result[int32] {
	k.begin(context.Background(), b, budget.Limits{})
	r := search.Result[int32]{}
	r.Status, r.Err = phase()
	r.Lower = k.lower
	if r.Status == search.Found {
		r.Path, r.Err = k.path()
		r.Cost = len(r.Path)
	}
	return r
}

// TestRanks: on small boards the ranks are the numbers below the number of
// positions, each once.
func TestRanks(t *testing.T) {
	for _, text := range []string{"*", "1*", "*0", "01*", "*11/101/000", "1111/0*10/0000", "111/00*/000", "0000/0*00/0000", "11111/01*00/00010", "11111111/*0000000"} {
		w, s := squares(text)
		all := positions(s)
		b := mustParse(t, text, text)
		r := newRanks(w.rows*w.cols, b.Start.whites())
		if int(r.size) != len(all) || spaceSize(w.rows*w.cols, b.Start.whites()) != uint64(len(all)) {
			t.Errorf("%s: %d ranks, space size %d, %d positions", text, r.size, spaceSize(w.rows*w.cols, b.Start.whites()), len(all))
		}
		seen := make([]bool, len(all))
		for _, s := range all {
			p := mustParse(t, w.text(s), text).Start
			n := r.rank(uint32(p.White), uint32(p.Blank))
			if int(n) >= len(all) || seen[n] {
				t.Fatalf("%s: rank %d of %s is too large or taken", text, n, w.text(s))
			}
			seen[n] = true
		}
	}
	if r := newRanks(25, 12); r.size != 67_603_900 {
		t.Errorf("5 x 5 has %d ranks", r.size)
	}
}

// TestMoves holds the kernel's moves and counts against the plain ones.
func TestMoves(t *testing.T) {
	twice(t, 300, func(t rapid.TB, draw func(lo, hi int) int) {
		b := drawBoard(t, draw, maxSmall, 0)
		g := newGeometry(b.Rows, b.Cols)
		aim := newBound(b.Rows*b.Cols, g.dark, b.Target)
		tally := newTally(aim)
		s, p, last := state(b.Start), b.Start, -1
		for range draw(1, 20) {
			var want, got []Position
			for _, j := range jumps(b.Rows, b.Cols)[p.Blank] {
				if int(j) != last {
					want = append(want, p.hop(int(j)))
				}
			}
			var kids [blockStates * maxDegree]uint32
			n, generated := g.expandWithin(&kids, []uint32{s}, maxDegree, &tally, 1000)
			for _, kid := range kids[:n] {
				got = append(got, Position{White: uint64(kid & smallWhite), Blank: int(g.spot(kid))})
			}
			if diff := cmp.Diff(want, got); diff != "" || n != generated {
				t.Fatalf("%s: %d of %d successors\n%s", b.appendPosition(nil, p), n, generated, diff)
			}
			if n == 0 {
				return
			}
			most := draw(0, 20)
			within, _ := g.expandWithin(&kids, []uint32{s}, maxDegree, &tally, most)
			for _, q := range want {
				if aim.jumps(q.White, 1<<q.Blank) <= most {
					within--
				}
			}
			if within != 0 {
				t.Fatalf("%s: %d too many within %d jumps", b.appendPosition(nil, p), within, most)
			}
			g.expandWithin(&kids, []uint32{s}, maxDegree, &tally, 1000)
			i := draw(0, n-1)
			s, last, p = kids[i], p.Blank, got[i]
		}
	})
}

// TestHopsFit: every board of at most maxSmall squares has hop numbers enough.
func TestHopsFit(t *testing.T) {
	for rows := 1; rows <= maxSmall; rows++ {
		for cols := 1; rows*cols <= maxSmall; cols++ {
			n := rows * cols
			for _, to := range jumps(rows, cols) {
				n += len(to)
			}
			if n > maxHops {
				t.Errorf("%d x %d: %d hops", rows, cols, n)
			}
		}
	}
}

// TestKernelBlocksAllocateNothing: the hot loops work in memory that is there.
func TestKernelBlocksAllocateNothing(t *testing.T) {
	b := mustParse(t, deep, "")
	var k kernel
	if r := k.search(t.Context(), b, endless, budget.Limits{}); r.Status != search.Found {
		t.Fatal(r.Status)
	}
	if err := k.startWide(b); err != nil {
		t.Fatal(err)
	}
	e := &k.ends[forward]
	frontier := []uint32{state(b.Start)}
	if n := testing.AllocsPerRun(100, func() {
		n, _ := k.geometry.expandWithin(&k.block.kids, frontier, maxDegree, &e.aim, 100)
		k.insert(k.block.kids[:n], e.states[1:], forwardEntry)
		k.mark(k.expandRanked(frontier, maxDegree), e.states[1:], forward)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzKernel holds the kernel against the generic search on any small board.
func FuzzKernel(f *testing.F) {
	for seed := range uint64(4) {
		f.Add(seed, uint16(0), uint8(seed))
	}
	var k kernel
	f.Fuzz(func(t *testing.T, seed uint64, nodes uint16, walk uint8) {
		rng := rand.New(rand.NewPCG(seed, 0))
		draw := func(lo, hi int) int { return lo + rng.IntN(hi-lo+1) }
		b := drawBoard(t, draw, 12, int(walk%20))
		limits := budget.Limits{Nodes: uint64(nodes)}
		want := search.Bidirectional(t.Context(), &graph{jumps(b.Rows, b.Cols)}, b.Start, b.Target, 0, budget.Limits{})
		got := k.search(t.Context(), b, endless, limits)
		switch {
		case got.Status == search.Stopped && nodes > 0:
			if got.Generated != uint64(nodes) || want.Status == search.Found && got.Lower > want.Cost {
				t.Errorf("%s: %d generated of %d, lower bound %d of %d", b.AppendNative(nil), got.Generated, nodes, got.Lower, want.Cost)
			}
		case got.Status != want.Status || !cmp.Equal(append([]int32{}, got.Path...), hops(want).Path):
			t.Errorf("%s: %v %v, want %v %v", b.AppendNative(nil), got.Status, got.Path, want.Status, hops(want).Path)
		}
	})
}
