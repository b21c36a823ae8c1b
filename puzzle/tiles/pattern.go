package tiles

import "math/bits"

// maxPattern is the largest number of tiles of a pattern.
const maxPattern = 8

// pattern is a group of tiles whose places are numbered: the index of the table
// of its distances.
//
//	cells of the tiles   tile 2 on cell 9, tile 5 on cell 3, tile 7 on cell 4
//	their set            {3, 4, 9}, whose number is C(3,1) + C(4,2) + C(9,3)
//	their order in it    tile 2 in slot 2, 5 in 0, 7 in 1: a permutation's number
//	index                set * stride + order
//
// All that depends on the set alone (where the blank can go, which tile slides
// where) is worked out once for stride placements, and a tile that slides takes
// each of them from one set to one other in the same way.
type pattern struct {
	tiles  []uint8
	cells  int // of the board
	sets   int
	orders int // the tiles' permutations
	stride int // orders, rounded up to whole words
}

// binomial[n][k] is the number of ways to choose k of n.
var binomial = func() (c [MaxCells + 1][maxPattern + 1]uint32) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= min(n, maxPattern); k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

func newPattern(tiles []uint8, cells int) pattern {
	p := pattern{tiles: tiles, cells: cells, sets: int(binomial[cells][len(tiles)]), orders: 1}
	for i := range tiles {
		p.orders *= i + 1
	}
	p.stride = (p.orders + 7) &^ 7
	return p
}

// entries returns the length of the table.
func (p *pattern) entries() int { return p.sets * p.stride }

// index returns the index of the placement where tile t is on cell
// cell[pos[t]].
func (p *pattern) index(pos *[MaxCells]uint8, cell *[32]uint8) int {
	var set uint32
	for _, t := range p.tiles {
		set |= 1 << (cell[pos[t]&31] & 31)
	}
	order, rest := 0, set
	for i, t := range p.tiles {
		cell := cell[pos[t]&31] & 31
		order = order*(len(p.tiles)-i) + bits.OnesCount32(rest&(1<<cell-1))
		rest &^= 1 << cell
	}
	return setNumber(set)*p.stride + order
}

// setNumber is the number of a set of cells among the sets of its size, in
// ascending order of their masks (the combinatorial number system).
func setNumber(set uint32) int {
	var n uint32
	for k := 1; set != 0 && k <= maxPattern; k++ {
		n += binomial[bits.TrailingZeros32(set)][k]
		set &= set - 1
	}
	return int(n)
}

// nextSet returns the next larger mask with as many cells (Gosper's hack).
func nextSet(set uint32) uint32 {
	low := set & -set
	carry := set + low
	return carry | (set^carry)/low>>2
}

// slots returns the order with number n as the slot of each tile, tile i's in
// bits 4i to 4i+3.
func (p *pattern) slots(n int) uint32 {
	k := len(p.tiles)
	var digits [maxPattern]int
	for i := k - 1; i >= 0; i-- {
		digits[i] = n % (k - i)
		n /= k - i
	}
	var free, s uint32 = 1<<k - 1, 0
	for i := range k {
		rest := free
		for range digits[i] {
			rest &= rest - 1
		}
		slot := bits.TrailingZeros32(rest)
		free &^= 1 << slot
		s |= uint32(slot) << (4 * i)
	}
	return s
}

// order is the inverse of slots.
func (p *pattern) order(slots uint32) int {
	k := len(p.tiles)
	var rest uint32 = 1<<k - 1
	n := 0
	for i := range k {
		slot := slots >> (4 * i) & 15
		n = n*(k-i) + bits.OnesCount32(rest&(1<<slot-1))
		rest &^= 1 << slot
	}
	return n
}
