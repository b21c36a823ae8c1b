package knights

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// wantedOf reads options of generating.
func wantedOf(t testing.TB, board, target, depth string, unique bool) Wanted {
	t.Helper()
	settings := puzzle.Settings{"board": board, "target": target, "depth": depth}
	if unique {
		settings["unique"] = "yes"
	}
	w, err := wanted(settings)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestGenerate: boards are as deep as is asked for, have one solution where that
// is asked for, and hang on the rng alone.
func TestGenerate(t *testing.T) {
	const large = "111111/111111/111*00/000000/000000"
	used := &Generator{}
	for i, w := range []Wanted{
		wantedOf(t, "", "", "0", false),
		wantedOf(t, "", "", "9-10", true),
		wantedOf(t, "5x5", "*1111/11111/11100/00000/00000", "9", false),
		wantedOf(t, "4x5", "", "13", false),
		wantedOf(t, "5x4", "1111/0111/00*1/0001/0000", "11-15", true),
		wantedOf(t, "3x4", "", "41", false),
		wantedOf(t, "3x4", "", "3-30", true),
		wantedOf(t, "3x4", "", "", false),
		wantedOf(t, "3x4", "", "", true),
		wantedOf(t, "3x3", "", "28", false),
		wantedOf(t, "3x3", "", "", false),
		wantedOf(t, "", large, "12", false),
		wantedOf(t, "", large, "6-8", true),
		wantedOf(t, "", large, "", false),
	} {
		seeds := uint64(3)
		if testing.Short() {
			seeds = 1
		}
		for seed := range seeds {
			b, err := used.Generate(t.Context(), rand.New(rand.NewPCG(seed, uint64(i))), w, budget.Limits{})
			if err != nil {
				t.Fatalf("%+v: %v", w, err)
			}
			again, err := new(Generator).Generate(t.Context(), rand.New(rand.NewPCG(seed, uint64(i))), w, budget.Limits{})
			if err != nil || *again != *b {
				t.Fatalf("%+v: %v, and then %v, %v", w, b, again, err)
			}
			if b.Rows*b.Cols > maxSmall && w.MaxDepth < 0 {
				continue // too deep to solve
			}
			s, a := AllSolutions(t.Context(), b, 0, budget.Limits{})
			if a.Status != puzzle.Solved || w.MaxDepth >= 0 && (a.Cost < w.MinDepth || a.Cost > w.MaxDepth) || w.Unique && s.Count.Int64() != 1 {
				t.Errorf("%+v: %s needs %d moves and has %v solutions", w, b.AppendNative(nil), a.Cost, s.Count)
			}
		}
	}
}

// TestGenerateEvenly: each board comes about as often as the others.
func TestGenerateEvenly(t *testing.T) {
	w, target := squares("*11/101/000")
	depth := w.depths(target, -1)
	ways := w.ways(depth)
	for _, test := range []struct {
		wanted Wanted
		is     func(d, ways int) float64 // how many of 1000 draws a board is due
	}{
		{wantedOf(t, "3x3", "", "", false), func(int, int) float64 { return 1000 / 56. }},
		{wantedOf(t, "3x3", "", "", true), func(_, ways int) float64 { return float64(ways%2) * 1000 / 55. }}, // one has two
		{wantedOf(t, "3x3", "", "7", false), func(d, _ int) float64 { return 500 * float64(b2i(d == 7)) }},
		{wantedOf(t, "3x3", "", "27-28", false), func(d, _ int) float64 { return 250*float64(b2i(d == 27)) + 500*float64(b2i(d == 28)) }},
	} {
		const n = 20_000
		seen := map[string]int{}
		g := &Generator{}
		rng := rand.New(rand.NewPCG(1, 2))
		for range n {
			b, err := g.Generate(t.Context(), rng, test.wanted, budget.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			_, s := squares(string(b.AppendNative(nil)))
			seen[s]++
		}
		for s, d := range depth {
			want := test.is(d, ways[s]) * n / 1000
			if got := float64(seen[s]); got < want*0.75 || got > want*1.25 {
				t.Errorf("%+v: %s came %v times, due are %v", test.wanted, w.text(s), got, want)
			}
			delete(seen, s)
		}
		if len(seen) > 0 {
			t.Errorf("%+v: %d boards that cannot be solved", test.wanted, len(seen))
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestRoams: on the boards where all positions are said to be within reach, they
// are, and on the others not all.
func TestRoams(t *testing.T) {
	free := 0
	for rows := 1; rows <= 4; rows++ {
		for cols := 1; rows*cols <= 12; cols++ {
			if rows*cols < 4 {
				continue
			}
			s := "*0" + strings.Repeat("1", rows*cols-2)
			if rows*cols > 5 {
				s = "*00" + strings.Repeat("1", rows*cols-3)
			}
			all := len(positions(s)) == len(twin{rows, cols}.depths(s, -1))
			if got := roams(rows, cols); got != all {
				t.Errorf("%dx%d: %v, all positions within reach: %v", rows, cols, got, all)
			}
			free += b2i(all)
		}
	}
	if free != 2 { // 3x4 and 4x3
		t.Errorf("%d boards", free)
	}
}

func TestGenerateErrors(t *testing.T) {
	for _, test := range []struct {
		board, target, depth, unique string
		want                         string
	}{
		{"3x3", "", "29", "", "too deep: no board is 29 moves from its target; the deepest are 28"},
		{"3x4", "", "40-50", "", "too deep: no board is 50 moves from its target; the deepest are 41"},
		{"3x4", "", "41", "yes", "too deep: no board with one shortest solution is 41 moves from its target; the deepest are 40"},
		{"", "11111111111111111111111111111*", "", "", "such boards are not made: on 1x30 most cannot be solved, and they are too many to tell; only by depth"},
		{"", "111111/111111/111*00/000000/000000", "", "yes", "such boards are not made: on more than 25 squares, boards with one solution only by depth"},
		{"5x6", "", "", "", "there is no usual target for a 5x6 board; give one with --target"},
		{"5x5", "*11/101/000", "", "", "--board is 5x5, --target is 3x3"},
		{"9x9", "", "", "", `--board must be rows x columns as 4x5, at most 64 squares in all, not "9x9"`},
		{"5", "", "", "", `--board must be rows x columns as 4x5, at most 64 squares in all, not "5"`},
		{"", "1x", "", "", "--target: column 2: 'x' is neither a knight (0 or 1) nor the blank (*)"},
		{"", "", "deep", "", `--depth must be a number of moves, or two as 10-20, not "deep"`},
		{"", "", "9-5", "", `--depth must be a number of moves, or two as 10-20, not "9-5"`},
		{"", "", "-5", "", `--depth must be a number of moves, or two as 10-20, not "-5"`},
	} {
		settings := puzzle.Settings{"board": test.board, "target": test.target, "depth": test.depth, "unique": test.unique}
		inst, err := Kind.(puzzle.Generator).Generate(t.Context(), Kind.NewSolver(), 1, 0, settings, budget.Limits{})
		if inst != nil || !errors.As(err, new(*puzzle.SettingsError)) || err.Error() != test.want {
			t.Errorf("%v: %v, want %s", settings, err, test.want)
		}
	}
	small := wantedOf(t, "4x5", "", "20", false)
	large := wantedOf(t, "", "111111/111111/111*00/000000/000000", "12", false)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, w := range []Wanted{small, large} {
		rng := rand.New(rand.NewPCG(1, 1))
		if _, err := new(Generator).Generate(t.Context(), rng, w, budget.Limits{Nodes: 1}); !errors.Is(err, budget.ErrNodes) {
			t.Errorf("a node: %v", err)
		}
		if _, err := new(Generator).Generate(cancelled, rng, w, budget.Limits{}); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
	}
	if _, err := new(Generator).Generate(t.Context(), rand.New(rand.NewPCG(1, 1)), small, budget.Limits{Memory: 1 << 20}); !errors.Is(err, budget.ErrMemory) {
		t.Errorf("a megabyte: %v", err)
	}
	// A board on which the blank cannot go far.
	rod := wantedOf(t, "", strings.Repeat("1", 13)+"/"+strings.Repeat("1", 12)+"*", "30", false)
	if _, err := new(Generator).Generate(t.Context(), rand.New(rand.NewPCG(1, 1)), rod, budget.Limits{}); !errors.Is(err, ErrDepth) {
		t.Errorf("a rod: %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a board of no size is made")
		}
	}()
	_, _ = new(Generator).Generate(t.Context(), nil, Wanted{}, budget.Limits{})
}

// FuzzGenerate: any options give a board that is as they say, or are refused.
func FuzzGenerate(f *testing.F) {
	f.Add("3x4", "", "0-41", false, uint64(1))
	f.Add("", "*11/101/000", "28", false, uint64(2))
	f.Add("3x3", "", "", true, uint64(3))
	f.Fuzz(func(t *testing.T, board, target, depth string, unique bool, seed uint64) {
		settings := puzzle.Settings{"board": board, "target": target, "depth": depth}
		if unique {
			settings["unique"] = "yes"
		}
		inst, err := Kind.(puzzle.Generator).Generate(t.Context(), Kind.NewSolver(), seed, 0, settings, budget.Limits{Nodes: 20_000})
		if err != nil {
			if !errors.As(err, new(*puzzle.SettingsError)) && !errors.Is(err, budget.ErrNodes) && !errors.Is(err, ErrDepth) {
				t.Fatal(err)
			}
			return
		}
		b := inst.(*Board)
		w, err := wanted(settings)
		if err != nil || b.Start.whites() != w.Target.whites() || b.Target != w.Target || b.Rows != w.Rows || b.Cols != w.Cols {
			t.Fatalf("%v gives %v, %v", settings, b, err)
		}
		a := Solve(t.Context(), b, budget.Limits{Nodes: 100_000})
		if w.MaxDepth >= 0 && (a.Status == puzzle.Infeasible || a.Status == puzzle.Solved && (a.Cost < w.MinDepth || a.Cost > w.MaxDepth)) {
			t.Fatalf("%v gives %s: %v", settings, b.AppendNative(nil), a)
		}
	})
}
