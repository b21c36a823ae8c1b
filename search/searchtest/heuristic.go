package searchtest

import (
	"container/heap"
	"math"

	"github.com/deepen-go/deepen/search"
)

// Estimate is a claim about a heuristic.
type Estimate bool

// What is claimed of the heuristic.
const (
	Consistent Estimate = true  // it falls by no more than a move's cost
	Admissible Estimate = false // it is never above the true cost
)

// Heuristic finds all states that can be reached from the roots, at most limit
// of them, and the true cost from each to a goal, by Dijkstra's algorithm on the
// moves turned round. It checks that neither Heuristic nor an Edge.H exceeds
// it, and when consistent is claimed, that h(s) <= cost + h(t) for each move from
// s to t.
//
// A goal is a state of heuristic 0 for which Goal is true. So that a goal whose
// heuristic is not 0 does not go unnoticed, name the goals that you know: for those
// the true cost is 0.
//
// Time and memory are proportional to the number of moves.
func Heuristic[S comparable, D search.Domain[S]](t TB, d D, roots []S, claim Estimate, limit int, goals ...S) {
	t.Helper()
	g, ok := explore[S](t, d, roots, limit)
	if !ok {
		return
	}
	for _, s := range goals {
		if id, ok := g.ids[s]; ok {
			g.goal[id] = true
		}
	}
	dist := g.distances()
	for id, s := range g.states {
		h := d.Heuristic(s)
		if h < 0 {
			t.Errorf("state %v: the heuristic is %d, which is negative", s, h)
			return
		}
		if h > dist[id] {
			t.Errorf("state %v: the heuristic is %d, but a goal is only %d away: not admissible", s, h, dist[id])
			return
		}
		for _, e := range g.edges[id] {
			if to := dist[g.ids[e.State]]; int(e.H) > to {
				t.Errorf("state %v: operator %d leads to %v with heuristic %d, but from there a goal is only %d away: not admissible",
					s, e.Op, e.State, e.H, to)
				return
			}
			if next := d.Heuristic(e.State); claim == Consistent && h > int(e.Cost)+next {
				t.Errorf("state %v: the heuristic is %d, but operator %d leads at cost %d to %v, where it is %d: not consistent",
					s, h, e.Op, e.Cost, e.State, next)
				return
			}
		}
	}
}

// graph is a search space written down in full.
type graph[S comparable] struct {
	states []S
	ids    map[S]int
	edges  [][]search.Edge[S]
	goal   []bool
}

// explore writes down what can be reached from the roots.
func explore[S comparable, D search.Domain[S]](t TB, d D, roots []S, limit int) (*graph[S], bool) {
	t.Helper()
	g := &graph[S]{ids: map[S]int{}}
	add := func(s S) bool {
		if _, ok := g.ids[s]; !ok {
			if len(g.states) == limit {
				t.Errorf("more than %d states can be reached; check a smaller instance", limit)
				return false
			}
			g.ids[s] = len(g.states)
			g.states = append(g.states, s)
		}
		return true
	}
	for _, s := range roots {
		if !add(s) {
			return nil, false
		}
	}
	for i := 0; i < len(g.states); i++ {
		s := g.states[i]
		edges := successors[S](d, s)
		g.edges = append(g.edges, edges)
		g.goal = append(g.goal, d.Heuristic(s) == 0 && d.Goal(s))
		for _, e := range edges {
			if !add(e.State) {
				return nil, false
			}
		}
	}
	return g, true
}

// distances gives the cost from each state to the nearest goal, or a number
// above all heuristics when there is no way.
func (g *graph[S]) distances() []int {
	type arc struct{ from, cost int }
	into := make([][]arc, len(g.states))
	for from, edges := range g.edges {
		for _, e := range edges {
			to := g.ids[e.State]
			into[to] = append(into[to], arc{from, int(e.Cost)})
		}
	}
	dist := make([]int, len(g.states))
	q := &queue{}
	for id := range dist {
		dist[id] = math.MaxInt
		if g.goal[id] {
			dist[id] = 0
			heap.Push(q, entry{0, id})
		}
	}
	for q.Len() > 0 {
		e := heap.Pop(q).(entry)
		if e.dist > dist[e.id] {
			continue
		}
		for _, a := range into[e.id] {
			if d := e.dist + a.cost; d < dist[a.from] {
				dist[a.from] = d
				heap.Push(q, entry{d, a.from})
			}
		}
	}
	return dist
}

type entry struct{ dist, id int }

// queue is a heap of entries by distance.
type queue []entry

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].dist < q[j].dist }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(entry)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
