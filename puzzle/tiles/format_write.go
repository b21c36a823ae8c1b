package tiles

import (
	"fmt"
	"io"

	"github.com/deepen-go/deepen/puzzle"
)

// ConvertOptions implements puzzle.Converter.
func (kind) ConvertOptions() []string { return []string{"size"} }

// NewWriter implements puzzle.Converter. In the format korf boards are numbered
// from 1.
func (kind) NewWriter(w io.Writer, format string, settings puzzle.Settings) (puzzle.Writer, error) {
	f, ok := info.Format(format)
	if !ok {
		return nil, fmt.Errorf("tiles has no format %q", format)
	}
	o, err := parseOptions(settings)
	if err != nil {
		return nil, err
	}
	id := 0
	return puzzle.NewWriter(w, func(dst []byte, inst puzzle.Instance) ([]byte, error) {
		b := inst.(*Board)
		own := size{b.Rows, b.Cols}
		if read := o.size; read != own {
			if usual, ok := usualSize(b.cells()); read != (size{}) || !ok || usual != own {
				return dst, puzzle.NoRoom(f.Name, "its size %dx%d is not part of the text, and not the one that goes with it", b.Rows, b.Cols)
			}
		}
		if id++; f.Name == "korf" {
			return append(b.AppendKorf(dst, id), '\n'), nil
		}
		return append(b.AppendNative(dst), '\n'), nil
	}), nil
}
