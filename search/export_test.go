package search

import (
	"context"

	"github.com/deepen-go/deepen/budget"
)

// RunPaced is RunIDAStar with a poll every interval nodes and helpers from the
// first poll on, for trees that are small.
func RunPaced(ctx context.Context, k Kernel, h int, goal bool, opt IDAOptions, limits budget.Limits, interval uint64) Result[int32] {
	return runIDAStar(ctx, k, h, goal, opt, limits, idaPace{interval: interval})
}
