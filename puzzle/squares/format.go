package squares

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/deepen-go/deepen/internal/lines"
	"github.com/deepen-go/deepen/puzzle"
)

// Parse reads one grid in the native format: "5: 12 17 23" is a grid of 5x5
// cells without three of its sticks, "4x6:" a complete one of 4 rows and 6
// columns. What must not be left is squares; set Shapes for others. The error
// is a [*puzzle.InputError].
func Parse(text string) (*Grid, error) {
	r := nativeReader{s: lines.New(strings.NewReader(text))}
	g, err := r.read()
	if err != nil {
		return nil, err
	}
	if text, column, err := r.s.Content('#'); err == nil {
		return nil, r.s.Errorf(column, "%s after the grid; one grid is expected", lines.Quote(text))
	} else if err != io.EOF {
		return nil, err
	}
	return g, nil
}

// AppendNative appends "5: 12 17 23". The shapes are a setting and not part of
// the format.
func (g *Grid) AppendNative(dst []byte) []byte {
	dst = strconv.AppendInt(dst, int64(g.Rows), 10)
	if g.Rows != g.Cols {
		dst = append(dst, 'x')
		dst = strconv.AppendInt(dst, int64(g.Cols), 10)
	}
	dst = append(dst, ':')
	for _, s := range g.Gone {
		dst = append(dst, ' ')
		dst = strconv.AppendInt(dst, int64(s), 10)
	}
	return dst
}

// AppendJudge appends a case in the judge's format, two lines, without the
// number of cases before the first. The error is a [*puzzle.FormatError] for a
// grid that is not square.
func (g *Grid) AppendJudge(dst []byte) ([]byte, error) {
	if g.Rows != g.Cols {
		return dst, puzzle.NoRoom("poj1084", "the grid is %dx%d, not square", g.Rows, g.Cols)
	}
	dst = strconv.AppendInt(dst, int64(g.Rows), 10)
	dst = append(dst, '\n')
	dst = strconv.AppendInt(dst, int64(len(g.Gone)), 10)
	for _, s := range g.Gone {
		dst = append(dst, ' ')
		dst = strconv.AppendInt(dst, int64(s), 10)
	}
	return append(dst, '\n'), nil
}

// String returns the grid in the native format.
func (g *Grid) String() string { return string(g.AppendNative(nil)) }

func newReader(r io.Reader, format string, settings puzzle.Settings) (puzzle.Reader, error) {
	f, ok := info.Format(format)
	if !ok {
		return nil, fmt.Errorf("squares has no format %q; its formats are %s", format, strings.Join(info.FormatNames(), ", "))
	}
	if err := settings.Check(info.Options); err != nil {
		return nil, err
	}
	shapes := Shapes(slices.Index(shapeNames, settings.String("shapes", Squares.String())))
	if f.Judge {
		return &judgeReader{words: lines.NewWords(r), shapes: shapes}, nil
	}
	return &nativeReader{s: lines.New(r), shapes: shapes}, nil
}

// nativeReader reads a grid a line.
type nativeReader struct {
	s      *lines.Scanner
	shapes Shapes
	begun  bool // something was found, good or bad
	fields []lines.Field
}

func (r *nativeReader) Read() (puzzle.Instance, error) {
	g, err := r.read()
	if err != nil {
		return nil, err // without it, a nil *Grid would make a non-nil Instance
	}
	return g, nil
}

func (r *nativeReader) read() (*Grid, error) {
	text, column, err := r.s.Content('#')
	if err == io.EOF && !r.begun {
		err = &puzzle.InputError{Line: 1, Column: 1, Msg: "no puzzle in the file; a line such as 5: 12 17 23 is expected"}
	}
	r.begun = true
	if err != nil {
		return nil, err
	}
	colon := bytes.IndexByte(text, ':')
	if colon < 0 {
		return nil, r.s.Errorf(column, "the size, a colon and the sticks that are gone are expected, such as 5: 12 17 23, not %s", lines.Quote(text))
	}
	g := &Grid{Shapes: r.shapes}
	if g.Rows, g.Cols, err = r.size(text[:colon], column); err != nil {
		return nil, err
	}
	r.fields = lines.Fields(r.fields[:0], text[colon+1:], column+colon+1)
	gone := newGone(g)
	for _, f := range r.fields {
		if msg := gone.add(f); msg != "" {
			return nil, r.s.Errorf(f.Column, "%s", msg)
		}
	}
	g.Gone = gone.sorted()
	return g, nil
}

// size reads "5" or "4x6".
func (r *nativeReader) size(text []byte, column int) (rows, cols int, err error) {
	first, second, two := bytes.Cut(text, []byte("x"))
	if rows, err = r.side(first, "rows", column); err != nil {
		return 0, 0, err
	}
	if !two {
		return rows, rows, nil
	}
	cols, err = r.side(second, "columns", column+len(first)+1)
	return rows, cols, err
}

// side reads a number of rows or columns.
func (r *nativeReader) side(text []byte, what string, column int) (int, error) {
	f := lines.Field{Text: bytes.TrimSpace(text), Column: column}
	f.Column += len(text) - len(bytes.TrimLeft(text, " \t\f\v\r"))
	if len(f.Text) == 0 {
		return 0, r.s.Errorf(column, "a size such as 5 or 4x6 is expected before the colon")
	}
	n, ok := f.Int()
	if !ok {
		return 0, r.s.Errorf(f.Column, "the number of %s is expected, not %s", what, f)
	}
	if n < 1 || n > MaxSize {
		return 0, r.s.Errorf(f.Column, "the number of %s must be from 1 to %d, not %d", what, MaxSize, n)
	}
	return n, nil
}

// gone collects the sticks that are gone.
type gone struct {
	sticks []bool // by number
	n      int
}

func newGone(g *Grid) *gone { return &gone{sticks: make([]bool, g.Sticks()+1)} }

// add returns what is wrong with the stick, or nothing.
func (g *gone) add(f lines.Field) (fault string) {
	s, ok := f.Int()
	switch {
	case !ok:
		return fmt.Sprintf("a stick number is expected, not %s", f)
	case s < 1 || s >= len(g.sticks):
		return fmt.Sprintf("stick %d is out of range: the grid has sticks 1 to %d", s, len(g.sticks)-1)
	case g.sticks[s]:
		return fmt.Sprintf("stick %d is given twice", s)
	}
	g.sticks[s] = true
	g.n++
	return ""
}

func (g *gone) sorted() []int {
	list := make([]int, 0, g.n)
	for s, is := range g.sticks {
		if is {
			list = append(list, s)
		}
	}
	return list
}
