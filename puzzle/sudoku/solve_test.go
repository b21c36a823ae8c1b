package sudoku

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

func mustParse(t testing.TB, text string) *Puzzle {
	t.Helper()
	p, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func empty(box int) *Puzzle {
	return &Puzzle{Box: box, Givens: make([]uint8, box*box*box*box)}
}

// wantTwin compares the solver with the twin, and the answer with the rules.
func wantTwin(t failer, s *solver, p *Puzzle) puzzle.Answer {
	t.Helper()
	ans := s.solve(context.Background(), p, budget.Limits{})
	if v := Check(p, ans); v.Outcome != puzzle.Accepted {
		t.Fatalf("%s: %s", p, v.Reason)
	}
	most := int(p.most())
	count, first := solveTwin(t, p.Box, p.Givens, most+1)
	if want := min(count, most); ans.Count.N != int64(want) || !ans.Count.Valid {
		t.Fatalf("%s: counted %d solutions, want %d", p, ans.Count.N, want)
	}
	switch {
	case count < most && !ans.Count.Complete:
		t.Fatalf("%s: all %d solutions found, but the count is not complete", p, count)
	case count > most && ans.Count.Complete:
		t.Fatalf("%s: the count %d is not complete", p, ans.Count.N)
	}
	if count == 0 {
		if ans.Status != puzzle.Infeasible || ans.Solution != nil || !ans.Count.Complete {
			t.Fatalf("%s: %+v, want infeasible", p, ans)
		}
		return ans
	}
	if ans.Status != puzzle.Solved || ans.Limit != "" || ans.Cost != puzzle.None || ans.LowerBound != puzzle.None {
		t.Fatalf("%s: %+v, want solved", p, ans)
	}
	if got := ans.Solution.(*Grid).Cells; !slices.Equal(got, first) {
		t.Fatalf("%s:\n got %v\nwant %v, the first", p, got, first)
	}
	return ans
}

// pattern is a filled grid for every size.
func pattern(box int) []uint8 {
	n := box * box
	cells := make([]uint8, n*n)
	for c := range cells {
		row, col := c/n, c%n
		cells[c] = uint8((row%box*box+row/box+col)%n + 1)
	}
	return cells
}

// symmetry is a change of the grid that keeps the rules.
type symmetry struct {
	from   []int   // cell → the cell it takes its digit from
	digits []uint8 // digit → its new name; 0 stays
}

func drawSymmetry(t *rapid.T, box int) symmetry {
	n := box * box
	shuffle := func(label string) []int {
		var order []int
		for _, band := range rapid.Permutation(upTo(box)).Draw(t, label+" bands") {
			for _, i := range rapid.Permutation(upTo(box)).Draw(t, label) {
				order = append(order, band*box+i)
			}
		}
		return order
	}
	rows, cols := shuffle("rows"), shuffle("columns")
	transpose := rapid.Bool().Draw(t, "transpose")
	s := symmetry{from: make([]int, n*n), digits: []uint8{0}}
	for c := range s.from {
		row, col := rows[c/n], cols[c%n]
		if transpose {
			row, col = col, row
		}
		s.from[c] = row*n + col
	}
	for _, d := range rapid.Permutation(upTo(n)).Draw(t, "digits") {
		s.digits = append(s.digits, uint8(d+1))
	}
	return s
}

func upTo(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

func (s symmetry) apply(cells []uint8) []uint8 {
	out := make([]uint8, len(cells))
	for c, from := range s.from {
		out[c] = s.digits[cells[from]]
	}
	return out
}

// drawPuzzle makes a puzzle with none, one or several solutions, for which the
// twin has an easy time.
func drawPuzzle(t *rapid.T, box, leastGivens int) *Puzzle {
	n := box * box
	p := &Puzzle{Box: box, Givens: drawSymmetry(t, box).apply(pattern(box))}
	order := rapid.Permutation(upTo(n*n)).Draw(t, "order")
	for _, c := range order[rapid.IntRange(leastGivens, n*n).Draw(t, "givens"):] {
		p.Givens[c] = 0
	}
	if rapid.IntRange(0, 3).Draw(t, "spoil") == 0 {
		p.Givens[rapid.IntRange(0, n*n-1).Draw(t, "cell")] = uint8(rapid.IntRange(1, n).Draw(t, "digit"))
	}
	p.MaxSolutions = rapid.IntRange(0, 6).Draw(t, "max-solutions")
	return p
}

func TestTwin4(t *testing.T) {
	s := new(solver)
	rapid.Check(t, func(t *rapid.T) { wantTwin(t, s, drawPuzzle(t, 2, 0)) })
	// Random digits, mostly without a solution.
	rapid.Check(t, func(t *rapid.T) {
		cells := rapid.SliceOfN(rapid.SampledFrom([]uint8{0, 0, 0, 0, 0, 1, 2, 3, 4}), 16, 16).Draw(t, "cells")
		wantTwin(t, s, &Puzzle{Box: 2, Givens: cells, Question: Question{MaxSolutions: 300}})
	})
}

func TestTwin9(t *testing.T) {
	kernels := []*solver{new(solver), new(solver)}
	kernels[1].kernels[3] = newKernelN(3) // both kernels can
	seen := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t, 3, 30)
		for _, s := range kernels {
			ans := wantTwin(t, s, p)
			seen[fmt.Sprint(ans.Status, min(ans.Count.N, 2))]++
		}
	})
	if len(seen) != 3 {
		t.Errorf("the puzzles have too little variety: %v", seen)
	}
}

