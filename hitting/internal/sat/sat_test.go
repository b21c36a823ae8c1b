package sat

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// holds reports whether p holds in an assignment of bits.
func holds(assignment int, p Lit) bool {
	return assignment>>p.Var()&1 == 1 == (p&1 == 0)
}

// satisfiable is the truth-table twin of Solve.
func satisfiable(vars int, clauses [][]Lit, assumptions []Lit) bool {
	for a := range 1 << vars {
		ok := true
		for _, c := range clauses {
			ok = ok && slices.ContainsFunc(c, func(p Lit) bool { return holds(a, p) })
		}
		for _, p := range assumptions {
			ok = ok && holds(a, p)
		}
		if ok {
			return true
		}
	}
	return false
}

// drawLits draws literals of distinct variables.
func drawLits(t *rapid.T, vars, least, most int, label string) []Lit {
	var lits []Lit
	for _, v := range rapid.SliceOfNDistinct(rapid.IntRange(0, vars-1), least, min(most, vars), rapid.ID[int]).Draw(t, label) {
		lits = append(lits, Pos(v)^Lit(rapid.IntRange(0, 1).Draw(t, "sign")))
	}
	return lits
}

// TestTruthTable adds clauses bit by bit and compares every answer, model and
// core with the truth table. A solver that forgets at each poll shows that
// forgetting is harmless.
func TestTruthTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vars := rapid.IntRange(1, 9).Draw(t, "vars")
		var s Solver
		for range vars {
			s.NewVar(rapid.Bool().Draw(t, "first"))
		}
		if rapid.Bool().Draw(t, "forget") {
			s.Poll = func() (uint64, error) { return s.Decisions + 1, s.Forget() }
			s.Check = func() error { s.checkDue = 0; return nil } // propagate pauses all the time
		}
		var clauses [][]Lit
		if rapid.Bool().Draw(t, "learn") {
			learnInto(t, &s, vars, &clauses)
		}
		for range rapid.IntRange(1, 4).Draw(t, "rounds") {
			for range rapid.IntRange(0, 15).Draw(t, "clauses") {
				c := drawLits(t, vars, 1, 4, "clause")
				clauses = append(clauses, c)
				s.Add(slices.Clone(c)...)
			}
			for range rapid.IntRange(1, 4).Draw(t, "calls") {
				assumptions := drawLits(t, vars, 0, vars, "assumptions")
				compare(t, &s, vars, clauses, assumptions)
			}
		}
	})
}

// learnInto checks what the solver learns and drops: a clause must follow from
// those added, and only what was learnt and not dropped can be dropped.
func learnInto(t fataler, s *Solver, vars int, clauses *[][]Lit) {
	known := map[int]bool{}
	s.Learn = func(clause []Lit) int {
		denied := make([]Lit, len(clause))
		for i, p := range clause {
			denied[i] = p.Not()
		}
		if satisfiable(vars, *clauses, denied) {
			t.Fatalf("%v is learnt and does not follow from %v", clause, *clauses)
		}
		n := len(known) + 1
		known[n] = true
		return n
	}
	s.Drop = func(numbers []int) {
		for _, n := range numbers {
			if !known[n] {
				t.Fatalf("%d is dropped and was not learnt, or twice", n)
			}
			known[n] = false
		}
	}
}

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

func compare(t fataler, s *Solver, vars int, clauses [][]Lit, assumptions []Lit) {
	t.Helper()
	status, err := s.Solve(assumptions, -1)
	if err != nil {
		t.Fatalf("error %v without a limit", err)
	}
	want := satisfiable(vars, clauses, assumptions)
	if (status == Sat) != want || status == Unknown {
		t.Fatalf("status %d, want satisfiable %t", status, want)
	}
	if status == Sat {
		a := 0
		for v := range vars {
			if s.Model(v) {
				a |= 1 << v
			}
		}
		for _, c := range append(slices.Clone(clauses), single(assumptions)...) {
			if !slices.ContainsFunc(c, func(p Lit) bool { return holds(a, p) }) {
				t.Fatalf("the model %b breaks %v", a, c)
			}
		}
		return
	}
	for _, p := range s.Core() {
		if !slices.Contains(assumptions, p) {
			t.Fatalf("the core %v has a literal that was not assumed %v", s.Core(), assumptions)
		}
	}
	if satisfiable(vars, clauses, s.Core()) {
		t.Fatalf("%v is not a core", s.Core())
	}
}

func single(lits []Lit) (clauses [][]Lit) {
	for _, p := range lits {
		clauses = append(clauses, []Lit{p})
	}
	return clauses
}

// pigeons says that n pigeons sit in n-1 holes, one each.
func pigeons(s *Solver, n int) {
	sits := func(pigeon, hole int) Lit { return Pos(pigeon*(n-1) + hole) }
	for range n * (n - 1) {
		s.NewVar(false)
	}
	for p := range n {
		var c []Lit
		for h := range n - 1 {
			c = append(c, sits(p, h))
		}
		s.Add(c...)
	}
	for h := range n - 1 {
		for p := range n {
			for q := range p {
				s.Add(sits(p, h).Not(), sits(q, h).Not())
			}
		}
	}
}

