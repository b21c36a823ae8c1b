package mayan

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// Rating is how hard a board is when it is to be cleared in the fewest moves. To
// win means to clear it in just so many. The right and the left move that swap the
// same two blocks are one move here.
type Rating struct {
	Fewest int // moves of a shortest solution
	// Slack is how many of the moves that the board allows can be wasted: its
	// number less the fewest; -1 when that number is left open.
	Slack   int
	Cascade int // rounds of vanishing after the move of the first solution that has most
	// Counted tells whether the rest is known; a limit may come first.
	Counted   bool
	Solutions uint64 // distinct shortest solutions; the largest number stands for more
	First     int    // first moves that change the board
	Winning   int    // and those of them after which one can still win
	// DeadEnds[k-1] is the share, among the different boards after k moves, of those
	// from which one can no longer win. It ends before the last move, or before the
	// number of boards at a depth passes mostBoards.
	DeadEnds []float64
}

// mostBoards is the most boards that Rate keeps at one depth: 64 MiB of them.
const mostBoards = 1 << 20

// Rate solves b for the fewest moves, whatever its mode, and rates it. When the
// answer, which is returned with it, is not solved, the rating is empty. Beyond
// the time of solving, it takes time and memory for the boards that can be reached
// in all but one of the fewest moves.
func Rate(ctx context.Context, b *Board, limits budget.Limits) (Rating, puzzle.Answer) {
	return new(solver).rate(ctx, b, limits)
}

func (s *solver) rate(ctx context.Context, b *Board, limits budget.Limits) (Rating, puzzle.Answer) {
	fewest := *b
	fewest.mode = Min
	ans := s.Solve(ctx, &fewest, limits)
	if ans.Status != puzzle.Solved {
		return Rating{}, ans
	}
	r := Rating{Fewest: ans.Cost, Slack: -1, Cascade: cascade(b, ans.Solution.(Moves))}
	if b.moves != NoLimit {
		r.Slack = b.moves - ans.Cost
	}
	if limits.Nodes > 0 {
		if limits.Nodes -= min(limits.Nodes, ans.Generated); limits.Nodes == 0 {
			return r, ans
		}
	}
	r.Counted = s.ways(ctx, &fewest, ans.Cost, limits).rate(&r) == nil
	return r, ans
}

// cascade returns the most rounds of vanishing after a move.
func cascade(b *Board, moves Moves) (most int) {
	now := newPlain(b)
	for _, m := range moves {
		now.drag(m)
		rounds := 0
		for now.fall(); now.vanish(); now.fall() {
			rounds++
		}
		most = max(most, rounds)
	}
	return most
}

// ways counts the ways in which boards can be cleared in just so many moves, where
// no fewer suffice for the first of them.
type ways struct {
	search *search
	root   words
	n      int
	known  map[way]uint64
	bytes  int64
	meter  budget.Meter
	at     budget.Progress
	due    uint64
}

type way struct {
	b words
	r int
}

// ways prepares for a board that needs n moves.
func (s *solver) ways(ctx context.Context, b *Board, n int, limits budget.Limits) *ways {
	c := &ways{search: &s.search, root: packWords(b), n: n, known: make(map[way]uint64), meter: budget.NewMeter(ctx, limits)}
	c.search.w = len(b.columns)
	c.search.dist.reset(c.search.w, b.height, n)
	c.at = budget.Progress{Lower: n, Upper: n}
	return c
}

// rate fills in what is counted. The error is that of a limit.
func (c *ways) rate(r *Rating) (err error) {
	if r.Solutions, err = c.count(c.root, c.n); err != nil {
		return err
	}
	if r.First, r.Winning, err = c.firstMoves(); err != nil {
		return err
	}
	level := map[words]struct{}{c.root: {}}
	for k := 1; k < c.n; k++ {
		if level, err = c.next(level); err != nil {
			return err
		}
		if level == nil {
			return nil
		}
		dead := 0
		for b := range level {
			n, err := c.count(b, c.n-k)
			if err != nil {
				return err
			}
			if n == 0 {
				dead++
			}
		}
		r.DeadEnds = append(r.DeadEnds, float64(dead)/float64(len(level)))
	}
	return nil
}

// firstMoves counts the first moves there are and those that still win.
func (c *ways) firstMoves() (all, winning int, err error) {
	if c.n == 0 {
		return 0, 0, nil
	}
	c.root.each(c.search.w, func(child words) bool {
		all++
		var n uint64
		if n, err = c.count(child, c.n-1); n > 0 {
			winning++
		}
		return err == nil
	})
	return all, winning, err
}

// next returns the boards one move on, or nil when they are too many.
func (c *ways) next(level map[words]struct{}) (map[words]struct{}, error) {
	next := make(map[words]struct{})
	var err error
	for b := range level {
		b.each(c.search.w, func(child words) bool {
			next[child] = struct{}{}
			err = c.step()
			return err == nil && len(next) <= mostBoards
		})
		switch {
		case err != nil:
			return nil, err
		case len(next) > mostBoards:
			return nil, nil
		case !c.meter.Fits(c.bytes + bytesAKey*int64(len(next))):
			return nil, budget.ErrMemory
		}
	}
	return next, nil
}

