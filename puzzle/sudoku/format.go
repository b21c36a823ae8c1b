package sudoku

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/deepen-go/deepen/internal/lines"
	"github.com/deepen-go/deepen/puzzle"
)

// The symbols of the digits; . stands for digit 0, an empty cell.
const (
	digitSymbols  = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZa"
	letterSymbols = ".ABCDEFGHIJKLMNOPQRSTUVWXY"
)

func alphabet(letters bool) string {
	if letters {
		return letterSymbols
	}
	return digitSymbols
}

// symbolRange names the symbols of an n x n puzzle for a message.
func symbolRange(n int, letters bool) string {
	switch {
	case letters:
		return "A-" + letterSymbols[n:n+1]
	case n <= 9:
		return "1-" + digitSymbols[n:n+1]
	case n == 36:
		return "1-9, A-Z and a"
	}
	return "1-9 and A-" + digitSymbols[n:n+1]
}

// fault is what is wrong with a text, and the column, from 1 at its start.
type fault struct {
	Column int
	Msg    string
}

func faultf(column int, format string, args ...any) *fault {
	return &fault{column, fmt.Sprintf(format, args...)}
}

// usesLetters says whether the cells of an n x n puzzle are written A, B, C, ….
func usesLetters(text []byte, n int) bool {
	if n != 16 && n != 25 || bytes.ContainsAny(text, "123456789") {
		return false
	}
	return n == 16 || bytes.ContainsAny(text, "QRSTUVWXYqrstuvwxy")
}

// parseSymbols reads the cells of an n x n puzzle.
func parseSymbols(dst []uint8, text []byte, n int, letters bool) *fault {
	symbols := alphabet(letters)[:n+1]
	for i, c := range text {
		if 'a' <= c && c <= 'z' && n <= 25 {
			c -= 'a' - 'A'
		}
		if c == '0' {
			c = '.'
		}
		d := strings.IndexByte(symbols, c)
		if d < 0 {
			return faultf(i+1, "%s in a %dx%d puzzle, whose cells are %s, and . or 0 when empty",
				lines.Char(text[i:]), n, n, symbolRange(n, letters))
		}
		dst[i] = uint8(d)
	}
	return nil
}

// parseCells reads a grid on one line. Its box has the given side, or, when that
// is 0, the side that fits the length.
func parseCells(text []byte, box int) (*Puzzle, *fault) { return reparseCells(nil, text, box) }

// reparseCells is parseCells that may put the puzzle where old is, if not nil.
func reparseCells(old *Puzzle, text []byte, box int) (*Puzzle, *fault) {
	if len(text) == 81 && (box == 0 || box == 3) {
		if old == nil || old.Box != 3 {
			old = new9()
		}
		if parse9(old.Givens, text) {
			*old = Puzzle{Box: 3, Givens: old.Givens}
			return old, nil
		}
	}
	// A character that no grid has is a better explanation than the length.
	for i, c := range text {
		if c != '.' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return nil, faultf(i+1, "%s is neither a digit nor an empty cell (. or 0)", lines.Char(text[i:]))
		}
	}
	if box == 0 {
		box = nearestBox(len(text))
	}
	n := box * box
	switch cells := n * n; {
	case len(text) < cells:
		return nil, faultf(len(text)+1, "%s, %d short of a %dx%d puzzle (%d)", plural(len(text), "cell"), cells-len(text), n, n, cells)
	case len(text) > cells:
		return nil, faultf(cells+1, "%s, %d more than a %dx%d puzzle (%d)", plural(len(text), "cell"), len(text)-cells, n, n, cells)
	}
	p := &Puzzle{Box: box, Givens: make([]uint8, len(text)), Letters: usesLetters(text, n)}
	if f := parseSymbols(p.Givens, text, n, p.Letters); f != nil {
		return nil, f
	}
	return p, nil
}

// Words of eight bytes.
const (
	eachByte = 0x01_01_01_01_01_01_01_01 // times a byte: all are that
	highBits = 0x80 * eachByte
)

