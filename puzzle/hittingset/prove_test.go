package hittingset

import (
	"context"
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

// TestProve holds the answers against brute force. That the proofs are right is
// for package proof/check and the command's scripts.
func TestProve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, 10, 14)
		elements, sets, err := prover.HittingSet(p)
		if err != nil || elements != p.Elements || len(sets) != len(p.Sets) {
			t.Fatalf("%d elements, %d sets, %v", elements, len(sets), err)
		}
		log := &count{last: len(sets)}
		got := prover.Prove(background, p, budget.Limits{}, log)
		want := puzzle.Answer{Status: puzzle.Solved, Cost: brute(p)}
		if want.Cost < 0 {
			want = puzzle.Answer{Status: puzzle.Infeasible, Cost: puzzle.None}
		}
		if got.Status != want.Status || got.Cost != want.Cost || !log.ended {
			t.Fatalf("%s: %+v, ended %t; want %+v", p, got, log.ended, want)
		}
		if v := Kind.Check(p, got); v.Outcome != puzzle.Accepted {
			t.Fatalf("%s: %s", p, v.Reason)
		}
	})
}

func TestProveStopped(t *testing.T) {
	p := &Problem{Elements: 5, Sets: [][]int32{{1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 1}}}
	ctx, cancel := context.WithCancel(background)
	cancel()
	var log count
	if a := prover.Prove(ctx, p, budget.Limits{}, &log); a.Status != puzzle.Unknown || a.Limit != "interrupt" || log.ended {
		t.Errorf("%+v, ended %t", a, log.ended)
	}
}
