package squares

import (
	"fmt"
	"io"

	"github.com/deepen-go/deepen/internal/lines"
	"github.com/deepen-go/deepen/puzzle"
)

// judgeReader reads the judge's format. It takes white space as scanf does,
// except that lines help to find a wrong k: if numbers follow k on its line,
// they must be the k sticks. So a line holds no more than one case, unless it
// is the line of T, the number of cases: then everything may be on it.
type judgeReader struct {
	words  *lines.Words
	shapes Shapes
	begun  bool
	ended  bool
	total  int // T; -1 when it could not be read
	index  int // of the current case, from 1
	first  int // the line of T
}

func (r *judgeReader) Read() (puzzle.Instance, error) {
	if r.ended {
		return nil, io.EOF
	}
	g, err := r.read()
	if err != nil {
		return nil, err // without it, a nil *Grid would make a non-nil Instance
	}
	return g, nil
}

func (r *judgeReader) read() (*Grid, error) {
	if !r.begun {
		r.begun = true
		if err := r.header(); err != nil {
			return nil, err
		}
	}
	if r.index == r.total {
		r.ended = true
		f, err := r.words.Peek()
		if err != nil {
			return nil, err
		}
		return nil, r.words.Errorf(f, "%s after the last of %s", f, cases(r.total))
	}
	r.index++
	n, err := r.words.Next()
	if err == io.EOF && r.total < 0 {
		r.ended = true
		return nil, io.EOF // without T, the end may be anywhere
	}
	if err != nil {
		return nil, r.fail(err, "n")
	}
	size, ok := n.Int()
	if !ok || size < 1 || size > MaxSize {
		fault := r.words.Errorf(n, "n, the size of the grid, must be a whole number from 1 to %d, not %s", MaxSize, plain(n, ok))
		return nil, r.skip(fault)
	}
	g := &Grid{Rows: size, Cols: size, Shapes: r.shapes}
	k, err := r.words.Next()
	if err != nil {
		return nil, r.fail(err, "k")
	}
	count, ok := k.Int()
	if !ok || count < 0 || count > g.Sticks() {
		fault := r.words.Errorf(k, "k, the number of sticks that are gone, must be a whole number from 0 to %d, not %s", g.Sticks(), plain(k, ok))
		r.words.Drop()
		return nil, fault
	}
	if g.Gone, err = r.gone(g, k, count); err != nil {
		return nil, err
	}
	return g, nil
}

// header reads T. After a bad one the cases are read to the end of the file.
func (r *judgeReader) header() error {
	t, err := r.words.Next()
	if err == io.EOF {
		r.ended = true
		return &puzzle.InputError{Line: 1, Column: 1, Msg: "no puzzle in the file; the number of cases is expected"}
	}
	if err != nil {
		r.ended = true
		return err
	}
	r.first = r.words.Line()
	total, ok := t.Int()
	if !ok || total < 0 {
		fault := r.words.Errorf(t, "the number of cases must be a whole number from 0, not %s", plain(t, ok))
		r.words.Drop()
		r.total = -1
		return fault
	}
	r.total = total
	return nil
}

// gone reads the k sticks.
func (r *judgeReader) gone(g *Grid, k lines.Field, count int) ([]int, error) {
	free := r.words.Line() == r.first // cases need not end with the line
	if follow := r.words.Rest(); !free && follow > 0 && follow != count {
		fault := r.words.Errorf(k, "k is %d, but %s on the line", count, numbersFollow(follow))
		r.words.Drop()
		return nil, fault
	}
	gone := newGone(g)
	var fault error // the first; the other sticks are read all the same
	for i := range count {
		f, err := r.words.Next()
		if err != nil {
			if fault != nil {
				r.ended = true
				return nil, fault
			}
			return nil, r.fail(err, fmt.Sprintf("stick %d of %d", i+1, count))
		}
		if msg := gone.add(f); msg != "" && fault == nil {
			fault = r.words.Errorf(f, "%s", msg)
		}
	}
	if surplus := r.words.Rest(); surplus > 0 && r.words.Line() != r.first {
		if fault == nil {
			f, _ := r.words.Peek() // there is one
			fault = r.words.Errorf(f, "k is %d, but %s after stick %d on the line", count, numbersFollow(surplus), count)
		}
		r.words.Drop()
	}
	return gone.sorted(), fault
}

// skip leaves out the rest of a case whose n is wrong, as far as it can be
// followed, and returns the fault.
func (r *judgeReader) skip(fault error) error {
	k, err := r.words.Next()
	if err != nil {
		r.ended = true
		return fault
	}
	count, ok := k.Int()
	free := r.words.Line() == r.first
	if !ok || count < 0 || count > sticks(MaxSize, MaxSize) || !free && r.words.Rest() > 0 {
		r.words.Drop()
		return fault
	}
	for range count {
		if _, err := r.words.Next(); err != nil {
			r.ended = true
			return fault
		}
	}
	if r.words.Line() != r.first {
		r.words.Drop()
	}
	return fault
}

// fail returns the error of a text that ends where what is expected.
func (r *judgeReader) fail(err error, what string) error {
	r.ended = true
	if err != io.EOF {
		return err
	}
	end, _ := r.words.Peek()
	if r.total < 0 {
		return r.words.Errorf(end, "case %d: the file ends before %s", r.index, what)
	}
	return r.words.Errorf(end, "case %d of %d: the file ends before %s", r.index, r.total, what)
}

// plain gives a number as it is and anything else quoted.
func plain(f lines.Field, number bool) string {
	if number {
		return string(f.Text)
	}
	return f.String()
}

func numbersFollow(n int) string {
	if n == 1 {
		return "1 stick number follows"
	}
	return fmt.Sprintf("%d stick numbers follow", n)
}

func cases(n int) string {
	if n == 1 {
		return "1 case"
	}
	return fmt.Sprintf("%d cases", n)
}

// answerReader reads answers in the judge's format: a number each.
type answerReader struct{ *lines.Words }

func newAnswerReader(r io.Reader) *answerReader { return &answerReader{lines.NewWords(r)} }

func (r *answerReader) Read(puzzle.Instance) (puzzle.Answer, error) {
	return r.Cost("number of sticks")
}
