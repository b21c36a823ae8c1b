package knights

import (
	"fmt"

	"github.com/deepen-go/deepen/internal/frames"
	"github.com/deepen-go/deepen/puzzle"
)

// AppendSVG appends a drawing of a solution, a [Study] or [Moves], which must be
// one that [Check] accepts: the board after each move, with an arrow for the knight
// that has hopped.
func (b *Board) AppendSVG(dst []byte, solution puzzle.Solution) ([]byte, error) {
	steps, err := Frames(b, solution)
	if err != nil {
		return dst, err
	}
	strip := frames.Strip{Title: "Knights: " + plural(len(steps)-1, "move"), Rows: b.Rows, Cols: b.Cols, Checked: true}
	if study, ok := solution.(Study); ok {
		strip.Title += ", " + study.about()
	}
	for i, s := range steps {
		f := frames.Frame{Caption: s.caption(i), From: s.From.Row*b.Cols + s.From.Col, To: s.To.Row*b.Cols + s.To.Col}
		for square := range b.Rows * b.Cols {
			switch {
			case square == s.Position.Blank:
			case s.Position.White>>square&1 == 1:
				f.Pieces = append(f.Pieces, frames.Piece{Square: square, Kind: frames.WhiteKnight})
			default:
				f.Pieces = append(f.Pieces, frames.Piece{Square: square, Kind: frames.BlackKnight})
			}
		}
		strip.Frames = append(strip.Frames, f)
	}
	return strip.Append(dst), nil
}

// caption is a frame's, in two lines.
func (s Step) caption(number int) string {
	if number == 0 {
		return fmt.Sprintf("start\n%d left", s.Left)
	}
	text := fmt.Sprintf("%d. %v to %v\n%d left", number, s.From, s.To, s.Left)
	switch {
	case s.Wrong < 0:
	case len(s.Others) == 0:
		text += ", the only right move"
	default:
		text += ", also"
		for i, o := range s.Others {
			if i == 2 { // for more there is no room
				text += " …"
				break
			}
			text += " " + o.String()
		}
	}
	return text
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Styles implements puzzle.Renderer.
func (kind) Styles() []string { return []string{"svg"} }

// Render implements puzzle.Renderer.
func (kind) Render(dst []byte, inst puzzle.Instance, ans puzzle.Answer, style string) []byte {
	if style != "svg" {
		panic("knights: no style " + style)
	}
	dst, err := inst.(*Board).AppendSVG(dst, ans.Solution)
	if err != nil {
		panic(err) // the answer is no solution
	}
	return dst
}
