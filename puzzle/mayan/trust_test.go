package mayan

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/internal/trust"
	"github.com/deepen-go/deepen/puzzle"
)

// trustBoard draws a board, a mode and a number of moves that are not too much
// for the literal search.
func trustBoard(rng *rand.Rand) *Board {
	p := pick(func(lo, hi int) int { return lo + rng.IntN(hi-lo+1) })
	mode := modes[rng.IntN(len(modes))]
	if mode == Min && p(0, 5) == 0 {
		return p.board(Min, p(1, 4), p(1, 4), p(0, 2), NoLimit)
	}
	colours, moves := 1, p(2, 4)
	switch n := p(0, 19); {
	case n < 1:
		colours, moves = p(0, 6), p(0, 1)
	case n < 3:
		colours, moves = p(4, 6), 2 // up to 24 blocks
	case n < 7:
		colours, moves = 3, 2
	case n < 13:
		colours, moves = 2, p(2, 3)
	}
	width, height := p(3, 5), p(3, 7)
	if p(0, 3) == 0 {
		width, height = p(1, MaxWidth), p(1, MaxHeight)
	}
	return p.board(mode, width, height, colours, moves)
}

// TestTrust holds Solve against the literal search: every move in order, nothing
// left out, on the checker's plain board.
func TestTrust(t *testing.T) {
	trust.Run(t, trust.Comparison[*Board]{
		Name: "mayan",
		What: "status and the very moves, in all three modes; literal brute force",
		Few:  2000,
		Draw: trustBoard,
		Text: func(b *Board) string {
			return fmt.Sprintf("%s --mode %s --height %d", b.AppendNative(nil), b.mode, b.height)
		},
		New: compareMayan,
	})
}

func compareMayan() trust.Comparer[*Board] {
	s := Kind.NewSolver()
	return func(b *Board) (labels []string, err error) {
		want := twin(b)
		blocks := 0
		for _, column := range b.columns {
			blocks += len(column)
		}
		moves := "open"
		if b.moves != NoLimit {
			moves = fmt.Sprint(b.moves)
		}
		labels = []string{"mode: " + b.mode.String(), "moves asked for: " + moves, trust.Span("blocks", blocks, 5), "status: solved"}
		if want == nil {
			labels[3] = "status: infeasible"
		}
		a := s.Solve(context.Background(), b, budget.Limits{})
		return labels, disagree(b, a, want)
	}
}

// disagree says in what the answer is wrong when want are the moves; nil means
// that there are none.
func disagree(b *Board, a puzzle.Answer, want Moves) error {
	said := fmt.Sprintf("%v, cost %d, lower bound %d, limit %q", a, a.Cost, a.LowerBound, a.Limit)
	if want == nil {
		lower := puzzle.None
		if a.Limit == puzzle.LimitMoves && b.mode != Exact && b.moves != NoLimit {
			lower = b.moves + 1
		} else if a.Limit != "" {
			return fmt.Errorf("%s; it is infeasible", said)
		}
		if a.Status != puzzle.Infeasible || a.Solution != nil || a.Cost != puzzle.None || a.LowerBound != lower {
			return fmt.Errorf("%s; it is infeasible", said)
		}
		return nil
	}
	if a.Status != puzzle.Solved || a.Cost != len(want) || a.LowerBound != len(want) || a.Limit != "" || !slices.Equal(a.Solution.(Moves), want) {
		return fmt.Errorf("%s; %s are right", said, want.AppendText(nil))
	}
	if v := Check(b, a); v.Outcome != puzzle.Accepted {
		return fmt.Errorf("%s: %s", said, v.Reason)
	}
	if v := judge(b, a, a); v.Outcome != puzzle.Accepted {
		return fmt.Errorf("%s: not as good as itself: %s", said, v.Reason)
	}
	return nil
}
