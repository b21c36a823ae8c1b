package knights

import (
	"context"
	"encoding/json"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// TestRate holds the measures against the twin.
func TestRate(t *testing.T) {
	twice(t, 100, func(t rapid.TB, draw func(lo, hi int) int) {
		b := drawBoard(t, draw, 12, draw(0, 1)*draw(0, 30))
		w := twin{b.Rows, b.Cols}
		_, s := squares(string(b.AppendNative(nil)))
		_, target := squares(string(b.appendPosition(nil, b.Target)))
		depth := w.depths(target, -1)
		got, a := Rate(context.Background(), b, budget.Limits{})
		if _, ok := depth[s]; !ok {
			wantInfeasible(t, b, a)
			if got != (Rating{}) {
				t.Fatalf("%+v", got)
			}
			return
		}
		wantSolved(t, b, a, depth[s])
		_, count := w.shortest(depth, s, 0)
		if got.Length != depth[s] || got.Solutions.Int64() != count || got.Positions != w.onShortest(depth, s) {
			t.Fatalf("%s to %s: %+v", w.text(s), w.text(target), got)
		}
		ways, right, forced, before := 0, 0, 0, ""
		for i, good := range w.choices(depth, s) {
			n, next := 0, ""
			w.neighbours(s, func(j int, u string) {
				if u != before {
					n++
				}
				if (Square{j / w.cols, j % w.cols}) == good[0] {
					next = u
				}
			})
			if i == 0 && (got.First != n || got.WrongFirst != n-len(good)) {
				t.Fatalf("%s to %s: %+v, %d first moves, %d right", w.text(s), w.text(target), got, n, len(good))
			}
			ways, right, forced = ways+n, right+len(good), forced+b2i(len(good) == 1)
			before, s = s, next
		}
		if got.Forced != forced || math.Abs(got.Branching*float64(got.Length)-float64(ways)) > 1e-9 || math.Abs(got.Optimal*float64(ways)-float64(right)) > 1e-9 {
			t.Fatalf("%s: %+v; %d forced, %d ways, %d right", w.text(target), got, forced, ways, right)
		}
	})
}

func TestRatingText(t *testing.T) {
	for _, test := range []struct{ board, text, json string }{
		{
			sample, "7 moves, one shortest solution through 8 positions, 5 of 6 first moves wrong, 7 moves forced, branching 3.57, 28% of it optimal",
			`"length":7,"optimal_solutions":1,"positions":8,"first_moves":6,"wrong_first_moves":5,"forced_moves":7,"branching":3.5714,"optimal_share":0.2800`,
		},
		{
			classic, "0 moves, one shortest solution",
			`"length":0,"optimal_solutions":1,"positions":1,"first_moves":0,"wrong_first_moves":0,"forced_moves":0,"branching":0.0000,"optimal_share":0.0000`,
		},
	} {
		r, _ := Kind.(puzzle.Rater).Rate(t.Context(), Kind.NewSolver(), mustParse(t, test.board, ""), budget.Limits{})
		if got := string(r.AppendText(nil)); got != test.text {
			t.Errorf("%s: %s", test.board, got)
		}
		if got := string(r.AppendJSON(nil)); got != test.json || !json.Valid([]byte("{"+got+"}")) {
			t.Errorf("%s: %s", test.board, got)
		}
	}
	uncounted := Rating{Length: 3}
	if got := string(uncounted.AppendText(nil)); got != "3 moves, whose shortest solutions could not be counted" {
		t.Error(got)
	}
	if got := uncounted.AppendJSON(nil); !json.Valid([]byte("{" + string(got) + "}")) {
		t.Errorf("%s", got)
	}
	if r, a := Kind.(puzzle.Rater).Rate(t.Context(), Kind.NewSolver(), mustParse(t, deep, ""), budget.Limits{Nodes: 100}); r != nil || a.Limit != "nodes" {
		t.Errorf("%v, %v", r, a)
	}
}
