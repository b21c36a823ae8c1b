package mayan

import (
	"fmt"

	"github.com/deepen-go/deepen/internal/frames"
	"github.com/deepen-go/deepen/puzzle"
)

// Print implements puzzle.Printer. Under its name a board has its number of moves.
func (kind) Print(dst []byte, insts []puzzle.Instance, names []string, style string) []byte {
	switch style {
	case "text":
		for i, inst := range insts {
			b := inst.(*Board)
			dst = append(append(dst, b.title(names[i])...), '\n')
			dst = append(b.appendRows(dst), '\n')
		}
		return dst
	case "svg":
		strip := frames.Strip{Title: "Mayan: " + plural(len(insts), "board")}
		for _, inst := range insts {
			b := inst.(*Board)
			strip.Rows, strip.Cols = max(strip.Rows, b.height), max(strip.Cols, len(b.columns))
		}
		for i, inst := range insts {
			b := inst.(*Board)
			f := frames.Frame{Caption: b.title(names[i])}
			for x, column := range b.columns {
				for y, colour := range column {
					f.Pieces = append(f.Pieces, frames.Piece{
						Square: (strip.Rows-1-y)*strip.Cols + x, Text: fmt.Sprint(colour), Colour: int(colour),
					})
				}
			}
			strip.Frames = append(strip.Frames, f)
		}
		return strip.Append(dst)
	}
	panic("mayan: no style " + style)
}

// title is what stands with the board of a name.
func (b *Board) title(name string) string {
	if b.moves == NoLimit {
		return name
	}
	return name + ", " + plural(b.moves, "move")
}

// appendRows appends the rows up to the highest block, from the top; an empty cell
// is a dot.
func (b *Board) appendRows(dst []byte) []byte {
	s := newPlain(b).frame(Step{})
	width := s.width()
	for y := s.top() - 1; y >= 0; y-- {
		for x := range s.Board {
			cell := "."
			if colour := s.Board[x][y]; colour > 0 {
				cell = fmt.Sprint(colour)
			}
			if x > 0 {
				dst = append(dst, ' ')
			}
			dst = fmt.Appendf(dst, "%*s", width, cell)
		}
		dst = append(dst, '\n')
	}
	return dst
}
