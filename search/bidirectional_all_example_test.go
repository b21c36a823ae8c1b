package search_test

import (
	"context"
	"fmt"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// streets is a town of streets and avenues, as far as one may walk.
type streets struct{}

// corner is where a street and an avenue cross.
type corner struct{ x, y int }

func (streets) Neighbours(dst []corner, c corner) []corner {
	return append(dst, corner{c.x + 1, c.y}, corner{c.x, c.y + 1}, corner{c.x - 1, c.y}, corner{c.x, c.y - 1})
}

func (streets) Hash(c corner) uint64 {
	h := uint64(c.x)*0x9e3779b97f4a7c15 + uint64(c.y)*0xc2b2ae3d27d4eb4f
	return h ^ h>>32
}

// How many shortest ways lead three blocks east and two north?
func ExampleAllShortest() {
	r, paths := search.AllShortest(context.Background(), streets{}, corner{0, 0}, corner{3, 2}, 0, budget.Limits{})
	fmt.Println(paths.Count(), "ways of", r.Cost, "blocks, over", paths.States(), "corners")
	n := 0
	for path := range paths.All() {
		if fmt.Println(path); n == 1 {
			break
		}
		n++
	}
	// Output:
	// 10 ways of 5 blocks, over 12 corners
	// [{1 0} {2 0} {3 0} {3 1} {3 2}]
	// [{1 0} {2 0} {2 1} {3 1} {3 2}]
}
