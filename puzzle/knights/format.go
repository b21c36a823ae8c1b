package knights

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/deepen-go/deepen/internal/lines"
	"github.com/deepen-go/deepen/puzzle"
)

// classic is the target of the original puzzle.
const classic = "11111/01111/00*11/00001/00000"

// targets are the usual targets of other sizes. A board takes the first one
// with its size and numbers of knights. (The original has no other on 5 x 5.)
var targets = parseTargets(
	classic,
	"*11/101/000",
	"1111/0*10/0000",
	"1111/0*11/0000",
	"11111/01*00/00010",
	"11111/011*0/00010",
	"1111/0111/000*/0000",
	"1111/0111/00*1/0000",
	"11111/0111*/00010/00000",
	"11111/0111*/00011/00000",
	"1111/0111/00*1/0001/0000",
)

func parseTargets(texts ...string) []grid {
	gs := make([]grid, len(texts))
	for i, text := range texts {
		gs[i], _ = parseRows([]byte(text)) // a test reads them all
	}
	return gs
}

// grid is a position together with its size.
type grid struct {
	rows, cols int
	Position
}

func (g *grid) blacks() int { return g.rows*g.cols - 1 - g.whites() }

// parseRows reads rows joined by /. The error's column is that of the fault in
// text.
func parseRows(text []byte) (grid, *puzzle.InputError) {
	g := grid{Position: Position{Blank: -1}}
	fault := func(i int, format string, args ...any) (grid, *puzzle.InputError) {
		return grid{}, &puzzle.InputError{Line: 1, Column: i + 1, Msg: fmt.Sprintf(format, args...)}
	}
	start := 0 // of the row in text
	for i := 0; i <= len(text); i++ {
		width := i - start
		if i == len(text) || text[i] == '/' {
			if g.rows == 0 {
				g.cols = width
			}
			if width < g.cols || width == 0 {
				return fault(i, "row %d has %d squares instead of %d", g.rows+1, width, max(g.cols, 1))
			}
			g.rows++
			start = i + 1
			continue
		}
		if g.rows > 0 && width == g.cols {
			return fault(i, "row %d is longer than the %d squares of the first row", g.rows+1, g.cols)
		}
		if msg := g.put(g.rows, width, text[i:]); msg != "" {
			return fault(i, "%s", msg)
		}
	}
	if g.Blank < 0 {
		return fault(0, "the board has no blank (*)")
	}
	return g, nil
}

// put places the character at the start of text on a square, and returns what
// is wrong with it, or "". In the first row g.cols may still be 0.
func (g *grid) put(row, col int, text []byte) string {
	i := row*g.cols + col
	switch c := text[0]; {
	case c != '0' && c != '1' && c != '*':
		return lines.Char(text) + " is neither a knight (0 or 1) nor the blank (*)"
	case i >= MaxSquares:
		return fmt.Sprintf("the board has more than %d squares", MaxSquares)
	case c == '1':
		g.White |= 1 << i
	case c == '*' && g.Blank >= 0:
		cols := g.cols
		if row == 0 {
			cols = i // every square so far is in the first row, which may be unfinished
		}
		return fmt.Sprintf("a second blank; the first is in row %d, column %d", g.Blank/cols+1, g.Blank%cols+1)
	case c == '*':
		g.Blank = i
	}
	return ""
}

// instance makes a board with its target. The error is without a place.
func (o *options) instance(g grid) (*Board, error) {
	target := o.target
	if target == nil {
		target = usualTarget(&g)
	}
	switch {
	case target == nil:
		return nil, fmt.Errorf("there is no usual target for a %dx%d board; give one with --target", g.rows, g.cols)
	case target.rows != g.rows || target.cols != g.cols:
		return nil, fmt.Errorf("the board is %dx%d, its target is %dx%d", g.rows, g.cols, target.rows, target.cols)
	case target.whites() != g.whites():
		which := "its target"
		if o.target == nil {
			which = "the usual target of its size"
		}
		return nil, fmt.Errorf("the board has %d white and %d black knights, %s %d and %d",
			g.whites(), g.blacks(), which, target.whites(), target.blacks())
	}
	return &Board{Rows: g.rows, Cols: g.cols, Start: g.Position, Target: target.Position, MaxMoves: o.maxMoves, All: o.all}, nil
}

