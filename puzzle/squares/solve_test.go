package squares

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

var background = context.Background()

type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// solved solves a grid and checks the answer by the rules.
func solved(t tester, g *Grid) puzzle.Answer {
	t.Helper()
	ans := Solve(background, g, budget.Limits{})
	if ans.Status != puzzle.Solved || ans.LowerBound != ans.Cost || ans.Limit != "" {
		t.Fatalf("%s: %s, lower bound %d, limit %q", g, ans.Status, ans.LowerBound, ans.Limit)
	}
	if v := Check(g, ans); v.Outcome != puzzle.Accepted {
		t.Fatalf("%s: %s", g, v.Reason)
	}
	return ans
}

func full(rows, cols int, shapes Shapes) *Grid {
	return &Grid{Rows: rows, Cols: cols, Gone: []int{}, Shapes: shapes}
}

func TestTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t, 4, 12)
		if got, want := solved(t, g).Cost, twin(g); got != want {
			t.Fatalf("%s, %s: %d, want %d", g, g.Shapes, got, want)
		}
	})
}

// TestTwinFull compares the complete small grids.
func TestTwinFull(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {1, 2}, {2, 1}, {2, 2}, {1, 5}, {2, 3}, {3, 2}, {7, 1}} {
		for s := range shapeNames {
			g := full(size[0], size[1], Shapes(s))
			if got, want := solved(t, g).Cost, twin(g); got != want {
				t.Errorf("%s, %s: %d, want %d", g, g.Shapes, got, want)
			}
		}
	}
}

// TestBothWays compares the words with the lists: the two ways of solving and
// of encoding.
func TestBothWays(t *testing.T) {
	var words, lists solver
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t, 5, 60)
		words.board.reset(g)
		var small bool
		if words.words, small = words.board.words(words.words[:0]); !small {
			t.Skip("too large")
		}
		lists.board.reset(g)
		a, b := words.small(background, budget.Limits{}), lists.large(background, budget.Limits{})
		if a.Cost != b.Cost || a.Status != puzzle.Solved || b.Status != puzzle.Solved {
			t.Fatalf("%s: %s with words, %s with lists", g, a, b)
		}
		for _, ans := range []puzzle.Answer{a, b} {
			if v := Check(g, ans); v.Outcome != puzzle.Accepted {
				t.Fatalf("%s: %s", g, v.Reason)
			}
		}
	})
}

// TestRounds makes the list of shapes so short that others must join.
func TestRounds(t *testing.T) {
	var v solver
	for _, size := range [][2]int{{4, 4}, {5, 5}, {6, 6}, {3, 9}} {
		for _, shapes := range []Shapes{Squares, Rectangles} {
			g := full(size[0], size[1], shapes)
			want := solved(t, g).Cost
			v.board.reset(g)
			if ans := v.rounds(background, budget.Limits{}, 4*size[0]*size[1]); ans.Status != puzzle.Solved || ans.Cost != want {
				t.Errorf("%s, %s: %s, want %d", g, shapes, ans, want)
			} else if c := Check(g, ans); c.Outcome != puzzle.Accepted {
				t.Errorf("%s, %s: %s", g, shapes, c.Reason)
			}
			for _, nodes := range []uint64{1, 2, 30} {
				ans := v.rounds(background, budget.Limits{Nodes: nodes}, 0)
				if ans.Generated > nodes || ans.Status != puzzle.Solved && ans.Limit != "nodes" || ans.LowerBound > want || ans.Cost < want {
					t.Errorf("%s, %s, %d nodes: %+v", g, shapes, nodes, ans)
				}
				if c := Check(g, ans); c.Outcome != puzzle.Accepted {
					t.Errorf("%s, %s, %d nodes: %s", g, shapes, nodes, c.Reason)
				}
			}
		}
	}
}

