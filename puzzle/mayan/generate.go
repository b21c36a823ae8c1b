package mayan

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// Wanted says what boards are to be made.
type Wanted struct {
	Width, Height          int
	Moves                  int // the fewest moves that clear the board, 1 or more
	MinColours, MaxColours int
	MinBlocks, MaxBlocks   int
	// UniqueFirst asks for boards with one first move that wins in the fewest moves.
	UniqueFirst bool
}

// Generator makes boards, no two of them equal when mirrored or with the names of
// colours changed. [NewGenerator] makes one.
type Generator struct {
	wanted Wanted
	shapes []shape
	rng    *rand.Rand
	solver solver
	seen   map[string]bool
	made   int
	tried  uint64
}

// shape is how many colours and blocks a board has.
type shape struct{ colours, blocks int }

// ErrNotFound reports that no board of any wanted shape was found. The message has
// how many were tried.
var ErrNotFound = errors.New("no such board was found")

// triesAShape is how many boards are tried for one of a shape before another shape
// has its turn.
const triesAShape = 3000

// NewGenerator returns a generator. The same seed gives the same boards everywhere.
// The error says what makes no sense in w.
func NewGenerator(w Wanted, seed uint64) (*Generator, error) {
	switch {
	case w.Width < 2 || w.Width > MaxWidth || w.Height < 1 || w.Height > MaxHeight:
		return nil, fmt.Errorf("mayan: size %dx%d; 2x1 to %dx%d are made", w.Width, w.Height, MaxWidth, MaxHeight)
	case w.Moves < 1 || w.Moves > maxMade:
		return nil, fmt.Errorf("mayan: boards of %d moves; 1 to %d are made", w.Moves, maxMade)
	case w.MinColours < 1 || w.MinColours > w.MaxColours || w.MaxColours > MaxColours:
		return nil, fmt.Errorf("mayan: %d to %d colours; they are 1 to %d", w.MinColours, w.MaxColours, MaxColours)
	case w.MinBlocks < 1 || w.MinBlocks > w.MaxBlocks || w.MaxBlocks > w.Width*w.Height:
		return nil, fmt.Errorf("mayan: %d to %d blocks; a board of %dx%d has 1 to %d", w.MinBlocks, w.MaxBlocks, w.Width, w.Height, w.Width*w.Height)
	}
	g := &Generator{wanted: w, rng: rand.New(rand.NewPCG(seed, 0)), seen: make(map[string]bool)}
	for blocks := w.MinBlocks; blocks <= w.MaxBlocks; blocks++ {
		for colours := w.MinColours; colours <= w.MaxColours; colours++ {
			if blocks >= 3*colours {
				g.shapes = append(g.shapes, shape{colours, blocks})
			}
		}
	}
	if len(g.shapes) == 0 {
		return nil, fmt.Errorf("mayan: %d blocks are too few for %d colours; each needs 3", w.MaxBlocks, w.MinColours)
	}
	g.rng.Shuffle(len(g.shapes), func(i, j int) { g.shapes[i], g.shapes[j] = g.shapes[j], g.shapes[i] })
	return g, nil
}

// maxMade is the most moves for which boards are made.
const maxMade = 8

// Made returns how many boards Next has returned, and how many it has tried.
func (g *Generator) Made() (made int, tried uint64) { return g.made, g.tried }

// Next makes a board without a run whose fewest moves are as wanted, which is also
// its number of moves. The shapes, that is the numbers of colours and blocks, take
// turns, so that boards spread over the ranges; a shape without a board after
// 3000 tries is passed over. Boards are built backwards from an empty one, by runs
// put in and blocks dragged away, and kept when the solver agrees: any board may
// come, not all equally often.
//
// A limit that is reached gives [budget.ErrNodes], [budget.ErrMemory] or the
// context's error; limits.Nodes is for one try. When no shape has a board left the
// error is [ErrNotFound].
func (g *Generator) Next(ctx context.Context, limits budget.Limits) (*Board, error) {
	for at := range g.shapes {
		s := g.shapes[(g.made+at)%len(g.shapes)]
		for range triesAShape {
			g.tried++
			b, err := g.try(ctx, s, limits)
			if err != nil {
				return nil, fmt.Errorf("%w after %d boards tried", err, g.tried)
			}
			if b != nil {
				g.made++
				return b, nil
			}
		}
	}
	return nil, fmt.Errorf("%w after %d made and %d tried", ErrNotFound, g.made, g.tried)
}

