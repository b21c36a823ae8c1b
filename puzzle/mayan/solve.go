package mayan

import (
	"context"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// Solve finds the sequence of moves that the board's mode asks for, and proves
// it, or proves that there is none.
//
// In the answer, the cost is the number of moves. A node is generated when a
// move is carried out, and expanded when its moves are tried in turn; moves that
// the bound rules out beforehand are not counted. There is an iteration for each
// number of moves that was searched: one in modes [Exact] and [AtMost]; none when
// the board has a colour of one or two blocks, which needs no search.
//
// In modes AtMost and Min, a board without a solution is infeasible with
// [puzzle.LimitMoves], unless it is proven that there is none with any number of
// moves: by a colour with one or two blocks, or, when the number of moves is left
// open, by having seen every board that can be reached. When a limit is reached
// the lower bound is what is proven: n in mode Exact, the depth being searched in
// mode Min, 0 in mode AtMost.
//
// The table of failed boards takes at most 72 MiB, half as much again while it
// grows, and less under limits.Memory. With the number of moves left open, memory
// has no other bound than limits.Memory.
func Solve(ctx context.Context, in *Board, limits budget.Limits) puzzle.Answer {
	return new(solver).Solve(ctx, in, limits)
}

// solver keeps the memory of its search from one board to the next, and what it
// has generated.
type solver struct {
	search search
	boards generating
}

func (s *solver) Solve(ctx context.Context, inst puzzle.Instance, limits budget.Limits) puzzle.Answer {
	in := inst.(*Board)
	meter := budget.NewMeter(ctx, limits)
	b := packWords(in)
	switch {
	case b.stuck(len(in.columns), in.height):
		return puzzle.Answer{Status: puzzle.Infeasible, Cost: puzzle.None, LowerBound: puzzle.None}
	case in.moves == NoLimit:
		return solveOpen(in, &meter)
	case in.mode == Min:
		return s.search.deepen(in, &meter)
	}
	return s.search.once(in, &meter)
}

// once searches at the depth that is asked for: modes Exact and AtMost.
func (s *search) once(in *Board, meter *budget.Meter) puzzle.Answer {
	s.start(in, meter)
	if in.mode == Exact {
		s.progress.Lower = in.moves
	}
	found := s.run(in.moves)
	ans := puzzle.Answer{
		Cost: puzzle.None, LowerBound: s.progress.Lower,
		Generated: s.progress.Generated, Expanded: s.progress.Expanded,
		Iterations: []puzzle.Iteration{{Threshold: in.moves, Generated: s.progress.Generated, Expanded: s.progress.Expanded}},
	}
	s.conclude(&ans, in, found)
	return ans
}

// deepen searches at depths that grow by one: mode Min. What is known of failed
// boards stays true from one depth to the next.
func (s *search) deepen(in *Board, meter *budget.Meter) puzzle.Answer {
	s.start(in, meter)
	ans := puzzle.Answer{Cost: puzzle.None}
	found := false
	for n := 0; n <= in.moves && s.err == nil && !found; n++ {
		before := s.progress
		s.progress.Lower, ans.LowerBound = n, n
		found = s.run(n)
		ans.Iterations = append(ans.Iterations, puzzle.Iteration{
			Threshold: n,
			Generated: s.progress.Generated - before.Generated,
			Expanded:  s.progress.Expanded - before.Expanded,
		})
	}
	ans.Generated, ans.Expanded = s.progress.Generated, s.progress.Expanded
	s.conclude(&ans, in, found)
	return ans
}

// conclude turns the outcome of a search into the answer's status.
func (s *search) conclude(ans *puzzle.Answer, in *Board, found bool) {
	switch {
	case found:
		moves := s.moves()
		ans.Status, ans.Solution = puzzle.Solved, moves
		ans.Cost, ans.LowerBound = len(moves), len(moves)
	case s.err != nil:
		ans.Limit = budget.Name(s.err)
	case in.mode == Exact:
		ans.Status, ans.LowerBound = puzzle.Infeasible, puzzle.None
	default:
		ans.Status, ans.LowerBound = puzzle.Infeasible, in.moves+1
		ans.Limit = puzzle.LimitMoves
	}
}

// moves returns the moves that the search found: up to the empty board.
func (s *search) moves() Moves {
	moves := Moves{}
	for i := 0; s.stack[i].b != (words{}); i++ {
		moves = append(moves, s.path[i].move())
	}
	return moves
}
