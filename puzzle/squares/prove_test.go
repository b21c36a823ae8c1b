package squares

import (
	"context"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// count counts the steps of a proof, and says whether it has ended.
type count struct {
	last  int
	ended bool
}

func (c *count) next() int                              { c.last++; return c.last }
func (c *count) Implied([]int) int                      { return c.next() }
func (c *count) Dominated(int, int) int                 { return c.next() }
func (c *count) Count(int, []int, int) (only, also int) { return c.next(), c.next() }
func (c *count) Combine([]int, []int, []int, int) int   { return c.next() }
func (c *count) Forget([]int)                           {}
func (c *count) Solution([]int) int                     { return c.next() }
func (c *count) Contradiction(int)                      { c.ended = true }

var prover = Kind.(puzzle.Prover)

// TestProve holds the answers against those without a proof. That the proofs are
// right is for package proof/check and the command's scripts.
func TestProve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &Grid{
			Rows: rapid.IntRange(1, 5).Draw(t, "rows"), Cols: rapid.IntRange(1, 5).Draw(t, "columns"),
			Shapes: Shapes(rapid.IntRange(0, 2).Draw(t, "shapes")),
		}
		for s := 1; s <= g.Sticks(); s++ {
			if rapid.IntRange(0, 9).Draw(t, "gone") == 0 {
				g.Gone = append(g.Gone, s)
			}
		}
		elements, sets, err := prover.HittingSet(g)
		if err != nil || elements != g.Sticks() {
			t.Fatalf("%d elements, %v", elements, err)
		}
		log := &count{last: len(sets)}
		got := prover.Prove(context.Background(), g, budget.Limits{}, log)
		want := Solve(context.Background(), g, budget.Limits{})
		if got.Status != puzzle.Solved || got.Cost != want.Cost || got.LowerBound != want.Cost || !log.ended {
			t.Fatalf("%+v, ended %t; want cost %d", got, log.ended, want.Cost)
		}
		if v := Check(g, got); v.Outcome != puzzle.Accepted {
			t.Fatal(v.Reason)
		}
	})
}

func TestProveStopped(t *testing.T) {
	g := &Grid{Rows: 9, Cols: 9}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, test := range []struct {
		ctx    context.Context
		limits budget.Limits
	}{{ctx, budget.Limits{}}, {context.Background(), budget.Limits{Nodes: 1}}} {
		var log count
		a := prover.Prove(test.ctx, g, test.limits, &log)
		if a.Status != puzzle.Unknown || a.LowerBound > 42 || a.Cost < 42 || log.ended {
			t.Errorf("%+v, ended %t", a, log.ended)
		}
		if v := Check(g, a); v.Outcome != puzzle.Accepted {
			t.Error(v.Reason)
		}
	}
}

func TestProveTooLarge(t *testing.T) {
	g := &Grid{Rows: 40, Cols: 40, Shapes: Rectangles}
	if _, _, err := prover.HittingSet(g); err == nil || !strings.HasPrefix(err.Error(), "the board has too many rectangles for a proof") {
		t.Errorf("%v", err)
	}
	defer func() {
		if err, ok := recover().(error); !ok || errors.Unwrap(err) != nil {
			t.Errorf("no panic with the error, but %v", err)
		}
	}()
	prover.Prove(context.Background(), g, budget.Limits{}, new(count))
}
