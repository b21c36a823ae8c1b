package exactcover

import (
	"fmt"
	"io"

	"github.com/deepen-go/deepen/internal/lines"
	"github.com/deepen-go/deepen/puzzle"
)

// AppendNative appends the problem on one line.
func (p *Problem) AppendNative(dst []byte) []byte { return p.appendText(dst, " "+between+" ") }

// AppendDLX appends the problem in Knuth's format, every line ended.
func (p *Problem) AppendDLX(dst []byte) []byte { return append(p.appendText(dst, "\n"), '\n') }

// String is [Problem.AppendNative] as a string.
func (p *Problem) String() string { return string(p.AppendNative(nil)) }

// appendText appends the items and the options with sep between them.
func (p *Problem) appendText(dst []byte, sep string) []byte {
	for i, name := range p.Names {
		if i > 0 {
			dst = append(dst, ' ')
		}
		if i == p.Primary {
			dst = append(dst, "| "...)
		}
		dst = append(dst, name...)
	}
	for _, option := range p.Options {
		dst = append(dst, sep...)
		for i, e := range option {
			if i > 0 {
				dst = append(dst, ' ')
			}
			dst = p.appendEntry(dst, e)
		}
	}
	return dst
}

// ConvertOptions implements puzzle.Converter: no option changes what is read.
func (kind) ConvertOptions() []string { return nil }

// NewWriter implements puzzle.Converter.
func (kind) NewWriter(w io.Writer, format string, settings puzzle.Settings) (puzzle.Writer, error) {
	f, ok := info.Format(format)
	if !ok {
		return nil, fmt.Errorf("cover has no format %q", format)
	}
	if _, _, err := asked(settings); err != nil {
		return nil, err
	}
	one := false // a problem has been written
	return puzzle.NewWriter(w, func(dst []byte, inst puzzle.Instance) ([]byte, error) {
		p := inst.(*Problem)
		if f.Name == "native" {
			text := append(p.AppendNative(dst), '\n')
			if len(text)-len(dst) > lines.Max {
				return dst, puzzle.NoRoom(f.Name, "a line has %d bytes at most", lines.Max)
			}
			return text, nil
		}
		if one {
			return dst, puzzle.NoRoom(f.Name, "it has one problem a file, and another came before")
		}
		one = true
		return p.AppendDLX(dst), nil
	}), nil
}
