package sudoku

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// Solve counts the solutions of p as its Question says and returns the only one,
// the first in lexicographic order, or the one that is asked for. If that is the
// Nth and there are fewer, the status is infeasible, with the limit
// [puzzle.LimitSolutions]. An answer with status unknown has
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
	// probe counts the solutions with digit d on cell c, as search does.
	probe(w *work, c, d int, most int64) (found int64, err error)
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

	start uint64  // the count of generated when the search in hand began
	share float64 // of the search in hand that is done; 0: not known
	// Before and part are the shares of the whole count that were done before the
	// search in hand, and that this is.
	before, part float64

	// For a count of all solutions.
	crew  *budget.Crew // nil: it gets no helpers
	quiet budget.Meter // for helpers
}

// begin notes that a search begins which is all there is to do.
func (w *work) begin() { w.start, w.share, w.before, w.part = w.generated, 0, 0, 1 }

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
	p := budget.Progress{Generated: w.generated, Expanded: w.expanded, Lower: puzzle.None, Upper: puzzle.None}
	if w.share > 0 {
		p.Done = w.generated - w.start
		p.Total = max(p.Done, uint64(float64(p.Done)/w.share))
	}
	w.due, err = w.meter.Poll(p)
	return err
}

// solver keeps the kernels between puzzles.
type solver struct {
	work    work
	kernels [MaxBox + 1]kernel // by the side of the box
	reuse   *Grid              // what the next answer goes into; nil: a new one
}

// Solve implements [puzzle.Solver].
func (s *solver) Solve(ctx context.Context, inst puzzle.Instance, limits budget.Limits) puzzle.Answer {
	return s.solve(ctx, inst.(*Puzzle), limits)
}

// Reuse implements [puzzle.Reuser].
func (s *solver) Reuse() { s.reuse = new(Grid) }

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
	count, err := s.count(ctx, p, limits)
	w, k := &s.work, s.kernels[p.Box]
	var g *Grid
	if count.N > 0 && (err != nil || count.N >= p.Nth) {
		if g = s.reuse; g == nil {
			g = new(Grid)
		}
		*g = Grid{Box: p.Box, Cells: append(g.Cells[:0], k.solution()...), Letters: p.Letters, count: count, random: p.Random}
		if err == nil {
			g.rank, err = choose(k, w, &p.Question, count, g.Cells)
		}
	}
	return w.answer(g, count, err)
}

// count counts the solutions of p. The kernel of its size then has the first one
// found.
func (s *solver) count(ctx context.Context, p *Puzzle, limits budget.Limits) (count puzzle.Count, err error) {
	if err := p.validate(); err != nil {
		panic(err)
	}
	w := &s.work
	*w = work{meter: budget.NewMeter(ctx, limits)}
	if p.most() == math.MaxInt64 && limits.Nodes == 0 { // helpers would not keep to it exactly
		w.crew, w.quiet = limits.Crew, budget.NewMeter(ctx, budget.Limits{})
	}
	k := s.kernel(p.Box)
	count.Valid = true
	if err := w.poll(); err != nil {
		return count, err
	}
	if !k.load(p.Givens) {
		count.Complete = true
		return count, nil
	}
	count.N, count.Complete, err = k.search(w, p.most())
	return count, err
}

// choose turns cells, a solution of the kernel's base, into the one that is asked
// for, and returns its place in lexicographic order. When a limit stops it, cells
// is still a solution.
func choose(k kernel, w *work, q *Question, count puzzle.Count, cells []uint8) (rank int64, err error) {
	switch {
	case count.N == 1 && count.Complete:
		return 1, nil // a count that stopped early says nothing of the order, even at one
	case q.Random:
		rank = rand.New(rand.NewPCG(q.Seed, 0)).Int64N(count.N) + 1
	default:
		rank = max(1, q.Nth)
	}
	if rank == 1 {
		err = makeFirst(k, w, cells)
	} else {
		err = makeNth(k, w, cells, rank)
	}
	if err != nil {
		return 0, err
	}
	return rank, nil
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
		if count.N > 0 {
			ans.Limit = puzzle.LimitSolutions
		}
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
			found, err := k.probe(w, c, bits.TrailingZeros64(smaller), 1)
			if err != nil {
				return err
			}
			if found > 0 {
				copy(cells, k.solution())
				break
			}
		}
		k.fix(c, int(cells[c])-1)
	}
	return nil
}

// makeNth turns cells into the solution of the kernel's base that has the given
// rank in lexicographic order; there are so many. It keeps this true: rank is that
// among the solutions of the base. What it costs is counting them up to the rank.
func makeNth(k kernel, w *work, cells []uint8, rank int64) error {
	for c := range cells {
		options := k.options(c)
		if options&(options-1) != 0 {
			w.expanded++
		}
		for ; options&(options-1) != 0; options &= options - 1 {
			w.generated++
			if w.generated >= w.due {
				if err := w.poll(); err != nil {
					return err
				}
			}
			found, err := k.probe(w, c, bits.TrailingZeros64(options), rank)
			if err != nil {
				return err
			}
			if found >= rank {
				break
			}
			rank -= found
		}
		k.fix(c, bits.TrailingZeros64(options))
	}
	for c := range cells {
		cells[c] = uint8(bits.TrailingZeros64(k.options(c)) + 1)
	}
	return nil
}
