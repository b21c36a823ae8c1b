package sudoku

import "math/bits"

const (
	band9 = 1<<27 - 1 // all cells of a band
	row9  = 1<<9 - 1  // the first row of a band
)

// position9 is what is known of a 9x9 grid.
//
// Invariants once it is at rest (propagate returned true):
//   - cand[b][d] has a cell in each row, and only cells that some placement of d
//     into the three rows and three boxes of band b uses;
//   - a cell outside open[b] is a candidate of exactly one digit, which has no
//     other candidate in the cell's units;
//   - a cell in open[b] is a candidate of at least two digits.
type position9 struct {
	cand [3][9]uint32
	seen [3][9]uint32 // cand when propagate looked at it last
	open [3]uint32    // the cells without a digit
}

// tables9 are read only.
type tables9 struct {
	boxes [512]uint16 // row → the boxes, 3 bits, where it has cells
	keep  [512]uint32 // minirows, 9 bits → the cells of those that a placement uses, 0 when there is none
	lock  [512]uint32 // columns of a band → the cells that other bands lose: of each box with a single column, that column
	rest  [27]uint32  // cell of a band → the cells where its digit may stand besides
}

var table9 = newTables9()

// newTables9 takes some 20 microseconds.
func newTables9() *tables9 {
	t := new(tables9)
	minirow := func(row, box int) uint32 { return 7 << (9*row + 3*box) }
	for m := range 512 {
		for box := range 3 {
			columns := m >> (3 * box) & 7
			if columns != 0 {
				t.boxes[m] |= 1 << box
			}
			if columns != 0 && columns&(columns-1) == 0 {
				t.lock[m] |= uint32(columns<<(3*box)) * 0x40201 // in all three rows
			}
		}
		for _, p := range [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			if m>>p[0]&1 != 0 && m>>(3+p[1])&1 != 0 && m>>(6+p[2])&1 != 0 {
				t.keep[m] |= minirow(0, p[0]) | minirow(1, p[1]) | minirow(2, p[2])
			}
		}
	}
	for i := range 27 {
		row, box := i/9, i%9/3
		t.rest[i] = 1 << i
		for r := range 3 {
			for b := range 3 {
				if r != row && b != box {
					t.rest[i] |= minirow(r, b)
				}
			}
		}
	}
	return t
}

// reset opens every cell to every digit.
func (s *position9) reset() {
	for b := range 3 {
		for d := range 9 {
			s.cand[b][d] = band9
			s.seen[b][d] = band9
		}
		s.open[b] = band9
	}
}

// place puts digit d on cell i of band b. Nothing but that digit in that band
// is touched; propagate does the rest.
func (s *position9) place(b, d, i int) {
	s.cand[b][d] &= table9.rest[i]
}

// propagate places what is forced until nothing is. It returns false when there
// is no solution.
func (s *position9) propagate() bool {
	for {
		for changed := true; changed; {
			changed = false
			for d := range 9 {
				for s.cand[0][d] != s.seen[0][d] || s.cand[1][d] != s.seen[1][d] || s.cand[2][d] != s.seen[2][d] {
					changed = true
					if !s.look(0, 1, 2, d) || !s.look(1, 0, 2, d) || !s.look(2, 0, 1, d) {
						return false
					}
				}
			}
		}
		// Cells with a single candidate.
		forced := false
		for b := range 3 {
			var one, two uint32
			for _, c := range &s.cand[b] {
				two |= one & c
				one |= c
			}
			if one != band9 {
				return false
			}
			for x := one &^ two & s.open[b]; x != 0; x &= x - 1 {
				i, d := bits.TrailingZeros32(x), 0
				for d < 9 && s.cand[b][d]>>i&1 == 0 {
					d++
				}
				if d == 9 {
					return false // taken by the cell before
				}
				s.place(b, d, i)
				forced = true
			}
		}
		if !forced {
			return true
		}
	}
}

// look draws the conclusions from digit d in band b, if it changed; e and f are
// the other bands. It returns false when the digit has no place there.
func (s *position9) look(b, e, f, d int) bool {
	x := s.cand[b][d]
	if x == s.seen[b][d] {
		return true
	}
	t := table9
	x &= t.keep[t.boxes[x&row9]|t.boxes[x>>9&row9]<<3|t.boxes[x>>18&row9]<<6]
	if x == 0 {
		return false
	}
	gone := t.lock[(x|x>>9|x>>18)&row9]
	s.cand[e][d] &^= gone
	s.cand[f][d] &^= gone

	// A row with one cell left has its digit there.
	var placed uint32
	for _, row := range [3]uint32{row9, row9 << 9, row9 << 18} {
		if r := x & row; r&(r-1) == 0 {
			placed |= r
		}
	}
	if placed &= s.open[b]; placed != 0 {
		s.open[b] &^= placed
		for o := range &s.cand[b] {
			s.cand[b][o] &^= placed
		}
	}
	s.cand[b][d] = x
	s.seen[b][d] = x
	return true
}

