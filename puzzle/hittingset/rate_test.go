package hittingset

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// TestRatePath: a path of edges, whose smallest covers can be listed by hand.
func TestRatePath(t *testing.T) {
	for _, test := range []struct {
		text string
		want Rating
	}{
		// 1 - 2 - 3 - 4 - 5: only 2 and 4
		{"p hs 6 4\n1 2\n2 3\n3 4\n4 5\n", Rating{Optimum: 2, Elements: 6, Sets: 4, Packed: 2, Known: true, Solutions: 1, Complete: true, Forced: 2, Useless: 4}},
		// 1 - 2 - 3 - 4: 2 with 3, 1 with 3, 2 with 4
		{"p hs 4 3\n1 2\n2 3\n3 4\n", Rating{Optimum: 2, Elements: 4, Sets: 3, Packed: 2, Known: true, Solutions: 3, Complete: true}},
		{"p hs 2 0\n", Rating{Elements: 2, Known: true, Solutions: 1, Complete: true, Useless: 2}},
	} {
		p, err := Parse(test.text)
		if err != nil {
			t.Fatal(err)
		}
		got, ans := Rate(background, p, budget.Limits{})
		if ans.Status != puzzle.Solved {
			t.Fatalf("%v", ans)
		}
		got.Nodes = 0
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q: %s", test.text, diff)
		}
	}
}

func TestRateLimits(t *testing.T) {
	rater := Kind.(puzzle.Rater)
	p := Uniform(rand.New(rand.NewPCG(1, 2)), 200, 500, 5)
	if r, ans := rater.Rate(background, nil, p, budget.Limits{Nodes: 10}); r != nil || ans.Status != puzzle.Unknown {
		t.Errorf("%v, %v", r, ans)
	}
	none := &Problem{Elements: 1, Sets: [][]int32{{}}}
	if r, ans := rater.Rate(background, nil, none, budget.Limits{}); r != nil || ans.Status != puzzle.Infeasible {
		t.Errorf("%v, %v", r, ans)
	}
}

func TestRatingText(t *testing.T) {
	r := Rating{Optimum: 2, Elements: 6, Sets: 4, Packed: 1, Nodes: 9}
	for _, test := range []struct{ got, want string }{
		{string(r.AppendText(nil)), "2 of 6 elements, 4 sets, 1 of them apart, 9 nodes"},
		{string(r.AppendJSON(nil)), `"optimum":2,"elements":6,"sets":4,"packed":1,"solutions":null,"solutions_complete":null,"forced":null,"useless":null,"nodes":9`},
	} {
		if test.got != test.want {
			t.Errorf("%s, want %s", test.got, test.want)
		}
	}
	r.Known, r.Complete, r.Solutions, r.Forced, r.Useless = true, true, 3, 1, 2
	if got, want := string(r.AppendText(nil)), "2 of 6 elements, 4 sets, 1 of them apart, 3 solutions, 1 forced, 2 useless, 9 nodes"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
