package squares

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// MaxSize is the most rows, and the most columns, of a grid.
const MaxSize = 64

// Shapes says which shapes must not be left.
type Shapes uint8

// The shapes.
const (
	Squares    Shapes = iota // squares of any size
	Rectangles               // rectangles of any size, squares among them
	Unit                     // unit cells
)

var shapeNames = []string{"squares", "rectangles", "unit"}

// String returns the option's value for s.
func (s Shapes) String() string {
	if int(s) >= len(shapeNames) {
		return fmt.Sprintf("Shapes(%d)", uint8(s))
	}
	return shapeNames[s]
}

// Grid is an instance. The readers give only grids whose fields are as stated
// here. Solve and Check panic with the error of [Grid.Validate] when one is not.
type Grid struct {
	Rows, Cols int    // of unit cells, 1 to MaxSize
	Gone       []int  // the sticks that are gone, ascending, each from 1 to Sticks()
	Shapes     Shapes // what must not be left
}

// Validate returns an error when a field is not as its comment says.
func (g *Grid) Validate() error {
	switch {
	case g == nil:
		return errors.New("squares: there is no grid")
	case g.Rows < 1 || g.Rows > MaxSize:
		return fmt.Errorf("squares: the number of rows must be from 1 to %d, not %d", MaxSize, g.Rows)
	case g.Cols < 1 || g.Cols > MaxSize:
		return fmt.Errorf("squares: the number of columns must be from 1 to %d, not %d", MaxSize, g.Cols)
	case int(g.Shapes) >= len(shapeNames):
		return fmt.Errorf("squares: %s are not known", g.Shapes)
	}
	last := 0
	for _, s := range g.Gone {
		switch {
		case s < 1 || s > g.Sticks():
			return fmt.Errorf("squares: stick %d is out of range: the grid has sticks 1 to %d", s, g.Sticks())
		case s == last:
			return fmt.Errorf("squares: stick %d is given twice", s)
		case s < last:
			return fmt.Errorf("squares: the sticks that are gone must ascend, but %d comes after %d", s, last)
		}
		last = s
	}
	return nil
}

// must panics when the grid is not valid.
func (g *Grid) must() {
	if err := g.Validate(); err != nil {
		panic(err)
	}
}

// Sticks returns the number of sticks of the complete grid.
func (g *Grid) Sticks() int { return sticks(g.Rows, g.Cols) }

func sticks(rows, cols int) int { return rows*(cols+1) + cols*(rows+1) }

// Horizontal returns the number of the stick from corner (r,c) to the right,
// for 0 <= r <= Rows and 0 <= c < Cols.
func (g *Grid) Horizontal(r, c int) int { return 1 + r*(2*g.Cols+1) + c }

// Vertical returns the number of the stick from corner (r,c) downwards, for
// 0 <= r < Rows and 0 <= c <= Cols.
func (g *Grid) Vertical(r, c int) int { return 1 + r*(2*g.Cols+1) + g.Cols + c }

// Removal is a solution: the sticks to take away, ascending.
type Removal []int

// AppendText appends "3 sticks: 1 5 9".
func (m Removal) AppendText(dst []byte) []byte {
	dst = strconv.AppendInt(dst, int64(len(m)), 10)
	switch len(m) {
	case 0:
		return append(dst, " sticks"...)
	case 1:
		dst = append(dst, " stick:"...)
	default:
		dst = append(dst, " sticks:"...)
	}
	for _, s := range m {
		dst = append(dst, ' ')
		dst = strconv.AppendInt(dst, int64(s), 10)
	}
	return dst
}

// AppendJudge appends the number of sticks, as the judge asks.
func (m Removal) AppendJudge(dst []byte) []byte {
	return append(strconv.AppendInt(dst, int64(len(m)), 10), '\n')
}

// AppendJSON appends {"remove":[1,5,9]}.
func (m Removal) AppendJSON(dst []byte) []byte {
	return append(puzzle.AppendInts(append(dst, `{"remove":`...), m), '}')
}

