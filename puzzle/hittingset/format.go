package hittingset

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/deepen-go/deepen/internal/lines"
	"github.com/deepen-go/deepen/puzzle"
)

// maxElements is the engine's limit of elements.
const maxElements = 1 << 28

// Parse reads one problem in the format hgr. The error is a
// [*puzzle.InputError].
func Parse(text string) (*Problem, error) {
	r := &hgrReader{s: lines.New(strings.NewReader(text))}
	p, err := r.read()
	if err != nil {
		return nil, err
	}
	if text, column, err := r.content(); err == nil {
		return nil, r.s.Errorf(column, "%s after the problem; one problem is expected", lines.Quote(text))
	} else if err != io.EOF {
		return nil, err
	}
	return p, nil
}

// AppendNative appends the problem in the format hgr, several lines. An empty
// set is a space, so that it is a line even at the end.
func (p *Problem) AppendNative(dst []byte) []byte {
	dst = fmt.Appendf(dst, "p hs %d %d", p.Elements, len(p.Sets))
	for _, set := range p.Sets {
		dst = append(dst, '\n')
		if len(set) == 0 {
			dst = append(dst, ' ')
		}
		for i, e := range set {
			if i > 0 {
				dst = append(dst, ' ')
			}
			dst = strconv.AppendInt(dst, int64(e), 10)
		}
	}
	return dst
}

// String returns the problem in the format hgr.
func (p *Problem) String() string { return string(p.AppendNative(nil)) }

func newReader(r io.Reader, format string, settings puzzle.Settings) (puzzle.Reader, error) {
	f, ok := info.Format(format)
	if !ok {
		return nil, fmt.Errorf("hitting has no format %q; its formats are %s", format, strings.Join(info.FormatNames(), ", "))
	}
	if err := settings.Check(info.Options); err != nil {
		return nil, err
	}
	if f.Name == formatOPB {
		return &opbReader{tokens: tokens{s: lines.New(r)}}, nil
	}
	return &hgrReader{s: lines.New(r)}, nil
}

// hgrReader reads problems one after another.
type hgrReader struct {
	s      *lines.Scanner
	begun  bool // something was found, good or bad
	fields []lines.Field
	pool   slab
	err    error // met in skip
}

func (r *hgrReader) Read() (puzzle.Instance, error) {
	p, err := r.read()
	if err != nil {
		return nil, err // without it, a nil *Problem would make a non-nil Instance
	}
	return p, nil
}

func (r *hgrReader) read() (*Problem, error) {
	if r.err != nil {
		err := r.err
		r.err = nil
		return nil, err
	}
	text, column, err := r.content()
	if err == io.EOF && !r.begun {
		err = lines.Nothing("a line such as p hs 4 2")
	}
	r.begun = true
	if err != nil {
		return nil, err
	}
	p, m, err := r.header(text, column)
	if err == nil {
		err = r.sets(p, m)
	}
	if err != nil {
		r.skip()
		return nil, err
	}
	return p, nil
}

// content returns the next line that is neither blank nor a comment.
func (r *hgrReader) content() ([]byte, int, error) {
	for {
		text, column, err := r.s.Content(0)
		if err != nil || !isComment(text) {
			return text, column, err
		}
	}
}

// isComment reports whether the line is a comment: the word c and anything.
func isComment(line []byte) bool {
	return len(line) > 0 && line[0] == 'c' && (len(line) == 1 || line[1] == ' ' || line[1] == '\t')
}

// isHeader reports whether the line begins a problem.
func isHeader(line []byte) bool {
	return len(line) > 1 && line[0] == 'p' && (line[1] == ' ' || line[1] == '\t')
}

// header reads "p hs n m".
func (r *hgrReader) header(text []byte, column int) (p *Problem, m int, err error) {
	r.fields = lines.Fields(r.fields[:0], text, column)
	f := r.fields
	if len(f) != 4 || string(f[0].Text) != "p" || string(f[1].Text) != "hs" {
		return nil, 0, r.s.Errorf(column, "p hs, the number of elements and the number of sets are expected, not %s", lines.Quote(text))
	}
	n, ok := f[2].Int()
	if !ok || n < 0 || n > maxElements {
		return nil, 0, r.s.Errorf(f[2].Column, "the number of elements must be a whole number from 0 to %d, not %s", maxElements, f[2])
	}
	m, ok = f[3].Int()
	if !ok || m < 0 {
		return nil, 0, r.s.Errorf(f[3].Column, "the number of sets must be a whole number from 0, not %s", f[3])
	}
	return &Problem{Elements: n}, m, nil
}

