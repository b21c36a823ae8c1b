package sudoku

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/internal/trust"
	"github.com/deepen-go/deepen/puzzle"
)

// masks is the plain search by bit masks: the digits that each row, column and
// box still lack, and always the empty cell with the fewest of them next.
type masks struct {
	cells       []uint8
	units       [][3]uint8 // of each cell: its row, column and box
	lack        []uint64   // of each unit: digit d is bit d
	rng         *rand.Rand // nil: digits in ascending order
	most, count int
	found       []uint8 // the last solution
}

// unitsOf numbers the rows, columns and boxes of each cell.
func unitsOf(box int) (units [][3]uint8) {
	n := box * box
	for c := range n * n {
		row, col := c/n, c%n
		units = append(units, [3]uint8{uint8(row), uint8(n + col), uint8(2*n + row/box*box + col/box)})
	}
	return units
}

// units has those of each box up to 4x4.
var units = [][][3]uint8{2: unitsOf(2), 3: unitsOf(3), 4: unitsOf(4)}

// newMasks is false when the givens contradict each other.
func newMasks(box int, givens []uint8, most int) (*masks, bool) {
	n := box * box
	m := &masks{cells: make([]uint8, len(givens)), units: units[box], lack: slices.Repeat([]uint64{1<<(n+1) - 2}, 3*n), most: most}
	for c, d := range givens {
		if d == 0 {
			continue
		}
		if m.lacking(c)>>d&1 == 0 {
			return m, false
		}
		m.toggle(c, d)
	}
	return m, true
}

// lacking are the digits that cell c may have.
func (m *masks) lacking(c int) uint64 {
	u := m.units[c]
	return m.lack[u[0]] & m.lack[u[1]] & m.lack[u[2]]
}

// toggle puts d on cell c, or takes it away.
func (m *masks) toggle(c int, d uint8) {
	m.cells[c] ^= d
	for _, u := range m.units[c] {
		m.lack[u] ^= 1 << d
	}
}

// search counts solutions, most of them at the most.
func (m *masks) search() {
	best, fewest := -1, 99
	for c, d := range m.cells {
		if d == 0 {
			if n := bits.OnesCount64(m.lacking(c)); n < fewest {
				best, fewest = c, n
			}
		}
	}
	if best < 0 {
		m.count++
		m.found = slices.Clone(m.cells)
		return
	}
	for left := m.lacking(best); left != 0 && m.count < m.most; {
		d := uint8(bits.TrailingZeros64(left))
		if m.rng != nil {
			for d = uint8(m.rng.IntN(64)); left>>d&1 == 0; {
				d = uint8(m.rng.IntN(64))
			}
		}
		left &^= 1 << d
		m.toggle(best, d)
		m.search()
		m.toggle(best, d)
	}
}

// countByMasks counts at most that many solutions, and returns one.
func countByMasks(box int, givens []uint8, most int) (count int, found []uint8) {
	m, ok := newMasks(box, givens, most)
	if ok {
		m.search()
	}
	return m.count, m.found
}

// firstByMasks finds the first solution in lexicographic order by the definition:
// cell by cell, the smallest digit with which there is a solution. The puzzle has
// to have one, which found is.
func firstByMasks(box int, givens, found []uint8) []uint8 {
	cells := slices.Clone(givens)
	for c := range cells {
		for d := uint8(1); cells[c] == 0; d++ {
			if found[c] == d {
				cells[c] = d
				break
			}
			cells[c] = d
			if n, other := countByMasks(box, cells, 1); n > 0 {
				found = other
			} else {
				cells[c] = 0
			}
		}
	}
	return cells
}

// randomGrid fills a grid at random.
func randomGrid(rng *rand.Rand, box int) []uint8 {
	m, _ := newMasks(box, make([]uint8, box*box*box*box), 1)
	if box > 3 { // the search might take long; symmetries of one grid have to do
		return randomSymmetry(rng, box).apply(pattern(box))
	}
	m.rng = rng
	m.search()
	return m.found
}

// randomSymmetry shuffles bands, rows, stacks, columns and digits.
func randomSymmetry(rng *rand.Rand, box int) symmetry {
	n := box * box
	shuffle := func() (order []int) {
		for _, band := range rng.Perm(box) {
			for _, i := range rng.Perm(box) {
				order = append(order, band*box+i)
			}
		}
		return order
	}
	rows, cols := shuffle(), shuffle()
	s := symmetry{digits: []uint8{0}}
	for c := range n * n {
		s.from = append(s.from, rows[c/n]*n+cols[c%n])
	}
	for _, d := range rng.Perm(n) {
		s.digits = append(s.digits, uint8(d+1))
	}
	return s
}

