package squares

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/hitting"
	"github.com/deepen-go/deepen/puzzle"
)

// Wanted is what a generated grid is to be like.
type Wanted struct {
	Rows, Cols int
	Shapes     Shapes
	// Gone is the number of sticks that are gone, or -1: as it comes.
	Gone int
	// Optimum is the number of sticks to take away, or -1: as it comes.
	Optimum int
	// Unique asks for a grid with one smallest removal only.
	Unique bool
}

// ErrWanted reports that no such grid was found.
var ErrWanted = errors.New("no such grid was found")

// wantedTries is how often Generate begins anew.
const wantedTries = 200

// Generate makes a grid as it is wanted. The same rng makes the same grid
// everywhere; the draw is random, but not even.
//
// It takes sticks off the complete grid, one after another in random order. A
// stick less makes the optimum smaller by one or leaves it as it is: with that
// stick in addition, what does for the smaller grid does for the larger. So
// every optimum up to that of the complete grid comes by.
//
// A grid with one smallest removal comes about the other way: sticks that are
// gone are put back, where the optimum stays the same. What does for the grid
// with the stick does without it, so its smallest removals are some of those that
// there were: they become fewer, until one is left or no stick can be put back.
// Then it begins anew.
//
// A limit that is reached gives [budget.ErrNodes] (limits.Nodes counts for each
// of the grids it solves), [budget.ErrMemory] or the context's error; many
// tries in vain give [ErrWanted].
func Generate(ctx context.Context, rng *rand.Rand, w Wanted, limits budget.Limits) (*Grid, error) {
	return new(solver).generate(ctx, rng, w, limits)
}

func (v *solver) generate(ctx context.Context, rng *rand.Rand, w Wanted, limits budget.Limits) (*Grid, error) {
	d := drawing{
		Wanted: w, ctx: ctx, solver: v, rng: rng, limits: limits,
		grid: Grid{Rows: w.Rows, Cols: w.Cols, Shapes: w.Shapes},
	}
	d.grid.must()
	if w.Gone > d.grid.Sticks() {
		return nil, fmt.Errorf("%w: %d sticks cannot be gone, there are %d", ErrWanted, w.Gone, d.grid.Sticks())
	}
	for range wantedTries {
		ok, err := d.try()
		if err != nil {
			return nil, err
		}
		if ok {
			g := d.grid
			return &g, nil
		}
	}
	return nil, fmt.Errorf("%w in %d tries", ErrWanted, wantedTries)
}

// drawing is the grid in the making.
type drawing struct {
	Wanted
	ctx    context.Context
	solver *solver
	rng    *rand.Rand
	limits budget.Limits
	grid   Grid
	order  []int // sticks, in the order in which they are taken off
}

// try makes a grid, and reports whether it is as wanted.
func (d *drawing) try() (bool, error) {
	d.order = d.order[:0]
	for s := 1; s <= d.grid.Sticks(); s++ {
		d.order = append(d.order, s)
	}
	d.rng.Shuffle(len(d.order), func(i, j int) { d.order[i], d.order[j] = d.order[j], d.order[i] })
	n, err := d.first()
	if err != nil || n < 0 {
		return false, err
	}
	d.take(n)
	if d.Unique {
		return d.unique()
	}
	return true, nil
}

// first returns how many sticks are to be taken off at first, or -1 when the
// optimum is out of reach.
func (d *drawing) first() (int, error) {
	if d.Optimum < 0 {
		if d.Gone >= 0 {
			return d.Gone, nil
		}
		return d.rng.IntN(d.grid.Sticks()/2 + 1), nil
	}
	// The optimum falls with the number of sticks: the numbers that give the
	// wanted one are from..to-1.
	from, err := d.search(func(optimum int) bool { return optimum <= d.Optimum })
	if err != nil {
		return -1, err
	}
	to, err := d.search(func(optimum int) bool { return optimum < d.Optimum })
	switch {
	case err != nil || from == to:
		return -1, err
	case d.Gone < 0 || d.Unique: // putting back changes the number anyway
		return from + d.rng.IntN(to-from), nil
	case d.Gone < from || d.Gone >= to:
		return -1, nil
	}
	return d.Gone, nil
}

