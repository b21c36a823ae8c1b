// Deepen solves combinatorial puzzles to proven optimality. Run it without
// arguments for help; see the README for a tour.
package main

import (
	"context"
	"os"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
