package mayan

import "math/bits"

// words is a board, a column a word; see the package's text for the layout.
type words [MaxWidth]uint64

const (
	low   = 0x1111111111111111 // the low bit of every cell
	high  = 0x8888888888888888 // the high bit of every cell: a set of rows
	other = 0x7777777777777777 // the other three
)

// zero returns the set of cells of v that are 0. The sum carries into a cell's
// high bit when its other bits are not 0, and never beyond it.
func zero(v uint64) uint64 { return ^((v&other + other) | v | other) }

// filled returns the set of cells of v that are not 0.
func filled(v uint64) uint64 { return ((v&other + other) | v) & high }

// packWords returns the board in words.
func packWords(in *Board) (b words) {
	for x, column := range in.columns {
		for y, colour := range column {
			b[x] |= uint64(colour) << (4 * y)
		}
	}
	return b
}

// step is a move in a byte: column, row, and 1 for left; in the order of the
// moves.
type step uint8

func newStep(x, p, left int) step { return step(x<<5 | p>>1 | left) }

func (s step) move() Move { return Move{int(s >> 5), int(s >> 1 & 15), 1 - 2*int(s&1)} }

// swap exchanges the cells at p of columns x and x+1.
func (b *words) swap(x, p int) {
	d := (b[x] ^ b[x+1]) >> p & 15 << p
	b[x] ^= d
	b[x+1] ^= d
}

// drop moves the block at p of one column onto the top of another. The cell
// beside it is empty there, so there is room for it.
func (b *words) drop(from, p, to int) {
	c := b[from]
	block := c >> p & 15
	b[from] = c&(1<<p-1) | c>>(p+4)<<p
	b[to] |= block << ((bits.Len64(b[to]) + 3) &^ 3)
}

// settle lets runs vanish and blocks fall until there is no run, and reports
// whether anything vanished. From column w on the board must be empty.
func (b *words) settle(w int) bool {
	any := false
	for b.vanish(w) {
		any = true
	}
	return any
}

// vanish takes away all runs at once, lets the rest fall, and reports whether
// there was a run.
func (b *words) vanish(w int) bool {
	var gone words
	var all, before uint64 // before: the rows where column x-1 equals column x
	for x := 0; x < w; x++ {
		c := b[x]
		full := filled(c)
		up := zero(c^c>>4) & full // equal to the cell above
		up &= up >> 4
		gone[x] |= up | up<<4 | up<<8
		all |= up
		if x+1 == w {
			break
		}
		side := zero(c^b[x+1]) & full
		if run := before & side; run != 0 {
			gone[x-1] |= run
			gone[x] |= run
			gone[x+1] |= run
			all |= run
		}
		before = side
	}
	if all == 0 {
		return false
	}
	for x := 0; x < w; x++ {
		if gone[x] != 0 {
			b[x] = squeeze(b[x], gone[x])
		}
	}
	return true
}

// squeeze removes the cells in the set gone, so that what is above them falls.
func squeeze(c, gone uint64) uint64 {
	gone = gone >> 3 * 15
	for gone != 0 {
		p := bits.TrailingZeros64(gone)
		n := bits.TrailingZeros64(^(gone >> p)) // adjoining cells go together
		c = c&(1<<p-1) | c>>(p+n)<<p
		gone = gone >> (p + n) << p
	}
	return c
}

// swaps looks at all rows of the boundary between columns x and x+1 at once. It
// returns the rows whose swap changes the board, the rows that have two equal
// blocks, and those rows of the first whose swap makes a run.
//
// A swap moves nothing else, so the only new runs are those of its two blocks:
// along their new column, or along their row away from the boundary.
func (b *words) swaps(x, w int) (differ, same, run uint64) {
	l, r := b[x], b[x+1]
	both := filled(l) & filled(r)
	same = zero(l^r) & both
	differ = both &^ same
	if differ == 0 {
		return differ, same, 0
	}
	run = column3(l, r) | column3(r, l)
	if x+3 < w {
		run |= zero(l^b[x+2]) & zero(l^b[x+3])
	}
	if x >= 2 {
		run |= zero(r^b[x-1]) & zero(r^b[x-2])
	}
	return differ, same, run & differ
}

// column3 returns the rows y for which block y of column c, put into row y of
// column d, makes a run in column d.
func column3(c, d uint64) uint64 {
	above, below := zero(c^d>>4), zero(c^d<<4)
	return above&below | above&zero(c^d>>8) | below&zero(c^d<<8)
}

// histograms adds up the board's colours by column.
func (b *words) histograms(w int) (hist [MaxColours + 1]uint32) {
	for x := 0; x < w; x++ {
		one := uint32(1) << (4 * x)
		for c := b[x]; c != 0; c >>= 4 {
			hist[c&15] += one
		}
	}
	return hist
}

// stuck reports whether the board can never be cleared, however many moves are
// made: a colour has one or two blocks left, or no run fits on the board, or
// there is no move.
func (b *words) stuck(w, h int) bool {
	var count [MaxColours + 1]uint8
	for x := 0; x < w; x++ {
		for c := b[x]; c != 0; c >>= 4 {
			count[c&15]++
		}
	}
	blocks := false
	for _, n := range count {
		if n == 1 || n == 2 {
			return true
		}
		blocks = blocks || n > 0
	}
	return blocks && (w == 1 || w < 3 && h < 3)
}
