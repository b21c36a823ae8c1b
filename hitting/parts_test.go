package hitting

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/hitting/internal/sat"
)

// TestReduce holds the rules against the literal search, and their fixpoint
// against the definitions.
func TestReduce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, 12)
		c, pace := whole(t, p)
		r := newReducer(c.system, pace)
		if err := r.run(); err != nil {
			t.Fatalf("%v", err)
		}
		comps, err := r.split()
		if err != nil {
			t.Fatalf("%v", err)
		}
		size := len(r.taken)
		var seen []int32
		for _, c := range comps {
			small := &Problem{Elements: len(c.occ)}
			for _, set := range c.sets {
				var s []int32
				for _, e := range set {
					s = append(s, e+1)
				}
				small.Sets = append(small.Sets, s)
			}
			size += twin(small)
			seen = append(seen, c.elem...)
			if i, j := contained(c.sets); i >= 0 || slices.ContainsFunc(c.sets, func(s []int32) bool { return len(s) < 2 }) {
				t.Fatalf("sets %v: %d is in %d, or one is a unit", c.sets, i, j)
			}
			if i, j := contained(c.occ); i >= 0 {
				t.Fatalf("occurrences %v: %d is in %d", c.occ, i, j)
			}
		}
		if want := twin(p); size != want {
			t.Fatalf("%d elements after reducing, %d before", size, want)
		}
		slices.Sort(seen)
		if len(slices.Compact(slices.Clone(seen))) != len(seen) {
			t.Fatalf("components share elements: %v", seen)
		}
	})
}

// contained finds a list that is part of another.
func contained(lists [][]int32) (i, j int) {
	for i := range lists {
		for j := range lists {
			in := true
			for _, x := range lists[i] {
				in = in && slices.Contains(lists[j], x)
			}
			if i != j && in {
				return i, j
			}
		}
	}
	return -1, -1
}

// TestAllowance lets the rules run out of it: less is reduced, nothing breaks.
func TestAllowance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, 10)
		c, pace := whole(t, p)
		r := newReducer(c.system, pace)
		r.allowance = rapid.IntRange(0, 100).Draw(t, "allowance")
		if err := r.run(); err != nil {
			t.Fatalf("%v", err)
		}
		comps, err := r.split()
		if err != nil {
			t.Fatalf("%v", err)
		}
		size := len(r.taken)
		for _, c := range comps {
			small := &Problem{Elements: len(c.occ)}
			for _, set := range c.sets {
				var s []int32
				for _, e := range set {
					s = append(s, e+1)
				}
				small.Sets = append(small.Sets, s)
			}
			size += twin(small)
		}
		if want := twin(p); size != want {
			t.Fatalf("%d elements after reducing, %d before", size, want)
		}
	})
}

func TestPack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, 30)
		c, pace := whole(t, p)
		packed, err := c.pack(pace)
		if err != nil {
			t.Fatalf("%v", err)
		}
		disjoint := func(s, u int32) bool {
			return !slices.ContainsFunc(c.sets[s], func(e int32) bool { return slices.Contains(c.sets[u], e) })
		}
		for i, s := range packed {
			for _, u := range packed[:i] {
				if !disjoint(s, u) {
					t.Fatalf("packed sets %v and %v share an element", c.sets[s], c.sets[u])
				}
			}
		}
		for s := range c.sets {
			if !slices.ContainsFunc(packed, func(u int32) bool { return !disjoint(int32(s), u) }) {
				t.Fatalf("set %v could be packed as well", c.sets[s])
			}
		}
	})
	// A grid of even size has a perfect packing of unit squares.
	for _, n := range []int{2, 6, 20} {
		c, pace := whole(t, grid(n))
		if packed, err := c.pack(pace); err != nil || len(packed) != n*n/2 {
			t.Errorf("grid %d: %d packed, error %v", n, len(packed), err)
		}
	}
}

