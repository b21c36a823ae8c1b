// Package lines reads the text formats of the puzzles line by line, and says
// exactly where a fault is.
//
// A [Scanner] takes care of what every format has to bear: line endings of
// Unix and Windows, a byte order mark, a file that is not text, a line without end. The
// puzzles' readers see clean lines and build their messages with [Errorf],
// [Fields] and [Char].
package lines

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/deepen-go/deepen/puzzle"
)

// Max is the longest line in bytes, its ending included; a last line without an
// ending is held to the same as if it had one. No format needs more than a tenth
// of it; a longer line is refused when Max bytes have been read.
const Max = 1 << 20

// Scanner reads lines. Create it with [New].
type Scanner struct {
	r    *bufio.Reader
	line int
	end  bool
	last []byte // what Next returned
	back bool   // and shall return once more
	// The place after the last byte of the last line.
	endLine, endColumn int
}

// New returns a scanner that reads from r. A *bufio.Reader of at least [Max]
// bytes is used as it is.
func New(r io.Reader) *Scanner {
	size := Max
	if text, ok := r.(interface{ Len() int }); ok {
		// A string or a slice needs no more than its own length.
		size = min(Max, text.Len()+1)
	}
	return &Scanner{r: bufio.NewReaderSize(r, size), endLine: 1, endColumn: 1}
}

// Line returns the number, from 1, of the line that Next returned last.
func (s *Scanner) Line() int { return s.line }

