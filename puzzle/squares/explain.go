package squares

import (
	"context"
	"fmt"
	"slices"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/hitting"
	"github.com/deepen-go/deepen/puzzle"
)

// Reason is why a removal cannot be smaller, as far as it fits into a sentence,
// and what each of its sticks is for.
type Reason struct {
	// Packed are shapes that share no stick, smaller ones first: each needs a
	// stick of its own. If they are as many as the sticks taken away, they prove
	// that no fewer will do. Otherwise the search did.
	Packed []Shape
	// Largest tells that no more shapes share no stick.
	Largest bool
	// Breaks says for each stick of the removal how many complete shapes it is a
	// part of, and Alone how many of these no other stick of the removal breaks.
	Breaks, Alone []int
}

// Shape is a square or a rectangle: row and column of its top left cell, from 0,
// height and width in cells.
type Shape struct{ Row, Col, Height, Width int }

// String describes the shape, with rows and columns of cells from 1.
func (s Shape) String() string { return name(s.Row, s.Col, s.Height, s.Width) }

// Study is a smallest removal together with the reason why it is one.
type Study struct {
	Removal
	Reason Reason
}

// packingNodes is how long the largest packing is looked for: some tenths of a
// second on a board of the judge's, and seconds on the largest that are listed.
const packingNodes = 20_000

// Analyse implements puzzle.Analyst: the solution of a solved grid is a [Study].
func (kind) Analyse(ctx context.Context, s puzzle.Solver, inst puzzle.Instance, limits budget.Limits) puzzle.Answer {
	a := s.Solve(ctx, inst, limits)
	if a.Status != puzzle.Solved {
		return a
	}
	limits.Report = nil
	m := a.Solution.(Removal)
	a.Solution = Study{m, Explain(ctx, inst.(*Grid), m, limits)}
	return a
}

// studied returns the removal and its reason, which is looked for now when the
// solution has none.
func studied(g *Grid, s puzzle.Solution) (Removal, Reason) {
	if study, ok := s.(Study); ok {
		return study.Removal, study.Reason
	}
	m := s.(Removal)
	return m, Explain(context.Background(), g, m, budget.Limits{})
}

// Explain says why the removal, a smallest one, is smallest. A limit, or the end
// of the context, leaves a smaller packing or none. Nodes are limited to 20,000
// in any case. It panics when the grid is not valid.
func Explain(ctx context.Context, g *Grid, m Removal, limits budget.Limits) Reason {
	g.must()
	b := new(board)
	b.reset(g)
	p := &pace{meter: budget.NewMeter(context.Background(), budget.Limits{})}
	sets, complete := b.list(p, listSticks)
	why := Reason{Breaks: make([]int, len(m)), Alone: make([]int, len(m))}
	var shapes []Shape
	b.each(p, func(s shape) bool {
		shapes = append(shapes, Shape{int(s.r), int(s.c), int(s.h), int(s.w)})
		return len(shapes) < len(sets)
	})
	for _, set := range sets {
		var by []int
		for _, s := range set {
			if i, in := slices.BinarySearch(m, int(s)); in {
				by = append(by, i)
				why.Breaks[i]++
			}
		}
		if len(by) == 1 {
			why.Alone[by[0]]++
		}
	}
	problem := &hitting.Problem{Elements: g.Sticks(), Sets: sets}
	if limits.Nodes == 0 || limits.Nodes > packingNodes {
		limits.Nodes = packingNodes
	}
	packed, largest, err := hitting.Packing(ctx, problem, limits)
	if err != nil {
		panic(err) // the shapes of a valid grid are a valid problem
	}
	why.Largest = largest && complete
	for _, s := range packed {
		why.Packed = append(why.Packed, shapes[s])
	}
	return why
}

// appendExplanation appends the drawing, what each stick is for, and why there
// are no fewer.
func appendExplanation(dst []byte, g *Grid, m Removal, why Reason) []byte {
	dst = appendText(dst, g, m, why.Packed)
	for i, s := range m {
		dst = fmt.Appendf(dst, "stick %d breaks %s", s, plural(why.Breaks[i], g.Shapes))
		switch {
		case why.Alone[i] == why.Breaks[i]:
			dst = append(dst, ", which no other one does"...)
		case why.Alone[i] > 0:
			dst = fmt.Appendf(dst, ", %d of them alone", why.Alone[i])
		}
		dst = append(dst, '\n')
	}
	switch {
	case len(m) == 0:
		return append(dst, "nothing is complete, so there is nothing to do\n"...)
	case len(why.Packed) == 0: // a limit came first
		return fmt.Appendf(dst, "the search proved that no fewer than %d will do\n", len(m))
	}
	dst = fmt.Appendf(dst, "%s, marked by letters,", plural(len(why.Packed), g.Shapes))
	if len(why.Packed) == 1 {
		dst = append(dst, " needs a stick"...)
	} else {
		dst = append(dst, " share no stick, so each needs one of its own"...)
	}
	switch {
	case len(why.Packed) == len(m):
		dst = fmt.Appendf(dst, ": no fewer than %d will do\n", len(m))
	case why.Largest:
		dst = fmt.Appendf(dst, "; no more are apart. That proves %d; the search proved that no fewer than %d will do\n", len(why.Packed), len(m))
	default:
		dst = fmt.Appendf(dst, ". That proves %d; the search proved that no fewer than %d will do\n", len(why.Packed), len(m))
	}
	for i, s := range why.Packed {
		dst = fmt.Appendf(dst, "  %c  %s\n", letter(i), s)
	}
	return dst
}

// plural counts shapes of the board's kind.
func plural(n int, kind Shapes) string {
	word := "square"
	if kind == Rectangles {
		word = "rectangle"
	}
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// letter is the mark of the i-th shape of a packing; the alphabet is used again
// and again.
func letter(i int) byte {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return letters[i%len(letters)]
}