// TestLocal recounts the invariants after some search.
func TestLocal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, 12)
		c, pace := whole(t, p)
		l, err := newLocal(c.system, pace)
		if err != nil {
			t.Fatalf("%v", err)
		}
		if err := l.run(rapid.IntRange(0, 3000).Draw(t, "work"), 0, len(l.best)); err != nil {
			t.Fatalf("%v", err)
		}
		gain := make([]int, len(c.occ))
		for s, set := range c.sets {
			var in []int32
			for _, e := range set {
				if l.in[e] {
					in = append(in, e)
				}
			}
			if int(l.hits[s]) != len(in) {
				t.Fatalf("set %d is hit %d times, not %d", s, len(in), l.hits[s])
			}
			if (len(in) == 0) != slices.Contains(l.unhit, int32(s)) {
				t.Fatalf("set %d is hit %d times; unhit: %v", s, len(in), l.unhit)
			}
			switch len(in) {
			case 0:
				for _, e := range set {
					gain[e] += l.weight[s]
				}
			case 1:
				gain[in[0]] -= l.weight[s]
			}
		}
		if !slices.Equal(gain, l.gain) {
			t.Fatalf("gain %v, want %v", l.gain, gain)
		}
		for e, in := range l.in {
			if in != slices.Contains(l.member, int32(e)) {
				t.Fatalf("element %d in: %t; members: %v", e, in, l.member)
			}
		}
		if !hitsAll(p, func(e int32) bool { return slices.Contains(l.best, e-1) }) {
			t.Fatalf("%v is not a hitting set", l.best)
		}
		best := len(l.best)
		if len(p.Sets) > 0 && best < twin(p) {
			t.Fatalf("%d elements, fewer than possible", best)
		}
	})
}

func TestMinimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, 12)
		c, pace := whole(t, p)
		var all []int32
		for e := range p.Elements {
			all = append(all, int32(e))
		}
		set, err := c.minimal(all, pace)
		if err != nil {
			t.Fatalf("%v", err)
		}
		in := func(e int32) bool { return slices.Contains(set, e-1) }
		if !hitsAll(p, in) {
			t.Fatalf("%v is not a hitting set", set)
		}
		for _, out := range set {
			if hitsAll(p, func(e int32) bool { return e-1 != out && in(e) }) {
				t.Fatalf("%v does not need %d", set, out)
			}
		}
	})
}

// TestTotalizer counts all assignments of up to 6 inputs, with the outputs made
// in one go or one by one.
func TestTotalizer(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for _, steps := range [][]int{{n}, {1, 2, 3, 4, 5, 6}, {2, 5}} {
			var s sat.Solver
			var in []sat.Lit
			for range n {
				in = append(in, sat.Pos(s.NewVar(false)))
			}
			tot := newTotalizer(in)
			for _, k := range steps {
				tot.extend(&s, k, nil)
				if len(tot.out) != min(k, n) {
					t.Fatalf("%d outputs of %d inputs after asking for %d", len(tot.out), n, k)
				}
				for a := range 1 << n {
					true1 := 0
					var assume []sat.Lit
					for i, p := range in {
						if a>>i&1 == 1 {
							true1++
							assume = append(assume, p)
						} else {
							assume = append(assume, p.Not())
						}
					}
					for j := 1; j <= len(tot.out) && n > 1; j++ {
						status, _ := s.Solve(append(slices.Clone(assume), tot.out[j-1].Not()), -1)
						if want := true1 < j; (status == sat.Sat) != want {
							t.Fatalf("%d of %d inputs true, fewer than %d: %d", true1, n, j, status)
						}
					}
				}
			}
		}
	}
}

func FuzzSolve(f *testing.F) {
	f.Add([]byte("\x01\x02\x00\x02\x03\x00\x01\x03"))
	f.Add([]byte{7, 0, 0, 7, 200, 0, 9})
	f.Fuzz(func(t *testing.T, data []byte) {
		p := &Problem{Elements: 255}
		var set []int32
		for _, b := range data {
			if b == 0 {
				p.Sets = append(p.Sets, set)
				set = nil
			} else {
				set = append(set, int32(b))
			}
		}
		r := Solve(background, p, budget.Limits{Nodes: 2000})
		check(t, p, r)
		if r.Err != nil && r.Err != budget.ErrNodes {
			t.Fatalf("error %v", r.Err)
		}
	})
}
