package mayan

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/deepen-go/deepen/puzzle"
)

// The largest boards: they fit in eight words of fifteen 4-bit cells.
const (
	MaxWidth   = 8
	MaxHeight  = 15
	MaxColours = 15
	// MaxMoves is the largest number of moves that may be asked for.
	MaxMoves = 100
)

// NoLimit is the [Board.Moves] of a board whose number of moves is left open.
const NoLimit = -1

// The judge's boards.
const (
	judgeWidth   = 5
	judgeHeight  = 7
	judgeColours = 10
	judgeMoves   = 5
)

// Mode says which sequence of moves is asked for; see the package's text.
type Mode uint8

// The modes.
const (
	Exact  Mode = iota // exactly n moves
	AtMost             // at most n moves, no swap of equal colours
	Min                // the fewest moves
)

var modeNames = []string{"exact", "atmost", "min"}

// String returns the mode's name, as in the option --mode.
func (m Mode) String() string {
	if int(m) < len(modeNames) {
		return modeNames[m]
	}
	return fmt.Sprintf("Mode(%d)", uint8(m))
}

// Rules are the settings under which boards are read. The zero value is the
// judge's: mode Exact on seven rows.
type Rules struct {
	Mode   Mode
	Height int // rows, at most MaxHeight; 0 stands for 7
	// Settle lets the board come to rest first: colour 0 is an empty cell, below
	// which blocks may float; they fall, and runs vanish, until nothing moves.
	// Without it, what floats and what is a run is a fault.
	Settle bool
}

// Board is an instance: the blocks at the start, the number of moves and the
// mode. It cannot be changed; make one with [New], [Parse] or [Rules.Parse].
type Board struct {
	columns [][]uint8 // colours from 1, bottom to top
	height  int
	moves   int // or NoLimit
	mode    Mode
}

// New makes a board from its columns, from left to right, each with its colours
// (from 1) from the bottom. The number of moves is from 0 to [MaxMoves], or
// [NoLimit] in mode [Min]. The error names what breaks the rules.
func New(columns [][]int, moves int, rules Rules) (*Board, error) {
	if rules.Mode > Min {
		return nil, fmt.Errorf("mayan: there is no mode %d", rules.Mode)
	}
	height := rules.height()
	switch {
	case height < 1 || height > MaxHeight:
		return nil, fmt.Errorf("mayan: height %d; 1 to %d is expected", height, MaxHeight)
	case len(columns) < 1 || len(columns) > MaxWidth:
		return nil, fmt.Errorf("mayan: %d columns; 1 to %d are expected", len(columns), MaxWidth)
	case moves == NoLimit && rules.Mode != Min:
		return nil, fmt.Errorf("mayan: %s", openFault(rules.Mode))
	case moves != NoLimit && (moves < 0 || moves > MaxMoves):
		return nil, fmt.Errorf("mayan: %d moves; 0 to %d are expected", moves, MaxMoves)
	}
	d := draft{height: height, colours: MaxColours, settle: rules.Settle, columns: make([][]uint8, len(columns))}
	for x, column := range columns {
		for _, colour := range column {
			if fault := d.put(x, colour); fault != "" {
				return nil, fmt.Errorf("mayan: %s", fault)
			}
		}
	}
	if _, _, fault := d.rest(); fault != "" {
		return nil, fmt.Errorf("mayan: %s", fault)
	}
	return d.board(moves, rules.Mode), nil
}

func (r Rules) height() int {
	if r.Height == 0 {
		return judgeHeight
	}
	return r.Height
}

func openFault(m Mode) string {
	return fmt.Sprintf("the number of moves may be left open (*) in mode min only; this is mode %s", m)
}

// Columns returns a copy of the columns, each with its colours from the bottom.
func (b *Board) Columns() [][]int {
	columns := make([][]int, len(b.columns))
	for x, column := range b.columns {
		for _, colour := range column {
			columns[x] = append(columns[x], int(colour))
		}
	}
	return columns
}

// Height returns the number of rows.
func (b *Board) Height() int { return b.height }

// Moves returns the number of moves, or [NoLimit].
func (b *Board) Moves() int { return b.moves }