// TestFull holds complete grids against what is known of them.
func TestFull(t *testing.T) {
	largest, largestRectangles := 12, 7
	if testing.Short() {
		largest, largestRectangles = 8, 5
	}
	for n := 1; n <= largest; n++ {
		want := (n*n+1)/2 + 1 // the known formula, for n >= 2
		if n == 1 {
			want = 1
		}
		if got := solved(t, full(n, n, Squares)).Cost; got != want {
			t.Errorf("squares, n = %d: %d, want %d", n, got, want)
		}
	}
	for i, want := range []int{1, 3, 7, 11, 18, 25, 34}[:largestRectangles] { // OEIS A178464
		if got := solved(t, full(i+1, i+1, Rectangles)).Cost; got != want {
			t.Errorf("rectangles, n = %d: %d, want %d", i+1, got, want)
		}
	}
	// Unit cells are two at a time: a domino is one stick.
	for _, size := range [][2]int{{1, 1}, {3, 3}, {4, 7}, {20, 21}, {63, 63}, {64, 64}} {
		if got, want := solved(t, full(size[0], size[1], Unit)).Cost, (size[0]*size[1]+1)/2; got != want {
			t.Errorf("unit cells, %dx%d: %d, want %d", size[0], size[1], got, want)
		}
	}
}

// TestUnit compares the matching with the words, and looks at it on large
// boards with gaps.
func TestUnit(t *testing.T) {
	var words, pairs solver
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t, 5, 60)
		g.Shapes = Unit
		words.board.reset(g)
		var small bool
		if words.words, small = words.board.words(words.words[:0]); !small {
			t.Skip("too large")
		}
		pairs.board.reset(g)
		a, b := words.small(background, budget.Limits{}), pairs.unit(background, budget.Limits{})
		if a.Cost != b.Cost || b.Status != puzzle.Solved {
			t.Fatalf("%s: %s with words, %s by matching", g, a, b)
		}
		if v := Check(g, b); v.Outcome != puzzle.Accepted {
			t.Fatalf("%s: %s", g, v.Reason)
		}
	})
	rng := rand.New(rand.NewPCG(3, 4))
	g := full(60, 50, Unit)
	for s := 1; s <= g.Sticks(); s++ {
		if rng.IntN(8) == 0 {
			g.Gone = append(g.Gone, s)
		}
	}
	best := solved(t, g)
	if best.Generated < 3 {
		t.Fatalf("%d searches: too easy for this test", best.Generated)
	}
	ans := Solve(background, g, budget.Limits{Nodes: 2})
	if ans.Status != puzzle.Unknown || ans.Generated != 2 || ans.Cost < best.Cost || ans.LowerBound > best.Cost {
		t.Errorf("2 searches: %+v", ans)
	}
	if v := Check(g, ans); v.Outcome != puzzle.Accepted {
		t.Errorf("2 searches: %s", v.Reason)
	}
}

func TestNothingLeft(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {5, 5}, {8, 8}, {64, 64}, {1, 64}} {
		g := full(size[0], size[1], Squares)
		for s := 1; s <= g.Sticks(); s++ {
			g.Gone = append(g.Gone, s)
		}
		ans := solved(t, g)
		if ans.Cost != 0 || string(ans.Solution.AppendJSON(nil)) != `{"remove":[]}` || ans.String() != "0 sticks" {
			t.Errorf("%dx%d, nothing left: %s", size[0], size[1], ans)
		}
	}
}

type optimum struct {
	N       int   `json:"n"`
	Removed []int `json:"removed"`
	Optimum int   `json:"optimum"`
}

func optima(t *testing.T, file string) (list []optimum) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	for in.Scan() {
		var o optimum
		if err := json.Unmarshal(in.Bytes(), &o); err != nil {
			t.Fatal(err)
		}
		list = append(list, o)
	}
	if len(list) == 0 {
		t.Fatalf("%s is empty", file)
	}
	return list
}

// TestOptima solves the 150 instances whose optima are known.
func TestOptima(t *testing.T) {
	list := optima(t, "testdata/optimum.jsonl")
	if len(list) != 150 {
		t.Fatalf("%d instances, want 150", len(list))
	}
	testOptima(t, list)
}

func TestAllData(t *testing.T) {
	data := os.Getenv("DEEPEN_DATA")
	if data == "" {
		t.Skip("DEEPEN_DATA is not set")
	}
	testOptima(t, optima(t, filepath.Join(data, "squares", "optimum.jsonl")))
}

func testOptima(t *testing.T, list []optimum) {
	s := Kind.NewSolver()
	for _, o := range list {
		if testing.Short() && o.N > 8 {
			continue
		}
		g := &Grid{Rows: o.N, Cols: o.N, Gone: o.Removed}
		ans := s.Solve(background, g, budget.Limits{})
		if ans.Status != puzzle.Solved || ans.Cost != o.Optimum {
			t.Errorf("%s: %s, want %d", g, ans, o.Optimum)
		}
		if v := Check(g, ans); v.Outcome != puzzle.Accepted {
			t.Errorf("%s: %s", g, v.Reason)
		}
	}
}