// try builds a board of a shape. It returns nil when it is not as wanted.
func (g *Generator) try(ctx context.Context, s shape, limits budget.Limits) (*Board, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d := g.build(s)
	if d == nil {
		return nil, nil
	}
	key := canonical(d.columns)
	if _, _, fault := d.run(); fault != "" || g.seen[key] {
		return nil, nil
	}
	b := d.board(g.wanted.Moves, Min)
	ans := g.solver.Solve(ctx, b, limits)
	switch {
	case ans.Status == puzzle.Unknown:
		return nil, puzzle.LimitError(ctx, ans)
	case ans.Status != puzzle.Solved || ans.Cost != g.wanted.Moves:
		return nil, nil
	}
	if g.wanted.UniqueFirst {
		if _, winning, err := g.solver.ways(ctx, b, ans.Cost, limits).firstMoves(); err != nil || winning != 1 {
			return nil, err
		}
	}
	g.seen[key] = true
	b.mode = Exact
	return b, nil
}

// build makes a board of a shape backwards, or nil when it went wrong: for each
// move, some runs are put in and one block is dragged away.
func (g *Generator) build(s shape) *draft {
	d := &draft{height: g.wanted.Height, colours: MaxColours, columns: make([][]uint8, g.wanted.Width)}
	sizes := g.runs(s)
	for move := range g.wanted.Moves {
		n := len(sizes) // with the last move, the rest; before, one at least is left for each
		if left := g.wanted.Moves - move - 1; left > 0 {
			n = min(n, 1+g.rng.IntN(max(n-left, 1)))
		}
		for _, r := range sizes[:n] {
			if !g.insert(d, r) {
				return nil
			}
		}
		sizes = sizes[n:]
		g.displace(d)
	}
	return d
}

// run is a run to put in.
type run struct {
	colour uint8
	size   int
}

// runs divides the blocks of a shape into runs of three to five, of every colour
// one at least.
func (g *Generator) runs(s shape) []run {
	n := s.colours + g.rng.IntN(s.blocks/3-s.colours+1)
	runs := make([]run, n)
	for i := range runs {
		runs[i] = run{uint8(1 + i), 3}
		if i >= s.colours {
			runs[i].colour = uint8(1 + g.rng.IntN(s.colours))
		}
	}
	for range s.blocks - 3*n {
		runs[g.rng.IntN(n)].size++
	}
	g.rng.Shuffle(n, func(i, j int) { runs[i], runs[j] = runs[j], runs[i] })
	return runs
}

// insert puts a run into the board, upright or level, between what is there.
func (g *Generator) insert(d *draft, r run) bool {
	w := len(d.columns)
	if r.size > w || g.rng.IntN(2) == 0 {
		x := g.rng.IntN(w)
		if len(d.columns[x])+r.size > d.height {
			return false
		}
		y := g.rng.IntN(len(d.columns[x]) + 1)
		d.columns[x] = slices.Insert(d.columns[x], y, slices.Repeat([]uint8{r.colour}, r.size)...)
		return true
	}
	x := g.rng.IntN(w - r.size + 1)
	low := d.height
	for _, column := range d.columns[x : x+r.size] {
		if len(column) == d.height {
			return false
		}
		low = min(low, len(column))
	}
	y := g.rng.IntN(low + 1)
	for i := x; i < x+r.size; i++ {
		d.columns[i] = slices.Insert(d.columns[i], y, r.colour)
	}
	return true
}

// displace takes a random move back: it swaps two neighbours, or takes the top of
// a column and puts it into one beside it, at a height from which it would fall.
func (g *Generator) displace(d *draft) {
	x := g.rng.IntN(len(d.columns) - 1)
	from, to := x, x+1
	if g.rng.IntN(2) == 0 {
		from, to = to, from
	}
	a, b := d.columns[from], d.columns[to]
	low := min(len(a), len(b))
	y := g.rng.IntN(d.height)
	switch {
	case y < low:
		a[y], b[y] = b[y], a[y]
	case len(a) > 0 && y >= len(a)-1 && y <= len(b) && len(b) < d.height:
		d.columns[from] = a[:len(a)-1]
		d.columns[to] = slices.Insert(b, y, a[len(a)-1])
	}
}

