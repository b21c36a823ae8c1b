package squares

import "github.com/deepen-go/deepen/hitting"

// words returns the complete shapes, small ones first, as words: stick i is bit
// i-1. It is false when the sticks or the shapes are too many for that.
func (b *board) words(dst []uint64) ([]uint64, bool) {
	if b.Sticks() > hitting.BitsElements {
		return dst, false
	}
	fits := true
	var p pace // so few steps need no poll
	b.each(&p, func(s shape) bool {
		if fits = len(dst) < hitting.BitsSets; !fits {
			return false
		}
		// Both rows are w bits, and 2C+1 bits are between a row and the next.
		r, c, h, w := int(s.r), int(s.c), int(s.h), int(s.w)
		row := uint64(1)<<w - 1
		word := row<<(b.Horizontal(r, c)-1) | row<<(b.Horizontal(r+h, c)-1)
		side := uint64(1) | 1<<w
		for i := range h {
			word |= side << (b.Vertical(r+i, c) - 1)
		}
		dst = append(dst, word)
		return true
	})
	return dst, fits
}
