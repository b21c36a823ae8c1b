package tiles

import (
	"context"
	"fmt"
	"math"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// Rating is how hard a board is.
type Rating struct {
	Length    int    // moves of a shortest solution
	Solutions uint64 // shortest solutions; 0 when a limit was reached before all were found
	Manhattan int    // the distances' lower bound
	Conflicts int    // what linear conflicts add to it
	// Nodes are what the search for one solution generates with the board's
	// heuristic, Auto standing for Manhattan distance on up to 9 cells and for
	// PDB on larger ones.
	Nodes uint64
	// Branching is the effective branching factor: of a uniform tree of depth
	// Length with so many nodes (Nilsson, Problem-solving methods in artificial
	// intelligence, 1971). It is 1 at best, and 0 when there is nothing to do.
	Branching float64
}

// Rate solves b and rates it. When the answer, which is returned with it, is not
// solved, the rating has the bounds alone.
func (s *Solver) Rate(ctx context.Context, b *Board, limits budget.Limits) (Rating, puzzle.Answer) {
	c := *b
	if c.Heuristic == Auto {
		if c.Heuristic = PDB; c.cells() <= maxPattern+1 {
			c.Heuristic = Manhattan
		}
	}
	start := plain{cells: b.Tiles}
	var r Rating
	r.Manhattan = newPlainSpace(b.Rows, b.Cols, false).Heuristic(start)
	r.Conflicts = newPlainSpace(b.Rows, b.Cols, true).Heuristic(start) - r.Manhattan
	a := s.Solve(ctx, &c, limits)
	if a.Status != puzzle.Solved {
		return r, a
	}
	r.Length, r.Nodes = a.Cost, a.Generated
	r.Branching = branching(float64(r.Nodes), r.Length)
	if limits.Nodes > 0 {
		if limits.Nodes -= a.Generated; limits.Nodes == 0 {
			return r, a
		}
	}
	if all := s.All(ctx, &c, 0, limits); all.Complete {
		r.Solutions = all.Count
	}
	return r, a
}

// branching solves nodes = x + x^2 + … + x^depth for x by halving.
func branching(nodes float64, depth int) float64 {
	if depth == 0 {
		return 0
	}
	tree := func(x float64) float64 {
		sum := 0.0
		for range depth {
			sum = (sum + 1) * x
		}
		return sum
	}
	low, high := 0.0, math.Max(nodes, 1)
	for range 100 {
		if mid := (low + high) / 2; tree(mid) < nodes {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

// AppendText appends the rating on one line.
func (r Rating) AppendText(dst []byte) []byte {
	dst = fmt.Appendf(dst, "%d moves", r.Length)
	switch {
	case r.Solutions == 1:
		dst = append(dst, ", one shortest solution"...)
	case r.Solutions > 1:
		dst = fmt.Appendf(dst, ", %d shortest solutions", r.Solutions)
	}
	return fmt.Appendf(dst, ", distances %d, line conflicts %d, %d nodes, branching %.3f", r.Manhattan, r.Conflicts, r.Nodes, r.Branching)
}

// AppendJSON appends "length":…,"optimal_solutions":…,"manhattan":…,
// "conflicts":…,"nodes":…,"branching":…; the number of solutions is null when a
// limit was reached before all were found.
func (r Rating) AppendJSON(dst []byte) []byte {
	dst = fmt.Appendf(dst, `"length":%d,"optimal_solutions":`, r.Length)
	if r.Solutions > 0 {
		dst = fmt.Append(dst, r.Solutions)
	} else {
		dst = append(dst, "null"...)
	}
	return fmt.Appendf(dst, `,"manhattan":%d,"conflicts":%d,"nodes":%d,"branching":%.4f`, r.Manhattan, r.Conflicts, r.Nodes, r.Branching)
}
