package sudoku

import (
	"math"
	"math/bits"
)

// grid9 is what is known of a 9x9 grid: the cells of each row where each digit
// may still stand, 9 bits. Which word has which row and digit is drawn in the
// package's documentation; see lane9.
//
// It is at rest when no rule of propagate9 takes away anything more. A grid at
// rest is the same whichever program brought it there, for the rules only take
// away, and one that applied before something was taken away still does.
type grid9 [6 * 16]uint16

const row9 = 1<<9 - 1 // all cells of a row

// fresh9 has all digits on all cells. The five words without a row have all bits,
// too, so that they look like digits about which nothing is known.
var fresh9 = func() (g grid9) {
	for i := range g {
		g[i] = row9
	}
	return g
}()

// lane9 says where a grid9 has digit d of row row.
func lane9(row, d int) int {
	band := row / 3
	switch {
	case d == 8:
		return 16*(3+row%3) + 8 + band
	case band == 2:
		return 16*(3+row%3) + d
	}
	return 16*(row%3) + 8*band + d
}

// lanes9 has what lane9 returns.
var lanes9 = func() (t [9][9]uint8) {
	for row := range t {
		for d := range t[row] {
			t[row][d] = uint8(lane9(row, d))
		}
	}
	return t
}()

// givenLanes9 and empty9 have, for what stands in a cell, 0 for nothing, the word
// that it changes and what it leaves there besides the cell.
var (
	givenLanes9 = func() (t [9][16]uint8) {
		for row := range t {
			t[row] = [16]uint8{0: 16*3 + 15}
			copy(t[row][1:], lanes9[row][:])
		}
		return t
	}()
	empty9 = [16]uint16{0: row9}
)

// at returns the word of digit d in row row.
func (g *grid9) at(row, d int) *uint16 { return &g[lanes9[row][d]] }

// place leaves digit d the one cell c of its row. Whether it may stand there,
// and what follows, propagate9 finds out.
func (g *grid9) place(c, d int) { *g.at(c/9, d) &= 1 << (c % 9) }

// digits returns the candidates of cell c.
func (g *grid9) digits(c int) uint64 {
	var m uint64
	for d := range 9 {
		m |= uint64(*g.at(c/9, d)>>(c%9)&1) << d
	}
	return m
}

// write sets the cells of a solved grid.
func (g *grid9) write(cells *[81]uint8) {
	for row := range lanes9 {
		line := cells[9*row:][:9]
		for d, i := range &lanes9[row] {
			line[bits.TrailingZeros16(g[i]|1<<8)] = uint8(d + 1)
		}
	}
}

// What propagate9 finds.
const (
	contradiction = iota // there is no solution
	open9                // nothing more follows
	solved9              // every cell has its digit
)

// fork9 has the ways that are left to place each digit in each band and stack,
// of a grid at rest. In a band, the three rows have the digit in three different
// boxes, so there are six ways; a way is named by the box of the first row:
//
//	bit    8    7    5    4    2    1
//	row 0  box 2     box 1     box 0
//	row 1  0    1    2    0    1    2
//	row 2  1    0    0    2    2    1
//
// In a stack it is the three bands that have it in three different columns. The
// words of a band are those of its first row in a grid9. The words of the stacks
// are in lanes 0 to 8, by digits, with three bits for each stack, two times.
type fork9 struct {
	bands  [2][4]uint64 // of vectors 0 and 3 of a grid9, four lanes in one
	ways   [4]uint64    // of stacks: bit j: columns j, j+1, j+2 of bands 0, 1, 2
	across [4]uint64    // of stacks: bit j: columns j, j+2, j+1
}

// choice9 is what a node branches on: a digit in a band (0 to 2) or stack (3 to
// 5), or a cell.
type choice9 struct {
	house int8   // or cell9
	what  int8   // the digit, or the cell
	ways  uint16 // still to be tried: bits 0 to 2 for x, x+1, x+2 with x = 0, 1, 2; bits 3 to 5 for x, x+2, x+1; the digits of a cell
}

const cell9 = 6 // the house of a choice9 that is a cell

// lane returns a 16-bit lane of a vector.
func lane(v *[4]uint64, i int) uint64 { return v[i/4&3] >> (i % 4 * 16) & 0xffff }

