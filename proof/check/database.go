package check

import (
	"errors"
	"fmt"
)

// database holds the inequalities by number, and what they force.
type database struct {
	propagation
	memory  *memory
	numbers []*inequality // from 1; nil: forgotten
	broken  bool          // propagation has refuted what is held
	stale   bool          // what the root was forced by is forgotten
	dead    int           // literals of forgotten inequalities in the lists
	live    int           // literals of the others
}

// add gives c the next number.
func (d *database) add(c *inequality) error {
	if err := d.memory.hold(c); err != nil {
		return err
	}
	d.insert(c)
	return nil
}

// insert is add for an inequality that the memory has counted.
func (d *database) insert(c *inequality) {
	if len(d.numbers) == 0 {
		d.numbers = append(d.numbers, nil)
	}
	d.numbers = append(d.numbers, c)
	d.live += len(c.lits)
	if ok := d.attach(c); !ok {
		d.broken = true
	}
	if !d.broken {
		d.broken = !d.propagate()
	}
}

// get returns an inequality by its number, or by -1, -2, … from the last.
func (d *database) get(n int64) (*inequality, int, error) {
	last := int64(len(d.numbers)) - 1
	i := n
	if n < 0 {
		i = last + 1 + n
	}
	if i < 1 || i > last {
		return nil, 0, fmt.Errorf("there is no inequality %d", n)
	}
	if d.numbers[i] == nil {
		return nil, 0, fmt.Errorf("inequality %d was deleted", n)
	}
	return d.numbers[i], int(i), nil
}

// forget deletes an inequality, and what it alone has forced.
func (d *database) forget(n int) {
	c := d.numbers[n]
	d.numbers[n] = nil
	c.held = false
	if n > d.memory.read {
		d.memory.free(c) // those of the formula are kept for the solutions
	}
	d.live -= len(c.lits)
	d.dead += len(c.lits)
	d.stale = d.stale || d.broken
	for _, l := range c.lits {
		d.stale = d.stale || d.reason[l.v()] == c
	}
}

// refresh makes the root what is held forces, after deletions.
func (d *database) refresh() {
	if d.dead > d.live+1000 {
		d.sweep()
	}
	if !d.stale {
		return
	}
	d.stale, d.broken = false, false
	d.backTo(0)
	for _, c := range d.numbers {
		switch {
		case c == nil || c.trivial():
		case !c.clause:
			d.broken = d.broken || !d.force(c)
		case len(c.lits) == 0:
			d.broken = true
		case len(c.lits) == 1:
			switch d.value[c.lits[0]] {
			case -1:
				d.broken = true
			case 0:
				d.assign(c.lits[0], c)
			}
		}
	}
	d.broken = d.broken || !d.propagate()
}

// sweep takes what is forgotten out of the lists.
func (d *database) sweep() {
	d.dead = 0
	for l := range d.watches {
		d.watches[l] = sweep(d.watches[l], func(w watch) *inequality { return w.c })
		d.counted[l] = sweep(d.counted[l], func(w counting) *inequality { return w.c })
		d.clauses[l] = sweep(d.clauses[l], func(c *inequality) *inequality { return c })
	}
}

func sweep[T any](list []T, of func(T) *inequality) []T {
	kept := list[:0]
	for _, x := range list {
		if of(x).held {
			kept = append(kept, x)
		}
	}
	clear(list[len(kept):])
	return kept
}

// implied reports whether c follows from what is held by propagation.
func (d *database) implied(c *inequality) bool {
	d.refresh()
	return d.broken || d.follows(c)
}

// with returns the inequalities that have one of the literals. The stamp must be
// one that nothing has.
func (d *database) with(lits []lit, stamp int) (list []*inequality) {
	add := func(c *inequality) {
		if c.held && c.stamp != stamp {
			c.stamp = stamp
			list = append(list, c)
		}
	}
	for _, l := range lits {
		for _, w := range d.counted[l] {
			add(w.c)
		}
		for _, c := range d.clauses[l] {
			add(c)
		}
	}
	return list
}

// memory counts what the check holds, in bytes, roughly.
type memory struct {
	used, most int64 // most 0: no limit
	vars, read int   // variables and formula's inequalities counted
}

var errMemory = errors.New("more memory is needed than is allowed")

const (
	bytesPerInequality = 160
	bytesPerLiteral    = 56 // with its places in the lists
	bytesPerVariable   = 400
)

func (m *memory) add(bytes int64) error {
	if m.used += bytes; m.most > 0 && m.used > m.most {
		return errMemory
	}
	return nil
}

func size(c *inequality) int64 { return bytesPerInequality + bytesPerLiteral*int64(len(c.lits)) }

func (m *memory) hold(c *inequality) error { return m.add(size(c)) }
func (m *memory) free(c *inequality)       { m.used -= size(c) - 8 } // its number stays

// names counts variables that have not been counted.
func (m *memory) names(n *names) error {
	more := len(n.name) - m.vars
	m.vars += more
	return m.add(int64(more) * bytesPerVariable)
}

// grow counts what a line has added to the formula.
func (m *memory) grow(f *formula) error {
	for ; m.read < len(f.inequalities); m.read++ {
		if err := m.hold(f.inequalities[m.read]); err != nil {
			return err
		}
	}
	return m.names(&f.names)
}
