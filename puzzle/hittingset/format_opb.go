package hittingset

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"github.com/deepen-go/deepen/internal/lines"
	"github.com/deepen-go/deepen/puzzle"
)

// AppendOPB appends the problem as a pseudo-Boolean programme (Roussel and
// Manquinho, "Input/Output Format and Solver Requirements for the Competitions
// of Pseudo-Boolean Solvers", 2012), every line ended. Element i is xi; a set is
// a clause.
func (p *Problem) AppendOPB(dst []byte) []byte {
	dst = fmt.Appendf(dst, "* #variable= %d #constraint= %d\nmin:", p.Elements, len(p.Sets))
	for e := 1; e <= p.Elements; e++ {
		dst = appendTerm(dst, e)
		if e%64 == 0 {
			dst = append(dst, '\n') // no line is too long for a reader of lines
		}
	}
	dst = append(dst, " ;\n"...)
	for _, set := range p.Sets {
		for i, e := range set {
			if i > 0 && i%64 == 0 {
				dst = append(dst, '\n')
			}
			dst = appendTerm(dst, int(e))
		}
		dst = append(dst, " >= 1 ;\n"...)
	}
	return dst
}

func appendTerm(dst []byte, e int) []byte {
	return strconv.AppendInt(append(dst, " +1 x"...), int64(e), 10)
}

// opbReader reads pseudo-Boolean programmes, one after another: each begins with
// its objective. It takes what is a hitting set and refuses anything else:
//
//	min: +1 x1 +1 x2 +1 x3 ;       every cost is 1
//	+1 x1 +1 x3 >= 1 ;             a set
//	+2 x1 +3 x2 >= 2 ;             a set as well: one of them is enough
//	+1 x1 +1 x2 >= 2 ;             is none: one of them is not enough
//
// A constraint that asks for nothing (>= 0) is left out.
type opbReader struct {
	tokens
	begun bool
	pool  slab
	terms []int32
	err   error // met in skip
}

func (r *opbReader) Read() (puzzle.Instance, error) {
	p, err := r.read()
	if err != nil {
		return nil, err // without it, a nil *Problem would make a non-nil Instance
	}
	return p, nil
}

func (r *opbReader) read() (*Problem, error) {
	if r.err != nil {
		err := r.err
		r.err = nil
		return nil, err
	}
	t, err := r.next()
	if err == io.EOF && !r.begun {
		err = lines.Nothing("min: and an objective")
	}
	r.begun = true
	if err != nil {
		return nil, err
	}
	p, err := r.programme(t)
	if err != nil {
		r.skip()
		return nil, err
	}
	return p, nil
}

// skip leaves out the rest of a bad programme.
func (r *opbReader) skip() {
	for {
		t, err := r.next()
		if err != nil {
			r.err = err
			return
		}
		if t.is(objective) {
			r.back(t)
			return
		}
	}
}

const objective = "min:"

// programme reads a programme, the first token of which is t.
func (r *opbReader) programme(t token) (*Problem, error) {
	if !t.is(objective) {
		return nil, r.errorf(t, "min: and an objective are expected, not %s", t)
	}
	p := &Problem{Elements: r.declared}
	r.declared = 0
	costs, err := r.objective(p)
	if err != nil {
		return nil, err
	}
	for {
		t, err := r.next()
		if err == io.EOF {
			return p, nil
		}
		if err != nil {
			return nil, err
		}
		r.back(t)
		if t.is(objective) {
			return p, nil
		}
		set, ok, err := r.constraint(costs)
		if err != nil {
			return nil, err
		}
		if ok {
			p.Sets = append(p.Sets, set)
		}
	}
}

// objective reads the terms up to the semicolon and returns the variables that
// have a cost.
func (r *opbReader) objective(p *Problem) (costs map[int32]bool, err error) {
	costs = map[int32]bool{}
	for {
		t, err := r.need("the objective")
		if err != nil {
			return nil, err
		}
		if t.is(";") {
			return costs, nil
		}
		c, v, vt, err := r.term(t)
		switch {
		case err != nil:
			return nil, err
		case costs[v]:
			return nil, r.errorf(vt, "x%d occurs twice in the objective", v)
		case c != 1:
			return nil, r.errorf(t, "every cost must be 1, not %d", c)
		}
		costs[v] = true
		p.Elements = max(p.Elements, int(v))
	}
}

