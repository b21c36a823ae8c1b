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
func (s *Solver) clean() error {
	s.cleanings++
	s.cleanAt = s.Conflicts + firstCleaning + moreCleaning*s.cleanings
	s.workDue = 0 // it took long enough
	return s.Forget()
}

// Forget forgets the worse half of the learnt clauses that were of no use since
// the last cleaning; those of two levels stay for ever (Audemard and Simon,
// "Predicting Learnt Clauses Quality", 2009). It then moves the rest together.
// It may be called from Poll. The error is Check's, and ends the solver's use.
func (s *Solver) Forget() error {
	type rank struct {
		c         cref
		lbd, size int
	}
	ranks := make([]rank, 0, len(s.learnts))
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
	return s.compact()
}

// locked reports whether c is the reason of a literal on the trail.
func (s *Solver) locked(c cref) bool {
	p := s.arena.lits(c)[0]
	return s.value[p] == 1 && s.reason[p.Var()] == c
}

// compact copies the clauses that are not dead into the other arena. Clauses that
// level 0 satisfies are left out on the way.
func (s *Solver) compact() error {
	old := s.arena
	if cap(s.spare) < len(old) {
		s.spare = make(arena, 0, cap(old)) // unlike append, make touches nothing
	}
	s.arena, s.spare = s.spare[:0], old
	s.tell()
	var dropped []int
	moved := func(cs []cref, numbers []int) ([]cref, error) {
		kept := cs[:0]
		for i, c := range cs {
			if err := s.step(old.size(c) + header); err != nil {
				return nil, err
			}
			if old[c] == 0 || s.satisfied(old.lits(c)) {
				if numbers != nil {
					dropped = append(dropped, numbers[i])
				}
				continue
			}
			if numbers != nil {
				numbers[len(kept)] = numbers[i]
			}
			to := cref(len(s.arena))
			s.arena = append(s.arena, old[c:int(c)+header+old.size(c)]...)
			if p := old.lits(c)[0]; s.value[p] == 1 && s.reason[p.Var()] == c {
				s.reason[p.Var()] = to
			}
			kept = append(kept, to)
		}
		return kept, nil
	}
	for _, p := range s.trail {
		if s.level[p.Var()] == 0 {
			s.reason[p.Var()] = noRef // never asked for
		}
	}
	for i := range s.watches {
		s.watches[i] = s.watches[i][:0]
	}
	var err error
	if s.clauses, err = moved(s.clauses, nil); err != nil {
		return err
	}
	if s.learnts, err = moved(s.learnts, s.numbers); err != nil {
		return err
	}
	if len(dropped) > 0 {
		s.Drop(dropped)
		s.numbers = s.numbers[:len(s.learnts)]
	}
	for _, cs := range [][]cref{s.clauses, s.learnts} {
		for _, c := range cs {
			s.watch(c)
			if err := s.step(8); err != nil {
				return err
			}
		}
	}
	s.Work += uint64(len(s.arena))
	return nil
}

// tell makes Learn know the literals of level 0, since the clauses that imply
// them may be forgotten.
func (s *Solver) tell() {
	if s.Learn == nil {
		return
	}
	end := len(s.trail)
	if len(s.limits) > 0 {
		end = s.limits[0]
	}
	for ; s.told < end; s.told++ {
		s.Learn(s.trail[s.told : s.told+1])
	}
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
