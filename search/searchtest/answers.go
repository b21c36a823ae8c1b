package searchtest

import (
	"context"
	"slices"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// SameAnswers checks that two domains of the same puzzle give the same status,
// cost and path for every root, as far as maxCost, which must be positive. The
// heuristics may differ: with a pruning table and with one of zeros ([Blind] makes
// that), a search takes more or fewer nodes and finds the same.
func SameAnswers[S any, D, E search.Domain[S]](t TB, d D, other E, roots []S, maxCost int) {
	t.Helper()
	for _, root := range roots {
		opt := search.IDAOptions{MaxCost: max(maxCost, 1)}
		a := search.IDAStar(context.Background(), d, root, opt, budget.Limits{})
		b := search.IDAStar(context.Background(), other, root, opt, budget.Limits{})
		// Which bound beyond maxCost is proven, or whether the tree ended
		// before, may differ.
		if found := a.Status == search.Found; found != (b.Status == search.Found) || a.Cost != b.Cost || !slices.Equal(a.Path, b.Path) {
			t.Errorf("root %v: one domain gives cost %d and path %v, the other cost %d and path %v (0 and no path: none as far as %d)",
				root, a.Cost, a.Path, b.Cost, b.Path, opt.MaxCost)
			return
		}
	}
}

// Machine checks that the machine loses no solution: with it and without, a
// search finds the same cost and path for every root, as far as maxCost, which
// must be positive.
func Machine[S any, D search.Domain[S]](t TB, d D, m *search.Machine, roots []S, maxCost int) {
	t.Helper()
	for _, root := range roots {
		opt := search.IDAOptions{MaxCost: max(maxCost, 1)}
		a := search.IDAStar(context.Background(), d, root, opt, budget.Limits{})
		opt.Machine = m
		b := search.IDAStar(context.Background(), d, root, opt, budget.Limits{})
		if found := a.Status == search.Found; found != (b.Status == search.Found) || a.Cost != b.Cost || !slices.Equal(a.Path, b.Path) {
			t.Errorf("root %v: cost %d and path %v, with the machine cost %d and path %v (0 and no path: none as far as %d)",
				root, a.Cost, a.Path, b.Cost, b.Path, opt.MaxCost)
			return
		}
	}
}

// Sightless is a domain without its heuristic; [Blind] makes one.
type Sightless[S any, D search.Domain[S]] struct{ domain D }

// Blind makes of d a domain with the same moves and goals whose heuristic is 0
// everywhere, as if it came from a pruning table of zeros.
func Blind[S any, D search.Domain[S]](d D) Sightless[S, D] { return Sightless[S, D]{d} }

// Expand implements [search.Domain].
func (b Sightless[S, D]) Expand(dst []search.Edge[S], from *search.Edge[S]) []search.Edge[S] {
	// The domain may derive a child's heuristic from that of its parent.
	seeing := *from
	seeing.H = int32(b.domain.Heuristic(from.State))
	n := len(dst)
	dst = b.domain.Expand(dst, &seeing)
	for i := range dst[n:] {
		dst[n+i].H = 0
	}
	return dst
}

// Heuristic implements [search.Domain].
func (Sightless[S, D]) Heuristic(S) int { return 0 }

// Goal implements [search.Domain]. The domain's own Goal may count on being
// asked where the heuristic is 0 only.
func (b Sightless[S, D]) Goal(s S) bool { return b.domain.Heuristic(s) == 0 && b.domain.Goal(s) }
