package hittingset

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

var background = context.Background()

// drawProblem draws a problem, now and then with an empty set.
func drawProblem(t *rapid.T, elements, sets int) *Problem {
	p := &Problem{Elements: rapid.IntRange(0, elements).Draw(t, "elements")}
	element := rapid.Int32Range(1, int32(max(p.Elements, 1)))
	for range rapid.IntRange(0, sets).Draw(t, "sets") {
		size := rapid.IntRange(0, 6)
		if p.Elements == 0 {
			size = rapid.Just(0)
		} else if rapid.IntRange(0, 200).Draw(t, "empty") > 0 {
			size = rapid.IntRange(1, 6)
		}
		n := size.Draw(t, "size")
		p.Sets = append(p.Sets, rapid.SliceOfN(element, n, n).Draw(t, "set"))
	}
	return p
}

// brute tries all choices of elements, and returns the fewest that hit all
// sets, or -1.
func brute(p *Problem) int {
	best := -1
	for chosen := range uint(1) << p.Elements {
		n := bits.OnesCount(chosen)
		if best >= 0 && n >= best {
			continue
		}
		missed := slices.ContainsFunc(p.Sets, func(s []int32) bool {
			return !slices.ContainsFunc(s, func(e int32) bool { return chosen>>(e-1)&1 == 1 })
		})
		if !missed {
			best = n
		}
	}
	return best
}

func TestSolveAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, 10, 14)
		want := brute(p)
		ans := Kind.NewSolver().Solve(background, p, budget.Limits{})
		if v := Kind.Check(p, ans); v.Outcome != puzzle.Accepted {
			t.Fatalf("%s: %s", p, v.Reason)
		}
		if want < 0 != (ans.Status == puzzle.Infeasible) || ans.Cost != want || ans.LowerBound != want {
			t.Fatalf("%s: %v, brute force says %d", p, ans, want)
		}
	})
}

func TestSolveLimits(t *testing.T) {
	p := Uniform(rand.New(rand.NewPCG(1, 2)), 200, 500, 5)
	ans := Solve(background, p, budget.Limits{Nodes: 100})
	if v := Check(p, ans); v.Outcome != puzzle.Accepted {
		t.Fatal(v.Reason)
	}
	if ans.Status != puzzle.Unknown || ans.Limit != "nodes" || ans.LowerBound >= ans.Cost || ans.LowerBound < 1 {
		t.Errorf("%v", ans)
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	ans = Solve(ctx, p, budget.Limits{})
	if ans.Status != puzzle.Unknown || ans.Limit != "interrupt" || ans.Solution != nil || ans.Cost != puzzle.None {
		t.Errorf("%+v", ans)
	}
	ans = Solve(background, &Problem{Elements: 1 << 28}, budget.Limits{Memory: 1 << 20})
	if ans.Status != puzzle.Unknown || ans.Limit != "memory" {
		t.Errorf("%+v", ans)
	}
}

func TestCheck(t *testing.T) {
	p := &Problem{Elements: 4, Sets: [][]int32{{1, 2}, {2, 3}, {4}}}
	impossible := &Problem{Elements: 1, Sets: [][]int32{{1}, {}}}
	solved := func(cost int, s puzzle.Solution) puzzle.Answer {
		return puzzle.Answer{Status: puzzle.Solved, Cost: cost, Solution: s}
	}
	for _, test := range []struct {
		p    *Problem
		ans  puzzle.Answer
		want string
	}{
		{p, solved(2, Chosen{2, 4}), ""},
		{p, solved(3, Chosen{1, 2, 4}), ""}, // whether it is smallest is not asked
		{p, solved(4, nil), ""},
		{p, puzzle.Answer{Status: puzzle.Unknown, Cost: puzzle.None}, ""},
		{impossible, puzzle.Answer{Status: puzzle.Infeasible, Cost: puzzle.None}, ""},
		{p, solved(1, Chosen{2}), "no element of set 3 is chosen"},
		{p, solved(1, Chosen{2, 4}), "cost 1 given, but 2 elements are chosen"},
		{p, solved(3, Chosen{2, 4, 2}), "element 2 is chosen twice"},
		{p, solved(2, Chosen{0, 4}), "element 0 is out of range: the elements are 1 to 4"},
		{p, solved(2, Chosen{5, 4}), "element 5 is out of range: the elements are 1 to 4"},
		{p, solved(5, nil), "cost 5 given, but there are 4 elements"},
		{p, puzzle.Answer{Status: puzzle.Infeasible}, "no solution given, but there is always one: choose all elements"},
		{impossible, solved(1, Chosen{1}), "a solution is given, but set 2 is empty and cannot be hit"},
	} {
		want := puzzle.Verdict{Reason: test.want}
		if test.want != "" {
			want.Outcome = puzzle.WrongAnswer
		}
		if got := Kind.Check(test.p, test.ans); got != want {
			t.Errorf("%v: %+v, want %+v", test.ans, got, want)
		}
	}
}

func TestMustPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic for an element that there is not")
		}
	}()
	Solve(background, &Problem{Elements: 1, Sets: [][]int32{{2}}}, budget.Limits{})
}

// TestResume: a state has the bounds, and is refused for another problem.
func TestResume(t *testing.T) {
	p := Uniform(rand.New(rand.NewPCG(1, 2)), 60, 150, 4)
	var state []byte
	first := Solve(background, p, budget.Limits{Nodes: 2000, Save: func(snapshot func() []byte) { state = snapshot() }})
	if first.Status != puzzle.Unknown || state == nil {
		t.Fatalf("%+v, state of %d bytes", first, len(state))
	}
	again := Solve(background, p, budget.Limits{Nodes: 1000, Resume: state})
	if v := Check(p, again); v.Outcome != puzzle.Accepted || again.Resumed == 0 || again.LowerBound < first.LowerBound || again.Cost > first.Cost {
		t.Errorf("%v, then %+v (%s)", first, again, v.Reason)
	}
	other := Solve(background, &Problem{Elements: 1, Sets: [][]int32{{1}}}, budget.Limits{Resume: state})
	if other.Status != puzzle.Unknown || other.Limit != budget.Name(budget.ErrResume) || other.LowerBound != puzzle.None {
		t.Errorf("%+v", other)
	}
}
