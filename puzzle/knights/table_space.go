package knights

import (
	"math"
	"math/bits"

	"github.com/deepen-go/deepen/search"
)

// This file numbers the positions of a board, of any size, for complete tables: as
// the wide phase does, but in rows that the search of package search goes through
// one by one. With the last square's knight put into the blank's place, the white
// knights are a word of one bit less than squares, cut in two:
//
//	            high part        low part, 12 bits
//	word   [ 1 0 1 … 1 0 ]   [ 0 1 1 … 0 1 ]
//
// A row has the positions with one blank and one high part; their places number
// the low parts with as many knights as are left, at most 924. Rows are numbered
// by blank first.
//
// In this form a hop of the blank from i to j swaps the bits i and j of the word
// and nothing else, and not even that when one of them is the last square. So the
// positions of a row come, by a hop,
//
//	both bits high   in one row, each in its old place
//	both bits low    in one row, in places that a table tells
//	one of each      where the bits are equal in one row and in their old places,
//	                 and otherwise in the row whose high bit is the other, by a table
//
// The tables are a few hundred kilobytes for all hops together.

// lowBits is the most bits of the low part.
const lowBits = 12

// space is the positions of a size of board with some number of white knights; it
// implements search.RowSpace.
type space struct {
	rows, cols int // of the board
	squares    int
	whites     int
	low        int // bits of the low part
	last       int // the last square
	to         [][]uint8
	high       []uint64 // the high parts, in the order of a blank's rows
	classes    []int    // by the high part's knights: how many high parts have fewer
	binomial   [][]int  // binomial[n][k], n up to the bits of the high part
	places     []uint16 // of each low part among those with as many knights
	lows       [lowBits + 1][]uint16
	swaps      [lowBits][lowBits][][]uint16 // by two bits and knights: swapped
	flips      [lowBits][][]uint16          // by a bit and knights: the bit turned over
}

// countPositions is how many positions there are, or about how many where that is
// beyond all memory.
func countPositions(squares, whites int) float64 {
	n := float64(squares)
	for i := range whites {
		n *= float64(squares-1-i) / float64(i+1)
	}
	return math.Round(n)
}

func newSpace(rows, cols, whites int) *space {
	s := &space{rows: rows, cols: cols, squares: rows * cols, whites: whites, to: jumps(rows, cols)}
	s.last = s.squares - 1
	s.low = min(lowBits, s.last)
	highBits := s.last - s.low
	s.binomial = make([][]int, highBits+1)
	for n := range s.binomial {
		s.binomial[n] = make([]int, whites+2)
		s.binomial[n][0] = 1
		for k := 1; k <= min(n, whites+1); k++ {
			s.binomial[n][k] = s.binomial[n-1][k-1] + s.binomial[n-1][k]
		}
	}
	s.places = make([]uint16, 1<<s.low)
	for w := range s.places {
		k := bits.OnesCount(uint(w))
		s.places[w] = uint16(len(s.lows[k]))
		s.lows[k] = append(s.lows[k], uint16(w))
	}
	// High parts in the order of their numbers of knights, then as words: the
	// combinatorial number system.
	s.classes = make([]int, whites+2)
	for k := range whites + 1 {
		s.classes[k] = len(s.high)
		if k > highBits || whites-k > s.low {
			continue
		}
		for w, n := uint64(1)<<k-1, s.binomial[highBits][k]; n > 0; n-- {
			s.high = append(s.high, w)
			if n > 1 {
				low := w & -w
				carry := w + low
				w = carry | (w^carry)/low>>2
			}
		}
	}
	s.makeTables()
	return s
}

// makeTables fills swaps and flips.
func (s *space) makeTables() {
	renumber := func(k int, change func(uint16) uint16) []uint16 {
		table := make([]uint16, len(s.lows[k]))
		for i, w := range s.lows[k] {
			table[i] = s.places[change(w)]
		}
		return table
	}
	for i := range s.low {
		s.flips[i] = make([][]uint16, s.low+1)
		for k := range s.low + 1 {
			s.flips[i][k] = renumber(k, func(w uint16) uint16 { return w ^ 1<<i })
		}
		for _, j := range s.to[i] {
			if int(j) >= s.low {
				continue
			}
			s.swaps[i][j] = make([][]uint16, s.low+1)
			for k := range s.low + 1 {
				s.swaps[i][j][k] = renumber(k, func(w uint16) uint16 {
					differ := (w>>i ^ w>>j) & 1
					return w ^ differ<<i ^ differ<<j
				})
			}
		}
	}
}

