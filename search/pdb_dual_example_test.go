package search_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// pile is a small stack of pancakes: pile[i] is the size of the pancake at place
// i, from 0 at the top. A move turns over the first ones.
type pile [8]uint8

func (p pile) turn(n int) pile {
	for i, j := 0, n-1; i < j; i, j = i+1, j-1 {
		p[i], p[j] = p[j], p[i]
	}
	return p
}

// inverse tells where each pancake lies: the dual of p. The moves that bring p into
// order, taken back to front, bring the dual into order, since every move undoes
// itself. So both are equally far from the goal.
func (p pile) inverse() (q pile) {
	for place, size := range p {
		q[size] = uint8(place)
	}
	return q
}

// smallFour is the pattern: the places of the four smallest pancakes.
type smallFour struct{}

const kept = 4

// rank numbers a pattern, where the pancake of size i lies at place[i].
func (smallFour) rank(place *pile) (r int) {
	for i := range kept {
		r = r*len(place) + int(place[i])
	}
	return r
}

func (smallFour) Size() int               { return 8 * 8 * 8 * 8 }
func (c smallFour) Goals(dst []int) []int { return append(dst, c.rank(&pile{0, 1, 2, 3})) }

func (c smallFour) Predecessors(dst []search.Arc, s int) []search.Arc {
	for n := 2; n <= len(pile{}); n++ {
		var place pile
		for i, r := kept-1, s; i >= 0; i, r = i-1, r/len(place) {
			if place[i] = uint8(r % len(place)); int(place[i]) < n {
				place[i] = uint8(n-1) - place[i]
			}
		}
		dst = append(dst, search.Arc{State: c.rank(&place), Cost: 1})
	}
	return dst
}

// piles is the puzzle with the pattern database as its heuristic, looked up
// once, or twice with the dual.
type piles struct {
	table search.PatternTable
	dual  bool
}

func (d piles) Heuristic(p pile) int {
	places := p.inverse()
	h := d.table[smallFour{}.rank(&places)]
	if d.dual {
		h = max(h, d.table[smallFour{}.rank(&p)]) // p is the inverse of its inverse
	}
	return int(h)
}

func (d piles) Goal(p pile) bool { return p == pile{0, 1, 2, 3, 4, 5, 6, 7} }

func (d piles) Expand(dst []search.Edge[pile], from *search.Edge[pile]) []search.Edge[pile] {
	for n := 2; n <= len(pile{}); n++ {
		if p := from.State.turn(n); int32(n) != from.Op {
			dst = append(dst, search.Edge[pile]{State: p, Op: int32(n), Cost: 1, H: int32(d.Heuristic(p))})
		}
	}
	return dst
}

// A dual look-up asks the same table about the inverse permutation (Felner, Zahavi,
// Schaeffer and Holte, Dual lookups in pattern databases, 2005): a second opinion
// without a second table.
func ExampleBuildPatternTable_dual() {
	table, err := search.BuildPatternTable(context.Background(), smallFour{}, budget.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	start := pile{2, 0, 5, 7, 1, 6, 4, 3}
	for _, dual := range []bool{false, true} {
		r := search.IDAStar(context.Background(), piles{table, dual}, start, search.IDAOptions{}, budget.Limits{})
		fmt.Println(r.Cost, "turns,", r.Generated, "generated")
	}
	// Output:
	// 8 turns, 6600 generated
	// 8 turns, 852 generated
}

// TestDualLookUp holds both heuristics against the distance of every pile.
func TestDualLookUp(t *testing.T) {
	table, err := search.BuildPatternTable(t.Context(), smallFour{}, budget.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	once, twice := piles{table, false}, piles{table, true}
	goal := pile{0, 1, 2, 3, 4, 5, 6, 7}
	depth := map[pile]int{goal: 0}
	better := 0
	for queue := []pile{goal}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		if dual := depth[p.inverse()]; dual != 0 && dual != depth[p] {
			t.Fatalf("%v is %d from the goal, its dual %d", p, depth[p], dual)
		}
		if h, both := once.Heuristic(p), twice.Heuristic(p); h > both || both > depth[p] {
			t.Fatalf("%v: looked up %d, with the dual %d, distance %d", p, h, both, depth[p])
		} else if both > h {
			better++
		}
		for n := 2; n <= len(p); n++ {
			q := p.turn(n)
			if _, ok := depth[q]; !ok {
				depth[q] = depth[p] + 1
				queue = append(queue, q)
			}
		}
	}
	if len(depth) != 40320 || better < 10000 {
		t.Errorf("%d piles, the dual helps at %d", len(depth), better)
	}
}