// TestNodes pins the searches: a change that moves these figures should know
// why.
func TestNodes(t *testing.T) {
	tests := []struct {
		g                   *Grid
		generated, expanded uint64
	}{
		{full(3, 3, Squares), 20, 9},
		{full(4, 4, Squares), 108, 43},
		{full(5, 5, Squares), 353, 141},
		{&Grid{Rows: 5, Cols: 5, Gone: []int{12, 17, 23}}, 69, 31},
		{full(4, 6, Squares), 793, 322},
		{full(8, 8, Squares), 3300, 404},
		{full(5, 5, Rectangles), 3116, 955},
	}
	s := Kind.NewSolver()
	for _, test := range tests {
		for range 2 {
			ans := s.Solve(background, test.g, budget.Limits{})
			if ans.Generated != test.generated || ans.Expanded != test.expanded {
				t.Errorf("%s, %s: generated %d, expanded %d; want %d, %d", test.g, test.g.Shapes,
					ans.Generated, ans.Expanded, test.generated, test.expanded)
			}
			if again := Solve(background, test.g, budget.Limits{}); !slices.Equal(again.Solution.(Removal), ans.Solution.(Removal)) {
				t.Errorf("%s: another answer from another solver", test.g)
			}
		}
	}
}

func TestNodeLimit(t *testing.T) {
	for _, g := range []*Grid{full(5, 5, Squares), full(12, 12, Squares), full(9, 9, Rectangles)} {
		for _, nodes := range []uint64{1, 10, 100} {
			ans := Solve(background, g, budget.Limits{Nodes: nodes})
			if ans.Status != puzzle.Unknown || ans.Limit != "nodes" || ans.Generated != nodes || ans.LowerBound >= ans.Cost {
				t.Errorf("%s, %d nodes: %+v", g, nodes, ans)
			}
			if v := Check(g, ans); v.Outcome != puzzle.Accepted {
				t.Errorf("%s, %d nodes: %s", g, nodes, v.Reason)
			}
		}
	}
}

// TestContext stops large boards before, early and at a deadline: there is
// always an answer, with a removal that is right.
func TestContext(t *testing.T) {
	stopped, cancel := context.WithCancel(background)
	cancel()
	for _, shapes := range []Shapes{Squares, Rectangles} {
		for _, size := range []int{5, 20, 64} {
			g := full(size, size, shapes)
			ans := Solve(stopped, g, budget.Limits{})
			if ans.Status != puzzle.Unknown || ans.Limit != "interrupt" || ans.LowerBound > ans.Cost {
				t.Errorf("%s, %s, cancelled: %s, limit %q", g, shapes, ans.Status, ans.Limit)
			}
			if v := Check(g, ans); v.Outcome != puzzle.Accepted {
				t.Errorf("%s, %s, cancelled: %s", g, shapes, v.Reason)
			}
		}
	}
	for _, wait := range []time.Duration{10 * time.Millisecond, 400 * time.Millisecond} {
		for _, shapes := range []Shapes{Squares, Rectangles} {
			g := full(64, 64, shapes)
			ctx, cancel := context.WithTimeout(background, wait)
			ans := Solve(ctx, g, budget.Limits{})
			cancel()
			if ans.Status != puzzle.Unknown || ans.Limit != "time" || ans.LowerBound > ans.Cost {
				t.Errorf("%s, %s, %s: %s, limit %q", g, shapes, wait, ans.Status, ans.Limit)
			}
			if v := Check(g, ans); v.Outcome != puzzle.Accepted {
				t.Errorf("%s, %s, %s: %s", g, shapes, wait, v.Reason)
			}
		}
	}
}

// countdown is a context that is cancelled when it is asked for the last time.
type countdown struct {
	context.Context
	asked, last int
}

func (c *countdown) Err() error {
	if c.asked++; c.asked >= c.last {
		return context.Canceled
	}
	return nil
}

// never is more often than any test here asks.
const never = 1 << 30

func paced(last int) (*countdown, *pace) {
	ctx := &countdown{Context: background, last: last}
	return ctx, &pace{meter: budget.NewMeter(ctx, budget.Limits{})}
}

