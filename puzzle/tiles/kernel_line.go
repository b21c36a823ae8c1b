package tiles

import "github.com/deepen-go/deepen/search"

// This file holds the space of boards of any size with a bound that needs no
// table: Manhattan distance, with or without linear conflicts.

//go:generate go run ../../search/kernelgen -type plainSpace -func plainIDAStar -out kernel_plain_gen.go

// plain is a board, the tile on each cell.
type plain struct {
	cells [MaxCells]uint8
	blank uint8
}

// plainSpace is the search space of plain boards; it implements search.Domain.
type plainSpace struct {
	ops        [MaxCells][]int32
	step       [4]int
	dist       [MaxCells][MaxCells]int8
	row, col   [MaxCells]uint8
	rows, cols int
	conflicts  bool // count linear conflicts
}

func newPlainSpace(rows, cols int, conflicts bool) *plainSpace {
	p := &plainSpace{ops: ops(rows, cols), step: steps(cols), rows: rows, cols: cols, conflicts: conflicts}
	for i := range rows * cols {
		p.row[i], p.col[i] = uint8(i/cols), uint8(i%cols)
		for j := range rows * cols {
			p.dist[i][j] = int8(distance(i, j, cols))
		}
	}
	return p
}

// Expand appends a successor for every tile that can slide, but for the one
// that slid last.
func (p *plainSpace) Expand(dst []search.Edge[plain], from *search.Edge[plain]) []search.Edge[plain] {
	blank := from.State.blank
	for _, op := range p.ops[blank] {
		if op == 3-from.Op { // back again
			continue
		}
		dst = append(dst, search.Edge[plain]{State: from.State, Op: op, Cost: 1})
		e := &dst[len(dst)-1]
		s := &e.State
		cell := uint8(int(blank) + p.step[op&3])
		tile := s.cells[cell]
		s.cells[blank], s.cells[cell], s.blank = tile, 0, cell
		e.H = from.H + int32(p.dist[tile][blank]) - int32(p.dist[tile][cell])
		if !p.conflicts {
			continue
		}
		// Along its line the tile meets nobody; the two lines across change.
		if op == up || op == down {
			i, j := int(p.row[blank]), int(p.row[cell])
			e.H += p.inRow(s, i) + p.inRow(s, j) - p.inRow(&from.State, i) - p.inRow(&from.State, j)
		} else {
			i, j := int(p.col[blank]), int(p.col[cell])
			e.H += p.inCol(s, i) + p.inCol(s, j) - p.inCol(&from.State, i) - p.inCol(&from.State, j)
		}
	}
	return dst
}

// inRow is the number of moves that the conflicts in a row cost.
func (p *plainSpace) inRow(s *plain, row int) int32 {
	var l line
	for i := row * p.cols; i < (row+1)*p.cols; i++ {
		if tile := s.cells[i]; tile != 0 && int(p.row[tile]) == row {
			l.add(p.col[tile])
		}
	}
	return l.conflicts()
}

// inCol is the same for a column.
func (p *plainSpace) inCol(s *plain, col int) int32 {
	var l line
	for i := col; i < p.rows*p.cols; i += p.cols {
		if tile := s.cells[i]; tile != 0 && int(p.col[tile]) == col {
			l.add(p.row[tile])
		}
	}
	return l.conflicts()
}

// line collects the tiles of a line whose places are on this line, too. Tiles
// whose order is wrong cannot pass one another: all but an ascending sequence
// have to leave the line and come back, two moves each beyond the Manhattan
// distance (Hansson, Mayer and Yung, Criticizing solutions to relaxed models
// yields powerful admissible heuristics, 1992). The longest ascending sequence
// is found by patience: last[n] is the smallest end of one of n+1 tiles.
type line struct {
	last        [MaxCells]uint8
	longest, in int
}

func (l *line) add(place uint8) {
	n := l.longest
	for n > 0 && l.last[n-1] > place {
		n--
	}
	l.last[n] = place
	l.longest = max(l.longest, n+1)
	l.in++
}

func (l *line) conflicts() int32 { return 2 * int32(l.in-l.longest) }

// Heuristic is the Manhattan distance, with the conflicts if they count.
func (p *plainSpace) Heuristic(s plain) (h int) {
	for i, tile := range s.cells[:p.rows*p.cols] {
		if tile != 0 {
			h += int(p.dist[tile][i])
		}
	}
	if p.conflicts {
		for row := range p.rows {
			h += int(p.inRow(&s, row))
		}
		for col := range p.cols {
			h += int(p.inCol(&s, col))
		}
	}
	return h
}

// Goal is asked only where the heuristic is 0: every tile is in its place.
func (p *plainSpace) Goal(plain) bool { return true }
