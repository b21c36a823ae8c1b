package sudoku

// failer is what a *testing.T and a *rapid.T have in common.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// twin solves by the rules and nothing else: cell by cell in order, digit by
// digit, looking along the row, the column and the box each time. The first
// solution it meets is the first in lexicographic order.
type twin struct {
	box   int
	cells []uint8
	most  int
	count int
	first []uint8
	steps int // digits that may still be tried
	each  func()
}

// solveTwin counts at most that many solutions. It fails the test when it takes
// too long, so that no case is skipped unseen.
func solveTwin(t failer, box int, givens []uint8, most int) (count int, first []uint8) {
	tw := &twin{box: box, cells: make([]uint8, len(givens)), most: most, steps: 50_000_000}
	for c, d := range givens {
		if d != 0 {
			if !tw.allowed(c, d) {
				return 0, nil
			}
			tw.cells[c] = d
		}
	}
	tw.visit(0)
	if tw.steps <= 0 {
		t.Fatalf("too much for the twin: %v", givens)
	}
	return tw.count, tw.first
}

func (tw *twin) allowed(c int, d uint8) bool {
	n := tw.box * tw.box
	row, col := c/n, c%n
	for i := range n {
		if tw.cells[row*n+i] == d || tw.cells[i*n+col] == d {
			return false
		}
		if tw.cells[(row/tw.box*tw.box+i/tw.box)*n+col/tw.box*tw.box+i%tw.box] == d {
			return false
		}
	}
	return true
}

func (tw *twin) visit(c int) {
	for c < len(tw.cells) && tw.cells[c] != 0 {
		c++
	}
	if c == len(tw.cells) {
		if tw.count++; tw.count == 1 {
			tw.first = append([]uint8(nil), tw.cells...)
		}
		if tw.each != nil {
			tw.each()
		}
		return
	}
	for d := uint8(1); int(d) <= tw.box*tw.box && tw.count < tw.most; d++ {
		if tw.steps--; tw.steps <= 0 {
			return
		}
		if tw.allowed(c, d) {
			tw.cells[c] = d
			tw.visit(c + 1)
			tw.cells[c] = 0
		}
	}
}
