package mayan

import "github.com/deepen-go/deepen/budget"

// deadTable remembers boards from which the search has failed, with the number
// of moves it had left. The whole board is the key, so there are no false hits.
//
// An entry takes w+1 words: the columns, then the number of moves plus one (0:
// the entry is free). A board may lie in either of two neighbouring places. The
// table grows by doubling up to its cap and then forgets: of two boards in the
// way, the one that had fewer moves left, being the cheaper one to do again.
type deadTable struct {
	w       int
	exact   bool // failed with r moves says nothing about fewer
	entries []uint64
	bits    uint // the table has 1<<bits entries
	maxBits uint
	used    int
}

const (
	firstBits = 8
	mostBits  = 20
)

// reset empties the table for boards of w columns. It may take what the meter
// allows; a table that does not fit at all has no entries.
func (t *deadTable) reset(w int, exact bool, meter *budget.Meter) {
	t.w, t.exact, t.used = w, exact, 0
	t.bits, t.maxBits = firstBits, firstBits
	if !meter.Fits(t.bytes(firstBits)) {
		t.entries = t.entries[:0]
		return
	}
	// While a table grows, the old and the new one exist.
	for t.maxBits < mostBits && meter.Fits(t.bytes(t.maxBits+1)*3/2) {
		t.maxBits++
	}
	if n := (w + 1) << firstBits; cap(t.entries) >= n {
		t.entries = t.entries[:n]
		clear(t.entries)
	} else {
		t.entries = make([]uint64, n)
	}
}

func (t *deadTable) bytes(bits uint) int64 { return 8 * int64(t.w+1) << bits }

// place returns the index in entries of the first of the two places for b.
func (t *deadTable) place(b *words, r int) int {
	h := uint64(0)
	if t.exact {
		h = uint64(r) // the same board is kept for several r
	}
	for x := 0; x < t.w; x++ {
		h = (h ^ b[x]) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	h *= 0xbf58476d1ce4e5b9
	return int(h>>(64-t.bits)&^1) * (t.w + 1)
}

// dead reports whether b is known to fail with r moves left.
func (t *deadTable) dead(b *words, r int) bool {
	if len(t.entries) == 0 {
		return false
	}
	at := t.place(b, r)
	return t.holds(at, b, r) || t.holds(at+t.w+1, b, r)
}

func (t *deadTable) holds(at int, b *words, r int) bool {
	e := t.entries[at : at+t.w+1]
	if kept := int(e[t.w]) - 1; kept != r && (t.exact || kept < r) {
		return false
	}
	return t.equal(e, b)
}

func (t *deadTable) equal(e []uint64, b *words) bool {
	for x := 0; x < t.w; x++ {
		if e[x] != b[x] {
			return false
		}
	}
	return true
}

// add remembers that b fails with r moves left.
func (t *deadTable) add(b *words, r int) {
	if len(t.entries) == 0 {
		return
	}
	at := t.place(b, r)
	one, two := t.entries[at:at+t.w+1], t.entries[at+t.w+1:at+2*t.w+2]
	e := one
	switch {
	case one[t.w] == 0 || t.equal(one, b) && (!t.exact || int(one[t.w]) == r+1):
	case two[t.w] == 0 || t.equal(two, b) && (!t.exact || int(two[t.w]) == r+1):
		e = two
	case two[t.w] < one[t.w]:
		e = two
	}
	if e[t.w] == 0 {
		t.used++
	}
	copy(e, b[:t.w])
	e[t.w] = uint64(r + 1)
}

// full reports whether the table should grow: when half of it is used, too many
// boards find both their places taken.
func (t *deadTable) full() bool { return t.used > 1<<t.bits/2 && t.bits < t.maxBits }

// grow doubles the table. It asks ok now and then whether to go on; stopped, it
// has forgotten some boards.
func (t *deadTable) grow(ok func() bool) {
	old := t.entries
	t.bits++
	t.entries = make([]uint64, (t.w+1)<<t.bits)
	t.used = 0
	var b words
	for at := 0; at < len(old); at += t.w + 1 {
		if at/(t.w+1)%budget.Interval == 0 && !ok() {
			return
		}
		if e := old[at : at+t.w+1]; e[t.w] != 0 {
			copy(b[:], e[:t.w])
			t.add(&b, int(e[t.w])-1)
		}
	}
}
