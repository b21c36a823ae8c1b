package sudoku

import "math/bits"

// fill looks at a whole unit: which candidates are part of a filling of the
// unit, each digit on one place? The others are taken away. This is the filter
// of Régin, "A filtering algorithm for constraints of difference in CSPs"
// (1994), and finds all that naked and hidden pairs, triples and so on find. It
// returns false when the unit cannot be filled.
//
// A filling is a perfect matching of places and digits. Given one, another that
// has digit d on place p differs from it by a ring of digits, in which each goes
// to the place of the one before: from m, which p has now, to d, to the digit
// that d's place takes instead, and so on back to m. So with an arrow from each
// digit to those that its place could have, d can be on p if and only if it lies
// in one strongly connected component with m.
func (k *kernelN) fill(u int) bool {
	n := k.n
	at, where, match := k.at[u*n:][:n], k.where[u*n:][:n], k.match[u*n:][:n]

	// Keep what is left of the last filling of this unit, and mend it.
	var used, loose uint64 // digits that have a place, places without a digit
	for p, c := range at {
		d := match[p]
		if k.cand[c]&^used>>d&1 != 0 {
			used |= 1 << d
			k.owner[d] = uint8(p)
		} else {
			loose |= 1 << p
		}
	}
	for ; loose != 0; loose &= loose - 1 {
		seen := uint64(0)
		if !k.augment(at, match, bits.TrailingZeros64(loose), &used, &seen) {
			return false
		}
	}

	// Take the components one by one: what can be reached from a digit, and from
	// where it can be reached.
	for open := uint64(1)<<n - 1; open != 0; {
		start := bits.TrailingZeros64(open)
		to := uint64(1) << start // digits reached
		for todo := to; todo != 0; {
			d := bits.TrailingZeros64(todo)
			todo &= todo - 1
			more := k.cand[at[k.owner[d]]] & open &^ to
			to |= more
			todo |= more
		}
		var component uint64
		from := uint64(1) << k.owner[start] // places whose digits reach it
		for todo := from; todo != 0; {
			d := match[bits.TrailingZeros64(todo)]
			todo &= todo - 1
			if to>>d&1 == 0 {
				continue // the ways through it do not come back
			}
			component |= 1 << d
			more := where[d] &^ from
			from |= more
			todo |= more
		}
		open &^= component
		for x := component; x != 0; x &= x - 1 {
			c := int(at[k.owner[bits.TrailingZeros64(x)]])
			for out := k.cand[c] &^ component; out != 0; out &= out - 1 {
				if !k.remove(c, bits.TrailingZeros64(out)) {
					return false
				}
			}
		}
	}
	return true
}

// augment finds a digit for place p, which has none, and moves others for it
// when it must (Kuhn 1955). seen are the digits that were tried in vain.
func (k *kernelN) augment(at []uint16, match []uint8, p int, used, seen *uint64) bool {
	x := k.cand[at[p]]
	if free := x &^ *used; free != 0 {
		d := bits.TrailingZeros64(free)
		*used |= 1 << d
		match[p], k.owner[d] = uint8(d), uint8(p)
		return true
	}
	for x &^= *seen; x != 0; x &^= *seen {
		d := bits.TrailingZeros64(x)
		*seen |= 1 << d
		if k.augment(at, match, int(k.owner[d]), used, seen) {
			match[p], k.owner[d] = uint8(d), uint8(p)
			return true
		}
	}
	return false
}
