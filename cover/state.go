package cover

import "github.com/deepen-go/deepen/budget"

// coverState names the layout of the states. The counts of a search for some solutions
// depend on the rounds, so theirs belongs to it.
const coverState = "cover 1"

// snapshot returns the state at the beginning of the round.
func (r *run) snapshot() []byte {
	w := budget.NewStateWriter(coverState)
	w.Uint(r.problem.digest())
	w.Uint(r.opt.Most)
	w.Uint(r.opt.Skip)
	w.Int(r.opt.List)
	w.Uint(r.quota)
	w.Uint(r.count)
	w.Uint(r.generated)
	w.Uint(r.expanded)
	w.Uint(uint64(len(r.list)))
	for _, options := range r.list {
		w.Ints(options)
	}
	w.Uint(uint64(len(r.pieces)))
	for _, p := range r.pieces {
		w.Ints(p.at)
		w.Int(p.floor)
	}
	return w.Seal()
}

// resume goes to where a state was. Whether its pieces are in this tree shows when they
// are searched.
func (r *run) resume(state []byte) error {
	s := budget.OpenState(coverState, state)
	s.Must(s.Uint() == r.problem.digest())
	s.Must(s.Uint() == r.opt.Most)
	s.Must(s.Uint() == r.opt.Skip)
	s.Must(s.Int() == r.opt.List)
	s.Must(s.Uint() == r.quota)
	count, generated, expanded := s.Uint(), s.Uint(), s.Uint()
	var list [][]int32
	for range s.Len() {
		options := s.Ints()
		for _, o := range options {
			s.Must(o >= 0 && int(o) < len(r.problem.Options))
		}
		list = append(list, options)
	}
	var pieces []*piece
	for range s.Len() {
		p := &piece{at: s.Ints(), floor: s.Int()}
		s.Must(p.floor >= 0 && (len(p.at) > p.floor || p.at == nil && generated == 0))
		pieces = append(pieces, p)
	}
	s.Must(len(pieces) > 0)
	if err := s.Close(); err != nil {
		return err
	}
	r.count, r.generated, r.expanded, r.list, r.pieces = count, generated, expanded, list, pieces
	r.resumed = generated
	return nil
}
