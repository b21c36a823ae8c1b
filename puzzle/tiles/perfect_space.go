package tiles

import (
	"math/bits"

	"github.com/deepen-go/deepen/search"
)

// This file numbers the boards of up to 12 cells for complete tables, in rows that
// the search of package search goes through one by one. Without the blank, a board
// is its tiles in reading order, cut in two:
//
//	board         high part, what is left   low part, 7 tiles
//	2 5 0 1       2 5 1 9                   3 7 4 6 8 11 10
//	9 3 7 4 …
//
// A row has the boards with one cell of the blank and one high part. Their places
// number the orders of the low part by its Lehmer code, the number of smaller tiles
// behind each one; as every other order cannot be solved (see [Board.Solvable]), the
// last digit that could be 0 or 1 follows from the others and is left out: 7!/2 places.
//
// A tile that slides sideways changes no order: the same place in another row. One that
// slides up or down jumps over as many tiles as the board has columns, less one:
//
//	all of them high     another row, the same place
//	all of them low      another row, in places that a table tells
//	some high, some low  one tile leaves the low part and another comes, so that the
//	                     row depends on which one left; the place by a table again
type perfect struct {
	rows, cols int // of the board
	tiles      int
	low        int // tiles of the low part
	length     int // of a row
	highs      [][]uint8
	lows       [2][]order // by parity: the orders of the low part
	ops        [MaxCells][]int32
	// rotated has the tables of windows in the low part, by where it starts, whether
	// its last tile goes first, and the parity.
	rotated [maxLow][2][2][]uint16
	// crossed has those of windows in both parts: by how many tiles of the low part
	// follow its first, whether a tile leaves the low part from there (or the first one
	// does), the parity, and how many of the low part are smaller than what comes.
	crossed [maxLow][2][2][maxLow + 1][]uint16
}

// maxLow is the most tiles of the low part.
const maxLow = 7

// maxPerfect is the most cells of a board that has a complete table.
const maxPerfect = 12

// order is the low part's tiles by their ranks among them.
type order [maxLow]uint8

func newPerfect(rows, cols int) *perfect {
	s := &perfect{rows: rows, cols: cols, tiles: rows*cols - 1, ops: ops(rows, cols)}
	s.low = min(maxLow, s.tiles)
	s.length = 1
	for n := 3; n <= s.low; n++ {
		s.length *= n
	}
	s.makeHighs(nil, 0)
	for parity := range s.lows {
		for n := range s.length {
			s.lows[parity] = append(s.lows[parity], s.order(n, parity))
		}
	}
	s.makeTables()
	return s
}

// makeHighs appends all high parts that start like that, in lexicographic order.
func (s *perfect) makeHighs(start []uint8, used uint32) {
	if len(start) == s.tiles-s.low {
		s.highs = append(s.highs, append([]uint8(nil), start...))
		return
	}
	for t := 1; t <= s.tiles; t++ {
		if used>>t&1 == 0 {
			s.makeHighs(append(start, uint8(t)), used|1<<t)
		}
	}
}

// number is the number of a high part in that order.
func (s *perfect) number(high []uint8) int {
	n, used := 0, uint32(0)
	for i, t := range high {
		n = n*(s.tiles-i) + int(t) - 1 - bits.OnesCount32(used&(1<<t-1))
		used |= 1 << t
	}
	return n
}

// order returns the order of the low part in a place, with the given parity of
// its inversions.
func (s *perfect) order(place, parity int) (o order) {
	var digits [maxLow]int
	sum := 0
	for i := s.low - 3; i >= 0; i-- {
		digits[i] = place % (s.low - i)
		place /= s.low - i
		sum += digits[i]
	}
	if s.low >= 2 {
		digits[s.low-2] = (sum ^ parity) & 1
	}
	free := uint32(1)<<s.low - 1
	for i := range s.low {
		rest := free
		for range digits[i] {
			rest &= rest - 1
		}
		o[i] = uint8(bits.TrailingZeros32(rest))
		free &^= 1 << o[i]
	}
	return o
}

// place is the inverse of order. It takes any numbers that are all different.
func (s *perfect) place(o []uint8) int {
	n := 0
	for i := 0; i < s.low-2; i++ {
		smaller := 0
		for _, t := range o[i+1 : s.low] {
			if t < o[i] {
				smaller++
			}
		}
		n = n*(s.low-i) + smaller
	}
	return n
}

// rotate moves the last of the window to its front, or the first to its end.
func rotate(window []uint8, lastFirst bool) {
	n := len(window) - 1
	if lastFirst {
		last := window[n]
		copy(window[1:], window[:n])
		window[0] = last
		return
	}
	first := window[0]
	copy(window, window[1:])
	window[n] = first
}

// makeTables fills rotated and crossed by carrying out each slide.
func (s *perfect) makeTables() {
	for parity, orders := range s.lows {
		for way, lastFirst := range []bool{false, true} {
			for start := 0; start+s.cols <= s.low; start++ {
				table := make([]uint16, s.length)
				for n, o := range orders {
					rotate(o[start:start+s.cols], lastFirst)
					table[n] = uint16(s.place(o[:]))
				}
				s.rotated[start][way][parity] = table
			}
			for follow := 0; follow < min(s.cols-1, s.low) && s.low < s.tiles; follow++ {
				for smaller := range s.low + 1 {
					table := make([]uint16, s.length)
					for n, o := range orders {
						// What comes is between two tiles of the low part.
						var both [1 + maxLow]uint8
						both[0] = uint8(2 * smaller)
						for i := range s.low {
							both[1+i] = 2*o[i] + 1
						}
						// The window is the high part's last tile and some of the low part's.
						rotate(both[:2+follow], lastFirst)
						table[n] = uint16(s.place(both[1:]))
					}
					s.crossed[follow][way][parity][smaller] = table
				}
			}
		}
	}
}