// Next returns the next line without its ending; it is valid until the next
// call. At the end it returns io.EOF. A text that cannot be a puzzle (a line
// longer than Max, a zero byte, UTF-16) gives a *puzzle.InputError once, and
// io.EOF from then on. Columns are counted after the byte order mark.
func (s *Scanner) Next() ([]byte, error) {
	if s.back {
		s.back = false
		return s.last, nil
	}
	if s.end {
		return nil, io.EOF
	}
	line, err := s.r.ReadSlice('\n')
	if err == io.EOF && len(line) == 0 {
		s.end = true
		return nil, io.EOF
	}
	s.line++
	ended := err == nil
	if errors.Is(err, bufio.ErrBufferFull) || len(line) > Max || len(line) == Max && !ended {
		return nil, s.stop(1, fmt.Sprintf("the line is longer than %d bytes", Max))
	}
	if !ended && err != io.EOF {
		s.end = true
		return nil, fmt.Errorf("line %d: %w", s.line, err)
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	line = bytes.TrimSuffix(line, []byte("\r"))
	if s.line == 1 {
		if bytes.HasPrefix(line, []byte("\xff\xfe")) || bytes.HasPrefix(line, []byte("\xfe\xff")) {
			return nil, s.stop(1, "the file is in UTF-16; save it as UTF-8 or plain ASCII")
		}
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	if i := bytes.IndexByte(line, 0); i >= 0 {
		return nil, s.stop(i+1, "a zero byte: this is not a text file")
	}
	s.endLine, s.endColumn = s.line, len(line)+1
	if ended {
		s.endLine, s.endColumn = s.line+1, 1
	}
	s.last = line
	return line, nil
}

// Back makes Next return the line once more that it returned last.
func (s *Scanner) Back() { s.back = true }

func (s *Scanner) stop(column int, msg string) error {
	s.end = true
	return &puzzle.InputError{Line: s.line, Column: column, Msg: msg, Whole: true}
}

// Content returns the next line that has something on it, white space around it
// cut off, and the column where it starts. Blank lines are skipped, and so are
// comments when comment is not 0: what follows that character on a line.
func (s *Scanner) Content(comment byte) (text []byte, column int, err error) {
	for {
		line, err := s.Next()
		if err != nil {
			return nil, 0, err
		}
		if comment != 0 {
			if i := bytes.IndexByte(line, comment); i >= 0 {
				line = line[:i]
			}
		}
		start, end := 0, len(line)
		for start < end && isSpace(line[start]) {
			start++
		}
		for start < end && isSpace(line[end-1]) {
			end--
		}
		if start < end {
			return line[start:end], start + 1, nil
		}
	}
}

// Nothing returns the error of a text without a puzzle. what says what is
// expected.
func Nothing(what string) error {
	return &puzzle.InputError{Line: 1, Column: 1, Msg: "no puzzle in the file; " + what + " is expected", Whole: true}
}

// Errorf returns an error at the given column of the current line.
func (s *Scanner) Errorf(column int, format string, args ...any) error {
	return &puzzle.InputError{Line: max(s.line, 1), Column: column, Msg: fmt.Sprintf(format, args...)}
}

// EndErrorf returns an error at the place after the last line that Next
// returned: after io.EOF, where the text ends and something is missing.
func (s *Scanner) EndErrorf(format string, args ...any) error {
	return &puzzle.InputError{Line: s.endLine, Column: s.endColumn, Msg: fmt.Sprintf(format, args...)}
}

// Field is a word of a line.
type Field struct {
	Text   []byte
	Column int // of its first byte, from 1
}

// Fields appends the words of text, which starts at the given column, to dst.
func Fields(dst []Field, text []byte, column int) []Field {
	for i := 0; i < len(text); {
		if isSpace(text[i]) {
			i++
			continue
		}
		start := i
		for i < len(text) && !isSpace(text[i]) {
			i++
		}
		dst = append(dst, Field{text[start:i], column + start})
	}
	return dst
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// Int returns the field as a decimal number. It is false for anything else,
// and for numbers beyond 18 digits.
func (f Field) Int() (int, bool) {
	if len(f.Text) > 18 {
		return 0, false
	}
	n, err := strconv.Atoi(string(f.Text))
	return n, err == nil
}

// String returns the field's text, quoted and cut when it is long.
func (f Field) String() string { return Quote(f.Text) }

// Quote returns text quoted for a message, cut when it is long.
func Quote(text []byte) string {
	const most = 24
	if len(text) > most {
		return strconv.QuoteToASCII(string(text[:most])) + "…"
	}
	return strconv.QuoteToASCII(string(text))
}

// Char names the character at the start of text for a message: 'x', or a
// byte's value when it is no character.
func Char(text []byte) string {
	r, size := utf8.DecodeRune(text)
	if r == utf8.RuneError && size <= 1 {
		return fmt.Sprintf("byte 0x%02x", text[0])
	}
	return strconv.QuoteRune(r)
}

// Words reads a text word by word, over all its lines: the way judges' answer
// files are read.
type Words struct {
	s    *Scanner
	rest []Field // of the current line
}

// NewWords returns a reader of the words of r.
func NewWords(r io.Reader) *Words { return &Words{s: New(r)} }

// Next returns the next word, which is valid until the next call. At the end
// of the text it returns io.EOF with a field that has no text and stands there.
func (w *Words) Next() (Field, error) {
	f, err := w.Peek()
	if err == nil {
		w.rest = w.rest[1:]
	}
	return f, err
}

// Peek returns what Next will return.
func (w *Words) Peek() (Field, error) {
	for len(w.rest) == 0 {
		line, err := w.s.Next()
		if err != nil {
			return Field{Column: w.s.endColumn}, err
		}
		w.rest = Fields(w.rest[:0], line, 1)
	}
	return w.rest[0], nil
}

// Line returns the number of the line of the word that Next or Peek returned
// last.
func (w *Words) Line() int { return w.s.Line() }

// Rest returns the number of words that are left on that line.
func (w *Words) Rest() int { return len(w.rest) }

// Drop leaves out the rest of that line.
func (w *Words) Drop() { w.rest = w.rest[:0] }

// End returns nil when no word is left, and an error at the next word
// otherwise.
func (w *Words) End() error {
	switch f, err := w.Peek(); {
	case err == io.EOF:
		return nil
	case err != nil:
		return err
	default:
		return w.Errorf(f, "%s after the last answer", f)
	}
}

// Errorf returns an error at the field f, which Next or Peek returned last.
func (w *Words) Errorf(f Field, format string, args ...any) error {
	if f.Text == nil {
		return w.s.EndErrorf(format, args...)
	}
	return w.s.Errorf(f.Column, format, args...)
}

// Cost reads an answer that is a cost alone: a number, -1 for infeasible, or ?
// for unknown. what says what the number is.
func (w *Words) Cost(what string) (puzzle.Answer, error) {
	a := puzzle.Answer{Cost: puzzle.None, LowerBound: puzzle.None}
	f, err := w.Next()
	if err != nil {
		return a, err
	}
	if string(f.Text) == "?" {
		return a, nil
	}
	n, ok := f.Int()
	switch {
	case !ok || n < -1:
		return a, w.Errorf(f, "a %s, -1 or ? is expected, not %s", what, f)
	case n == -1:
		a.Status = puzzle.Infeasible
	default:
		a.Status, a.Cost = puzzle.Solved, n
	}
	return a, nil
}
