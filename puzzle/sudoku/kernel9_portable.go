package sudoku

import "math/bits"

const band9 = 1<<27 - 1 // all cells of a band, three rows of nine bits

// tables9 are read only. Three by three flags are three bits for each of three
// rows; the flags that a placement uses are those of three rows with one each, in
// three different columns.
type tables9 struct {
	threes [512]uint16 // row of cells → the boxes, 3 bits, where it has some
	keep   [512]uint16 // flags → those that a placement uses
	ways   [512]uint16 // flags → the placements, as a fork9 has them
	rows   [512]uint32 // flags of boxes by rows → the cells of a band
}

var table9 = newTables9()

func newTables9() *tables9 {
	t := new(tables9)
	for m := range 512 {
		for box := range 3 {
			if m>>(3*box)&7 != 0 {
				t.threes[m] |= 1 << box
			}
		}
		for x := range 3 {
			y, z := (x+1)%3, (x+2)%3
			for _, way := range [2]struct{ flags, bit int }{
				{1<<x | 8<<y | 64<<z, 4 << (3 * x)},
				{1<<x | 8<<z | 64<<y, 2 << (3 * x)},
			} {
				if m&way.flags == way.flags {
					t.keep[m] |= uint16(way.flags)
					t.ways[m] |= uint16(way.bit)
				}
			}
		}
		for i := range 9 {
			t.rows[m] |= uint32(m>>i&1*7) << (3 * i)
		}
	}
	return t
}

// position9 is a grid9 by digits and bands.
//
// Invariants once it is at rest:
//   - every cell of cand[b][d] is used by some way to place d in the boxes of
//     band b, row by row, and in those of its stack, column by column;
//   - a cell outside open[b] is a candidate of exactly one digit, which has no
//     other candidate in the cell's units;
//   - a cell in open[b] is a candidate of at least two digits.
type position9 struct {
	cand [3][9]uint32 // the cells of each band where each digit may stand, 27 bits
	seen [3][9]uint32 // cand when propagate looked at it last
	open [3]uint32    // the cells whose digit is not known
}

// propagate9 brings a grid to rest: it takes away what these rules exclude until
// they exclude nothing more, and says what it found. The rules:
//   - a digit stands in the three rows of a band in three different boxes;
//   - a digit stands in the three bands of a stack in three different columns;
//   - where a digit has one cell in a row, no other digit stands;
//   - where a cell has one digit, that stands nowhere else in the row;
//   - if threes is set, a box has three digits in each of its rows: where three
//     have to be, no others are, and where only three may be, they are nowhere
//     else in the row; and so in each of its columns.
//
// Together they find whatever naked singles, hidden singles, locked candidates
// and triples in a row or column of a box find. If it returns open9, f has the
// ways to branch.
func propagate9(g *grid9, f *fork9, threes bool) int {
	var s position9
	s.read(g)
	if !s.propagate(threes) {
		return contradiction
	}
	s.writeTo(g)
	if s.open[0]|s.open[1]|s.open[2] == 0 {
		return solved9
	}
	s.fork(f)
	return open9
}

func (s *position9) read(g *grid9) {
	for b := range s.cand {
		s.open[b] = band9
		for d := range s.cand[b] {
			i := lanes9[3*b][d]
			s.cand[b][d] = uint32(g[i]) | uint32(g[i+16])<<9 | uint32(g[i+32])<<18
		}
	}
}

func (s *position9) writeTo(g *grid9) {
	for b := range s.cand {
		for d, x := range &s.cand[b] {
			i := lanes9[3*b][d]
			g[i], g[i+16], g[i+32] = uint16(x&row9), uint16(x>>9&row9), uint16(x>>18)
		}
	}
}

// fork writes the ways that are left to place each digit.
func (s *position9) fork(f *fork9) {
	*f = fork9{}
	set := func(v *[4]uint64, i int, m uint16) { v[i/4] |= uint64(m) << (i % 4 * 16) }
	for d := range 9 {
		for b := range 3 {
			i := lane9(3*b, d)
			set(&f.bands[i/48], i%16, table9.ways[boxes9(s.cand[b][d])])
		}
		var along, across uint16
		for stack := range 3 {
			ways := gather9[table9.ways[s.columns(d, stack)]]
			along |= uint16(ways&7) << (3 * stack)
			across |= uint16(ways>>3) << (3 * stack)
		}
		set(&f.ways, d, along)
		set(&f.across, d, across)
	}
}

// boxes9 returns the boxes that each row of a band uses.
func boxes9(x uint32) uint16 {
	t := table9
	return t.threes[x&row9] | t.threes[x>>9&row9]<<3 | t.threes[x>>18&row9]<<6
}

// union9 returns the columns that the rows of a band use.
func union9(x uint32) uint32 { return (x | x>>9 | x>>18) & row9 }