// A symmetry of the grid changes neither the number of solutions nor, when it is
// unique, the solution.
func TestSymmetry(t *testing.T) {
	s := new(solver)
	rapid.Check(t, func(t *rapid.T) {
		box := rapid.IntRange(2, 4).Draw(t, "box")
		p := drawPuzzle(t, box, box*box*box*box/3)
		sym := drawSymmetry(t, box)
		q := &Puzzle{Box: box, Givens: sym.apply(p.Givens), Question: p.Question}
		a := s.solve(context.Background(), p, budget.Limits{})
		b := s.solve(context.Background(), q, budget.Limits{})
		if a.Status != b.Status || a.Count.N != b.Count.N {
			t.Fatalf("%v with %d solutions, turned round %v with %d", a.Status, a.Count.N, b.Status, b.Count.N)
		}
		if v := Check(q, b); v.Outcome != puzzle.Accepted {
			t.Fatal(v.Reason)
		}
		if a.Count.N == 1 && a.Count.Complete {
			if want := sym.apply(a.Solution.(*Grid).Cells); !slices.Equal(b.Solution.(*Grid).Cells, want) {
				t.Fatalf("got %v, want %v", b.Solution, want)
			}
		}
	})
}

// Loose puzzles: empty grids up to 25x25 are solved, and their first solution
// begins with 1, 2, 3, …; there are 288 filled 4x4 grids.
func TestEmpty(t *testing.T) {
	for box := 2; box <= 5; box++ {
		if box == 5 && testing.Short() {
			continue
		}
		p := empty(box)
		ans := Solve(context.Background(), p, budget.Limits{})
		if v := Check(p, ans); v.Outcome != puzzle.Accepted || ans.Status != puzzle.Solved || ans.Count != (puzzle.Count{Valid: true, N: 2}) {
			t.Errorf("box %d: %v %+v", box, v, ans)
		}
		for c, d := range ans.Solution.(*Grid).Cells[:box*box] {
			if int(d) != c+1 {
				t.Errorf("box %d: the first row is not 1, 2, 3, …", box)
				break
			}
		}
	}
	p := empty(2)
	p.MaxSolutions = 1000
	ans := Solve(context.Background(), p, budget.Limits{})
	if got, want := ans.String(), "first of 288: 1234341221434321"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// hard has its solution after some hundred guesses, loose has many solutions,
// clash two equal digits in a row.
const (
	hard  = "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
	loose = "8.........95.......76.........426798...571243...893165......916....3.487....1.532"
	clash = "1...1............"
)

// The node counts are the fingerprint of the search: a change that moves them
// says so.
func TestNodes(t *testing.T) {
	for _, test := range []struct {
		name                string
		p                   *Puzzle
		generated, expanded uint64
	}{
		{"POJ", mustParse(t, "......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3."), 4, 2},
		{"hard", mustParse(t, hard), 112, 56},
		{"loose", mustParse(t, loose), 19, 17},
		{"empty 4x4", empty(2), 8, 7},
		{"empty 9x9", empty(3), 467, 447},
		{"empty 16x16", empty(4), 3998, 3994},
		{"16x16", mustParse(t, readLines(t, "16x16_owhy_100.txt")[0]), 8, 4},
		{"16x16 letters", mustParse(t, readLines(t, "16x16_minsub_2_letters.txt")[0]), 1330, 1308},
		{"25x25", mustParse(t, readLines(t, "25x25_jarnet_1.txt")[0]), 0, 0},
		{"36x36", mustParse(t, readLines(t, "36x36_vega_1.txt")[0]), 237, 127},
	} {
		ans := Solve(context.Background(), test.p, budget.Limits{})
		if ans.Generated != test.generated || ans.Expanded != test.expanded {
			t.Errorf("%s: generated %d, expanded %d, want %d and %d", test.name, ans.Generated, ans.Expanded, test.generated, test.expanded)
		}
	}
}

// The same over whole files, which meets the rarer cases.
func TestNodesOfFiles(t *testing.T) {
	for _, test := range []struct {
		name                string
		generated, expanded uint64
	}{
		{"norvig_top95", 2350, 1175},
		{"17clue_every25", 2787, 1393},
		{"hardest1905_every1000", 6548, 3274},
		{"multisol_every100", 2786, 2573},
		{"16x16_owhy_100", 654, 314},
	} {
		var generated, expanded uint64
		s := new(solver)
		for _, line := range readLines(t, test.name+".txt") {
			ans := s.solve(context.Background(), mustParse(t, line), budget.Limits{})
			generated += ans.Generated
			expanded += ans.Expanded
		}
		if generated != test.generated || expanded != test.expanded {
			t.Errorf("%s: generated %d, expanded %d, want %d and %d", test.name, generated, expanded, test.generated, test.expanded)
		}
	}
}

// A count that stops at its limit is complete when nothing was left to try, and
// not otherwise.
func TestComplete(t *testing.T) {
	for _, test := range []struct {
		p        *Puzzle
		most     int
		count    int64
		complete bool
	}{
		{mustParse(t, readLines(t, "norvig_easy50.txt")[0]), 1, 1, true},  // without a guess
		{mustParse(t, readLines(t, "25x25_jarnet_1.txt")[0]), 1, 1, true}, // likewise
		{mustParse(t, readLines(t, "norvig_top95.txt")[59]), 1, 1, true},  // at the last of 48 guesses
		{mustParse(t, "1...2.....3...4."), 4, 4, true},                    // all of them
		{mustParse(t, "1...2.....3...4."), 3, 3, false},                   //
		{mustParse(t, readLines(t, "multisol_every100.txt")[0]), 1, 1, false},
	} {
		test.p.MaxSolutions = test.most
		ans := Solve(context.Background(), test.p, budget.Limits{})
		if want := (puzzle.Count{Valid: true, N: test.count, Complete: test.complete}); ans.Count != want {
			t.Errorf("%s, at most %d: %+v, want %+v", test.p, test.most, ans.Count, want)
		}
	}
}

// A solver that has solved other puzzles, or was stopped in the middle of one,
// answers like a new one.
func TestReuse(t *testing.T) {
	texts := []string{hard, loose, readLines(t, "16x16_minsub_2_letters.txt")[0], "1...2.....3...4.", readLines(t, "16x16_owhy_100.txt")[3]}
	used := Kind.NewSolver()
	for round := range 2 {
		for i, text := range texts {
			p := mustParse(t, text)
			used.Solve(context.Background(), mustParse(t, texts[(i+1)%len(texts)]), budget.Limits{Nodes: uint64(1 + 7*round)})
			got := used.Solve(context.Background(), p, budget.Limits{})
			want := Solve(context.Background(), p, budget.Limits{})
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(Grid{})); diff != "" {
				t.Errorf("%s:\n%s", text, diff)
			}
		}
	}
}