// TestPace counts the polls of the phases without nodes against their work, and
// looks at what they do once they have to stop.
func TestPace(t *testing.T) {
	var b board
	g := full(64, 64, Rectangles)
	b.reset(g)
	ctx, p := paced(never)
	sets, complete := b.list(p, listSticks)
	total := 0
	for _, set := range sets {
		total += len(set)
	}
	if complete || total > listSticks || total < listSticks-256 || ctx.asked < total/pollSteps-1 {
		t.Errorf("%d sticks listed, all: %t, %d polls", total, complete, ctx.asked)
	}
	ctx, p = paced(1)
	sets, _ = b.list(p, listSticks)
	total = 0
	for _, set := range sets {
		total += len(set)
	}
	if p.err != context.Canceled || ctx.asked != 1 || total > pollSteps {
		t.Errorf("cancelled: %d sticks listed, %d polls, error %v", total, ctx.asked, p.err)
	}

	// One look at all places, with nothing there, is possible after the end;
	// finding all rectangles is not.
	ctx, p = paced(1)
	p.grace = graceSteps
	if more, removal := b.finish(p, b.comb()); len(more) != 0 || len(removal) != 64*65 || ctx.asked < 4_000_000/pollSteps {
		t.Errorf("one look: %d more, %d sticks, %d polls", len(more), len(removal), ctx.asked)
	}
	ctx, p = paced(1)
	p.grace = graceSteps
	if more, removal := b.finish(p, Removal{}); len(more) == 0 || removal != nil && len(removal) < 2048 || ctx.asked > graceSteps/pollSteps+1 {
		t.Errorf("all rectangles: %d more, %d sticks, %d polls", len(more), len(removal), ctx.asked)
	}
	ctx, p = paced(1)
	if _, removal := b.finish(p, Removal{}); removal != nil || ctx.asked != 1 {
		t.Errorf("no grace: %d sticks, %d polls", len(removal), ctx.asked)
	}
}

// TestEveryPoll cancels at polls in every phase. From then on only finish asks
// again.
func TestEveryPoll(t *testing.T) {
	most := 1500
	if testing.Short() {
		most = 150
	}
	for _, g := range []*Grid{full(64, 64, Rectangles), full(40, 40, Squares)} {
		lower := g.Rows * g.Cols / 2
		for last := 1; last < most; last += 1 + last/2 {
			ctx := &countdown{Context: background, last: last}
			ans := Solve(ctx, g, budget.Limits{})
			if ans.Limit != "interrupt" || ctx.asked < last || ctx.asked > last+1+graceSteps/pollSteps {
				t.Errorf("%s, %s, cancelled at poll %d: limit %q, %d polls", g, g.Shapes, last, ans.Limit, ctx.asked)
			}
			if ans.LowerBound < lower {
				t.Errorf("%s, %s, cancelled at poll %d: lower bound %d, want %d at least", g, g.Shapes, last, ans.LowerBound, lower)
			}
			if v := Check(g, ans); v.Outcome != puzzle.Accepted {
				t.Errorf("%s, %s, cancelled at poll %d: %s", g, g.Shapes, last, v.Reason)
			}
		}
	}
}

// TestReport cancels at one report after another, so in every phase, and looks
// at the bounds on the way.
func TestReport(t *testing.T) {
	g := full(20, 20, Rectangles)
	for last := 1; last < 40; last += 4 {
		ctx, cancel := context.WithCancel(background)
		reports, generated := 0, uint64(0)
		ans := Solve(ctx, g, budget.Limits{Report: func(p budget.Progress) {
			if p.Lower > p.Upper || p.Generated < generated {
				t.Errorf("progress %+v after %d nodes", p, generated)
			}
			generated = p.Generated
			if reports++; reports == last {
				cancel()
			}
		}})
		cancel()
		if ans.Limit != "interrupt" || reports != last {
			t.Errorf("cancelled at report %d: limit %q after %d", last, ans.Limit, reports)
		}
		if v := Check(g, ans); v.Outcome != puzzle.Accepted {
			t.Errorf("cancelled at report %d: %s", last, v.Reason)
		}
	}
}

