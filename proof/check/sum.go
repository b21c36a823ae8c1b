package check

import (
	"cmp"
	"errors"
	"slices"
)

var errLarge = errors.New("the numbers become too large (beyond 2^60)")

// sum is an inequality that is being added up. Its factors are kept by variable:
// a is a·x, and -a is a·¬x.
type sum struct {
	factor []int64
	listed []bool
	vars   []int // with a factor, perhaps 0
	degree int64
	total  int64 // of the factors, without signs
	err    error
}

// reset makes it 0 >= 0.
func (s *sum) reset() {
	for _, v := range s.vars {
		s.factor[v], s.listed[v] = 0, false
	}
	s.vars, s.degree, s.total, s.err = s.vars[:0], 0, 0, nil
}

// term adds a·l for a >= 0. What cancels out, x + ¬x = 1, goes to the degree.
func (s *sum) term(a int64, l lit) {
	if s.err != nil || a == 0 {
		return
	}
	v := l.v()
	if more := v + 1 - len(s.factor); more > 0 {
		s.factor = append(s.factor, make([]int64, more)...)
		s.listed = append(s.listed, make([]bool, more)...)
	}
	if !s.listed[v] {
		s.listed[v] = true
		s.vars = append(s.vars, v)
	}
	old := s.factor[v]
	if l&1 != 0 {
		s.factor[v] -= a
	} else {
		s.factor[v] += a
	}
	s.total += abs(s.factor[v]) - abs(old)
	s.constant(-max(0, (abs(old)+a-abs(s.factor[v]))/2))
}

// linear adds a·l for any a: -a·l is a·¬l - a.
func (s *sum) linear(a int64, l lit) {
	if a < 0 {
		s.constant(-a)
		a, l = -a, l.not()
	}
	s.term(a, l)
}

// constant adds to the degree.
func (s *sum) constant(d int64) {
	s.degree += d
	if s.total > most || abs(s.degree) > most {
		s.err = errLarge
	}
}

// add adds factor·c.
func (s *sum) add(c *inequality) {
	for i, l := range c.lits {
		s.term(c.factors[i], l)
	}
	s.constant(c.degree)
}

func (s *sum) multiply(by int64) {
	if by > most || s.total > most/by || abs(s.degree) > most/by {
		s.err = errLarge
	}
	if s.err != nil {
		return
	}
	s.each(func(a int64) int64 { return a * by })
	s.degree *= by
}

func (s *sum) divide(by int64) {
	s.each(func(a int64) int64 { return ceil(a, by) })
	s.degree = ceil(s.degree, by)
}

// saturate lowers the factors to the degree: more does not help.
func (s *sum) saturate() {
	s.degree = max(0, s.degree)
	s.each(func(a int64) int64 { return min(a, s.degree) })
}

// weaken takes a variable out.
func (s *sum) weaken(v int) {
	if v < len(s.factor) {
		a := abs(s.factor[v])
		s.factor[v] = 0
		s.total -= a
		s.constant(-a)
	}
}

// each replaces the factors, without their signs.
func (s *sum) each(f func(int64) int64) {
	s.total = 0
	for _, v := range s.vars {
		a := f(abs(s.factor[v]))
		s.total += a
		if s.factor[v] < 0 {
			a = -a
		}
		s.factor[v] = a
	}
}

// inequality returns what was added up.
func (s *sum) inequality() (*inequality, error) {
	if s.err != nil {
		return nil, s.err
	}
	kept := s.vars[:0]
	for _, v := range s.vars {
		if s.factor[v] != 0 {
			kept = append(kept, v)
		} else {
			s.listed[v] = false
		}
	}
	s.vars = kept
	slices.SortFunc(s.vars, func(v, w int) int {
		return cmp.Or(cmp.Compare(abs(s.factor[w]), abs(s.factor[v])), cmp.Compare(v, w))
	})
	c := &inequality{lits: make([]lit, len(s.vars)), factors: make([]int64, len(s.vars)), degree: s.degree}
	for i, v := range s.vars {
		c.lits[i], c.factors[i] = lit(2*v), s.factor[v]
		if s.factor[v] < 0 {
			c.lits[i], c.factors[i] = c.lits[i].not(), -s.factor[v]
		}
	}
	return c.classified(), nil
}

func abs(a int64) int64 {
	if a < 0 {
		return -a
	}
	return a
}

// ceil returns a/b rounded up, for b > 0.
func ceil(a, b int64) int64 {
	q := a / b
	if a%b > 0 {
		q++
	}
	return q
}

// addSum adds another sum.
func (s *sum) addSum(t *sum) {
	for _, v := range t.vars {
		if a := t.factor[v]; a < 0 {
			s.term(-a, lit(2*v+1))
		} else {
			s.term(a, lit(2*v))
		}
	}
	s.constant(t.degree)
	if t.err != nil {
		s.err = t.err
	}
}
