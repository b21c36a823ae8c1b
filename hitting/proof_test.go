package hitting

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
)

// ledger is a proof log that keeps the books: which numbers and variables there
// are, and whether a step uses others. That the steps are right is for package
// proof/check, whose tests prove random problems.
type ledger struct {
	t          fataler
	p          *Problem
	last, vars int
	gone       map[int]bool
	solution   []int
	ended      int // the number of the contradiction
}

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

func newLedger(t fataler, p *Problem) *ledger {
	return &ledger{t: t, p: p, last: len(p.Sets), vars: p.Elements, gone: map[int]bool{}}
}

func (l *ledger) next() int {
	if l.ended != 0 {
		l.t.Fatalf("a step after the end")
	}
	l.last++
	return l.last
}

func (l *ledger) literals(lits []int) {
	l.t.Helper()
	seen := map[int]bool{}
	for _, lit := range lits {
		v := max(lit, -lit)
		if v < 1 || v > l.vars || seen[v] {
			l.t.Fatalf("literals %v with %d variables", lits, l.vars)
		}
		seen[v] = true
	}
}

func (l *ledger) number(n int) {
	l.t.Helper()
	if n < 1 || n > l.last || l.gone[n] {
		l.t.Fatalf("inequality %d of %d; gone: %t", n, l.last, l.gone[n])
	}
}

func (l *ledger) Implied(clause []int) int {
	l.literals(clause)
	return l.next()
}

func (l *ledger) Dominated(e, by int) int {
	if e < 1 || by < 1 || e == by || max(e, by) > l.p.Elements {
		l.t.Fatalf("%d is dominated by %d", e, by)
	}
	for _, set := range l.p.Sets {
		if slices.Contains(set, int32(e)) && slices.Contains(set, int32(by)) {
			return l.next()
		}
	}
	l.t.Fatalf("%d is dominated by %d, with which it has no set", e, by)
	return 0
}

func (l *ledger) Count(v int, literals []int, k int) (only, also int) {
	l.literals(literals)
	l.vars++
	if v != l.vars || k < 1 || k > len(literals) {
		l.t.Fatalf("variable %d counts %d of %v", v, k, literals)
	}
	return l.next(), l.next()
}

func (l *ledger) Combine(numbers, factors, literals []int, divisor int) int {
	l.literals(literals)
	if len(numbers) != len(factors) || divisor < 1 || slices.ContainsFunc(factors, func(f int) bool { return f < 1 }) {
		l.t.Fatalf("combine %v, %v, %d", numbers, factors, divisor)
	}
	for _, n := range numbers {
		l.number(n)
	}
	return l.next()
}

func (l *ledger) Forget(numbers []int) {
	for _, n := range numbers {
		l.number(n)
		l.gone[n] = true
	}
}

func (l *ledger) Solution(elements []int) int {
	if !slices.IsSorted(elements) || !hitsAll(l.p, func(e int32) bool { return slices.Contains(elements, int(e)) }) {
		l.t.Fatalf("%v hits not all sets", elements)
	}
	l.solution = elements
	return l.next()
}

func (l *ledger) Contradiction(number int) {
	l.number(number)
	l.ended = number
}

// TestProve holds the size against the twin's and the result against the log.
func TestProve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, 12)
		l := newLedger(t, p)
		r := Prove(context.Background(), p, budget.Limits{}, l)
		if want := twin(p); !r.Proven || len(r.Elements) != want || r.Lower != want {
			t.Fatalf("%+v, want %d", r, want)
		}
		if l.ended != l.last || !slices.Equal(l.solution, r.Elements) {
			t.Fatalf("the log ends with %d of %d and the solution %v, want %v", l.ended, l.last, l.solution, r.Elements)
		}
	})
}

// TestProveCounts pins the nodes of proofs, and that Solve's are as they were.
func TestProveCounts(t *testing.T) {
	p := random(7, 44, 100, 4)
	l := newLedger(t, p)
	r := Prove(context.Background(), p, budget.Limits{}, l)
	s := newLedger(t, p)
	again := Prove(context.Background(), p, budget.Limits{}, s)
	if !r.Proven || r.Generated != again.Generated || r.Expanded != again.Expanded || l.last != s.last {
		t.Errorf("%d and %d nodes, %d and %d steps", r.Generated, again.Generated, l.last, s.last)
	}
	plain := Solve(context.Background(), p, budget.Limits{})
	if len(plain.Elements) != len(r.Elements) {
		t.Errorf("size %d with a proof, %d without", len(r.Elements), len(plain.Elements))
	}
}

func TestProveInfeasible(t *testing.T) {
	p := &Problem{Elements: 2, Sets: [][]int32{{1}, {}, {2}, {}}}
	l := newLedger(t, p)
	r := Prove(context.Background(), p, budget.Limits{}, l)
	if !r.Proven || !r.Infeasible || l.ended != 2 {
		t.Errorf("%+v; the contradiction is %d", r, l.ended)
	}
}

func TestProveStopped(t *testing.T) {
	p := random(7, 44, 100, 4)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	l := newLedger(t, p)
	if r := Prove(ctx, p, budget.Limits{}, l); r.Proven || !errors.Is(r.Err, context.Canceled) || l.ended != 0 {
		t.Errorf("%+v; the contradiction is %d", r, l.ended)
	}
	l = newLedger(t, p)
	if r := Prove(context.Background(), p, budget.Limits{Nodes: 50}, l); r.Proven || r.Err != budget.ErrNodes || l.ended != 0 {
		t.Errorf("%+v; the contradiction is %d", r, l.ended)
	}
}

func FuzzProve(f *testing.F) {
	f.Add(uint8(3), []byte{1, 2, 0, 2, 3, 0, 1, 3})
	f.Add(uint8(1), []byte{1, 0, 0, 1})
	f.Add(uint8(12), []byte{1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 1, 4, 7, 0, 2, 5, 8, 0, 3, 6, 9, 0, 1, 12, 0, 1, 12, 11})
	f.Fuzz(func(t *testing.T, elements uint8, sets []byte) {
		p := &Problem{Elements: 1 + int(elements)%12, Sets: [][]int32{nil}}
		if len(sets) > 100 {
			return
		}
		for _, b := range sets {
			if b == 0 {
				p.Sets = append(p.Sets, nil)
			} else {
				last := &p.Sets[len(p.Sets)-1]
				*last = append(*last, 1+int32(b)%int32(p.Elements))
			}
		}
		l := newLedger(t, p)
		r := Prove(context.Background(), p, budget.Limits{}, l)
		if want := twin(p); !r.Proven || r.Infeasible != (want < 0) || want >= 0 && len(r.Elements) != want || l.ended == 0 {
			t.Errorf("%+v, want %d; the log's end is %d", r, want, l.ended)
		}
	})
}

// TestProveResumes takes up no state: its bounds have no proof.
func TestProveResumes(t *testing.T) {
	p := random(7, 44, 100, 4)
	var state []byte
	limits := budget.Limits{Nodes: 200, Save: func(snapshot func() []byte) { state = snapshot() }}
	if r := Solve(context.Background(), p, limits); r.Proven || state == nil {
		t.Fatalf("%+v", r)
	}
	l, plain := newLedger(t, p), newLedger(t, p)
	r := Prove(context.Background(), p, budget.Limits{Resume: state}, l)
	want := Prove(context.Background(), p, budget.Limits{}, plain)
	if !r.Proven || r.Generated != want.Generated || l.last != plain.last {
		t.Errorf("%+v with %d steps, want %+v with %d", r, l.last, want, plain.last)
	}
}
