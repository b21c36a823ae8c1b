package squares

import (
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// A large board goes on from its bounds, with the complete list of its shapes and
// with a part of them.
func TestResumedBoard(t *testing.T) {
	g := &Grid{Rows: 7, Cols: 7}
	for _, room := range []int{listSticks, 600} {
		solve := func(limits budget.Limits) puzzle.Answer {
			v := new(solver)
			v.board.reset(g)
			return v.rounds(t.Context(), limits, room)
		}
		full := solve(budget.Limits{})
		if full.Status != puzzle.Solved {
			t.Fatalf("%v", full)
		}
		var state []byte
		lower := 0
		for limit := uint64(1); limit < full.Generated; limit += 1 + full.Generated/3 {
			a := solve(budget.Limits{Nodes: limit, Resume: state, Save: func(snapshot func() []byte) { state = snapshot() }})
			if a.LowerBound < lower || a.Cost < full.Cost || a.Resumed > a.Generated {
				t.Fatalf("room %d: %v, %d resumed of %d, after a bound of %d", room, a, a.Resumed, a.Generated, lower)
			}
			if lower = a.LowerBound; a.Status == puzzle.Solved {
				break
			}
		}
		if a := solve(budget.Limits{Resume: state}); a.Status != puzzle.Solved || a.Cost != full.Cost || room == listSticks && a.Resumed == 0 {
			t.Errorf("room %d: %v, %d resumed; want %v", room, a, a.Resumed, full)
		}
		for _, other := range []*Grid{{Rows: 7, Cols: 7, Gone: []int{9, 50}}, {Rows: 7, Cols: 7, Shapes: Rectangles}, {Rows: 7, Cols: 8}} {
			v := new(solver)
			v.board.reset(other)
			if a := v.rounds(t.Context(), budget.Limits{Resume: state}, room); a.Limit != "resume" {
				t.Errorf("room %d: the state of another board is taken for %s: %v", room, other, a)
			}
		}
		for i := range state {
			if a := solve(budget.Limits{Resume: state[:i]}); a.Status != puzzle.Unknown || a.Limit != "resume" || a.Solution != nil {
				t.Fatalf("room %d: %d bytes of a state: %v", room, i, a)
			}
		}
	}
}
