package squares

import (
	"fmt"
	"io"
	"slices"

	"github.com/deepen-go/deepen/puzzle"
)

// ConvertOptions implements puzzle.Converter: none of the options changes what
// is read from a text but the shapes, which no text names.
func (kind) ConvertOptions() []string { return nil }

// NewWriter implements puzzle.Converter.
func (kind) NewWriter(w io.Writer, format string, settings puzzle.Settings) (puzzle.Writer, error) {
	f, ok := info.Format(format)
	if !ok {
		return nil, fmt.Errorf("squares has no format %q", format)
	}
	if err := settings.Check(info.Options); err != nil {
		return nil, err
	}
	shapes := Shapes(slices.Index(shapeNames, settings.String("shapes", Squares.String())))
	add := func(dst []byte, inst puzzle.Instance) ([]byte, error) {
		g := inst.(*Grid)
		if g.Shapes != shapes {
			return dst, puzzle.NoRoom(f.Name, "that %s must not be left is not part of the text", g.Shapes)
		}
		if f.Judge {
			return g.AppendJudge(dst)
		}
		return append(g.AppendNative(dst), '\n'), nil
	}
	if f.Judge {
		return puzzle.NewCountedWriter(w, add), nil
	}
	return puzzle.NewWriter(w, add), nil
}
