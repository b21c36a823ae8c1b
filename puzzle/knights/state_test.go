package knights

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// Where memory is too little, IDA* goes on; stopped there, it is resumed there.
func TestResumedBoard(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	b := mustParse(t, "10*10/01110/01100/11011/00010", "")
	const memory = 100_000
	want := Solve(t.Context(), b, budget.Limits{Memory: memory})
	resumed := 0
	for range 10 {
		var state []byte
		for a := (puzzle.Answer{Limit: "none yet"}); a.Limit != ""; {
			if state != nil {
				resumed++
			}
			limits := budget.Limits{Memory: memory, Resume: state, Save: func(snapshot func() []byte) { state = snapshot() }}
			if rng.IntN(4) > 0 {
				limits.Nodes = 1 + rng.Uint64N(want.Generated)
			}
			a = Solve(t.Context(), b, limits)
			if a.Limit == "" {
				if diff := cmp.Diff(want, a, cmpopts.IgnoreFields(puzzle.Answer{}, "Resumed")); diff != "" {
					t.Fatal(diff)
				}
			}
		}
		for i := range state {
			a := Solve(t.Context(), b, budget.Limits{Memory: memory, Resume: state[:i]})
			if a.Status != puzzle.Unknown || a.Limit != "resume" {
				t.Fatalf("%d bytes of a state: %v", i, a)
			}
		}
	}
	var state []byte
	Solve(t.Context(), b, budget.Limits{Memory: memory, Nodes: want.Generated / 2, Save: func(snapshot func() []byte) { state = snapshot() }})
	near := mustParse(t, "10110/01*11/10111/01001/00000", "")
	if a := Solve(t.Context(), near, budget.Limits{Memory: 1000, Resume: state}); len(state) == 0 || a.Limit != "resume" {
		t.Errorf("the state of another board is taken: %v", a)
	}
	if resumed < 10 {
		t.Errorf("only %d resumed", resumed)
	}
}
