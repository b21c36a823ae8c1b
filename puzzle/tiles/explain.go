package tiles

import (
	"fmt"

	"github.com/deepen-go/deepen/puzzle"
)

// Step is a frame of a solution.
type Step struct {
	Board     Board  // after the move
	Tile      int    // that slid; 0 in the first frame, which is the start
	Direction string // where it slid: "up", "left", "right" or "down"
	Left      int    // moves that are left
	Manhattan int    // of the board: no fewer moves can do
	Conflicts int    // what linear conflicts add to that
}

// Frames returns the start and the board after each move. The solution must be
// one that [Check] accepts, or the error tells what Check says.
func Frames(b *Board, m Moves) ([]Step, error) {
	v := Check(b, puzzle.Answer{Status: puzzle.Solved, Cost: len(m), Solution: m})
	if v.Outcome != puzzle.Accepted {
		return nil, fmt.Errorf("not a solution: %s", v.Reason)
	}
	plainly, both := newPlainSpace(b.Rows, b.Cols, false), newPlainSpace(b.Rows, b.Cols, true)
	frame := func(b Board, left int) Step {
		s := plain{cells: b.Tiles}
		md := plainly.Heuristic(s)
		return Step{Board: b, Left: left, Manhattan: md, Conflicts: both.Heuristic(s) - md}
	}
	now := *b
	steps := []Step{frame(now, len(m))}
	for i, tile := range m {
		var at int
		for now.Tiles[at] != uint8(tile) {
			at++
		}
		blank := now.blank()
		now.Tiles[blank], now.Tiles[at] = uint8(tile), 0
		s := frame(now, len(m)-i-1)
		s.Tile = tile
		switch blank - at {
		case 1:
			s.Direction = "right"
		case -1:
			s.Direction = "left"
		default:
			s.Direction = "down"
			if blank < at {
				s.Direction = "up"
			}
		}
		steps = append(steps, s)
	}
	return steps, nil
}

// AppendText appends a frame for people, on several lines:
//
//  3. tile 5 slides left; 2 moves are left, at least 2 are needed (distances 2)
//     1 2 .
//     …
func (s Step) AppendText(dst []byte, number int) []byte {
	if s.Tile == 0 {
		dst = append(dst, "start"...)
	} else {
		dst = fmt.Appendf(dst, "%d. tile %d slides %s", number, s.Tile, s.Direction)
	}
	are := "moves are"
	if s.Left == 1 {
		are = "move is"
	}
	dst = fmt.Appendf(dst, "; %d %s left, at least %d needed (distances %d", s.Left, are, s.Manhattan+s.Conflicts, s.Manhattan)
	if s.Conflicts > 0 {
		dst = fmt.Appendf(dst, ", conflicts in lines %d", s.Conflicts)
	}
	return s.Board.AppendGrid(append(dst, ")\n"...))
}
