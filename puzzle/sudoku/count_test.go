package sudoku

import (
	"context"
	"slices"
	"testing"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// allSolutions lists the solutions in lexicographic order, as the twin finds
// them.
func allSolutions(t failer, p *Puzzle, most int) [][]uint8 {
	var all [][]uint8
	tw := &twin{box: p.Box, cells: slices.Clone(p.Givens), most: most, steps: 50_000_000}
	for c, d := range p.Givens {
		if d != 0 {
			tw.cells[c] = 0
			ok := tw.allowed(c, d)
			tw.cells[c] = d
			if !ok {
				return nil
			}
		}
	}
	tw.each = func() { all = append(all, slices.Clone(tw.cells)) }
	tw.visit(0)
	if tw.steps <= 0 {
		t.Fatalf("too much for the twin: %v", p)
	}
	return all
}

// The count of all, each solution by its number, and one beyond the last.
func TestNth(t *testing.T) {
	s := new(solver)
	several := false
	rapid.Check(t, func(t *rapid.T) {
		box := rapid.IntRange(2, 3).Draw(t, "box")
		p := drawPuzzle(t, box, box*box*box+box)
		want := allSolutions(t, p, 3000)
		if len(want) == 3000 {
			return
		}
		several = several || len(want) > 1
		p.Question = Question{CountAll: true}
		if ans := s.solve(context.Background(), p, budget.Limits{}); ans.Count != (puzzle.Count{Valid: true, N: int64(len(want)), Complete: true}) {
			t.Fatalf("%s: %+v, want %d", p, ans.Count, len(want))
		}
		nth := rapid.IntRange(1, len(want)+1).Draw(t, "nth")
		p.Question = Question{Nth: int64(nth)}
		ans := s.solve(context.Background(), p, budget.Limits{})
		if nth > len(want) {
			limit := puzzle.LimitSolutions
			if nth == 1 {
				limit = "" // there is none at all
			}
			if ans.Status != puzzle.Infeasible || ans.Limit != limit || ans.Count.N != int64(len(want)) || !ans.Count.Complete {
				t.Fatalf("%s: number %d of %d: %+v", p, nth, len(want), ans)
			}
			return
		}
		if got := ans.Solution.(*Grid); !slices.Equal(got.Cells, want[nth-1]) || got.rank != int64(nth) {
			t.Fatalf("%s: number %d is %v, want %v", p, nth, got, want[nth-1])
		}
	})
	if !several {
		t.Error("no puzzle has several solutions")
	}
}

// Random solutions are as likely as each other: of four, in 2000 draws, each comes
// some 500 times, give or take 19.
func TestRandom(t *testing.T) {
	p, s := mustParse(t, "1...2.....3...4."), new(solver)
	times := map[string]int{}
	for seed := range uint64(2000) {
		p.Question = Question{Random: true, Seed: seed}
		ans := s.solve(context.Background(), p, budget.Limits{})
		if v := Check(p, ans); v.Outcome != puzzle.Accepted || ans.Count != (puzzle.Count{Valid: true, N: 4, Complete: true}) {
			t.Fatalf("%+v: %s", ans, v.Reason)
		}
		times[ans.Solution.(*Grid).String()]++
	}
	for grid, n := range times {
		if n < 420 || n > 580 {
			t.Errorf("%s came %d times", grid, n)
		}
	}
	if len(times) != 4 {
		t.Errorf("%d different solutions", len(times))
	}
}

// A limit in the middle of the second pass leaves a solution, but none that
// claims a number.
func TestNthLimit(t *testing.T) {
	p := mustParse(t, loose)
	p.Question = Question{Nth: 40}
	s := new(solver)
	full := s.solve(context.Background(), p, budget.Limits{})
	for limit := uint64(1); limit < full.Generated; limit++ {
		ans := s.solve(context.Background(), p, budget.Limits{Nodes: limit})
		if v := Check(p, ans); v.Outcome != puzzle.Accepted || ans.Status != puzzle.Unknown || ans.Limit != "nodes" {
			t.Fatalf("limit %d: %+v %s", limit, ans, v.Reason)
		}
		if g, ok := ans.Solution.(*Grid); ok && g.rank != 0 {
			t.Fatalf("limit %d: number %d", limit, g.rank)
		}
	}
}

// Solver says the same as Solve, and allocates nothing.
func TestSolver(t *testing.T) {
	s := new(Solver)
	for _, text := range []string{hard, loose, readLines(t, "norvig_easy50.txt")[0], "1...2.....3...4.", readLines(t, "16x16_owhy_100.txt")[3]} {
		p := mustParse(t, text)
		cells := slices.Clone(p.Givens)
		n := s.Fill(cells, 2)
		ans := Solve(context.Background(), p, budget.Limits{})
		if int64(n) != ans.Count.N || checkGrid(p, &Grid{Box: p.Box, Cells: cells}).Outcome != puzzle.Accepted {
			t.Errorf("%s: %d solutions, %v", text, n, cells)
		}
		if all, err := s.Count(context.Background(), p.Givens, 0, budget.Limits{}); err != nil || all < int64(n) {
			t.Errorf("%s: %d solutions in all, %v", text, all, err)
		}
		if allocs := testing.AllocsPerRun(5, func() {
			copy(cells, p.Givens)
			s.Fill(cells, 2)
		}); allocs != 0 {
			t.Errorf("%s: %v allocations", text, allocs)
		}
	}
	clashing := []uint8{1, 1, 15: 0}
	if n := s.Fill(clashing, 2); n != 0 || clashing[2] != 0 {
		t.Errorf("%d solutions: %v", n, clashing)
	}
	ctx, cancel := context.WithCancel(context.Background())
	found, err := s.Count(ctx, make([]uint8, 81), 0, budget.Limits{Report: func(p budget.Progress) {
		if p.Generated > 10_000 {
			cancel()
		}
	}})
	if err != context.Canceled || found == 0 {
		t.Errorf("%d solutions, %v", found, err)
	}
}

// What is estimated for all of a count comes near it, and at the end is it.
func TestShare(t *testing.T) {
	p := mustParse(t, "...3.9.2...2..89..9...2...6.......69...5.6..234....75...9.....15..2..............")
	p.Question = Question{CountAll: true}
	var all []budget.Progress
	s := new(Solver)
	n, err := s.Count(context.Background(), p.Givens, 0, budget.Limits{Report: func(p budget.Progress) {
		if p.Total > 0 {
			all = append(all, p)
		}
	}})
	if n != 54_931 || err != nil || len(all) < 20 {
		t.Fatalf("%d solutions, %v, %d estimates", n, err, len(all))
	}
	last := all[len(all)-1]
	for i, p := range all {
		if p.Done > p.Total || i > 0 && p.Done <= all[i-1].Done {
			t.Errorf("estimate %d: %+v", i, p)
		}
		if half := len(all) / 2; i > half && (p.Total < last.Total/4 || p.Total > last.Total*4) {
			t.Errorf("estimate %d: %+v, and in the end %d", i, p, last.Total)
		}
	}
	if last.Total-last.Done > 2*budget.Interval {
		t.Errorf("the last estimate is %+v", last)
	}
}

// Helpers change neither the count nor the solution nor the nodes, and both
// programs for the rules agree on them.
func TestCountByMany(t *testing.T) {
	defer goleak.VerifyNone(t)
	counts := []int64{54_931, 1}
	for i, text := range []string{"...3.9.2...2..89..9...2...6.......69...5.6..234....75...9.....15..2..............", hard} {
		p := mustParse(t, text)
		p.Question = Question{CountAll: true}
		alone := Solve(context.Background(), p, budget.Limits{})
		if alone.Count != (puzzle.Count{Valid: true, N: counts[i], Complete: true}) {
			t.Fatalf("%s: %+v, want %d", text, alone.Count, counts[i])
		}
		for _, places := range []int{1, 2, 5} {
			crew := budget.NewCrew(places)
			crew.Enter()
			ans := Solve(context.Background(), p, budget.Limits{Crew: crew})
			crew.Leave()
			if ans.String() != alone.String() || ans.Count != alone.Count || ans.Generated != alone.Generated || ans.Expanded != alone.Expanded {
				t.Errorf("%d places: %+v\nwant %+v", places, ans, alone)
			}
		}
		// The plain search, which has no tasks.
		k, w := newKernel9(), &work{meter: budget.NewMeter(context.Background(), budget.Limits{})}
		if !k.load(p.Givens) {
			t.Fatalf("%s: a contradiction", text)
		}
		if found, exhausted, err := k.search(w, 1<<40); found != counts[i] || !exhausted || err != nil {
			t.Errorf("%d solutions without tasks, %v, %v", found, exhausted, err)
		}
	}
}

// An interrupt ends the helpers as well.
func TestCountInterrupted(t *testing.T) {
	defer goleak.VerifyNone(t)
	crew := budget.NewCrew(3)
	crew.Enter()
	ctx, cancel := context.WithCancel(context.Background())
	found, err := new(Solver).Count(ctx, make([]uint8, 81), 0, budget.Limits{Crew: crew, Report: func(p budget.Progress) {
		if p.Generated > 10_000 {
			cancel()
		}
	}})
	if err != context.Canceled || found == 0 {
		t.Errorf("%d solutions, %v", found, err)
	}
}
