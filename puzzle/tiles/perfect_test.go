package tiles

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// plainPerfect is the twin of perfect: all boards that can be solved, in the
// order of all permutations, moved one by one.
type plainPerfect struct {
	size
	boards []Board
	ranks  map[[MaxCells]uint8]int
}

func newPlainPerfect(z size) *plainPerfect {
	s := &plainPerfect{size: z, ranks: map[[MaxCells]uint8]int{}}
	n := z.rows * z.cols
	for rank := range search.Permutations(n).Size() {
		b := Board{Rows: z.rows, Cols: z.cols}
		for i, t := range search.Permutations(n).Unrank(nil, rank) {
			b.Tiles[i] = uint8(t)
		}
		if b.Solvable() {
			s.ranks[b.Tiles] = len(s.boards)
			s.boards = append(s.boards, b)
		}
	}
	return s
}

func (s *plainPerfect) Size() int { return len(s.boards) }

func (s *plainPerfect) Neighbours(dst []int, rank int) []int {
	b := s.boards[rank]
	blank := b.blank()
	for _, op := range ops(s.rows, s.cols)[blank] {
		c := b.Tiles
		cell := blank + steps(s.cols)[op]
		c[blank], c[cell] = c[cell], 0
		dst = append(dst, s.ranks[c])
	}
	return dst
}

