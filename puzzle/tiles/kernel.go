package tiles

// This file holds the space of boards of up to 16 cells with the Manhattan
// distance: the plain yardstick of the field, and what easy boards are solved
// with. Its IDA* is generated from the text of package search's.

//go:generate go run ../../search/kernelgen -type packedSpace -func packedIDAStar -out kernel_packed_gen.go

// maxPacked is the largest number of cells of a packed board.
const maxPacked = 16

// packed is a board of up to 16 cells in one word: the tile on cell i is in bits
// 4i to 4i+3. The blank's cell, and the one where it was before the last move,
// are told by their first bit, 4i.
type packed struct {
	cells       uint64
	blank, last uint
}

// nowhere is the last cell of the root.
const nowhere = 63

// packedSpace is the search space of packed boards; it implements
// search.Stepper. An operator is the first bit of the cell that the blank goes
// to, so that a tile is found without looking anything up; in ascending order
// they are up, left, right and down.
type packedSpace struct {
	near [maxPacked]uint64 // the operators on each cell of the blank, as bits
	// slide[tile<<8|blank<<2|op>>2] is what the Manhattan distance gains when the
	// tile slides from op to blank.
	slide [maxPacked << 8]int8
	cols  int
	cells int
}

func newPackedSpace(rows, cols int) *packedSpace {
	p := &packedSpace{cols: cols, cells: rows * cols}
	step, ops := steps(cols), ops(rows, cols)
	for blank := range p.cells {
		for _, op := range ops[blank] {
			from := blank + step[op]
			p.near[blank] |= 1 << (4 * from)
			for tile := 1; tile < p.cells; tile++ {
				p.slide[tile<<8|blank<<4|from] = int8(distance(tile, blank, cols) - distance(tile, from, cols))
			}
		}
	}
	return p
}

func pack(b *Board) packed {
	s := packed{last: nowhere}
	for i := range b.cells() {
		s.cells |= uint64(b.Tiles[i]) << (4 * i)
	}
	s.blank = uint(4 * b.blank())
	return s
}

// Moves are the tiles that can slide, but for the one that slid last.
func (p *packedSpace) Moves(s packed, _ int) uint64 {
	return p.near[s.blank>>2&15] &^ (1 << (s.last & 63))
}

// Look follows the one tile that slides.
func (p *packedSpace) Look(s packed, h, op int) (cost, next int) {
	tile := uint(s.cells>>(op&63)) & 15
	return 1, h + int(p.slide[(tile<<8|s.blank<<2|uint(op)>>2)&(maxPacked<<8-1)])
}

// Apply slides the tile.
func (p *packedSpace) Apply(s packed, op int) packed {
	tile := s.cells >> (op & 63) & 15
	return packed{s.cells ^ tile<<(op&63) ^ tile<<(s.blank&63), uint(op), s.blank}
}

// Heuristic is the Manhattan distance: a move brings one tile one cell nearer
// to its place at most.
func (p *packedSpace) Heuristic(s packed) (h int) {
	for i := range p.cells {
		if tile := int(s.cells >> (4 * i) & 15); tile != 0 {
			h += distance(tile, i, p.cols)
		}
	}
	return h
}

// Goal is asked only where the heuristic is 0: every tile is in its place.
func (p *packedSpace) Goal(packed) bool { return true }

// plainOps turns a path from s into the operators that all spaces share.
func (p *packedSpace) plainOps(s packed, path []int32) {
	step := steps(p.cols)
	blank := int(s.blank >> 2)
	for i, op := range path {
		cell := int(op >> 2)
		for plain, d := range step {
			if d == cell-blank {
				path[i] = int32(plain)
			}
		}
		blank = cell
	}
}