// Kind is Square Destroyer.
var Kind puzzle.Kind = kind{}

type kind struct{}

var info = puzzle.Info{
	Name:    "squares",
	Summary: "take away the fewest matchsticks so that no complete square is left",
	Origin:  "POJ 1084",
	Formats: []puzzle.Format{
		{
			Name:    "native",
			Summary: "a grid a line: its size n or RxC, a colon, the sticks that are gone; # starts a comment",
			Sample:  "3: 12 17 23\n4x6:\n",
		},
		{
			Name:    "poj1084",
			Aliases: []string{"uva1603"},
			Judge:   true,
			Summary: "the number of cases; for each n, then k and the k sticks that are gone",
			Sample:  "2\n2\n0\n3\n3 12 17 23\n",
		},
	},
	Options: []puzzle.Option{
		{Name: "shapes", Default: Squares.String(), Values: shapeNames, Usage: "what must not be left: squares or rectangles of any size, or unit squares"},
	},
}

func (kind) Info() puzzle.Info { return info }

// Guess takes a text for native when it has what only that format has: a colon
// or a comment.
func (kind) Guess(_ string, head []byte) string {
	if bytes.ContainsAny(head, ":#") {
		return "native"
	}
	return "poj1084"
}

func (kind) NewReader(r io.Reader, format string, settings puzzle.Settings) (puzzle.Reader, error) {
	return newReader(r, format, settings)
}

func (kind) NewSolver() puzzle.Solver { return new(solver) }

func (kind) NewAnswerReader(r io.Reader) puzzle.AnswerReader { return newAnswerReader(r) }

func (kind) DecodeSolution(data json.RawMessage) (puzzle.Solution, error) {
	var s struct {
		Remove *Removal `json:"remove"`
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("squares solution: %w", err)
	}
	if s.Remove == nil {
		return nil, fmt.Errorf(`squares solution: no "remove"`)
	}
	slices.Sort(*s.Remove)
	return *s.Remove, nil
}

func (kind) Check(inst puzzle.Instance, ans puzzle.Answer) puzzle.Verdict {
	return Check(inst.(*Grid), ans)
}

func (kind) Judge(_ puzzle.Instance, ans, best puzzle.Answer) puzzle.Verdict {
	return puzzle.JudgeCost(ans, best)
}

func (kind) GenerateOptions() []puzzle.Option { return generateOptions }

func (kind) Generate(ctx context.Context, s puzzle.Solver, seed, index uint64, settings puzzle.Settings, limits budget.Limits) (puzzle.Instance, error) {
	w, err := wantedOf(settings)
	if err != nil {
		return nil, &puzzle.SettingsError{Err: err}
	}
	g, err := s.(*solver).generate(ctx, rand.New(rand.NewPCG(seed, index)), w, limits)
	if err != nil {
		return nil, err // without it, a nil *Grid would make a non-nil Instance
	}
	return g, nil
}

func (kind) Rate(ctx context.Context, s puzzle.Solver, inst puzzle.Instance, limits budget.Limits) (puzzle.Rating, puzzle.Answer) {
	r, ans := s.(*solver).rate(ctx, inst.(*Grid), limits)
	if ans.Status != puzzle.Solved {
		return nil, ans
	}
	return r, ans
}

func (kind) Explain(dst []byte, inst puzzle.Instance, ans puzzle.Answer) []byte {
	g := inst.(*Grid)
	m, why := studied(g, ans.Solution)
	return appendExplanation(dst, g, m, why)
}

// Styles implements puzzle.Renderer.
func (kind) Styles() []string { return []string{"svg"} }

// Render implements puzzle.Renderer: the grid, what is taken away, and the packing.
func (kind) Render(dst []byte, inst puzzle.Instance, ans puzzle.Answer, style string) []byte {
	if style != "svg" {
		panic("squares: no style " + style)
	}
	g := inst.(*Grid)
	m, why := studied(g, ans.Solution)
	return AppendSVG(dst, g, m, why.Packed)
}
