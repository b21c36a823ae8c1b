package knights

import (
	"context"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/search"
)

// idaNodes is what IDA* may generate on a board that is too large for the kernel
// before the search from both ends takes over: enough for most boards within 16
// moves, and a few milliseconds.
const idaNodes = 1 << 17

// Solve finds the fewest moves of b, and the first solution in operator order that
// has as many. Generated and expanded are the nodes of all searches together.
// A board of the original size takes up to 150 MB.
func Solve(ctx context.Context, b *Board, limits budget.Limits) puzzle.Answer {
	return (&solver{}).Solve(ctx, b, limits)
}

// solver keeps the memory of the kernel and of the generator, and a table.
type solver struct {
	kernel kernel
	boards Generator
	tables tables
}

// Solve implements puzzle.Solver.
func (s *solver) Solve(ctx context.Context, inst puzzle.Instance, limits budget.Limits) puzzle.Answer {
	b := inst.(*Board)
	if b.All > 0 {
		all, a := AllSolutions(ctx, b, b.All, limits)
		a.List = make([]puzzle.Solution, len(all.List))
		for i, m := range all.List {
			a.List[i] = m
		}
		return a
	}
	a := puzzle.Answer{Cost: puzzle.None, LowerBound: puzzle.None}
	if b.MaxMoves == 0 && b.Start != b.Target {
		return exceeded(a, 0)
	}
	var r search.Result[int32]
	if limits.Resume != nil {
		state := limits.Resume
		if r.Lower, limits.Resume, r.Err = resume(b, &a, state); r.Err != nil {
			return puzzle.Answer{Cost: puzzle.None, LowerBound: puzzle.None, Limit: budget.Name(r.Err)}
		}
		r.Err = budget.ErrMemory // as when it was saved
		if limits.Nodes > 0 && a.Generated >= limits.Nodes {
			r.Err = budget.ErrNodes
			if limits.Save != nil {
				limits.Save(func() []byte { return state })
			}
		}
	} else {
		first := limits
		first.Save = nil // it is done again when it was stopped
		if fits(b) {
			r, a.Method = s.small(ctx, b, first)
		} else {
			r = both(ctx, b, &a, first)
		}
		add(&a, r)
	}
	if r.Err == budget.ErrMemory && (limits.Nodes == 0 || a.Generated < limits.Nodes) {
		// IDA* needs none. It goes on from what is proven, until another limit.
		r = ida(ctx, b, r.Lower, left(b, limits, &a, r.Lower))
		add(&a, r)
	}
	return finish(a, b, r)
}

// both runs IDA* for a while, whose work it adds to a, and then the search from
// both ends.
func both(ctx context.Context, b *Board, a *puzzle.Answer, limits budget.Limits) search.Result[int32] {
	brief := limits
	if limits.Nodes == 0 || limits.Nodes > idaNodes {
		brief.Nodes = idaNodes
	}
	first := ida(ctx, b, 0, brief)
	if first.Err != budget.ErrNodes || brief.Nodes == limits.Nodes {
		return first
	}
	add(a, first)
	r := search.Bidirectional(ctx, &graph{jumps(b.Rows, b.Cols)}, b.Start, b.Target,
		max(b.MaxMoves, 0), left(b, limits, a, first.Lower))
	r.Lower = max(r.Lower, first.Lower)
	return hops(r)
}

// hops makes a result of positions one of the squares whose knights hop: those
// where the blank is afterwards.
func hops(r search.Result[Position]) search.Result[int32] {
	path := make([]int32, len(r.Path))
	for i, p := range r.Path {
		path[i] = int32(p.Blank)
	}
	return search.Result[int32]{
		Status: r.Status, Path: path, Cost: r.Cost, Lower: r.Lower, Generated: r.Generated,
		Expanded: r.Expanded, Iterations: r.Iterations, Err: r.Err,
	}
}

// ida runs IDA* from a proven lower bound on.
func ida(ctx context.Context, b *Board, lower int, limits budget.Limits) search.Result[int32] {
	root := node{white: b.Start.White, blank: uint8(b.Start.Blank), last: noSquare}
	// The engine's word for no limit is 0.
	options := search.IDAOptions{MaxCost: max(b.MaxMoves, 0), Threshold: lower}
	return search.IDAStar(ctx, newSingle(b, jumps(b.Rows, b.Cols)), root, options, limits)
}

// left returns what is left of limits after the searches of a, which must have
// left a node. Its reports and states go on from a and the proven lower bound.
func left(b *Board, limits budget.Limits, a *puzzle.Answer, lower int) budget.Limits {
	if limits.Nodes > 0 {
		limits.Nodes -= a.Generated
	}
	if save := limits.Save; save != nil {
		before := *a
		limits.Save = func(search func() []byte) {
			save(func() []byte { return saved(b, &before, lower, search()) })
		}
	}
	if report := limits.Report; report != nil {
		generated, expanded := a.Generated, a.Expanded
		limits.Report = func(p budget.Progress) {
			p.Generated += generated
			p.Expanded += expanded
			p.Lower = max(p.Lower, lower)
			report(p)
		}
	}
	return limits
}

func add(a *puzzle.Answer, r search.Result[int32]) {
	a.Generated += r.Generated
	a.Expanded += r.Expanded
	a.Resumed += r.Resumed
	a.Iterations = append(a.Iterations, r.Iterations...)
}

func finish(a puzzle.Answer, b *Board, r search.Result[int32]) puzzle.Answer {
	switch r.Status {
	case search.Found:
		a.Status, a.Solution, a.Cost, a.LowerBound = puzzle.Solved, movesOf(b, r.Path), r.Cost, r.Cost
	case search.Exhausted:
		a.Status = puzzle.Infeasible
	case search.Exceeded:
		a = exceeded(a, b.MaxMoves)
	case search.Stopped:
		a.Limit, a.LowerBound = budget.Name(r.Err), r.Lower
	}
	return a
}

func exceeded(a puzzle.Answer, limit int) puzzle.Answer {
	a.Status, a.Limit, a.LowerBound = puzzle.Infeasible, puzzle.LimitMoves, limit+1
	return a
}

func (b *Board) square(i int) Square { return Square{i / b.Cols, i % b.Cols} }

func movesOf(b *Board, ops []int32) Moves {
	m := make(Moves, len(ops))
	for i, op := range ops {
		m[i] = b.square(int(op))
	}
	return m
}
