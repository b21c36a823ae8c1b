package store_test

import (
	"context"
	"fmt"
	"os"

	"github.com/deepen-go/deepen/store"
)

func Example() {
	folder, err := os.MkdirTemp("", "tables")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(folder) }()

	ctx := context.Background()
	squares := func(context.Context) ([]byte, error) {
		fmt.Println("building")
		table := make([]byte, 10)
		for i := range table {
			table[i] = byte(i * i)
		}
		return table, nil
	}
	for range 2 {
		table, err := store.New(folder).Build(ctx, "squares", 10, squares)
		fmt.Println(table, err)
	}
	// Output:
	// building
	// [0 1 4 9 16 25 36 49 64 81] <nil>
	// [0 1 4 9 16 25 36 49 64 81] <nil>
}