// Mode returns the mode.
func (b *Board) Mode() Mode { return b.mode }

// draft is a board that is being read, under the limits of its format.
type draft struct {
	height, colours int
	settle          bool // see Rules.Settle
	columns         [][]uint8
}

// put lays a block on column x. It returns what is wrong with it, if anything.
func (d *draft) put(x, colour int) (fault string) {
	y := len(d.columns[x])
	switch {
	case colour == 0 && !d.settle:
		return fmt.Sprintf("colour 0 in column %d, row %d: what lies above an empty cell would float", x, y)
	case colour < 0:
		return fmt.Sprintf("colour %d in column %d, row %d; colours are 1 to %d", colour, x, y, d.colours)
	case colour > d.colours:
		return fmt.Sprintf("colour %d in column %d, row %d is above %d", colour, x, y, d.colours)
	case y == d.height:
		return fmt.Sprintf("column %d has more than %d blocks", x, d.height)
	}
	d.columns[x] = append(d.columns[x], uint8(colour))
	return ""
}

// rest finds the first run, as run does, or lets the board come to rest.
func (d *draft) rest() (x, y int, fault string) {
	if !d.settle {
		return d.run()
	}
	b := newPlain(d.board(0, Exact))
	for b.fall(); b.vanish(); {
		b.fall()
	}
	for x := range d.columns {
		top := slices.Index(b[x], 0)
		if top < 0 {
			top = len(b[x])
		}
		d.columns[x] = b[x][:top:top]
	}
	return 0, 0, ""
}

// run finds the first run of three or more equal blocks, by column and row of
// its first block. The fault is "" when there is none.
func (d *draft) run() (x, y int, fault string) {
	for x, column := range d.columns {
		for y, colour := range column {
			up := y + 1
			for up < len(column) && column[up] == colour {
				up++
			}
			if up-y >= 3 {
				return x, y, fmt.Sprintf("a run of colour %d in column %d, rows %d to %d; a board starts without a run", colour, x, y, up-1)
			}
			right := x + 1
			for right < len(d.columns) && y < len(d.columns[right]) && d.columns[right][y] == colour {
				right++
			}
			if right-x >= 3 {
				return x, y, fmt.Sprintf("a run of colour %d in row %d, columns %d to %d; a board starts without a run", colour, y, x, right-1)
			}
		}
	}
	return 0, 0, ""
}

func (d *draft) board(moves int, mode Mode) *Board {
	return &Board{columns: d.columns, height: d.height, moves: moves, mode: mode}
}

// Move drags the block in column X, row Y (from the bottom, both from 0) to the
// right (G is 1) or to the left (G is -1).
type Move struct{ X, Y, G int }

// String returns the move as the judge writes it: "2 1 -1".
func (m Move) String() string { return fmt.Sprintf("%d %d %d", m.X, m.Y, m.G) }

// compare orders moves by column, then row, then right before left.
func (m Move) compare(o Move) int {
	switch {
	case m.X != o.X:
		return m.X - o.X
	case m.Y != o.Y:
		return m.Y - o.Y
	}
	return o.G - m.G
}

// Moves is a solution.
type Moves []Move

// AppendText appends "2 moves: 2,1,right 3,1,left".
func (m Moves) AppendText(dst []byte) []byte {
	dst = strconv.AppendInt(dst, int64(len(m)), 10)
	dst = append(dst, " move"...)
	if len(m) != 1 {
		dst = append(dst, 's')
	}
	for i, mv := range m {
		if i == 0 {
			dst = append(dst, ':')
		}
		dst = append(dst, ' ')
		dst = strconv.AppendInt(dst, int64(mv.X), 10)
		dst = append(dst, ',')
		dst = strconv.AppendInt(dst, int64(mv.Y), 10)
		if mv.G > 0 {
			dst = append(dst, ",right"...)
		} else {
			dst = append(dst, ",left"...)
		}
	}
	return dst
}

