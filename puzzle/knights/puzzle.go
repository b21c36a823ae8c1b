package knights

import (
	"encoding/json"
	"fmt"
	"io"
	"math/bits"
	"strconv"

	"github.com/deepen-go/deepen/puzzle"
)

// MaxSquares is the largest number of squares of a board.
const MaxSquares = 64

// JudgeMaxMoves is the move limit of the judge's format.
const JudgeMaxMoves = 15

// NoLimit is the [Board.MaxMoves] of a board without a move limit.
const NoLimit = -1

// A Position is where the knights stand.
type Position struct {
	White uint64 // bit i: a white knight on square i
	Blank int    // the number of the empty square
}

// Board is an instance: a position, its target, and how many moves are allowed.
type Board struct {
	Rows, Cols int
	Start      Position
	Target     Position
	MaxMoves   int // NoLimit, or the most moves that are allowed
	// All, if positive, asks for the number of all shortest solutions and a list
	// of the first All of them.
	All int
}

// Square is the place of a knight: row and column, from 0 at the top left.
type Square struct{ Row, Col int }

// Moves is a solution: the squares whose knights hop into the blank, in order.
type Moves []Square

// AppendText appends "2 moves: 1,0 3,1".
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
	for _, s := range m {
		dst = append(dst, ' ')
		dst = strconv.AppendInt(dst, int64(s.Row), 10)
		dst = append(dst, ',')
		dst = strconv.AppendInt(dst, int64(s.Col), 10)
	}
	return dst
}

// AppendJudge appends the number of moves, as the judge asks.
func (m Moves) AppendJudge(dst []byte) []byte {
	return append(strconv.AppendInt(dst, int64(len(m)), 10), '\n')
}

// AppendJSON appends {"moves":[[row,col],…]}.
func (m Moves) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"moves":[`...)
	for i, s := range m {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = puzzle.AppendInts(dst, []int{s.Row, s.Col})
	}
	return append(dst, "]}"...)
}

// jumps returns, for each square of the board, the squares a knight's jump
// away, in ascending order.
func jumps(rows, cols int) [][]uint8 {
	to := make([][]uint8, rows*cols)
	for r := range rows {
		for c := range cols {
			for dr := -2; dr <= 2; dr++ {
				for dc := -2; dc <= 2; dc++ {
					if dr*dr+dc*dc == 5 && r+dr >= 0 && r+dr < rows && c+dc >= 0 && c+dc < cols {
						to[r*cols+c] = append(to[r*cols+c], uint8((r+dr)*cols+c+dc))
					}
				}
			}
		}
	}
	return to
}

// hop moves the knight on square j into the blank.
func (p Position) hop(j int) Position {
	colour := p.White >> j & 1
	return Position{White: p.White&^(1<<j) | colour<<p.Blank, Blank: j}
}

// whites returns the number of white knights.
func (p Position) whites() int { return bits.OnesCount64(p.White) }

// Kind is the knights puzzle.
var Kind puzzle.Kind = kind{}

type kind struct{}

var info = puzzle.Info{
	Name:    "knights",
	Summary: "bring a board of black and white knights into its target in the fewest moves",
	Origin:  "SCOI 2005",
	Formats: []puzzle.Format{
		{
			Name:    "native",
			Summary: "a board a line, its rows joined by /; any size up to 64 squares; # starts a comment",
			Sample:  "10110/01*11/10111/01001/00000\n1111/0*10/0000\n",
		},
		{
			Name:    "bzoj1085",
			Aliases: []string{"luogu-p2324"},
			Judge:   true,
			Summary: "the number of boards, then 5 lines for each; at most 15 moves, otherwise -1",
			Sample:  "1\n10110\n01*11\n10111\n01001\n00000\n",
		},
	},
	Options: []puzzle.Option{
		{Name: "target", Usage: "the target, rows joined by / (default: the usual one for the board's size)"},
		puzzle.AllOption,
		{Name: "max-moves", Usage: "the most moves that are allowed (default: 15 in the judge's format, otherwise no limit)"},
	},
}

func (kind) Info() puzzle.Info { return info }

func (kind) NewReader(r io.Reader, format string, settings puzzle.Settings) (puzzle.Reader, error) {
	return newReader(r, format, settings)
}

func (kind) NewSolver() puzzle.Solver { return &solver{} }

func (kind) NewAnswerReader(r io.Reader) puzzle.AnswerReader { return newAnswerReader(r) }

func (kind) DecodeSolution(data json.RawMessage) (puzzle.Solution, error) {
	var s struct {
		Moves [][]int `json:"moves"`
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("knights solution: %w", err)
	}
	if s.Moves == nil {
		return nil, fmt.Errorf(`knights solution: no "moves"`)
	}
	m := make(Moves, len(s.Moves))
	for i, sq := range s.Moves {
		if len(sq) != 2 {
			return nil, fmt.Errorf("knights solution: move %d is not [row,col]", i+1)
		}
		m[i] = Square{sq[0], sq[1]}
	}
	return m, nil
}

func (kind) Check(inst puzzle.Instance, ans puzzle.Answer) puzzle.Verdict {
	return Check(inst.(*Board), ans)
}

func (kind) Judge(_ puzzle.Instance, ans, best puzzle.Answer) puzzle.Verdict {
	return puzzle.JudgeCost(ans, best)
}
