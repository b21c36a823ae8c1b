package sudoku

import (
	"context"

	"github.com/deepen-go/deepen/budget"
)

// Solver is for programs that solve many grids: it allocates nothing once it has
// seen a grid of each size. The zero value is ready. A Solver belongs to one
// goroutine; use one for each.
//
// Grids are cells row by row, 0 for an empty one, otherwise the digit, in a slice
// of length 16, 81, 256, 625 or 1296. Any other length, and digits beyond the
// size, make its methods panic.
type Solver struct{ s solver }

// Fill replaces cells by the first solution found and returns how many there
// are, at most that many: with 2, whether it is the only one. When there is none,
// cells is as it was. Of several solutions it takes any, but always the same; see
// [Solve] for the first in lexicographic order.
//
// A 9x9 grid takes about a microsecond on a machine with AVX2, a hard one up to
// a hundred. There is no bound worth the name for the larger sizes; see Count.
func (s *Solver) Fill(cells []uint8, most int) int {
	n, err := s.Count(context.Background(), cells, most, budget.Limits{})
	if err != nil {
		panic(err) // no limit was set
	}
	if n > 0 {
		copy(cells, s.s.kernels[boxOf(cells)].solution())
	}
	return int(n)
}

// Count returns the number of solutions of cells, at most that many; 0 stands for
// all. When limits or ctx stop it, it returns what it found, and the limit's
// error. One to three million solutions of a 9x9 grid are counted in a second.
func (s *Solver) Count(ctx context.Context, cells []uint8, most int, limits budget.Limits) (int64, error) {
	p := Puzzle{Box: boxOf(cells), Givens: cells, Question: Question{MaxSolutions: most, CountAll: most <= 0}}
	count, err := s.s.count(ctx, &p, limits)
	return count.N, err
}

// boxOf returns the side of the boxes of a grid, or 0.
func boxOf(cells []uint8) int {
	for box := MinBox; box <= MaxBox; box++ {
		if len(cells) == box*box*box*box {
			return box
		}
	}
	return 0
}
