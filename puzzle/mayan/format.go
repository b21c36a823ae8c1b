package mayan

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/deepen-go/deepen/internal/lines"
	"github.com/deepen-go/deepen/puzzle"
)

// Parse reads one board in the native format, in mode [Exact] and on seven
// rows. An error in the text is a [*puzzle.InputError].
func Parse(text string) (*Board, error) { return Rules{}.Parse(text) }

// Parse reads one board in the native format under the rules r. An error in the
// text is a [*puzzle.InputError].
func (r Rules) Parse(text string) (*Board, error) {
	// An empty board proves that the rules themselves are in order.
	if _, err := New(make([][]int, 1), 0, r); err != nil {
		return nil, err
	}
	in := &nativeReader{s: lines.New(strings.NewReader(text)), rules: r}
	b, err := in.read()
	if err != nil {
		return nil, err
	}
	if rest, column, err := in.s.Content('#'); err == nil {
		return nil, in.s.Errorf(column, "one board is expected, but %s follows", lines.Quote(rest))
	} else if err != io.EOF {
		return nil, err
	}
	return b, nil
}

// AppendNative appends "3: 1/2 1//4 3". Mode and height are settings of the
// reader, not part of the text.
func (b *Board) AppendNative(dst []byte) []byte {
	if b.moves == NoLimit {
		dst = append(dst, '*')
	} else {
		dst = strconv.AppendInt(dst, int64(b.moves), 10)
	}
	dst = append(dst, ": "...)
	for x, column := range b.columns {
		if x > 0 {
			dst = append(dst, '/')
		}
		for y, colour := range column {
			if y > 0 {
				dst = append(dst, ' ')
			}
			dst = strconv.AppendUint(dst, uint64(colour), 10)
		}
	}
	return bytes.TrimRight(dst, " ")
}

// AppendJudge appends the board in the judge's format, six lines for a board of
// five columns. It does not ask whether the board is within the judge's limits.
func (b *Board) AppendJudge(dst []byte) []byte {
	dst = strconv.AppendInt(dst, int64(b.moves), 10)
	dst = append(dst, '\n')
	for _, column := range b.columns {
		for _, colour := range column {
			dst = strconv.AppendUint(dst, uint64(colour), 10)
			dst = append(dst, ' ')
		}
		dst = append(dst, "0\n"...)
	}
	return dst
}

// guess takes a text for native when it has what only that format has: a colon
// or a comment.
func guess(head []byte) string {
	if bytes.ContainsAny(head, ":#") {
		return "native"
	}
	return "noip2011-mayan"
}

func newReader(r io.Reader, format string, settings puzzle.Settings) (puzzle.Reader, error) {
	f, ok := info.Format(format)
	if !ok {
		return nil, fmt.Errorf("mayan has no format %q", format)
	}
	rules, err := rulesOf(settings)
	if err != nil {
		return nil, err
	}
	if !f.Judge {
		return &nativeReader{s: lines.New(r), rules: rules}, nil
	}
	if rules.Height != judgeHeight {
		return nil, fmt.Errorf("--height is for the native format; boards in the format %s have %d rows", f.Name, judgeHeight)
	}
	return &judgeReader{s: lines.New(r), mode: rules.Mode, settle: rules.Settle}, nil
}

// places remembers where each block of a board stands in the text.
type places [MaxWidth][MaxHeight]struct{ line, column int }

// nativeReader reads a board a line.
type nativeReader struct {
	s     *lines.Scanner
	rules Rules
	begun bool // something was found, good or bad
	at    places
	words []lines.Field
}

func (r *nativeReader) Read() (puzzle.Instance, error) {
	b, err := r.read()
	if err != nil {
		return nil, err // without it, a nil *Board would make a non-nil Instance
	}
	return b, nil
}

func (r *nativeReader) read() (*Board, error) {
	text, column, err := r.s.Content('#')
	if err == io.EOF && !r.begun {
		err = lines.Nothing("a line such as 3: 1/2 1/2 3 4")
	}
	r.begun = true
	if err != nil {
		return nil, err
	}
	colon := bytes.IndexByte(text, ':')
	if colon < 0 {
		return nil, r.s.Errorf(column, "the number of moves, a colon and the columns are expected, not %s", lines.Quote(text))
	}
	moves, err := r.moves(text[:colon], column)
	if err != nil {
		return nil, err
	}
	d := draft{height: r.rules.height(), colours: MaxColours, settle: r.rules.Settle}
	rest, column, more := text[colon+1:], column+colon+1, true
	for more {
		if len(d.columns) == MaxWidth {
			return nil, r.s.Errorf(column, "more than %d columns", MaxWidth)
		}
		var cells []byte
		cells, rest, more = bytes.Cut(rest, []byte("/"))
		if err := r.cells(&d, cells, column); err != nil {
			return nil, err
		}
		column += len(cells) + 1
	}
	if x, y, fault := d.rest(); fault != "" {
		return nil, r.s.Errorf(r.at[x][y].column, "%s", fault)
	}
	return d.board(moves, r.rules.Mode), nil
}