// TestPerfectTwin: rows and single moves give the same tables on boards that have a
// high part and boards that have none, windows on either side of it and across.
func TestPerfectTwin(t *testing.T) {
	sizes := []size{{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {3, 3}}
	for _, z := range sizes {
		if testing.Short() && z.rows*z.cols > 8 {
			continue
		}
		s, plain := newPerfect(z.rows, z.cols), newPlainPerfect(z)
		if n := s.Rows() * s.Len(0); n != plain.Size() {
			t.Fatalf("%v: %d cells for %d boards", z, n, plain.Size())
		}
		goal := plain.boards[0] // 0, 1, 2, …
		row, place := s.cell(&goal)
		want, wantReport, err := search.BuildTable(t.Context(), search.Ranked(plain), search.Byte, 0, 0, budget.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for _, cell := range []search.Cell{search.Byte, search.Mod3} {
			got, report, err := search.BuildTable(t.Context(), s, cell, row, place, budget.Limits{Crew: budget.NewCrew(2)})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(report.Histogram, wantReport.Histogram) {
				t.Errorf("%v %v: %v, the twin %v", z, cell, report, wantReport)
			}
			for n, b := range plain.boards {
				row, place := s.cell(&b)
				if back := s.board(row, place); back.Tiles != b.Tiles {
					t.Fatalf("%v: %v became %v", z, b.Tiles, back.Tiles)
				}
				depth, _ := want.At(n/4096, n%4096)
				if cell == search.Mod3 {
					depth %= 3
				}
				if d, ok := got.At(row, place); !ok || d != depth {
					t.Fatalf("%v %v: %v has %d, %v; the twin %d", z, cell, b.Tiles, d, ok, depth)
				}
			}
		}
	}
}

// TestPerfectMoves: on 3 x 4, whose table takes seconds, the moves of random rows
// are those of the rules.
func TestPerfectMoves(t *testing.T) {
	for _, z := range []size{{3, 4}, {4, 3}, {2, 6}, {6, 2}, {2, 5}, {5, 2}} {
		s := newPerfect(z.rows, z.cols)
		rng := rand.New(rand.NewPCG(uint64(z.rows), uint64(z.cols)))
		e := s.Expander()
		for range 300 {
			row := rng.IntN(s.Rows())
			places := []uint16{uint16(rng.IntN(s.length / 2)), uint16(s.length/2 + rng.IntN(s.length/2))}
			got := map[[MaxCells]uint8]int{}
			e.Expand(row, places, func(to int, places, table []uint16) {
				for _, p := range places {
					if table != nil {
						p = table[p]
					}
					got[s.board(to, int(p)).Tiles]++
				}
			})
			want := map[[MaxCells]uint8]int{}
			for _, p := range places {
				b := s.board(row, int(p))
				blank := b.blank()
				for _, op := range ops(z.rows, z.cols)[blank] {
					c := b.Tiles
					cell := blank + steps(z.cols)[op]
					c[blank], c[cell] = c[cell], 0
					want[c]++
				}
			}
			if len(got) != len(want) {
				t.Fatalf("%v, row %d, %v: %d neighbours instead of %d", z, row, places, len(got), len(want))
			}
			for b, n := range want {
				if got[b] != n {
					t.Fatalf("%v, row %d, %v: %v is missing", z, row, places, b)
				}
			}
		}
	}
}

// TestPerfectHistograms: the number of boards at each distance, as Reinefeld, Complete
// solution of the eight-puzzle (1993), has it for 3 x 3.
func TestPerfectHistograms(t *testing.T) {
	want := []uint64{1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
		16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2}
	report, err := Perfect{Rows: 3, Cols: 3}.Build(t.Context(), newMemory(), budget.Limits{})
	if err != nil || report.States != 181440 || !slices.Equal(report.Histogram, want) {
		t.Errorf("%v, %v", report, err)
	}
}

// TestPerfectAnswers: with the complete table in the store the answers are those of the
// search, moves and all, and a wrong table never changes one.
func TestPerfectAnswers(t *testing.T) {
	store := newMemory()
	rng := rand.New(rand.NewPCG(5, 6))
	for _, z := range []size{{3, 3}, {2, 5}} {
		table := Perfect{Rows: z.rows, Cols: z.cols}
		report, err := table.Build(t.Context(), store, budget.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		how, proven, err := table.Verify(t.Context(), store, budget.Limits{})
		if diff := cmp.Diff(report, proven); err != nil || diff != "" || how == "" {
			t.Errorf("Verify: %v\n%s", err, diff)
		}
		s, plain := NewSolver(), NewSolver()
		s.UseStore(store)
		tabled := 0
		check := func(s *Solver, b *Board) {
			t.Helper()
			want := plain.Solve(t.Context(), with(b, PDB), budget.Limits{})
			got := s.Solve(t.Context(), b, budget.Limits{})
			if got.Method != "" {
				tabled++
			}
			if diff := cmp.Diff(want.Solution, got.Solution); diff != "" || got.Status != want.Status {
				t.Errorf("%s: %v, want %v", b.AppendNative(nil), got, want)
			}
		}
		for range 20 {
			check(s, Generate(rng, z.rows, z.cols))
		}
		if z.rows*z.cols <= maxPattern+1 && tabled != 20 {
			t.Errorf("%v: %d of 20 by table", z, tabled)
		}
		right := store.tables[table.Key()]
		wrong := slices.Repeat([]byte{0x55}, len(right))
		store.tables[table.Key()] = wrong
		s = NewSolver()
		s.UseStore(store)
		tabled = 0
		check(s, Generate(rng, z.rows, z.cols))
		if tabled != 0 {
			t.Errorf("%v: an answer from a wrong table", z)
		}
		if _, _, err := table.Verify(t.Context(), store, budget.Limits{}); !errors.As(err, new(*search.CellError)) {
			t.Errorf("%v: Verify of a wrong table: %v", z, err)
		}
	}
}

// TestGenerateAnyDepth: on 3 x 3 there is a board of every depth there is, drawn
// from all of them.
func TestGenerateAnyDepth(t *testing.T) {
	s := NewSolver()
	seen := map[[MaxCells]uint8]bool{}
	for depth := range 32 {
		for seed := range uint64(3) {
			b, err := s.GenerateDepth(t.Context(), rand.New(rand.NewPCG(seed, 1)), 3, 3, depth, budget.Limits{})
			if err != nil {
				t.Fatalf("depth %d: %v", depth, err)
			}
			if a := s.Solve(t.Context(), b, budget.Limits{}); a.Cost != depth {
				t.Errorf("depth %d: %v", depth, a)
			}
		}
	}
	for seed := range uint64(50) {
		b, err := s.GenerateDepth(t.Context(), rand.New(rand.NewPCG(seed, 2)), 3, 3, 31, budget.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		seen[b.Tiles] = true
	}
	if len(seen) != 2 {
		t.Errorf("%d of the two deepest boards were drawn", len(seen))
	}
	if _, err := s.GenerateDepth(t.Context(), rand.New(rand.NewPCG(0, 0)), 3, 3, 32, budget.Limits{}); !errors.Is(err, ErrDepth) {
		t.Errorf("depth 32: %v", err)
	}
}