// Every node limit is kept exactly, and up to it the search is the same.
func TestNodeLimit(t *testing.T) {
	for _, text := range []string{hard, loose, readLines(t, "36x36_vega_1.txt")[0], readLines(t, "16x16_owhy_100.txt")[0]} {
		p := mustParse(t, text)
		s := new(solver)
		full := s.solve(context.Background(), p, budget.Limits{})
		for limit := uint64(1); limit <= full.Generated+1; limit++ {
			ans := s.solve(context.Background(), p, budget.Limits{Nodes: limit})
			if v := Check(p, ans); v.Outcome != puzzle.Accepted {
				t.Fatalf("limit %d: %s", limit, v.Reason)
			}
			if limit > full.Generated {
				if diff := cmp.Diff(full, ans, cmp.AllowUnexported(Grid{})); diff != "" {
					t.Errorf("limit %d:\n%s", limit, diff)
				}
				continue
			}
			if ans.Status != puzzle.Unknown || ans.Limit != "nodes" || ans.Generated != limit {
				t.Fatalf("limit %d: %v, limit %q after %d", limit, ans.Status, ans.Limit, ans.Generated)
			}
			if (ans.Solution != nil) != (ans.Count.N > 0) || ans.Count.N > full.Count.N || !ans.Count.Valid {
				t.Fatalf("limit %d: count %+v, solution %v", limit, ans.Count, ans.Solution)
			}
			if full.Count.N > ans.Count.N && ans.Count.Complete {
				t.Fatalf("limit %d: the count %+v is not complete", limit, ans.Count)
			}
		}
	}
}

