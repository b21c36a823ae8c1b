package searchtest

import (
	"context"
	"fmt"
	"slices"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// IDAStar is the type of a kernel that kernelgen makes, for a domain D with
// states S.
type IDAStar[S, D any] func(ctx context.Context, d D, root S, opt search.IDAOptions, limits budget.Limits) search.Result[int32]

// Kernel checks that a kernel and [search.IDAStar] agree node for node on every
// root: the result, the iterations, what is reported, and where a node limit
// stops them, with one solution and with all. No path above maxCost is looked
// for, which must be positive.
//
// The kernel's domain d is that of the generic search as well; where its type
// is a Stepper or an InPlace, use [StepKernel] or [InPlaceKernel].
func Kernel[S any, D search.Domain[S]](t TB, d D, kernel IDAStar[S, D], roots []S, maxCost int) {
	t.Helper()
	compare(t, roots, maxCost,
		func(root S, opt search.IDAOptions, limits budget.Limits) search.Result[int32] {
			return search.IDAStar(context.Background(), d, root, opt, limits)
		},
		func(root S, opt search.IDAOptions, limits budget.Limits) search.Result[int32] {
			return kernel(context.Background(), d, root, opt, limits)
		})
}

// StepKernel is [Kernel] for a [search.Stepper].
func StepKernel[S any, D search.Stepper[S]](t TB, d D, kernel IDAStar[S, D], roots []S, maxCost int) {
	t.Helper()
	Kernel(t, search.Batch[S](d), func(ctx context.Context, _ search.Steps[S, D], root S, opt search.IDAOptions, limits budget.Limits) search.Result[int32] {
		return kernel(ctx, d, root, opt, limits)
	}, roots, maxCost)
}

// InPlaceKernel is [Kernel] for a [search.InPlace].
func InPlaceKernel[S any, D search.InPlace[S]](t TB, d D, kernel IDAStar[S, D], roots []S, maxCost int) {
	t.Helper()
	Kernel(t, search.BatchInPlace[S](d), func(ctx context.Context, _ search.StepsInPlace[S, D], root S, opt search.IDAOptions, limits budget.Limits) search.Result[int32] {
		return kernel(ctx, d, root, opt, limits)
	}, roots, maxCost)
}

func compare[S any](t TB, roots []S, maxCost int, generic, kernel func(S, search.IDAOptions, budget.Limits) search.Result[int32]) {
	t.Helper()
	if maxCost <= 0 {
		t.Errorf("the maximal cost is %d, which must be positive", maxCost)
		return
	}
	for _, root := range roots {
		for _, opt := range []search.IDAOptions{{MaxCost: maxCost}, {MaxCost: maxCost, All: true, MaxSolutions: 3}} {
			limits := budget.Limits{}
			for range 3 {
				var want, got []budget.Progress
				limits.Report = func(p budget.Progress) { want = append(want, p) }
				a := generic(root, opt, limits)
				limits.Report = func(p budget.Progress) { got = append(got, p) }
				b := kernel(root, opt, limits)
				if as, bs := fmt.Sprintf("%+v", a), fmt.Sprintf("%+v", b); as != bs {
					t.Errorf("root %v, %+v, node limit %d:\n generic %s\n kernel  %s", root, opt, limits.Nodes, as, bs)
					return
				}
				if !slices.Equal(want, got) {
					t.Errorf("root %v, %+v, node limit %d: the reports differ", root, opt, limits.Nodes)
					return
				}
				if limits.Nodes = a.Generated / 2; limits.Nodes == 0 {
					break
				}
			}
		}
	}
}