// new9 returns an empty 9x9 puzzle in one piece of memory.
func new9() *Puzzle {
	p := new(struct {
		Puzzle
		cells [81]uint8
	})
	p.Box, p.Givens = 3, p.cells[:]
	return &p.Puzzle
}

// parse9 reads a 9x9 grid, the usual case, fast: eight cells at a time. It is
// false for whatever is not one, and then has put anything into the cells.
func parse9(cells, text []byte) bool {
	if len(text) != 81 || len(cells) != 81 {
		return false
	}
	var bad uint64
	for i := 0; i < 80; i += 8 {
		x := binary.LittleEndian.Uint64(text[i:]) ^ '0'*eachByte
		dots := (x >> 4 & eachByte) * 0xff // nothing else may have this bit
		x ^= dots & (('.' ^ '0') * eachByte)
		bad |= x&dots | (x|(x+(0x7f-9)*eachByte))&highBits
		binary.LittleEndian.PutUint64(cells[i:], x)
	}
	last := text[80] - '0'
	if text[80] == '.' {
		last = 0
	}
	cells[80] = last
	return bad == 0 && last <= 9
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// nearestBox returns the side of the box of the puzzle whose number of cells is
// the nearest.
func nearestBox(cells int) int {
	best := MinBox
	off := func(box int) int { return max(cells-box*box*box*box, box*box*box*box-cells) }
	for box := MinBox + 1; box <= MaxBox; box++ {
		if off(box) < off(best) {
			best = box
		}
	}
	return best
}

// Parse reads one puzzle in the native format, comments and blank lines around
// it included. Its error is a *[puzzle.InputError].
func Parse(text string) (*Puzzle, error) {
	r := lineReader{s: lines.New(strings.NewReader(text)), ask: Question{MaxSolutions: DefaultMaxSolutions}}
	inst, err := r.Read()
	if err != nil {
		return nil, err
	}
	if more, column, err := r.s.Content('#'); err != io.EOF {
		if err != nil {
			return nil, err
		}
		return nil, r.s.Errorf(column, "%s after the puzzle", lines.Quote(more))
	}
	return inst.(*Puzzle), nil
}

// AppendNative appends the cells row by row, . for an empty one. Reading them
// gives a puzzle that was read again, but for MaxSolutions, which has no place in
// the text. (Of a puzzle that was put together by hand: with Letters as the
// package's table of symbols says.)
func (p *Puzzle) AppendNative(dst []byte) []byte {
	return appendSymbols(dst, p.Givens, p.Letters)
}

// String is [Puzzle.AppendNative] as a string.
func (p *Puzzle) String() string { return string(p.AppendNative(nil)) }

// judgeEnd is the line that closes a file in the judge's format.
const judgeEnd = "end"

// guess tells the format by the file's extension, or by the first line that is
// neither blank nor begins with #, and by the judge's end.
func guess(file string, head []byte) string {
	switch ext := strings.ToLower(path.Ext(file)); ext {
	case ".sdk", ".sdm", ".ss":
		return ext[1:]
	}
	first := true
	for line := range bytes.Lines(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		switch {
		case string(line) == judgeEnd:
			return "poj3074"
		case !first:
			continue
		case line[0] == '[':
			return "sdk"
		case isRule(line) || bytes.IndexByte(line, '|') >= 0:
			return "ss"
		case len(line) == 9:
			return "sdk"
		}
		first = false
	}
	return "native"
}

func newReader(r io.Reader, format string, settings puzzle.Settings) (puzzle.Reader, error) {
	if err := settings.Check(info.Options); err != nil {
		return nil, err
	}
	ask, err := newQuestion(settings)
	if err != nil {
		return nil, err
	}
	f, ok := info.Format(format)
	if !ok {
		return nil, fmt.Errorf("sudoku has no format %q", format)
	}
	s := lines.New(r)
	switch f.Name {
	case "sdk":
		return newSDKReader(s, ask), nil
	case "ss":
		return newSSReader(s, ask), nil
	case "sdm":
		return &lineReader{s: s, ask: ask, box: 3}, nil
	case "poj3074":
		return &lineReader{s: s, ask: ask, box: 3, judge: true}, nil
	}
	return &lineReader{s: s, ask: ask}, nil
}

// newQuestion reads the options that say what is asked.
func newQuestion(settings puzzle.Settings) (q Question, err error) {
	if q.MaxSolutions, err = settings.Int("max-solutions", DefaultMaxSolutions, 1, mostSolutions); err != nil {
		return q, err
	}
	q.CountAll = settings.String("count", "no") == "yes"
	if nth := settings.String("nth", ""); nth != "" {
		if q.Nth, err = strconv.ParseInt(nth, 10, 64); err != nil || q.Nth < 1 {
			return q, fmt.Errorf("--nth must be a whole number from 1, not %q", nth)
		}
	}
	if seed := settings.String("random-solution", ""); seed != "" {
		q.Random = true
		if q.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
			return q, fmt.Errorf("--random-solution must have a whole number from 0 as its seed, not %q", seed)
		}
		if q.Nth != 0 {
			return q, errors.New("--nth and --random-solution exclude each other")
		}
	}
	return q, nil
}

