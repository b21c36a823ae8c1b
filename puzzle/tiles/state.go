package tiles

import (
	"fmt"

	"github.com/deepen-go/deepen/budget"
)

// stateKind names the layout of the saved states, and the board: the bound of
// another one would be wrong.
func (r *run) stateKind() string {
	return fmt.Sprintf("tiles 2 %dx%d %s", r.board.Rows, r.board.Cols, r.board.AppendNative(nil))
}

// saving returns what makes the state of the run from that of its search in hand,
// which is nil before the search begins: the searches that are done, and which one
// is in hand.
func (r *run) saving(search func() []byte) func() []byte {
	return func() []byte {
		w := budget.NewStateWriter(r.stateKind())
		w.Uint(uint64(r.board.Heuristic))
		w.Uint(uint64(r.phase))
		w.Int(r.lower)
		w.Uint(r.answer.Generated)
		w.Uint(r.answer.Expanded)
		w.Iterations(r.answer.Iterations)
		w.Bytes(search())
		return w.Seal()
	}
}

// offer offers a state in which the search in hand is at the given one of its own.
func (r *run) offer(search []byte) {
	if r.limits.Save != nil {
		r.limits.Save(r.saving(func() []byte { return search }))
	}
}

// resume takes up the searches that a state says are done, and leaves that of the
// one in hand in r.limits.Resume.
func (r *run) resume() error {
	s := budget.OpenState(r.stateKind(), r.limits.Resume)
	s.Must(s.Uint() == uint64(r.board.Heuristic))
	p := s.Uint()
	s.Must(p <= uint64(plainly))
	r.phase, r.lower = phase(p), s.Int()
	a := &r.answer
	a.Generated, a.Expanded, a.Iterations = s.Uint(), s.Uint(), s.Iterations()
	a.Resumed = a.Generated
	if r.limits.Resume = s.Bytes(); len(r.limits.Resume) == 0 {
		r.limits.Resume = nil
	}
	return s.Close()
}
