package sat

import (
	"cmp"
	"slices"
)

// The numbers of learnt clauses between two cleanings, in conflicts.
const (
	firstCleaning = 2000
	moreCleaning  = 300
)

// clean forgets clauses, and sets the time of the next cleaning.
func (s *Solver) clean() {
	s.cleanings++
	s.cleanAt = s.Conflicts + firstCleaning + moreCleaning*s.cleanings
	s.Forget()
	s.workDue = 0 // it took long enough
}

// Forget forgets the worse half of the learnt clauses that were of no use since
// the last cleaning; those of two levels stay for ever (Audemard and Simon,
// "Predicting Learnt Clauses Quality", 2009). It then moves the rest together.
// It may be called from Poll.
func (s *Solver) Forget() {
	type rank struct {
		c         cref
		lbd, size int
	}
	var ranks []rank
	for _, c := range s.learnts {
		if s.arena.used(c) {
			s.arena.setUsed(c, false)
			continue
		}
		if lbd := s.arena.lbd(c); lbd > 2 && !s.locked(c) {
			ranks = append(ranks, rank{c, lbd, s.arena.size(c)})
		}
	}
	slices.SortFunc(ranks, func(a, b rank) int { // the worst first, then the oldest
		return cmp.Or(cmp.Compare(b.lbd, a.lbd), cmp.Compare(b.size, a.size), cmp.Compare(a.c, b.c))
	})
	for _, r := range ranks[:len(ranks)/2] {
		s.arena[r.c] = 0 // size 0: dead
	}
	s.compact()
}

// locked reports whether c is the reason of a literal on the trail.
func (s *Solver) locked(c cref) bool {
	p := s.arena.lits(c)[0]
	return s.value[p] == 1 && s.reason[p.Var()] == c
}

// compact copies the clauses that are not dead into the other arena. Clauses that
// level 0 satisfies are left out on the way.
func (s *Solver) compact() {
	old := s.arena
	s.arena, s.spare = s.spare[:0], old
	moved := func(cs []cref) []cref {
		kept := cs[:0]
		for _, c := range cs {
			if old[c] == 0 || s.satisfied(old.lits(c)) {
				continue
			}
			to := cref(len(s.arena))
			s.arena = append(s.arena, old[c:int(c)+header+old.size(c)]...)
			if p := old.lits(c)[0]; s.value[p] == 1 && s.reason[p.Var()] == c {
				s.reason[p.Var()] = to
			}
			kept = append(kept, to)
		}
		return kept
	}
	for _, p := range s.trail {
		if s.level[p.Var()] == 0 {
			s.reason[p.Var()] = noRef // never asked for
		}
	}
	for i := range s.watches {
		s.watches[i] = s.watches[i][:0]
	}
	s.clauses = moved(s.clauses)
	s.learnts = moved(s.learnts)
	for _, c := range s.clauses {
		s.watch(c)
	}
	for _, c := range s.learnts {
		s.watch(c)
	}
	s.Work += uint64(len(s.arena))
}

// satisfied reports whether one of the literals always holds.
func (s *Solver) satisfied(lits []Lit) bool {
	for _, p := range lits {
		if s.Fixed(p) {
			return true
		}
	}
	return false
}
