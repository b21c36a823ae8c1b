package hittingset

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/hitting"
	"github.com/deepen-go/deepen/puzzle"
)

// Problem is an instance. Solve and Check panic when it is not valid (see
// [hitting.Problem.Validate]); the readers give only valid ones.
type Problem hitting.Problem

// Validate returns an error when the number of elements is out of range, or a
// set has something that is not an element.
func (p *Problem) Validate() error { return (*hitting.Problem)(p).Validate() }

func (p *Problem) must() {
	if err := p.Validate(); err != nil {
		panic(err)
	}
}

// Chosen is a solution: the elements that are chosen, ascending.
type Chosen []int

// AppendText appends "3 elements: 1 5 9".
func (c Chosen) AppendText(dst []byte) []byte {
	dst = strconv.AppendInt(dst, int64(len(c)), 10)
	switch len(c) {
	case 0:
		return append(dst, " elements"...)
	case 1:
		dst = append(dst, " element:"...)
	default:
		dst = append(dst, " elements:"...)
	}
	for _, e := range c {
		dst = append(dst, ' ')
		dst = strconv.AppendInt(dst, int64(e), 10)
	}
	return dst
}

// AppendJudge appends the answer of the PACE challenge: the number of elements,
// and then the elements, a number a line.
func (c Chosen) AppendJudge(dst []byte) []byte {
	dst = append(strconv.AppendInt(dst, int64(len(c)), 10), '\n')
	for _, e := range c {
		dst = append(strconv.AppendInt(dst, int64(e), 10), '\n')
	}
	return dst
}

// AppendJSON appends {"elements":[1,5,9]}.
func (c Chosen) AppendJSON(dst []byte) []byte {
	return append(puzzle.AppendInts(append(dst, `{"elements":`...), c), '}')
}

// Kind is minimum hitting set.
var Kind puzzle.Kind = kind{}

type kind struct{}

const (
	formatHGR  = "hgr"
	formatPACE = "pace"
	formatOPB  = "opb"
)

var info = puzzle.Info{
	Name:    "hitting",
	Summary: "choose the fewest elements so that every set has one of them",
	Origin:  "PACE 2025",
	Formats: []puzzle.Format{
		{
			Name:    formatHGR,
			Aliases: []string{"native"},
			Summary: "p hs ELEMENTS SETS, then a set a line; lines of c are comments",
			Sample:  "p hs 4 2\n1 2 3\n3 4\n",
		},
		{
			Name:    formatPACE,
			Judge:   true,
			Summary: "the same, answered as the PACE challenge asks: the size, then the elements, a number a line",
			Sample:  "p hs 4 2\n1 2 3\n3 4\n",
		},
		{
			Name:    formatOPB,
			Summary: "a pseudo-Boolean programme of unit costs and clauses; element i is xi",
			Sample:  "* #variable= 4 #constraint= 2\nmin: +1 x1 +1 x2 +1 x3 +1 x4 ;\n+1 x1 +1 x2 +1 x3 >= 1 ;\n+1 x3 +1 x4 >= 1 ;\n",
		},
	},
}

func (kind) Info() puzzle.Info { return info }

// Guess takes a text for opb when it has an objective or a comment of that
// format, and for hgr otherwise.
func (kind) Guess(file string, head []byte) string {
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	switch head = bytes.TrimLeft(head, " \t\r\n"); {
	case bytes.HasPrefix(head, []byte("*")), bytes.HasPrefix(head, []byte("min:")),
		len(head) == 0 && strings.HasSuffix(file, ".opb"):
		return formatOPB
	}
	return formatHGR
}

func (kind) NewReader(r io.Reader, format string, settings puzzle.Settings) (puzzle.Reader, error) {
	return newReader(r, format, settings)
}

func (kind) NewSolver() puzzle.Solver { return solver{} }

func (kind) NewAnswerReader(r io.Reader) puzzle.AnswerReader { return newAnswerReader(r) }

func (kind) DecodeSolution(data json.RawMessage) (puzzle.Solution, error) {
	var s struct {
		Elements *Chosen `json:"elements"`
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("hitting solution: %w", err)
	}
	if s.Elements == nil {
		return nil, fmt.Errorf(`hitting solution: no "elements"`)
	}
	slices.Sort(*s.Elements)
	return *s.Elements, nil
}

func (kind) Check(inst puzzle.Instance, ans puzzle.Answer) puzzle.Verdict {
	return Check(inst.(*Problem), ans)
}

func (kind) Judge(_ puzzle.Instance, ans, best puzzle.Answer) puzzle.Verdict {
	return puzzle.JudgeCost(ans, best)
}

func (kind) GenerateOptions() []puzzle.Option { return generateOptions }

// Generate needs no solver: each family is drawn at once.
func (kind) Generate(_ context.Context, _ puzzle.Solver, seed, index uint64, settings puzzle.Settings, _ budget.Limits) (puzzle.Instance, error) {
	f, err := familyOf(settings)
	if err != nil {
		return nil, &puzzle.SettingsError{Err: err}
	}
	return f.draw(seed, index), nil
}

func (kind) Rate(ctx context.Context, _ puzzle.Solver, inst puzzle.Instance, limits budget.Limits) (puzzle.Rating, puzzle.Answer) {
	r, ans := Rate(ctx, inst.(*Problem), limits)
	if ans.Status != puzzle.Solved {
		return nil, ans
	}
	return r, ans
}
