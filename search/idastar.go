package search

import (
	"context"

	"github.com/deepen-go/deepen/budget"
)

//go:generate go run ./kernelgen -generic -out idastar_generic.go

// IDAOptions tune [IDAStar] and the kernels that kernelgen makes. The zero
// value is the plain algorithm.
type IDAOptions struct {
	// Threshold is a lower bound that is already proven: the first threshold
	// is at least this.
	Threshold int
	// MaxCost, if positive, is the highest cost that is of interest; see
	// [Exceeded].
	MaxCost int
	// All asks for the number of optimal paths, Result.Count: the iteration
	// that finds one goes on through all of its threshold. Paths that the
	// domain or Machine leaves out are not counted.
	All bool
	// MaxSolutions is how many of those to list in Result.Paths.
	MaxSolutions int
	// Machine, if not nil, names operator strings that need not be tried; see
	// [Learn].
	Machine *Machine
}

// IDAStar finds an optimal path from root to a goal by iterative-deepening A*
// (Korf, Depth-first iterative-deepening, 1985): depth-first searches below a
// threshold on f that rises each time to the smallest f that was cut. The path
// is the first in operator order among the optimal ones.
//
// Helpers of limits.Crew search along, with the same result; d is then used by
// several goroutines at once, or by clones (see [Cloner]). limits.Save has a
// state at every poll, of some hundred bytes; a search resumed from it repeats
// only the iterations of up to 4096 nodes, as a check.
//
// The heuristic must be admissible. Memory is one buffer of successors for each
// depth. Exhausted is reported when an iteration cut nothing, which only a
// finite search tree can bring about.
//
// This is the generic kernel: it calls d once a node, and may be used with any
// domain. The command kernelgen makes one for a domain of your own from the
// same text, with the same results and counts, that is several times as fast.
func IDAStar[S any, D Domain[S]](ctx context.Context, d D, root S, opt IDAOptions, limits budget.Limits) Result[int32] {
	return idaStar[S](ctx, d, root, opt, limits)
}
