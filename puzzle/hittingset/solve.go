package hittingset

import (
	"context"
	"errors"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/hitting"
	"github.com/deepen-go/deepen/puzzle"
)

// Solve finds a smallest hitting set and proves it, or says how far it came when
// a limit stopped it: the best set found, if there is one, and the proven lower
// bound. The answer's nodes are decisions, and conflicts. It panics when the
// problem is not valid. A limit of nodes lasts for no more than so many decisions.
func Solve(ctx context.Context, p *Problem, limits budget.Limits) puzzle.Answer {
	p.must()
	return answer(hitting.Solve(ctx, (*hitting.Problem)(p), limits))
}

// answer says in the words of puzzles what the engine found out.
func answer(r hitting.Result) puzzle.Answer {
	a := puzzle.Answer{Cost: puzzle.None, LowerBound: r.Lower, Generated: r.Generated, Expanded: r.Expanded, Resumed: r.Resumed}
	if errors.Is(r.Err, budget.ErrResume) {
		a.LowerBound, a.Limit = puzzle.None, budget.Name(r.Err)
		return a
	}
	if r.Infeasible {
		a.Status, a.LowerBound = puzzle.Infeasible, puzzle.None
		return a
	}
	if r.Elements != nil {
		a.Cost, a.Solution = len(r.Elements), Chosen(r.Elements)
	}
	if r.Proven {
		a.Status = puzzle.Solved
	} else {
		a.Limit = budget.Name(r.Err)
	}
	return a
}

// solver has nothing to keep between instances.
type solver struct{}

func (solver) Solve(ctx context.Context, inst puzzle.Instance, limits budget.Limits) puzzle.Answer {
	return Solve(ctx, inst.(*Problem), limits)
}