// usualTarget returns the first of the targets with g's size and number of
// knights; if only the size fits, the first with that; otherwise nil.
func usualTarget(g *grid) *grid {
	var best *grid
	for i := range targets {
		switch t := &targets[i]; {
		case t.rows != g.rows || t.cols != g.cols:
		case t.whites() == g.whites():
			return t
		case best == nil:
			best = t
		}
	}
	return best
}

type options struct {
	target   *grid // nil: the usual one
	maxMoves int
	all      int
}

func parseOptions(settings puzzle.Settings, maxMoves int) (options, error) {
	if err := settings.Check(info.Options); err != nil {
		return options{}, err
	}
	var o options
	if t := settings.String("target", ""); t != "" {
		g, err := parseRows([]byte(t))
		if err != nil {
			return options{}, fmt.Errorf("--target: column %d: %s", err.Column, err.Msg)
		}
		o.target = &g
	}
	var err error
	if o.all, err = settings.All(); err != nil {
		return options{}, err
	}
	o.maxMoves, err = settings.Int("max-moves", maxMoves, 0, 1_000_000)
	return o, err
}

// Parse reads one board in the native format. Its target is the usual one for
// its size; for another, see [ParseTarget].
func Parse(text string) (*Board, error) { return ParseTarget(text, "") }

// ParseTarget reads one board in the native format with the given target; an
// empty target stands for the usual one.
func ParseTarget(text, target string) (*Board, error) {
	o, err := parseOptions(puzzle.Settings{"target": target}, NoLimit)
	if err != nil {
		return nil, err
	}
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, lines.Nothing("a board, its rows joined by /,")
	}
	g, fault := parseRows([]byte(text))
	if fault != nil {
		return nil, fault
	}
	return o.instance(g)
}

// AppendNative appends the rows joined by /.
func (b *Board) AppendNative(dst []byte) []byte {
	return b.appendPosition(dst, b.Start)
}

func (b *Board) appendPosition(dst []byte, p Position) []byte {
	for i := range b.Rows * b.Cols {
		if i > 0 && i%b.Cols == 0 {
			dst = append(dst, '/')
		}
		if i == p.Blank {
			dst = append(dst, '*')
		} else {
			dst = append(dst, '0'+byte(p.White>>i&1))
		}
	}
	return dst
}

// Guess takes a text for native when it has what only that format has: a /, a
// comment, or a blank in the first line.
func (kind) Guess(_ string, head []byte) string {
	first, _, _ := bytes.Cut(bytes.TrimSpace(head), []byte("\n"))
	if bytes.ContainsAny(head, "/#") || bytes.IndexByte(first, '*') >= 0 {
		return "native"
	}
	return "bzoj1085"
}

func newReader(r io.Reader, format string, settings puzzle.Settings) (puzzle.Reader, error) {
	switch f, ok := info.Format(format); {
	case !ok:
		return nil, fmt.Errorf("knights has no format %q", format)
	case f.Judge:
		o, err := parseOptions(settings, JudgeMaxMoves)
		return &judgeReader{s: lines.New(r), o: o}, err
	default:
		o, err := parseOptions(settings, NoLimit)
		return &nativeReader{s: lines.New(r), o: o}, err
	}
}

type nativeReader struct {
	s    *lines.Scanner
	o    options
	some bool // an instance was seen, good or bad
}

func (r *nativeReader) Read() (puzzle.Instance, error) {
	text, column, err := r.s.Content('#')
	if err == io.EOF && !r.some {
		r.some = true
		return nil, lines.Nothing("a board, its rows joined by /,")
	}
	r.some = true
	if err != nil {
		return nil, err
	}
	g, fault := parseRows(text)
	if fault != nil {
		return nil, r.s.Errorf(column+fault.Column-1, "%s", fault.Msg)
	}
	b, err := r.o.instance(g)
	if err != nil {
		return nil, r.s.Errorf(column, "%s", err)
	}
	return b, nil
}