// constraint reads a constraint; ok tells that it asks for something.
func (r *opbReader) constraint(costs map[int32]bool) (set []int32, ok bool, err error) {
	r.terms = r.terms[:0]
	least := 0 // coefficient
	for {
		t, err := r.need("a constraint")
		if err != nil {
			return nil, false, err
		}
		if t.relation() {
			if !t.is(">=") {
				return nil, false, r.errorf(t, "a constraint of a hitting set has >=, not %s", t)
			}
			break
		}
		c, v, vt, err := r.term(t)
		switch {
		case err != nil:
			return nil, false, err
		case c < 1:
			return nil, false, r.errorf(t, "a coefficient of a hitting set must be positive, not %d", c)
		case !costs[v]:
			return nil, false, r.errorf(vt, "x%d has no cost", v)
		}
		if len(r.terms) == 0 || c < least {
			least = c
		}
		r.terms = append(r.terms, v)
	}
	t, err := r.need("a constraint")
	if err != nil {
		return nil, false, err
	}
	degree, isInt := t.int()
	if !isInt {
		return nil, false, r.errorf(t, "a number is expected after >=, not %s", t)
	}
	if degree > 1 && len(r.terms) > 0 && degree > least {
		return nil, false, r.errorf(t, "this is no set: one of the variables is not enough for %d", degree)
	}
	if t, err = r.need("a constraint"); err != nil {
		return nil, false, err
	}
	if !t.is(";") {
		return nil, false, r.errorf(t, "a semicolon is expected, not %s", t)
	}
	return append(r.pool.take(len(r.terms)), r.terms...), degree > 0, nil
}

// term reads a coefficient, of which t may be the first part, and a variable.
func (r *opbReader) term(t token) (c int, v int32, at token, err error) {
	c = 1
	if n, ok := t.int(); ok {
		c = n
		if t, err = r.need("a term"); err != nil {
			return 0, 0, t, err
		}
	}
	switch {
	case t.text[0] == '~':
		return 0, 0, t, r.errorf(t, "a hitting set has no negated variables such as %s", t)
	case t.text[0] != 'x':
		return 0, 0, t, r.errorf(t, "a variable such as x1 is expected, not %s", t)
	}
	n, ok := token{text: t.text[1:]}.int()
	if !ok || n < 1 || n > maxElements {
		return 0, 0, t, r.errorf(t, "a variable from x1 to x%d is expected, not %s", maxElements, t)
	}
	return c, int32(n), t, nil
}

// need returns the next token of what must not end here.
func (r *opbReader) need(what string) (token, error) {
	t, err := r.next()
	if err == io.EOF {
		return t, r.s.EndErrorf("the file ends within %s", what)
	}
	return t, err
}

// tokens cuts a pseudo-Boolean text into its words, relations and semicolons.
// Lines of * are comments; the first of them may tell the number of variables.
type tokens struct {
	s        *lines.Scanner
	rest     []byte // of the current line
	column   int    // of rest
	kept     token  // given back
	declared int    // number of variables, of the comment read last
}

// token is a word of the text. It is valid until the next one is read.
type token struct {
	text         []byte
	line, column int
}

func (t token) is(s string) bool { return string(t.text) == s }

func (t token) relation() bool { return bytes.IndexByte([]byte("<>=!"), t.text[0]) >= 0 }

func (t token) int() (int, bool) { return lines.Field{Text: t.text}.Int() }

func (t token) String() string { return lines.Quote(t.text) }

// errorf returns an error at the token, which may be of an earlier line.
func (w *tokens) errorf(t token, format string, args ...any) error {
	return &puzzle.InputError{Line: t.line, Column: t.column, Msg: fmt.Sprintf(format, args...)}
}

// back makes next return t once more.
func (w *tokens) back(t token) { w.kept = t }

func (w *tokens) next() (token, error) {
	if t := w.kept; t.text != nil {
		w.kept = token{}
		return t, nil
	}
	for len(w.rest) == 0 {
		line, err := w.s.Next()
		if err != nil {
			return token{}, err
		}
		w.rest, w.column = line, 1
		w.trim()
		if len(w.rest) > 0 && w.rest[0] == '*' {
			w.comment()
			w.rest = nil
		}
	}
	n := length(w.rest)
	t := token{w.rest[:n], w.s.Line(), w.column}
	w.rest = w.rest[n:]
	w.column += n
	w.trim()
	return t, nil
}

// trim drops white space before the next token.
func (w *tokens) trim() {
	rest := bytes.TrimLeft(w.rest, " \t\f\v\r")
	w.column += len(w.rest) - len(rest)
	w.rest = rest
}

// comment looks for "#variable= n".
func (w *tokens) comment() {
	_, after, ok := bytes.Cut(w.rest, []byte("#variable="))
	if !ok {
		return
	}
	f := lines.Fields(nil, after, 1)
	if len(f) == 0 {
		return
	}
	if n, ok := f[0].Int(); ok && n >= 0 && n <= maxElements {
		w.declared = n
	}
}

// length returns the length of the token that text begins with.
func length(text []byte) int {
	if text[0] == ';' {
		return 1
	}
	relation := token{text: text[:1]}.relation()
	for i := range text {
		switch c := text[i]; {
		case c == ' ' || '\t' <= c && c <= '\r', c == ';':
			return i
		case token{text: text[i : i+1]}.relation() != relation:
			return i
		case c == ':':
			return i + 1
		}
	}
	return len(text)
}
