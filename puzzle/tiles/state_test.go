package tiles

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// A board that is stopped again and again, by a node limit or an interrupt, and
// resumed with one thread or more, is answered as if nothing had happened.
func TestResumedBoard(t *testing.T) {
	defer goleak.VerifyNone(t)
	rng := rand.New(rand.NewPCG(7, 7))
	b := mustParse(t, "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", "")
	full := map[Heuristic]puzzle.Answer{}
	for i := range 12 {
		h := heuristics[i%len(heuristics)]
		board := with(b, h)
		if i%3 == 2 {
			board.All = 2
		} else if _, ok := full[h]; !ok {
			full[h] = newSolver4().Solve(t.Context(), board, budget.Limits{})
		}
		want := full[h]
		if board.All > 0 {
			want = newSolver4().Solve(t.Context(), board, budget.Limits{})
		}
		got := inPieces(t, rng, board, want.Generated)
		if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(puzzle.Answer{}, "Resumed")); diff != "" {
			t.Errorf("%v, all %d:\n%s", h, board.All, diff)
		}
	}
}

// inPieces solves b, which takes so many nodes, with some stops.
func inPieces(t *testing.T, rng *rand.Rand, b *Board, nodes uint64) puzzle.Answer {
	t.Helper()
	var state []byte
	for stop := range 6 {
		ctx, cancel := context.WithCancel(t.Context())
		limits := budget.Limits{Resume: state, Save: func(snapshot func() []byte) { state = snapshot() }}
		switch {
		case stop == 5: // to the end
		case stop%2 == 0:
			limits.Nodes = 1 + rng.Uint64N(nodes)
		default:
			limits.Crew = budget.NewCrew([]int{1, 2, 8}[rng.IntN(3)])
			limits.Crew.Enter()
			polls := 1 + rng.Uint64N(1+nodes/budget.Interval)
			limits.Report = func(budget.Progress) {
				if polls--; polls == 0 {
					cancel()
				}
			}
		}
		before := state
		a := newSolver4().Solve(ctx, b, limits)
		cancel()
		if (a.Resumed > 0) != (before != nil) && a.Resumed > nodes {
			t.Errorf("%d of %d nodes resumed", a.Resumed, nodes)
		}
		if a.Limit == "" && (b.All == 0 || a.Count.Complete) {
			return a
		}
		if state == nil {
			t.Fatalf("stopped by %q, and no state", a.Limit)
		}
	}
	t.Fatal("not at its end")
	return puzzle.Answer{}
}

// States that are damaged, or of another board or question, are refused.
func TestResumeRefusesStates(t *testing.T) {
	b := with(mustParse(t, hard, ""), Auto)
	var state []byte
	newSolver4().Solve(t.Context(), b, budget.Limits{Nodes: 200_000, Save: func(snapshot func() []byte) { state = snapshot() }})
	refused := func(name string, b *Board, state []byte) {
		t.Helper()
		a := newSolver4().Solve(t.Context(), b, budget.Limits{Resume: state})
		if a.Status != puzzle.Unknown || a.Limit != "resume" || a.Solution != nil {
			t.Errorf("%s: %v", name, a)
		}
	}
	for i := range state {
		refused("short", b, state[:i])
		damaged := slices.Clone(state)
		damaged[i] ^= 16
		refused("damaged", b, damaged)
	}
	all := *b
	all.All = 3
	refused("all solutions", &all, state)
	refused("another heuristic", with(b, PDB), state)
	early := []byte(nil) // before the search began
	newSolver4().Solve(t.Context(), b, budget.Limits{Nodes: 1, Save: func(snapshot func() []byte) {
		if early == nil {
			early = snapshot()
		}
	}})
	refused("another board, early", with(mustParse(t, "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6", ""), Auto), early)
	refused("another board", mustParse(t, "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6", ""), state)
}

func FuzzResume(f *testing.F) {
	b := with(mustParse(f, hard, ""), Manhattan)
	for _, nodes := range []uint64{1, 5_000, 50_000} {
		Solve(context.Background(), b, budget.Limits{Nodes: nodes, Save: func(snapshot func() []byte) { f.Add(snapshot()) }})
	}
	f.Fuzz(func(t *testing.T, state []byte) {
		a := Solve(t.Context(), b, budget.Limits{Nodes: 60_000, Resume: state})
		if a.Status != puzzle.Unknown {
			t.Errorf("%v", a)
		}
	})
}
