package knights

import (
	"context"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/search"
)

const (
	// idaNodes is what IDA* may generate before the search from both ends takes
	// over: enough for most boards within 16 moves, and a millisecond or two.
	idaNodes = 1 << 17
	// smallSpace is the number of states up to which the search from both ends
	// starts at once: seeing them all costs less than idaNodes.
	smallSpace = 1 << 17
)

// Solve finds the fewest moves of b. Generated and expanded are the nodes of
// both searches together.
func Solve(ctx context.Context, b *Board, limits budget.Limits) puzzle.Answer {
	return (&solver{}).Solve(ctx, b, limits)
}

// solver keeps the jumps of the last board's size.
type solver struct {
	rows, cols int
	jumps      [][]uint8
}

// Solve implements puzzle.Solver.
func (s *solver) Solve(ctx context.Context, inst puzzle.Instance, limits budget.Limits) puzzle.Answer {
	b := inst.(*Board)
	if s.rows != b.Rows || s.cols != b.Cols {
		s.rows, s.cols, s.jumps = b.Rows, b.Cols, jumps(b.Rows, b.Cols)
	}
	a := puzzle.Answer{Cost: puzzle.None, LowerBound: puzzle.None}
	if b.MaxMoves == 0 && b.Start != b.Target {
		return exceeded(a, 0)
	}
	maxCost := max(b.MaxMoves, 0) // the engines' word for no limit is 0
	canPack := b.Rows*b.Cols <= maxPacked
	lower := 0

	if !canPack || spaceExceeds(b, smallSpace) {
		r, spent := s.ida(ctx, b, search.IDAOptions{MaxCost: maxCost}, limits, canPack)
		add(&a, r.Generated, r.Expanded, r.Iterations)
		if r.Status != search.Stopped || !spent {
			return finish(a, b, r.Status, r.Lower, r.Err, func() Moves { return movesOf(b, r.Path) })
		}
		lower = r.Lower
	}

	graph := &packed{s.jumps}
	r := search.Bidirectional(ctx, graph, pack(b.Start), pack(b.Target), maxCost, left(limits, &a, lower))
	add(&a, r.Generated, r.Expanded, r.Iterations)
	lower = max(lower, r.Lower)
	if r.Err != budget.ErrMemory || limits.Nodes > 0 && a.Generated >= limits.Nodes {
		return finish(a, b, r.Status, lower, r.Err, func() Moves {
			m := make(Moves, len(r.Path))
			for i, p := range r.Path {
				m[i] = b.square(unpack(p).Blank)
			}
			return m
		})
	}

	// Memory is spent: IDA* goes on from what is proven, until another limit.
	i, _ := s.ida(ctx, b, search.IDAOptions{MaxCost: maxCost, Threshold: lower}, left(limits, &a, lower), false)
	add(&a, i.Generated, i.Expanded, i.Iterations)
	return finish(a, b, i.Status, i.Lower, i.Err, func() Moves { return movesOf(b, i.Path) })
}

// ida runs IDA*. With brief it stops after idaNodes; spent then tells that this,
// and no limit of the caller, stopped it.
func (s *solver) ida(ctx context.Context, b *Board, opt search.IDAOptions, limits budget.Limits, brief bool) (r search.Result[int32], spent bool) {
	if brief && (limits.Nodes == 0 || limits.Nodes > idaNodes) {
		limits.Nodes, spent = idaNodes, true
	}
	root := node{white: b.Start.White, blank: uint8(b.Start.Blank), last: noSquare}
	r = search.IDAStar(ctx, newSingle(b, s.jumps), root, opt, limits)
	return r, spent && budget.Name(r.Err) == "nodes"
}

// left returns what is left of limits after the searches of a, which must have
// left a node. Its reports go on from a and the proven lower bound.
func left(limits budget.Limits, a *puzzle.Answer, lower int) budget.Limits {
	if limits.Nodes > 0 {
		limits.Nodes -= a.Generated
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

func add(a *puzzle.Answer, generated, expanded uint64, iterations []budget.Iteration) {
	a.Generated += generated
	a.Expanded += expanded
	a.Iterations = append(a.Iterations, iterations...)
}

func finish(a puzzle.Answer, b *Board, s search.Status, lower int, err error, moves func() Moves) puzzle.Answer {
	switch s {
	case search.Found:
		m := moves()
		a.Status, a.Solution, a.Cost, a.LowerBound = puzzle.Solved, m, len(m), len(m)
	case search.Exhausted:
		a.Status = puzzle.Infeasible
	case search.Exceeded:
		a = exceeded(a, b.MaxMoves)
	case search.Stopped:
		a.Limit, a.LowerBound = budget.Name(err), lower
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

// spaceExceeds reports whether a board of b's size and numbers of knights has
// more than limit positions: squares times the ways to choose the white ones
// among the rest.
func spaceExceeds(b *Board, limit int) bool {
	n := b.Rows * b.Cols
	states := n
	for i := range min(b.Start.whites(), n-1-b.Start.whites()) {
		states = states * (n - 1 - i) / (i + 1) // n * C(n-1, i+1)
		if states > limit {
			return true
		}
	}
	return false
}
