package squares

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// twinRating finds all smallest removals by trying all sets of sticks.
func twinRating(g *Grid) Rating {
	there, shapes := drawn(g)
	size := twin(g)
	var all []uint64
	for taken := there; ; taken = (taken - 1) & there {
		if bits.OnesCount64(taken) == size && meetsAll(shapes, taken) {
			all = append(all, taken)
		}
		if taken == 0 {
			break
		}
	}
	r := Rating{Optimum: size, Shapes: len(shapes), Known: true, Solutions: min(len(all), MaxSolutions), Complete: len(all) <= MaxSolutions}
	for s := 1; s <= g.Sticks(); s++ {
		n := 0
		for _, taken := range all {
			n += int(taken >> (s - 1) & 1)
		}
		switch {
		case there>>(s-1)&1 == 0:
		case n == 0:
			r.NeverNeeded = append(r.NeverNeeded, s)
		case n == len(all):
			r.Forced = append(r.Forced, s)
		}
	}
	return r
}

func meetsAll(shapes []uint64, taken uint64) bool {
	return !slices.ContainsFunc(shapes, func(m uint64) bool { return m&taken == 0 })
}

func TestRateAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t, 5, 13)
		got, ans := Rate(background, g, budget.Limits{})
		if v := Check(g, ans); v.Outcome != puzzle.Accepted || ans.Status != puzzle.Solved {
			t.Fatalf("%s: %v, %s", g, ans, v.Reason)
		}
		if got.Packed > got.Optimum || got.Packed == 0 && got.Shapes > 0 {
			t.Fatalf("%s: %d packed, optimum %d", g, got.Packed, got.Optimum)
		}
		got.Packed, got.Nodes = 0, 0
		if diff := cmp.Diff(twinRating(g), got); diff != "" {
			t.Fatalf("%s, %s: %s", g, g.Shapes, diff)
		}
	})
}

// TestRateFull: what turns or mirrors the complete board turns or mirrors its
// smallest removals, so a stick is never needed when its images are not.
func TestRateFull(t *testing.T) {
	g := full(4, 4, Squares)
	r, _ := Rate(background, g, budget.Limits{})
	if !r.Known || r.Optimum != 9 || !r.Complete || len(r.Forced) != 0 {
		t.Fatalf("%+v", r)
	}
	for _, s := range r.NeverNeeded {
		x, y, dx, dy := g.place(s)
		turned := g.Vertical(x, 4-y) // a quarter turn
		if dy == 1 {
			turned = g.Horizontal(x, 3-y)
		}
		mirrored := g.Horizontal(y, 3-x)
		if dy == 1 {
			mirrored = g.Vertical(y, 4-x)
		}
		if dx+dy != 1 || !slices.Contains(r.NeverNeeded, turned) || !slices.Contains(r.NeverNeeded, mirrored) {
			t.Errorf("stick %d is never needed, but %d or %d is", s, turned, mirrored)
		}
	}
}

func TestRateLimits(t *testing.T) {
	g := full(7, 7, Squares)
	rater := Kind.(puzzle.Rater)
	if r, ans := rater.Rate(background, Kind.NewSolver(), g, budget.Limits{Nodes: 10}); r != nil || ans.Status != puzzle.Unknown {
		t.Errorf("%v, %v", r, ans)
	}
	nodes := Solve(background, g, budget.Limits{}).Generated
	r, ans := rater.Rate(background, Kind.NewSolver(), g, budget.Limits{Nodes: nodes + 1})
	if ans.Status != puzzle.Solved || r.(Rating).Known {
		t.Errorf("%+v, %v", r, ans)
	}
	if got, want := string(r.AppendJSON(nil)), `"optimum":26,"shapes":140,"packed":`; !cmp.Equal(got[:len(want)], want) {
		t.Error(got)
	}
}

func TestRatingText(t *testing.T) {
	r := Rating{Optimum: 1, Shapes: 3, Packed: 1, Nodes: 5}
	for _, test := range []struct{ got, want string }{
		{string(r.AppendText(nil)), "1 stick, 3 complete, 1 of them apart, 5 nodes"},
		{string(r.AppendJSON(nil)), `"optimum":1,"shapes":3,"packed":1,"solutions":null,"solutions_complete":null,"forced":null,"never_needed":null,"nodes":5`},
	} {
		if test.got != test.want {
			t.Errorf("%s, want %s", test.got, test.want)
		}
	}
	r.Known, r.Complete, r.Solutions, r.Forced = true, true, 1, []int{2, 7}
	if got, want := string(r.AppendText(nil)), "1 stick, 3 complete, 1 of them apart, one solution, 2 forced, 0 never needed, 5 nodes"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := string(r.AppendJSON(nil)), `"optimum":1,"shapes":3,"packed":1,"solutions":1,"solutions_complete":true,"forced":[2,7],"never_needed":[],"nodes":5`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	r.Complete, r.Solutions = false, 1000
	if got, want := string(r.AppendText(nil)), "1 stick, 3 complete, 1 of them apart, more than 1000 solutions, 2 forced, 0 never needed, 5 nodes"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