// choose returns what to branch on: the band or stack with the fewest ways, of
// those that have more than one for some digit, and in it the first digit with
// two. Few ways in a house mean that its digits hang together, so that a decision
// on one decides others. Where no digit has two, it is a cell with the fewest
// digits.
func (f *fork9) choose(g *grid9) choice9 {
	h, u, v := &f.bands, &f.ways, &f.across
	house, fewest := 0, 99
	take := func(i, n int) {
		if n > 9 && n < fewest {
			house, fewest = i, n
		}
	}
	take(0, bits.OnesCount64(h[0][0])+bits.OnesCount64(h[0][1])+bits.OnesCount64(h[1][2]&0xffff))
	take(1, bits.OnesCount64(h[0][2])+bits.OnesCount64(h[0][3])+bits.OnesCount64(h[1][2]&0xffff0000))
	take(2, bits.OnesCount64(h[1][0])+bits.OnesCount64(h[1][1])+bits.OnesCount64(h[1][2]&0xffff00000000))
	for s := range 3 {
		m := uint64(0x0007_0007_0007_0007) << (3 * s)
		n := bits.OnesCount64(u[0]&m|v[0]&m<<3) + bits.OnesCount64(u[1]&m|v[1]&m<<3)
		take(3+s, n+bits.OnesCount64(u[2]&m|v[2]&m<<3))
	}
	for d := range 9 {
		if ways := f.waysOf(house, d); bits.OnesCount8(ways) == 2 {
			return choice9{int8(house), int8(d), uint16(ways)}
		}
	}
	c := g.fewest()
	return choice9{cell9, int8(c), uint16(g.digits(c))}
}

// fewest returns the first cell with two digits, or else with three, or else with
// more.
func (g *grid9) fewest() int {
	three, more := -1, -1
	for row := range 9 {
		var one, two, thr, fou uint16 // cells with that many at least
		for d := range 9 {
			x := *g.at(row, d)
			fou |= thr & x
			thr |= two & x
			two |= one & x
			one |= x
		}
		if m := two &^ thr; m != 0 {
			return 9*row + bits.TrailingZeros16(m)
		}
		if m := thr &^ fou; m != 0 && three < 0 {
			three = 9*row + bits.TrailingZeros16(m)
		}
		if fou != 0 && more < 0 {
			more = 9*row + bits.TrailingZeros16(fou)
		}
	}
	if three >= 0 {
		return three
	}
	return more
}

// waysOf returns the ways of digit d in a house as choice9 has them.
func (f *fork9) waysOf(house, d int) uint8 {
	if house >= 3 {
		s := 3 * (house - 3)
		return uint8(lane(&f.ways, d)>>s&7 | lane(&f.across, d)>>s&7<<3)
	}
	i := lane9(3*house, d)
	return gather9[lane(&f.bands[i/48], i%16)&row9]
}

// gather9 brings the bits of a fork9's band into the order of choice9's ways.
var gather9 = func() (t [512]uint8) {
	for m := range t {
		for x := range 3 {
			t[m] |= uint8(m>>(3*x+2)&1)<<x | uint8(m>>(3*x+1)&1)<<(3+x)
		}
	}
	return t
}()

// take makes the first way of the choice the only one in g.
func (ch *choice9) take(g *grid9) {
	way := bits.TrailingZeros16(ch.ways)
	ch.ways &= ch.ways - 1
	if ch.house == cell9 {
		g.place(int(ch.what), way)
		return
	}
	x, step := way, 1
	if way >= 3 {
		x, step = way-3, 2
	}
	d := int(ch.what)
	for i := range 3 {
		if ch.house < 3 {
			*g.at(3*int(ch.house)+i, d) &= 7 << (3 * x)
		} else {
			s := 3 * (int(ch.house) - 3)
			for row := 3 * i; row < 3*i+3; row++ {
				*g.at(row, d) &^= 7 &^ (1 << x) << s
			}
		}
		if x += step; x >= 3 {
			x -= 3
		}
	}
}

// node9 is a node of the search: a grid at rest and what is still to be tried.
type node9 struct {
	grid9
	choice9
	of uint8 // ways when the node was made
}

