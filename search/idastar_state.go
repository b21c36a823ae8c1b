package search

import (
	"math"

	"github.com/deepen-go/deepen/budget"
)

// idaState names the layout of IDA*'s states.
const idaState = "ida* 1"

// checkNodes is the size up to which iterations are done again when a search is
// resumed, to see whether the state is one of this tree.
const checkNodes = 4096

// snapshot returns the state of the search: its iterations, and where the search
// of each part is.
func (r *idaRun) snapshot() []byte {
	w := budget.NewStateWriter(idaState)
	w.Int(r.h)
	w.Int(r.opt.Threshold)
	w.Int(r.opt.MaxCost)
	w.Bool(r.opt.All)
	w.Int(r.opt.MaxSolutions)
	w.Int(r.opt.Machine.size())
	w.Iterations(r.iterations)
	w.Int(r.threshold)
	w.Uint(uint64(len(r.parts)))
	for _, p := range r.parts {
		p.write(w)
	}
	return w.Seal()
}

func (p *part) write(w *budget.StateWriter) {
	w.Ints(p.at)
	w.Int(p.floor)
	w.Bool(p.state == finished)
	w.Uint(p.generated)
	w.Uint(p.expanded)
	w.Int(p.over)
	w.Uint(p.count)
	if p.count == 0 {
		return
	}
	w.Int(p.upper)
	w.Ints(p.first)
	w.Uint(uint64(len(p.paths)))
	for _, path := range p.paths {
		w.Ints(path)
	}
}

func readPart(s *budget.StateReader) *part {
	p := &part{at: s.Ints(), floor: s.Int()}
	if s.Bool() {
		p.state = finished
	}
	p.generated, p.expanded, p.over, p.count = s.Uint(), s.Uint(), s.Int(), s.Uint()
	s.Must(p.floor >= 0 && p.over > 0)
	// A part that has not begun is the whole tree.
	s.Must(len(p.at) > 0 || p.at == nil && (p.state == finished || p.generated+p.expanded == 0))
	if p.count > 0 {
		p.upper, p.first = s.Int(), s.Ints()
		for range s.Len() {
			p.paths = append(p.paths, s.Ints())
		}
		s.Must(len(p.first) > 0)
	}
	return p
}

// resume goes to where limits.Resume was, with the kernel w.
func (r *idaRun) resume(w *Walk) error {
	s := budget.OpenState(idaState, r.limits.Resume)
	s.Must(s.Int() == r.h)
	s.Must(s.Int() == r.opt.Threshold)
	s.Must(s.Int() == r.opt.MaxCost)
	s.Must(s.Bool() == r.opt.All)
	s.Must(s.Int() == r.opt.MaxSolutions)
	s.Must(s.Int() == r.opt.Machine.size())
	iterations, threshold := s.Iterations(), s.Int()
	s.Must(threshold < math.MaxInt32)
	var parts []*part
	for range s.Len() {
		parts = append(parts, readPart(s))
	}
	s.Must(len(parts) > 0)
	if err := s.Close(); err != nil {
		return err
	}
	if err := r.again(w, iterations, threshold); err != nil {
		return err
	}
	r.iterations, r.threshold, r.parts = iterations, threshold, parts
	for _, it := range iterations {
		r.generated += it.Generated
		r.expanded += it.Expanded
		r.estimate.next(&part{generated: it.Generated})
	}
	r.resumed = r.generated + r.done()
	return nil
}

// again does the small ones of the iterations again and returns ErrResume if they
// are not those of this tree. The one after the last has the given threshold.
func (r *idaRun) again(w *Walk, iterations []budget.Iteration, threshold int) error {
	r.checking = true
	for i, it := range iterations {
		if it.Threshold != r.threshold {
			return budget.ErrResume
		}
		next := threshold
		if i+1 < len(iterations) {
			next = iterations[i+1].Threshold
		}
		if it.Generated <= checkNodes {
			r.begin()
			w.Due = w.Generated // poll at once
			r.search(w)
			all := r.fold()
			if r.err != nil || all.count > 0 || all.generated != it.Generated || all.expanded != it.Expanded ||
				all.over != next-r.threshold {
				return budget.ErrResume
			}
		}
		r.threshold = next
	}
	if r.threshold != threshold {
		return budget.ErrResume
	}
	r.checking = false
	w.Due = w.Generated
	return nil
}

// check is the poll of an iteration that is done again: it must not be larger
// than it says.
func (r *idaRun) check(w *Walk) bool {
	if w.Generated > checkNodes {
		r.err = budget.ErrResume
		w.part.state = waiting
		return true
	}
	w.Due = w.Generated + checkNodes + 1
	return false
}
