package squares

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/internal/trust"
	"github.com/deepen-go/deepen/puzzle"
)

// TestTrust holds Solve against two simple searches.
func TestTrust(t *testing.T) {
	trust.Run(t, trust.Comparison[*Grid]{
		Name: "squares",
		What: "fewest sticks, by words, by lists and (unit cells) by matching; all removals in order of size, above 20 sticks a branch for each stick of a complete shape",
		Few:  3000,
		Draw: trustGrid,
		Text: func(g *Grid) string { return fmt.Sprintf("%s --shapes %s", g, g.Shapes) },
		New:  compareSquares,
	})
}

// mostTried is how many sticks may be there for all removals to be tried, and
// mostBranched for the branches.
const (
	mostTried    = 20
	mostBranched = 44
)

// trustGrid draws a grid of at most 63 sticks, complete or with any share of them
// gone, that is not too much for the simple searches.
func trustGrid(rng *rand.Rand) *Grid {
	g := &Grid{Gone: []int{}, Shapes: Shapes(rng.IntN(3))}
	if rng.IntN(3) > 0 {
		g.Rows = 2 + rng.IntN(4) // the judge's are square
		g.Cols = g.Rows
	} else {
		g.Rows = 1 + rng.IntN(5)
		g.Cols = 1 + rng.IntN((63-g.Rows)/(2*g.Rows+1))
	}
	n := g.Sticks()
	least := max(0, n-mostBranched)
	most := n
	if rng.IntN(2) == 0 {
		most = least + (n-least)/3
	}
	for _, s := range rng.Perm(n)[:least+rng.IntN(most-least+1)] {
		g.Gone = append(g.Gone, s+1)
	}
	slices.Sort(g.Gone)
	return g
}

// TestSimple holds the simple searches against each other.
func TestSimple(t *testing.T) {
	n := 0
	for i := range uint64(1000) {
		g := trustGrid(rand.New(rand.NewPCG(2, i)))
		if g.Sticks()-len(g.Gone) > mostTried {
			continue
		}
		n++
		if a, b := twin(g), branching(g); a != b {
			t.Errorf("%s, %s: %d by all removals, %d by branches", g, g.Shapes, a, b)
		}
	}
	if n < 300 {
		t.Errorf("%d grids", n)
	}
}

func compareSquares() trust.Comparer[*Grid] {
	var one, lists solver
	return func(g *Grid) (labels []string, err error) {
		there := g.Sticks() - len(g.Gone)
		labels = []string{"shapes: " + g.Shapes.String(), trust.Span("sticks left", there, 10), "size: square"}
		if g.Rows != g.Cols {
			labels[2] = "size: oblong"
		}
		simple := branching
		if there <= mostTried {
			simple = twin
		}
		want := simple(g)
		labels = append(labels, trust.Span("fewest", want, 3))
		answers := []puzzle.Answer{one.Solve(background, g, budget.Limits{})}
		lists.board.reset(g)
		answers = append(answers, lists.large(background, budget.Limits{}))
		if g.Shapes == Unit {
			answers = append(answers, lists.unit(background, budget.Limits{}))
		}
		for _, a := range answers {
			if a.Status != puzzle.Solved || a.Cost != want || a.LowerBound != want || a.Limit != "" {
				return labels, fmt.Errorf("%v, lower bound %d, limit %q; %d are right", a, a.LowerBound, a.Limit, want)
			}
			if v := Check(g, a); v.Outcome != puzzle.Accepted {
				return labels, fmt.Errorf("%v: %s", a, v.Reason)
			}
		}
		return labels, nil
	}
}
