package sudoku

import (
	"fmt"
	"io"

	"github.com/deepen-go/deepen/puzzle"
)

// ConvertOptions implements puzzle.Converter: no option changes what is read.
func (kind) ConvertOptions() []string { return nil }

// NewWriter implements puzzle.Converter.
func (kind) NewWriter(w io.Writer, format string, settings puzzle.Settings) (puzzle.Writer, error) {
	f, ok := info.Format(format)
	if !ok {
		return nil, fmt.Errorf("sudoku has no format %q", format)
	}
	if err := settings.Check(info.Options); err != nil {
		return nil, err
	}
	one := false // a puzzle has been written
	text := puzzle.NewWriter(w, func(dst []byte, inst puzzle.Instance) ([]byte, error) {
		p := inst.(*Puzzle)
		if f.Name == "native" {
			cells := p.AppendNative(nil)
			if usesLetters(cells, p.Size()) != p.Letters {
				return dst, puzzle.NoRoom(f.Name, "its letters would be read as other digits")
			}
			return append(append(dst, cells...), '\n'), nil
		}
		if p.Box != 3 {
			return dst, puzzle.NoRoom(f.Name, "the grid is %dx%d, not 9x9", p.Size(), p.Size())
		}
		switch f.Name {
		case "sdk", "ss":
			if one {
				return dst, puzzle.NoRoom(f.Name, "it has one puzzle a file, and another came before")
			}
			one = true
			return p.appendDrawn(dst, f.Name == "ss"), nil
		}
		return append(p.AppendNative(dst), '\n'), nil
	})
	if f.Name == "poj3074" {
		return &endWriter{text, w}, nil
	}
	return text, nil
}

// appendDrawn appends a 9x9 grid in nine rows, with the boxes' borders if framed.
func (p *Puzzle) appendDrawn(dst []byte, framed bool) []byte {
	for c, cell := range p.AppendNative(nil) {
		if framed && c > 0 && c%27 == 0 {
			dst = append(dst, "-----------\n"...)
		}
		if framed && c%9 > 0 && c%3 == 0 {
			dst = append(dst, '|')
		}
		if dst = append(dst, cell); c%9 == 8 {
			dst = append(dst, '\n')
		}
	}
	return dst
}

// endWriter closes the judge's format with its last line.
type endWriter struct {
	puzzle.Writer
	w io.Writer
}

func (e *endWriter) Close() error {
	_, err := io.WriteString(e.w, judgeEnd+"\n")
	return err
}
