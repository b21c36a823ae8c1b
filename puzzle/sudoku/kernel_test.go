package sudoku

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
)

// The kernels allocate nothing, whatever they search.
func TestAllocations(t *testing.T) {
	vega := mustParse(t, readLines(t, "36x36_vega_1.txt")[0])
	for _, test := range []struct {
		k kernel
		p *Puzzle
	}{
		{newKernel9(), mustParse(t, hard)},
		{newKernel9(), mustParse(t, loose)},
		{newKernelN(2), empty(2)},
		{newKernelN(3), mustParse(t, hard)},
		{newKernelN(6), vega},
	} {
		w := &work{meter: budget.NewMeter(context.Background(), budget.Limits{})}
		cells := make([]uint8, len(test.p.Givens))
		if n := testing.AllocsPerRun(2, func() {
			test.k.load(test.p.Givens)
			test.k.search(w, 2)
			copy(cells, test.k.solution())
			makeFirst(test.k, w, cells)
		}); n != 0 {
			t.Errorf("%T, %s: %v allocations", test.k, test.p, n)
		}
	}
}

// Taking candidates away and giving them back leaves the kernel as it was, and
// at rest its two views of the candidates agree.
func TestUndo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		box := rapid.IntRange(2, 4).Draw(t, "box")
		p := drawPuzzle(t, box, box*box)
		k := newKernelN(box)
		if !k.load(p.Givens) {
			return
		}
		agree(t, k)
		before := fmt.Sprint(k.cand, k.where, len(k.trail))
		w := &work{meter: budget.NewMeter(context.Background(), budget.Limits{Nodes: 50})}
		if err := w.poll(); err != nil {
			t.Fatal(err)
		}
		k.search(w, 5)
		for c, x := range k.cand {
			if d := rapid.IntRange(0, k.n-1).Draw(t, "d"); x>>d&1 != 0 && c%7 == 0 {
				k.probe(w, c, d, 1)
				agree(t, k)
			}
		}
		if after := fmt.Sprint(k.cand, k.where, len(k.trail)); after != before {
			t.Fatalf("before:\n%s\nafter:\n%s", before, after)
		}
	})
}

// Asking for a digit that cannot be leaves nothing behind either.
func TestProbe(t *testing.T) {
	wrong := 0
	for _, line := range readLines(t, "16x16_owhy_100.txt")[:5] {
		p := mustParse(t, line)
		right := Solve(context.Background(), p, budget.Limits{}).Solution.(*Grid).Cells
		k := newKernelN(p.Box)
		k.load(p.Givens)
		before := fmt.Sprint(k.cand, k.where, len(k.trail))
		w := &work{meter: budget.NewMeter(context.Background(), budget.Limits{})}
		for c := range right {
			for d := range k.n {
				if k.cand[c]>>d&1 == 0 {
					continue
				}
				found, err := k.probe(w, c, d, 1)
				if want := d+1 == int(right[c]); err != nil || found > 0 != want {
					t.Fatalf("%s: cell %d, digit %d: %v, %v, want %v", line, c, d+1, found, err, want)
				}
				if found == 0 {
					wrong++
				}
				agree(t, k)
			}
		}
		if after := fmt.Sprint(k.cand, k.where, len(k.trail)); after != before {
			t.Fatalf("before:\n%s\nafter:\n%s", before, after)
		}
	}
	if wrong == 0 {
		t.Error("no wrong digit was asked for")
	}
}

func agree(t failer, k *kernelN) {
	t.Helper()
	if len(k.queue) != 0 || k.firstMoved() >= 0 || k.firstStale() >= 0 {
		t.Fatalf("not at rest")
	}
	for c, x := range k.cand {
		for _, h := range k.home[c] {
			for d := range k.n {
				if x>>d&1 != k.where[int(h.u)*k.n+d]>>h.p&1 {
					t.Fatalf("cell %d, digit %d, unit %d: the views disagree", c, d, h.u)
				}
			}
		}
	}
}

// fill keeps exactly the candidates that some filling of the unit uses.
func TestFill(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		box := rapid.IntRange(2, 3).Draw(t, "box")
		k := newKernelN(box)
		n := k.n
		k.load(make([]uint8, n*n))
		u := rapid.IntRange(0, 3*n-1).Draw(t, "unit")
		for p := range n {
			c := int(k.at[u*n+p])
			for d := range n {
				if k.cand[c]&(k.cand[c]-1) != 0 && k.where[u*n+d]&(k.where[u*n+d]-1) != 0 && rapid.IntRange(0, 2).Draw(t, "remove") != 0 {
					k.remove(c, d)
				}
			}
		}
		cand := make([]uint64, n)
		for p := range n {
			cand[p] = k.cand[k.at[u*n+p]]
		}
		want := make([]uint64, n)
		fillings(cand, want, 0, 0, make([]int, n))
		ok := k.fill(u)
		if ok != (want[0] != 0) {
			t.Fatalf("%b: can be filled: %v, want %v", cand, ok, want[0] != 0)
		}
		for p := range n {
			if got := k.cand[k.at[u*n+p]]; ok && got != want[p] {
				t.Fatalf("%b: place %d has %b left, want %b", cand, p, got, want[p])
			}
		}
	})
}

// fillings adds to want the candidates of every filling, by trying them all.
func fillings(cand, want []uint64, p int, used uint64, digits []int) {
	if p == len(cand) {
		for i, d := range digits {
			want[i] |= 1 << d
		}
		return
	}
	for d := range len(cand) {
		if cand[p]&^used>>d&1 != 0 {
			digits[p] = d
			fillings(cand, want, p+1, used|1<<d, digits)
		}
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, name := range []string{
		"17clue_every25", "norvig_top95", "magictour_every15", "hardest1905_every1000", "multisol_every100", "16x16_owhy_100", "36x36_vega_1",
	} {
		b.Run(name, func(b *testing.B) {
			var ps []*Puzzle
			for _, line := range readLines(b, name+".txt") {
				ps = append(ps, mustParse(b, line))
			}
			s := new(solver)
			b.ReportAllocs()
			i := 0
			for b.Loop() { // one puzzle an operation
				s.solve(context.Background(), ps[i], budget.Limits{})
				i = (i + 1) % len(ps)
			}
		})
	}
}
