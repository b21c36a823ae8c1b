package hittingset

import (
	"context"
	"fmt"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/hitting"
	"github.com/deepen-go/deepen/puzzle"
)

// Rating is how hard a problem is, and how free its solver.
type Rating struct {
	Optimum        int // elements of a smallest hitting set
	Elements, Sets int // of the problem
	Packed         int // sets that share no element: what is plain to see of the bound
	// Known tells that the following are known; a limit may come first.
	Known     bool
	Solutions int  // smallest hitting sets, up to MaxSolutions
	Complete  bool // there are no more
	// Forced is the number of elements that are in every smallest hitting set,
	// and Useless of those that are in none.
	Forced, Useless int
	Nodes           uint64 // of the search for one smallest hitting set
}

// MaxSolutions is the number up to which Rate counts smallest hitting sets.
const MaxSolutions = 1000

// packingNodes is how long the largest packing is looked for.
const packingNodes = 20_000

// Rate solves the problem and rates it. When the answer, which is returned with
// it, is not solved, the rating says nothing. It panics when the problem is not
// valid.
func Rate(ctx context.Context, p *Problem, limits budget.Limits) (Rating, puzzle.Answer) {
	a := Solve(ctx, p, limits)
	if a.Status != puzzle.Solved {
		return Rating{}, a
	}
	r := Rating{Optimum: a.Cost, Elements: p.Elements, Sets: len(p.Sets), Nodes: a.Generated}
	limits.Report = nil
	if limits.Nodes > 0 {
		if limits.Nodes <= a.Generated {
			return r, a
		}
		limits.Nodes -= a.Generated
	}
	few := limits
	if few.Nodes == 0 || few.Nodes > packingNodes {
		few.Nodes = packingNodes
	}
	packed, _, err := hitting.Packing(ctx, (*hitting.Problem)(p), few)
	if err != nil {
		panic(err) // Solve has found the problem valid
	}
	r.Packed = len(packed)
	if all := hitting.AllOptima(ctx, (*hitting.Problem)(p), MaxSolutions, limits); all.Err == nil {
		r.Known = true
		r.Solutions, r.Complete = all.Count, all.Complete
		r.Forced, r.Useless = len(all.Always), len(all.Never)
	}
	return r, a
}

// AppendText appends the rating on one line.
func (r Rating) AppendText(dst []byte) []byte {
	dst = fmt.Appendf(dst, "%d of %d elements, %d sets, %d of them apart", r.Optimum, r.Elements, r.Sets, r.Packed)
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
	return fmt.Appendf(dst, ", %d forced, %d useless, %d nodes", r.Forced, r.Useless, r.Nodes)
}

// AppendJSON appends "optimum":…,"elements":…,"sets":…,"packed":…,
// "solutions":…,"solutions_complete":…,"forced":…,"useless":…,"nodes":…; what a
// limit left unknown is null.
func (r Rating) AppendJSON(dst []byte) []byte {
	dst = fmt.Appendf(dst, `"optimum":%d,"elements":%d,"sets":%d,"packed":%d,`, r.Optimum, r.Elements, r.Sets, r.Packed)
	if r.Known {
		dst = fmt.Appendf(dst, `"solutions":%d,"solutions_complete":%t,"forced":%d,"useless":%d`, r.Solutions, r.Complete, r.Forced, r.Useless)
	} else {
		dst = append(dst, `"solutions":null,"solutions_complete":null,"forced":null,"useless":null`...)
	}
	return fmt.Appendf(dst, `,"nodes":%d`, r.Nodes)
}
