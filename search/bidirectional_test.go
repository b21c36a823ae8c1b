package search

import (
	"context"
	"math/bits"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
)

// web is a small undirected graph written down in full.
type web struct {
	neighbours [][]int
	hashBits   uint64 // of the node's number; 0 makes all of them collide
}

func (w *web) Neighbours(dst []int, s int) []int { return append(dst, w.neighbours[s]...) }

func (w *web) Hash(s int) uint64 { return uint64(s) & w.hashBits }

// distances gives the number of moves from each node to the goal, or -1.
func (w *web) distances(goal int) []int {
	dist := make([]int, len(w.neighbours))
	for v := range dist {
		dist[v] = -1
	}
	dist[goal] = 0
	for queue := []int{goal}; len(queue) > 0; queue = queue[1:] {
		for _, t := range w.neighbours[queue[0]] {
			if dist[t] < 0 {
				dist[t] = dist[queue[0]] + 1
				queue = append(queue, t)
			}
		}
	}
	return dist
}

// firstPath walks from start, always to the first neighbour that is nearer.
func (w *web) firstPath(start int, dist []int) (path []int) {
	for v := start; dist[v] > 0; {
		v = w.neighbours[v][slices.IndexFunc(w.neighbours[v], func(t int) bool { return dist[t] == dist[v]-1 })]
		path = append(path, v)
	}
	return path
}

func drawWeb(draw func(lo, hi int) int) *web {
	size := draw(1, 30)
	w := &web{
		neighbours: make([][]int, size),
		hashBits:   []uint64{0, 3, 1<<64 - 1}[draw(0, 2)],
	}
	for range draw(0, 2*size) {
		a, b := draw(0, size-1), draw(0, size-1)
		w.neighbours[a] = append(w.neighbours[a], b)
		w.neighbours[b] = append(w.neighbours[b], a)
	}
	return w
}

// layers tells by the documentation alone what Bidirectional counts: the side
// with the smaller frontier, the start's when they are equal, grows by a whole
// layer, until one has nothing left, the limit is reached or they meet.
func (w *web) layers(start, goal, maxCost int) (r Result[int]) {
	if start == goal {
		return Result[int]{Status: Found}
	}
	type end struct {
		seen     map[int]bool
		frontier []int
	}
	from := end{map[int]bool{start: true}, []int{start}}
	to := end{map[int]bool{goal: true}, []int{goal}}
	for depth := 0; ; depth++ {
		grow, other := &from, &to
		if len(to.frontier) < len(from.frontier) {
			grow, other = &to, &from
		}
		r.Lower = depth + 1
		if len(grow.frontier) == 0 {
			r.Status = Exhausted
			return r
		}
		if maxCost > 0 && depth >= maxCost {
			r.Status = Exceeded
			return r
		}
		it := budget.Iteration{Threshold: depth + 1}
		var next []int
		met := false
		for _, s := range grow.frontier {
			it.Expanded++
			for _, t := range w.neighbours[s] {
				it.Generated++
				if !grow.seen[t] {
					grow.seen[t] = true
					next = append(next, t)
					met = met || other.seen[t]
				}
			}
		}
		grow.frontier = next
		r.Generated += it.Generated
		r.Expanded += it.Expanded
		r.Iterations = append(r.Iterations, it)
		if met {
			dist := w.distances(goal)
			r.Status, r.Cost, r.Path = Found, depth+1, w.firstPath(start, dist)
			return r
		}
	}
}

