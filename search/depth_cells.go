package search

import (
	endian "encoding/binary"
	"math/bits"
)

// This file holds what a complete table's cells are while it is searched.

// byteCells keep the distance itself. A layer is found by comparing eight cells
// at a time.
//
//	cells  [ 3 | 255 | 2 | 4 | 255 | … ]
type byteCells struct {
	cells []byte
	layer uint64
}

func (c *byteCells) begin(layer int) error {
	if layer >= unreachedByte {
		return ErrTooDeep // the layer before has states, whose neighbours have no byte
	}
	c.layer = uint64(layer)
	return nil
}

const (
	eachByte = 0x0101010101010101
	lowBits  = 0x7f7f7f7f7f7f7f7f
)

func (c *byteCells) take(places []uint16, first, n int) []uint16 {
	cells := c.cells[first : first+(n+7)&^7] // up to seven behind are unreached
	same := c.layer * eachByte
	for i := 0; i+8 <= len(cells); i += 8 {
		x := endian.LittleEndian.Uint64(cells[i:]) ^ same
		// The high bit of each byte that is zero (Warren, Hacker's Delight, 6-1).
		zero := ^((x&lowBits + lowBits) | x | lowBits)
		for ; zero != 0; zero &= zero - 1 {
			places = append(places, uint16(i+bits.TrailingZeros64(zero)/8))
		}
	}
	return places
}

// reach needs no branch on what is reached: what was reached before is at most
// as far, and what was not is the largest byte.
func (c *byteCells) reach(places, table []uint16, first, n int) {
	cells := c.cells[first : first+n]
	next := uint32(c.layer + 1)
	if table == nil {
		for _, p := range places {
			cells[p] = uint8(min(uint32(cells[p]), next))
		}
		return
	}
	for _, p := range places {
		to := table[p]
		cells[to] = uint8(min(uint32(cells[to]), next))
	}
}

// mod3Cells keep the distance modulo 3, and while the table is built a bit for
// those states whose neighbours have not been made: the residue alone would not
// tell a layer from that three before.
//
//	cells  [ 2 3 0 1 | 3 0 … ]   two bits a state, four in a byte, the lowest first
//	open   [ 0 0 0 1   0 0 … ]   a bit a state
type mod3Cells struct {
	cells, open []byte
	value, next uint8 // of this layer and of the next
}

func (c *mod3Cells) begin(layer int) error {
	c.value, c.next = uint8((layer+3)%3), uint8((layer+4)%3)
	return nil
}

func (c *mod3Cells) take(places []uint16, first, n int) []uint16 {
	open := c.open[first/8 : (first+n+7)/8]
	cells := c.cells[first/4:]
	for i := 0; i < len(open); {
		step := 1
		word := uint64(open[i])
		if i+8 <= len(open) {
			step, word = 8, endian.LittleEndian.Uint64(open[i:])
		}
		for m := word; m != 0; m &= m - 1 {
			p := i*8 + bits.TrailingZeros64(m)
			if cells[p/4]>>(p%4*2)&3 == c.value {
				open[p/8] &^= 1 << (p % 8)
				places = append(places, uint16(p))
			}
		}
		i += step
	}
	return places
}

func (c *mod3Cells) reach(places, table []uint16, first, n int) {
	cells, open := c.cells[first/4:(first+n+7)/8*2], c.open[first/8:(first+n+7)/8]
	change := unreachedMod3 ^ c.next
	for _, p := range places {
		if table != nil {
			p = table[p]
		}
		at := p % 4 * 2
		v := cells[p/4] >> at
		fresh := v & (v >> 1) & 1 // 3 is unreached
		cells[p/4] ^= fresh * change << at
		open[p/8] |= fresh << (p % 8)
	}
}