// Rows returns the rows of all blanks.
func (s *space) Rows() int { return s.squares * len(s.high) }

// Len returns the number of positions of a row.
func (s *space) Len(row int) int {
	return len(s.lows[s.whites-bits.OnesCount64(s.high[row%len(s.high)])])
}

// number returns the number of a high part.
func (s *space) number(high uint64) int {
	k := bits.OnesCount64(high)
	n := s.classes[k]
	for k := 1; high != 0; k++ {
		n += s.binomial[bits.TrailingZeros64(high)][k]
		high &= high - 1
	}
	return n
}

// cell returns the row and the place of a position.
func (s *space) cell(p Position) (row, place int) {
	word := p.White
	if p.Blank != s.last {
		word = p.White&^(1<<s.last) | p.White>>s.last<<p.Blank
	}
	return p.Blank*len(s.high) + s.number(word>>s.low), int(s.places[word&(1<<s.low-1)])
}

// position is the inverse of cell.
func (s *space) position(row, place int) Position {
	high := s.high[row%len(s.high)]
	word := high<<s.low | uint64(s.lows[s.whites-bits.OnesCount64(high)][place])
	p := Position{White: word, Blank: row / len(s.high)}
	if p.Blank != s.last {
		p.White = word&^(1<<p.Blank) | word>>p.Blank&1<<s.last
	}
	return p
}

// Expander returns the moves, for one goroutine.
func (s *space) Expander() search.RowExpander { return &spaceExpander{space: s} }

type spaceExpander struct {
	*space
	parts [2][]uint16 // places whose low bit is 0, and 1
	bit   int         // that parts are made for, or -1
}

// Expand implements search.RowExpander.
func (e *spaceExpander) Expand(row int, places []uint16, reach search.Reach) {
	blank, high := row/len(e.high), e.high[row%len(e.high)]
	same := row % len(e.high) // the row of the same high part, among those of a blank
	k := e.whites - bits.OnesCount64(high)
	e.bit = -1
	for _, j := range e.to[blank] {
		to := int(j) * len(e.high)
		lower, upper := min(blank, int(j)), max(blank, int(j))
		switch {
		case upper == e.last:
			reach(to+same, places, nil)
		case upper < e.low:
			reach(to+same, places, e.swaps[lower][upper][k])
		case lower >= e.low:
			lower, upper := lower-e.low, upper-e.low
			differ := (high>>lower ^ high>>upper) & 1
			reach(to+e.moved(same, high, high^differ<<lower^differ<<upper), places, nil)
		default:
			bit := int(high >> (upper - e.low) & 1)
			e.split(lower, k, places)
			if equal := e.parts[bit]; len(equal) > 0 {
				reach(to+same, equal, nil)
			}
			if other := e.parts[1-bit]; len(other) > 0 {
				reach(to+e.number(high^1<<(upper-e.low)), other, e.flips[lower][k])
			}
		}
	}
}

// moved is the number of the high part after, when that before is same.
func (e *spaceExpander) moved(same int, before, after uint64) int {
	if before == after {
		return same
	}
	return e.number(after)
}

// split parts the places, in whose row k low bits are set, by a low bit.
func (e *spaceExpander) split(bit, k int, places []uint16) {
	if e.bit == bit {
		return // the hop before was over the same one
	}
	e.bit = bit
	for i := range e.parts {
		if cap(e.parts[i]) < len(places) {
			e.parts[i] = make([]uint16, len(places), 1<<10)
		}
		e.parts[i] = e.parts[i][:len(places)]
	}
	lows, zeros, ones := e.lows[k], 0, 0
	for _, p := range places {
		set := int(lows[p] >> bit & 1)
		e.parts[0][zeros], e.parts[1][ones] = p, p
		zeros, ones = zeros+1-set, ones+set
	}
	e.parts[0], e.parts[1] = e.parts[0][:zeros], e.parts[1][:ones]
}
