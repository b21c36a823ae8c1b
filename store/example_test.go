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
	squares := func(context.Context) (table, note []byte, err error) {
		fmt.Println("building")
		table = make([]byte, 10)
		for i := range table {
			table[i] = byte(i * i)
		}
		return table, []byte("the squares below 100"), nil
	}
	for range 2 {
		table, note, err := store.New(folder, nil).Build(ctx, "squares", 10, squares)
		fmt.Println(table, string(note), err)
	}
	// Output:
	// building
	// [0 1 4 9 16 25 36 49 64 81] the squares below 100 <nil>
	// [0 1 4 9 16 25 36 49 64 81] the squares below 100 <nil>
}
