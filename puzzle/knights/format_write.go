package knights

import (
	"fmt"
	"io"

	"github.com/deepen-go/deepen/puzzle"
)

// ConvertOptions implements puzzle.Converter.
func (kind) ConvertOptions() []string { return []string{"target"} }

// NewWriter implements puzzle.Converter. The move limit that a format has by
// itself (15 in the judge's, none in the native one) is the format's and not the
// board's: boards with either are written in both.
func (kind) NewWriter(w io.Writer, format string, settings puzzle.Settings) (puzzle.Writer, error) {
	f, ok := info.Format(format)
	if !ok {
		return nil, fmt.Errorf("knights has no format %q", format)
	}
	own := NoLimit
	if f.Judge {
		own = JudgeMaxMoves
	}
	o, err := parseOptions(settings, own)
	if err != nil {
		return nil, err
	}
	limited := settings.String("max-moves", "") != ""
	fits := func(b *Board) error {
		ours := b.MaxMoves == o.maxMoves
		if !limited {
			ours = b.MaxMoves == NoLimit || b.MaxMoves == JudgeMaxMoves
		}
		if !ours {
			return puzzle.NoRoom(f.Name, "a move limit of %d is not part of the text", b.MaxMoves)
		}
		return nil
	}
	if f.Judge {
		return puzzle.NewCountedWriter(w, func(dst []byte, inst puzzle.Instance) ([]byte, error) {
			b := inst.(*Board)
			if err := fits(b); err != nil {
				return dst, err
			}
			return b.AppendJudge(dst)
		}), nil
	}
	return puzzle.NewWriter(w, func(dst []byte, inst puzzle.Instance) ([]byte, error) {
		b := inst.(*Board)
		if err := fits(b); err != nil {
			return dst, err
		}
		if read, err := o.instance(grid{b.Rows, b.Cols, b.Start}); err != nil || read.Target != b.Target {
			return dst, puzzle.NoRoom(f.Name, "its target %s is not part of the text, and not the one that goes with it", b.appendPosition(nil, b.Target))
		}
		return append(b.AppendNative(dst), '\n'), nil
	}), nil
}

// AppendJudge appends the five rows of the board as the judge's format has
// them, without the number of boards. The error is a [*puzzle.FormatError] for a
// board of another size or with a target that is not the judge's.
func (b *Board) AppendJudge(dst []byte) ([]byte, error) {
	const name = "bzoj1085"
	if b.Rows != judgeSize || b.Cols != judgeSize {
		return dst, puzzle.NoRoom(name, "the board is %dx%d, not %dx%d", b.Rows, b.Cols, judgeSize, judgeSize)
	}
	if judges, _ := parseRows([]byte(classic)); b.Target != judges.Position {
		return dst, puzzle.NoRoom(name, "its target is %s, the judge's %s", b.appendPosition(nil, b.Target), classic)
	}
	for _, row := range b.plain(b.Start) {
		dst = append(append(dst, row...), '\n')
	}
	return dst, nil
}