// canonical is the same text for two boards just when one is the other, perhaps
// mirrored, with other names for its colours.
func canonical(columns [][]uint8) string {
	mirrored := slices.Clone(columns)
	slices.Reverse(mirrored)
	return min(renamed(columns), renamed(mirrored))
}

// renamed writes the columns with colours named in the order in which they come.
func renamed(columns [][]uint8) string {
	names := make(map[uint8]byte)
	var text []byte
	for _, column := range columns {
		for _, colour := range column {
			if names[colour] == 0 {
				names[colour] = byte('A' + len(names))
			}
			text = append(text, names[colour])
		}
		text = append(text, '/')
	}
	return string(text)
}

// GenerateOptions implements puzzle.Generator.
func (kind) GenerateOptions() []puzzle.Option {
	return []puzzle.Option{
		{Name: "moves", Default: "3", Usage: "the fewest `moves` that clear a board, 1 to " + strconv.Itoa(maxMade)},
		{Name: "colours", Default: "2-4", Usage: "how many colours: a number or a range A-B"},
		{Name: "blocks", Default: "8-20", Usage: "how many blocks: a number or a range A-B"},
		{Name: "size", Default: "5x7", Usage: "columns x rows"},
		{Name: "unique-first-move", Default: "no", Values: []string{"no", "yes"}, Bare: "yes", Usage: "boards with one first move that wins in the fewest moves"},
	}
}

// generating is what a solver remembers between the boards of one run of generating.
type generating struct {
	*Generator
	seed     uint64
	settings puzzle.Settings
}

// Generate implements puzzle.Generator. Since no two boards of a run are equal,
// the board of an index depends on those before it; they are made first unless
// they have been.
func (kind) Generate(ctx context.Context, s puzzle.Solver, seed, index uint64, settings puzzle.Settings, limits budget.Limits) (puzzle.Instance, error) {
	g := &s.(*solver).boards
	if g.Generator == nil || g.seed != seed || !maps.Equal(g.settings, settings) || uint64(g.made) > index {
		w, err := wanted(settings)
		if err != nil {
			return nil, &puzzle.SettingsError{Err: err}
		}
		made, err := NewGenerator(w, seed)
		if err != nil {
			return nil, &puzzle.SettingsError{Err: errors.New(strings.TrimPrefix(err.Error(), "mayan: "))}
		}
		*g = generating{made, seed, maps.Clone(settings)}
	}
	for {
		b, err := g.Next(ctx, limits)
		switch {
		case err != nil:
			return nil, err // without it, a nil *Board would make a non-nil Instance
		case uint64(g.made) > index:
			return b, nil
		}
	}
}

// Tally implements puzzle.Tallier.
func (s *solver) Tally() string {
	if s.boards.Generator == nil {
		return ""
	}
	made, tried := s.boards.Made()
	return fmt.Sprintf("%s made, %d tried", plural(made, "board"), tried)
}

// wanted reads the options of generating.
func wanted(settings puzzle.Settings) (w Wanted, err error) {
	w.UniqueFirst = settings.String("unique-first-move", "no") == "yes"
	if w.Moves, err = settings.Int("moves", 3, 1, maxMade); err != nil {
		return w, err
	}
	if w.MinColours, w.MaxColours, err = between(settings, "colours", "2-4"); err != nil {
		return w, err
	}
	if w.MinBlocks, w.MaxBlocks, err = between(settings, "blocks", "8-20"); err != nil {
		return w, err
	}
	size := settings.String("size", "5x7")
	width, height, ok := strings.Cut(size, "x")
	x, errX := strconv.ParseUint(width, 10, 8)
	y, errY := strconv.ParseUint(height, 10, 8)
	if !ok || errX != nil || errY != nil {
		return w, fmt.Errorf("--size must be columns x rows as 5x7, not %q", size)
	}
	w.Width, w.Height = int(x), int(y)
	return w, nil
}

// between reads an option that is a number or a range.
func between(settings puzzle.Settings, name, usual string) (low, high int, err error) {
	text := settings.String(name, usual)
	first, second, isRange := strings.Cut(text, "-")
	if !isRange {
		second = first
	}
	a, errA := strconv.ParseUint(first, 10, 8)
	b, errB := strconv.ParseUint(second, 10, 8)
	if errA != nil || errB != nil || a > b {
		return 0, 0, fmt.Errorf("--%s must be a number, or two as 2-4, not %q", name, text)
	}
	return int(a), int(b), nil
}
