package tiles

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// MaxCells is the largest number of cells of a board.
const MaxCells = 25

// MinSide is the smallest number of rows or columns of a board. On a single
// line no tile can ever pass another.
const MinSide = 2

// Heuristic names the lower bound that the search uses.
type Heuristic uint8

// The heuristics.
const (
	Auto           Heuristic = iota // what is fastest for the board; see [Solve]
	Manhattan                       // the tiles' distances from their places
	LinearConflict                  // Manhattan, and two moves more for each tile that has to make way
	PDB                             // additive pattern databases
)

var heuristicNames = []string{"auto", "manhattan", "linear-conflict", "pdb"}

// String returns the heuristic's name on the command line.
func (h Heuristic) String() string { return heuristicNames[h] }

// Board is an instance: where the tiles lie, and the heuristic to search with.
type Board struct {
	Rows, Cols int
	// Tiles[i] is the tile on cell i, row by row; 0 is the blank. Beyond the
	// board's cells it is 0.
	Tiles     [MaxCells]uint8
	Heuristic Heuristic
	// All, if positive, asks for the number of all shortest solutions and a list
	// of the first All of them.
	All int
}

// Moves is a solution: the tiles that slide into the blank, in order.
type Moves []int

// AppendText appends "2 moves: 1 5".
func (m Moves) AppendText(dst []byte) []byte {
	dst = strconv.AppendInt(dst, int64(len(m)), 10)
	switch len(m) {
	case 0:
		return append(dst, " moves"...)
	case 1:
		dst = append(dst, " move:"...)
	default:
		dst = append(dst, " moves:"...)
	}
	for _, tile := range m {
		dst = append(dst, ' ')
		dst = strconv.AppendInt(dst, int64(tile), 10)
	}
	return dst
}

// AppendJudge appends the number of moves on a line.
func (m Moves) AppendJudge(dst []byte) []byte {
	return append(strconv.AppendInt(dst, int64(len(m)), 10), '\n')
}