func TestBidirectionalOnWebs(t *testing.T) {
	ends := map[Status]int{}
	twice(t, 2000, func(t rapid.TB, draw func(lo, hi int) int) {
		w := drawWeb(draw)
		start, goal := draw(0, len(w.neighbours)-1), draw(0, len(w.neighbours)-1)
		maxCost := draw(0, 6)
		dist := w.distances(goal)

		got := Bidirectional(context.Background(), w, start, goal, maxCost, budget.Limits{})
		if diff := cmp.Diff(w.layers(start, goal, maxCost), got); diff != "" {
			t.Fatalf("against the literal search:\n%s", diff)
		}
		ends[got.Status]++
		d := dist[start]
		switch {
		case d >= 0 && (maxCost == 0 || d <= maxCost):
			if got.Status != Found || got.Cost != d || got.Lower != d {
				t.Fatalf("distance %d: %v", d, got)
			}
			if diff := cmp.Diff(w.firstPath(start, dist), got.Path); diff != "" {
				t.Fatalf("not the first path:\n%s", diff)
			}
		case d < 0 && maxCost == 0:
			if got.Status != Exhausted {
				t.Fatalf("no path: %v", got)
			}
		case d < 0:
			if got.Status != Exhausted && got.Status != Exceeded {
				t.Fatalf("no path: %v", got)
			}
		default:
			if got.Status != Exceeded || got.Lower <= maxCost || got.Lower > d {
				t.Fatalf("distance %d, at most %d: %v", d, maxCost, got)
			}
		}

		if got.Generated == 0 {
			return
		}
		limit := uint64(draw(1, int(got.Generated)+1))
		stopped := Bidirectional(context.Background(), w, start, goal, maxCost, budget.Limits{Nodes: limit})
		if limit >= got.Generated {
			if diff := cmp.Diff(got, stopped); diff != "" {
				t.Fatalf("node limit %d suffices:\n%s", limit, diff)
			}
		} else if stopped.Status != Stopped || stopped.Err != budget.ErrNodes || stopped.Generated != limit ||
			stopped.Path != nil || d >= 0 && stopped.Lower > d {
			t.Fatalf("distance %d, node limit %d: %v", d, limit, stopped)
		}
	})
	if ends[Found] < 500 || ends[Exhausted] < 100 || ends[Exceeded] < 100 {
		t.Errorf("the searches ended too much alike: %v", ends)
	}
}

// cube is the hypercube of the given dimension: a move flips one bit.
type cube struct {
	dim   int
	calls *int
	hook  func(call int) // at every call of Neighbours
	hash  func()         // at every call of Hash
}

func (c cube) Neighbours(dst []uint32, s uint32) []uint32 {
	if c.hook != nil {
		*c.calls++
		c.hook(*c.calls)
	}
	for i := range c.dim {
		dst = append(dst, s^1<<i)
	}
	return dst
}

func (c cube) Hash(s uint32) uint64 {
	if c.hash != nil {
		c.hash()
	}
	hi, lo := bits.Mul64(uint64(s)+1, 0x9e3779b97f4a7c15)
	return hi ^ lo
}

// TestBidirectionalInTheCube crosses a cube of 2^14 corners, where every corner
// lies on a shortest path and the tables grow several times.
func TestBidirectionalInTheCube(t *testing.T) {
	const dim = 14
	r := Bidirectional(context.Background(), cube{dim: dim}, 0, 1<<dim-1, 0, budget.Limits{})
	var want []uint32
	for i := 1; i <= dim; i++ {
		want = append(want, 1<<i-1) // the first path sets the lowest bit that is clear
	}
	if diff := cmp.Diff(want, r.Path); r.Status != Found || r.Cost != dim || diff != "" {
		t.Errorf("%v, cost %d\n%s", r.Status, r.Cost, diff)
	}
	var generated, expanded uint64
	for i, it := range r.Iterations {
		generated += it.Generated
		expanded += it.Expanded
		if it.Threshold != i+1 || it.Generated != dim*it.Expanded {
			t.Errorf("layer %d: %v", i+1, it)
		}
	}
	if generated != r.Generated || expanded != r.Expanded {
		t.Errorf("%d generated and %d expanded in all layers, want %d and %d", generated, expanded, r.Generated, r.Expanded)
	}
	// Seven layers from either end: the corners with fewer than 7 bits, twice.
	if want := uint64(2 * (1 + 14 + 91 + 364 + 1001 + 2002 + 3003)); r.Expanded != want {
		t.Errorf("%d expanded, want %d", r.Expanded, want)
	}
}

