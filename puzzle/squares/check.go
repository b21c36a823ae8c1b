package squares

import (
	"fmt"

	"github.com/deepen-go/deepen/puzzle"
)

// Check judges the answer by the rules alone: it takes the sticks away and looks
// at every shape, stick by stick. It does not ask whether fewer sticks would do.
func Check(g *Grid, ans puzzle.Answer) puzzle.Verdict {
	if ans.Status == puzzle.Infeasible {
		return puzzle.Wrong("no solution given, but there is always one: take all sticks away")
	}
	if ans.Solution == nil {
		if ans.Status == puzzle.Solved && (ans.Cost < 0 || ans.Cost > g.Sticks()-len(g.Gone)) {
			return puzzle.Wrong("cost %d given, but the grid has %d sticks", ans.Cost, g.Sticks()-len(g.Gone))
		}
		return puzzle.Verdict{}
	}
	removal, ok := ans.Solution.(Removal)
	if !ok {
		return puzzle.Wrong("the solution is one of another puzzle (%T)", ans.Solution)
	}
	there := make([]bool, g.Sticks()+1)
	for i := range there {
		there[i] = i > 0
	}
	for _, s := range g.Gone {
		there[s] = false
	}
	taken := make(map[int]bool)
	for _, s := range removal {
		switch {
		case s < 1 || s > g.Sticks():
			return puzzle.Wrong("stick %d is not on the grid, whose sticks are 1 to %d", s, g.Sticks())
		case taken[s]:
			return puzzle.Wrong("stick %d is taken away twice", s)
		case !there[s]:
			return puzzle.Wrong("stick %d is already gone", s)
		}
		there[s] = false
		taken[s] = true
	}
	if shape, left := g.left(there); left {
		return puzzle.Wrong("%s is still complete", shape)
	}
	if ans.Cost != len(removal) {
		return puzzle.Wrong("cost %d given, but %d sticks are taken away", ans.Cost, len(removal))
	}
	return puzzle.Verdict{}
}

// left names a shape that is complete, if there is one.
func (g *Grid) left(there []bool) (shape string, ok bool) {
	for r := 0; r < g.Rows; r++ {
		for c := 0; c < g.Cols; c++ {
			for h := 1; r+h <= g.Rows; h++ {
				for w := 1; c+w <= g.Cols; w++ {
					if g.counts(h, w) && g.complete(there, r, c, h, w) {
						return name(r, c, h, w), true
					}
				}
			}
		}
	}
	return "", false
}

// counts reports whether shapes of this height and width must not be left.
func (g *Grid) counts(h, w int) bool {
	switch g.Shapes {
	case Squares:
		return h == w
	case Unit:
		return h == 1 && w == 1
	}
	return true
}

// complete reports whether all sticks of the border are there.
func (g *Grid) complete(there []bool, r, c, h, w int) bool {
	for i := c; i < c+w; i++ {
		if !there[g.Horizontal(r, i)] || !there[g.Horizontal(r+h, i)] {
			return false
		}
	}
	for i := r; i < r+h; i++ {
		if !there[g.Vertical(i, c)] || !there[g.Vertical(i, c+w)] {
			return false
		}
	}
	return true
}

// name describes a shape with rows and columns of cells from 1.
func name(r, c, h, w int) string {
	kind := "rectangle"
	if h == w {
		kind = "square"
	}
	return fmt.Sprintf("the %dx%d %s of %s and %s", h, w, kind, span("row", r, h), span("column", c, w))
}

func span(what string, from, n int) string {
	if n == 1 {
		return fmt.Sprintf("%s %d", what, from+1)
	}
	return fmt.Sprintf("%ss %d to %d", what, from+1, from+n)
}
