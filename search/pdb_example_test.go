package search_test

import (
	"context"
	"fmt"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// A lock has four wheels of ten digits, and a move turns two neighbouring wheels
// together, either way. The pattern keeps the first two wheels and forgets the
// others: 100 states instead of 10,000.
type lockPattern struct{}

func (lockPattern) Size() int             { return 100 }
func (lockPattern) Goals(dst []int) []int { return append(dst, 0) } // 00

func (lockPattern) Predecessors(dst []search.Arc, s int) []search.Arc {
	a, b := s/10, s%10
	for _, turn := range []int{1, 9} {
		dst = append(dst,
			search.Arc{State: (a+turn)%10*10 + (b+turn)%10, Cost: 1}, // wheels 1 and 2
			search.Arc{State: a*10 + (b+turn)%10, Cost: 1},           // wheels 2 and 3
		) // wheels 3 and 4 change nothing here
	}
	return dst
}

func ExampleBuildPatternTable() {
	table, err := search.BuildPatternTable(context.Background(), lockPattern{}, budget.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("from 22:", table[22])
	fmt.Println("from 09:", table[9])
	fmt.Println("from 50:", table[50])
	// Output:
	// from 22: 2
	// from 09: 1
	// from 50: 10
}
