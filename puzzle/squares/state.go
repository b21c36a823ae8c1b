package squares

import (
	"fmt"

	"github.com/deepen-go/deepen/budget"
)

// stateKind names the layout of the saved states of [solver.large], and the board:
// the bounds of another one would be wrong.
func (b *board) stateKind() string {
	return fmt.Sprintf("squares 2 %s %s", b.Shapes, b.AppendNative(nil))
}

// saved returns the state after some rounds: the bounds, the counts, and the state of
// the engine in the round in hand, if that is of use.
func (b *board) saved(best Removal, lower int, spent budget.Progress, engine []byte) []byte {
	w := budget.NewStateWriter(b.stateKind())
	w.Int(lower)
	w.Uint(spent.Generated)
	w.Uint(spent.Expanded)
	w.Uint(uint64(len(best)))
	for _, s := range best {
		w.Int(s)
	}
	w.Bytes(engine)
	return w.Seal()
}

// resume returns the better ones of the bounds of a state and those given, and what
// else the state has.
func (b *board) resume(p *pace, best Removal, lower int, state []byte) (Removal, int, budget.Progress, []byte, error) {
	s := budget.OpenState(b.stateKind(), state)
	known := s.Int()
	spent := budget.Progress{Generated: s.Uint(), Expanded: s.Uint()}
	removal := make(Removal, s.Len())
	for i := range removal {
		removal[i] = s.Int()
		s.Must(removal[i] >= 1 && removal[i] <= b.Sticks() && b.there[removal[i]] && (i == 0 || removal[i] > removal[i-1]))
	}
	engine := s.Bytes()
	if len(engine) == 0 {
		engine = nil
	}
	err := s.Close()
	if err == nil && len(removal) < len(best) {
		_, whole := b.finish(p, removal)
		if err = p.err; err == nil && len(whole) != len(removal) {
			err = budget.ErrResume // it leaves shapes
		}
		best = removal
	}
	if err == nil && known > len(best) {
		err = budget.ErrResume
	}
	if err != nil {
		return nil, 0, budget.Progress{}, nil, err
	}
	return best, max(lower, known), spent, engine, nil
}
