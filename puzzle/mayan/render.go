package mayan

import (
	"strconv"

	"github.com/deepen-go/deepen/internal/frames"
	"github.com/deepen-go/deepen/puzzle"
)

// AppendSVG appends a film of a solution, which must be one that [Check] accepts:
// an SVG document that shows the frames one after another, with falls and cascades,
// and then begins again. It has no script. A reader who asks for less motion sees
// the start.
func (b *Board) AppendSVG(dst []byte, moves Moves) ([]byte, error) {
	steps, err := Frames(b, moves)
	if err != nil {
		return dst, err
	}
	strip := frames.Strip{Title: "Mayan: " + plural(len(moves), "move"), Rows: b.height, Cols: len(b.columns)}
	for _, s := range steps {
		strip.Frames = append(strip.Frames, s.picture(b.height))
	}
	return strip.AppendFilm(dst), nil
}

// picture is the drawing of a frame of h rows.
func (s Step) picture(h int) frames.Frame {
	f := frames.Frame{Caption: s.about()}
	gone := s.gone()
	square := func(c Cell) int { return (h-1-c.Y)*len(s.Board) + c.X }
	if s.Dragged {
		f.From, f.To = square(Cell{s.Move.X, s.Move.Y}), square(s.to())
	}
	for x, column := range s.Board {
		for y, colour := range column {
			if colour > 0 {
				c := Cell{x, y}
				f.Pieces = append(f.Pieces, frames.Piece{
					Square: square(c), Text: strconv.Itoa(colour), Colour: colour, Marked: gone[c],
				})
			}
		}
	}
	return f
}

// Styles implements puzzle.Renderer.
func (kind) Styles() []string { return []string{"svg"} }

// Render implements puzzle.Renderer.
func (kind) Render(dst []byte, inst puzzle.Instance, ans puzzle.Answer, style string) []byte {
	if style != "svg" {
		panic("mayan: no style " + style)
	}
	dst, err := inst.(*Board).AppendSVG(dst, ans.Solution.(Moves))
	if err != nil {
		panic(err) // the answer is no solution
	}
	return dst
}
