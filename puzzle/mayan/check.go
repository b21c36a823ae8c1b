package mayan

import (
	"fmt"

	"github.com/deepen-go/deepen/puzzle"
)

// plain is a board as one would draw it, cell by cell: plain[x][y] is the
// colour in column x, row y, 0 for an empty cell. It follows the rules word by
// word and shares nothing with the solver's kernel.
type plain [][]uint8

func newPlain(in *Board) plain {
	b := make(plain, len(in.columns))
	for x, column := range in.columns {
		b[x] = make([]uint8, in.height)
		copy(b[x], column)
	}
	return b
}

func (b plain) empty() bool {
	for _, column := range b {
		for _, colour := range column {
			if colour != 0 {
				return false
			}
		}
	}
	return true
}

// at returns the colour of a cell, 0 outside the board.
func (b plain) at(x, y int) uint8 {
	if x < 0 || x >= len(b) || y < 0 || y >= len(b[x]) {
		return 0
	}
	return b[x][y]
}

// wasted reports whether m swaps two blocks of one colour.
func (b plain) wasted(m Move) bool {
	return b.at(m.X, m.Y) != 0 && b.at(m.X, m.Y) == b.at(m.X+m.G, m.Y)
}

// play makes one move, or returns why it cannot be made.
func (b plain) play(m Move) (fault string) {
	switch {
	case m.G != 1 && m.G != -1:
		return "the direction is neither 1 nor -1"
	case b.at(m.X, m.Y) == 0:
		return fmt.Sprintf("no block at column %d, row %d", m.X, m.Y)
	case m.X+m.G < 0 || m.X+m.G >= len(b):
		return "drags off the board"
	}
	b.drag(m)
	b.fall()
	for b.vanish() {
		b.fall()
	}
	return ""
}

// drag exchanges the two cells of a move that can be made; nothing falls yet.
func (b plain) drag(m Move) {
	b[m.X][m.Y], b[m.X+m.G][m.Y] = b[m.X+m.G][m.Y], b[m.X][m.Y]
}

// fall lets every block fall as far as it can.
func (b plain) fall() {
	for _, column := range b {
		top := 0
		for y, colour := range column {
			if colour != 0 {
				column[y] = 0
				column[top] = colour
				top++
			}
		}
	}
}

// vanish takes away every run of three or more, all at once, and reports
// whether there was one.
func (b plain) vanish() bool {
	gone := b.runs()
	for _, c := range gone {
		b[c.X][c.Y] = 0
	}
	return len(gone) > 0
}

// runs returns the blocks that belong to a run; X and Y are used only.
func (b plain) runs() (gone []Move) {
	for x := range b {
		for y := range b[x] {
			for i := -2; i <= 0; i++ { // is the cell part of a triple that starts at i?
				if b.triple(x+i, y, 1, 0) || b.triple(x, y+i, 0, 1) {
					gone = append(gone, Move{X: x, Y: y})
					break
				}
			}
		}
	}
	return gone
}

// triple reports whether the three cells from (x,y) on in the direction (dx,dy)
// are blocks of one colour.
func (b plain) triple(x, y, dx, dy int) bool {
	c := b.at(x, y)
	return c != 0 && c == b.at(x+dx, y+dy) && c == b.at(x+2*dx, y+2*dy)
}

// Check judges an answer by the rules alone: do the moves, played one after the
// other, clear the board, and are they as many as the mode allows? It does not
// ask whether they are the first in order.
func Check(in *Board, ans puzzle.Answer) puzzle.Verdict {
	if ans.Status != puzzle.Solved {
		return puzzle.Verdict{}
	}
	moves, ok := ans.Solution.(Moves)
	switch {
	case !ok:
		return puzzle.Wrong("no moves are given")
	case ans.Cost != len(moves):
		return puzzle.Wrong("the cost is given as %d, but there are %d moves", ans.Cost, len(moves))
	case in.mode == Exact && len(moves) != in.moves:
		return puzzle.Wrong("%d moves given, exactly %d are asked for", len(moves), in.moves)
	case in.moves != NoLimit && len(moves) > in.moves:
		return puzzle.Wrong("%d moves given, at most %d are allowed", len(moves), in.moves)
	}
	b := newPlain(in)
	for i, m := range moves {
		if b.empty() {
			if i == len(moves)-1 {
				return puzzle.Wrong("the board is empty before the last move")
			}
			return puzzle.Wrong("the board is empty before move %d of %d", i+1, len(moves))
		}
		if in.mode == AtMost && b.wasted(m) {
			return puzzle.Wrong("move %d (%v): swaps two blocks of one colour, which mode atmost does not allow", i+1, m)
		}
		if fault := b.play(m); fault != "" {
			return puzzle.Wrong("move %d (%v): %s", i+1, m, fault)
		}
	}
	if !b.empty() {
		return puzzle.Wrong("the board is not empty after %d moves", len(moves))
	}
	return puzzle.Verdict{}
}

// judge compares a checked answer with a reference: it must be the very same
// sequence, since the mode leaves only one.
func judge(in *Board, ans, best puzzle.Answer) puzzle.Verdict {
	given, ok1 := ans.Solution.(Moves)
	first, ok2 := best.Solution.(Moves)
	if ans.Status != puzzle.Solved || best.Status != puzzle.Solved || !ok1 || !ok2 {
		return puzzle.JudgeCost(ans, best)
	}
	if in.mode == Min && len(given) != len(first) {
		if len(given) > len(first) {
			return puzzle.Wrong("valid, but %d moves where %d suffice", len(given), len(first))
		}
		return puzzle.JudgeCost(ans, best)
	}
	for i := range min(len(given), len(first)) {
		switch c := given[i].compare(first[i]); {
		case c > 0:
			return puzzle.Wrong("valid, but not the first in order: move %d should be %v, not %v", i+1, first[i], given[i])
		case c < 0:
			return puzzle.Verdict{
				Outcome: puzzle.Failure,
				Reason:  fmt.Sprintf("the answer is valid and before the reference in order: move %d is %v, not %v", i+1, given[i], first[i]),
			}
		}
	}
	if len(given) != len(first) {
		// Two solutions of one board cannot begin alike and then one of them end.
		return puzzle.Verdict{Outcome: puzzle.Failure, Reason: "the answer or the reference goes on after the board is empty"}
	}
	return puzzle.Verdict{}
}
