package knights

import (
	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// This file holds the saved states of the IDA* that goes on where memory was too
// little. The searches before it are as short as memory is small; stopped in one of
// them, a board begins again.

// knightsState names the layout of the states.
const knightsState = "knights 1"

// saved returns the state when the searches of a are done, which proved lower,
// and IDA* has the given state of its own.
func saved(a *puzzle.Answer, lower int, search []byte) []byte {
	w := budget.NewStateWriter(knightsState)
	w.Int(lower)
	w.Uint(a.Generated)
	w.Uint(a.Expanded)
	w.Iterations(a.Iterations)
	w.Bytes(search)
	return w.Seal()
}

// resume takes the searches that are done from a state into a, and returns what
// they proved and the state of IDA*.
func resume(a *puzzle.Answer, state []byte) (lower int, search []byte, err error) {
	s := budget.OpenState(knightsState, state)
	lower, a.Generated, a.Expanded, a.Iterations = s.Int(), s.Uint(), s.Uint(), s.Iterations()
	a.Resumed = a.Generated
	search = s.Bytes()
	return lower, search, s.Close()
}
