package hittingset

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

func TestUniform(t *testing.T) {
	// Each of the ten sets of three out of five comes about as often as another.
	rng := rand.New(rand.NewPCG(1, 2))
	count := map[[3]int32]int{}
	const draws = 20_000
	for _, s := range Uniform(rng, 5, draws, 3).Sets {
		if !slices.IsSorted(s) || len(slices.Compact(slices.Clone(s))) != 3 {
			t.Fatalf("%v", s)
		}
		count[[3]int32(s)]++
	}
	if len(count) != 10 {
		t.Errorf("%d different sets", len(count))
	}
	for s, n := range count { // six standard deviations
		if n < draws/10-255 || n > draws/10+255 {
			t.Errorf("%v: %d times", s, n)
		}
	}
}

func TestPlanted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		optimum := rapid.IntRange(1, 7).Draw(t, "optimum")
		size := rapid.IntRange(1, 4).Draw(t, "size")
		elements := optimum*size + rapid.IntRange(0, 10).Draw(t, "more elements")
		sets := optimum + rapid.IntRange(0, 30).Draw(t, "more sets")
		seed := rapid.Uint64().Draw(t, "seed")
		p := Planted(rand.New(rand.NewPCG(seed, 0)), elements, sets, size, optimum)
		if len(p.Sets) != sets || slices.ContainsFunc(p.Sets, func(s []int32) bool { return len(s) != size }) {
			t.Fatalf("%s", p)
		}
		if ans := Solve(background, p, budget.Limits{}); ans.Status != puzzle.Solved || ans.Cost != optimum {
			t.Fatalf("%s: %v, planted %d", p, ans, optimum)
		}
	})
}

func TestDomination(t *testing.T) {
	const elements, near = 2000, 6
	p := Domination(rand.New(rand.NewPCG(1, 2)), elements, near)
	size := 0
	for i, s := range p.Sets {
		size += len(s)
		if !slices.IsSorted(s) {
			t.Fatalf("set %d: %v", i+1, s)
		}
		for _, e := range append(s, int32(i+1)) { // i is near itself, and being near is mutual
			if !slices.Contains(p.Sets[e-1], int32(i+1)) {
				t.Fatalf("set %d is %v, set %d is %v", i+1, s, e, p.Sets[e-1])
			}
		}
	}
	if size < elements*near*9/10 || size > elements*(near+1)*11/10 {
		t.Errorf("%d elements in the sets", size)
	}
}

func TestGenerate(t *testing.T) {
	gen := Kind.(puzzle.Generator)
	for _, name := range []string{uniform, planted, domination} {
		settings := puzzle.Settings{"family": name, "elements": "20", "sets": "12", "size": "4", "optimum": "5"}
		make := func(seed, index uint64) string {
			inst, err := gen.Generate(background, Kind.NewSolver(), seed, index, settings, budget.Limits{})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got := readAll(t, string(inst.AppendNative(nil)), "hgr"); len(got) != 1 {
				t.Errorf("%s reads as %q", name, got)
			}
			return string(inst.AppendNative(nil))
		}
		first := make(1, 2)
		if first != make(1, 2) {
			t.Errorf("%s: the same seed, another problem", name)
		}
		if first == make(1, 3) || first == make(2, 2) {
			t.Errorf("%s: another seed, the same problem", name)
		}
	}
	for _, test := range []struct {
		settings puzzle.Settings
		want     string
	}{
		{puzzle.Settings{"elements": "0"}, `--elements must be a whole number from 1 to 1000000, not "0"`},
		{puzzle.Settings{"size": "41"}, `--size must be a whole number from 1 to 40, not "41"`},
		{puzzle.Settings{"sets": "x"}, `--sets must be a whole number from 0 to 1000000, not "x"`},
		{puzzle.Settings{"family": planted, "optimum": "61", "elements": "300"}, "--optimum must not be more than --sets, which is 60"},
		{puzzle.Settings{"family": planted, "optimum": "14"}, "--optimum times --size must not be more than --elements, which is 40"},
		{puzzle.Settings{"family": domination, "elements": "100001"}, `--elements must be a whole number from 1 to 100000, not "100001"`},
	} {
		if _, err := gen.Generate(background, nil, 1, 1, test.settings, budget.Limits{}); err == nil || err.Error() != test.want {
			t.Errorf("%v: %v, want %s", test.settings, err, test.want)
		}
	}
}
