package hittingset

import (
	"context"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/hitting"
	"github.com/deepen-go/deepen/puzzle"
)

// HittingSet returns the instance as it is: there is no error.
func (kind) HittingSet(inst puzzle.Instance) (elements int, sets [][]int32, err error) {
	p := inst.(*Problem)
	p.must()
	return p.Elements, p.Sets, nil
}

// Prove solves all problems with the core-guided search, without the branch and
// bounds for small problems and for graphs, which leave no proof.
func (kind) Prove(ctx context.Context, inst puzzle.Instance, limits budget.Limits, log puzzle.ProofLog) puzzle.Answer {
	p := inst.(*Problem)
	p.must()
	return answer(hitting.Prove(ctx, (*hitting.Problem)(p), limits, log))
}
