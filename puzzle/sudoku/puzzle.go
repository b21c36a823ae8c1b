package sudoku

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/deepen-go/deepen/puzzle"
)

// The sides of a box that are supported.
const (
	MinBox = 2
	MaxBox = 6
)

// DefaultMaxSolutions is how many solutions are counted unless a [Puzzle] says
// otherwise: enough to tell a unique one.
const DefaultMaxSolutions = 2

// mostSolutions is the largest value of the option max-solutions.
const mostSolutions = 1_000_000_000

// Puzzle is an instance. It must not be changed once it is in use.
type Puzzle struct {
	// Box is the side of a box, MinBox to MaxBox; the grid is Box*Box on a side.
	Box int
	// Givens has the cells row by row: 0 for an empty one, otherwise the digit,
	// 1 to Box*Box.
	Givens []uint8
	// Letters says that the digits are written A, B, C, … and not 1, …, 9, A, ….
	// Only 16x16 and 25x25 can be written so.
	Letters bool
	Question
}

// Question is what is asked of a puzzle. The zero value asks for the first
// solution in lexicographic order, and whether it is the only one.
type Question struct {
	// MaxSolutions is where counting stops; 0 stands for DefaultMaxSolutions.
	MaxSolutions int
	// CountAll counts all solutions, whatever MaxSolutions says.
	CountAll bool
	// Nth, when it is not 0, asks for the solution that is the Nth in
	// lexicographic order, from 1. At least so many are counted.
	Nth int64
	// Random asks for one of all solutions instead, each with the same
	// probability. All are counted. The same Seed gives the same solution.
	Random bool
	Seed   uint64
}

// Size returns the number of rows.
func (p *Puzzle) Size() int { return p.Box * p.Box }

// most is where counting stops.
func (q *Question) most() int64 {
	most := int64(q.MaxSolutions)
	if most <= 0 {
		most = DefaultMaxSolutions
	}
	if q.CountAll || q.Random {
		most = math.MaxInt64
	}
	return max(most, q.Nth)
}

// validate says what keeps p from being a puzzle at all. Readers never make
// such a one.
func (p *Puzzle) validate() error {
	if p.Box < MinBox || p.Box > MaxBox {
		return fmt.Errorf("sudoku: boxes of side %d", p.Box)
	}
	n := p.Size()
	if len(p.Givens) != n*n {
		return fmt.Errorf("sudoku: %d givens for a %dx%d grid", len(p.Givens), n, n)
	}
	if p.Nth < 0 {
		return fmt.Errorf("sudoku: solution number %d", p.Nth)
	}
	c := 0
	for ; c+8 <= n*n; c += 8 { // fast, up to what is wrong
		if x := binary.LittleEndian.Uint64(p.Givens[c:]); (x|(x+uint64(0x7f-n)*eachByte))&highBits != 0 {
			break
		}
	}
	for ; c < n*n; c++ {
		if d := p.Givens[c]; int(d) > n {
			return fmt.Errorf("sudoku: digit %d in row %d, column %d of a %dx%d grid", d, c/n+1, c%n+1, n, n)
		}
	}
	return nil
}

// Grid is a filled grid, the solution of a puzzle.
type Grid struct {
	// Box is the side of a box.
	Box int
	// Cells has the digits row by row, from 1.
	Cells []uint8
	// Letters says that the digits are written A, B, C, ….
	Letters bool

	// What AppendText says of it; filled in by Solve.
	count  puzzle.Count
	rank   int64 // its place in lexicographic order, from 1; 0: not known
	random bool  // drawn at random
}

// String returns the cells on one line, without a line ending.
func (g *Grid) String() string { return string(g.appendCells(nil)) }

func (g *Grid) appendCells(dst []byte) []byte {
	return appendSymbols(dst, g.Cells, g.Letters)
}

// appendSymbols appends cells as they are written.
func appendSymbols(dst, cells []uint8, letters bool) []byte {
	symbols := alphabet(letters)
	start := len(dst)
	dst = append(dst, cells...)
	text := dst[start:]
	for len(text) >= 8 && !letters {
		x := binary.LittleEndian.Uint64(text)
		if ((x-eachByte)|(x+(0x7f-9)*eachByte))&highBits != 0 {
			break // not all from 1 to 9
		}
		binary.LittleEndian.PutUint64(text, x+'0'*eachByte)
		text = text[8:]
	}
	for i, d := range text {
		text[i] = symbols[d]
	}
	return dst
}

// AppendText appends "unique: 4173…" for the only solution, "first of 3: …" or
// "first of 2 or more: …" for the first of several, "number 5 of 7: …" and
// "random, number 5 of 7: …" where these were asked for, "one of 2 or more: …"
// when a limit stopped the search before that was known, and "solution: …" for a
// grid that no solver made.
func (g *Grid) AppendText(dst []byte) []byte {
	switch {
	case !g.count.Valid:
		dst = append(dst, "solution: "...)
	case g.count.N == 1 && g.count.Complete:
		dst = append(dst, "unique: "...)
	default:
		switch {
		case g.rank == 0:
			dst = append(dst, "one"...)
		case g.random:
			dst = append(dst, "random, number "...)
			dst = strconv.AppendInt(dst, g.rank, 10)
		case g.rank == 1:
			dst = append(dst, "first"...)
		default:
			dst = append(dst, "number "...)
			dst = strconv.AppendInt(dst, g.rank, 10)
		}
		dst = append(dst, " of "...)
		dst = strconv.AppendInt(dst, g.count.N, 10)
		if !g.count.Complete {
			dst = append(dst, " or more"...)
		}
		dst = append(dst, ": "...)
	}
	return g.appendCells(dst)
}

