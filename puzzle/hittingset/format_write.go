package hittingset

import (
	"fmt"
	"io"

	"github.com/deepen-go/deepen/puzzle"
)

// ConvertOptions implements puzzle.Converter: there are no options.
func (kind) ConvertOptions() []string { return nil }

// NewWriter implements puzzle.Converter.
func (kind) NewWriter(w io.Writer, format string, settings puzzle.Settings) (puzzle.Writer, error) {
	f, ok := info.Format(format)
	if !ok {
		return nil, fmt.Errorf("hitting has no format %q", format)
	}
	if err := settings.Check(info.Options); err != nil {
		return nil, err
	}
	return puzzle.NewWriter(w, func(dst []byte, inst puzzle.Instance) ([]byte, error) {
		p := inst.(*Problem)
		if f.Name == formatOPB {
			return p.AppendOPB(dst), nil
		}
		return append(p.AppendNative(dst), '\n'), nil
	}), nil
}
