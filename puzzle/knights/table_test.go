package knights

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/search"
)

// memory is a store that keeps tables in a map.
type memory struct {
	tables, notes map[string][]byte
	builds        int
	full          bool // nothing more can be kept
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
	if m.full {
		return nil, nil, errors.New("the disk is full")
	}
	m.builds++
	table, note, err = build(ctx)
	if err == nil {
		m.tables[key], m.notes[key] = table, note
	}
	return table, note, err
}

// check builds the table of h and proves it right.
func (h *histogram) check(t *testing.T, cell search.Cell, store puzzle.TableStore) {
	t.Helper()
	g, fault := parseRows([]byte(h.target))
	if fault != nil {
		t.Fatal(fault)
	}
	table, err := TableFor(g.rows, g.cols, g.Position, cell)
	if err != nil {
		t.Fatal(err)
	}
	report, err := table.Build(t.Context(), store, budget.Limits{Crew: budget.NewCrew(1)})
	var counts []int
	for _, n := range report.Histogram {
		counts = append(counts, int(n))
	}
	if err != nil || int(report.States) != h.states || !slices.Equal(counts, h.counts) {
		t.Errorf("%s: %+v, %v; want %d states and %v", table.Name(), report, err, h.states, h.counts)
	}
	how, proven, err := table.Verify(t.Context(), store, budget.Limits{Crew: budget.NewCrew(1)})
	if diff := cmp.Diff(report, proven); err != nil || diff != "" || how == "" {
		t.Errorf("%s: Verify: %v\n%s", table.Name(), err, diff)
	}
}

// TestTableHistograms: the positions at each distance are those that an independent
// program has counted.
func TestTableHistograms(t *testing.T) {
	for _, h := range readHistograms(t) {
		if h.states > 110_000 || testing.Short() && h.states > 10_000 {
			continue // TestDataHistograms has them
		}
		h.check(t, search.Mod3, newMemory())
		h.check(t, search.Byte, newMemory())
	}
}

// TestDataHistograms: all sizes of the public file, with both cells.
func TestDataHistograms(t *testing.T) {
	folder := os.Getenv("DEEPEN_DATA")
	if folder == "" {
		t.Skip("DEEPEN_DATA is not set")
	}
	text, err := os.ReadFile(folder + "/knights/depth_histograms.txt")
	if err != nil {
		t.Fatal(err)
	}
	var hs []histogram
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		switch {
		case len(f) > 7 && f[0] == "board":
			n, err := strconv.Atoi(f[7])
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			hs = append(hs, histogram{target: f[5], states: n})
		case len(f) == 5 && f[0] != "depth" && f[0] != "===": // a title
			n, err := strconv.Atoi(f[1])
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			h := &hs[len(hs)-1]
			h.counts = append(h.counts, n)
		}
	}
	if len(hs) < 17 {
		t.Fatalf("%d tables in the file", len(hs))
	}
	for _, h := range hs {
		h.check(t, search.Mod3, newMemory())
		h.check(t, search.Byte, newMemory())
	}
}

// TestVerifyFindsDamage: a table with any one cell changed to any other value is
// refused, whether it is of a state or behind a row's end.
func TestVerifyFindsDamage(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for _, target := range []string{"*11/101/000", "1111/0*10/0000"} {
		g, _ := parseRows([]byte(target))
		for _, cell := range []search.Cell{search.Mod3, search.Byte} {
			table, _ := TableFor(g.rows, g.cols, g.Position, cell)
			store := newMemory()
			if _, err := table.Build(t.Context(), store, budget.Limits{}); err != nil {
				t.Fatal(err)
			}
			right := store.tables[table.Key()]
			per, values := 1, 256
			if cell == search.Mod3 {
				per, values = 4, 4
			}
			s := newSpace(g.rows, g.cols, g.whites())
			goalRow, goalPlace := s.cell(g.Position)
			first := 0 // of the goal's row
			for row := range goalRow {
				first += (s.Len(row) + 7) &^ 7
			}
			cells := []int{first + goalPlace, 0, len(right)*per - 1}
			for range 120 {
				cells = append(cells, rng.IntN(len(right)*per))
			}
			for _, at := range cells {
				for change := 1; change < values; change++ {
					if values == 256 && change > 3 && change < 250 && rng.IntN(16) > 0 {
						continue
					}
					wrong := bytes.Clone(right)
					wrong[at/per] ^= byte(change << (at % per * 2 * (per / 4)))
					store.tables[table.Key()] = wrong
					_, _, err := table.Verify(t.Context(), store, budget.Limits{Crew: budget.NewCrew(at % 2)})
					if cellErr := (*search.CellError)(nil); !errors.As(err, &cellErr) {
						t.Fatalf("%s: cell %d ^ %d: %v", table.Name(), at, change, err)
					}
				}
			}
			store.tables[table.Key()] = right
			store.notes[table.Key()] = []byte(`{"States":630}`)
			if _, _, err := table.Verify(t.Context(), store, budget.Limits{}); !errors.Is(err, search.ErrReport) {
				t.Errorf("another report: %v", err)
			}
			if _, _, err := table.Verify(t.Context(), newMemory(), budget.Limits{}); !errors.Is(err, search.ErrNoTable) {
				t.Errorf("no table: %v", err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if _, _, err := table.Verify(ctx, store, budget.Limits{}); !errors.Is(err, context.Canceled) {
				t.Errorf("cancelled: %v", err)
			}
			if _, err := table.Build(t.Context(), newMemory(), budget.Limits{Memory: 100}); !errors.Is(err, budget.ErrMemory) {
				t.Errorf("too little memory: %v", err)
			}
		}
	}
}

// TestTableAnswers: with a table and without one the answers are the same, moves
// and all; only boards that need it use it.
func TestTableAnswers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, target := range []string{"*11/101/000", "1111/0*10/0000", "11111/01*00/00010", "1111/0111/000*/0000"} {
		store := newMemory()
		s, plain := &solver{}, &solver{}
		s.UseStore(store)
		tabled := 0
		for range 60 {
			b, err := ParseTarget(strings.Join(rowsOf(shuffled(strings.ReplaceAll(target, "/", ""), func(lo, hi int) int { return lo + rng.IntN(hi-lo+1) }), strings.IndexByte(target, '/')), "/"), target)
			if err != nil {
				t.Fatal(err)
			}
			if rng.IntN(4) == 0 {
				b.MaxMoves = rng.IntN(25)
			}
			want := plain.Solve(t.Context(), b, budget.Limits{})
			s.Prepare(batchSize + rng.IntN(2))
			got := s.Solve(t.Context(), b, budget.Limits{})
			if got.Status == puzzle.Infeasible && want.Status == puzzle.Infeasible {
				got.Limit, got.LowerBound = want.Limit, want.LowerBound // a table knows more
			}
			if got.Method != "" {
				tabled++
				if !strings.HasPrefix(got.Method, "table ") || !strings.HasSuffix(got.Method, "many boards") {
					t.Errorf("method %q", got.Method)
				}
			}
			got.Method, got.Iterations, got.Generated, got.Expanded = "", want.Iterations, want.Generated, want.Expanded
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, at most %d:\n%s", b.AppendNative(nil), b.MaxMoves, diff)
			}
			s.Prepare(batchSize - 1)
			if a := s.Solve(t.Context(), b, budget.Limits{}); a.Method != "" {
				t.Errorf("%s: %q outside of a batch", b.AppendNative(nil), a.Method)
			}
		}
		if tabled == 0 || store.builds > 1 {
			t.Errorf("%s: %d by table, %d builds", target, tabled, store.builds)
		}
	}
}