// propagator9 is [propagate9], or another program that does the same.
type propagator9 func(g *grid9, f *fork9, threes bool) int

// kernel9 searches 9x9 grids. A branching settles one of 54 digits in houses or
// one of 81 cells for all that is below it, so that no path is longer than 135.
type kernel9 struct {
	propagate propagator9

	base   grid9 // at rest; where searches start
	status int   // of base
	fork   fork9 // of the grid that came to rest last
	ofBase fork9
	failed bool       // a search of this puzzle has met a contradiction
	path   [136]node9 // the path of the search
	sol    [81]uint8  // the first solution of the last search
}

func newKernel9() *kernel9 { return &kernel9{propagate: fastest9()} }

func (k *kernel9) load(givens []uint8) bool {
	k.base, k.failed = fresh9, false
	// Without a branch: where the givens are cannot be foretold. An empty cell takes
	// nothing from a word without a row.
	for row := range givenLanes9 {
		line := givens[9*row:][:9]
		for col, g := range line {
			k.base[givenLanes9[row][g&15]] &= empty9[g&15] | 1<<col
		}
	}
	return k.settle()
}

// settle brings the base to rest.
func (k *kernel9) settle() bool {
	k.status = k.propagate(&k.base, &k.ofBase, k.failed)
	return k.status != contradiction
}

func (k *kernel9) options(c int) uint64 { return k.base.digits(c) }

func (k *kernel9) fix(c, d int) {
	k.base.place(c, d)
	k.settle() // it has a solution, so this is true
}

func (k *kernel9) probe(w *work, c, d int, most int64) (found int64, err error) {
	g := &k.path[0].grid9
	*g = k.base
	g.place(c, d)
	w.begin()
	found, _, err = k.searchFrom(w, most, k.propagate(g, &k.fork, k.failed))
	return found, err
}

func (k *kernel9) solution() []uint8 { return k.sol[:] }

func (k *kernel9) search(w *work, most int64) (found int64, exhausted bool, err error) {
	if most == math.MaxInt64 {
		return k.countAll(w)
	}
	w.begin()
	k.path[0].grid9 = k.base
	k.fork = k.ofBase
	return k.searchFrom(w, most, k.status)
}

// searchFrom counts solutions from path[0], which is at rest with the given
// status, at most that many.
func (k *kernel9) searchFrom(w *work, most int64, status int) (found int64, exhausted bool, err error) {
	for depth := 0; ; { // depth of the node that was reached last
		node := &k.path[depth]
		switch status {
		case solved9:
			if found++; found == 1 {
				node.write(&k.sol)
			}
			if found == most {
				return found, k.tried(depth), nil
			}
		case open9:
			w.expanded++
			node.choice9 = k.fork.choose(&node.grid9)
			node.of = uint8(bits.OnesCount16(node.ways))
			depth++
		default:
			k.failed = true
		}
		// The next node: path[depth], a child of the one before.
		for depth > 0 && k.path[depth-1].ways == 0 {
			depth--
		}
		if depth == 0 {
			return found, true, nil
		}
		w.generated++
		if w.generated >= w.due {
			w.share = w.before + w.part*k.share(depth)
			if err := w.poll(); err != nil {
				return found, false, err
			}
		}
		parent, child := &k.path[depth-1], &k.path[depth]
		child.grid9 = parent.grid9
		parent.take(&child.grid9)
		status = k.propagate(&child.grid9, &k.fork, k.failed)
	}
}

// share estimates how much of the search is done, as if all alternatives of a node
// took as long as each other.
func (k *kernel9) share(depth int) float64 {
	share, weight := 0.0, 1.0
	for i := range depth {
		node := &k.path[i]
		tried := int(node.of) - bits.OnesCount16(node.ways)
		if i < depth-1 {
			tried-- // the one that the path goes through
		}
		weight /= float64(node.of)
		share += weight * float64(tried)
	}
	return share
}

// tried says whether the nodes above depth have no alternatives left.
func (k *kernel9) tried(depth int) bool {
	for i := range depth {
		if k.path[i].ways != 0 {
			return false
		}
	}
	return true
}
