package sat

// watch is a clause in the list of one of its two watched literals. While other
// is true the clause is satisfied and need not be looked at.
type watch struct {
	c     cref // with binary set when the clause is the watched literal and other
	other Lit
}

const binary cref = 1 << 31

func (s *Solver) watch(c cref) {
	lits := s.arena.lits(c)
	tag := c
	if len(lits) == 2 {
		tag |= binary
	}
	s.watches[lits[0].Not()] = append(s.watches[lits[0].Not()], watch{tag, lits[1]})
	s.watches[lits[1].Not()] = append(s.watches[lits[1].Not()], watch{tag, lits[0]})
}

// propagate makes true what follows from the trail, and returns a clause that
// it contradicts, or noRef. When it is time for Check it pauses: it returns noRef
// after one literal at least, with more to be done if head < len(trail).
//
// Invariant (Moskewicz et al., "Chaff", 2001): when it is done, each
// clause that is not satisfied has its two watched literals open.
func (s *Solver) propagate() cref {
	for s.head < len(s.trail) {
		p := s.trail[s.head]
		s.head++
		ws := s.watches[p]
		s.Work += 4 + uint64(len(ws))
		kept := 0
	next:
		for i := 0; i < len(ws); i++ {
			w := ws[i]
			value := s.value[w.other]
			if value == 1 {
				ws[kept] = w
				kept++
				continue
			}
			if w.c&binary != 0 {
				ws[kept] = w
				kept++
				if value == -1 {
					kept += copy(ws[kept:], ws[i+1:])
					s.watches[p] = ws[:kept]
					return w.c &^ binary
				}
				// the implied literal stands first in its reason
				lits := s.arena.lits(w.c &^ binary)
				lits[0], lits[1] = w.other, p.Not()
				s.enqueue(w.other, w.c&^binary)
				continue
			}
			lits := s.arena.lits(w.c)
			if lits[0] == p.Not() {
				lits[0], lits[1] = lits[1], lits[0]
			}
			first := lits[0]
			value = s.value[first]
			if value == 1 {
				ws[kept] = watch{w.c, first}
				kept++
				continue
			}
			for j := 2; j < len(lits); j++ {
				if q := lits[j]; s.value[q] != -1 {
					s.Scans += uint64(j)
					lits[1], lits[j] = q, lits[1]
					s.watches[q.Not()] = append(s.watches[q.Not()], watch{w.c, first})
					continue next
				}
			}
			s.Work += uint64(len(lits) / 4)
			s.Scans += uint64(len(lits))
			ws[kept] = watch{w.c, first}
			kept++
			if value == -1 {
				kept += copy(ws[kept:], ws[i+1:])
				s.watches[p] = ws[:kept]
				return w.c
			}
			s.enqueue(first, w.c)
		}
		s.watches[p] = ws[:kept]
		if s.Work+s.Scans >= s.checkDue {
			break
		}
	}
	return noRef
}
