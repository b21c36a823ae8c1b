package hitting

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
)

// TestCover compares the branch and bound for graphs with the core-guided search.
func TestCover(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 45).Draw(t, "elements")
		p := random(rapid.Uint64().Draw(t, "seed"), n, rapid.IntRange(1, 4*n).Draw(t, "sets"), 2)
		c, pace := whole(t, p)
		l, err := newLocal(c.system, pace)
		if err != nil {
			t.Fatal(err)
		}
		c.best = l.best
		pace.progress.Upper = len(c.best)
		v := solving{pace: pace}
		if err := v.cover(c); err != nil {
			t.Fatal(err)
		}
		if want := byCores(t, p, true); c.lower != want || len(c.best) != want || pace.progress.Lower != want || pace.progress.Upper != want {
			t.Fatalf("%d to %d, %+v; want %d", c.lower, len(c.best), pace.progress, want)
		}
		if !hitsAll(p, func(e int32) bool { return contains(c.best, e-1) }) {
			t.Fatalf("%v is no hitting set", c.best)
		}
	})
}

func contains(list []int32, e int32) bool {
	for _, f := range list {
		if e == f {
			return true
		}
	}
	return false
}

// TestCoverLimits: a graph on which the conflicts are not enough, so that the
// limits meet the branch and bound for graphs.
func TestCoverLimits(t *testing.T) {
	p := random(3, 120, 560, 2)
	all := Solve(background, p, budget.Limits{})
	check(t, p, all)
	if !all.Proven {
		t.Fatalf("%+v", all)
	}
	for _, nodes := range []uint64{all.Generated - 1, all.Generated - 1000} {
		r := Solve(background, p, budget.Limits{Nodes: nodes})
		check(t, p, r)
		if !errors.Is(r.Err, budget.ErrNodes) || r.Generated > nodes || r.Lower >= len(r.Elements) || len(r.Elements) != len(all.Elements) {
			t.Errorf("%d nodes: %d to %d, %d generated, %v", nodes, r.Lower, len(r.Elements), r.Generated, r.Err)
		}
	}
	if all.Generated < coverConflicts+1000 || all.Expanded < coverConflicts {
		t.Errorf("%d generated, %d expanded: is this the branch and bound for graphs?", all.Generated, all.Expanded)
	}
}