// pick returns the cell to branch on: the first with two candidates, or else one
// with the fewest. It returns -1 when every cell has its digit.
func (s *position9) pick() (c int, digits uint32) {
	best, fewest := -1, 10
	for b := range 3 {
		open := s.open[b]
		if open == 0 {
			continue
		}
		var one, two, three uint32
		for _, x := range &s.cand[b] {
			three |= two & x
			two |= one & x
			one |= x
		}
		if pairs := open &^ three; pairs != 0 {
			best = 27*b + bits.TrailingZeros32(pairs)
			break
		}
		for ; open != 0; open &= open - 1 {
			i := bits.TrailingZeros32(open)
			if n := bits.OnesCount32(s.digits(b, i)); n < fewest {
				best, fewest = 27*b+i, n
			}
		}
	}
	if best < 0 {
		return -1, 0
	}
	return best, s.digits(best/27, best%27)
}

// digits returns the candidates of cell i of band b.
func (s *position9) digits(b, i int) uint32 {
	var m uint32
	for d, x := range &s.cand[b] {
		m |= x >> i & 1 << d
	}
	return m
}

// node9 is a node of the search: a position at rest and the alternatives of its
// branching cell that are still to be tried.
type node9 struct {
	position9
	c    int
	rest uint32
}

// kernel9 searches 9x9 grids. It keeps the candidates digit by digit as bits of
// bands, as zhouyundong's JCZSolve does: one look at a digit in a band finds, by
// table, the locked candidates and the hidden singles there.
type kernel9 struct {
	base position9 // at rest; where searches start
	path [82]node9 // the path of the search
	sol  [81]uint8 // the first solution of the last search
}

func (k *kernel9) load(givens []uint8) bool {
	k.base.reset()
	for c, g := range givens {
		if g == 0 {
			continue
		}
		b, i, d := c/27, c%27, int(g)-1
		if k.base.cand[b][d]>>i&1 == 0 {
			return false
		}
		k.base.place(b, d, i)
	}
	return k.base.propagate()
}

func (k *kernel9) options(c int) uint64 { return uint64(k.base.digits(c/27, c%27)) }

func (k *kernel9) fix(c, d int) {
	k.base.place(c/27, d, c%27)
	k.base.propagate() // it has a solution, so this is true
}

func (k *kernel9) probe(w *work, c, d int) (bool, error) {
	k.path[0].position9 = k.base
	k.path[0].place(c/27, d, c%27)
	if !k.path[0].propagate() {
		return false, nil
	}
	found, _, err := k.searchFrom(w, 1)
	return found > 0, err
}

func (k *kernel9) solution() []uint8 { return k.sol[:] }

func (k *kernel9) search(w *work, most int64) (found int64, exhausted bool, err error) {
	k.path[0].position9 = k.base
	return k.searchFrom(w, most)
}

// searchFrom counts solutions from path[0], at most that many.
func (k *kernel9) searchFrom(w *work, most int64) (found int64, exhausted bool, err error) {
	depth := 0 // of the node that was reached last
	for {
		node := &k.path[depth]
		if node.c, node.rest = node.pick(); node.c < 0 {
			if found++; found == 1 {
				node.write(&k.sol)
			}
			if found == most {
				return found, k.tried(depth), nil
			}
		} else {
			w.expanded++
			depth++
		}
		for { // the next node: path[depth], a child of the one before
			if depth == 0 {
				return found, true, nil
			}
			parent := &k.path[depth-1]
			if parent.rest == 0 {
				depth--
				continue
			}
			d := bits.TrailingZeros32(parent.rest)
			parent.rest &= parent.rest - 1
			w.generated++
			if w.generated >= w.due {
				if err := w.poll(); err != nil {
					return found, false, err
				}
			}
			child := &k.path[depth]
			child.position9 = parent.position9
			child.place(parent.c/27, d, parent.c%27)
			if child.propagate() {
				break
			}
		}
	}
}

// tried says whether the nodes above depth have no alternatives left.
func (k *kernel9) tried(depth int) bool {
	for i := range depth {
		if k.path[i].rest != 0 {
			return false
		}
	}
	return true
}

// write sets the cells of a solution.
func (s *position9) write(cells *[81]uint8) {
	for b := range 3 {
		for d := range 9 {
			for x := s.cand[b][d]; x != 0; x &= x - 1 {
				cells[27*b+bits.TrailingZeros32(x)] = uint8(d + 1)
			}
		}
	}
}
