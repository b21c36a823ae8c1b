package mayan

import (
	"fmt"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// literalWays counts by the letter of the rules; a swap counts once, as its right
// move, and a swap of equal blocks not at all.
func literalWays(b plain, n int) (ways uint64) {
	if b.empty() || n == 0 {
		if b.empty() && n == 0 {
			return 1
		}
		return 0
	}
	b.distinct(func(next plain) { ways += literalWays(next, n-1) })
	return ways
}

func (b plain) distinct(f func(plain)) {
	b.each(func(m Move, next plain) bool {
		if !b.wasted(m) && (m.G > 0 || b.at(m.X-1, m.Y) == 0) {
			f(next)
		}
		return false
	})
}

func TestRateAgainstLiteral(t *testing.T) {
	p, s := fixedPick(9), new(solver)
	solved := 0
	for range 400 {
		in := p.board(Min, p(3, 5), p(2, 6), p(1, 2), 3)
		r, ans := s.rate(t.Context(), in, budget.Limits{})
		if ans.Status != puzzle.Solved {
			continue
		}
		solved++
		want := Rating{Fewest: ans.Cost, Slack: 3 - ans.Cost, Counted: true}
		start := newPlain(in)
		want.Solutions = literalWays(start, ans.Cost)
		if ans.Cost > 0 {
			start.distinct(func(next plain) {
				want.First++
				if literalWays(next, ans.Cost-1) > 0 {
					want.Winning++
				}
			})
		}
		level := map[string]plain{"": start}
		for k := 1; k < ans.Cost; k++ {
			next := make(map[string]plain)
			for _, b := range level {
				b.distinct(func(n plain) { next[fmt.Sprint(n)] = n })
			}
			level = next
			dead := 0
			for _, b := range level {
				if literalWays(b, ans.Cost-k) == 0 {
					dead++
				}
			}
			want.DeadEnds = append(want.DeadEnds, float64(dead)/float64(len(level)))
		}
		want.Cascade = r.Cascade
		if fmt.Sprint(r) != fmt.Sprint(want) {
			t.Fatalf("%s: %+v, want %+v", in.AppendNative(nil), r, want)
		}
	}
	if solved < 50 {
		t.Errorf("only %d boards have a solution", solved)
	}
}

func TestRateText(t *testing.T) {
	in := mustParse(t, Exact, "4: 1/2 1/2 3 4/3 1/2 4 3 4")
	for _, tt := range []struct {
		limits     budget.Limits
		text, json string
	}{
		{budget.Limits{}, "3 moves, 1 can be wasted, longest cascade 3, 1 shortest solution, 1 of 11 first moves win, dead ends 90.9% 98.4%",
			`"length":3,"slack":1,"cascade":3,"optimal_solutions":1,"first_moves":11,"winning_first_moves":1,"dead_ends":[0.9091,0.9839]`},
		{budget.Limits{Nodes: 40}, "3 moves, 1 can be wasted, longest cascade 3; a limit came before the shortest solutions were counted",
			`"length":3,"slack":1,"cascade":3,"optimal_solutions":null,"first_moves":null,"winning_first_moves":null,"dead_ends":null`},
	} {
		r, _ := Rate(t.Context(), in, tt.limits)
		if text, json := string(r.AppendText(nil)), string(r.AppendJSON(nil)); text != tt.text || json != tt.json {
			t.Errorf("%s\n%s", text, json)
		}
	}
}