// bytesAKey is about what a map takes for each board.
const bytesAKey = 160

// count returns the number of ways to clear b in r moves.
func (c *ways) count(b words, r int) (uint64, error) {
	switch {
	case b == (words{}) && r == 0:
		return 1, nil
	case b == (words{}) || r == 0:
		return 0, nil
	}
	if n, ok := c.known[way{b, r}]; ok {
		return n, nil
	}
	nd := node{b: b}
	sum := uint64(0)
	if c.search.measure(&nd, r) {
		var err error
		b.each(c.search.w, func(child words) bool {
			var n uint64
			if err = c.step(); err == nil {
				n, err = c.count(child, r-1)
			}
			if sum += n; sum < n {
				sum = math.MaxUint64
			}
			return err == nil
		})
		if err != nil {
			return 0, err
		}
	}
	if c.bytes += bytesAKey; !c.meter.Fits(c.bytes) {
		return 0, budget.ErrMemory
	}
	c.known[way{b, r}] = sum
	return sum, nil
}

// step counts a move.
func (c *ways) step() (err error) {
	if c.at.Generated++; c.at.Generated >= c.due {
		c.due, err = c.meter.Poll(c.at)
	}
	return err
}

// each calls f with the board after each move that changes b, in order, until it
// returns false.
func (b *words) each(w int, f func(words) bool) {
	for x := 0; x < w; x++ {
		full := filled(b[x])
		var swaps, right, left uint64
		if x+1 < w {
			right = full &^ filled(b[x+1])
			swaps, _, _ = b.swaps(x, w)
		}
		if x > 0 {
			left = full &^ filled(b[x-1])
		}
		for rows := swaps | right | left; rows != 0; rows &= rows - 1 {
			row := rows & -rows
			p := bits.TrailingZeros64(row) - 3
			if row&(swaps|right) != 0 {
				child := *b
				if row&swaps != 0 {
					child.swap(x, p)
				} else {
					child.drop(x, p, x+1)
				}
				child.settle(w)
				if !f(child) {
					return
				}
			}
			if row&left != 0 {
				child := *b
				child.drop(x, p, x-1)
				child.settle(w)
				if !f(child) {
					return
				}
			}
		}
	}
}

// AppendText appends the rating on one line.
func (r Rating) AppendText(dst []byte) []byte {
	dst = append(dst, plural(r.Fewest, "move")...)
	if r.Slack >= 0 {
		dst = fmt.Appendf(dst, ", %d can be wasted", r.Slack)
	}
	dst = fmt.Appendf(dst, ", longest cascade %d", r.Cascade)
	if !r.Counted {
		return append(dst, "; a limit came before the shortest solutions were counted"...)
	}
	dst = fmt.Appendf(dst, ", %s, %d of %d first moves win", plural64(r.Solutions, "shortest solution"), r.Winning, r.First)
	for k, share := range r.DeadEnds {
		if k == 0 {
			dst = append(dst, ", dead ends"...)
		}
		dst = fmt.Appendf(dst, " %.1f%%", 100*share)
	}
	return dst
}

// AppendJSON appends "length":…,"slack":…,"cascade":…,"optimal_solutions":…,
// "first_moves":…,"winning_first_moves":…,"dead_ends":[…]; slack is null when the
// number of moves is open, and what follows the cascade when a limit came first.
func (r Rating) AppendJSON(dst []byte) []byte {
	dst = fmt.Appendf(dst, `"length":%d,"slack":`, r.Fewest)
	if r.Slack < 0 {
		dst = append(dst, "null"...)
	} else {
		dst = fmt.Appendf(dst, "%d", r.Slack)
	}
	dst = fmt.Appendf(dst, `,"cascade":%d,`, r.Cascade)
	if !r.Counted {
		return append(dst, `"optimal_solutions":null,"first_moves":null,"winning_first_moves":null,"dead_ends":null`...)
	}
	dst = fmt.Appendf(dst, `"optimal_solutions":%d,"first_moves":%d,"winning_first_moves":%d,"dead_ends":[`, r.Solutions, r.First, r.Winning)
	for k, share := range r.DeadEnds {
		if k > 0 {
			dst = append(dst, ',')
		}
		dst = fmt.Appendf(dst, "%.4f", share)
	}
	return append(dst, ']')
}

func plural(n int, what string) string { return plural64(uint64(n), what) }

func plural64(n uint64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Rate implements puzzle.Rater.
func (kind) Rate(ctx context.Context, s puzzle.Solver, inst puzzle.Instance, limits budget.Limits) (puzzle.Rating, puzzle.Answer) {
	r, ans := s.(*solver).rate(ctx, inst.(*Board), limits)
	if ans.Status != puzzle.Solved {
		return nil, ans
	}
	return r, ans
}
