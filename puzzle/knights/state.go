package knights

import (
	"fmt"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// This file holds the saved states of the IDA* that goes on where memory was too
// little. The searches before it are as short as memory is small; stopped in one of
// them, a board begins again.

// stateKind names the layout of the states, and the board: the bound of another
// one would be wrong.
func stateKind(b *Board) string {
	return fmt.Sprintf("knights 2 %s %s %d", b.AppendNative(nil), b.appendPosition(nil, b.Target), b.MaxMoves)
}

// saved returns the state when the searches of a are done, which proved lower,
// and IDA* has the given state of its own.
func saved(b *Board, a *puzzle.Answer, lower int, search []byte) []byte {
	w := budget.NewStateWriter(stateKind(b))
	w.Int(lower)
	w.Uint(a.Generated)
	w.Uint(a.Expanded)
	w.Iterations(a.Iterations)
	w.Bytes(search)
	return w.Seal()
}

// resume takes the searches that are done from a state into a, and returns what
// they proved and the state of IDA*.
func resume(b *Board, a *puzzle.Answer, state []byte) (lower int, search []byte, err error) {
	s := budget.OpenState(stateKind(b), state)
	lower, a.Generated, a.Expanded, a.Iterations = s.Int(), s.Uint(), s.Uint(), s.Iterations()
	a.Resumed = a.Generated
	search = s.Bytes()
	return lower, search, s.Close()
}