func TestMemoryLimit(t *testing.T) {
	for _, memory := range []int64{1, 1000, 100_000, 2_000_000} {
		g := full(30, 30, Rectangles)
		ans := Solve(background, g, budget.Limits{Memory: memory, Nodes: 3000})
		if ans.Status != puzzle.Unknown || ans.Limit != "memory" && ans.Limit != "nodes" {
			t.Errorf("%d bytes: %s, limit %q", memory, ans.Status, ans.Limit)
		}
		if v := Check(g, ans); v.Outcome != puzzle.Accepted {
			t.Errorf("%d bytes: %s", memory, v.Reason)
		}
	}
}

func TestWrongInstance(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Kind.NewSolver().Solve(background, nil, budget.Limits{})
}

func TestValidate(t *testing.T) {
	tests := []struct {
		g    *Grid
		want string
	}{
		{nil, "squares: there is no grid"},
		{&Grid{}, "squares: the number of rows must be from 1 to 64, not 0"},
		{&Grid{Rows: -1, Cols: 2}, "squares: the number of rows must be from 1 to 64, not -1"},
		{&Grid{Rows: 1000, Cols: 1000}, "squares: the number of rows must be from 1 to 64, not 1000"},
		{&Grid{Rows: 2}, "squares: the number of columns must be from 1 to 64, not 0"},
		{&Grid{Rows: 2, Cols: 65}, "squares: the number of columns must be from 1 to 64, not 65"},
		{&Grid{Rows: 2, Cols: 2, Gone: []int{99}}, "squares: stick 99 is out of range: the grid has sticks 1 to 12"},
		{&Grid{Rows: 2, Cols: 2, Gone: []int{-3}}, "squares: stick -3 is out of range: the grid has sticks 1 to 12"},
		{&Grid{Rows: 2, Cols: 3, Gone: []int{1, 18}}, "squares: stick 18 is out of range: the grid has sticks 1 to 17"},
		{&Grid{Rows: 2, Cols: 2, Gone: []int{4, 4}}, "squares: stick 4 is given twice"},
		{&Grid{Rows: 2, Cols: 2, Gone: []int{4, 5, 3}}, "squares: the sticks that are gone must ascend, but 3 comes after 5"},
		{&Grid{Rows: 2, Cols: 2, Shapes: 77}, "squares: Shapes(77) are not known"},
	}
	for _, test := range tests {
		err := test.g.Validate()
		if err == nil || err.Error() != test.want {
			t.Errorf("%v, want %s", err, test.want)
			continue
		}
		for name, f := range map[string]func(){
			"Solve":      func() { Solve(background, test.g, budget.Limits{}) },
			"Kind.Solve": func() { Kind.NewSolver().Solve(background, test.g, budget.Limits{}) },
			"Check":      func() { Check(test.g, puzzle.Answer{}) },
		} {
			func() {
				defer func() {
					if got, ok := recover().(error); !ok || got.Error() != test.want {
						t.Errorf("%s panics with %v, want %s", name, got, test.want)
					}
				}()
				f()
			}()
		}
	}
	for _, g := range []*Grid{{Rows: 1, Cols: 1}, {Rows: 64, Cols: 64, Gone: []int{1, 8320}, Shapes: Unit}} {
		if err := g.Validate(); err != nil {
			t.Errorf("%s: %v", g, err)
		}
	}
}

func TestErrorNames(t *testing.T) {
	if a := answer(Removal{1}, 0, errors.New("other"), 0, 0); a.Status != puzzle.Unknown || a.Limit != "" {
		t.Errorf("%+v", a)
	}
}

// random5 returns judge-sized grids, the same at every call.
func random5(n int) (grids []*Grid) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range n {
		g := full(5, 5, Squares)
		for _, s := range rng.Perm(60)[:rng.IntN(20)] {
			g.Gone = append(g.Gone, s+1)
		}
		slices.Sort(g.Gone)
		grids = append(grids, g)
	}
	return grids
}

func BenchmarkSolve5(b *testing.B) {
	grids := random5(1000)
	s := Kind.NewSolver()
	for i := 0; b.Loop(); i++ {
		s.Solve(background, grids[i%len(grids)], budget.Limits{})
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, text := range []string{"5:", "8:", "11:"} {
		g, err := Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(strings.TrimSuffix(text, ":"), func(b *testing.B) {
			for b.Loop() {
				Solve(background, g, budget.Limits{})
			}
		})
	}
}
