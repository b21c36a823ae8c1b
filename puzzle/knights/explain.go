package knights

import (
	"context"
	"fmt"
	"math/big"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// Study is a solution together with what else would have been right.
type Study struct {
	Moves
	Count   *big.Int   // all shortest solutions
	Choices [][]Square // as [Solutions.Choices]
}

// about says how many shortest solutions there are.
func (s Study) about() string {
	if s.Count.Cmp(big.NewInt(1)) == 0 {
		return "the only optimal solution"
	}
	return fmt.Sprintf("the first of %d optimal solutions", s.Count)
}

// Analyse solves b as [AllSolutions] does. The answer's solution is a [Study], or
// plain [Moves] when a limit left no room for one.
func Analyse(ctx context.Context, b *Board, limits budget.Limits) puzzle.Answer {
	s, a := AllSolutions(ctx, b, 1, limits)
	switch {
	case a.Limit == budget.Name(budget.ErrMemory) && a.Status == puzzle.Unknown:
		plain := *b
		plain.All = 0
		return Solve(ctx, &plain, limits) // which can do without
	case s.Choices != nil && a.Status == puzzle.Solved:
		a.Solution = Study{Moves: a.Solution.(Moves), Count: s.Count, Choices: s.Choices}
	}
	return a
}

// Step is a frame of a solution.
type Step struct {
	Position Position // after the move
	From, To Square   // where the knight came from and went to; equal in the first frame, which is the start
	White    bool     // the knight
	Left     int      // moves that are left
	Least    int      // moves that the bound of the search asks for at least
	// Others are the knights that could have hopped instead, and Wrong is how many
	// more could have, for a longer way. Without a [Study], Wrong is -1.
	Others []Square
	Wrong  int
}

// Frames returns the start and the position after each move of a solution, a
// [Study] or [Moves]. It must be one that [Check] accepts, or the error tells
// what Check says.
func Frames(b *Board, solution puzzle.Solution) ([]Step, error) {
	study, studied := solution.(Study)
	moves := study.Moves
	if !studied {
		moves, _ = solution.(Moves)
	}
	free := *b
	free.MaxMoves = NoLimit
	if v := Check(&free, puzzle.Answer{Status: puzzle.Solved, Cost: len(moves), Solution: moves}); v.Outcome != puzzle.Accepted {
		return nil, fmt.Errorf("not a solution: %s", v.Reason)
	}
	to := jumps(b.Rows, b.Cols)
	space := newSingle(b, to)
	now := b.Start
	least := func() int { return space.Heuristic(node{white: now.White, blank: uint8(now.Blank)}) }
	start := b.square(now.Blank)
	steps := []Step{{Position: now, From: start, To: start, Left: len(moves), Least: least(), Wrong: -1}}
	for i, m := range moves {
		from := m.Row*b.Cols + m.Col
		s := Step{From: m, To: b.square(now.Blank), White: now.White>>from&1 == 1, Left: len(moves) - i - 1, Wrong: -1}
		if studied {
			s.Others = study.Choices[i][1:]
			s.Wrong = len(to[now.Blank]) - len(study.Choices[i])
		}
		now = now.hop(from)
		s.Position, s.Least = now, least()
		steps = append(steps, s)
	}
	return steps, nil
}

// String is the square as row,column.
func (s Square) String() string { return fmt.Sprintf("%d,%d", s.Row, s.Col) }

// colour names the knight of a step.
func (s Step) colour() string {
	if s.White {
		return "white"
	}
	return "black"
}

// AppendText appends a frame for people, on several lines; the knight that has
// hopped stands in brackets:
//
//  3. the black knight hops 2,0 to 0,1; 4 moves are left, at least 4 needed
//     optimal as well: 2,2; the other 3 moves cost two more
//     0[0]1 1 0
//     …
func (s Step) AppendText(dst []byte, b *Board, number int) []byte {
	if number == 0 {
		dst = append(dst, "start"...)
	} else {
		dst = fmt.Appendf(dst, "%d. the %s knight hops %v to %v", number, s.colour(), s.From, s.To)
	}
	are := "moves are"
	if s.Left == 1 {
		are = "move is"
	}
	dst = fmt.Appendf(dst, "; %d %s left, at least %d needed\n", s.Left, are, s.Least)
	if s.Wrong >= 0 {
		dst = append(s.appendOthers(append(dst, "   "...)), '\n')
	}
	for r, row := range b.plain(s.Position) {
		for c, square := range row {
			left := byte(' ')
			switch {
			case number == 0 || r != s.To.Row:
			case c == s.To.Col:
				left = '['
			case c == s.To.Col+1:
				left = ']'
			}
			dst = append(dst, left, square)
		}
		if number > 0 && r == s.To.Row && s.To.Col == b.Cols-1 {
			dst = append(dst, ']')
		}
		dst = append(dst, '\n')
	}
	return dst
}

// appendOthers says which other moves were optimal, and which not.
func (s Step) appendOthers(dst []byte) []byte {
	if len(s.Others) > 0 {
		dst = append(dst, "optimal as well:"...)
		for _, o := range s.Others {
			dst = fmt.Appendf(dst, " %v", o)
		}
		if s.Wrong > 0 {
			dst = append(dst, "; "...)
		}
	}
	switch {
	case s.Wrong == 1:
		dst = append(dst, "the other move would cost two more"...)
	case s.Wrong > 1:
		dst = fmt.Appendf(dst, "the other %d moves would cost two more", s.Wrong)
	case len(s.Others) == 0:
		dst = append(dst, "there is no other move"...)
	}
	return dst
}

// Analyse implements puzzle.Analyst.
func (kind) Analyse(ctx context.Context, _ puzzle.Solver, inst puzzle.Instance, limits budget.Limits) puzzle.Answer {
	a := Analyse(ctx, inst.(*Board), limits)
	a.List = nil
	return a
}

// Explain implements puzzle.Explainer.
func (kind) Explain(dst []byte, inst puzzle.Instance, ans puzzle.Answer) []byte {
	b := inst.(*Board)
	steps, err := Frames(b, ans.Solution)
	if err != nil {
		return append(append(dst, err.Error()...), '\n')
	}
	if study, ok := ans.Solution.(Study); ok {
		dst = append(append(dst, study.about()...), "\n\n"...)
	}
	for i, s := range steps {
		dst = append(s.AppendText(dst, b, i), '\n')
	}
	return dst
}
