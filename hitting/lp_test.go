package hitting

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
)

// TestLinearProgramme holds the bounds against the linear programme, which
// somebody else's simplex solves: a packing is at most its optimum, the ascent at
// most that rounded up, and that is at most the size of a smallest hitting set.
func TestLinearProgramme(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, 20)
		if len(p.Sets) == 0 {
			return
		}
		// fewest x with A x - slack = 1, all at least 0
		m, n := len(p.Sets), p.Elements
		a := mat.NewDense(m, n+m, nil)
		b, cost := make([]float64, m), make([]float64, n+m)
		for s, set := range p.Sets {
			for _, e := range set {
				a.Set(s, int(e)-1, 1)
			}
			a.Set(s, n+s, -1)
			b[s] = 1
		}
		for e := range n {
			cost[e] = 1
		}
		least, _, err := lp.Simplex(cost, a, b, 1e-9, nil)
		if err != nil {
			t.Skip(err) // gonum gives up on some degenerate ones
		}
		const close = 1e-6
		c, pace := whole(t, p)
		packed, err := c.pack(pace)
		if err != nil {
			t.Fatal(err)
		}
		ascent, err := c.ascent(pace)
		if err != nil {
			t.Fatal(err)
		}
		best, _, err := Packing(background, p, budget.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		most := 1
		for _, occ := range c.occ {
			most = max(most, len(occ))
		}
		if float64(ascent) > math.Ceil(least-close) || ascent < (m+most-1)/most {
			t.Fatalf("ascent %d, linear programme %g, counting %d over %d", ascent, least, m, most)
		}
		r := Solve(background, p, budget.Limits{})
		if float64(len(packed)) > least+close || float64(len(best)) > least+close || len(packed) > len(best) || !r.Proven || float64(len(r.Elements)) < math.Ceil(least-close) {
			t.Fatalf("%d packed, %d at most; linear programme %g; optimum %d", len(packed), len(best), least, len(r.Elements))
		}
	})
}
