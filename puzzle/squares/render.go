package squares

import (
	"fmt"
	"slices"
)

// appendText appends the drawing for people. Sticks that are taken away are x,
// those that were gone from the start are not there, and each shape of the
// packing has its letter in its top left cell, or in the first one that is free.
//
//	+---+xxx+
//	| a     |
//	+---+---+
func appendText(dst []byte, g *Grid, taken Removal, packed []Shape) []byte {
	mark := marks(g, packed)
	row := func(s int, there, gone string) {
		switch {
		case slices.Contains(taken, s):
			dst = append(dst, "xxx"[:len(there)]...)
		case wasGone(g, s):
			dst = append(dst, gone...)
		default:
			dst = append(dst, there...)
		}
	}
	for r := 0; r <= g.Rows; r++ {
		for c := range g.Cols {
			dst = append(dst, '+')
			row(g.Horizontal(r, c), "---", "   ")
		}
		dst = append(dst, "+\n"...)
		if r == g.Rows {
			break
		}
		for c := 0; c <= g.Cols; c++ {
			row(g.Vertical(r, c), "|", " ")
			if c < g.Cols {
				dst = append(dst, ' ', mark[r*g.Cols+c], ' ')
			}
		}
		dst = append(dst, '\n')
	}
	return dst
}

// marks returns the letter of each cell, or a space.
func marks(g *Grid, packed []Shape) []byte {
	mark := make([]byte, g.Rows*g.Cols)
	for i := range mark {
		mark[i] = ' '
	}
	for i, s := range packed {
		for cell := range s.Height * s.Width {
			at := (s.Row+cell/s.Width)*g.Cols + s.Col + cell%s.Width
			if mark[at] == ' ' {
				mark[at] = letter(i)
				break
			}
		}
	}
	return mark
}

// wasGone reports whether the stick was gone from the start.
func wasGone(g *Grid, s int) bool {
	_, gone := slices.BinarySearch(g.Gone, s)
	return gone
}

// Measures of the picture, in its own units.
const (
	svgCell   = 40
	svgMargin = 20
)

// AppendSVG appends a picture of the grid that stands alone: sticks that stay
// are dark, those that are taken away dashed, and those that were gone from the
// start not drawn; a dot is a corner. The shapes of the packing are tinted.
func AppendSVG(dst []byte, g *Grid, taken Removal, packed []Shape) []byte {
	width, height := 2*svgMargin+g.Cols*svgCell, 2*svgMargin+g.Rows*svgCell
	dst = fmt.Appendf(dst, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`+"\n", width, height, width, height)
	dst = fmt.Appendf(dst, "<title>Matchsticks of %dx%d cells, %s taken away</title>\n", g.Rows, g.Cols, sticksText(len(taken)))
	dst = append(dst, `<rect width="100%" height="100%" fill="#ffffff"/>`+"\n"...)
	for i, s := range packed {
		const inset = 4
		dst = fmt.Appendf(dst, `<rect x="%d" y="%d" width="%d" height="%d" fill="hsl(%d 70%% 50%%)" fill-opacity="0.25"/>`+"\n",
			svgMargin+s.Col*svgCell+inset, svgMargin+s.Row*svgCell+inset, s.Width*svgCell-2*inset, s.Height*svgCell-2*inset, i*137%360)
	}
	for s := 1; s <= g.Sticks(); s++ {
		if wasGone(g, s) {
			continue
		}
		style := `stroke="#222222"`
		if slices.Contains(taken, s) {
			style = `stroke="#d00000" stroke-dasharray="4 4"`
		}
		x, y, dx, dy := g.place(s)
		dst = fmt.Appendf(dst, `<line x1="%d" y1="%d" x2="%d" y2="%d" %s stroke-width="4" stroke-linecap="round"/>`+"\n",
			svgMargin+x*svgCell+3*dx, svgMargin+y*svgCell+3*dy, svgMargin+(x+dx)*svgCell-3*dx, svgMargin+(y+dy)*svgCell-3*dy, style)
	}
	for r := 0; r <= g.Rows; r++ {
		for c := 0; c <= g.Cols; c++ {
			dst = fmt.Appendf(dst, `<circle cx="%d" cy="%d" r="2" fill="#888888"/>`+"\n", svgMargin+c*svgCell, svgMargin+r*svgCell)
		}
	}
	return append(dst, "</svg>\n"...)
}

// place returns the column and row of the corner where the stick begins, and
// its direction.
func (g *Grid) place(s int) (x, y, dx, dy int) {
	y, x = (s-1)/(2*g.Cols+1), (s-1)%(2*g.Cols+1)
	if x < g.Cols {
		return x, y, 1, 0
	}
	return x - g.Cols, y, 0, 1
}

func sticksText(n int) string {
	if n == 1 {
		return "1 stick"
	}
	return fmt.Sprintf("%d sticks", n)
}