// AppendJSON appends {"moves":[tile,…]}.
func (m Moves) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"moves":`...)
	dst = puzzle.AppendInts(dst, m)
	return append(dst, '}')
}

// The operators: where the blank goes, in the order of the search.
const (
	up int32 = iota
	left
	right
	down
)

// cells returns the number of cells.
func (b *Board) cells() int { return b.Rows * b.Cols }

// blank returns the blank's cell.
func (b *Board) blank() int {
	for i := range b.cells() {
		if b.Tiles[i] == 0 {
			return i
		}
	}
	return -1 // not a board
}

// Solvable reports whether b can be brought into its goal. Every move swaps the
// blank with a tile, so it changes both the parity of the permutation and the
// colour of the blank's cell on a chessboard; the two go together (Johnson and
// Story, Notes on the "15" puzzle, 1879). A permutation that passes can be
// solved (Wilson, Graph puzzles, homotopy, and the alternating group, 1974).
func (b *Board) Solvable() bool {
	odd := 0
	seen := [MaxCells]bool{}
	for i := range b.cells() {
		for j := i; !seen[j]; j = int(b.Tiles[j]) {
			seen[j] = true
			if j != i {
				odd ^= 1 // a cycle of n is n-1 swaps
			}
		}
	}
	blank := b.blank()
	return odd == (blank/b.Cols+blank%b.Cols)&1
}

// ops returns, for each cell, the operators that keep the blank on the board,
// in order.
func ops(rows, cols int) (ops [MaxCells][]int32) {
	for i := range rows * cols {
		for op, ok := range []bool{i/cols > 0, i%cols > 0, i%cols < cols-1, i/cols < rows-1} {
			if ok {
				ops[i] = append(ops[i], int32(op))
			}
		}
	}
	return ops
}

// steps returns how far each operator takes the blank.
func steps(cols int) [4]int { return [4]int{up: -cols, left: -1, right: 1, down: cols} }

// distance is the number of rows and columns between two cells.
func distance(i, j, cols int) int {
	abs := func(n int) int { return max(n, -n) }
	return abs(i/cols-j/cols) + abs(i%cols-j%cols)
}

// movesOf turns the operators of a solution into tiles.
func movesOf(b *Board, path []int32) Moves {
	step := steps(b.Cols)
	tiles, blank := b.Tiles, b.blank()
	m := make(Moves, len(path))
	for i, op := range path {
		cell := blank + step[op]
		m[i] = int(tiles[cell])
		tiles[blank], tiles[cell] = tiles[cell], 0
		blank = cell
	}
	return m
}

// Kind is the sliding-tile puzzle. Its solvers have a method UseStore; see
// [Solver].
var Kind puzzle.Kind = kind{}

type kind struct{}

var info = puzzle.Info{
	Name:    "tiles",
	Summary: "slide the tiles into order in the fewest moves",
	Origin:  "Noyes Chapman, 1874: the 15-puzzle",
	Formats: []puzzle.Format{
		{
			Name:    "native",
			Summary: "a puzzle a line, its tiles row by row, 0 the blank; # starts a comment",
			Sample:  "1 2 5 3 0 4 6 7 8\n4 1 2 3 5 6 10 7 8 0 9 11 12 13 14 15\n",
		},
		{
			Name:    "korf",
			Summary: "as native, each line with a number of the puzzle before its tiles",
			Sample:  "1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n",
		},
	},
	Options: []puzzle.Option{
		{Name: "heuristic", Default: "auto", Values: heuristicNames, Usage: "the lower bound of the search"},
		puzzle.AllOption,
		{Name: "size", Usage: "rows x columns, as 2x6 (default: by the number of tiles: 3x3, 3x4, 4x4, 4x5 or 5x5)"},
	},
}

func (kind) Info() puzzle.Info { return info }

func (kind) NewReader(r io.Reader, format string, settings puzzle.Settings) (puzzle.Reader, error) {
	return newReader(r, format, settings)
}

func (kind) NewSolver() puzzle.Solver { return NewSolver() }

func (kind) NewAnswerReader(r io.Reader) puzzle.AnswerReader { return newAnswerReader(r) }

func (kind) DecodeSolution(data json.RawMessage) (puzzle.Solution, error) {
	var s struct {
		Moves []int `json:"moves"`
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("tiles solution: %w", err)
	}
	if s.Moves == nil {
		return nil, fmt.Errorf(`tiles solution: no "moves"`)
	}
	return Moves(s.Moves), nil
}

func (kind) Check(inst puzzle.Instance, ans puzzle.Answer) puzzle.Verdict {
	return Check(inst.(*Board), ans)
}

func (kind) Judge(_ puzzle.Instance, ans, best puzzle.Answer) puzzle.Verdict {
	return puzzle.JudgeCost(ans, best)
}

func (kind) GenerateOptions() []puzzle.Option {
	return []puzzle.Option{
		{Name: "depth", Usage: "exactly so many `moves` to the goal (default: any board, evenly drawn)"},
		{Name: "size", Default: "4x4", Usage: "rows x columns"},
	}
}

func (kind) Generate(ctx context.Context, s puzzle.Solver, seed, index uint64, settings puzzle.Settings, limits budget.Limits) (puzzle.Instance, error) {
	const most = 1000
	depth, err := settings.Int("depth", -1, 0, most)
	if err != nil {
		return nil, &puzzle.SettingsError{Err: err}
	}
	o, err := parseSize(settings.String("size", "4x4"))
	if err != nil {
		return nil, &puzzle.SettingsError{Err: err}
	}
	rng := rand.New(rand.NewPCG(seed, index))
	if depth < 0 {
		return Generate(rng, o.rows, o.cols), nil
	}
	b, err := s.(*Solver).GenerateDepth(ctx, rng, o.rows, o.cols, depth, limits)
	if err != nil {
		return nil, err // without it, a nil *Board would make a non-nil Instance
	}
	return b, nil
}

func (kind) Rate(ctx context.Context, s puzzle.Solver, inst puzzle.Instance, limits budget.Limits) (puzzle.Rating, puzzle.Answer) {
	r, ans := s.(*Solver).Rate(ctx, inst.(*Board), limits)
	if ans.Status != puzzle.Solved {
		return nil, ans
	}
	return r, ans
}

func (kind) Explain(dst []byte, inst puzzle.Instance, ans puzzle.Answer) []byte {
	steps, err := Frames(inst.(*Board), ans.Solution.(Moves))
	if err != nil {
		return append(append(dst, err.Error()...), '\n')
	}
	for i, s := range steps {
		dst = append(s.AppendText(dst, i), '\n')
	}
	return dst
}
