package knights

import (
	"context"
	"fmt"
	"math/big"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// Rating is how hard a board is. There are no dead ends: every move can be taken
// back. And as every move changes the colour of the blank's square, a move that
// is not optimal leads one move further away, so that it costs two.
type Rating struct {
	Length int // moves of a shortest solution
	// Solutions is the number of shortest solutions, nil when a limit was reached
	// before they were counted. The fields that follow are then 0.
	Solutions  *big.Int
	Positions  int // that the shortest solutions go through, their ends included
	First      int // first moves there are
	WrongFirst int // and those of them that no shortest solution begins with
	Forced     int // moves along the first solution where no other move is optimal
	// Branching is the mean number of moves that there are along the first
	// solution, the way back not counted, and Optimal the share of them that are
	// optimal. Both are 0 when there is nothing to do.
	Branching, Optimal float64
}

// Rate solves b and rates it, in the time of [AllSolutions]. When the answer,
// which is returned with it, is not solved, the rating is empty.
func Rate(ctx context.Context, b *Board, limits budget.Limits) (Rating, puzzle.Answer) {
	s, a := AllSolutions(ctx, b, 1, limits)
	if a.Status != puzzle.Solved {
		return Rating{}, a
	}
	r := Rating{Length: a.Cost, Solutions: s.Count, Positions: s.Positions}
	if len(s.Choices) == 0 {
		return r, a
	}
	to := jumps(b.Rows, b.Cols)
	ways, right := 0, 0
	blank := b.Start.Blank
	for i, good := range s.Choices {
		n := len(to[blank])
		if i == 0 {
			r.First, r.WrongFirst = n, n-len(good)
		} else {
			n-- // the way back
		}
		if len(good) == 1 {
			r.Forced++
		}
		ways, right = ways+n, right+len(good)
		blank = good[0].Row*b.Cols + good[0].Col
	}
	r.Branching = float64(ways) / float64(len(s.Choices))
	r.Optimal = float64(right) / float64(ways)
	return r, a
}

// AppendText appends the rating on one line.
func (r Rating) AppendText(dst []byte) []byte {
	dst = fmt.Appendf(dst, "%d moves", r.Length)
	switch {
	case r.Solutions == nil:
		return append(dst, ", whose shortest solutions could not be counted"...)
	case r.Solutions.Cmp(big.NewInt(1)) == 0:
		dst = append(dst, ", one shortest solution"...)
	default:
		dst = fmt.Appendf(dst, ", %d shortest solutions", r.Solutions)
	}
	if r.Length == 0 {
		return dst
	}
	return fmt.Appendf(dst, " through %d positions, %d of %d first moves wrong, %d moves forced, branching %.2f, %.0f%% of it optimal",
		r.Positions, r.WrongFirst, r.First, r.Forced, r.Branching, 100*r.Optimal)
}

// AppendJSON appends "length":…,"optimal_solutions":…,"positions":…,
// "first_moves":…,"wrong_first_moves":…,"forced_moves":…,"branching":…,
// "optimal_share":…; all but the length are null when a limit was reached before
// the solutions were counted.
func (r Rating) AppendJSON(dst []byte) []byte {
	dst = fmt.Appendf(dst, `"length":%d,`, r.Length)
	if r.Solutions == nil {
		return append(dst, `"optimal_solutions":null,"positions":null,"first_moves":null,"wrong_first_moves":null,`+
			`"forced_moves":null,"branching":null,"optimal_share":null`...)
	}
	return fmt.Appendf(dst, `"optimal_solutions":%d,"positions":%d,"first_moves":%d,"wrong_first_moves":%d,"forced_moves":%d,"branching":%.4f,"optimal_share":%.4f`,
		r.Solutions, r.Positions, r.First, r.WrongFirst, r.Forced, r.Branching, r.Optimal)
}

// Rate implements puzzle.Rater.
func (kind) Rate(ctx context.Context, _ puzzle.Solver, inst puzzle.Instance, limits budget.Limits) (puzzle.Rating, puzzle.Answer) {
	r, ans := Rate(ctx, inst.(*Board), limits)
	if ans.Status != puzzle.Solved {
		return nil, ans
	}
	return r, ans
}