// sets reads m sets. A blank line is a set without elements.
func (r *hgrReader) sets(p *Problem, m int) error {
	blank := 0 // the line of the first empty set
	for len(p.Sets) < m {
		line, err := r.s.Next()
		if err == io.EOF {
			return r.s.EndErrorf("the file ends before set %d of %d", len(p.Sets)+1, m)
		}
		if err != nil {
			return err
		}
		text := bytes.TrimLeft(line, " \t\f\v\r")
		switch {
		case isComment(text):
			continue
		case isHeader(text):
			err := r.s.Errorf(1, "another problem begins before set %d of %d", len(p.Sets)+1, m)
			r.s.Back()
			return err
		}
		r.fields = lines.Fields(r.fields[:0], line, 1)
		if len(r.fields) == 0 && blank == 0 {
			blank = r.s.Line()
		}
		set, err := r.set(p)
		if err != nil {
			return err
		}
		p.Sets = append(p.Sets, set)
	}
	return r.surplus(m, blank)
}

// set reads the elements of a line.
func (r *hgrReader) set(p *Problem) ([]int32, error) {
	set := r.pool.take(len(r.fields))
	for _, f := range r.fields {
		e, ok := f.Int()
		if !ok {
			return nil, r.s.Errorf(f.Column, "an element is expected, not %s", f)
		}
		if e < 1 || e > p.Elements {
			return nil, r.s.Errorf(f.Column, "element %d is out of range: the elements are 1 to %d", e, p.Elements)
		}
		set = append(set, int32(e))
	}
	return set, nil
}

// surplus refuses a set after the last one.
func (r *hgrReader) surplus(m, blank int) error {
	text, column, err := r.content()
	switch {
	case err == io.EOF:
		return nil
	case err == nil && isHeader(text):
		r.s.Back()
		return nil
	case err == nil && blank > 0:
		return r.s.Errorf(column, "a set after the last of %d (line %d is blank, which is an empty set)", m, blank)
	case err == nil:
		return r.s.Errorf(column, "a set after the last of %d", m)
	}
	return err
}

// skip leaves out the rest of a bad problem.
func (r *hgrReader) skip() {
	for {
		text, _, err := r.content()
		if err != nil {
			r.err = err
			return
		}
		if isHeader(text) {
			r.s.Back()
			return
		}
	}
}

// slab hands out room for short lists, many of them in one allocation.
type slab struct{ block []int32 }

const slabBlock = 1 << 12

// take returns an empty list with room for n.
func (a *slab) take(n int) []int32 {
	if n > len(a.block) {
		if n > slabBlock/4 {
			return make([]int32, 0, n)
		}
		a.block = make([]int32, slabBlock)
	}
	list := a.block[:0:n]
	a.block = a.block[n:]
	return list
}

// answerReader reads the answers of the PACE challenge: the size, and so many
// elements. Lines of c are comments.
type answerReader struct{ *lines.Words }

func newAnswerReader(r io.Reader) answerReader { return answerReader{lines.NewWords(r)} }

func (r answerReader) Read(puzzle.Instance) (puzzle.Answer, error) {
	r.comments()
	a, err := r.Cost("number of elements")
	if err != nil || a.Status != puzzle.Solved {
		return a, err
	}
	chosen := Chosen{}
	for len(chosen) < a.Cost {
		r.comments()
		f, err := r.Next()
		if err == io.EOF {
			return a, r.Errorf(f, "the file ends before element %d of %d", len(chosen)+1, a.Cost)
		}
		if err != nil {
			return a, err
		}
		e, ok := f.Int()
		if !ok {
			return a, r.Errorf(f, "an element is expected, not %s", f)
		}
		chosen = append(chosen, e)
	}
	a.Solution = chosen
	return a, nil
}

// End implements [puzzle.AnswerReader].
func (r answerReader) End() error {
	r.comments()
	return r.Words.End()
}

// comments leaves out comments.
func (r answerReader) comments() {
	for {
		f, err := r.Peek()
		if err != nil || string(f.Text) != "c" {
			return
		}
		r.Drop()
	}
}
