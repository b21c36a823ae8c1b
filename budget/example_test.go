package budget_test

import (
	"context"
	"fmt"

	"github.com/deepen-go/deepen/budget"
)

// A search counts its nodes and asks the meter whenever the count is due.
func Example() {
	// The smallest number that is divisible by 1 to 14, by trying all.
	search := func(ctx context.Context, limits budget.Limits) (n uint64, err error) {
		meter := budget.NewMeter(ctx, limits)
		var due uint64
		for n = 0; ; {
			if n >= due {
				if due, err = meter.Poll(budget.Progress{Generated: n}); err != nil {
					return n, err
				}
			}
			n++
			divides := true
			for d := uint64(14); d > 1 && divides; d-- {
				divides = n%d == 0
			}
			if divides {
				return n, nil
			}
		}
	}

	fmt.Println(search(context.Background(), budget.Limits{Nodes: 100_000}))
	fmt.Println(search(context.Background(), budget.Limits{}))
	// Output:
	// 100000 node limit reached
	// 360360 <nil>
}

func ExampleName() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // as an interrupt from the keyboard does
	meter := budget.NewMeter(ctx, budget.Limits{})
	_, err := meter.Poll(budget.Progress{})
	fmt.Println(budget.Name(err), budget.Name(budget.ErrMemory))
	// Output: interrupt memory
}