// AppendJudge appends the cells on a line.
func (g *Grid) AppendJudge(dst []byte) []byte { return append(g.appendCells(dst), '\n') }

// AppendJSON appends {"grid":"…"}, and with "rank":N the place in lexicographic
// order unless that is 1 or not known.
func (g *Grid) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"grid":"`...)
	dst = append(g.appendCells(dst), '"')
	if g.rank > 1 {
		dst = append(dst, `,"rank":`...)
		dst = strconv.AppendInt(dst, g.rank, 10)
	}
	return append(dst, '}')
}

// Kind is Sudoku.
var Kind puzzle.Kind = kind{}

type kind struct{}

const sample = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9\n"

var info = puzzle.Info{
	Name:    "sudoku",
	Summary: "fill the grid so that each digit stands once in every row, column and box; count the solutions",
	Origin:  "POJ 3074",
	Formats: []puzzle.Format{
		{
			Name:    "native",
			Summary: "a grid a line, row by row, . or 0 for an empty cell; 4x4, 9x9, 16x16, 25x25 or 36x36; # starts a comment",
			Sample:  sample + "1...2.....3...4.\n",
		},
		{
			Name:    "poj3074",
			Judge:   true,
			Summary: "a 9x9 grid a line, . for an empty cell; a line \"end\" closes the file",
			Sample:  sample + "end\n",
		},
		{
			Name:    "sdk",
			Summary: "SadMan Software: # lines, an optional [Puzzle] line, then nine lines of nine cells; one puzzle a file",
			Sample:  "#A Arto Inkala\n8........\n..36.....\n.7..9.2..\n.5...7...\n....457..\n...1...3.\n..1....68\n..85...1.\n.9....4..\n",
		},
		{
			Name:    "sdm",
			Summary: "a collection: a 9x9 grid a line, 0 or . for an empty cell",
			Sample:  "000000000000003085001020000000507000004000100090000000500000073002010000000040009\n",
		},
		{
			Name:    "ss",
			Summary: "Simple Sudoku: nine rows with | between and rules (---) below the boxes, . or X for an empty cell; one puzzle a file",
			Sample:  "8..|...|...\n..3|6..|...\n.7.|.9.|2..\n-----------\n.5.|..7|...\n...|.45|7..\n...|1..|.3.\n-----------\n..1|...|.68\n..8|5..|.1.\n.9.|...|4..\n",
		},
	},
	Options: []puzzle.Option{
		{Name: "max-solutions", Default: strconv.Itoa(DefaultMaxSolutions), Usage: "stop counting at this many solutions"},
		{Name: "count", Default: "no", Values: []string{"yes", "no"}, Bare: "yes", Usage: "count all solutions"},
		{Name: "nth", Usage: "answer with the solution that is number `N` in lexicographic order"},
		{Name: "random-solution", Usage: "answer with one of all solutions at random, each as likely, by this `seed`"},
	},
}

func (kind) Info() puzzle.Info { return info }

func (kind) Guess(file string, head []byte) string { return guess(file, head) }

func (kind) NewReader(r io.Reader, format string, settings puzzle.Settings) (puzzle.Reader, error) {
	return newReader(r, format, settings)
}

func (kind) NewSolver() puzzle.Solver { return &solver{} }

func (kind) NewAnswerReader(r io.Reader) puzzle.AnswerReader { return newAnswerReader(r) }

func (kind) DecodeSolution(data json.RawMessage) (puzzle.Solution, error) {
	var s struct {
		Grid *string `json:"grid"`
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("sudoku solution: %w", err)
	}
	if s.Grid == nil {
		return nil, errors.New(`sudoku solution: no "grid"`)
	}
	p, fault := parseCells([]byte(*s.Grid), 0)
	if fault != nil {
		return nil, fmt.Errorf("sudoku solution: grid: column %d: %s", fault.Column, fault.Msg)
	}
	for c, d := range p.Givens {
		if d == 0 {
			return nil, fmt.Errorf("sudoku solution: grid: column %d: the cell is empty", c+1)
		}
	}
	return &Grid{Box: p.Box, Cells: p.Givens, Letters: p.Letters}, nil
}

func (kind) Check(inst puzzle.Instance, ans puzzle.Answer) puzzle.Verdict {
	return Check(inst.(*Puzzle), ans)
}

// Judge accepts every valid grid when the reference has one, not only the first
// in lexicographic order: the judge's puzzles have one solution, and of others
// a contestant is asked for a solution, not for ours.
func (kind) Judge(_ puzzle.Instance, ans, best puzzle.Answer) puzzle.Verdict {
	return puzzle.JudgeCost(ans, best)
}
