package tiles

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/search"
)

// TestGenerate: each of the boards of 2x2 that can be solved comes about as
// often as the others.
func TestGenerate(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[[MaxCells]uint8]int{}
	const n = 12_000
	for range n {
		seen[Generate(rng, 2, 2).Tiles]++
	}
	if len(seen) != 12 {
		t.Errorf("%d boards", len(seen))
	}
	for tiles, k := range seen {
		if k < 850 || k > 1150 {
			t.Errorf("%v: %d of %d", tiles[:4], k, n)
		}
	}
	for rows := MinSide; rows*MinSide <= MaxCells; rows++ {
		for cols := MinSide; rows*cols <= MaxCells; cols++ {
			b := Generate(rng, rows, cols)
			if !b.Solvable() {
				t.Errorf("%s", b.AppendNative(nil))
			}
			text := string(b.AppendNative(nil))
			if _, err := ParseSize(text, string([]byte{'0' + byte(rows/10), '0' + byte(rows%10), 'x', '0' + byte(cols/10), '0' + byte(cols%10)})); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
	again := Generate(rand.New(rand.NewPCG(5, 6)), 4, 4)
	if diff := cmp.Diff(again, Generate(rand.New(rand.NewPCG(5, 6)), 4, 4)); diff != "" {
		t.Errorf("the same seed gives another board:\n%s", diff)
	}
}

func TestGenerateDepth(t *testing.T) {
	w := twin{3, 3}
	depth := w.depths()
	s := NewSolver()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, d := range []int{0, 1, 2, 5, 13, 20, 27} {
		b, err := s.GenerateDepth(t.Context(), rng, 3, 3, d, budget.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if _, state := twinOf(b); depth[state] != d {
			t.Errorf("%s: %d moves, want %d", b.AppendNative(nil), depth[state], d)
		}
	}
	for _, z := range []size{{2, 5}, {4, 4}, {5, 5}} {
		b, err := s.GenerateDepth(t.Context(), rng, z.rows, z.cols, 24, budget.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		wantSolved(t, b, solve(s, b), 24)
	}
	if _, err := s.GenerateDepth(t.Context(), rng, 2, 2, 7, budget.Limits{}); !errors.Is(err, ErrDepth) {
		t.Errorf("deeper than there is: %v", err)
	}
	if _, err := s.GenerateDepth(t.Context(), rng, 4, 4, 50, budget.Limits{Nodes: 10}); !errors.Is(err, budget.ErrNodes) {
		t.Errorf("ten nodes: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.GenerateDepth(ctx, rng, 4, 4, 50, budget.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestRate(t *testing.T) {
	w := twin{2, 4}
	depth := w.depths()
	s := NewSolver()
	n := 0
	for state, d := range depth {
		if n++; n > 100 {
			break
		}
		b := w.board(state)
		r, a := s.Rate(t.Context(), b, budget.Limits{})
		wantSolved(t, with(b, Manhattan), a, d)
		if r.Length != d || r.Solutions != w.count(depth, state) || r.Nodes != solve(s, with(b, Manhattan)).Generated || r.Manhattan+r.Conflicts > d {
			t.Errorf("%s: %+v, %d moves, %d solutions", b.AppendNative(nil), r, d, w.count(depth, state))
		}
		sum, power := 0.0, 1.0
		for range d {
			power *= r.Branching
			sum += power
		}
		if math.Abs(sum-float64(r.Nodes)) > 1e-6*sum {
			t.Errorf("%s: branching %v over %d moves is %v nodes, not %d", b.AppendNative(nil), r.Branching, d, sum, r.Nodes)
		}
	}
	b := mustParse(t, hard, "")
	r, a := s.Rate(t.Context(), with(b, Manhattan), budget.Limits{Nodes: 5000})
	if r != (Rating{Manhattan: 41, Conflicts: 2}) || a.Limit != "nodes" || a.Generated != 5000 {
		t.Errorf("%+v, %v", r, a)
	}
	if r, a := s.Rate(t.Context(), mustParse(t, "1 0 2 3 4 5 6 8 7", ""), budget.Limits{}); r.Length != 0 || a.Status != puzzle.Infeasible {
		t.Errorf("%+v, %v", r, a)
	}
	// Just enough nodes for one solution.
	b = mustParse(t, sample4, "")
	r, a = s.Rate(t.Context(), with(b, Manhattan), budget.Limits{})
	wantSolved(t, b, a, r.Length)
	if short, _ := s.Rate(t.Context(), with(b, Manhattan), budget.Limits{Nodes: r.Nodes}); short.Solutions != 0 || short.Length != r.Length {
		t.Errorf("%+v", short)
	}
}

// TestAllUnderLimits: a search that is stopped tells how many it found.
func TestAllUnderLimits(t *testing.T) {
	b := with(mustParse(t, "8 7 6 5 4 3 2 1 0", ""), Manhattan)
	s := NewSolver()
	whole := s.All(t.Context(), b, 1000, budget.Limits{})
	if !whole.Complete || whole.Count != uint64(len(whole.List)) || whole.Count < 2 {
		t.Fatalf("%+v", whole)
	}
	_, state := twinOf(b)
	w := twin{3, 3}
	if want := w.count(w.depths(), state); whole.Count != want {
		t.Errorf("%d solutions, want %d", whole.Count, want)
	}
	for _, m := range whole.List {
		if v := Check(b, puzzle.Answer{Status: puzzle.Solved, Cost: 28, Solution: m}); v.Outcome != puzzle.Accepted {
			t.Error(v.Reason)
		}
	}
	part := s.All(t.Context(), b, 1000, budget.Limits{Nodes: whole.Answer.Generated - 1})
	if part.Complete || part.Answer.Status != puzzle.Solved || part.Answer.Cost != 28 || part.Count > whole.Count {
		t.Errorf("%+v", part)
	}
	if a := s.All(t.Context(), mustParse(t, "1 0 2 3 4 5 6 8 7", ""), 5, budget.Limits{}); a.Answer.Status != puzzle.Infeasible || a.Count != 0 {
		t.Errorf("%+v", a)
	}
}

func TestFrames(t *testing.T) {
	b := mustParse(t, sample3, "")
	steps, err := Frames(b, Moves{4, 5, 2, 1})
	if err != nil {
		t.Fatal(err)
	}
	var text []byte
	for i, s := range steps {
		text = s.AppendText(text, i)
	}
	const want = `start; 4 moves are left, at least 4 needed (distances 4)
1 2 5
3 . 4
6 7 8
1. tile 4 slides left; 3 moves are left, at least 3 needed (distances 3)
1 2 5
3 4 .
6 7 8
2. tile 5 slides down; 2 moves are left, at least 2 needed (distances 2)
1 2 .
3 4 5
6 7 8
3. tile 2 slides right; 1 move is left, at least 1 needed (distances 1)
1 . 2
3 4 5
6 7 8
4. tile 1 slides right; 0 moves are left, at least 0 needed (distances 0)
. 1 2
3 4 5
6 7 8
`
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Error(diff)
	}
	if _, err := Frames(b, Moves{4, 5, 2}); err == nil || !strings.HasPrefix(err.Error(), "not a solution: after 3 moves") {
		t.Error(err)
	}
	// With conflicts in two rows.
	c := mustParse(t, "0 2 1 5 4 3 6 7 8", "")
	steps, err = Frames(c, solve(NewSolver(), with(c, Manhattan)).Solution.(Moves))
	if err != nil || steps[0].Conflicts != 6 {
		t.Fatal(err)
	}
	for i, s := range steps {
		if left := len(steps) - 1 - i; s.Left != left || s.Manhattan+s.Conflicts > left {
			t.Errorf("frame %d: %+v", i, s)
		}
	}
}

// TestRender: the drawing is XML with every tile of every frame and an arrow for
// every move.
func TestRender(t *testing.T) {
	b := mustParse(t, sample3, "")
	a := solve(NewSolver(), b)
	svg := string(Kind.(puzzle.Renderer).Render(nil, b, a, "svg"))
	var arrows, tiles int
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		e, _ := token.(xml.StartElement)
		for _, attr := range e.Attr {
			switch {
			case attr.Name.Local == "marker-end":
				arrows++
			case attr.Name.Local == "class" && attr.Value == "tile":
				tiles++
			}
		}
	}
	if arrows != 4 || tiles != 5*8 {
		t.Errorf("%d arrows, %d tiles", arrows, tiles)
	}
	for _, text := range []string{"<title>Tiles: 4 moves</title>", ">start<", ">4 left, at least 4<", ">2. tile 5 down<", ">0 left, at least 0<"} {
		if !strings.Contains(svg, text) {
			t.Errorf("no %q", text)
		}
	}
	if _, err := b.AppendSVG(nil, Moves{4}); err == nil {
		t.Error("what is no solution is drawn")
	}
}

// memory is a store that keeps tables in a map.
type memory struct {
	tables, notes map[string][]byte
	builds        int
}

func newMemory() *memory { return &memory{tables: map[string][]byte{}, notes: map[string][]byte{}} }

func (m *memory) Load(ctx context.Context, key string, size int64) (table, note []byte, ok bool) {
	t, ok := m.tables[key]
	return t, m.notes[key], ok && ctx.Err() == nil && int64(len(t)) == size
}

func (m *memory) Build(ctx context.Context, key string, size int64, build func(context.Context) (table, note []byte, err error)) (table, note []byte, err error) {
	if t, n, ok := m.Load(ctx, key, size); ok {
		return t, n, nil
	}
	m.builds++
	table, note, err = build(ctx)
	if err == nil {
		m.tables[key], m.notes[key] = table, note
	}
	return table, note, err
}

// TestTables: a large database from a store gives the same answers with fewer
// nodes; the solver never builds one.
func TestTables(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a table of seconds")
	}
	table, ok := TableFor(2, 7) // the smallest that has one
	if !ok || table.Groups != "6-7" {
		t.Fatalf("%v, %v", table, ok)
	}
	store := newMemory()
	rng := rand.New(rand.NewPCG(7, 8))
	var boards []*Board
	for range 8 {
		boards = append(boards, with(wander(rng, 2, 7, 80), PDB))
	}
	solveAll := func(limits budget.Limits) (nodes uint64, answers []puzzle.Answer) {
		s := NewSolver()
		s.UseStore(store)
		for _, b := range boards {
			a := s.Solve(t.Context(), b, limits)
			nodes += a.Generated
			a.Generated, a.Expanded, a.Iterations = 0, 0, nil
			answers = append(answers, a)
		}
		return nodes, answers
	}
	smallNodes, small := solveAll(budget.Limits{})
	if store.builds != 0 {
		t.Fatal("the solver built a large database")
	}
	if _, _, err := table.Verify(t.Context(), store, budget.Limits{}); !errors.Is(err, search.ErrNoTable) {
		t.Errorf("Verify without a table: %v", err)
	}
	if _, err := table.Build(t.Context(), store, budget.Limits{Memory: table.Peak - 1}); !errors.Is(err, budget.ErrMemory) {
		t.Errorf("too little memory: %v", err)
	}
	var last budget.Progress
	limits := budget.Limits{Memory: table.Peak, Nodes: 1, Report: func(p budget.Progress) { last = p }}
	if _, err := table.Build(t.Context(), store, limits); err != nil {
		t.Fatal(err)
	}
	if last.Generated < uint64(table.Placements) || int64(len(store.tables[table.Key()])) != table.Bytes {
		t.Errorf("%d nodes of %d placements, %d bytes of %d", last.Generated, table.Placements, len(store.tables[table.Key()]), table.Bytes)
	}
	largeNodes, large := solveAll(budget.Limits{})
	if diff := cmp.Diff(small, large); diff != "" {
		t.Errorf("other answers:\n%s", diff)
	}
	if largeNodes*2 > smallNodes {
		t.Errorf("%d nodes with the large database, %d with the small one", largeNodes, smallNodes)
	}
	if n, _ := solveAll(budget.Limits{Memory: table.Bytes - 1}); n != smallNodes {
		t.Errorf("%d nodes where the large one does not fit, %d with the small one", n, smallNodes)
	}
	if _, _, err := table.Verify(t.Context(), store, budget.Limits{}); err != nil {
		t.Errorf("Verify: %v", err)
	}
	store.tables[table.Key()][1000]++
	if _, _, err := table.Verify(t.Context(), store, budget.Limits{}); !errors.Is(err, ErrWrongTable) {
		t.Errorf("Verify of a wrong table: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := table.Verify(ctx, store, budget.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Verify, cancelled: %v", err)
	}
}

func TestTableList(t *testing.T) {
	var got []string
	for _, table := range Tables() {
		got = append(got, table.String())
	}
	want := []string{
		"4x4 7-8: 576576000 placements, 288 MB to keep; building takes 2107 MB of memory and about 34 s of processor time",
		"4x5 6-6-7: 446515200 placements, 223 MB to keep; building takes 1603 MB of memory and about 26 s of processor time",
		"5x5 6-6-6-6: 510048000 placements, 255 MB to keep; building takes 730 MB of memory and about 30 s of processor time",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	keys := map[string]bool{}
	for rows := -1; rows < 28; rows++ {
		for cols := -1; cols < 28; cols++ {
			table, ok := TableFor(rows, cols)
			if want := rows >= 2 && cols >= 2 && rows*cols > 12 && rows*cols <= 25; ok != want {
				t.Errorf("%dx%d: %v", rows, cols, ok)
			}
			if ok && keys[table.Key()] {
				t.Errorf("the key %q occurs twice", table.Key())
			}
			keys[table.Key()] = true
		}
	}
}
