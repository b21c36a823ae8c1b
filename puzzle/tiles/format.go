package tiles

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/deepen-go/deepen/internal/lines"
	"github.com/deepen-go/deepen/puzzle"
)

// size is a board's rows and columns.
type size struct{ rows, cols int }

// usualSize returns the size of a board with so many cells when none is given.
func usualSize(cells int) (size, bool) {
	switch cells {
	case 9:
		return size{3, 3}, true
	case 12:
		return size{3, 4}, true
	case 16:
		return size{4, 4}, true
	case 20:
		return size{4, 5}, true
	case 25:
		return size{5, 5}, true
	}
	return size{}, false
}

const usualCounts = "9, 12, 16, 20 or 25"

type options struct {
	size      size // zero: by the number of tiles
	heuristic Heuristic
	all       int
}

func parseOptions(settings puzzle.Settings) (options, error) {
	if err := settings.Check(info.Options); err != nil {
		return options{}, err
	}
	var o options
	var err error
	if o.all, err = settings.All(); err != nil {
		return options{}, err
	}
	name := settings.String("heuristic", "auto")
	for i, n := range heuristicNames {
		if n == name {
			o.heuristic = Heuristic(i)
		}
	}
	if text := settings.String("size", ""); text != "" {
		if o.size, err = parseSize(text); err != nil {
			return options{}, err
		}
	}
	return o, nil
}

func parseSize(text string) (size, error) {
	r, c, _ := strings.Cut(text, "x")
	rows, errRows := strconv.ParseUint(r, 10, 8)
	cols, errCols := strconv.ParseUint(c, 10, 8)
	s := size{int(rows), int(cols)}
	if errRows != nil || errCols != nil || s.rows < MinSide || s.cols < MinSide || s.rows*s.cols > MaxCells {
		return size{}, fmt.Errorf("--size must be rows x columns as 3x4, both at least %d and at most %d cells in all, not %q", MinSide, MaxCells, text)
	}
	return s, nil
}

// board reads the tiles of one line. end is the column after the line's text.
func (o *options) board(fields []lines.Field, end int) (*Board, *puzzle.InputError) {
	fault := func(column int, format string, args ...any) (*Board, *puzzle.InputError) {
		return nil, &puzzle.InputError{Line: 1, Column: column, Msg: fmt.Sprintf(format, args...)}
	}
	s, given := o.size, o.size != size{}
	if !given {
		var ok bool
		if s, ok = usualSize(len(fields)); !ok {
			// A word that is no number explains more than the count does.
			for _, f := range fields {
				if _, ok := f.Int(); !ok {
					return fault(f.Column, "a tile's number is expected, not %s", f)
				}
			}
			return fault(end, "the line has %d tiles with the blank, not %s; for another size give --size", len(fields), usualCounts)
		}
	}
	b := &Board{Rows: s.rows, Cols: s.cols, Heuristic: o.heuristic, All: o.all}
	n := b.cells()
	var at [MaxCells]int // 1 + the tile's cell
	for i, f := range fields {
		tile, ok := f.Int()
		switch {
		case !ok:
			return fault(f.Column, "a tile's number is expected, not %s", f)
		case i == n:
			return fault(f.Column, "the line has %d tiles with the blank; a %dx%d board has %d", len(fields), s.rows, s.cols, n)
		case tile < 0 || tile >= n:
			return fault(f.Column, "tile %d is out of range; a %dx%d board has 0 (the blank) to %d", tile, s.rows, s.cols, n-1)
		case at[tile] > 0:
			return fault(f.Column, "%s occurs twice; the first is in row %d, column %d", tileName(tile), (at[tile]-1)/s.cols+1, (at[tile]-1)%s.cols+1)
		}
		at[tile] = i + 1
		b.Tiles[i] = uint8(tile)
	}
	for tile := range n {
		if at[tile] == 0 { // too few, as none occurs twice
			return fault(end, "the line has %d tiles with the blank; a %dx%d board has %d (%s is missing)", len(fields), s.rows, s.cols, n, tileName(tile))
		}
	}
	return b, nil
}

func tileName(tile int) string {
	if tile == 0 {
		return "the blank (0)"
	}
	return "tile " + strconv.Itoa(tile)
}

// Parse reads one board in the native format; its size is guessed from the
// number of tiles. For another size, see [ParseSize].
func Parse(text string) (*Board, error) { return ParseSize(text, "") }

// ParseSize reads one board in the native format with the given size, as "2x6";
// an empty size is guessed.
func ParseSize(text, size string) (*Board, error) {
	o, err := parseOptions(puzzle.Settings{"size": size})
	if err != nil {
		return nil, err
	}
	b, fault := o.board(lines.Fields(nil, []byte(text), 1), len(text)+1)
	if fault != nil {
		return nil, fault
	}
	return b, nil
}

// AppendNative appends the tiles row by row, separated by spaces.
func (b *Board) AppendNative(dst []byte) []byte {
	for i, tile := range b.Tiles[:b.cells()] {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = strconv.AppendInt(dst, int64(tile), 10)
	}
	return dst
}

// AppendKorf appends the board in the format korf, with the given number and
// without a line ending.
func (b *Board) AppendKorf(dst []byte, id int) []byte {
	dst = strconv.AppendInt(dst, int64(id), 10)
	return b.AppendNative(append(dst, ' '))
}

// Guess takes a line with one number more than a board of a usual size for
// Korf's format.
func (kind) Guess(_ string, head []byte) string {
	s := lines.New(bytes.NewReader(head))
	text, column, err := s.Content('#')
	if err != nil {
		return "native"
	}
	n := len(lines.Fields(nil, text, column))
	if _, native := usualSize(n); native {
		return "native"
	}
	if _, korf := usualSize(n - 1); korf {
		return "korf"
	}
	return "native"
}

func newReader(r io.Reader, format string, settings puzzle.Settings) (puzzle.Reader, error) {
	if _, ok := info.Format(format); !ok {
		return nil, fmt.Errorf("tiles has no format %q", format)
	}
	o, err := parseOptions(settings)
	if err != nil {
		return nil, err
	}
	return &reader{s: lines.New(r), o: o, ids: format == "korf"}, nil
}

// reader reads both formats.
type reader struct {
	s      *lines.Scanner
	o      options
	ids    bool // a line starts with a number of the puzzle
	some   bool // an instance was seen, good or bad
	fields []lines.Field
}

// Read implements puzzle.Reader.
func (r *reader) Read() (puzzle.Instance, error) {
	text, column, err := r.s.Content('#')
	if err == io.EOF && !r.some {
		r.some = true
		return nil, lines.Nothing("a board")
	}
	r.some = true
	if err != nil {
		return nil, err
	}
	r.fields = lines.Fields(r.fields[:0], text, column)
	tiles := r.fields
	if r.ids {
		if id, ok := tiles[0].Int(); !ok || id < 0 {
			return nil, r.s.Errorf(tiles[0].Column, "the number of the puzzle is expected, not %s", tiles[0])
		}
		tiles = tiles[1:]
	}
	b, fault := r.o.board(tiles, column+len(text))
	if fault != nil {
		return nil, r.s.Errorf(fault.Column, "%s", fault.Msg)
	}
	return b, nil
}
