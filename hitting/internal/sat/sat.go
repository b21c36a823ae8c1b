package sat

import "slices"

// Lit is a literal: 2v says that variable v is true, 2v+1 that it is false.
type Lit uint32

// Pos returns the literal that says v is true.
func Pos(v int) Lit { return Lit(2 * v) }

// Not returns the opposite literal.
func (p Lit) Not() Lit { return p ^ 1 }

// Var returns the literal's variable.
func (p Lit) Var() int { return int(p >> 1) }

const noLit = ^Lit(0)

// Solver is a set of clauses and what was learnt from them. The zero value has
// no clauses and no variables.
type Solver struct {
	// Poll, if not nil, is called now and then, at the latest when the number
	// of decisions is the one that it returned last. An error ends Solve.
	Poll func() (due uint64, err error)

	// Check, if not nil, is called as well, whenever as much was done that Poll
	// may be long in coming. An error ends Solve.
	Check func() error

	// Learn, if not nil, is told of each clause that is learnt, in an order in
	// which each follows from the clauses added and those learnt before by unit
	// propagation (Goldberg and Novikov, "Verification of Proofs of Unsatisfiability
	// for CNF Formulas", 2003). It returns a number, by which Drop is told that the
	// clause is forgotten. Clauses of one literal are learnt as well when others
	// that imply them are about to be forgotten.
	Learn func(clause []Lit) int
	// Drop must be set with Learn.
	Drop func(numbers []int)

	// Decisions, Conflicts and Work count since the solver was made. Work is
	// in steps of some ten nanoseconds, and the same on every machine.
	Decisions, Conflicts, Work uint64

	// Scans counts literals looked at that are not in Work, which says when
	// Poll is called and so decides what is found when.
	Scans uint64

	arena   arena
	spare   arena  // for moving the clauses
	clauses []cref // as added
	learnts []cref
	numbers []int     // of learnts, as Learn gave them; nil without Learn
	told    int       // literals of level 0 on the trail that Learn knows
	watches [][]watch // by the literal whose becoming true they wait for
	unsat   bool      // the clauses alone contradict each other

	value  []int8 // by literal: 1 true, -1 false, 0 open
	level  []int32
	reason []cref // by variable; noRef for decisions
	phase  []Lit  // by variable: the literal to decide, the last that held
	trail  []Lit  // true literals in order
	limits []int  // limits[i]: len(trail) when level i+1 began
	head   int    // trail[head:] is not propagated yet

	order order

	seen    []bool // by variable; scratch of analyse.go
	clause  []Lit  // the clause being learnt
	stack   []Lit
	cleared []int    // variables whose seen flag is to be cleared
	stamp   []uint64 // by level
	stamps  uint64

	cleanAt   uint64 // conflicts at which to forget clauses
	cleanings uint64
	fast      int64 // moving averages of lbd, 1/2^16ths
	slow      int64
	assumed   []Lit // the assumptions of the levels on the trail
	core      []Lit
	due       uint64 // see Poll
	workDue   uint64
	checkDue  uint64 // Work and Scans at which to call Check
	model     []bool
}

// pollWork is the Work between two polls: a few milliseconds, and more when the
// clauses are too many for the caches.
const pollWork = 1 << 16

// Reserve makes room in an empty solver for the given numbers of variables, of
// clauses, and of literals in these.
func (s *Solver) Reserve(vars, clauses, lits int) {
	words := lits + header*clauses
	s.arena = make(arena, 0, words+words/4) // unlike append, make touches nothing
	s.clauses = make([]cref, 0, clauses)
	s.value = slices.Grow(s.value, 2*vars)
	s.watches = slices.Grow(s.watches, 2*vars)
	s.level = slices.Grow(s.level, vars)
	s.reason = slices.Grow(s.reason, vars)
	s.phase = slices.Grow(s.phase, vars)
	s.seen = slices.Grow(s.seen, vars)
	s.stamp = slices.Grow(s.stamp, vars+1)
	s.trail = slices.Grow(s.trail, vars)
	s.order.reserve(vars)
}

// NewVar adds a variable that is decided as first, if it has to be, and returns
// its number.
func (s *Solver) NewVar(first bool) int {
	v := len(s.level)
	s.value = append(s.value, 0, 0)
	s.watches = append(s.watches, nil, nil)
	s.level = append(s.level, 0)
	s.reason = append(s.reason, noRef)
	p := Pos(v)
	if !first {
		p = p.Not()
	}
	s.phase = append(s.phase, p)
	s.seen = append(s.seen, false)
	for len(s.stamp) <= len(s.level) {
		s.stamp = append(s.stamp, 0)
	}
	s.order.add(v)
	return v
}

// SetPhase makes first the value that v is decided as next.
func (s *Solver) SetPhase(v int, first bool) {
	s.phase[v] = Pos(v)
	if !first {
		s.phase[v] = Pos(v).Not()
	}
}

// Bytes returns about how much memory the solver holds.
func (s *Solver) Bytes() int64 {
	const perVar = 120
	// each word of the arena, as much again for the watches, and the spare
	return int64(len(s.arena))*12 + int64(len(s.level))*perVar
}

// Add adds a clause, whose literals must have distinct variables. The trail is
// taken back to level 0. It returns false when the clauses have become
// contradictory.
func (s *Solver) Add(lits ...Lit) bool {
	s.backTo(0)
	if s.unsat {
		return false
	}
	open := s.clause[:0]
	for _, p := range lits {
		switch s.value[p] {
		case 1:
			return true
		case 0:
			open = append(open, p)
		}
	}
	s.clause = open[:0]
	switch len(open) {
	case 0:
		s.unsat = true
	case 1:
		s.enqueue(open[0], noRef)
		for s.head < len(s.trail) && !s.unsat {
			s.unsat = s.propagate() != noRef
		}
	default:
		c := s.arena.add(open, false)
		s.clauses = append(s.clauses, c)
		s.watch(c)
	}
	return !s.unsat
}

// Fixed reports whether p always holds.
func (s *Solver) Fixed(p Lit) bool { return s.value[p] == 1 && s.level[p.Var()] == 0 }

// Model reports whether v is true in the assignment that the last Solve found.
func (s *Solver) Model(v int) bool { return s.model[v] }

// Core returns the assumptions that the last Solve found contradictory. It is
// valid until the next call.
func (s *Solver) Core() []Lit { return s.core }

func (s *Solver) enqueue(p Lit, why cref) {
	v := p.Var()
	s.value[p], s.value[p.Not()] = 1, -1
	s.level[v] = int32(len(s.limits))
	s.reason[v] = why
	s.trail = append(s.trail, p)
}

// backTo takes back all levels after the given one.
func (s *Solver) backTo(level int) {
	if len(s.limits) <= level {
		return
	}
	keep := s.limits[level]
	s.Work += uint64(len(s.trail) - keep)
	for i := len(s.trail) - 1; i >= keep; i-- {
		p := s.trail[i]
		s.value[p], s.value[p.Not()] = 0, 0
		s.phase[p.Var()] = p
		s.order.offer(p.Var())
	}
	s.trail = s.trail[:keep]
	s.limits = s.limits[:level]
	s.head = keep
}
