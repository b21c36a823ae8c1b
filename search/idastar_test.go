package search

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
)

// network is a small directed graph with costs, written down in full. Its
// states are the numbers of its nodes; an operator is the number of an arc at
// its node.
type network struct {
	arcs [][]arc
	h    []int // admissible, but in general not consistent
	goal int
}

type arc struct{ to, cost int }

func (n *network) Expand(dst []Edge[int], from *Edge[int]) []Edge[int] {
	for i, a := range n.arcs[from.State] {
		dst = append(dst, Edge[int]{State: a.to, Op: int32(i), Cost: int32(a.cost), H: int32(n.h[a.to])})
	}
	return dst
}

func (n *network) Heuristic(s int) int { return n.h[s] }

func (n *network) Goal(s int) bool { return s == n.goal }

// distances gives the cost of the cheapest path from each node to the goal, by
// relaxing all arcs until nothing changes (Bellman and Ford).
func (n *network) distances() []int {
	const far = math.MaxInt / 2
	dist := make([]int, len(n.arcs))
	for v := range dist {
		dist[v] = far
	}
	dist[n.goal] = 0
	for changed := true; changed; {
		changed = false
		for v, arcs := range n.arcs {
			for _, a := range arcs {
				if d := a.cost + dist[a.to]; d < dist[v] {
					dist[v], changed = d, true
				}
			}
		}
	}
	for v := range dist {
		if dist[v] >= far {
			dist[v] = -1
		}
	}
	return dist
}

// firstPath walks from root along the first arcs that lie on a cheapest path.
func (n *network) firstPath(root int, dist []int) (ops []int32) {
	for v := root; v != n.goal; {
		for i, a := range n.arcs[v] {
			if dist[a.to] >= 0 && a.cost+dist[a.to] == dist[v] {
				ops = append(ops, int32(i))
				v = a.to
				break
			}
		}
	}
	return ops
}

// drawNetwork makes a network, without a cycle when acyclic is set, and the
// distances to its goal.
func drawNetwork(draw func(lo, hi int) int, acyclic bool) (*network, []int) {
	size := draw(1, 9)
	n := &network{arcs: make([][]arc, size), h: make([]int, size), goal: draw(0, size-1)}
	for v := range n.arcs {
		first := 0
		if acyclic {
			first = v + 1
		}
		for range draw(0, 3) {
			if first < size {
				n.arcs[v] = append(n.arcs[v], arc{draw(first, size-1), draw(1, 4)})
			}
		}
	}
	dist := n.distances()
	for v, d := range dist {
		if d < 0 {
			d = 5
		}
		n.h[v] = draw(0, d)
	}
	return n, dist
}

// literal is IDA* as the package's documentation tells it, in the plainest way.
type literal struct {
	n         *network
	threshold int
	next      int
	path      []int32
	cost      int
	it        budget.Iteration
}

func (l *literal) run(root int, opt IDAOptions) (r Result[int32]) {
	if root == l.n.goal {
		return Result[int32]{Status: Found}
	}
	for l.threshold = max(l.n.h[root], opt.Threshold); ; l.threshold = l.next {
		if r.Lower = l.threshold; opt.MaxCost > 0 && l.threshold > opt.MaxCost {
			r.Status = Exceeded
			return r
		}
		l.next = math.MaxInt
		l.it = budget.Iteration{Threshold: l.threshold}
		found := l.visit(root, 0)
		r.Generated += l.it.Generated
		r.Expanded += l.it.Expanded
		r.Iterations = append(r.Iterations, l.it)
		if found {
			r.Status, r.Path, r.Cost, r.Lower = Found, l.path, l.cost, l.cost
			return r
		}
		if l.next == math.MaxInt {
			r.Status = Exhausted
			return r
		}
	}
}

func (l *literal) visit(v, g int) bool {
	l.it.Expanded++
	for i, a := range l.n.arcs[v] {
		l.it.Generated++
		f := g + a.cost + l.n.h[a.to]
		if f > l.threshold {
			l.next = min(l.next, f)
			continue
		}
		l.path = append(l.path, int32(i))
		if a.to == l.n.goal {
			l.cost = g + a.cost
			return true
		}
		if l.visit(a.to, g+a.cost) {
			return true
		}
		l.path = l.path[:len(l.path)-1]
	}
	return false
}

