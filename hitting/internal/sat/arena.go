package sat

// cref is the place of a clause in the arena.
type cref uint32

const noRef = ^cref(0)

// arena holds clauses one after another:
//
//	 c      c+1        c+2 …
//	+------+----------+-------+-----+
//	| size | lbd<<1|u | lit 0 | …   |
//	+------+----------+-------+-----+
//
// lbd is 0 for a clause that was added and not learnt; u is 1 when the clause
// took part in a conflict since the last cleaning. The first two literals are
// watched.
type arena []Lit

const header = 2

func (a *arena) add(lits []Lit, learnt bool) cref {
	c := cref(len(*a))
	var lbd Lit
	if learnt {
		lbd = 1 << 1
	}
	*a = append(*a, Lit(len(lits)), lbd)
	*a = append(*a, lits...)
	return c
}

func (a arena) lits(c cref) []Lit {
	c += header
	return a[c : c+cref(a[c-header])]
}

func (a arena) size(c cref) int         { return int(a[c]) }
func (a arena) learnt(c cref) bool      { return a[c+1]>>1 != 0 }
func (a arena) lbd(c cref) int          { return int(a[c+1] >> 1) }
func (a arena) used(c cref) bool        { return a[c+1]&1 != 0 }
func (a arena) setLBD(c cref, lbd int)  { a[c+1] = a[c+1]&1 | Lit(lbd)<<1 }
func (a arena) setUsed(c cref, on bool) { a[c+1] = a[c+1]&^1 | b2l(on) }

func b2l(b bool) Lit {
	if b {
		return 1
	}
	return 0
}
