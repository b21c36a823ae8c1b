package squares

// board is a grid as the solver sees it: runs of sticks (see the package's
// documentation).
type board struct {
	*Grid
	right, down [MaxSize + 1][MaxSize + 1]uint8
	there       [2*MaxSize*(MaxSize+1) + 1]bool // by stick
}

// whole reports whether the unit cell is complete.
func (b *board) whole(r, c int) bool {
	return b.right[r][c] > 0 && b.right[r+1][c] > 0 && b.down[r][c] > 0 && b.down[r][c+1] > 0
}

// reset puts all sticks of the grid in their places.
func (b *board) reset(g *Grid) {
	b.Grid = g
	for s := 1; s <= g.Sticks(); s++ {
		b.there[s] = true
	}
	for _, s := range g.Gone {
		b.there[s] = false
	}
	b.measure()
}

// take takes sticks away.
func (b *board) take(sticks []int) {
	for _, s := range sticks {
		b.there[s] = false
	}
	b.measure()
}

// measure makes the tables of runs.
func (b *board) measure() {
	for r := b.Rows; r >= 0; r-- {
		for c := b.Cols; c >= 0; c-- {
			b.right[r][c], b.down[r][c] = 0, 0
			if c < b.Cols && b.there[b.Horizontal(r, c)] {
				b.right[r][c] = 1 + b.right[r][c+1]
			}
			if r < b.Rows && b.there[b.Vertical(r, c)] {
				b.down[r][c] = 1 + b.down[r+1][c]
			}
		}
	}
}

// shape is a square or a rectangle: corner, height, width.
type shape struct{ r, c, h, w uint8 }

// size returns the number of sticks of the border.
func (s shape) size() int { return 2 * (int(s.h) + int(s.w)) }

// each calls visit for each complete shape, the smaller ones first, until it
// returns false or the pace's error says to stop. It may take sticks away; then
// each goes on with what is left.
func (b *board) each(p *pace, visit func(shape) bool) {
	for half := 2; half <= b.Rows+b.Cols; half++ { // half of the border
		for h := max(1, half-b.Cols); h <= min(b.Rows, half-1); h++ {
			w := half - h
			if b.Shapes == Squares && h != w {
				continue
			}
			if b.Shapes == Unit && half > 2 {
				return
			}
			for r := 0; r+h <= b.Rows; r++ {
				steps := b.Cols - w + 1
				for c := 0; c+w <= b.Cols; c++ {
					if int(b.right[r][c]) >= w && int(b.right[r+h][c]) >= w &&
						int(b.down[r][c]) >= h && int(b.down[r][c+w]) >= h {
						steps += 2 * half
						if !visit(shape{uint8(r), uint8(c), uint8(h), uint8(w)}) {
							return
						}
					}
				}
				if !p.spend(steps) {
					return
				}
			}
		}
	}
}

// appendSticks appends the sticks of the shape's border.
func (b *board) appendSticks(dst []int32, s shape) []int32 {
	r, c, h, w := int(s.r), int(s.c), int(s.h), int(s.w)
	for i := range w {
		dst = append(dst, int32(b.Horizontal(r, c+i)), int32(b.Horizontal(r+h, c+i)))
	}
	for i := range h {
		dst = append(dst, int32(b.Vertical(r+i, c)), int32(b.Vertical(r+i, c+w)))
	}
	return dst
}
