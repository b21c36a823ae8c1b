package squares

import (
	"context"
	"fmt"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/hitting"
	"github.com/deepen-go/deepen/puzzle"
)

// HittingSet returns the complete shapes, small ones first, each as the set of
// its sticks. Those that are gone are elements in no set. The error says that the
// shapes are too many to list: see large.
func (kind) HittingSet(inst puzzle.Instance) (elements int, sets [][]int32, err error) {
	g := inst.(*Grid)
	g.must()
	var b board
	b.reset(g)
	p := pace{meter: budget.NewMeter(context.Background(), budget.Limits{})}
	sets, complete := b.list(&p, listSticks)
	if !complete {
		return 0, nil, fmt.Errorf("the board has too many %s for a proof: their borders are more than %d sticks", g.Shapes, listSticks)
	}
	return g.Sticks(), sets, nil
}

// Prove solves all boards with the core-guided search, without the short ways
// that boards of few sticks and unit cells have: those leave no proof. It panics
// when HittingSet has an error.
func (k kind) Prove(ctx context.Context, inst puzzle.Instance, limits budget.Limits, log puzzle.ProofLog) puzzle.Answer {
	elements, sets, err := k.HittingSet(inst)
	if err != nil {
		panic(err)
	}
	r := hitting.Prove(ctx, &hitting.Problem{Elements: elements, Sets: sets}, limits, log)
	best := Removal(r.Elements)
	if best == nil {
		var b board
		b.reset(inst.(*Grid))
		best = b.comb()
	}
	return answer(best, r.Lower, r.Err, r.Generated, r.Expanded)
}
