package check

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// text reads a file line by line. A line is read as a whole, but no longer than
// the memory allows.
type text struct {
	r    *bufio.Reader
	line int // number of the line read last
	buf  []byte
	most int64 // bytes of a line
}

func newText(r io.Reader, most int64) *text {
	return &text{r: bufio.NewReaderSize(r, 1<<16), most: most}
}

var errLongLine = errors.New("the line is too long for the memory that is allowed")

// next returns the words of the next line, or io.EOF.
func (t *text) next() (words, error) {
	t.line++
	t.buf = t.buf[:0]
	for {
		part, err := t.r.ReadSlice('\n')
		if t.most > 0 && int64(len(t.buf)+len(part)) > t.most {
			return words{}, errLongLine
		}
		if err == nil && len(t.buf) == 0 {
			return words{part}, nil
		}
		t.buf = append(t.buf, part...)
		switch {
		case err == nil, err == io.EOF && len(t.buf) > 0:
			return words{t.buf}, nil
		case err != bufio.ErrBufferFull:
			return words{}, err
		}
	}
}

// words is a line, or what is left of it.
type words struct{ rest []byte }

// next returns the next word, or nothing at the end of the line.
func (w *words) next() []byte {
	i := 0
	for i < len(w.rest) && space(w.rest[i]) {
		i++
	}
	j := i
	for j < len(w.rest) && !space(w.rest[j]) {
		j++
	}
	word := w.rest[i:j]
	w.rest = w.rest[j:]
	return word
}

func space(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// end returns an error if there is another word.
func (w *words) end() error {
	if word := w.next(); len(word) > 0 {
		return fmt.Errorf("%s is too much on this line", quote(word))
	}
	return nil
}

func quote(word []byte) string {
	const most = 40
	if len(word) > most {
		return fmt.Sprintf("%q…", word[:most])
	}
	return fmt.Sprintf("%q", word)
}

// number reads a whole number from -most to most.
func number(word []byte) (int64, error) {
	digits := word
	if len(digits) > 0 && (digits[0] == '-' || digits[0] == '+') {
		digits = digits[1:]
	}
	if len(digits) == 0 {
		return 0, fmt.Errorf("a whole number is expected, not %s", quote(word))
	}
	var n int64
	for _, b := range digits {
		if b < '0' || b > '9' {
			return 0, fmt.Errorf("a whole number is expected, not %s", quote(word))
		}
		if n > (most-9)/10 {
			return 0, errLarge
		}
		n = 10*n + int64(b-'0')
	}
	if word[0] == '-' {
		n = -n
	}
	return n, nil
}

// names numbers the variables in the order in which they come.
type names struct {
	number map[string]int
	name   []string
}

// lit reads a literal: the name of a variable, with ~ before it if negated.
func (m *names) lit(word []byte) (lit, error) {
	name := word
	var sign lit
	if len(name) > 0 && name[0] == '~' {
		name, sign = name[1:], 1
	}
	if !isName(name) {
		return 0, fmt.Errorf("a literal is expected, not %s", quote(word))
	}
	v, ok := m.number[string(name)]
	if !ok {
		v = len(m.name)
		m.name = append(m.name, string(name))
		m.number[string(name)] = v
	}
	return lit(2*v) | sign, nil
}

// isName reports whether the word can be a variable: a letter and at least one
// more letter, digit or one of []{}_^.
func isName(name []byte) bool {
	if len(name) < 2 || !letter(name[0]) {
		return false
	}
	for _, b := range name[1:] {
		if !letter(b) && (b < '0' || b > '9') && !bytes.ContainsRune([]byte("[]{}_^"), rune(b)) {
			return false
		}
	}
	return true
}

func letter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

// relation reads an inequality up to its semicolon into s. The relation is >= or,
// if that is allowed, =, which equal tells.
func (m *names) relation(w *words, s *sum, allowEqual bool) (equal bool, err error) {
	s.reset()
	for {
		word := w.next()
		switch string(word) {
		case "":
			return false, errors.New("an inequality is expected: factors and literals, >=, a number and ;")
		case "=":
			if !allowEqual {
				return false, errors.New("an inequality is expected here, not an equality")
			}
			equal = true
			fallthrough
		case ">=":
			return equal, m.degree(w, s)
		}
		a, err := number(word)
		if err != nil {
			return false, err
		}
		l, err := m.lit(w.next())
		if err != nil {
			return false, err
		}
		if s.linear(a, l); s.err != nil {
			return false, s.err
		}
	}
}

// degree reads the number and the semicolon after the relation.
func (m *names) degree(w *words, s *sum) error {
	word := w.next()
	word, ended := bytes.CutSuffix(word, []byte(";"))
	d, err := number(word)
	if err != nil {
		return err
	}
	if s.constant(d); s.err != nil {
		return s.err
	}
	if !ended {
		if word := w.next(); string(word) != ";" {
			return errors.New("; is missing after the inequality")
		}
	}
	return nil
}
