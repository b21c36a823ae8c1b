package squares

import (
	"math/bits"
	"slices"

	"pgregory.net/rapid"
)

// drawn draws the grid row by row and all its complete shapes as sets of sticks,
// the smaller ones first. It shares nothing with the solver but the numbering of
// the sticks, which are the bits: 63 at the most.
func drawn(g *Grid) (there uint64, shapes []uint64) {
	number := 0
	horizontal := make(map[[2]int]int) // corner to bit
	vertical := make(map[[2]int]int)
	for r := 0; r <= g.Rows; r++ {
		for c := range g.Cols {
			horizontal[[2]int{r, c}] = number
			number++
		}
		for c := 0; r < g.Rows && c <= g.Cols; c++ {
			vertical[[2]int{r, c}] = number
			number++
		}
	}
	there = 1<<number - 1
	for _, s := range g.Gone {
		there &^= 1 << (s - 1)
	}
	for top := 0; top < g.Rows; top++ {
		for bottom := top + 1; bottom <= g.Rows; bottom++ {
			for left := 0; left < g.Cols; left++ {
				for right := left + 1; right <= g.Cols; right++ {
					h, w := bottom-top, right-left
					if g.Shapes == Squares && h != w || g.Shapes == Unit && h*w != 1 {
						continue
					}
					m := uint64(0)
					for c := left; c < right; c++ {
						m |= 1<<horizontal[[2]int{top, c}] | 1<<horizontal[[2]int{bottom, c}]
					}
					for r := top; r < bottom; r++ {
						m |= 1<<vertical[[2]int{r, left}] | 1<<vertical[[2]int{r, right}]
					}
					if m&there == m {
						shapes = append(shapes, m)
					}
				}
			}
		}
	}
	slices.SortStableFunc(shapes, func(a, b uint64) int { return bits.OnesCount64(a) - bits.OnesCount64(b) })
	return there, shapes
}

// twin is the literal search by the rules: it tries all removals of the sticks
// that are there, small ones first.
func twin(g *Grid) int {
	there, shapes := drawn(g)
	for n := 0; ; n++ {
		if tryAll(shapes, there, 0, n) {
			return n
		}
	}
}

// tryAll reports whether some n of the sticks in left, together with those taken,
// meet all shapes.
func tryAll(shapes []uint64, left, taken uint64, n int) bool {
	if n == 0 {
		return !slices.ContainsFunc(shapes, func(m uint64) bool { return m&taken == 0 })
	}
	for ; left != 0; left &= left - 1 {
		if tryAll(shapes, left&(left-1), taken|left&-left, n-1) {
			return true
		}
	}
	return false
}

// branching is a search that is nearly as plain and goes further: of the first
// shape that is complete one stick has to go. It tries each of them, those before
// it being kept.
func branching(g *Grid) int {
	_, shapes := drawn(g)
	for n := 0; ; n++ {
		if branch(shapes, 0, 0, n) {
			return n
		}
	}
}

// branch reports whether n sticks, together with those taken and without those
// kept, meet all shapes.
func branch(shapes []uint64, taken, kept uint64, n int) bool {
	i := slices.IndexFunc(shapes, func(m uint64) bool { return m&taken == 0 })
	if i < 0 {
		return true
	}
	for left := shapes[i] &^ kept; left != 0 && n > 0; left &= left - 1 {
		stick := left & -left
		if branch(shapes[i+1:], taken|stick, kept, n-1) {
			return true
		}
		kept |= stick
	}
	return false
}

// drawGrid draws a grid of at most the given number of sticks that are there.
func drawGrid(t *rapid.T, side, most int) *Grid {
	g := &Grid{
		Rows:   rapid.IntRange(1, side).Draw(t, "rows"),
		Cols:   rapid.IntRange(1, side).Draw(t, "columns"),
		Gone:   []int{},
		Shapes: Shapes(rapid.IntRange(0, 2).Draw(t, "shapes")),
	}
	n := g.Sticks()
	least := max(0, n-most)
	gone := rapid.SliceOfNDistinct(rapid.IntRange(1, n), least, n, rapid.ID[int]).Draw(t, "gone")
	is := make([]bool, n+1)
	for _, s := range gone {
		is[s] = true
	}
	for s, gone := range is {
		if gone {
			g.Gone = append(g.Gone, s)
		}
	}
	return g
}
