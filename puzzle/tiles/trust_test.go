package tiles

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/deepen-go/deepen/internal/trust"
	"github.com/deepen-go/deepen/puzzle"
)

// known is a size of boards with the twin's distances of all states, or, if
// within is not 0, of those that are so near the goal.
type known struct {
	twin
	within int
	depth  func() map[string]int // made when it is wanted
}

// knownSizes are those that the comparison draws from; the first half are
// complete.
var knownSizes = func() (sizes []*known) {
	for _, k := range []known{
		{twin{2, 2}, 0, nil}, {twin{2, 3}, 0, nil}, {twin{3, 2}, 0, nil}, {twin{2, 4}, 0, nil}, {twin{4, 2}, 0, nil}, {twin{3, 3}, 0, nil},
		{twin{2, 5}, 14, nil}, {twin{3, 4}, 14, nil}, {twin{4, 3}, 14, nil}, {twin{4, 4}, 13, nil}, {twin{3, 6}, 11, nil}, {twin{5, 5}, 10, nil},
	} {
		k.depth = sync.OnceValue(func() map[string]int {
			if k.within == 0 {
				return k.depths()
			}
			return k.near(k.within)
		})
		sizes = append(sizes, &k)
	}
	return sizes
}()

// near are the distances of the states that are within most moves of the goal.
func (w twin) near(most int) map[string]int {
	depth := map[string]int{w.goal(): 0}
	for queue := []string{w.goal()}; len(queue) > 0 && depth[queue[0]] < most; queue = queue[1:] {
		for _, m := range w.moves(queue[0]) {
			if _, ok := depth[m.to]; !ok {
				depth[m.to] = depth[queue[0]] + 1
				queue = append(queue, m.to)
			}
		}
	}
	return depth
}

// trusted is a board, and what knows the truth of it.
type trusted struct {
	*Board
	*known
}

// trustBoard draws a board: of the complete sizes any, also those that have no
// solution, of the others one near the goal.
func trustBoard(rng *rand.Rand) trusted {
	k := knownSizes[5] // half of them 3x3
	if rng.IntN(2) == 0 {
		k = knownSizes[rng.IntN(len(knownSizes))]
	}
	state := []byte(k.goal())
	if k.within == 0 && rng.IntN(4) > 0 {
		rng.Shuffle(len(state), func(i, j int) { state[i], state[j] = state[j], state[i] })
		if rng.IntN(2) == 0 && !k.board(string(state)).Solvable() { // else half of them had no solution
			i := slices.Index(state, 1)
			j := slices.Index(state, 2)
			state[i], state[j] = state[j], state[i]
		}
	} else {
		steps := rng.IntN(25)
		if k.within > 0 {
			steps = rng.IntN(k.within + 1)
		}
		for last := ""; steps > 0; steps-- {
			ms := slices.DeleteFunc(k.moves(string(state)), func(m twinMove) bool { return m.to == last })
			last, state = string(state), []byte(ms[rng.IntN(len(ms))].to)
		}
	}
	b := k.board(string(state))
	b.Heuristic = heuristics[rng.IntN(len(heuristics))]
	if b.cells() > 16 && b.Heuristic == PDB {
		b.Heuristic = Auto // its table takes seconds
	}
	if rng.IntN(4) == 0 {
		b.All = 1 + rng.IntN(3)
	}
	return trusted{b, k}
}

// TestTrust holds Solve with each heuristic against the twin's distances.
func TestTrust(t *testing.T) {
	trust.Run(t, trust.Comparison[trusted]{
		Name: "tiles",
		What: "status, length, first solution, number of solutions, with the four heuristics; all distances up to 3x3, on larger boards those near the goal",
		Few:  2000,
		Draw: trustBoard,
		Text: func(w trusted) string {
			return fmt.Sprintf("%s --size %dx%d --heuristic %v, all %d (0: not asked)", w.AppendNative(nil), w.Rows, w.Cols, w.Heuristic, w.All)
		},
		New: compareTiles,
	})
}

func compareTiles() trust.Comparer[trusted] {
	solvers := map[twin]*Solver{} // one a size, as each keeps its tables
	return func(w trusted) (labels []string, err error) {
		slow := w.within == 0 && w.cells() > 8 || w.cells() > 9 && w.Heuristic == PDB // a table of a second
		if testing.Short() && slow {
			return []string{"status: not compared"}, nil
		}
		s := solvers[w.twin]
		if s == nil {
			s = NewSolver()
			if w.twin == (twin{4, 4}) && !testing.Short() {
				s = newSolver4()
			}
			solvers[w.twin] = s
		}
		a := solve(s, w.Board)
		_, state := twinOf(w.Board)
		labels = []string{fmt.Sprintf("size: %dx%d", w.Rows, w.Cols), "heuristic: " + w.Heuristic.String(), "status: solved"}
		d, ok := w.depth()[state]
		if ok {
			labels = append(labels, trust.Span("moves", d, 5))
		} else {
			labels[2] = "status: infeasible"
		}
		return labels, w.disagree(a, state, d, ok)
	}
}

// disagree says in what the answer is wrong when d is the distance, if there is a
// solution.
func (w trusted) disagree(a puzzle.Answer, state string, d int, solvable bool) error {
	said := fmt.Sprintf("%v, cost %d, lower bound %d, limit %q, count %+v, list %v", a, a.Cost, a.LowerBound, a.Limit, a.Count, a.List)
	if !solvable {
		if a.Status != puzzle.Infeasible || a.Cost != puzzle.None || a.LowerBound != puzzle.None || a.Limit != "" || a.Solution != nil {
			return fmt.Errorf("%s; it is infeasible", said)
		}
		return nil
	}
	first := w.first(w.depth(), state)
	if a.Status != puzzle.Solved || a.Cost != d || a.LowerBound != d || a.Limit != "" || !slices.Equal(a.Solution.(Moves), first) {
		return fmt.Errorf("%s; the first solution is %s", said, first.AppendText(nil))
	}
	if v := Check(w.Board, a); v.Outcome != puzzle.Accepted {
		return fmt.Errorf("%s: %s", said, v.Reason)
	}
	if w.All == 0 {
		return nil
	}
	n := w.count(w.depth(), state)
	if a.Count != (puzzle.Count{Valid: true, N: int64(n), Complete: true}) || len(a.List) != min(int(n), w.All) || !slices.Equal(a.List[0].(Moves), first) {
		return fmt.Errorf("%s; there are %d solutions", said, n)
	}
	return nil
}