func TestBidirectionalIsCancelled(t *testing.T) {
	const dim = 14
	full := Bidirectional(context.Background(), cube{dim: dim}, 0, 1<<dim-1, 0, budget.Limits{})
	for _, at := range []int{1, 1000, int(full.Expanded), int(full.Expanded) + 1} {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		calls := 0
		r := Bidirectional(ctx, cube{dim: dim, calls: &calls, hook: func(call int) {
			if call == at {
				cancel()
			}
		}}, 0, 1<<dim-1, 0, budget.Limits{})
		if r.Status != Stopped || r.Err != context.Canceled || r.Path != nil || r.Cost != 0 || r.Lower > dim {
			t.Errorf("cancelled at the %dth expansion: %v, %v", at, r.Status, r.Err)
		}
		if late := (calls - at) * dim; late > budget.Interval+dim {
			t.Errorf("cancelled at the %dth expansion, noticed %d nodes later", at, late)
		}
		// With both sides together, only the path was still to be found.
		if uint64(at) > full.Expanded && (r.Lower != dim || r.Generated != full.Generated) {
			t.Errorf("cancelled at the %dth expansion: lower bound %d, %d generated", at, r.Lower, r.Generated)
		}
	}
}

// The work of marking the shortest paths generates no nodes: a node limit that
// the search just keeps leaves the path untouched.
func TestBidirectionalNodeLimitSparesThePath(t *testing.T) {
	const dim = 14
	full := Bidirectional(context.Background(), cube{dim: dim}, 0, 1<<dim-1, 0, budget.Limits{})
	exact := Bidirectional(context.Background(), cube{dim: dim}, 0, 1<<dim-1, 0, budget.Limits{Nodes: full.Generated})
	if diff := cmp.Diff(full, exact); diff != "" {
		t.Error(diff)
	}
}

// TestBidirectionalMemory runs under caps of all sizes. Whatever the cap, the
// answer is the right one or none, more memory never makes it worse, and no
// more is held than allowed.
func TestBidirectionalMemory(t *testing.T) {
	const dim = 16
	full := Bidirectional(context.Background(), cube{dim: dim}, 0, 1<<dim-1, 0, budget.Limits{})
	lower := 0
	for limit := int64(1); ; limit *= 2 {
		r := Bidirectional(context.Background(), cube{dim: dim}, 0, 1<<dim-1, 0, budget.Limits{Memory: limit})
		if r.Lower < lower {
			t.Errorf("%d bytes: lower bound %d, with half of it %d", limit, r.Lower, lower)
		}
		lower = r.Lower
		if r.Status == Found {
			if diff := cmp.Diff(full, r); diff != "" {
				t.Errorf("%d bytes:\n%s", limit, diff)
			}
			if limit < 1<<16*(4+2) {
				t.Errorf("%d bytes suffice for %d corners", limit, 1<<dim)
			}
			if limit > 1<<22 {
				t.Errorf("%d bytes are needed for %d corners", limit, 1<<dim)
			}
			break
		}
		if r.Status != Stopped || r.Err != budget.ErrMemory || r.Path != nil {
			t.Fatalf("%d bytes: %v, %v", limit, r.Status, r.Err)
		}
	}
}

// TestBidirectionalHoldsItsMemory watches the heap while the search fills it.
func TestBidirectionalHoldsItsMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("collects garbage many times")
	}
	const dim = 20
	const limit = 4 << 20
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before, most, calls := heap(), int64(0), 0
	r := Bidirectional(context.Background(), cube{dim: dim, hash: func() {
		if calls++; calls%20_000 == 0 { // several times while a table grows
			most = max(most, heap()-before)
		}
	}}, 0, 1<<dim-1, 0, budget.Limits{Memory: limit})
	if r.Err != budget.ErrMemory {
		t.Fatalf("%v, %v", r.Status, r.Err)
	}
	if most < limit/4 || most > limit+limit/8 {
		t.Errorf("up to %d bytes held, the limit is %d", most, limit)
	}
}