// twice checks a property of random numbers with rapid, which likes small and
// odd ones and shrinks what fails, and with many that are evenly spread.
func twice(t *testing.T, evenly int, property func(t rapid.TB, draw func(lo, hi int) int)) {
	rapid.Check(t, func(t *rapid.T) {
		property(t, func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "number") })
	})
	for seed := range uint64(evenly) {
		rng := rand.New(rand.NewPCG(seed, 0))
		property(t, func(lo, hi int) int { return lo + rng.IntN(hi-lo+1) })
	}
}

func TestIDAStarOnNetworks(t *testing.T) {
	const maxDist = 10 // beyond it the trees of paths become too large for a test
	far := 0
	twice(t, 2000, func(t rapid.TB, draw func(lo, hi int) int) {
		acyclic := draw(0, 1) == 1
		n, dist := drawNetwork(draw, acyclic)
		if dist[0] > maxDist || dist[0] < 0 && !acyclic {
			return // not a case for a tree search
		}
		if dist[0] > 5 {
			far++
		}
		opt := IDAOptions{}
		if dist[0] > 0 {
			opt.Threshold = draw(0, dist[0])
		}
		got := IDAStar(context.Background(), n, 0, opt, budget.Limits{})
		want := (&literal{n: n}).run(0, opt)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("against the literal IDA*:\n%s", diff)
		}
		if dist[0] < 0 {
			if got.Status != Exhausted {
				t.Fatalf("no path, but %v", got)
			}
			return
		}
		if got.Status != Found || got.Cost != dist[0] || got.Lower != dist[0] {
			t.Fatalf("distance %d, but %v", dist[0], got)
		}
		if diff := cmp.Diff(n.firstPath(0, dist), got.Path); diff != "" {
			t.Fatalf("not the first path:\n%s", diff)
		}

		// A cost limit: found when it suffices, otherwise a proof that it does not.
		opt.MaxCost = draw(1, maxDist)
		limited := IDAStar(context.Background(), n, 0, opt, budget.Limits{})
		if diff := cmp.Diff((&literal{n: n}).run(0, opt), limited); diff != "" {
			t.Fatalf("cost limit %d, against the literal IDA*:\n%s", opt.MaxCost, diff)
		}
		if opt.MaxCost >= dist[0] {
			if diff := cmp.Diff(got, limited); diff != "" {
				t.Fatalf("cost limit %d suffices:\n%s", opt.MaxCost, diff)
			}
		} else if limited.Status != Exceeded || limited.Lower <= opt.MaxCost || limited.Lower > dist[0] {
			t.Fatalf("cost limit %d, distance %d: %v", opt.MaxCost, dist[0], limited)
		}

		// A node limit is kept exactly and leaves a true bound.
		if got.Generated == 0 {
			return
		}
		limit := uint64(draw(1, int(got.Generated)+1))
		opt.MaxCost = 0
		stopped := IDAStar(context.Background(), n, 0, opt, budget.Limits{Nodes: limit})
		if limit >= got.Generated {
			if diff := cmp.Diff(got, stopped); diff != "" {
				t.Fatalf("node limit %d suffices:\n%s", limit, diff)
			}
		} else if stopped.Status != Stopped || stopped.Err != budget.ErrNodes || stopped.Generated != limit ||
			stopped.Lower > dist[0] || stopped.Path != nil || stopped.Cost != 0 {
			t.Fatalf("node limit %d: %v", limit, stopped)
		}
	})
	if far < 100 {
		t.Errorf("only %d of the networks have a goal that is far", far)
	}
}

func TestIDAStarAtTheGoal(t *testing.T) {
	n := &network{arcs: [][]arc{{{0, 1}}}, h: []int{0}}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	got := IDAStar(ctx, n, 0, IDAOptions{MaxCost: 1}, budget.Limits{Nodes: 1})
	if diff := cmp.Diff(Result[int32]{Status: Found}, got); diff != "" {
		t.Error(diff)
	}
}