// Rows returns the rows of all cells of the blank.
func (s *perfect) Rows() int { return (s.tiles + 1) * len(s.highs) }

// Len returns the number of places.
func (s *perfect) Len(int) int { return s.length }

// inversions is the parity of the pairs of a part in which the larger tile comes
// first, with those behind it included: the sum of the digits of its code.
func (s *perfect) inversions(high []uint8) int {
	sum, used := 0, uint32(0)
	for _, t := range high {
		sum += int(t) - 1 - bits.OnesCount32(used&(1<<t-1))
		used |= 1 << t
	}
	return sum & 1
}

// parity is that of the low part in a row. Sideways slides change no order, and one
// up or down jumps over cols - 1 tiles; in the goal there are no inversions.
func (s *perfect) parity(row int) int {
	blank := row / len(s.highs)
	return (s.inversions(s.highs[row%len(s.highs)]) + blank/s.cols*(s.cols-1)) & 1
}

// cell returns the row and the place of a board that can be solved.
func (s *perfect) cell(b *Board) (row, place int) {
	var order [maxPerfect]uint8
	n := 0
	blank := 0
	for i, t := range b.Tiles[:s.tiles+1] {
		if t == 0 {
			blank = i
			continue
		}
		order[n] = t
		n++
	}
	high := s.tiles - s.low
	return blank*len(s.highs) + s.number(order[:high]), s.place(order[high : high+s.low])
}

// board is the inverse of cell.
func (s *perfect) board(row, place int) *Board {
	b := &Board{Rows: s.rows, Cols: s.cols}
	high := s.highs[row%len(s.highs)]
	rest := s.rest(high)
	order := s.lows[s.parity(row)][place]
	blank, n := row/len(s.highs), 0
	for i := range s.tiles + 1 {
		switch {
		case i == blank:
			continue
		case n < len(high):
			b.Tiles[i] = high[n]
		default:
			b.Tiles[i] = rest[order[n-len(high)]]
		}
		n++
	}
	return b
}

// rest returns the tiles of the low part, ascending.
func (s *perfect) rest(high []uint8) (rest [maxLow]uint8) {
	used := uint32(1)
	for _, t := range high {
		used |= 1 << t
	}
	n := 0
	for t := 1; t <= s.tiles; t++ {
		if used>>t&1 == 0 {
			rest[n] = uint8(t)
			n++
		}
	}
	return rest
}

// Expander returns the moves, for one goroutine.
func (s *perfect) Expander() search.RowExpander { return &perfectExpander{perfect: s} }

type perfectExpander struct {
	*perfect
	parts [maxLow][]uint16 // places by the tile that leaves the low part
}

// Expand implements search.RowExpander.
func (e *perfectExpander) Expand(row int, places []uint16, reach search.Reach) {
	blank, same := row/len(e.highs), row%len(e.highs)
	high := e.highs[same]
	parity := e.parity(row)
	for _, op := range e.ops[blank] {
		to := blank + steps(e.cols)[op]
		if op == left || op == right {
			reach(to*len(e.highs)+same, places, nil)
			continue
		}
		// A blank that goes down takes the window's last tile to its front.
		start, lastFirst, way := min(blank, to), op == down, 0
		if lastFirst {
			way = 1
		}
		switch end := start + e.cols; {
		case end <= len(high):
			var moved [maxPerfect]uint8
			copy(moved[:], high)
			rotate(moved[start:end], lastFirst)
			reach(to*len(e.highs)+e.number(moved[:len(high)]), places, nil)
		case start >= len(high):
			reach(to*len(e.highs)+same, places, e.rotated[start-len(high)][way][parity])
		default:
			e.cross(to, start, end-len(high)-1, way, parity, high, places, reach)
		}
	}
}

// cross slides a tile over some of the high part, from start on, and the first of
// the low part with follow behind it.
func (e *perfectExpander) cross(to, start, follow, way, parity int, high []uint8, places []uint16, reach search.Reach) {
	rest := e.rest(high)
	// In the window are the tiles of the high part from start on; one of them comes
	// into the low part, and one of the low part's leaves it.
	comes, leaves := high[start], 0
	if way == 1 {
		comes, leaves = high[len(high)-1], follow
	}
	smaller := 0
	for _, t := range rest[:e.low] {
		if t < comes {
			smaller++
		}
	}
	e.split(leaves, parity, places)
	for i, part := range e.parts[:e.low] {
		if len(part) == 0 {
			continue
		}
		var moved [maxPerfect]uint8
		copy(moved[:], high)
		if way == 1 {
			copy(moved[start+1:len(high)], high[start:])
			moved[start] = rest[i]
		} else {
			copy(moved[start:], high[start+1:])
			moved[len(high)-1] = rest[i]
		}
		reach(to*len(e.highs)+e.number(moved[:len(high)]), part, e.crossed[follow][way][parity][smaller])
	}
}

// split parts the places by the tile at an index of the low part.
func (e *perfectExpander) split(at, parity int, places []uint16) {
	for i := range e.parts[:e.low] {
		e.parts[i] = e.parts[i][:0]
	}
	for _, p := range places {
		tile := e.lows[parity][p][at]
		e.parts[tile] = append(e.parts[tile], p)
	}
}
