package hitting_test

import (
	"context"
	"fmt"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/hitting"
)

func Example() {
	p := &hitting.Problem{Elements: 6, Sets: [][]int32{{1, 2}, {2, 3}, {3, 1}, {4, 5, 6}, {3, 6}}}
	r := hitting.Solve(context.Background(), p, budget.Limits{})
	fmt.Println(r.Elements, r.Proven)
	// Output: [1 3 6] true
}

func ExampleBits() {
	var b hitting.Bits
	r := b.Solve(context.Background(), []uint64{0b0011, 0b0110, 0b1100}, budget.Limits{})
	fmt.Printf("%04b, at least %d\n", r.Taken, r.Lower)
	// Output: 0110, at least 2
}
