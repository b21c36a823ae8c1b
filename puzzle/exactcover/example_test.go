package exactcover_test

import (
	"context"
	"fmt"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle/exactcover"
)

// Choose lines so that a, b and c are in one each, and x has one colour.
func Example() {
	p, err := exactcover.Parse("a b c | x\na c\nc x:1\na b x:1\nb x:2\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	p.Most = 0 // count them all
	fmt.Println(exactcover.Solve(context.Background(), p, budget.Limits{}))
	// Output: 2 solutions, the first with 2 options: a c || b x:2
}

// Eight queens.
func ExampleQueens() {
	p := exactcover.Queens(8)
	p.Most = 0
	fmt.Println(exactcover.Solve(context.Background(), p, budget.Limits{}).Count.N)
	// Output: 92
}
