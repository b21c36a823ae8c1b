package tiles

import (
	"fmt"
	"strconv"

	"github.com/deepen-go/deepen/internal/frames"
	"github.com/deepen-go/deepen/puzzle"
)

// AppendGrid appends the board as a grid for people, a row a line, the blank as
// a dot.
func (b *Board) AppendGrid(dst []byte) []byte {
	width := len(strconv.Itoa(b.cells() - 1))
	for i, tile := range b.Tiles[:b.cells()] {
		text := "."
		if tile != 0 {
			text = strconv.Itoa(int(tile))
		}
		dst = fmt.Appendf(dst, "%*s", width, text)
		if i%b.Cols == b.Cols-1 {
			dst = append(dst, '\n')
		} else {
			dst = append(dst, ' ')
		}
	}
	return dst
}

// AppendSVG appends a drawing of a solution, which must be one that [Check]
// accepts: the board after each move, with an arrow for the tile that has slid.
func (b *Board) AppendSVG(dst []byte, m Moves) ([]byte, error) {
	steps, err := Frames(b, m)
	if err != nil {
		return dst, err
	}
	strip := frames.Strip{Title: fmt.Sprintf("Tiles: %d moves", len(m)), Rows: b.Rows, Cols: b.Cols}
	if len(m) == 1 {
		strip.Title = "Tiles: 1 move"
	}
	for i, s := range steps {
		f := frames.Frame{Caption: fmt.Sprintf("%d. tile %d %s\n%d left, at least %d", i, s.Tile, s.Direction, s.Left, s.Manhattan+s.Conflicts)}
		if i == 0 {
			f.Caption = fmt.Sprintf("start\n%d left, at least %d", s.Left, s.Manhattan+s.Conflicts)
		} else {
			f.From = s.Board.blank()
			f.To = steps[i-1].Board.blank()
		}
		for cell, tile := range s.Board.Tiles[:b.cells()] {
			if tile != 0 {
				f.Pieces = append(f.Pieces, frames.Piece{Square: cell, Text: strconv.Itoa(int(tile))})
			}
		}
		strip.Frames = append(strip.Frames, f)
	}
	return strip.Append(dst), nil
}

// Styles implements puzzle.Renderer.
func (kind) Styles() []string { return []string{"svg"} }

// Render implements puzzle.Renderer.
func (kind) Render(dst []byte, inst puzzle.Instance, ans puzzle.Answer, style string) []byte {
	if style != "svg" {
		panic("tiles: no style " + style)
	}
	dst, err := inst.(*Board).AppendSVG(dst, ans.Solution.(Moves))
	if err != nil {
		panic(err) // the answer is no solution
	}
	return dst
}
