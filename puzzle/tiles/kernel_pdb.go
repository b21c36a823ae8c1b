package tiles

import "github.com/deepen-go/deepen/search"

// This file holds the space of boards of any size with a pattern database.

//go:generate go run ../../search/kernelgen -type tabledSpace -func tabledIDAStar -out kernel_tabled_gen.go

// view is a group of tiles as a database is asked for it: as it is, or in the
// mirror.
type view struct {
	pattern
	extra []byte
	// cell[i] is the cell i in the mirror; pattern.tiles are the tiles whose
	// images are the group's.
	cell [32]uint8
}

// look returns the entry for the tiles at pos.
func (v *view) look(pos *[MaxCells]uint8) uint8 {
	i := v.index(pos, &v.cell)
	return v.extra[i/2] >> (i % 2 * 4) & 15
}

// tabled is a board with its look-ups.
type tabled struct {
	cells [MaxCells]uint8 // the tile on each cell
	pos   [MaxCells]uint8 // the cell of each tile
	parts [2][maxGroups]uint8
	sums  [2]uint8 // of parts
	blank uint8
}

// tabledSpace is the search space of boards with a database; it implements
// search.Domain.
type tabledSpace struct {
	ops   [MaxCells][]int32
	step  [4]int
	dist  [MaxCells][MaxCells]int8
	group [2][MaxCells]uint8 // the group of each tile, in each view
	views [2][]view          // the groups as they are, and in the mirror (if any)
	cells int
}

func newTabledSpace(d *database) *tabledSpace {
	t := &tabledSpace{ops: ops(d.rows, d.cols), step: steps(d.cols), cells: d.rows * d.cols}
	for i := range t.cells {
		for j := range t.cells {
			t.dist[i][j] = int8(distance(i, j, d.cols))
		}
	}
	sides := 1
	if d.rows == d.cols && len(d.patterns) > 1 {
		sides = 2
	}
	for side := range sides {
		image := func(i uint8) uint8 { return i }
		if side == 1 {
			n := uint8(d.cols)
			image = func(i uint8) uint8 { return i%n*n + i/n }
		}
		for g, p := range d.patterns {
			v := view{pattern: p, extra: d.extra[d.first[g]:d.first[g+1]]}
			v.tiles = nil
			for _, tile := range p.tiles {
				v.tiles = append(v.tiles, image(tile))
				t.group[side][image(tile)] = uint8(g)
			}
			for i := range t.cells {
				v.cell[i] = image(uint8(i))
			}
			t.views[side] = append(t.views[side], v)
		}
	}
	return t
}

// root returns the state of b.
func (t *tabledSpace) root(b *Board) tabled {
	s := tabled{cells: b.Tiles, blank: uint8(b.blank())}
	for i, tile := range b.Tiles[:t.cells] {
		s.pos[tile] = uint8(i)
	}
	for side, views := range t.views {
		for g := range views {
			s.parts[side][g] = views[g].look(&s.pos)
			s.sums[side] += s.parts[side][g]
		}
	}
	return s
}

// Expand appends a successor for every tile that can slide, but for the one
// that slid last.
func (t *tabledSpace) Expand(dst []search.Edge[tabled], from *search.Edge[tabled]) []search.Edge[tabled] {
	blank := from.State.blank
	before := from.H - 2*int32(from.State.bound())
	for _, op := range t.ops[blank] {
		if op == 3-from.Op { // back again
			continue
		}
		dst = append(dst, search.Edge[tabled]{State: from.State, Op: op, Cost: 1})
		e := &dst[len(dst)-1]
		s := &e.State
		cell := uint8(int(blank) + t.step[op&3])
		tile := s.cells[cell]
		s.cells[blank], s.cells[cell], s.blank, s.pos[tile], s.pos[0] = tile, 0, cell, blank, cell
		for side, views := range t.views {
			if len(views) == 0 {
				break
			}
			g := t.group[side][tile]
			part := views[g].look(&s.pos)
			s.sums[side] += part - s.parts[side][g]
			s.parts[side][g] = part
		}
		e.H = before + int32(t.dist[tile][blank]) - int32(t.dist[tile][cell]) + 2*int32(s.bound())
	}
	return dst
}

// bound is half of what the database adds to the Manhattan distance.
func (s *tabled) bound() uint8 { return max(s.sums[0], s.sums[1]) }

// Heuristic is the larger sum of the distances of the groups.
func (t *tabledSpace) Heuristic(s tabled) int {
	h := 2 * int(s.bound())
	for i, tile := range s.cells[:t.cells] {
		if tile != 0 {
			h += int(t.dist[tile][i])
		}
	}
	return h
}

// Goal is asked only where the heuristic is 0: every tile is in its place.
func (t *tabledSpace) Goal(tabled) bool { return true }
