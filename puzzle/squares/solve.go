package squares

import (
	"context"
	"math/bits"
	"slices"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/hitting"
	"github.com/deepen-go/deepen/puzzle"
)

// Solve finds the fewest sticks to take away and proves that they are, or says
// how far it came when a limit stopped it. The answer's nodes are those of the
// engine: elements taken in the branch and bound, decisions in the core-guided
// search; for unit cells on a large board, searches for augmenting paths. It
// panics when the grid is not valid.
//
// The judge's sizes (up to 5x5) take microseconds, 8x8 milliseconds, 12x12 up to a
// second or so; the time grows steeply from there.
func Solve(ctx context.Context, g *Grid, limits budget.Limits) puzzle.Answer {
	return new(solver).Solve(ctx, g, limits)
}

// solver keeps memory between instances.
type solver struct {
	board board
	bits  hitting.Bits
	words []uint64
}

func (v *solver) Solve(ctx context.Context, inst puzzle.Instance, limits budget.Limits) puzzle.Answer {
	g := inst.(*Grid)
	g.must()
	v.board.reset(g)
	var small bool
	if v.words, small = v.board.words(v.words[:0]); small {
		return v.small(ctx, limits)
	}
	if v.board.Shapes == Unit {
		return v.unit(ctx, limits)
	}
	return v.large(ctx, limits)
}

// small solves the board as words.
func (v *solver) small(ctx context.Context, limits budget.Limits) puzzle.Answer {
	r := v.bits.Solve(ctx, v.words, limits)
	removal := make(Removal, 0, r.Size())
	for m := r.Taken; m != 0; m &= m - 1 {
		removal = append(removal, bits.TrailingZeros64(m)+1)
	}
	return answer(removal, r.Lower, r.Err, r.Generated, r.Expanded)
}

// answer puts an answer together. An error is a limit that came before the
// proof.
func answer(best Removal, lower int, err error, generated, expanded uint64) puzzle.Answer {
	a := puzzle.Answer{
		Status: puzzle.Solved, Cost: len(best), LowerBound: lower, Solution: best,
		Generated: generated, Expanded: expanded,
	}
	if lower < len(best) {
		a.Status, a.Limit = puzzle.Unknown, budget.Name(err)
	}
	return a
}

// Limits of what is listed: sticks of all shapes together at the start, shapes
// that join in a round, and, when memory is limited, bytes for each stick (what
// the engine says it needs, and the list itself).
const (
	listSticks    = 1 << 20
	listRound     = 2000
	bytesPerStick = 40
)

// large solves the board for the smallest shapes, as many as may be listed. If
// the solution leaves other shapes complete, some of them join the list, and
// so on: the list is always a part of the puzzle, so its optimum is a lower
// bound, and if its solution leaves nothing, that is an optimum of the whole
// (the implicit hitting set method; Moreno-Centeno and Karp, 2013). Squares up
// to 41x41 and rectangles up to 19x19 are listed completely.
func (v *solver) large(ctx context.Context, limits budget.Limits) puzzle.Answer {
	room := listSticks
	if limits.Memory > 0 {
		room = int(min(int64(room), limits.Memory/bytesPerStick))
	}
	return v.rounds(ctx, limits, room)
}

// rounds is large with the given room for sticks at the start.
func (v *solver) rounds(ctx context.Context, limits budget.Limits, room int) puzzle.Answer {
	b := &v.board
	p := &pace{meter: budget.NewMeter(ctx, limits)}
	best, lower := b.comb(), b.apart()
	sets, complete := b.list(p, room)
	if p.err != nil {
		return answer(best, lower, p.err, 0, 0)
	}
	var (
		err   error
		spent budget.Progress
		first = !complete // a round that stops at any solution, to have one
		inner []byte      // where the engine was, if it had the same list
	)
	if limits.Resume != nil {
		if best, lower, spent, inner, err = b.resume(p, best, lower, limits.Resume); err != nil {
			return puzzle.Answer{Cost: puzzle.None, LowerBound: puzzle.None, Limit: budget.Name(err)}
		}
		first = false
	}
	resumed := spent.Generated
	for lower < len(best) {
		left := limits
		left.Resume, inner = inner, nil
		if limits.Nodes > 0 {
			if spent.Generated >= limits.Nodes {
				err = budget.ErrNodes
				break
			}
			left.Nodes -= spent.Generated
		}
		if first {
			left.Nodes = 1
		}
		if limits.Save != nil {
			left.Save = func(engine func() []byte) {
				limits.Save(func() []byte {
					if !complete { // the list is another one next time
						return b.saved(best, lower, spent, nil)
					}
					return b.saved(best, lower, spent, engine())
				})
			}
		}
		if limits.Report != nil {
			left.Report = func(p budget.Progress) {
				p.Generated += spent.Generated
				p.Expanded += spent.Expanded
				p.Lower = max(p.Lower, lower)
				if !complete || p.Upper < 0 { // the engine's best may leave shapes
					p.Upper = len(best)
				}
				limits.Report(p)
			}
		}
		r := hitting.Solve(ctx, &hitting.Problem{Elements: b.Sticks(), Sets: sets}, left)
		spent.Generated += r.Generated
		resumed += r.Resumed
		spent.Expanded += r.Expanded
		lower = max(lower, r.Lower)
		var more [][]int32
		if r.Elements != nil {
			removal := Removal(r.Elements)
			if !complete {
				p.grace = graceSteps
				more, removal = b.finish(p, removal)
			}
			if removal != nil && len(removal) < len(best) {
				best = removal
			}
		}
		if err = r.Err; err == nil || first && err == budget.ErrNodes {
			err = p.err
		}
		if err != nil {
			break
		}
		first = false
		sets = append(sets, more...)
	}
	a := answer(best, lower, err, spent.Generated, spent.Expanded)
	a.Resumed = resumed
	return a
}

