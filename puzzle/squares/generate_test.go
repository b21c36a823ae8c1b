package squares

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

func TestGenerateWanted(t *testing.T) {
	most := map[Shapes]int{Squares: 7, Rectangles: 9, Unit: 6} // of the complete grid of 3x4
	for shapes, full := range most {
		if a := Solve(background, &Grid{Rows: 3, Cols: 4, Shapes: shapes}, budget.Limits{}); a.Cost != full {
			t.Fatalf("%s: the complete grid takes %d", shapes, a.Cost)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		w := Wanted{Rows: 3, Cols: 4, Shapes: Shapes(rapid.IntRange(0, 2).Draw(t, "shapes")), Gone: -1}
		w.Optimum = rapid.IntRange(0, most[w.Shapes]).Draw(t, "optimum")
		w.Unique = w.Optimum < 4 && rapid.Bool().Draw(t, "unique")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		g, err := Generate(background, rng, w, budget.Limits{})
		if err != nil {
			t.Fatalf("%+v: %v", w, err)
		}
		if err := g.Validate(); err != nil || g.Shapes != w.Shapes {
			t.Fatalf("%s: %v", g, err)
		}
		r, ans := Rate(background, g, budget.Limits{})
		if ans.Cost != w.Optimum || w.Unique && (r.Solutions != 1 || !r.Complete || len(r.Forced) != w.Optimum) {
			t.Fatalf("%+v: %s has %+v", w, g, r)
		}
	})
}

// TestRemovalsOfOneStickLess is what Generate is built on: a stick less makes the
// optimum smaller by one at most, and where it stays, the smallest removals of
// the grid with the stick are among those of the grid without.
func TestRemovalsOfOneStickLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t, 4, 12)
		left := []int{}
		for s := 1; s <= g.Sticks(); s++ {
			if !wasGone(g, s) {
				left = append(left, s)
			}
		}
		if len(left) == 0 {
			return
		}
		less := *g
		less.Gone = append(slices.Clone(g.Gone), rapid.SampledFrom(left).Draw(t, "stick"))
		slices.Sort(less.Gone)
		a, b := twinRating(g), twinRating(&less)
		if a.Optimum-b.Optimum < 0 || a.Optimum-b.Optimum > 1 {
			t.Fatalf("%s: %d, with a stick less %d", g, a.Optimum, b.Optimum)
		}
		if a.Optimum == b.Optimum && a.Solutions > b.Solutions {
			t.Fatalf("%s: %d removals, with a stick less %d", g, a.Solutions, b.Solutions)
		}
	})
}

func TestGenerateGone(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, w := range []Wanted{
		{Rows: 4, Cols: 4, Gone: 7, Optimum: -1},
		{Rows: 4, Cols: 4, Gone: 12, Optimum: 5},
		{Rows: 3, Cols: 3, Gone: 0, Optimum: 6},
		{Rows: 3, Cols: 3, Gone: 24, Optimum: 0},
		{Rows: 3, Cols: 3, Gone: 9, Optimum: 2, Unique: true},
	} {
		g, err := Generate(background, rng, w, budget.Limits{})
		if err != nil || len(g.Gone) != w.Gone {
			t.Errorf("%+v: %v, %v", w, g, err)
			continue
		}
		if a := Solve(background, g, budget.Limits{}); w.Optimum >= 0 && a.Cost != w.Optimum {
			t.Errorf("%+v: %s takes %d", w, g, a.Cost)
		}
	}
}

func TestGenerateErrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, w := range []Wanted{
		{Rows: 2, Cols: 2, Gone: -1, Optimum: 4},
		{Rows: 2, Cols: 2, Gone: 12, Optimum: 1},
		{Rows: 2, Cols: 2, Gone: 13, Optimum: -1},
		{Rows: 1, Cols: 1, Gone: 0, Optimum: 1, Unique: true}, // four ways
	} {
		if g, err := Generate(background, rng, w, budget.Limits{}); !errors.Is(err, ErrWanted) {
			t.Errorf("%+v: %v, %v", w, g, err)
		}
	}
	hard := Wanted{Rows: 7, Cols: 7, Gone: -1, Optimum: 20}
	if _, err := Generate(background, rng, hard, budget.Limits{Nodes: 5}); !errors.Is(err, budget.ErrNodes) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	if _, err := Generate(ctx, rng, hard, budget.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestGenerateSettings(t *testing.T) {
	gen := Kind.(puzzle.Generator)
	make := func(seed, index uint64, s puzzle.Settings) (string, error) {
		inst, err := gen.Generate(background, Kind.NewSolver(), seed, index, s, budget.Limits{})
		if err != nil {
			return "", err
		}
		return string(inst.AppendNative(nil)), nil
	}
	s := puzzle.Settings{"size": "3x5", "optimum": "4", "shapes": "rectangles", "unique": "yes"}
	a, err := make(3, 0, s)
	b, _ := make(3, 0, s)
	c, _ := make(3, 1, s)
	if err != nil || a != b || a == c || a[:4] != "3x5:" {
		t.Errorf("%q, %q, %q, %v", a, b, c, err)
	}
	for _, test := range []struct {
		settings puzzle.Settings
		want     string
	}{
		{puzzle.Settings{"size": "65"}, `--size must be N or RxC with numbers from 1 to 64, not "65"`},
		{puzzle.Settings{"size": "3: 1"}, `--size must be N or RxC with numbers from 1 to 64, not "3: 1"`},
		{puzzle.Settings{"gone": "61"}, `--gone must be a whole number from 0 to 60, not "61"`},
		{puzzle.Settings{"optimum": "-1"}, `--optimum must be a whole number from 0 to 60, not "-1"`},
	} {
		if _, err := make(1, 0, test.settings); err == nil || err.Error() != test.want || !errors.As(err, new(*puzzle.SettingsError)) {
			t.Errorf("%v: %v, want %s", test.settings, err, test.want)
		}
	}
}
