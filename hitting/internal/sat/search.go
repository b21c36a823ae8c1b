package sat

import "math"

// Status is the answer of [Solver.Solve].
type Status int8

// The statuses.
const (
	Unknown Status = iota // a limit was reached
	Sat                   // there is an assignment: see Model
	Unsat                 // there is none: see Core
)

// Restart when the clauses learnt lately have 1/8 more levels than those of
// all the time (Audemard and Simon, "Refining Restarts Strategies", 2012; moving
// averages as in Biere and Fröhlich, 2015).
const (
	fastShift    = 5
	slowShift    = 13
	restartAfter = 50 // conflicts at least
)

// Solve looks for an assignment in which the clauses and the assumptions hold
// (literals of distinct variables). It gives up after the given number of
// conflicts, if that is not negative. The error is that of Poll or Check.
func (s *Solver) Solve(assumptions []Lit, conflicts int) (Status, error) {
	s.core = s.core[:0]
	if s.unsat {
		return Unsat, nil
	}
	s.keepCommon(assumptions)
	if s.cleanAt == 0 {
		s.cleanAt = firstCleaning
	}
	since := 0 // conflicts since the last restart
	stop := uint64(math.MaxUint64)
	if conflicts >= 0 {
		stop = s.Conflicts + uint64(conflicts)
	}
	for {
		if err := s.step(0); err != nil {
			return Unknown, err
		}
		if c := s.propagate(); c != noRef {
			s.Conflicts++
			if len(s.limits) == 0 {
				s.unsat = true
				return Unsat, nil
			}
			s.learn(c)
			since++
			if s.Conflicts >= stop {
				return Unknown, nil
			}
			continue
		}
		if s.head < len(s.trail) {
			continue // propagate only paused
		}
		if s.Poll != nil && (s.Decisions >= s.due || s.Work >= s.workDue) {
			s.workDue = s.Work + pollWork
			var err error
			if s.due, err = s.Poll(); err != nil {
				return Unknown, err
			}
		}
		if since >= restartAfter && s.fast > s.slow+s.slow/8 {
			since = 0
			s.backTo(min(len(assumptions), len(s.limits)))
		}
		if s.Conflicts >= s.cleanAt {
			if err := s.clean(); err != nil {
				return Unknown, err
			}
		}
		p := noLit
		for len(s.limits) < len(assumptions) {
			q := assumptions[len(s.limits)]
			if s.value[q] == 0 {
				p = q
				break
			}
			if s.value[q] == -1 {
				s.explain(q)
				return Unsat, nil
			}
			s.limits = append(s.limits, len(s.trail)) // it holds: an empty level
		}
		if p == noLit {
			if p = s.decide(); p == noLit {
				s.save()
				return Sat, nil
			}
		}
		s.Decisions++
		s.limits = append(s.limits, len(s.trail))
		s.enqueue(p, noRef)
	}
}

// step counts scans, and calls Check when it is time to.
func (s *Solver) step(scans int) error {
	s.Scans += uint64(scans)
	if s.Work+s.Scans < s.checkDue {
		return nil
	}
	if s.Check == nil {
		s.checkDue = math.MaxUint64
		return nil
	}
	s.checkDue = s.Work + s.Scans + pollWork
	return s.Check()
}

// keepCommon takes the trail back to what the last assumptions have in common
// with these.
func (s *Solver) keepCommon(assumptions []Lit) {
	n := 0
	for n < len(assumptions) && n < len(s.assumed) && assumptions[n] == s.assumed[n] {
		n++
	}
	s.backTo(n)
	s.assumed = append(s.assumed[:0], assumptions...)
}

// learn explains the conflict at c, takes back, and adds the new clause.
func (s *Solver) learn(c cref) {
	back := s.analyse(c)
	lbd := s.lbd(s.clause)
	number := 0
	if s.Learn != nil {
		number = s.Learn(s.clause)
	}
	s.average(lbd)
	s.backTo(back)
	if len(s.clause) == 1 {
		s.enqueue(s.clause[0], noRef)
	} else {
		c := s.arena.add(s.clause, true)
		s.arena.setLBD(c, max(lbd, 1))
		s.arena.setUsed(c, true)
		s.learnts = append(s.learnts, c)
		if s.Learn != nil {
			s.numbers = append(s.numbers, number)
		}
		s.watch(c)
		s.enqueue(s.clause[0], c)
	}
	s.order.decay()
}

func (s *Solver) average(lbd int) {
	x := int64(lbd) << 16
	if s.slow == 0 {
		s.fast, s.slow = x, x
		return
	}
	s.fast += (x - s.fast) >> fastShift
	s.slow += (x - s.slow) >> slowShift
}

// decide returns the literal to decide next, or noLit when nothing is open.
func (s *Solver) decide() Lit {
	for {
		v := s.order.take()
		if v < 0 {
			return noLit
		}
		if p := s.phase[v]; s.value[p] == 0 {
			return p
		}
	}
}

func (s *Solver) save() {
	s.model = s.model[:0]
	for v := range s.level {
		s.model = append(s.model, s.value[Pos(v)] == 1)
	}
}
