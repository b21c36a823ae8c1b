package squares

import (
	"context"
	"fmt"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/hitting"
	"github.com/deepen-go/deepen/puzzle"
)

// Rating is how hard a grid is, and how free its solver.
type Rating struct {
	Optimum int // sticks to take away
	Shapes  int // complete shapes at the start
	Packed  int // shapes that share no stick: what is plain to see of the bound
	// Known tells that the following are known; a limit may come first.
	Known     bool
	Solutions int  // smallest removals, up to MaxSolutions
	Complete  bool // there are no more
	// Forced are the sticks that are in every smallest removal, and NeverNeeded
	// those of the grid that are in none, ascending.
	Forced, NeverNeeded []int
	Nodes               uint64 // of the search for one smallest removal
}

// MaxSolutions is the number up to which Rate counts smallest removals.
const MaxSolutions = 1000

// Rate solves the grid and rates it. When the answer, which is returned with it,
// is not solved, the rating says nothing. It panics when the grid is not valid.
func Rate(ctx context.Context, g *Grid, limits budget.Limits) (Rating, puzzle.Answer) {
	return new(solver).rate(ctx, g, limits)
}

func (v *solver) rate(ctx context.Context, g *Grid, limits budget.Limits) (Rating, puzzle.Answer) {
	a := v.Solve(ctx, g, limits)
	if a.Status != puzzle.Solved {
		return Rating{}, a
	}
	r := Rating{Optimum: a.Cost, Nodes: a.Generated}
	p := &pace{meter: budget.NewMeter(ctx, limits)}
	sets, complete := v.board.list(p, listSticks)
	r.Shapes = len(sets)
	if p.err != nil || !complete || limits.Nodes > 0 && limits.Nodes <= a.Generated {
		return r, a
	}
	if limits.Nodes > 0 {
		limits.Nodes -= a.Generated
	}
	problem := &hitting.Problem{Elements: g.Sticks(), Sets: sets}
	few := limits
	if few.Nodes == 0 || few.Nodes > packingNodes {
		few.Nodes = packingNodes
	}
	few.Report = nil
	packed, _, err := hitting.Packing(ctx, problem, few)
	if err != nil {
		panic(err) // the shapes of a valid grid are a valid problem
	}
	r.Packed = len(packed)
	limits.Report = nil
	all := hitting.AllOptima(ctx, problem, MaxSolutions, limits)
	if all.Err != nil {
		return r, a
	}
	r.Known = true
	r.Solutions, r.Complete = all.Count, all.Complete
	r.Forced = all.Always
	for _, s := range all.Never {
		if v.board.there[s] {
			r.NeverNeeded = append(r.NeverNeeded, s)
		}
	}
	return r, a
}

// AppendText appends the rating on one line.
func (r Rating) AppendText(dst []byte) []byte {
	dst = fmt.Appendf(dst, "%s, %d complete, %d of them apart", sticksText(r.Optimum), r.Shapes, r.Packed)
	if !r.Known {
		return fmt.Appendf(dst, ", %d nodes", r.Nodes)
	}
	switch {
	case !r.Complete:
		dst = fmt.Appendf(dst, ", more than %d solutions", r.Solutions)
	case r.Solutions == 1:
		dst = append(dst, ", one solution"...)
	default:
		dst = fmt.Appendf(dst, ", %d solutions", r.Solutions)
	}
	return fmt.Appendf(dst, ", %d forced, %d never needed, %d nodes", len(r.Forced), len(r.NeverNeeded), r.Nodes)
}

// AppendJSON appends "optimum":…,"shapes":…,"packed":…,"solutions":…,
// "solutions_complete":…,"forced":[…],"never_needed":[…],"nodes":…; what a limit
// left unknown is null.
func (r Rating) AppendJSON(dst []byte) []byte {
	dst = fmt.Appendf(dst, `"optimum":%d,"shapes":%d,"packed":%d,"solutions":`, r.Optimum, r.Shapes, r.Packed)
	if r.Known {
		dst = fmt.Appendf(dst, `%d,"solutions_complete":%t,"forced":`, r.Solutions, r.Complete)
		dst = puzzle.AppendInts(dst, r.Forced)
		dst = puzzle.AppendInts(append(dst, `,"never_needed":`...), r.NeverNeeded)
	} else {
		dst = append(dst, `null,"solutions_complete":null,"forced":null,"never_needed":null`...)
	}
	return fmt.Appendf(dst, `,"nodes":%d`, r.Nodes)
}
