package mayan

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/deepen-go/deepen/budget"
)

// randomPlain fills a board with blocks, runs and all.
func randomPlain(rnd *rand.Rand, w, h, colours int) plain {
	b := make(plain, w)
	for x := range b {
		b[x] = make([]uint8, h)
		for y := range rnd.IntN(h + 1) {
			b[x][y] = uint8(1 + rnd.IntN(colours))
		}
	}
	return b
}

func (b plain) words() (k words) {
	for x := range b {
		for y, colour := range b[x] {
			k[x] |= uint64(colour) << (4 * y)
		}
	}
	return k
}

// rest lets the plain board come to rest and counts the rounds of vanishing.
func (b plain) rest() (rounds int) {
	for b.vanish() {
		b.fall()
		rounds++
	}
	return rounds
}

// TestPhysics compares the kernel's words with the plain board: how runs vanish
// and blocks fall, every move, and what swaps says about all swaps beforehand.
func TestPhysics(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	longest, moves := 0, 0
	for i := range 3000 {
		w, h := 1+rnd.IntN(MaxWidth), 1+rnd.IntN(MaxHeight)
		colours := 1 + rnd.IntN(5)
		if i%10 == 0 {
			colours = MaxColours
		}
		b := randomPlain(rnd, w, h, colours)
		start, k := b.clone(), b.words()
		rounds := b.rest()
		longest = max(longest, rounds)
		if any := k.settle(w); any != (rounds > 0) || k != b.words() {
			t.Fatalf("%v comes to rest as %x, %v; want %v", start, k, any, b)
		}
		for x := range w {
			var differ, same, run uint64
			if x+1 < w {
				differ, same, run = k.swaps(x, w)
			}
			for y := range h {
				row := uint64(8) << (4 * y)
				for _, g := range []int{1, -1} {
					m := Move{x, y, g}
					want := b.clone()
					if want.play(m) != "" {
						continue
					}
					moves++
					got, both := k, b.at(x+g, y) != 0
					if both {
						got.swap(min(x, x+g), 4*y)
					} else {
						got.drop(x, 4*y, x+g)
					}
					any := got.settle(w)
					if got != want.words() {
						t.Fatalf("%v, move %v: got %x, want %v", b, m, got, want)
					}
					if g == 1 {
						alike := b[x][y] == b[x+1][y]
						if (same&row != 0) != (both && alike) || (differ&row != 0) != (both && !alike) || (run&row != 0) != (both && any) {
							t.Fatalf("%v, swap %v: same %x, differ %x, run %x", b, m, same, differ, run)
						}
					}
				}
			}
		}
	}
	if longest < 4 || moves < 10_000 {
		t.Errorf("the boards are too easy: %d rounds at most, %d moves", longest, moves)
	}
}

func TestStep(t *testing.T) {
	last := -1
	for x := range MaxWidth {
		for y := range MaxHeight {
			for left := range 2 {
				s := newStep(x, 4*y, left)
				if got, want := s.move(), (Move{x, y, 1 - 2*left}); got != want || int(s) <= last {
					t.Errorf("step %d is %v, want %v", s, got, want)
				}
				last = int(s)
			}
		}
	}
}

// clearable says by the definition whether a colour with f[x] blocks in column x
// may vanish without a shift.
func clearable(f []int, h int) bool {
	for x := range f {
		ok := f[x] == 0 || f[x] >= 3 && h >= 3
		for a := max(0, x-2); a <= x && a+2 < len(f); a++ {
			ok = ok || f[a] > 0 && f[a+1] > 0 && f[a+2] > 0
		}
		if !ok {
			return false
		}
	}
	return true
}

