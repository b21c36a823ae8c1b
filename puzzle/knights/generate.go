package knights

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// Wanted says what boards are to be made.
type Wanted struct {
	Rows, Cols int
	Target     Position
	// MinDepth and MaxDepth are the fewest and the most moves that a shortest
	// solution may have. A negative MaxDepth stands for any number.
	MinDepth, MaxDepth int
	// Unique asks for boards with one shortest solution.
	Unique bool
}

// Generator makes boards. It keeps a map of all positions from one board to the
// next: up to 85 MB on 5 x 5. The zero value is ready to use.
type Generator struct{ depths *depths }

// The errors of Generate, besides those of limits.
var (
	// ErrTooDeep reports that no board is so far from its target. The message has
	// what the deepest boards are.
	ErrTooDeep = errors.New("too deep")
	// ErrNotMade reports boards that are not made, as none could be drawn fairly.
	ErrNotMade = errors.New("such boards are not made")
	// ErrDepth reports that no board of the depth that was asked for was found.
	ErrDepth = errors.New("no board with so many moves was found")
)

// Generate makes a board that can be solved. The same rng gives the same board
// everywhere, whatever was made before.
//
// On up to 25 squares the draw is even. With a depth, or a range of depths, of
// which one is drawn evenly, each board of that depth is as likely as the others,
// however rare they are; with none each that there is. The first board of a
// target takes time for the map of all nearer ones: well under a second for 20
// moves on 5 x 5, some seconds for 39.
//
// On larger boards only boards of any depth are drawn evenly. Those of a depth are
// found by random walks from the target, which are solved and walked back where
// they are too deep: what is left of a shortest solution is one, too. That is
// random, but not even, and as slow as [Solve]. After 500 walks that were not
// deep enough the error is [ErrDepth].
//
// A limit that is reached gives [budget.ErrNodes], [budget.ErrMemory] or the
// context's error. It panics for sizes and targets that are none.
func (g *Generator) Generate(ctx context.Context, rng *rand.Rand, w Wanted, limits budget.Limits) (*Board, error) {
	if w.Rows < 1 || w.Cols < 1 || w.Rows*w.Cols > MaxSquares || w.Target.Blank >= w.Rows*w.Cols || w.Target.White>>(w.Rows*w.Cols-1)>>1 != 0 {
		panic(fmt.Sprintf("knights: no board of %d x %d with the target %v", w.Rows, w.Cols, w.Target))
	}
	b := &Board{Rows: w.Rows, Cols: w.Cols, Target: w.Target, MaxMoves: NoLimit}
	anyDepth := w.MaxDepth < 0
	var err error
	switch {
	case anyDepth && !w.Unique && roams(w.Rows, w.Cols):
		b.Start = shuffle(rng, w.Rows*w.Cols, w.Target)
	case fits(b):
		b.Start, err = g.fromMap(ctx, rng, w, limits)
	case !anyDepth:
		b.Start, err = walkTo(ctx, rng, w, limits)
	case w.Unique:
		err = fmt.Errorf("%w: on more than %d squares, boards with one solution only by depth", ErrNotMade, maxSmall)
	default:
		err = fmt.Errorf("%w: on %dx%d most cannot be solved, and they are too many to tell; only by depth", ErrNotMade, w.Rows, w.Cols)
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// roams reports whether every position of a board can be brought into every other
// with the same knights. That is so when the jumps still connect all other squares
// whichever one is taken away, and do not form a ring (Wilson, Graph puzzles,
// homotopy, and the alternating group, 1974): then at least the even permutations
// can be reached, and as two knights are alike on such a board, the odd ones do not
// differ. (Wilson's one exception has 7 squares; no board of 7 is connected.)
func roams(rows, cols int) bool {
	to := jumps(rows, cols)
	ring := true
	for _, squares := range to {
		ring = ring && len(squares) == 2
	}
	if ring || len(to) < 4 {
		return false
	}
	for gone := range to {
		seen := uint64(1) << gone
		queue := []uint8{uint8((gone + 1) % len(to))}
		seen |= 1 << queue[0]
		for ; len(queue) > 0; queue = queue[1:] {
			for _, j := range to[queue[0]] {
				if seen>>j&1 == 0 {
					seen |= 1 << j
					queue = append(queue, j)
				}
			}
		}
		if seen != uint64(1)<<(len(to)-1)<<1-1 {
			return false
		}
	}
	return true
}

// shuffle draws a position with the knights of p evenly from all there are.
func shuffle(rng *rand.Rand, squares int, p Position) Position {
	at := rng.Perm(squares)
	var q Position
	for i := range squares {
		q.White |= p.White >> i & 1 << at[i]
	}
	q.Blank = at[p.Blank]
	return q
}

// fromMap draws from the map of all positions.
func (g *Generator) fromMap(ctx context.Context, rng *rand.Rand, w Wanted, limits budget.Limits) (Position, error) {
	if !g.depths.of(w.Rows, w.Cols, w.Target) {
		g.depths = newDepths(w.Rows, w.Cols, w.Target)
	}
	d := g.depths
	most := w.MaxDepth
	if most < 0 {
		most = farthest
	}
	if err := d.reach(ctx, most, limits); err != nil {
		return Position{}, err
	}
	sizes := d.counts
	what := "no board"
	if w.Unique {
		single, err := d.singles(most)
		if err != nil {
			return Position{}, err
		}
		sizes, what = nil, "no board with one shortest solution"
		for _, keys := range single {
			if len(keys) > 0 {
				sizes = append(sizes, len(keys))
			}
		}
	}
	depth, n := 0, 0
	if w.MaxDepth < 0 {
		total := 0
		for _, size := range sizes {
			total += size
		}
		for n = rng.IntN(total); n >= sizes[depth]; depth++ {
			n -= sizes[depth]
		}
	} else {
		if most >= len(sizes) {
			return Position{}, fmt.Errorf("%w: %s is %d moves from its target; the deepest are %d", ErrTooDeep, what, most, len(sizes)-1)
		}
		depth = w.MinDepth + rng.IntN(w.MaxDepth-w.MinDepth+1)
		n = rng.IntN(sizes[depth])
	}
	if w.Unique {
		key := d.single[depth][n]
		return Position{White: uint64(key & smallWhite), Blank: int(key >> hopShift)}, nil
	}
	return d.position(depth, n), nil
}

// tries is how many walks walkTo makes before it gives up.
const tries = 500

// walkTo finds a position of the depth that is wanted by random walks.
func walkTo(ctx context.Context, rng *rand.Rand, w Wanted, limits budget.Limits) (Position, error) {
	depth := w.MinDepth + rng.IntN(w.MaxDepth-w.MinDepth+1)
	length := depth
	for range tries {
		b := &Board{Rows: w.Rows, Cols: w.Cols, Target: w.Target, MaxMoves: NoLimit}
		b.Start = wander(rng, w, length)
		a := Solve(ctx, b, limits)
		if a.Status != puzzle.Solved {
			return Position{}, puzzle.LimitError(ctx, a)
		}
		for _, m := range a.Solution.(Moves)[:max(a.Cost-depth, 0)] {
			b.Start = b.Start.hop(m.Row*b.Cols + m.Col)
		}
		if a.Cost < depth {
			length += max((depth-a.Cost)/2, 1)
			continue
		}
		if w.Unique {
			_, all := AllSolutions(ctx, b, 0, limits)
			if !all.Count.Complete {
				return Position{}, puzzle.LimitError(ctx, all)
			}
			if all.Count.N > 1 {
				continue
			}
		}
		return b.Start, nil
	}
	return Position{}, fmt.Errorf("%w: %dx%d, %d moves", ErrDepth, w.Rows, w.Cols, depth)
}

// wander makes length random hops from the target, none of which takes the last
// one back unless there is no other.
func wander(rng *rand.Rand, w Wanted, length int) Position {
	to := jumps(w.Rows, w.Cols)
	p, last := w.Target, -1
	for range length {
		next := to[p.Blank]
		if len(next) == 0 {
			break
		}
		j := next[rng.IntN(len(next))]
		for int(j) == last && len(next) > 1 {
			j = next[rng.IntN(len(next))]
		}
		last = p.Blank
		p = p.hop(int(j))
	}
	return p
}

// GenerateOptions implements puzzle.Generator.
func (kind) GenerateOptions() []puzzle.Option {
	return []puzzle.Option{
		{Name: "board", Usage: "rows x columns, as 4x5 (default: the target's, or 5x5)"},
		{Name: "target", Usage: "the target, rows joined by / (default: the usual one for the board's size)"},
		{Name: "depth", Usage: "exactly so many `moves` to the target, or from A to B of them: A-B (default: any)"},
		{Name: "unique", Default: "no", Values: []string{"no", "yes"}, Bare: "yes", Usage: "boards with one optimal solution only"},
	}
}

// Generate implements puzzle.Generator.
func (kind) Generate(ctx context.Context, s puzzle.Solver, seed, index uint64, settings puzzle.Settings, limits budget.Limits) (puzzle.Instance, error) {
	w, err := wanted(settings)
	if err != nil {
		return nil, &puzzle.SettingsError{Err: err}
	}
	b, err := s.(*solver).boards.Generate(ctx, rand.New(rand.NewPCG(seed, index)), w, limits)
	switch {
	case errors.Is(err, ErrTooDeep), errors.Is(err, ErrNotMade):
		return nil, &puzzle.SettingsError{Err: err}
	case err != nil:
		return nil, err // without it, a nil *Board would make a non-nil Instance
	}
	return b, nil
}

// wanted reads the options of generating.
func wanted(settings puzzle.Settings) (Wanted, error) {
	w := Wanted{Rows: 5, Cols: 5, MaxDepth: -1, Unique: settings.String("unique", "no") == "yes"}
	var target *grid
	if text := settings.String("target", ""); text != "" {
		o, err := parseOptions(puzzle.Settings{"target": text}, NoLimit)
		if err != nil {
			return Wanted{}, err
		}
		target = o.target
		w.Rows, w.Cols = target.rows, target.cols
	}
	if text := settings.String("board", ""); text != "" {
		rows, cols, ok := twoNumbers(text, "x")
		if !ok || rows < 1 || cols < 1 || rows*cols > MaxSquares {
			return Wanted{}, fmt.Errorf("--board must be rows x columns as 4x5, at most %d squares in all, not %q", MaxSquares, text)
		}
		if target != nil && (rows != target.rows || cols != target.cols) {
			return Wanted{}, fmt.Errorf("--board is %s, --target is %dx%d", text, target.rows, target.cols)
		}
		w.Rows, w.Cols = rows, cols
	}
	if target == nil {
		if target = usualTarget(&grid{rows: w.Rows, cols: w.Cols}); target == nil {
			return Wanted{}, fmt.Errorf("there is no usual target for a %dx%d board; give one with --target", w.Rows, w.Cols)
		}
	}
	w.Target = target.Position
	if text := settings.String("depth", ""); text != "" {
		if !strings.Contains(text, "-") {
			text += "-" + text
		}
		var ok bool
		if w.MinDepth, w.MaxDepth, ok = twoNumbers(text, "-"); !ok || w.MinDepth > w.MaxDepth {
			return Wanted{}, fmt.Errorf("--depth must be a number of moves, or two as 10-20, not %q", settings["depth"])
		}
	}
	return w, nil
}

// twoNumbers reads two whole numbers of at most three digits with something
// between them.
func twoNumbers(text, between string) (a, b int, ok bool) {
	first, second, _ := strings.Cut(text, between)
	m, errFirst := strconv.ParseUint(first, 10, 64)
	n, errSecond := strconv.ParseUint(second, 10, 64)
	return int(m), int(n), errFirst == nil && errSecond == nil && m < 1000 && n < 1000
}
