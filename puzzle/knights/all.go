package knights

import (
	"context"
	"math"
	"math/big"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/search"
)

// Solutions are the shortest solutions of a board.
type Solutions struct {
	Count *big.Int // how many there are, exactly; nil when that is not known
	List  []Moves  // the first of them, in operator order
	// Choices has, for each hop of the first solution, the squares whose knights
	// could hop there for the number of moves to stay the least: its own first,
	// then the others in operator order. It is nil when Count is.
	Choices [][]Square
	// Positions is how many positions the solutions go through, their ends
	// included. It is 0 when Count is nil.
	Positions int
}

// AllSolutions finds the fewest moves of b, as [Solve] does, counts all solutions
// with that many moves, and lists the first ones in operator order, at most as
// many as list says. The answer's solution is the first.
//
// The count is exact however large it is. The answer's count has it as far as it
// fits there. When a limit stops the counting, but the fewest moves are proven, the
// answer is solved, names the limit, and its count is not complete. There is no
// fall back to a search without memory here.
//
// Counting takes a small part of the time that the search takes; it grows with
// the positions on the solutions, not with their number.
func AllSolutions(ctx context.Context, b *Board, list int, limits budget.Limits) (Solutions, puzzle.Answer) {
	if b.MaxMoves == 0 && b.Start != b.Target {
		r := search.Result[int32]{Status: search.Exceeded}
		return solutions[uint32](b, r, nil, list, nil)
	}
	if !fits(b) {
		g := &graph{jumps(b.Rows, b.Cols)}
		r, paths := search.AllShortest(ctx, g, b.Start, b.Target, max(b.MaxMoves, 0), limits)
		return solutions(b, hops(r), paths, list, func(p Position) int32 { return int32(p.Blank) })
	}
	var k kernel
	r := k.search(ctx, b, endless, limits)
	var paths *search.Paths[uint32]
	if r.Status == search.Found {
		paths, r.Err = k.all(ctx, b, limits)
	}
	return solutions(b, r, paths, list, func(key uint32) int32 { return int32(key >> hopShift) })
}

// solutions turns paths into solutions; blank tells a state's blank.
func solutions[S comparable](b *Board, r search.Result[int32], paths *search.Paths[S], list int, blank func(S) int32) (Solutions, puzzle.Answer) {
	a := puzzle.Answer{Cost: puzzle.None, LowerBound: puzzle.None}
	add(&a, r)
	a = finish(a, b, r)
	a.Count.Valid = true
	switch {
	case a.Status == puzzle.Infeasible:
		a.Count.Complete = true
		return Solutions{Count: new(big.Int)}, a
	case a.Status == puzzle.Unknown:
		return Solutions{}, a
	case paths == nil:
		a.Count.N, a.Limit = 1, budget.Name(r.Err)
		return Solutions{List: []Moves{a.Solution.(Moves)}[:min(max(list, 0), 1)]}, a
	}
	s := Solutions{Count: paths.Count(), Choices: [][]Square{}, Positions: paths.States()}
	for _, states := range paths.Choices() {
		good := make([]Square, len(states))
		for i, p := range states {
			good[i] = b.square(int(blank(p)))
		}
		s.Choices = append(s.Choices, good)
	}
	a.Count.N = math.MaxInt64
	if s.Count.IsInt64() {
		a.Count.N, a.Count.Complete = s.Count.Int64(), true
	}
	if list <= 0 {
		return s, a
	}
	for path := range paths.All() {
		ops := make([]int32, len(path))
		for i, p := range path {
			ops[i] = blank(p)
		}
		if s.List = append(s.List, movesOf(b, ops)); len(s.List) == list {
			break
		}
	}
	return s, a
}