func TestIDAStarRootBeyondMaxCost(t *testing.T) {
	n := &network{arcs: [][]arc{{{1, 7}}, nil}, h: []int{7, 0}, goal: 1}
	got := IDAStar(context.Background(), n, 0, IDAOptions{MaxCost: 6}, budget.Limits{})
	if diff := cmp.Diff(Result[int32]{Status: Exceeded, Lower: 7}, got); diff != "" {
		t.Error(diff)
	}
}

// binary is an endless tree; every state has two successors and none is a goal.
type binary struct {
	expanded *int
	onExpand func(expanded int)
}

func (b binary) Expand(dst []Edge[int], from *Edge[int]) []Edge[int] {
	*b.expanded++
	if b.onExpand != nil {
		b.onExpand(*b.expanded)
	}
	return append(dst, Edge[int]{State: 2 * from.State, Op: 0, Cost: 1}, Edge[int]{State: 2*from.State + 1, Op: 1, Cost: 1})
}

func (binary) Heuristic(int) int { return 0 }

func (binary) Goal(int) bool { return false }

func TestIDAStarIsCancelled(t *testing.T) {
	const at = 10_000
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r := IDAStar(ctx, binary{expanded: new(int), onExpand: func(n int) {
		if n == at {
			cancel()
		}
	}}, 1, IDAOptions{}, budget.Limits{})
	if r.Status != Stopped || r.Err != context.Canceled || r.Expanded < at || r.Generated > 2*at+budget.Interval {
		t.Errorf("cancelled at the %dth expansion: %v, %v, %d expanded, %d generated", at, r.Status, r.Err, r.Expanded, r.Generated)
	}
	if r = IDAStar(ctx, binary{expanded: new(int)}, 1, IDAOptions{}, budget.Limits{}); r.Generated != 0 || r.Err != context.Canceled {
		t.Errorf("cancelled before: %d generated, %v", r.Generated, r.Err)
	}
}

func TestIDAStarDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 1)
	defer cancel()
	r := IDAStar(ctx, binary{expanded: new(int)}, 1, IDAOptions{}, budget.Limits{})
	if r.Status != Stopped || r.Err != context.DeadlineExceeded {
		t.Errorf("%v, %v", r.Status, r.Err)
	}
}

func TestIDAStarReports(t *testing.T) {
	var last budget.Progress
	n := 0
	r := IDAStar(context.Background(), binary{expanded: new(int)}, 1, IDAOptions{}, budget.Limits{Nodes: 50_000, Report: func(p budget.Progress) {
		if p.Generated < last.Generated || p.Expanded < last.Expanded || p.Lower < last.Lower || p.Upper != -1 {
			t.Errorf("%v after %v", p, last)
		}
		if p.Generated > last.Generated+budget.Interval {
			t.Errorf("%d nodes without a report", p.Generated-last.Generated)
		}
		last = p
		n++
	}})
	if want := 1 + 50_000/budget.Interval + 1; n != want {
		t.Errorf("%d reports, want %d", n, want)
	}
	if last.Generated != r.Generated || last.Expanded != r.Expanded || last.Lower != r.Lower {
		t.Errorf("last report %v, result %v", last, r)
	}
}

// The iterations of the endless tree are 2, 2+4, 2+4+8, … nodes: thresholds
// count up by one, and each generates its whole tree and what lies just below.
func TestIDAStarIterations(t *testing.T) {
	r := IDAStar(context.Background(), binary{expanded: new(int)}, 1, IDAOptions{MaxCost: 5}, budget.Limits{})
	want := []budget.Iteration{
		{Threshold: 0, Generated: 2, Expanded: 1},
		{Threshold: 1, Generated: 6, Expanded: 3},
		{Threshold: 2, Generated: 14, Expanded: 7},
		{Threshold: 3, Generated: 30, Expanded: 15},
		{Threshold: 4, Generated: 62, Expanded: 31},
		{Threshold: 5, Generated: 126, Expanded: 63},
	}
	if diff := cmp.Diff(want, r.Iterations); diff != "" {
		t.Error(diff)
	}
	if r.Status != Exceeded || r.Lower != 6 || r.Generated != 240 || r.Expanded != 120 {
		t.Errorf("%v", r)
	}
}
