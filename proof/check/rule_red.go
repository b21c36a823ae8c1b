package check

import (
	"errors"
	"fmt"
)

// witness is a substitution: what becomes of some variables.
type witness struct {
	image map[int]lit // by variable; one and zero are constants
	vars  []int
}

const (
	one  = ^lit(1)
	zero = ^lit(0)
)

// of returns what becomes of l; one and zero are each other's negation, too.
func (w *witness) of(l lit) lit {
	to, ok := w.image[l.v()]
	if !ok {
		return l
	}
	return to ^ l&1
}

// readWitness reads "x1 -> 0 x2 -> ~x3 …"; the arrows may be left out.
func (c *checker) readWitness(w *words) (*witness, error) {
	sub := &witness{image: map[int]lit{}}
	for word := w.next(); len(word) > 0; word = w.next() {
		from, err := c.lit(word)
		if err != nil {
			return nil, err
		}
		if from&1 != 0 {
			return nil, fmt.Errorf("the witness must map variables, not %s", quote(word))
		}
		word = w.next()
		if string(word) == "->" {
			word = w.next()
		}
		var to lit
		switch string(word) {
		case "0":
			to = zero
		case "1":
			to = one
		default:
			if to, err = c.lit(word); err != nil {
				return nil, err
			}
		}
		if _, twice := sub.image[from.v()]; twice {
			return nil, fmt.Errorf("the witness maps %s twice", c.name[from.v()])
		}
		sub.image[from.v()] = to
		sub.vars = append(sub.vars, from.v())
	}
	return sub, nil
}

// red is the rule of that name (redundance-based strengthening; Gocht and
// Nordström, "Certifying Parity Reasoning Efficiently Using Pseudo-Boolean
// Proofs", 2021). From what is held and the negation of the inequality, these
// goals must follow: what is held and has a variable of the witness, and the
// inequality itself, each as the witness changes it; and that the witness does not
// make the objective larger.
func (c *checker) red(w *words) error {
	q, err := c.read(w)
	if err != nil {
		return err
	}
	sub, err := c.readWitness(w)
	if err != nil {
		return err
	}
	c.db.grow(len(c.name))
	c.db.refresh()
	if !c.db.broken {
		if err := c.redundant(q, sub); err != nil {
			return err
		}
	}
	return c.db.add(q)
}

// redundant proves the goals of red.
func (c *checker) redundant(q *inequality, sub *witness) error {
	var lits []lit
	for _, v := range sub.vars {
		for _, l := range []lit{lit(2 * v), lit(2*v + 1)} {
			if sub.of(l) != one { // else the inequality is only weaker for it
				lits = append(lits, l)
			}
		}
	}
	c.stamps++
	affected := c.db.with(lits, c.stamps)
	not := q.negated()
	deny := c.db.deny(q)
	defer c.db.withdraw(deny)
	if deny.broken {
		return nil // it follows anyway
	}
	for _, held := range affected {
		if ok, err := c.goal(held, not, sub); err != nil || !ok {
			return orElse(err, "an inequality that is held may be broken by the witness: "+c.show(held))
		}
	}
	if ok, err := c.goal(q, not, sub); err != nil || !ok {
		return orElse(err, "the inequality itself may be broken by the witness")
	}
	ok, err := c.noWorse(not, sub)
	if err != nil || !ok {
		return orElse(err, "the witness may make the objective larger")
	}
	return nil
}

func orElse(err error, reason string) error {
	if err == nil {
		err = errors.New(reason)
	}
	return err
}

// goal reports whether q, as the witness changes it, follows while its denial is
// assumed; not is that denial.
func (c *checker) goal(q, not *inequality, sub *witness) (bool, error) {
	c.sum.reset()
	for i, l := range q.lits {
		switch to := sub.of(l); to {
		case one:
			c.sum.constant(-q.factors[i])
		case zero:
		default:
			c.sum.term(q.factors[i], to)
		}
	}
	c.sum.constant(q.degree)
	return c.proven(not)
}

// noWorse reports whether the objective does not become larger: Σ a·(x - ω(x)) >= 0.
func (c *checker) noWorse(not *inequality, sub *witness) (bool, error) {
	if c.objective == nil {
		return true, nil
	}
	c.sum.reset()
	for _, v := range sub.vars {
		a := c.objective.factors[v]
		c.sum.linear(a, lit(2*v))
		switch to := sub.of(lit(2 * v)); to {
		case one:
			c.sum.constant(a)
		case zero:
		default:
			c.sum.linear(-a, to)
		}
	}
	return c.proven(not)
}

// proven reports whether what c.sum adds up to follows.
func (c *checker) proven(not *inequality) (bool, error) {
	goal, err := c.sum.inequality()
	if err != nil {
		return false, err
	}
	return not.implies(goal) || c.db.follows(goal), nil
}

// show prints an inequality for people, cut short when it is long.
func (c *checker) show(q *inequality) string {
	const terms = 8
	var text []byte
	for i, l := range q.lits {
		if i == terms {
			text = append(text, "… "...)
			break
		}
		sign := ""
		if l&1 != 0 {
			sign = "~"
		}
		text = fmt.Appendf(text, "%d %s%s ", q.factors[i], sign, c.name[l.v()])
	}
	return fmt.Sprintf("%s>= %d", text, q.degree)
}
