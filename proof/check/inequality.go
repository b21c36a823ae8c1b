package check

import "slices"

// lit is a literal: 2v says that variable v is true, 2v+1 that it is false.
type lit uint32

func (l lit) not() lit { return l ^ 1 }
func (l lit) v() int   { return int(l >> 1) }

// most bounds every factor, every degree and every sum of factors, so that sums
// of two of them do not overflow.
const most = 1 << 60

// inequality is Σ factors·lits >= degree in normal form: factors are positive,
// variables distinct. The largest factors come first, which the propagation of
// clauses does not keep up.
type inequality struct {
	lits    []lit
	factors []int64
	degree  int64

	clause bool  // each literal alone is enough
	held   bool  // it is in the database
	slack  int64 // see propagate.go
	stamp  int   // the search that came by last
}

// total returns the sum of all factors.
func (c *inequality) total() (sum int64) {
	for _, a := range c.factors {
		sum += a
	}
	return sum
}

// trivial reports whether every assignment satisfies c.
func (c *inequality) trivial() bool { return c.degree <= 0 }

// contradiction reports whether no assignment satisfies c.
func (c *inequality) contradiction() bool { return c.total() < c.degree }

// negated returns the inequality that holds where c does not: Σ a·¬l >= Σ a - d + 1.
func (c *inequality) negated() *inequality {
	n := &inequality{lits: slices.Clone(c.lits), factors: slices.Clone(c.factors), degree: c.total() - c.degree + 1}
	for i, l := range n.lits {
		n.lits[i] = l.not()
	}
	return n.classified()
}

// classified sets what follows from the other fields.
func (c *inequality) classified() *inequality {
	c.clause = c.degree > 0 && !slices.ContainsFunc(c.factors, func(a int64) bool { return a < c.degree })
	return c
}

// implies reports whether d is c with some literals weakened away, in part or
// altogether.
func (c *inequality) implies(d *inequality) bool {
	if d.trivial() {
		return true
	}
	wanted := make(map[lit]int64, len(d.lits))
	for i, l := range d.lits {
		wanted[l] = d.factors[i]
	}
	left := c.degree
	for i, l := range c.lits {
		// More than d's degree is as good as that.
		if a := wanted[l]; a < d.degree {
			left -= max(0, c.factors[i]-a)
		}
	}
	return left >= d.degree
}

// satisfied reports whether c holds when the literals do of which true says so.
func (c *inequality) satisfied(holds func(lit) bool) bool {
	var sum int64
	for i, l := range c.lits {
		if holds(l) {
			sum += c.factors[i]
		}
	}
	return sum >= c.degree
}
