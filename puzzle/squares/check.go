package squares

import (
	"fmt"

	"github.com/deepen-go/deepen/puzzle"
)

// Check judges the answer by the rules alone: it takes the sticks away and looks
// at every shape, stick by stick. It does not ask whether fewer sticks would do.
// It panics when the grid is not valid.
func Check(g *Grid, ans puzzle.Answer) puzzle.Verdict {
	g.must()
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

// left names a shape that is complete, if there is one. It takes a step for
// each shape, 4 million of them at the most.
func (g *Grid) left(there []bool) (shape string, ok bool) {
	for r := range g.Rows {
		for c := range g.Cols {
			// gap[w]: a stick of the right side, w columns from the corner, is
			// missing as far down as h. The left side is looked at on the way
			// down, top and bottom on the way to the right.
			var gap [MaxSize + 1]bool
			for h := 1; r+h <= g.Rows && there[g.Vertical(r+h-1, c)]; h++ {
				bottom := true
				for w := 1; c+w <= g.Cols && there[g.Horizontal(r, c+w-1)]; w++ {
					gap[w] = gap[w] || !there[g.Vertical(r+h-1, c+w)]
					bottom = bottom && there[g.Horizontal(r+h, c+w-1)]
					if bottom && !gap[w] && g.counts(h, w) {
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