// TestPigeons needs restarts and cleanings, and pins the work.
func TestPigeons(t *testing.T) {
	var s Solver
	pigeons(&s, 8)
	if status, err := s.Solve(nil, -1); status != Unsat || err != nil {
		t.Fatalf("status %d, error %v", status, err)
	}
	if s.Decisions != 6837 || s.Conflicts != 4959 {
		t.Errorf("%d decisions and %d conflicts", s.Decisions, s.Conflicts)
	}
	if s.cleanings == 0 {
		t.Error("never cleaned")
	}
	if status, _ := s.Solve([]Lit{Pos(0)}, -1); status != Unsat || len(s.Core()) != 0 {
		t.Error("contradictory clauses need no assumption in the core")
	}
}

func TestLimits(t *testing.T) {
	var s Solver
	pigeons(&s, 9)
	if status, err := s.Solve(nil, 10); status != Unknown || err != nil || s.Conflicts != 10 {
		t.Errorf("status %d, error %v after %d of 10 conflicts", status, err, s.Conflicts)
	}
	stop := errors.New("stop")
	s.Poll = func() (uint64, error) {
		if s.Decisions >= 100 {
			return 0, stop
		}
		return 100, nil
	}
	if status, err := s.Solve(nil, -1); status != Unknown || err != stop || s.Decisions != 100 {
		t.Errorf("status %d, error %v after %d of 100 decisions", status, err, s.Decisions)
	}
	before := s.Bytes()
	if err := errors.Join(s.Forget(), s.Forget()); err != nil {
		t.Error(err)
	}
	if s.Bytes() >= before {
		t.Errorf("%d bytes after forgetting, %d before", s.Bytes(), before)
	}
}

// TestCheck looks at the work between two calls of Check, and stops at one after
// another, also while clauses are moved.
func TestCheck(t *testing.T) {
	stop := errors.New("stop")
	for last := 1; ; last += 1 + last/3 {
		var s Solver
		pigeons(&s, 8)
		calls, before := 0, uint64(0)
		s.Check = func() error {
			if done := s.Work + s.Scans - before; done > 2*pollWork {
				t.Errorf("%d steps before call %d", done, calls)
			}
			before = s.Work + s.Scans
			if calls++; calls == last {
				return stop
			}
			return nil
		}
		status, err := s.Solve(nil, -1)
		if calls < last {
			if status != Unsat || err != nil || s.Decisions != 6837 || s.Conflicts != 4959 || last < 20 {
				t.Errorf("status %d, error %v, %d decisions and %d conflicts, %d calls", status, err, s.Decisions, s.Conflicts, calls)
			}
			break
		}
		if status != Unknown || err != stop || calls != last {
			t.Errorf("stopped at call %d: status %d, error %v, %d calls", last, status, err, calls)
		}
	}

	var s Solver
	s.Reserve(400, 400, 160_000)
	for range 400 {
		s.NewVar(false)
	}
	lits := make([]Lit, 400)
	for v := range lits {
		lits[v] = Pos(v)
	}
	for range 400 {
		s.Add(lits...)
	}
	calls := 0
	s.checkDue = s.Work + s.Scans + pollWork
	s.Check = func() error {
		if calls++; calls == 2 {
			return stop
		}
		return nil
	}
	if err := s.Forget(); err != stop || calls != 2 {
		t.Errorf("moving 160,000 literals: error %v, %d calls", err, calls)
	}
}

// TestOrder compares the heap with a scan.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var o order
		n := rapid.IntRange(1, 20).Draw(t, "variables")
		for v := range n {
			o.add(v)
		}
		in := make([]bool, n)
		for v := range in {
			in[v] = true
		}
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			v := rapid.IntRange(0, n-1).Draw(t, "variable")
			switch rapid.IntRange(0, 3).Draw(t, "step") {
			case 0:
				o.bump(v)
			case 1:
				o.decay()
			case 2:
				o.offer(v)
				in[v] = true
			case 3:
				want := -1
				for w := range in {
					if in[w] && (want < 0 || o.activity[w] > o.activity[want]) {
						want = w
					}
				}
				if got := o.take(); got != want {
					t.Fatalf("took %d, want %d", got, want)
				}
				if want >= 0 {
					in[want] = false
				}
			}
		}
	})
}

// TestRescale lets the activities overflow their limit.
func TestRescale(t *testing.T) {
	var o order
	o.add(0)
	o.add(1)
	o.bump(1)
	for range 10000 {
		o.decay()
		o.bump(0)
	}
	if a := o.activity[0]; !(a > 0 && a <= activityMost) || o.take() != 0 {
		t.Errorf("activity %g", a)
	}
}

func BenchmarkPigeons(b *testing.B) {
	for b.Loop() {
		var s Solver
		pigeons(&s, 8)
		s.Solve(nil, -1)
	}
}