// slab hands out lists that lie one after another in blocks, so that many short
// ones cost few allocations, and none of them is large.
type slab struct{ block []int32 }

const slabBlock = 1 << 13

// sticks returns the sticks of the shape's border.
func (a *slab) sticks(b *board, s shape) []int32 {
	n := len(a.block)
	if cap(a.block)-n < s.size() {
		a.block, n = make([]int32, 0, slabBlock), 0
	}
	a.block = b.appendSticks(a.block, s)
	return a.block[n:len(a.block):len(a.block)]
}

// list returns the smallest complete shapes, room sticks together at the most,
// and whether they are all of them. They are of no use when the pace has an
// error.
func (b *board) list(p *pace, room int) (sets [][]int32, complete bool) {
	complete = true
	var a slab
	b.each(p, func(s shape) bool {
		if room -= s.size(); room < 0 {
			complete = false
			return false
		}
		sets = append(sets, a.sticks(b, s))
		return true
	})
	return sets, complete
}

// comb returns the horizontal or the vertical sticks, whichever are fewer:
// taking them away leaves no shape for sure.
func (b *board) comb() Removal {
	horizontal, vertical := Removal{}, Removal{}
	for s := 1; s <= b.Sticks(); s++ {
		switch {
		case !b.there[s]:
		case (s-1)%(2*b.Cols+1) < b.Cols:
			horizontal = append(horizontal, s)
		default:
			vertical = append(vertical, s)
		}
	}
	if len(horizontal) < len(vertical) {
		return horizontal
	}
	return vertical
}

// apart returns a lower bound: the complete unit cells of one colour of a
// chessboard share no stick, so each of them needs one of its own.
func (b *board) apart() int {
	var cells [2]int
	for r := range b.Rows {
		for c := range b.Cols {
			if b.whole(r, c) {
				cells[(r+c)%2]++
			}
		}
	}
	return max(cells[0], cells[1])
}

// graceSteps is what finish may do when the context has ended: to look once at
// each place of a shape on the largest board, some milliseconds.
const graceSteps = 5 << 20

// finish takes the sticks away and returns shapes that are then left, the first
// listRound of them, and a removal that leaves none: of each shape that is still
// complete it takes the stick that is in most of those that it looks at
// together. The removal is nil if the pace stops it before.
func (b *board) finish(p *pace, taken Removal) (more [][]int32, removal Removal) {
	defer b.reset(b.Grid)
	b.take(taken)
	removal = slices.Clone(taken)
	var (
		a    slab
		left [][]int32 // seen and still to be hit; more is the first lot
	)
	hit := func() {
		if more == nil {
			more = left
		}
		removal = b.hit(left, removal)
		left = nil
	}
	// Taking sticks away completes no shape, so one look at each is enough.
	b.each(p, func(s shape) bool {
		if left = append(left, a.sticks(b, s)); len(left) == listRound {
			hit()
		}
		return true
	})
	hit()
	if p.err != nil && p.grace <= 0 {
		return more, nil
	}
	slices.Sort(removal)
	return more, removal
}

// hit takes a stick of each of the shapes away and appends them to removal.
func (b *board) hit(shapes [][]int32, removal Removal) Removal {
	count := make([]int, b.Sticks()+1)
	for _, set := range shapes {
		for _, s := range set {
			count[s]++
		}
	}
	for _, set := range shapes {
		most := set[0]
		hit := false
		for _, s := range set {
			hit = hit || !b.there[s]
			if count[s] > count[most] {
				most = s
			}
		}
		if !hit {
			b.there[most] = false
			removal = append(removal, int(most))
		}
	}
	b.measure()
	return removal
}