// judgeReader reads the judge's format. A board is five lines that are not
// blank, whatever is on them, so that the boards after a bad one are found. A
// blank line ends a board whose lines were not blank so far.
type judgeReader struct {
	s     *lines.Scanner
	o     options
	begun bool
	done  bool
	total int // boards that the file announces, or noTotal
	n     int // boards read
}

const judgeSize = 5

// noTotal is the total of a text whose first line is wrong: its boards are read
// to the end.
const noTotal = -1

func (r *judgeReader) Read() (puzzle.Instance, error) {
	if r.done {
		return nil, io.EOF
	}
	if !r.begun {
		r.begun = true
		if err := r.readTotal(); err != nil {
			return nil, puzzle.OfWhole(err)
		}
	}
	if r.n == r.total {
		r.done = true
		text, column, err := r.s.Content(0)
		if err != nil {
			return nil, err
		}
		return nil, puzzle.OfWhole(r.s.Errorf(column, "%s after the last board; the file announces %d", lines.Quote(text), r.total))
	}
	r.n++
	return r.readBoard()
}

// readTotal reads the number of boards.
func (r *judgeReader) readTotal() error {
	r.total = noTotal
	text, column, err := r.s.Content(0)
	if err == io.EOF {
		r.done = true
		return lines.Nothing("the number of boards")
	}
	if err != nil {
		r.done = true
		return err
	}
	const most = 1_000_000_000
	if len(text) == judgeSize && len(bytes.Trim(text, "01*")) == 0 {
		r.s.Back()
		return r.s.Errorf(column, "the number of boards is missing before the first row of a board")
	}
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 0 || n > most {
		return r.s.Errorf(column, "the number of boards, 0 to %d, is expected, not %s", most, lines.Quote(text))
	}
	r.total = n
	return nil
}

func (r *judgeReader) readBoard() (puzzle.Instance, error) {
	g := grid{rows: judgeSize, cols: judgeSize, Position: Position{Blank: -1}}
	var fault error // the first one
	first, last := 0, 0
	for row := range judgeSize {
		text, column, err := r.s.Content(0)
		switch {
		case err == io.EOF && row == 0 && r.total == noTotal:
			r.done = true
			return nil, io.EOF
		case err == io.EOF:
			r.done = true
			if fault == nil {
				fault = r.s.EndErrorf("the file ends before row %d of board %s", row+1, r.number())
			}
			return nil, fault
		case err != nil:
			r.done = true
			return nil, err
		case row == 0:
			first = r.s.Line()
		case row > 1 && last == first+row-1 && r.s.Line() > last+1:
			r.s.Back()
			if fault == nil {
				fault = &puzzle.InputError{Line: last + 1, Column: 1, Msg: fmt.Sprintf("row %d of board %s is missing", row+1, r.number())}
			}
			return nil, fault
		}
		last = r.s.Line()
		if fault == nil {
			fault = r.readRow(&g, row, text, column)
		}
	}
	if fault != nil {
		return nil, fault
	}
	if g.Blank < 0 {
		return nil, &puzzle.InputError{Line: first, Column: 1, Msg: "the board has no blank (*)"}
	}
	b, err := r.o.instance(g)
	if err != nil {
		return nil, &puzzle.InputError{Line: first, Column: 1, Msg: err.Error()}
	}
	return b, nil
}

// number is the current board's number, for a message.
func (r *judgeReader) number() string {
	if r.total == noTotal {
		return strconv.Itoa(r.n)
	}
	return fmt.Sprintf("%d of %d", r.n, r.total)
}

func (r *judgeReader) readRow(g *grid, row int, text []byte, column int) error {
	for i := range text {
		if i == judgeSize {
			return r.s.Errorf(column+i, "row %d has %d squares instead of %d", row+1, len(text), judgeSize)
		}
		if msg := g.put(row, i, text[i:]); msg != "" {
			return r.s.Errorf(column+i, "%s", msg)
		}
	}
	if len(text) < judgeSize {
		return r.s.Errorf(column+len(text), "row %d has %d squares instead of %d", row+1, len(text), judgeSize)
	}
	return nil
}
