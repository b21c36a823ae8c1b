package knights

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/internal/trust"
	"github.com/deepen-go/deepen/puzzle"
)

// trusted is a board, and what knows the truth of it.
type trusted struct {
	*Board
	truth
}

// TestTrust holds Solve against the complete table of the original puzzle. That
// takes ten seconds to build, so an ordinary test has the part of it that is near
// the target, and leaves out the boards beyond.
func TestTrust(t *testing.T) {
	h := readHistograms(t)[0]
	most := everything
	if !trust.Long() {
		most = 14
		h.counts = h.counts[:most+1]
	}
	c := newComplete(5, 5, mustParse(t, classic, "").Target, most)
	if got := c.histogram(); h.target != classic || len(c.depths) != h.states || !slices.Equal(got, h.counts) {
		t.Fatalf("the table has %d positions, at the distances %v; want %d, %v", len(c.depths), got, h.states, h.counts)
	}
	trust.Run(t, trust.Comparison[trusted]{
		Name: "knights 5x5",
		What: "status, cost, first solution, number of solutions; complete table",
		Few:  2000,
		Draw: func(rng *rand.Rand) trusted {
			w := trusted{c.board(), c}
			if rng.IntN(50) == 0 {
				w.Start = c.position(rng.IntN(len(c.depths)))
			} else {
				w.Start = c.wander(rng, c.target, rng.IntN(31))
			}
			w.ask(rng)
			return w
		},
		Text: trusted.text,
		New:  compareKnights,
	})
}

// TestTrustSizes does so for boards of other sizes: complete tables of random
// targets up to 25 squares, and what is near a target on larger boards.
func TestTrustSizes(t *testing.T) {
	small, large := randomTruths(rand.New(rand.NewPCG(5, 6)))
	trust.Run(t, trust.Comparison[trusted]{
		Name: "knights, other sizes",
		What: "status, cost, first solution, number of solutions; complete tables, above 25 squares what is near the target",
		Few:  2000,
		Draw: func(rng *rand.Rand) trusted {
			var w trusted
			if rng.IntN(10) == 0 {
				v := large[rng.IntN(len(large))]
				w = trusted{v.board(), v}
				w.Start = v.wander(rng, v.target, rng.IntN(nearby+1))
			} else {
				c := small[rng.IntN(len(small))]
				w = trusted{c.board(), c}
				w.Start = c.position(rng.IntN(len(c.depths)))
			}
			w.ask(rng)
			return w
		},
		Text: trusted.text,
		New:  compareKnights,
	})
}

// nearby is how far vicinities go.
const nearby = 6

// randomTruths makes tables of random targets on boards of many sizes.
func randomTruths(rng *rand.Rand) (small []*complete, large []*vicinity) {
	target := func(squares, whites int) (p Position) {
		order := rng.Perm(squares)
		p.Blank = order[0]
		for _, i := range order[1 : whites+1] {
			p.White |= 1 << i
		}
		return p
	}
	for _, s := range []struct{ rows, cols, whites, targets int }{
		{1, 1, 0, 1}, {1, 6, 2, 1}, {2, 2, 1, 1}, {2, 5, 4, 2}, {3, 2, 3, 2}, {2, 12, 3, 2}, {12, 2, 20, 1},
		{3, 3, 4, 3}, {3, 3, 2, 2}, {3, 4, 6, 3}, {4, 3, 5, 3}, {3, 5, 7, 3}, {5, 3, 8, 2}, {3, 5, 0, 1}, {3, 7, 4, 2}, {3, 8, 20, 2},
		{4, 4, 8, 4}, {4, 4, 3, 2}, {4, 4, 15, 1}, {4, 5, 4, 2}, {5, 4, 13, 2}, {4, 6, 3, 2}, {6, 4, 20, 1}, {5, 5, 3, 2}, {5, 5, 21, 2}, {5, 5, 24, 1},
	} {
		for range s.targets {
			small = append(small, newComplete(s.rows, s.cols, target(s.rows*s.cols, s.whites), everything))
		}
	}
	for _, s := range [][2]int{{5, 6}, {6, 6}, {3, 9}, {2, 20}, {29, 2}, {6, 9}, {7, 8}, {8, 8}, {4, 16}} {
		n := s[0] * s[1]
		large = append(large, newVicinity(s[0], s[1], target(n, n/2), nearby))
	}
	return small, large
}

// ask chooses what is asked of the board: now and then within a move limit, or
// for the number of all solutions.
func (w *trusted) ask(rng *rand.Rand) {
	const countable = 20 // moves; counting is quick up to here
	switch rng.IntN(8) {
	case 0, 1:
		w.MaxMoves = rng.IntN(25)
	case 2:
		if w.depth(w.Start) <= countable {
			w.All = 1 + rng.IntN(3)
		}
	}
}

func (w trusted) text() string {
	return fmt.Sprintf("%s --target %s, max-moves %d (-1: none), all %d (0: not asked)",
		w.AppendNative(nil), w.appendPosition(nil, w.Target), w.MaxMoves, w.All)
}

func compareKnights() trust.Comparer[trusted] {
	s := Kind.NewSolver()
	return func(w trusted) (labels []string, err error) {
		d := w.depth(w.Start)
		if c, ok := w.truth.(*complete); ok && d < 0 && c.most < everything {
			return []string{"status: not compared"}, nil
		}
		a := s.Solve(context.Background(), w.Board, budget.Limits{})
		labels = []string{"status: solved", fmt.Sprintf("size: %dx%d", w.Rows, w.Cols)}
		switch {
		case d < 0:
			labels[0] = "status: infeasible"
		case w.MaxMoves != NoLimit && d > w.MaxMoves:
			labels[0] = "status: more moves than allowed"
			fallthrough
		default:
			labels = append(labels, trust.Span("moves", d, 5))
		}
		return labels, w.disagree(a, d)
	}
}

// disagree says in what the answer is wrong when d is the distance.
func (w trusted) disagree(a puzzle.Answer, d int) error {
	said := fmt.Sprintf("%v, cost %d, lower bound %d, limit %q, count %+v, list %v", a, a.Cost, a.LowerBound, a.Limit, a.Count, a.List)
	if d < 0 || w.MaxMoves != NoLimit && d > w.MaxMoves {
		exceeded := a.Limit == puzzle.LimitMoves && w.MaxMoves != NoLimit && a.LowerBound == w.MaxMoves+1
		never := a.Limit == "" && a.LowerBound == puzzle.None && d < 0
		if a.Status != puzzle.Infeasible || a.Cost != puzzle.None || a.Solution != nil || !exceeded && !never {
			return fmt.Errorf("%s; the distance is %d", said, d)
		}
		return nil
	}
	first := firstMoves(w, w.Start)
	if a.Status != puzzle.Solved || a.Cost != d || a.LowerBound != d || a.Limit != "" || !slices.Equal(a.Solution.(Moves), first) {
		return fmt.Errorf("%s; the first solution is %s", said, first.AppendText(nil))
	}
	if v := Check(w.Board, a); v.Outcome != puzzle.Accepted {
		return fmt.Errorf("%s: %s", said, v.Reason)
	}
	if w.All == 0 {
		return nil
	}
	n := ways(w, w.Start, map[Position]int64{})
	if a.Count != (puzzle.Count{Valid: true, N: n, Complete: true}) || int64(len(a.List)) != min(n, int64(w.All)) || !slices.Equal(a.List[0].(Moves), first) {
		return fmt.Errorf("%s; there are %d solutions", said, n)
	}
	return nil
}
