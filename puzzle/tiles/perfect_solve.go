package tiles

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/search"
)

// depths is a complete table in hand.
type depths struct {
	name  string
	space *perfect
	table *search.DepthTable
	most  int // the greatest distance
}

// loadPerfect returns the complete table of a size if it is in the store and
// fits. It builds none.
func (s *Solver) loadPerfect(ctx context.Context, z size, limits budget.Limits) *depths {
	if k := s.known; k != nil && k.space.rows == z.rows && k.space.cols == z.cols {
		return k
	}
	if s.store == nil || z.rows*z.cols > maxPerfect {
		return nil
	}
	meter := budget.NewMeter(ctx, limits)
	for _, cell := range []search.Cell{search.Mod3, search.Byte} {
		t := Perfect{Rows: z.rows, Cols: z.cols, Cell: cell}
		stored, space := t.stored()
		if size, _ := search.TableSize(space, cell); !meter.Fits(size) {
			continue
		}
		if table, report, ok := stored.Load(ctx, s.store); ok {
			s.known = &depths{t.Name(), space, table, len(report.Histogram) - 1}
			return s.known
		}
	}
	return nil
}

// byPerfect answers from a complete table, if the store has one; it returns false
// when it has none, or one that leads nowhere. The look-ups are no nodes.
func (r *run) byPerfect() bool {
	if r.all || r.board.Heuristic != Auto {
		return false
	}
	k := r.solver.loadPerfect(r.ctx, r.solver.size, r.limits)
	if k == nil {
		return false
	}
	path, ok := k.path(r.board)
	if !ok || len(path) < r.lower {
		return false
	}
	m := movesOf(r.board, path)
	a := &r.answer
	a.Status, a.Solution, a.Cost, a.LowerBound = puzzle.Solved, m, len(m), len(m)
	a.Method = fmt.Sprintf("table %s, loaded: more than %d nodes without it", k.name, briefNodes)
	r.count, r.complete = 1, true
	return true
}

// path returns the operators of the first shortest solution of b: at each board the
// first that leads one move nearer. It returns false when the table is wrong.
func (k *depths) path(b *Board) ([]int32, bool) {
	c := *b
	blank := c.blank()
	row, place := k.space.cell(&c)
	at, ok := k.table.At(row, place)
	goalRow, goalPlace := k.space.cell(goalOf(b.Rows, b.Cols))
	path := []int32{}
	for ok && (row != goalRow || place != goalPlace) {
		ok = false
		for _, op := range k.space.ops[blank] {
			cell := blank + steps(c.Cols)[op]
			c.Tiles[blank], c.Tiles[cell] = c.Tiles[cell], 0
			toRow, toPlace := k.space.cell(&c)
			if d, reached := k.table.At(toRow, toPlace); reached && k.table.Nearer(at, d) && len(path) < k.most {
				row, place, at, blank, ok = toRow, toPlace, d, cell, true
				path = append(path, op)
				break
			}
			c.Tiles[cell], c.Tiles[blank] = c.Tiles[blank], 0
		}
	}
	return path, ok
}

// goalOf returns the goal.
func goalOf(rows, cols int) *Board {
	b := &Board{Rows: rows, Cols: cols}
	for i := range b.cells() {
		b.Tiles[i] = uint8(i)
	}
	return b
}

// exactCells is the most cells of a board for which generating by depth builds the
// complete table, in a fraction of a second.
const exactCells = 10

// drawDepth returns a board of exactly that depth by a complete table: on small boards
// drawn evenly, on larger ones by walking down from a board that is deep enough. It
// returns false when it has no table.
func (s *Solver) drawDepth(ctx context.Context, rng *rand.Rand, z size, depth int, limits budget.Limits) (*Board, bool, error) {
	if z.rows*z.cols > exactCells {
		k := s.loadPerfect(ctx, z, limits)
		if k == nil {
			return nil, false, nil
		}
		b, err := k.drawBelow(ctx, rng, depth)
		return b, true, err
	}
	if s.exact == nil || s.exact.space.rows != z.rows || s.exact.space.cols != z.cols {
		t := Perfect{Rows: z.rows, Cols: z.cols, Cell: search.Byte}
		stored, space := t.stored()
		limits.Nodes = 0
		table, report, err := search.BuildTable(ctx, space, t.Cell, stored.Row, stored.Place, limits)
		if err != nil {
			return nil, false, err
		}
		s.exact = &exact{depths{t.Name(), space, table, len(report.Histogram) - 1}, report.Histogram}
	}
	b, err := s.exact.draw(rng, depth)
	return b, true, err
}

// exact is a table of bytes with its histogram.
type exact struct {
	depths
	histogram []uint64
}

// draw returns one of the boards of a depth.
func (e *exact) draw(rng *rand.Rand, depth int) (*Board, error) {
	if depth > e.most {
		return nil, e.tooDeep(depth)
	}
	n := rng.Uint64N(e.histogram[depth])
	for row := range e.space.Rows() {
		for place := range e.space.Len(row) {
			if d, _ := e.table.At(row, place); d != depth {
				continue
			}
			if n == 0 {
				return e.space.board(row, place), nil
			}
			n--
		}
	}
	return nil, ErrDepth // not of a right table
}

// tooDeep is the error of a depth that no board has.
func (k *depths) tooDeep(depth int) error {
	return fmt.Errorf("%w: %dx%d, %d moves; the deepest boards need %d", ErrDepth, k.space.rows, k.space.cols, depth, k.most)
}

// drawTries is how many boards drawBelow looks at, in seconds.
const drawTries = 1 << 18

// drawBelow draws boards until one is deep enough.
func (k *depths) drawBelow(ctx context.Context, rng *rand.Rand, depth int) (*Board, error) {
	if depth > k.most {
		return nil, k.tooDeep(depth)
	}
	for range drawTries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b := Generate(rng, k.space.rows, k.space.cols)
		path, ok := k.path(b)
		if !ok {
			break
		}
		if len(path) >= depth {
			steps, err := Frames(b, movesOf(b, path))
			if err != nil {
				return nil, err
			}
			return &steps[len(path)-depth].Board, nil
		}
	}
	return nil, fmt.Errorf("%w: %dx%d, %d moves", ErrDepth, k.space.rows, k.space.cols, depth)
}