// lineReader reads the formats with a puzzle a line.
type lineReader struct {
	s     *lines.Scanner
	ask   Question
	box   int  // the side of the box; 0: whatever fits
	judge bool // the file has no comments
	some  bool // a puzzle, good or bad, or the end was seen
	done  bool
}

func (r *lineReader) Read() (puzzle.Instance, error) { return r.Reread(nil) }

// Reread implements [puzzle.Rereader], for the memory of 9x9 puzzles.
func (r *lineReader) Reread(old puzzle.Instance) (puzzle.Instance, error) {
	if r.done {
		return nil, io.EOF
	}
	comment := byte('#')
	if r.judge {
		comment = 0
	}
	text, column, err := r.s.Content(comment)
	if err == io.EOF {
		r.done = true
		if !r.some {
			return nil, noPuzzle()
		}
	}
	r.some = true
	if err != nil {
		return nil, err
	}
	if string(text) == judgeEnd {
		// It belongs to the judge's format, but from a pipe that is recognised
		// only when the end is in sight.
		r.done = true
		return nil, io.EOF
	}
	was, _ := old.(*Puzzle)
	p, f := reparseCells(was, text, r.box)
	if f != nil {
		return nil, r.s.Errorf(column+f.Column-1, "%s", f.Msg)
	}
	p.Question = r.ask
	return p, nil
}

func noPuzzle() error { return lines.Nothing("a grid") }

// answerReader reads answers in the judge's format, a word each.
type answerReader struct{ *lines.Words }

func newAnswerReader(r io.Reader) *answerReader { return &answerReader{lines.NewWords(r)} }

func (r *answerReader) Read(inst puzzle.Instance) (puzzle.Answer, error) {
	word, err := r.Next()
	if err != nil {
		return puzzle.Answer{}, err
	}
	fault := func(i int, format string, args ...any) (puzzle.Answer, error) {
		word.Column += i
		return puzzle.Answer{}, r.Errorf(word, format, args...)
	}
	ans := puzzle.Answer{Cost: puzzle.None, LowerBound: puzzle.None}
	switch string(word.Text) {
	case "?":
		return ans, nil
	case "-1":
		ans.Status = puzzle.Infeasible
		return ans, nil
	}
	p := inst.(*Puzzle)
	g := &Grid{Box: p.Box, Cells: make([]uint8, len(p.Givens)), Letters: p.Letters}
	switch got, want := len(word.Text), len(g.Cells); {
	case got < want:
		return fault(got, "%s has %d of the %d digits of a grid, and is neither -1 nor ?", word, got, want)
	case got > want:
		return fault(want, "%s where the grid has %d", plural(got, "digit"), want)
	}
	if f := parseSymbols(g.Cells, word.Text, p.Size(), p.Letters); f != nil {
		return fault(f.Column-1, "%s", f.Msg)
	}
	for c, d := range g.Cells {
		if d == 0 {
			return fault(c, "an empty cell in the answer")
		}
	}
	ans.Status, ans.Solution = puzzle.Solved, g
	return ans, nil
}
