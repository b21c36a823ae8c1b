package sudoku

import (
	"bytes"
	"io"
	"strings"

	"github.com/deepen-go/deepen/internal/lines"
	"github.com/deepen-go/deepen/puzzle"
)

// drawnReader reads the formats with one puzzle a file, drawn in nine rows.
type drawnReader struct {
	s   *lines.Scanner
	ask Question
	// isRow says whether a line, white space around it cut off, is to be read
	// as a row.
	isRow func(text []byte) bool
	// between has the characters that may stand between cells, and alsoEmpty
	// those that stand for an empty cell besides . and 0.
	between, alsoEmpty string
	done               bool
}

// newSDKReader reads SadMan Software's format: lines that begin with # say
// where the puzzle comes from; a file that has more than the puzzle has it below
// the line [Puzzle], and the sections below other such lines ([State],
// [PencilMarks]) are skipped.
func newSDKReader(s *lines.Scanner, ask Question) *drawnReader {
	skip := false
	return &drawnReader{s: s, ask: ask, isRow: func(text []byte) bool {
		switch text[0] {
		case '#':
			return false
		case '[':
			skip = !strings.EqualFold(string(text), "[Puzzle]")
			return false
		}
		return !skip
	}}
}

// newSSReader reads the format of Simple Sudoku, with or without the frame and
// the program's name that its clipboard adds.
func newSSReader(s *lines.Scanner, ask Question) *drawnReader {
	return &drawnReader{s: s, ask: ask, between: "| \t", alsoEmpty: "Xx", isRow: func(text []byte) bool {
		return !isRule(text) && !bytes.HasPrefix(text, []byte("Simple Sudoku"))
	}}
}

// isRule says whether a line is one drawn between boxes, as "-----------",
// "|---+---+---|" or "*-----------*".
func isRule(text []byte) bool {
	return bytes.Contains(text, []byte("---")) && len(bytes.Trim(text, "-+*=|")) == 0
}

func (r *drawnReader) Read() (puzzle.Instance, error) {
	if r.done {
		return nil, io.EOF
	}
	r.done = true
	p := &Puzzle{Box: 3, Givens: make([]uint8, 81), Question: r.ask}
	rows, end := 0, noPuzzle()
	for {
		text, column, err := r.s.Content(0)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if !r.isRow(text) {
			continue
		}
		if rows == 9 {
			return nil, r.s.Errorf(column, "%s after the nine rows of the puzzle", lines.Quote(text))
		}
		if f := r.parseRow(p.Givens[9*rows:][:9], text, rows+1); f != nil {
			return nil, r.s.Errorf(column+f.Column-1, "%s", f.Msg)
		}
		rows++
		end = r.s.Errorf(column+len(text), "the puzzle ends after %s, 9 are expected", plural(rows, "row"))
	}
	if rows < 9 {
		return nil, end
	}
	return p, nil
}

// parseRow reads one row.
func (r *drawnReader) parseRow(dst []uint8, text []byte, number int) *fault {
	cells := 0
	for i, c := range text {
		if strings.IndexByte(r.between, c) >= 0 {
			continue
		}
		if cells == 9 {
			return faultf(i+1, "row %d has more than 9 cells", number)
		}
		if strings.IndexByte(r.alsoEmpty, c) < 0 {
			if f := parseSymbols(dst[cells:], text[i:i+1], 9, false); f != nil {
				return faultf(i+1, "%s", f.Msg)
			}
		}
		cells++
	}
	if cells < 9 {
		return faultf(len(text)+1, "row %d has %s, 9 are expected", number, plural(cells, "cell"))
	}
	return nil
}
