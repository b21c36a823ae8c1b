package search_test

import (
	"context"
	"fmt"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// Write your own puzzle, in five steps. The puzzle here is the Tower of Hanoi
// with four discs and four pegs: move the discs, one at a time, never a larger
// one onto a smaller one, to the last peg.

// Step 1: the state. hanoi[i] is the peg of disc i, disc 0 being the smallest.
// A state says nothing of how it was reached, and == compares two of them.
type hanoi [4]uint8

const pegs = 4

// Step 2: the moves, in the order in which you would have answers compared.
// Operator 4a+b takes the top disc of peg a to peg b.
type tower struct{}

func (t tower) Expand(dst []search.Edge[hanoi], from *search.Edge[hanoi]) []search.Edge[hanoi] {
	top := [pegs]int{}
	for p := range top {
		top[p] = len(from.State) // no disc: larger than all
	}
	for disc := len(from.State) - 1; disc >= 0; disc-- {
		top[from.State[disc]] = disc
	}
	for a := range top {
		for b := range top {
			if top[a] < top[b] {
				s := from.State
				s[top[a]] = uint8(b)
				dst = append(dst, search.Edge[hanoi]{State: s, Op: int32(pegs*a + b), Cost: 1, H: int32(t.Heuristic(s))})
			}
		}
	}
	return dst
}

// Step 3: the heuristic, which must never exceed the true cost: each disc that is
// not at home has to move. searchtest.Heuristic proves it on a small instance.
func (tower) Heuristic(s hanoi) (h int) {
	for _, peg := range s {
		if peg != pegs-1 {
			h++
		}
	}
	return h
}

// Step 4: the goal. It is asked for only where the heuristic is 0, so that says
// it all.
func (tower) Goal(hanoi) bool { return true }

// Hash is for the searches that remember states.
func (tower) Hash(s hanoi) (h uint64) {
	for _, peg := range s {
		h = (h ^ uint64(peg)) * 0x100000001b3 // FNV-1a
	}
	return h ^ h>>32
}

// Step 5: search. When IDAStar is too slow, see kernelgen (the same,
// specialised for your type), a better heuristic, Learn (moves that commute),
// and the searches that remember states.
func Example_writeYourOwnPuzzle() {
	ctx, none := context.Background(), budget.Limits{}

	r := search.IDAStar(ctx, tower{}, hanoi{}, search.IDAOptions{All: true}, none)
	fmt.Println(r.Cost, "moves, the first way is", r.Path)
	fmt.Println(r.Count, "ways,", r.Generated, "nodes")

	// Most nodes were states seen before: remember them.
	r = search.IDAStarTable(ctx, tower{}, hanoi{}, search.TableOptions{IDAOptions: search.IDAOptions{All: true}, Bytes: 1 << 16}, none)
	fmt.Println(r.Count, "ways,", r.Generated, "nodes")
	r = search.AStar(ctx, tower{}, hanoi{}, search.AStarOptions{}, none)
	fmt.Println(r.Cost, "moves,", r.Generated, "nodes")

	// A limit is no failure: what is proven so far stands.
	r = search.IDAStar(ctx, tower{}, hanoi{}, search.IDAOptions{}, budget.Limits{Nodes: 1000})
	fmt.Println("at least", r.Lower, "moves;", r.Err)
	// Output:
	// 9 moves, the first way is [1 2 6 1 3 7 8 11 3]
	// 22 ways, 115760 nodes
	// 22 ways, 2273 nodes
	// 9 moves, 611 nodes
	// at least 7 moves; node limit reached
}
