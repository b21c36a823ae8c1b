package check

// propagation finds out what the inequalities force (unit propagation). A clause
// is looked at when one of its two watched literals becomes false (Moskewicz et
// al., "Chaff", 2001). For any other inequality the slack is kept up: the sum of
// the factors that are not false, less the degree. It is broken when the slack
// is negative, and forces every open literal whose factor is larger.
//
//	trail   | root: forced by what is held | assumed, and forced by that |
//	                                       ^ base                 ^ head
//
// Invariants: slack counts the false literals before head. All that is held is
// propagated at the root unless it is broken there.
type propagation struct {
	value  []int8        // by literal: 1 true, -1 false, 0 open
	place  []int         // by variable, on the trail
	reason []*inequality // by variable; nil when assumed
	trail  []lit
	head   int

	watches [][]watch       // by the literal that must not become false
	counted [][]counting    // by literal, of the others
	clauses [][]*inequality // by literal, watched or not
}

// watch is a clause with another of its literals: while that one is true the
// clause need not be looked at.
type watch struct {
	c     *inequality
	other lit
}

// counting is a literal's factor in an inequality.
type counting struct {
	c      *inequality
	factor int64
}

// grow makes room for n variables.
func (p *propagation) grow(n int) {
	for len(p.place) < n {
		p.value = append(p.value, 0, 0)
		p.place = append(p.place, 0)
		p.reason = append(p.reason, nil)
		p.watches = append(p.watches, nil, nil)
		p.counted = append(p.counted, nil, nil)
		p.clauses = append(p.clauses, nil, nil)
	}
}

func (p *propagation) assign(l lit, reason *inequality) {
	p.value[l], p.value[l.not()] = 1, -1
	p.place[l.v()] = len(p.trail)
	p.reason[l.v()] = reason
	p.trail = append(p.trail, l)
}

// attach adds an inequality and makes true what it forces. It returns false when
// it is broken.
func (p *propagation) attach(c *inequality) bool {
	c.held = true
	if c.trivial() {
		return true
	}
	if !c.clause {
		c.slack = -c.degree
		for i, l := range c.lits {
			p.counted[l] = append(p.counted[l], counting{c, c.factors[i]})
			if p.value[l] != -1 || p.place[l.v()] >= p.head {
				c.slack += c.factors[i]
			}
		}
		return p.force(c)
	}
	open := 0 // literals that are not false, moved to the front
	for i, l := range c.lits {
		p.clauses[l] = append(p.clauses[l], c)
		if open < 2 && p.value[l] != -1 {
			c.swap(i, open)
			open++
		}
	}
	if len(c.lits) > 1 {
		p.watch(c)
	}
	switch open {
	case 0:
		return false
	case 1:
		if p.value[c.lits[0]] == 0 {
			p.assign(c.lits[0], c)
		}
	}
	return true
}

func (c *inequality) swap(i, j int) {
	c.lits[i], c.lits[j] = c.lits[j], c.lits[i]
	c.factors[i], c.factors[j] = c.factors[j], c.factors[i]
}

func (p *propagation) watch(c *inequality) {
	p.watches[c.lits[0]] = append(p.watches[c.lits[0]], watch{c, c.lits[1]})
	p.watches[c.lits[1]] = append(p.watches[c.lits[1]], watch{c, c.lits[0]})
}

// force makes true what the slack forces, and returns false if it is negative.
func (p *propagation) force(c *inequality) bool {
	if c.slack < 0 {
		return false
	}
	for i, l := range c.lits {
		if c.factors[i] <= c.slack {
			break // so are all after it
		}
		if p.value[l] == 0 {
			p.assign(l, c)
		}
	}
	return true
}

// propagate makes true all that is forced. It returns false when something is
// broken.
func (p *propagation) propagate() bool {
	for p.head < len(p.trail) {
		off := p.trail[p.head].not()
		p.head++
		if ok := p.count(off); !p.look(off) || !ok {
			return false
		}
	}
	return true
}

// count lowers the slack of all inequalities with the literal, which has become
// false.
func (p *propagation) count(off lit) bool {
	ok := true
	list := p.counted[off]
	kept := list[:0]
	for _, w := range list {
		if !w.c.held {
			continue
		}
		kept = append(kept, w)
		if w.c.slack -= w.factor; ok {
			ok = p.force(w.c)
		}
	}
	clear(list[len(kept):])
	p.counted[off] = kept
	return ok
}

// look looks at the clauses that watch the literal, which has become false.
func (p *propagation) look(off lit) bool {
	list := p.watches[off]
	kept := 0
next:
	for i, w := range list {
		if !w.c.held {
			continue
		}
		if p.value[w.other] == 1 {
			list[kept] = w
			kept++
			continue
		}
		c := w.c
		if c.lits[0] == off {
			c.swap(0, 1)
		}
		first := c.lits[0]
		if p.value[first] != 1 {
			for j := 2; j < len(c.lits); j++ {
				if l := c.lits[j]; p.value[l] != -1 {
					c.swap(1, j)
					p.watches[l] = append(p.watches[l], watch{c, first})
					continue next
				}
			}
		}
		list[kept] = watch{c, first}
		kept++
		switch p.value[first] {
		case 0:
			p.assign(first, c)
		case -1:
			kept += copy(list[kept:], list[i+1:])
			p.watches[off] = list[:kept]
			return false
		}
	}
	clear(list[kept:])
	p.watches[off] = list[:kept]
	return true
}

// backTo takes back all of the trail after the given length.
func (p *propagation) backTo(base int) {
	for i := len(p.trail) - 1; i >= base; i-- {
		l := p.trail[i]
		if i < p.head {
			for _, w := range p.counted[l.not()] {
				w.c.slack += w.factor
			}
		}
		p.value[l], p.value[l.not()] = 0, 0
		p.reason[l.v()] = nil
	}
	p.trail = p.trail[:base]
	p.head = min(p.head, base)
}

// denial is the assumption that an inequality does not hold.
type denial struct {
	base   int
	added  *inequality // what was attached for it, or nil
	broken bool        // propagation has refuted it
}

// deny assumes that c does not hold, and propagates. End it with withdraw, the
// last one first.
func (p *propagation) deny(c *inequality) denial {
	d := denial{base: len(p.trail)}
	switch {
	case c.trivial():
		d.broken = true
	case c.clause:
		for _, l := range c.lits {
			if p.value[l] == 1 {
				d.broken = true
			} else if p.value[l] == 0 {
				p.assign(l.not(), nil)
			}
		}
	default:
		d.added = c.negated()
		d.broken = !p.attachCounted(d.added)
	}
	d.broken = d.broken || !p.propagate()
	return d
}

// attachCounted attaches c as one whose slack is kept up, even if it is a
// clause: that is easily detached.
func (p *propagation) attachCounted(c *inequality) bool {
	c.clause = false
	return p.attach(c)
}

// withdraw ends a denial.
func (p *propagation) withdraw(d denial) {
	p.backTo(d.base)
	if d.added != nil && !d.added.trivial() {
		for _, l := range d.added.lits {
			p.counted[l] = p.counted[l][:len(p.counted[l])-1]
		}
	}
}

// follows reports whether propagation refutes the denial of c.
func (p *propagation) follows(c *inequality) bool {
	d := p.deny(c)
	p.withdraw(d)
	return d.broken
}