// line is an endless line.
type line struct{}

func (line) Neighbours(dst []int32, s int32) []int32 { return append(dst, s-1, s+1) }

func (line) Hash(s int32) uint64 { return uint64(uint32(s)) * 0x9e3779b97f4a7c15 >> 32 }

// Depths are kept in fifteen bits.
func TestBidirectionalDepth(t *testing.T) {
	r := Bidirectional(context.Background(), line{}, 0, maxDepth, 0, budget.Limits{})
	if r.Status != Found || len(r.Path) != maxDepth || r.Path[0] != 1 || r.Path[maxDepth-1] != maxDepth {
		t.Errorf("%d moves: %v", maxDepth, r.Status)
	}
	// After a move from either end both frontiers have two states, and the start's
	// side grows alone.
	for _, goal := range []int32{maxDepth + 2, 3 * maxDepth} {
		r = Bidirectional(context.Background(), line{}, 0, goal, 0, budget.Limits{})
		if r.Status != Stopped || r.Err != budget.ErrMemory || r.Lower != maxDepth+2 {
			t.Errorf("%d moves: %v, %v, lower bound %d", goal, r.Status, r.Err, r.Lower)
		}
	}
}

func TestBidirectionalReports(t *testing.T) {
	var last budget.Progress
	n := 0
	r := Bidirectional(context.Background(), cube{dim: 14}, 0, 1<<14-1, 0, budget.Limits{Report: func(p budget.Progress) {
		if p.Generated < last.Generated || p.Expanded < last.Expanded || p.Lower < last.Lower || p.Lower > 14 || p.Upper != -1 {
			t.Errorf("%v after %v", p, last)
		}
		if p.Generated > last.Generated+budget.Interval {
			t.Errorf("%d nodes without a report", p.Generated-last.Generated)
		}
		last = p
		n++
	}})
	if min := int(r.Generated / budget.Interval); n < min {
		t.Errorf("%d reports for %d nodes", n, r.Generated)
	}
}

func TestTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tab := newTable[uint32](4)
		hash := cube{}.Hash
		if rapid.Bool().Draw(t, "collide") {
			hash = func(uint32) uint64 { return 3 }
		}
		want := map[uint32]uint16{}
		for range rapid.IntRange(0, 100).Draw(t, "inserts") {
			s := rapid.Uint32Range(0, 60).Draw(t, "state")
			depth := rapid.Uint16Range(0, maxDepth).Draw(t, "depth")
			if tab.full() {
				if err := tab.grow(hash, func() error { return nil }); err != nil {
					t.Fatal(err)
				}
			}
			_, old := want[s]
			if tab.insert(s, hash(s), depth) == old {
				t.Fatalf("insert(%d) takes it for new: %v", s, !old)
			}
			if !old {
				want[s] = depth
			}
		}
		if tab.n != len(want) {
			t.Fatalf("%d states, want %d", tab.n, len(want))
		}
		for s := range uint32(70) {
			depth, ok := want[s]
			if m := *tab.mark(s, hash(s)); ok != (m != 0) || ok && m != depth+1 {
				t.Fatalf("mark of %d is %d, want %d, %v", s, m, depth+1, ok)
			}
		}
	})
}

func TestTableGrowStops(t *testing.T) {
	tab := newTable[uint32](8)
	tab.insert(5, 5, 1)
	if err := tab.grow(cube{}.Hash, func() error { return context.Canceled }); err != context.Canceled {
		t.Errorf("%v", err)
	}
	if len(tab.entries) != 8 || *tab.mark(5, 5) != 2 {
		t.Error("the table has changed")
	}
}

func BenchmarkBidirectionalCube(b *testing.B) {
	var nodes uint64
	for b.Loop() {
		nodes += Bidirectional(context.Background(), cube{dim: 18}, 0, 1<<18-1, 0, budget.Limits{}).Generated
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
