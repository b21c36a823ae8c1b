package search_test

import (
	"context"
	"fmt"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

//go:generate go run ./kernelgen -type griddle -out example_pancake_kernel_test.go

// stack is a stack of pancakes by size, the top one first, and the plate.
type stack [16]int8

const plate = len(stack{}) - 1

// griddle is the pancake puzzle: a move turns over some pancakes at the top, and
// in the end they lie in order of size. Operator i turns over pancakes 0 to i.
type griddle struct{}

func (griddle) Moves(_ *stack, last int) uint64 {
	return (1<<plate - 2) &^ (1 << (last & 63)) // turning them back leads nowhere
}

// Look uses that a move changes one pair of neighbours.
func (griddle) Look(s *stack, h, op int) (cost, next int) {
	return 1, h - gap(s[op], s[op+1]) + gap(s[0], s[op+1])
}

func (griddle) Apply(s *stack, op int) {
	for i, j := 0, op; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}

func (g griddle) Undo(s *stack, op int) { g.Apply(s, op) }

func (griddle) Heuristic(s stack) (h int) {
	for i := range plate {
		h += gap(s[i], s[i+1])
	}
	return h
}

func (griddle) Goal(stack) bool { return true } // no gaps: in order

// gap is 1 if two neighbours cannot stay together. The number of gaps is a lower
// bound (Helmert, Landmark heuristics for the pancake problem, 2010).
func gap(a, b int8) int {
	return int((uint(uint8(a-b+1)&^2) + 255) >> 8) // 0 where a-b is 1 or -1
}

func Example_pancake() {
	s := stack{11, 5, 7, 10, 2, 8, 3, 9, 1, 13, 12, 14, 6, 4, 15, 16}
	r := griddleIDAStar(context.Background(), griddle{}, s, search.IDAOptions{}, budget.Limits{})
	fmt.Println(r.Cost, "turns:", r.Path)
	// Output: 15 turns: [2 4 5 6 12 7 6 13 4 9 7 9 11 12 11]
}