// columns returns the columns that each band uses in a stack for a digit.
func (s *position9) columns(d, stack int) uint32 {
	m := union9(s.cand[0][d])>>(3*stack)&7 | union9(s.cand[1][d])>>(3*stack)&7<<3
	return m | union9(s.cand[2][d])>>(3*stack)&7<<6
}

// propagate takes away what is excluded until nothing is. It returns false when
// there is no solution.
func (s *position9) propagate(threes bool) bool {
	for {
		for changed := true; changed; {
			changed = false
			for d := range 9 {
				for s.cand[0][d] != s.seen[0][d] || s.cand[1][d] != s.seen[1][d] || s.cand[2][d] != s.seen[2][d] {
					changed = true
					if !s.look(d) {
						return false
					}
				}
			}
		}
		ok, forced := s.naked()
		if threes && ok && !forced && s.open[0]|s.open[1]|s.open[2] != 0 {
			ok, forced = s.threes()
		}
		if !ok || !forced {
			return ok
		}
	}
}

// threes looks at which digits the rows and the columns of boxes have. It returns
// false when some cannot have three.
func (s *position9) threes() (ok, changed bool) {
	for b := range s.cand {
		var boxes, columns [9]uint16
		for d, x := range &s.cand[b] {
			boxes[d], columns[d] = boxes9(x), uint16(union9(x))
		}
		if !threes9(&boxes) || !threes9(&columns) {
			return false, false
		}
		for d, x := range &s.cand[b] {
			y := x & table9.rows[boxes[d]] & (uint32(columns[d]) * 0x40201)
			changed = changed || x != y
			s.cand[b][d] = y
		}
	}
	return true, changed
}

// threes9 looks at nine places, in three groups of three, that have three digits
// each, every digit in one place of each group; m has the places where each digit
// may be. It takes away what that excludes, and returns false when it cannot be.
func threes9(m *[9]uint16) bool {
	var may, must [5]uint16 // places with that many digits at least
	may[0], must[0] = row9, row9
	for _, x := range m {
		one := alone9(x)
		for i := 4; i > 0; i-- {
			may[i] |= may[i-1] & x
			must[i] |= must[i-1] & one
		}
	}
	if may[3] != row9 || must[4] != 0 {
		return false
	}
	three := may[3] &^ may[4]
	for d, x := range m {
		x &^= must[3] &^ alone9(x)
		for group := uint16(7); group <= row9; group <<= 3 {
			if x&three&group != 0 {
				x &= three | ^group
			}
		}
		m[d] = x
	}
	return true
}

// alone9 returns the flags that are alone in their group of three.
func alone9(x uint16) uint16 {
	var alone uint16
	for group := uint16(7); group <= row9; group <<= 3 {
		if y := x & group; y&(y-1) == 0 {
			alone |= y
		}
	}
	return alone
}

// naked places digits on cells that have no other. It returns false when some
// cell has none at all.
func (s *position9) naked() (ok, forced bool) {
	for b := range 3 {
		var one, two uint32
		for _, c := range &s.cand[b] {
			two |= one & c
			one |= c
		}
		if one != band9 {
			return false, false
		}
		for x := one &^ two & s.open[b]; x != 0; x &= x - 1 {
			i, d := bits.TrailingZeros32(x), 0
			for d < 9 && s.cand[b][d]>>i&1 == 0 {
				d++
			}
			if d == 9 {
				return false, false // its row has another cell with this digit alone
			}
			s.cand[b][d] &^= row9 << (i / 9 * 9) &^ (1 << i)
			forced = true
		}
	}
	return true, forced
}

// look draws the conclusions from what is left of digit d. It returns false when
// the digit has no place in some band.
func (s *position9) look(d int) bool {
	t := table9
	x := [3]uint32{s.cand[0][d], s.cand[1][d], s.cand[2][d]}
	// Columns: where a stack keeps less than it has, the other columns go.
	u0, u1, u2 := union9(x[0]), union9(x[1]), union9(x[2])
	var keep [3]uint32
	for stack := 0; stack < 9; stack += 3 {
		m := t.keep[u0>>stack&7|u1>>stack&7<<3|u2>>stack&7<<6]
		keep[0] |= uint32(m&7) << stack
		keep[1] |= uint32(m>>3&7) << stack
		keep[2] |= uint32(m>>6) << stack
	}
	for b := range x {
		y := x[b] & (keep[b] * 0x40201)
		if y &= t.rows[t.keep[boxes9(y)]]; y == 0 {
			return false
		}
		s.cand[b][d], s.seen[b][d] = y, x[b] // looked at again if they differ
		// A row with one cell left has its digit there.
		var placed uint32
		for _, row := range [3]uint32{row9, row9 << 9, row9 << 18} {
			if r := y & row; r&(r-1) == 0 {
				placed |= r
			}
		}
		if placed &= s.open[b]; placed != 0 {
			s.open[b] &^= placed
			for o := range &s.cand[b] {
				s.cand[b][o] &^= placed
			}
			s.cand[b][d] = y
		}
	}
	return true
}
