package check

import (
	"errors"
	"fmt"
)

// rule is what a line of a proof may do. Its words are those after the name.
type rule struct {
	name  string // the short one, under which it is counted
	apply func(*checker, *words) error
}

// rules are the rules by their names.
var rules = map[string]rule{
	"o":   {"o", (*checker).solution},
	"rup": {"rup", (*checker).rup},
	"u":   {"rup", (*checker).rup},
	"pol": {"pol", (*checker).pol},
	"p":   {"pol", (*checker).pol},
	"red": {"red", (*checker).red},
	"del": {"del", (*checker).del},
	"d":   {"del", (*checker).delNumbers},
	"c":   {"c", (*checker).contradiction},
}

// line checks one line.
func (c *checker) line(w words) error {
	name := w.next()
	if len(name) == 0 || name[0] == '*' {
		return nil
	}
	if string(name) == "f" {
		c.result.Rules["f"]++
		return c.load(&w)
	}
	r, ok := rules[string(name)]
	switch {
	case !ok:
		return fmt.Errorf("rule %s is not supported; f, o, pol, rup, red, del and c are", quote(name))
	case !c.loaded:
		return fmt.Errorf("the first rule must be f, not %s", name)
	}
	c.result.Rules[r.name]++
	return r.apply(c, &w)
}

// load is the rule f.
func (c *checker) load(w *words) error {
	if c.loaded {
		return errors.New("the formula is loaded already")
	}
	n, err := number(w.next())
	if err != nil {
		return err
	}
	if int(n) != len(c.inequalities) {
		return fmt.Errorf("the proof is for a formula of %d inequalities, not of %d: is it for another instance?", n, len(c.inequalities))
	}
	c.loaded = true
	c.db.grow(len(c.name))
	for _, q := range c.inequalities {
		c.db.insert(q)
	}
	return w.end()
}

// solution is the rule o. The literals, and what they force, must be values of
// all variables with which the formula and all that is held are satisfied. A
// better solution is wanted from here on.
func (c *checker) solution(w *words) error {
	if c.objective == nil {
		return errors.New("the formula has no objective")
	}
	var lits []lit
	for word := w.next(); len(word) > 0; word = w.next() {
		l, err := c.lit(word)
		if err != nil {
			return err
		}
		lits = append(lits, l)
	}
	c.db.grow(len(c.name))
	c.db.refresh()
	base := len(c.db.trail)
	cost, err := c.cost(lits)
	c.db.backTo(base)
	if err != nil {
		return err
	}
	if !c.bound || cost < c.result.Best {
		c.result.Best = cost
	}
	c.bound = true
	c.sum.reset()
	for _, v := range c.objective.vars {
		c.sum.linear(-c.objective.factors[v], lit(2*v))
	}
	c.sum.constant(1 + c.objective.constant - cost)
	q, err := c.sum.inequality()
	if err != nil {
		return err
	}
	return c.db.add(q)
}

// cost assigns the literals, checks that they are a solution, and returns what it
// costs.
func (c *checker) cost(lits []lit) (int64, error) {
	given := make(map[int]bool, len(lits))
	for _, l := range lits {
		if given[l.v()] {
			return 0, fmt.Errorf("variable %s is given twice", c.name[l.v()])
		}
		given[l.v()] = true
		switch {
		case c.db.broken || c.db.value[l] == -1:
			return 0, errors.New("the solution breaks an inequality that was derived")
		case c.db.value[l] == 0:
			c.db.assign(l, nil)
		}
	}
	for _, v := range c.objective.vars {
		if !given[v] {
			return 0, fmt.Errorf("the solution gives no value to %s, which is in the objective", c.name[v])
		}
	}
	if c.db.broken || !c.db.propagate() {
		return 0, errors.New("the solution breaks an inequality")
	}
	for v := range c.name {
		if c.db.value[2*v] == 0 {
			return 0, fmt.Errorf("the solution forces no value of %s", c.name[v])
		}
	}
	holds := func(l lit) bool { return c.db.value[l] == 1 }
	for i, q := range c.inequalities {
		if !q.satisfied(holds) {
			return 0, fmt.Errorf("the solution breaks inequality %d of the formula", i+1)
		}
	}
	return c.objective.cost(holds), nil
}

// read reads an inequality of the proof.
func (c *checker) read(w *words) (*inequality, error) {
	if _, err := c.relation(w, &c.sum, false); err != nil {
		return nil, err
	}
	c.db.grow(len(c.name))
	return c.sum.inequality()
}

// rup is the rule of that name.
func (c *checker) rup(w *words) error {
	q, err := c.read(w)
	if err == nil {
		err = w.end()
	}
	if err != nil {
		return err
	}
	if !c.db.implied(q) {
		return errors.New("unit propagation does not show that the inequality follows")
	}
	return c.db.add(q)
}

// contradiction is the rule c.
func (c *checker) contradiction(w *words) error {
	q, _, err := c.inequality(w.next())
	if err != nil {
		return err
	}
	if !q.contradiction() {
		return errors.New("the inequality is no contradiction")
	}
	c.ended = true
	return w.end()
}

// inequality returns the one whose number the word is.
func (c *checker) inequality(word []byte) (*inequality, int, error) {
	n, err := number(word)
	if err != nil {
		return nil, 0, err
	}
	return c.db.get(n)
}

// del is the rule of that name.
func (c *checker) del(w *words) error {
	if kind := w.next(); string(kind) != "id" {
		return fmt.Errorf("deletion by %s is not supported; id is", quote(kind))
	}
	return c.delNumbers(w)
}

func (c *checker) delNumbers(w *words) error {
	for i := 0; ; i++ {
		word := w.next()
		if len(word) == 0 {
			if i == 0 {
				return errors.New("numbers of inequalities are expected")
			}
			return nil
		}
		_, n, err := c.inequality(word)
		if err != nil {
			return err
		}
		c.db.forget(n)
	}
}
