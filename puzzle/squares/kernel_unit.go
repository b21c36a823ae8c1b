package squares

import (
	"context"
	"slices"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// matching pairs neighbouring complete unit cells. A stick belongs to at most
// two cells, so a removal is an edge cover of the cells, and the fewest sticks
// are the number of cells less the number of pairs in a largest matching
// (Gallai, 1959): a pair takes the stick between, a cell without a partner any
// of its own. Cells are black and white as on a chessboard, so augmenting paths
// find a largest matching (Berge, 1957), in time linear in the board for each.
type matching struct {
	*board
	mate [MaxSize * MaxSize]int16 // partner, or single; cells row by row
	seen [MaxSize * MaxSize]int16 // the last search that came by
}

const single = -1

// near returns the complete cells that share a stick with the cell.
func (m *matching) near(cell int) (cells [4]int, n int) {
	r, c := cell/m.Cols, cell%m.Cols
	add := func(r, c int) {
		if r >= 0 && r < m.Rows && c >= 0 && c < m.Cols && m.whole(r, c) {
			cells[n] = r*m.Cols + c
			n++
		}
	}
	add(r-1, c)
	add(r, c-1)
	add(r, c+1)
	add(r+1, c)
	return cells, n
}

func (m *matching) pair(a, b int) { m.mate[a], m.mate[b] = int16(b), int16(a) }

// augment finds a partner for the cell, if others can change theirs.
func (m *matching) augment(cell int, search int16) bool {
	cells, n := m.near(cell)
	for _, other := range cells[:n] {
		if m.seen[other] == search {
			continue
		}
		m.seen[other] = search
		if m.mate[other] == single || m.augment(int(m.mate[other]), search) {
			m.pair(cell, other)
			return true
		}
	}
	return false
}

// unit solves a board for unit cells. Its nodes are the searches for augmenting
// paths.
func (v *solver) unit(ctx context.Context, limits budget.Limits) puzzle.Answer {
	m := &matching{board: &v.board}
	var cells []int
	for r := range m.Rows {
		for c := range m.Cols {
			cell := r*m.Cols + c
			m.mate[cell] = single
			if m.whole(r, c) {
				cells = append(cells, cell)
			}
		}
	}
	size := len(cells) // of the removal
	for _, cell := range cells {
		others, n := m.near(cell)
		for _, other := range others[:n] {
			if m.mate[cell] == single && m.mate[other] == single {
				m.pair(cell, other)
				size--
			}
		}
	}
	lower := (len(cells) + 1) / 2
	meter := budget.NewMeter(ctx, limits)
	var searches uint64
	var err error
	for _, cell := range cells {
		if size == lower {
			break
		}
		if (cell/m.Cols+cell%m.Cols)%2 != 0 || m.mate[cell] != single {
			continue
		}
		if _, err = meter.Poll(budget.Progress{Generated: searches, Expanded: searches, Lower: lower, Upper: size}); err != nil {
			break
		}
		searches++
		if m.augment(cell, int16(searches)) {
			size--
		}
	}
	if err == nil {
		lower = size
	}
	removal := make(Removal, 0, size)
	for _, cell := range cells {
		r, c := cell/m.Cols, cell%m.Cols
		switch other := int(m.mate[cell]); {
		case other == single:
			removal = append(removal, m.Horizontal(r, c))
		case other < cell: // the pair's stick was taken with the first of the two
		case other/m.Cols == r:
			removal = append(removal, m.Vertical(r, c+1))
		default:
			removal = append(removal, m.Horizontal(r+1, c))
		}
	}
	slices.Sort(removal)
	return answer(removal, lower, err, searches, searches)
}
