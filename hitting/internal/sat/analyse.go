package sat

// analyse turns the conflict at clause c into a clause that follows from the
// others and, after taking back to the returned level, makes its first literal
// true: the first unique implication point (Marques-Silva and Sakallah, GRASP,
// 1996), without the literals that the rest implies (Sörensson and Biere,
// "Minimizing Learned Clauses", 2009). The clause is left in s.clause.
func (s *Solver) analyse(c cref) (back int) {
	now := int32(len(s.limits))
	s.clause = append(s.clause[:0], noLit)
	s.cleared = s.cleared[:0]
	open := 0 // literals of this level that are still to be replaced
	i := len(s.trail)
	p := noLit
	for {
		if s.arena.learnt(c) {
			s.arena.setUsed(c, true)
			if lbd := s.arena.lbd(c); lbd > 2 {
				s.arena.setLBD(c, min(lbd, s.lbd(s.arena.lits(c))))
			}
		}
		lits := s.arena.lits(c)
		s.Work += uint64(len(lits))
		for _, q := range lits {
			v := q.Var()
			if q == p || s.seen[v] || s.level[v] == 0 {
				continue
			}
			s.seen[v] = true
			s.cleared = append(s.cleared, v)
			s.order.bump(v)
			if s.level[v] == now {
				open++
			} else {
				s.clause = append(s.clause, q)
			}
		}
		for {
			i--
			p = s.trail[i]
			if s.seen[p.Var()] {
				break
			}
		}
		if open--; open == 0 {
			break
		}
		c = s.reason[p.Var()]
	}
	s.clause[0] = p.Not()

	var levels uint64 // the levels of the clause, as a filter
	for _, q := range s.clause[1:] {
		levels |= 1 << (s.level[q.Var()] & 63)
	}
	kept := s.clause[:1]
	for _, q := range s.clause[1:] {
		if s.reason[q.Var()] == noRef || !s.implied(q, levels) {
			kept = append(kept, q)
		}
	}
	s.clause = kept
	for _, v := range s.cleared {
		s.seen[v] = false
	}

	if len(s.clause) == 1 {
		return 0
	}
	second := 1 // a literal of the highest level but this one is watched
	for j := 2; j < len(s.clause); j++ {
		if s.level[s.clause[j].Var()] > s.level[s.clause[second].Var()] {
			second = j
		}
	}
	s.clause[1], s.clause[second] = s.clause[second], s.clause[1]
	return int(s.level[s.clause[1].Var()])
}

// implied reports whether q being false follows from other literals of the
// clause being false: whether going back through its reasons ends in seen
// variables only. What it finds on the way is marked as seen as well.
func (s *Solver) implied(q Lit, levels uint64) bool {
	s.stack = append(s.stack[:0], q)
	mark := len(s.cleared)
	for len(s.stack) > 0 {
		p := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		lits := s.arena.lits(s.reason[p.Var()])
		s.Work += uint64(len(lits))
		for _, r := range lits {
			v := r.Var()
			if s.seen[v] || s.level[v] == 0 {
				continue
			}
			if s.reason[v] == noRef || levels>>(s.level[v]&63)&1 == 0 {
				for _, w := range s.cleared[mark:] {
					s.seen[w] = false
				}
				s.cleared = s.cleared[:mark]
				return false
			}
			s.seen[v] = true
			s.cleared = append(s.cleared, v)
			s.stack = append(s.stack, r)
		}
	}
	return true
}

// lbd counts the distinct levels of the literals.
func (s *Solver) lbd(lits []Lit) int {
	s.stamps++
	n := 0
	for _, q := range lits {
		if l := s.level[q.Var()]; s.stamp[l] != s.stamps {
			s.stamp[l] = s.stamps
			n++
		}
	}
	return n
}

// explain leaves in s.core the assumptions that make p, an assumption, false;
// p itself is one of them.
func (s *Solver) explain(p Lit) {
	s.core = append(s.core[:0], p)
	if s.level[p.Var()] == 0 {
		return
	}
	s.seen[p.Var()] = true
	for i := len(s.trail) - 1; i >= s.limits[0]; i-- {
		q := s.trail[i]
		v := q.Var()
		if !s.seen[v] {
			continue
		}
		s.seen[v] = false
		if s.reason[v] == noRef {
			if q != p.Not() {
				s.core = append(s.core, q)
			}
			continue
		}
		lits := s.arena.lits(s.reason[v])
		s.Scans += uint64(len(lits))
		for _, r := range lits {
			if s.level[r.Var()] > 0 && r.Var() != v {
				s.seen[r.Var()] = true
			}
		}
	}
}