// trustPuzzle draws a puzzle with none, one or several solutions.
func trustPuzzle(rng *rand.Rand) *Puzzle {
	p := &Puzzle{Box: 3, Question: Question{MaxSolutions: DefaultMaxSolutions}}
	least := 24 // givens
	switch rng.IntN(50) {
	case 0, 1, 2, 3, 4:
		p.Box, least = 2, 0
		p.MaxSolutions = 1 + rng.IntN(300)
	case 5:
		p.Box, least = 4, 140
	case 6, 7:
		p.MaxSolutions = 1 + rng.IntN(20)
	}
	whole := randomGrid(rng, p.Box)
	p.Givens = slices.Clone(whole)
	order := rng.Perm(len(whole))
	if p.Box == 3 && rng.IntN(32) == 0 { // as few givens as one solution allows
		for _, c := range order {
			p.Givens[c] = 0
			if n, _ := countByMasks(p.Box, p.Givens, 2); n > 1 {
				p.Givens[c] = whole[c]
			}
		}
	} else {
		for _, c := range order[least+rng.IntN((len(whole)-least)/2+1):] {
			p.Givens[c] = 0
		}
	}
	switch rng.IntN(6) {
	case 0: // a digit on an empty cell; mostly there is no solution with it
		for _, c := range order {
			if p.Givens[c] == 0 {
				p.Givens[c] = uint8(1 + rng.IntN(p.Size()))
				break
			}
		}
	case 1: // two givens change places
		i, j := rng.IntN(len(order)), rng.IntN(len(order))
		p.Givens[i], p.Givens[j] = p.Givens[j], p.Givens[i]
	case 2: // without another given there may be several solutions
		for range 1 + rng.IntN(3) {
			p.Givens[rng.IntN(len(order))] = 0
		}
	}
	return p
}

// TestTrust holds both kernels against the plain search by bit masks.
func TestTrust(t *testing.T) {
	trust.Run(t, trust.Comparison[*Puzzle]{
		Name: "sudoku",
		What: "status, number of solutions, first solution, by the kernel for 9x9 and the general one; search by bit masks",
		Few:  3000,
		Draw: trustPuzzle,
		Text: func(p *Puzzle) string { return fmt.Sprintf("%s --max-solutions %d", p, p.MaxSolutions) },
		New:  compareSudoku,
	})
}

func compareSudoku() trust.Comparer[*Puzzle] {
	solvers := []*solver{new(solver), new(solver)}
	solvers[1].kernels[3] = newKernelN(3)
	return func(p *Puzzle) (labels []string, err error) {
		givens := 0
		for _, d := range p.Givens {
			if d != 0 {
				givens++
			}
		}
		count, first := countByMasks(p.Box, p.Givens, p.MaxSolutions+1)
		if count > 1 {
			first = firstByMasks(p.Box, p.Givens, first)
		}
		labels = []string{
			fmt.Sprintf("size: %dx%d", p.Size(), p.Size()),
			"solutions: " + []string{"none", "one", "several"}[min(count, 2)],
		}
		if p.Box == 3 {
			labels = append(labels, trust.Span("givens of 9x9", givens, 10))
		}
		want := puzzle.Count{Valid: true, N: int64(min(count, p.MaxSolutions)), Complete: count < p.MaxSolutions}
		for i, s := range solvers {
			if i > 0 && p.Box != 3 {
				break
			}
			a := s.solve(context.Background(), p, budget.Limits{})
			if count == p.MaxSolutions {
				want.Complete = a.Count.Complete // it may see that these are all, or not
			}
			if a.Count != want || a.Limit != "" || a.Cost != puzzle.None || a.LowerBound != puzzle.None {
				return labels, fmt.Errorf("%v, %+v; %+v is right", a, a, want)
			}
			if v := Check(p, a); v.Outcome != puzzle.Accepted {
				return labels, fmt.Errorf("%v: %s", a, v.Reason)
			}
			if count == 0 {
				if a.Status != puzzle.Infeasible || a.Solution != nil {
					return labels, fmt.Errorf("%v; there is no solution", a)
				}
			} else if a.Status != puzzle.Solved || !slices.Equal(a.Solution.(*Grid).Cells, first) {
				return labels, fmt.Errorf("%v; the first solution is %v", a, first)
			}
		}
		return labels, nil
	}
}
