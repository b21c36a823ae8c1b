package mayan

import (
	"fmt"
	"io"

	"github.com/deepen-go/deepen/puzzle"
)

// ConvertOptions implements puzzle.Converter.
func (kind) ConvertOptions() []string { return []string{"mode", "height", "settle"} }

// NewWriter implements puzzle.Converter.
func (kind) NewWriter(w io.Writer, format string, settings puzzle.Settings) (puzzle.Writer, error) {
	f, ok := info.Format(format)
	if !ok {
		return nil, fmt.Errorf("mayan has no format %q", format)
	}
	rules, err := rulesOf(settings)
	if err != nil {
		return nil, err
	}
	return puzzle.NewWriter(w, func(dst []byte, inst puzzle.Instance) ([]byte, error) {
		b := inst.(*Board)
		if b.mode != rules.Mode {
			return dst, puzzle.NoRoom(f.Name, "its mode %s is not part of the text", b.mode)
		}
		if f.Judge {
			if err := b.judgeRoom(f.Name); err != nil {
				return dst, err
			}
			return b.AppendJudge(dst), nil
		}
		if b.height != rules.height() {
			return dst, puzzle.NoRoom(f.Name, "its height of %s is not part of the text", rowsOf(b.height))
		}
		return append(b.AppendNative(dst), '\n'), nil
	}), nil
}

// judgeRoom says what keeps the board from being written in the judge's format.
func (b *Board) judgeRoom(name string) error {
	switch {
	case b.moves == NoLimit:
		return puzzle.NoRoom(name, "the number of moves is left open")
	case b.moves < 1 || b.moves > judgeMoves:
		return puzzle.NoRoom(name, "%d moves; the judge's boards have 1 to %d", b.moves, judgeMoves)
	case b.height != judgeHeight:
		return puzzle.NoRoom(name, "the board has %s; the judge's have %d", rowsOf(b.height), judgeHeight)
	case len(b.columns) != judgeWidth:
		return puzzle.NoRoom(name, "the board has %d columns; the judge's have %d", len(b.columns), judgeWidth)
	}
	for x, column := range b.columns {
		for y, colour := range column {
			if colour > judgeColours {
				return puzzle.NoRoom(name, "colour %d in column %d, row %d is above %d", colour, x, y, judgeColours)
			}
		}
	}
	return nil
}

func rowsOf(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}
