package hitting

import (
	"hash/fnv"
	"slices"

	"github.com/deepen-go/deepen/budget"
)

// hittingState names the layout of the states.
const hittingState = "hitting 1"

// snapshot returns the bounds of each component and the counts.
func (v *solving) snapshot(p *Problem) []byte {
	w := budget.NewStateWriter(hittingState)
	w.Uint(p.digest())
	w.Uint(v.pace.progress.Generated)
	w.Uint(v.pace.progress.Expanded)
	w.Uint(uint64(len(v.comps)))
	for _, c := range v.comps {
		w.Int(c.bound())
		w.Ints(c.best)
	}
	return w.Seal()
}

// resume takes the bounds of a state, where they are better.
func (v *solving) resume(p *Problem, state []byte) error {
	s := budget.OpenState(hittingState, state)
	s.Must(s.Uint() == p.digest())
	progress := v.pace.progress
	progress.Generated += s.Uint()
	progress.Expanded += s.Uint()
	s.Must(s.Len() == len(v.comps))
	for _, c := range v.comps {
		known, best := s.Int(), s.Ints()
		before, size := c.bound(), len(c.best)
		s.Must(known <= len(best) && c.hit(best))
		if len(best) < len(c.best) {
			c.best = best
		}
		c.known = max(c.known, known)
		progress.Lower += c.bound() - before
		progress.Upper += len(c.best) - size
		s.Must(c.bound() <= len(c.best))
	}
	if err := s.Close(); err != nil {
		return err
	}
	v.resumed = progress.Generated - v.pace.progress.Generated
	v.pace.progress = progress
	return v.pace.poll()
}

// hit reports whether elements, ascending or not, hit all sets.
func (c *component) hit(elements []int32) bool {
	in := make([]bool, len(c.occ))
	for _, e := range elements {
		if e < 0 || int(e) >= len(in) || in[e] {
			return false
		}
		in[e] = true
	}
	return !slices.ContainsFunc(c.sets, func(set []int32) bool {
		return !slices.ContainsFunc(set, func(e int32) bool { return in[e] })
	})
}

// digest tells problems apart (FNV-1a of the sets as they are given).
func (p *Problem) digest() uint64 {
	h := fnv.New64a()
	number := func(n int32) {
		_, _ = h.Write([]byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)}) // never fails
	}
	number(int32(p.Elements))
	for _, set := range p.Sets {
		number(int32(len(set)))
		for _, e := range set {
			number(e)
		}
	}
	return h.Sum64()
}
