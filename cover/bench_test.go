package cover

import (
	"context"
	"testing"

	"github.com/deepen-go/deepen/budget"
)

// BenchmarkQueens counts the solutions of 12 queens.
func BenchmarkQueens(b *testing.B) {
	p := queens(12)
	for b.Loop() {
		Search(context.Background(), p, Options{}, budget.Limits{})
	}
}
