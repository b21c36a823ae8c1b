package sudoku

import (
	"context"
	"math/bits"
	"slices"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// Solve counts the solutions of p up to its MaxSolutions and returns the only
// one, or the first in lexicographic order. An answer with status unknown has
// the best grid found so far, if any; the count is then what was found. The
// same puzzle always gives the same answer and the same numbers of nodes.
//
// Memory is fixed: 20 KB for 9x9, at most half a megabyte for 36x36. The time
// for 9x9 is some microseconds to milliseconds; for the larger sizes there is no
// bound worth the name, so give a limit. Solve panics when p is not as its
// documentation says.
func Solve(ctx context.Context, p *Puzzle, limits budget.Limits) puzzle.Answer {
	return new(solver).solve(ctx, p, limits)
}

// kernel is what solving asks of a search. It has a base position, from which
// its searches start.
type kernel interface {
	// load makes the givens the base, together with what follows from them. It
	// is false when they contradict each other.
	load(givens []uint8) bool
	// search counts solutions until it has found most of them, or all, which
	// exhausted tells.
	search(w *work, most int64) (found int64, exhausted bool, err error)
	// probe asks whether there is a solution with digit d on cell c.
	probe(w *work, c, d int) (bool, error)
	// solution returns the first solution of the last search or probe that found
	// one; it is overwritten by the next.
	solution() []uint8
	// options returns the digits that cell c may have in the base, as bits.
	options(c int) uint64
	// fix adds digit d on cell c to the base, which has such a solution.
	fix(c, d int)
}

// work counts the nodes of a search, all passes together.
type work struct {
	meter               budget.Meter
	generated, expanded uint64
	due                 uint64 // the count of generated at which to poll
	effort              int    // spent since the last poll, in steps
}

// stepsBetweenPolls is some milliseconds of work.
const stepsBetweenPolls = 1 << 18

// spend notes work that may be much for a node, and polls when it adds up.
func (w *work) spend(steps int) error {
	if w.effort += steps; w.effort < stepsBetweenPolls {
		return nil
	}
	return w.poll()
}

func (w *work) poll() (err error) {
	w.effort = 0
	w.due, err = w.meter.Poll(budget.Progress{
		Generated: w.generated, Expanded: w.expanded, Lower: puzzle.None, Upper: puzzle.None,
	})
	return err
}

// solver keeps the kernels between puzzles.
type solver struct {
	work    work
	kernels [MaxBox + 1]kernel // by the side of the box
}

// Solve implements [puzzle.Solver].
func (s *solver) Solve(ctx context.Context, inst puzzle.Instance, limits budget.Limits) puzzle.Answer {
	return s.solve(ctx, inst.(*Puzzle), limits)
}

func (s *solver) kernel(box int) kernel {
	if s.kernels[box] == nil {
		if box == 3 {
			s.kernels[box] = newKernel9()
		} else {
			s.kernels[box] = newKernelN(box)
		}
	}
	return s.kernels[box]
}

func (s *solver) solve(ctx context.Context, p *Puzzle, limits budget.Limits) puzzle.Answer {
	if err := p.validate(); err != nil {
		panic(err)
	}
	w := &s.work
	*w = work{meter: budget.NewMeter(ctx, limits)}
	k := s.kernel(p.Box)

	var g *Grid
	count := puzzle.Count{Valid: true}
	err := w.poll()
	if err == nil {
		if k.load(p.Givens) {
			count.N, count.Complete, err = k.search(w, p.maxSolutions())
		} else {
			count.Complete = true
		}
	}
	if count.N > 0 {
		g = &Grid{Box: p.Box, Cells: slices.Clone(k.solution()), Letters: p.Letters}
		// A count that stopped early says nothing of the order, even at one.
		if err == nil && !(count.N == 1 && count.Complete) {
			err = makeFirst(k, w, g.Cells)
		}
		g.count, g.first = count, err == nil
	}
	return w.answer(g, count, err)
}

func (w *work) answer(g *Grid, count puzzle.Count, err error) puzzle.Answer {
	ans := puzzle.Answer{
		Cost:       puzzle.None,
		LowerBound: puzzle.None,
		Count:      count,
		Generated:  w.generated,
		Expanded:   w.expanded,
	}
	if g != nil {
		ans.Solution = g
	}
	switch {
	case err != nil:
		ans.Limit = budget.Name(err)
	case g != nil:
		ans.Status = puzzle.Solved
	default:
		ans.Status = puzzle.Infeasible
	}
	return ans
}

// makeFirst turns cells, a solution of the kernel's base, into the first in
// lexicographic order. It keeps this true: cells is a solution, and no solution
// is smaller up to the cell that is looked at. When a limit stops it, cells is
// still a solution.
func makeFirst(k kernel, w *work, cells []uint8) error {
	for c := range cells {
		options := k.options(c)
		if options&(options-1) == 0 {
			continue // it is in the base already
		}
		smaller := options & (1<<(cells[c]-1) - 1)
		if smaller != 0 {
			w.expanded++
		}
		for ; smaller != 0; smaller &= smaller - 1 {
			w.generated++
			if w.generated >= w.due {
				if err := w.poll(); err != nil {
					return err
				}
			}
			found, err := k.probe(w, c, bits.TrailingZeros64(smaller))
			if err != nil {
				return err
			}
			if found {
				copy(cells, k.solution())
				break
			}
		}
		k.fix(c, int(cells[c])-1)
	}
	return nil
}