// rowsOf cuts squares into rows.
func rowsOf(squares string, cols int) (rows []string) {
	for ; len(squares) > 0; squares = squares[cols:] {
		rows = append(rows, squares[:cols])
	}
	return rows
}

// TestTableChoice: when a table is taken on 5 x 5, that the counts do not hang on
// where it came from, and what happens when it cannot be kept, does not fit, or is
// wrong.
func TestTableChoice(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a table of a second")
	}
	far, err := Parse("0*000/10100/11100/01110/11011")
	if err != nil {
		t.Fatal(err)
	}
	want := Solve(t.Context(), far, budget.Limits{})
	store := newMemory()
	s := &solver{}
	s.UseStore(store)
	solve := func(before int, limits budget.Limits, method string) puzzle.Answer {
		t.Helper()
		s.Prepare(before)
		a := s.Solve(t.Context(), far, limits)
		if a.Status != puzzle.Solved || cmp.Diff(want.Solution, a.Solution) != "" || a.Method != method {
			t.Errorf("after %d: %v, method %q, want %q", before, a, a.Method, method)
		}
		return a
	}
	built := solve(0, budget.Limits{}, "table 5x5 mod3, built: more than 8000000 nodes without it")
	again := solve(0, budget.Limits{}, "table 5x5 mod3, loaded: more than 8000000 nodes without it")
	batch := solve(16, budget.Limits{}, "table 5x5 mod3, loaded: many boards")
	if built.Generated != again.Generated || built.Generated < trialNodes || batch.Generated > 1<<20 {
		t.Errorf("generated %d, then %d, in a batch %d", built.Generated, again.Generated, batch.Generated)
	}
	solve(0, budget.Limits{Memory: 28 << 20}, "table 5x5 mod3, loaded: more memory without it")
	if a := s.Solve(t.Context(), far, budget.Limits{Memory: 24 << 20, Nodes: 2_000_000}); a.Limit != "nodes" || a.Method != "no table: it needs 25.4 MiB" {
		t.Errorf("%v, method %q", a, a.Method)
	}
	s.Prepare(0)
	if a := s.Solve(t.Context(), far, budget.Limits{Nodes: 5_000_000}); a.Limit != "nodes" || a.Generated != 5_000_000 {
		t.Errorf("%v, %d generated", a, a.Generated)
	}
	shallow, _ := Parse("10110/01*11/10111/01001/00000")
	s.Prepare(100)
	if a := s.Solve(t.Context(), shallow, budget.Limits{}); a.Cost != 7 || a.Method != "" {
		t.Errorf("%v, method %q", a, a.Method)
	}

	// A wrong table with a right checksum: never a wrong answer.
	for key, table := range store.tables {
		store.tables[key] = bytes.Repeat([]byte{0x55}, len(table))
	}
	s = &solver{}
	s.UseStore(store)
	solve(16, budget.Limits{}, "table 5x5 mod3 is wrong (see table verify), and was left alone")
}

func BenchmarkTableQuery(b *testing.B) {
	far, _ := Parse("0*000/10100/11100/01110/11011")
	s := &solver{}
	s.UseStore(newMemory())
	table, _ := TableFor(5, 5, far.Target, search.Mod3)
	if _, err := s.tables.open(context.Background(), table, budget.Limits{}); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		var r search.Result[int32]
		if !s.tables.solve(far, &r) || r.Cost != 39 {
			b.Fatal(r)
		}
	}
}