// search returns the smallest number of sticks to take off for which the optimum
// is as asked, which is one more than there are when it never is.
func (d *drawing) search(as func(optimum int) bool) (int, error) {
	low, high := 0, d.grid.Sticks()+1
	for low < high {
		mid := (low + high) / 2
		d.take(mid)
		optimum, err := d.optimum()
		if err != nil {
			return 0, err
		}
		if as(optimum) {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low, nil
}

// take makes the grid without the first n sticks of the order.
func (d *drawing) take(n int) {
	d.grid.Gone = slices.Sorted(slices.Values(d.order[:n]))
}

func (d *drawing) optimum() (int, error) {
	a := d.solver.Solve(d.ctx, &d.grid, d.limits)
	if a.Status == puzzle.Solved {
		return a.Cost, nil
	}
	if err := d.ctx.Err(); err != nil {
		return 0, err
	}
	if a.Limit == budget.Name(budget.ErrMemory) {
		return 0, budget.ErrMemory
	}
	return 0, budget.ErrNodes
}

// unique puts sticks back until one smallest removal is left, and reports
// whether that was to be had.
func (d *drawing) unique() (bool, error) {
	optimum, err := d.optimum()
	if err != nil {
		return false, err
	}
	back := slices.Clone(d.grid.Gone)
	d.rng.Shuffle(len(back), func(i, j int) { back[i], back[j] = back[j], back[i] })
	for {
		solutions, err := d.solutions()
		switch {
		case err != nil:
			return false, err
		case solutions == 1 && (d.Gone < 0 || len(d.grid.Gone) == d.Gone):
			return true, nil
		case d.Gone >= 0 && len(d.grid.Gone) <= d.Gone:
			return false, nil
		}
		if back, err = d.putBack(back, optimum); err != nil {
			return false, err
		}
		if back == nil {
			return false, nil
		}
	}
}

// putBack puts the first of the sticks back that leaves the optimum as it is,
// and returns those after it; nil when there is none.
func (d *drawing) putBack(back []int, optimum int) ([]int, error) {
	all := d.grid.Gone
	for i, s := range back {
		d.grid.Gone = slices.DeleteFunc(slices.Clone(all), func(t int) bool { return t == s })
		now, err := d.optimum()
		if err != nil {
			return nil, err
		}
		if now == optimum {
			return back[i+1:], nil // those before it would change it still
		}
	}
	return nil, nil
}

// solutions counts the smallest removals up to 2.
func (d *drawing) solutions() (int, error) {
	b := &d.solver.board
	b.reset(&d.grid)
	p := &pace{meter: budget.NewMeter(d.ctx, d.limits)}
	sets, complete := b.list(p, listSticks)
	switch {
	case p.err != nil:
		return 0, p.err
	case !complete:
		return 0, budget.ErrMemory
	}
	limits := d.limits
	limits.Report = nil
	all := hitting.AllOptima(d.ctx, &hitting.Problem{Elements: d.grid.Sticks(), Sets: sets}, 2, limits)
	return all.Count, all.Err
}

var generateOptions = []puzzle.Option{
	{Name: "size", Default: "5", Usage: "rows and columns: N or RxC"},
	{Name: "shapes", Default: Squares.String(), Values: shapeNames, Usage: "what must not be left"},
	{Name: "gone", Usage: "so many `sticks` are gone (default: as it comes)"},
	{Name: "optimum", Usage: "exactly so many `sticks` are to be taken away (default: as it comes)"},
	{Name: "unique", Default: "no", Values: []string{"yes", "no"}, Bare: "yes", Usage: "one smallest removal only"},
}

func wantedOf(s puzzle.Settings) (w Wanted, err error) {
	size := s.String("size", "5")
	g, err := Parse(size + ":")
	if err != nil {
		return w, fmt.Errorf("--size must be N or RxC with numbers from 1 to %d, not %q", MaxSize, size)
	}
	w = Wanted{Rows: g.Rows, Cols: g.Cols, Unique: s.String("unique", "no") == "yes"}
	w.Shapes = Shapes(slices.Index(shapeNames, s.String("shapes", Squares.String())))
	if w.Gone, err = s.Int("gone", -1, 0, g.Sticks()); err != nil {
		return w, err
	}
	w.Optimum, err = s.Int("optimum", -1, 0, g.Sticks())
	return w, err
}
