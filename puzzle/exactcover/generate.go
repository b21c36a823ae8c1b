package exactcover

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// The families of problems that are made, and their sizes: the default and the largest.
var families = []struct {
	name      string
	def, most int
}{{"random", 20, 2000}, {"queens", 8, 64}, {"langford", 7, 200}, {"latin", 6, 30}}

func familyNames() (names []string) {
	for _, f := range families {
		names = append(names, f.name)
	}
	return names
}

// GenerateOptions implements puzzle.Generator.
func (kind) GenerateOptions() []puzzle.Option {
	return []puzzle.Option{
		{Name: "family", Default: "random", Values: familyNames(), Usage: "random problems with a solution, n queens, Langford's problem, or Latin squares with a third of the cells given"},
		{Name: "size", Usage: "primary items, or the n of the family (default 20, 8, 7, 6)"},
	}
}

// Generate implements puzzle.Generator. A random problem has three times as many
// options as primary items, and a quarter as many secondary items. Queens and Langford
// are the same for every seed.
func (kind) Generate(_ context.Context, _ puzzle.Solver, seed, index uint64, settings puzzle.Settings, _ budget.Limits) (puzzle.Instance, error) {
	for _, f := range families {
		if f.name != settings.String("family", families[0].name) {
			continue
		}
		n, err := settings.Int("size", f.def, 1, f.most)
		if err != nil {
			return nil, &puzzle.SettingsError{Err: err}
		}
		rng := rand.New(rand.NewPCG(seed, index))
		switch f.name {
		case "queens":
			return Queens(n), nil
		case "langford":
			return Langford(n), nil
		case "latin":
			return Latin(n, someCells(rng, n)), nil
		}
		return Random(rng, n, n/4, 3*n), nil
	}
	return nil, &puzzle.SettingsError{Err: fmt.Errorf("--family %s is not known", settings["family"])}
}

// someCells gives a third of the cells of a Latin square: the cyclic one, with rows,
// columns and numbers shuffled.
func someCells(rng *rand.Rand, n int) []int {
	rows, columns, numbers := rng.Perm(n), rng.Perm(n), rng.Perm(n)
	given := make([]int, n*n)
	for _, at := range rng.Perm(n * n)[:n*n/3] {
		given[at] = 1 + numbers[(rows[at/n]+columns[at%n])%n]
	}
	return given
}
