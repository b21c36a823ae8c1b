package search_test

import (
	"context"
	"fmt"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// pancakes is a stack of eight, the top one first. A move turns over some
// pancakes at the top; the goal is the order of size.
type pancakes [8]int8

// kitchen is the search space of the pancake puzzle.
type kitchen struct{}

func (kitchen) Expand(dst []search.Edge[pancakes], from *search.Edge[pancakes]) []search.Edge[pancakes] {
	for n := 2; n <= len(from.State); n++ {
		if n == int(from.Op) {
			continue // turning them back leads nowhere
		}
		s := from.State
		for i := range n {
			s[i] = from.State[n-1-i]
		}
		dst = append(dst, search.Edge[pancakes]{State: s, Op: int32(n), Cost: 1, H: int32(gaps(s))})
	}
	return dst
}

func (kitchen) Heuristic(s pancakes) int { return gaps(s) }

// Goal is asked only where the heuristic is 0, and that is the goal.
func (kitchen) Goal(pancakes) bool { return true }

// gaps counts the neighbours that will not stay together. A move parts at most
// one pair, so this is a lower bound (Helmert, Landmark heuristics for the
// pancake problem, 2010).
func gaps(s pancakes) (n int) {
	for i, size := range s {
		below := int8(len(s) + 1) // the plate
		if i+1 < len(s) {
			below = s[i+1]
		}
		if d := size - below; d != 1 && d != -1 {
			n++
		}
	}
	return n
}

func ExampleIDAStar() {
	stack := pancakes{3, 4, 7, 1, 8, 2, 6, 5}
	r := search.IDAStar(context.Background(), kitchen{}, stack, search.IDAOptions{}, budget.Limits{})
	fmt.Println("turn over", r.Path)
	for _, it := range r.Iterations {
		fmt.Printf("threshold %d: %d generated\n", it.Threshold, it.Generated)
	}
	// Output:
	// turn over [3 6 2 8 3 7 2]
	// threshold 6: 25 generated
	// threshold 7: 51 generated
}

// ladder is a graph of words; neighbours differ in one letter.
type ladder []string

func (l ladder) Neighbours(dst []string, s string) []string {
	for _, w := range l {
		different := 0
		for i := range w {
			if w[i] != s[i] {
				different++
			}
		}
		if different == 1 {
			dst = append(dst, w)
		}
	}
	return dst
}

func (ladder) Hash(s string) (h uint64) {
	for i := range len(s) { // FNV-1a
		h = (h ^ uint64(s[i])) * 0x100000001b3
	}
	return h ^ h>>32
}

func ExampleBidirectional() {
	words := ladder{"card", "cold", "cord", "corm", "fish", "ward", "warm", "word", "worm"}
	r := search.Bidirectional(context.Background(), words, "cold", "warm", 0, budget.Limits{})
	fmt.Println(r.Cost, r.Path)

	r = search.Bidirectional(context.Background(), words, "cold", "fish", 0, budget.Limits{})
	fmt.Println(r.Status == search.Exhausted)
	// Output:
	// 4 [cord card ward warm]
	// true
}

func ExampleBranchAndBound() {
	stack := pancakes{3, 4, 7, 1, 8, 2, 6, 5}
	// Eleven turns are known; is there something better?
	r := search.BranchAndBound(context.Background(), kitchen{}, stack, search.BranchOptions{Upper: 11, Sorted: true}, budget.Limits{})
	fmt.Println(r.Cost)
	// Output: 7
}

func ExampleLearn() {
	// Turning over 2, 3 and 2 pancakes is the same as 3, 2 and 3. As a stack
	// with all sizes different shows all there is to know, one sample is
	// enough.
	sorted := pancakes{1, 2, 3, 4, 5, 6, 7, 8}
	m, err := search.Learn(context.Background(), kitchen{}, []pancakes{sorted}, 4, budget.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	stack := pancakes{5, 6, 1, 3, 2, 4, 8, 7}
	for _, opt := range []search.IDAOptions{{}, {Machine: m}} {
		r := search.IDAStar(context.Background(), kitchen{}, stack, opt, budget.Limits{})
		fmt.Println(r.Cost, "turns,", r.Generated, "nodes")
	}
	// Output:
	// 8 turns, 876 nodes
	// 8 turns, 672 nodes
}