func (r *nativeReader) moves(text []byte, column int) (int, error) {
	r.words = lines.Fields(r.words[:0], text, column)
	if len(r.words) != 1 {
		return 0, r.s.Errorf(column, "one number of moves is expected before the colon, not %s", lines.Quote(text))
	}
	word := r.words[0]
	if string(word.Text) == "*" {
		if r.rules.Mode != Min {
			return 0, r.s.Errorf(word.Column, "%s", openFault(r.rules.Mode))
		}
		return NoLimit, nil
	}
	n, ok := word.Int()
	if !ok || n < 0 || n > MaxMoves {
		return 0, r.s.Errorf(word.Column, "the number of moves, 0 to %d, is expected, not %s", MaxMoves, word)
	}
	return n, nil
}

// cells reads one column of the native format.
func (r *nativeReader) cells(d *draft, text []byte, column int) error {
	x := len(d.columns)
	d.columns = append(d.columns, nil)
	r.words = lines.Fields(r.words[:0], text, column)
	for y, word := range r.words {
		colour, ok := word.Int()
		if !ok {
			return r.s.Errorf(word.Column, "a colour, 1 to %d, is expected in column %d, row %d, not %s", d.colours, x, y, word)
		}
		if fault := d.put(x, colour); fault != "" {
			return r.s.Errorf(word.Column, "%s", fault)
		}
		r.at[x][y].column = word.Column
	}
	return nil
}

// judgeReader reads the judge's format: the number of moves, then five lines
// that are not blank. A line of a single number other than 0 cannot be a column,
// and no other line a number of moves: so a board with too few lines or too many
// is noticed, and the next one is found.
type judgeReader struct {
	s      *lines.Scanner
	mode   Mode
	settle bool
	begun  bool
	done   bool
	at     places
	words  []lines.Field
}

func (r *judgeReader) Read() (puzzle.Instance, error) {
	if r.done {
		return nil, io.EOF
	}
	text, column, err := r.s.Content(0)
	if err == io.EOF && !r.begun {
		err = lines.Nothing("the number of moves")
	}
	if err != nil {
		r.done = true
		return nil, err
	}
	r.begun = true
	if !single(text) {
		first := r.s.Errorf(column, "the number of moves, 1 to %d, is expected, not %s", judgeMoves, lines.Quote(text))
		for !single(text) {
			if text, _, err = r.s.Content(0); err != nil {
				r.done = err != io.EOF
				return nil, first
			}
		}
		r.s.Back()
		return nil, first
	}
	n, first := r.moves(text, column) // first is the first fault of the board
	d := draft{height: judgeHeight, colours: judgeColours, settle: r.settle, columns: make([][]uint8, judgeWidth)}
	for x := range judgeWidth {
		text, column, err := r.s.Content(0)
		switch {
		case err == io.EOF:
			r.done = true
			if first == nil {
				first = r.s.EndErrorf("the file ends after %d of the %d columns of a board", x, judgeWidth)
			}
			return nil, first
		case err != nil:
			r.done = true // the scanner goes no further
			return nil, err
		case single(text):
			r.s.Back()
			if first == nil {
				first = r.s.Errorf(column+len(text), "the 0 that ends column %d is missing, or the board has only %d of its %d columns", x, x, judgeWidth)
			}
			return nil, first
		}
		if first == nil {
			first = r.column(&d, x, text, column)
		}
	}
	if first != nil {
		return nil, first
	}
	if x, y, fault := d.rest(); fault != "" {
		at := r.at[x][y]
		return nil, &puzzle.InputError{Line: at.line, Column: at.column, Msg: fault}
	}
	return d.board(n, r.mode), nil
}

// single reports whether the text is one word other than 0, which makes it a
// number of moves or a fault, and no column.
func single(text []byte) bool {
	return !bytes.ContainsAny(text, " \t") && string(text) != "0"
}

func (r *judgeReader) moves(text []byte, column int) (int, error) {
	word := lines.Field{Text: text, Column: column}
	n, ok := word.Int()
	if !ok || n < 1 || n > judgeMoves {
		return 0, r.s.Errorf(column, "the number of moves, 1 to %d, is expected, not %s", judgeMoves, word)
	}
	return n, nil
}

// column reads the line of column x.
func (r *judgeReader) column(d *draft, x int, text []byte, column int) error {
	r.words = lines.Fields(r.words[:0], text, column)
	for y, word := range r.words {
		colour, ok := word.Int()
		if !ok {
			return r.s.Errorf(word.Column, "a colour, 1 to %d, or the ending 0 is expected in column %d, not %s", d.colours, x, word)
		}
		if colour == 0 {
			if y == len(r.words)-1 {
				return nil
			}
			next := r.words[y+1]
			return r.s.Errorf(next.Column, "%s after the 0 that ends column %d; a block above an empty cell would float", next, x)
		}
		if fault := d.put(x, colour); fault != "" {
			return r.s.Errorf(word.Column, "%s", fault)
		}
		r.at[x][y].line, r.at[x][y].column = r.s.Line(), word.Column
	}
	return r.s.Errorf(column+len(text), "the 0 that ends column %d is missing", x)
}