func TestContext(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	late, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	for _, p := range []*Puzzle{mustParse(t, hard), empty(6)} {
		for _, test := range []struct {
			ctx   context.Context
			limit string
		}{{cancelled, "interrupt"}, {late, "time"}} {
			ans := Solve(test.ctx, p, budget.Limits{})
			if ans.Status != puzzle.Unknown || ans.Limit != test.limit || ans.Generated != 0 || ans.Solution != nil || ans.Count.N != 0 {
				t.Errorf("%+v, want unknown by %s", ans, test.limit)
			}
		}
	}
}

// An interrupt is seen at the next poll, in the count and in the second pass, and
// polls come often: for the large sizes by the work done, long before the usual
// number of nodes.
func TestInterrupt(t *testing.T) {
	endless := empty(3)
	endless.MaxSolutions = mostSolutions
	endless16 := empty(4)
	endless16.MaxSolutions = mostSolutions
	for _, test := range []struct {
		name   string
		p      *Puzzle
		polls  int
		apart  uint64 // the most nodes between two polls
		solved bool
	}{
		{"count 9x9", endless, 5, budget.Interval, true},
		{"count 16x16", endless16, 5, 1024, true},
		{"count 36x36", empty(6), 2, 256, false},
		{"second pass 36x36", empty(6), 60, 256, true},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		polls, last := 0, budget.Progress{}
		ans := Solve(ctx, test.p, budget.Limits{Report: func(p budget.Progress) {
			if p.Generated-last.Generated > test.apart || p.Generated < last.Generated || p.Expanded < last.Expanded {
				t.Errorf("%s: poll %d at %+v, the one before at %+v", test.name, polls, p, last)
			}
			last = p
			if polls++; polls == test.polls {
				cancel()
			}
		}})
		cancel()
		if polls != test.polls || ans.Status != puzzle.Unknown || ans.Limit != "interrupt" {
			t.Errorf("%s: %v by %q after %d polls, want an interrupt at %d", test.name, ans.Status, ans.Limit, polls, test.polls)
		}
		if test.solved != (ans.Solution != nil) {
			t.Errorf("%s: %s", test.name, ans)
		}
		if v := Check(test.p, ans); v.Outcome != puzzle.Accepted {
			t.Errorf("%s: %s", test.name, v.Reason)
		}
	}
}

func TestPanics(t *testing.T) {
	for name, p := range map[string]*Puzzle{
		"box":    {Box: 7, Givens: make([]uint8, 7*7*7*7)},
		"length": {Box: 3, Givens: make([]uint8, 80)},
		"digit":  {Box: 2, Givens: []uint8{5, 15: 0}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			Solve(context.Background(), p, budget.Limits{})
		}()
	}
}