// AppendJudge appends a line "x y g" for each move; nothing for no moves.
func (m Moves) AppendJudge(dst []byte) []byte {
	for _, mv := range m {
		dst = strconv.AppendInt(dst, int64(mv.X), 10)
		dst = append(dst, ' ')
		dst = strconv.AppendInt(dst, int64(mv.Y), 10)
		dst = append(dst, ' ')
		dst = strconv.AppendInt(dst, int64(mv.G), 10)
		dst = append(dst, '\n')
	}
	return dst
}

// AppendJSON appends {"moves":[[x,y,g],…]}.
func (m Moves) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"moves":[`...)
	for i, mv := range m {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = puzzle.AppendInts(dst, []int{mv.X, mv.Y, mv.G})
	}
	return append(dst, "]}"...)
}

// Kind is the Mayan puzzle.
var Kind puzzle.Kind = kind{}

type kind struct{}

var info = puzzle.Info{
	Name:    "mayan",
	Summary: "clear a board of coloured blocks by dragging them sideways",
	Origin:  "NOIP 2011",
	Formats: []puzzle.Format{
		{
			Name:    "native",
			Summary: "a board a line: the number of moves, a colon, the columns from left to right joined by /, each from the bottom; # starts a comment",
			Sample:  "3: 1/2 1/2 3 4/3 1/2 4 3 4\n2: 1//1 1//1\n",
		},
		{
			Name:    "noip2011-mayan",
			Aliases: []string{"luogu-p1312"},
			Judge:   true,
			Summary: "the number of moves (1 to 5), then 5 lines, a column each from the bottom, ended by 0; more boards may follow",
			Sample:  "3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n",
		},
	},
	Options: []puzzle.Option{
		{
			Name:    "mode",
			Default: "exact",
			Values:  modeNames,
			Usage:   "exactly n moves (exact), the first way with at most n (atmost), or the fewest (min)",
		},
		{
			Name:    "height",
			Default: strconv.Itoa(judgeHeight),
			Usage:   "rows of the boards in the native format, 1 to " + strconv.Itoa(MaxHeight),
		},
		{
			Name:    "settle",
			Default: "no",
			Values:  []string{"no", "yes"},
			Bare:    "yes",
			Usage:   "let boards fall and runs vanish before anything else; 0 is then an empty cell of the native format",
		},
	},
}

func (kind) Info() puzzle.Info { return info }

func (kind) Guess(_ string, head []byte) string { return guess(head) }

func (kind) NewReader(r io.Reader, format string, settings puzzle.Settings) (puzzle.Reader, error) {
	return newReader(r, format, settings)
}

func (kind) NewSolver() puzzle.Solver { return new(solver) }

func (kind) NewAnswerReader(r io.Reader) puzzle.AnswerReader { return newAnswerReader(r) }

func (kind) DecodeSolution(data json.RawMessage) (puzzle.Solution, error) {
	var s struct {
		Moves *[][]int `json:"moves"`
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("mayan solution: %w", err)
	}
	if s.Moves == nil {
		return nil, errors.New(`mayan solution: no "moves"`)
	}
	moves := make(Moves, len(*s.Moves))
	for i, m := range *s.Moves {
		if len(m) != 3 {
			return nil, fmt.Errorf("mayan solution: move %d has %d numbers instead of 3", i+1, len(m))
		}
		moves[i] = Move{m[0], m[1], m[2]}
	}
	return moves, nil
}

func (kind) Check(inst puzzle.Instance, ans puzzle.Answer) puzzle.Verdict {
	return Check(inst.(*Board), ans)
}

func (kind) Judge(inst puzzle.Instance, ans, best puzzle.Answer) puzzle.Verdict {
	return judge(inst.(*Board), ans, best)
}

// rulesOf turns settings into rules.
func rulesOf(settings puzzle.Settings) (Rules, error) {
	if err := settings.Check(info.Options); err != nil {
		return Rules{}, err
	}
	height, err := settings.Int("height", judgeHeight, 1, MaxHeight)
	mode := slices.Index(modeNames, settings.String("mode", modeNames[Exact]))
	settle := settings.String("settle", "no") == "yes"
	return Rules{Mode: Mode(mode), Height: height, Settle: settle}, err
}
