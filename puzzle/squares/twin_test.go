package squares

import (
	"math/bits"

	"pgregory.net/rapid"
)

// twin is the literal search by the rules: it draws all shapes as lists of
// sticks and tries all subsets of the sticks that are there, small ones first.
// It shares nothing with the solver but the numbering, which it works out by
// drawing the grid row by row.
func twin(g *Grid) int {
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
	there := 1<<number - 1
	for _, s := range g.Gone {
		there &^= 1 << (s - 1)
	}
	var shapes []int
	for top := 0; top < g.Rows; top++ {
		for bottom := top + 1; bottom <= g.Rows; bottom++ {
			for left := 0; left < g.Cols; left++ {
				for right := left + 1; right <= g.Cols; right++ {
					h, w := bottom-top, right-left
					if g.Shapes == Squares && h != w || g.Shapes == Unit && h*w != 1 {
						continue
					}
					m := 0
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
	best := number
	for taken := there; ; taken = (taken - 1) & there {
		if n := bits.OnesCount(uint(taken)); n < best {
			ok := true
			for _, m := range shapes {
				ok = ok && m&taken != 0
			}
			if ok {
				best = n
			}
		}
		if taken == 0 {
			return best
		}
	}
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