// shiftsNeeded finds the distance by shifting one block at a time, breadth-first.
func shiftsNeeded(f []int, h, most int) int {
	type key [MaxWidth]int
	var start key
	copy(start[:], f)
	seen := map[key]bool{start: true}
	level := []key{start}
	for d := 0; d < most; d++ {
		var next []key
		for _, k := range level {
			if clearable(k[:len(f)], h) {
				return d
			}
			for x := range f {
				for _, to := range []int{x - 1, x + 1} {
					if k[x] == 0 || to < 0 || to >= len(f) {
						continue
					}
					n := k
					n[x]--
					n[to]++
					if !seen[n] {
						seen[n] = true
						next = append(next, n)
					}
				}
			}
		}
		level = next
	}
	return most
}

func TestDistances(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	var d distances
	var count [maxDistance + 1]int
	for range 1500 {
		w, h := 1+rnd.IntN(MaxWidth), 1+rnd.IntN(MaxHeight)
		n := rnd.IntN(20)
		d.reset(w, h, n)
		f, hist := make([]int, w), uint32(0)
		for range rnd.IntN(8) {
			if x := rnd.IntN(w); f[x] < h {
				f[x]++
				hist += 1 << (4 * x)
			}
		}
		want := shiftsNeeded(f, h, min(n+1, maxDistance))
		count[want]++
		for range 2 { // computed, then from the cache
			if got := d.of(hist); got != want {
				t.Fatalf("%d rows, %v: distance %d, want %d (up to %d)", h, f, got, want, d.most)
			}
		}
	}
	for i := range 8 {
		if count[i] == 0 {
			t.Errorf("no histogram has the distance %d", i)
		}
	}
}

func TestDeadTable(t *testing.T) {
	meter := budget.NewMeter(t.Context(), budget.Limits{})
	for _, exact := range []bool{false, true} {
		var table deadTable
		table.reset(3, exact, &meter)
		rnd := rand.New(rand.NewPCG(5, 6))
		boards := make([]words, 5000)
		for i := range boards {
			boards[i] = words{rnd.Uint64(), rnd.Uint64(), rnd.Uint64()}
			if table.full() {
				table.grow(func() bool { return true })
			}
			table.add(&boards[i], 3)
		}
		kept := 0
		for i := range boards {
			b := &boards[i]
			if table.dead(b, 3) {
				kept++
				if table.dead(b, 2) == exact {
					t.Fatalf("exact %v: 3 moves say the wrong thing about 2", exact)
				}
			}
			if table.dead(b, 4) {
				t.Fatal("3 moves say something about 4")
			}
			b[2]++
			if table.dead(b, 3) {
				t.Fatal("a board that was never added is dead")
			}
		}
		if kept < len(boards)*3/4 {
			t.Errorf("exact %v: %d of %d boards kept", exact, kept, len(boards))
		}
	}
}

// TestAllocs asserts that the search allocates nothing once its tables have
// grown.
func TestAllocs(t *testing.T) {
	for _, mode := range modes {
		in := readBoard(t, "testdata/full_k3_1.in", mode)
		meter := budget.NewMeter(t.Context(), budget.Limits{})
		var s search
		s.start(in, &meter)
		search := func() {
			clear(s.table.entries)
			s.table.used = 0
			if s.run(in.moves) || s.err != nil {
				t.Fatal("the search did not fail as it should")
			}
		}
		search()
		if n := testing.AllocsPerRun(2, search); n != 0 {
			t.Errorf("%v: %v allocations", mode, n)
		}
		if s.progress.Generated < 4*50_000 {
			t.Errorf("%v: only %d nodes", mode, s.progress.Generated)
		}
	}
}

func BenchmarkSettle(b *testing.B) {
	start := randomPlain(rand.New(rand.NewPCG(7, 8)), 5, 7, 4).words()
	for b.Loop() {
		k := start
		k.settle(5)
	}
}

func BenchmarkDistance(b *testing.B) {
	var d distances
	for _, shape := range [][3]int{{5, 7, 5}, {8, 15, 20}} {
		d.reset(shape[0], shape[1], shape[2])
		b.Run(fmt.Sprint(shape), func(b *testing.B) {
			for b.Loop() {
				d.compute(0x20311)
			}
		})
	}
}
