package mayan

import (
	"bytes"
	"fmt"

	"github.com/deepen-go/deepen/puzzle"
)

// Step is a frame of a solution: the start, a board after a move or after
// everything has fallen, or one with the runs that are about to vanish.
type Step struct {
	Board   [][]int // Board[x][y] is the colour in column x, row y; 0: empty
	Number  int     // of the move, from 1; 0 at the start
	Move    Move    // that move
	Wasted  bool    // it swaps two blocks of one colour
	Dragged bool    // the frame just after the dragging, before anything falls
	Round   int     // of vanishing after the move, from 1; 0 before
	Gone    []Cell  // the blocks of the runs that vanish next, if any
	Left    int     // blocks on the board
}

// Cell is a place on the board: column and row, from 0, row 0 at the bottom.
type Cell struct{ X, Y int }

// Frames returns the start and, for each move of a solution, the board after the
// dragging, the board when it has fallen, with the runs that vanish if there are
// any, and again after each round. It must be a solution that [Check] accepts, or
// the error tells what Check says.
func Frames(b *Board, moves Moves) ([]Step, error) {
	if v := Check(b, puzzle.Answer{Status: puzzle.Solved, Cost: len(moves), Solution: moves}); v.Outcome != puzzle.Accepted {
		return nil, fmt.Errorf("not a solution: %s", v.Reason)
	}
	now := newPlain(b)
	steps := []Step{now.frame(Step{})}
	for i, m := range moves {
		s := Step{Number: i + 1, Move: m, Wasted: now.wasted(m)}
		now.drag(m)
		s.Dragged = true
		steps = append(steps, now.frame(s))
		s.Dragged = false
		for {
			now.fall()
			steps = append(steps, now.frame(s))
			if !now.vanish() {
				break
			}
			s.Round++
		}
	}
	return steps, nil
}

// frame completes a step with the board.
func (b plain) frame(s Step) Step {
	s.Board = make([][]int, len(b))
	for x := range b {
		s.Board[x] = make([]int, len(b[x]))
		for y, colour := range b[x] {
			if s.Board[x][y] = int(colour); colour != 0 {
				s.Left++
			}
		}
	}
	if !s.Dragged {
		for _, c := range b.runs() {
			s.Gone = append(s.Gone, Cell{c.X, c.Y})
		}
	}
	return s
}

// about says what a frame shows, in a few words.
func (s Step) about() string {
	side := "right"
	if s.Move.G < 0 {
		side = "left"
	}
	switch {
	case s.Number == 0:
		return "start: " + plural(s.Left, "block")
	case s.Dragged && s.Wasted:
		return fmt.Sprintf("%d. %d,%d %s, a wasted swap", s.Number, s.Move.X, s.Move.Y, side)
	case s.Dragged:
		return fmt.Sprintf("%d. %d,%d %s", s.Number, s.Move.X, s.Move.Y, side)
	case len(s.Gone) > 0 && s.Round > 0:
		return fmt.Sprintf("cascade %d: %s vanish", s.Round+1, plural(len(s.Gone), "block"))
	case len(s.Gone) > 0:
		return plural(len(s.Gone), "block") + " vanish"
	case s.Left == 0:
		return "the board is empty"
	}
	return "at rest: " + plural(s.Left, "block")
}

// AppendText appends a frame for people, the top row first. The block that was
// dragged stands in ( ), blocks that vanish in [ ].
func (s Step) AppendText(dst []byte) []byte {
	dst = append(append(dst, s.about()...), '\n')
	gone, width := s.gone(), s.width()
	for y := s.top() - 1; y >= 0; y-- {
		for x := range s.Board {
			left, right := ' ', ' '
			switch {
			case gone[Cell{x, y}]:
				left, right = '[', ']'
			case s.Dragged && (Cell{x, y}) == s.to():
				left, right = '(', ')'
			}
			colour := "."
			if c := s.Board[x][y]; c > 0 {
				colour = fmt.Sprint(c)
			}
			dst = fmt.Appendf(dst, "%c%*s%c", left, width, colour, right)
		}
		dst = bytes.TrimRight(dst, " ")
		dst = append(dst, '\n')
	}
	return dst
}

// to is the cell that the move drags to.
func (s Step) to() Cell { return Cell{s.Move.X + s.Move.G, s.Move.Y} }

func (s Step) gone() map[Cell]bool {
	gone := make(map[Cell]bool)
	for _, c := range s.Gone {
		gone[c] = true
	}
	return gone
}

// width is the number of digits of the largest colour.
func (s Step) width() (digits int) {
	digits = 1
	for _, column := range s.Board {
		for _, colour := range column {
			digits = max(digits, len(fmt.Sprint(colour)))
		}
	}
	return digits
}

// top is the number of rows to show: up to the highest block.
func (s Step) top() (rows int) {
	rows = 1
	for _, column := range s.Board {
		for y, colour := range column {
			if colour != 0 {
				rows = max(rows, y+1)
			}
		}
	}
	return rows
}

// Explain implements puzzle.Explainer.
func (kind) Explain(dst []byte, inst puzzle.Instance, ans puzzle.Answer) []byte {
	steps, err := Frames(inst.(*Board), ans.Solution.(Moves))
	if err != nil {
		return append(append(dst, err.Error()...), '\n')
	}
	for _, s := range steps {
		dst = append(s.AppendText(dst), '\n')
	}
	return dst
}
