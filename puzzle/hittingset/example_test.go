package hittingset_test

import (
	"context"
	"fmt"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle/hittingset"
)

func Example() {
	p, err := hittingset.Parse("p hs 5 4\n1 2\n2 3\n3 4\n4 5\n")
	if err != nil {
		panic(err)
	}
	fmt.Println(hittingset.Solve(context.Background(), p, budget.Limits{}))
	// Output: 2 elements: 2 4
}

func ExampleProblem_AppendOPB() {
	p := &hittingset.Problem{Elements: 3, Sets: [][]int32{{1, 2}, {2, 3}}}
	fmt.Print(string(p.AppendOPB(nil)))
	// Output:
	// * #variable= 3 #constraint= 2
	// min: +1 x1 +1 x2 +1 x3 ;
	//  +1 x1 +1 x2 >= 1 ;
	//  +1 x2 +1 x3 >= 1 ;
}
