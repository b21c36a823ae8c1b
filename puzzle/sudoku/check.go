package sudoku

import (
	"encoding/binary"

	"github.com/deepen-go/deepen/puzzle"
)

// Check judges an answer by the rules alone: a grid must have the puzzle's size
// and symbols, agree with the givens, and hold each digit once in every row,
// column and box. Whether it is the only one, or the first, is not asked. The
// cost is one look at every cell.
func Check(p *Puzzle, ans puzzle.Answer) puzzle.Verdict {
	if ans.Solution == nil {
		if ans.Status == puzzle.Solved {
			return puzzle.Wrong("no grid given")
		}
		return puzzle.Verdict{}
	}
	if ans.Status == puzzle.Infeasible {
		return puzzle.Wrong("a grid is given, and also said not to exist")
	}
	if ans.Cost != puzzle.None {
		return puzzle.Wrong("cost %d given, but a grid has no cost", ans.Cost)
	}
	g, ok := ans.Solution.(*Grid)
	if !ok {
		return puzzle.Wrong("the solution is not a grid")
	}
	return checkGrid(p, g)
}

func checkGrid(p *Puzzle, g *Grid) puzzle.Verdict {
	n := p.Size()
	if g.Box != p.Box || len(g.Cells) != n*n {
		return puzzle.Wrong("a grid of %d cells is given, the puzzle has %d", len(g.Cells), n*n)
	}
	if g.Letters != p.Letters {
		return puzzle.Wrong("the grid is written with %s, the puzzle with %s", symbolRange(n, g.Letters), symbolRange(n, p.Letters))
	}
	if isSolution(p, g.Cells) {
		return puzzle.Verdict{}
	}
	return explain(p, g)
}

// isSolution judges cells, which are as many as the puzzle's.
func isSolution(p *Puzzle, cells []uint8) bool {
	if p.Box == 3 {
		return keeps9(p.Givens, cells) && isFilled9(cells)
	}
	n := p.Size()
	full := uint64(1)<<n - 1
	var cols [MaxBox * MaxBox]uint64
	var boxes [MaxBox]uint64 // of the band
	for row := range n {
		var line uint64
		for col, d := range cells[row*n:][:n] {
			if given := p.Givens[row*n+col]; d < 1 || given != 0 && given != d {
				return false
			}
			bit := uint64(1) << (d - 1)
			line |= bit
			cols[col] |= bit
		}
		if line != full {
			return false
		}
	}
	for _, col := range cols[:n] {
		if col != full {
			return false
		}
	}
	for row := range n {
		for box := range p.Box {
			for _, d := range cells[row*n+box*p.Box:][:p.Box] {
				boxes[box] |= 1 << (d - 1)
			}
			if (row+1)%p.Box == 0 {
				if boxes[box] != full {
					return false
				}
				boxes[box] = 0
			}
		}
	}
	return true
}

// keeps9 reports whether the cells of a 9x9 grid are those that are given,
// where some are.
func keeps9(givens, cells []uint8) bool {
	var other uint64
	for i := 0; i < 80; i += 8 {
		given := binary.LittleEndian.Uint64(givens[i:])
		there := ((given&^highBits + 0x7f*eachByte | given) >> 7 & eachByte) * 0xff
		other |= (given ^ binary.LittleEndian.Uint64(cells[i:])) & there
	}
	return other == 0 && (givens[80] == 0 || givens[80] == cells[80])
}

// isFilled9 reports whether each row, column and box of a 9x9 grid has each digit.
// It gathers the digits of three cells side by side in a word of 27 bits.
func isFilled9(cells []uint8) bool {
	const full = 1<<27 - 1
	// A word has each digit if the union of its three ninths does.
	lacks := func(m uint32) bool { return (m|m>>9|m>>18)&0x1ff != 0x1ff }
	three := func(t []uint8) uint32 {
		return bits9[t[0]] | bits9[t[1]]<<9 | bits9[t[2]]<<18
	}
	var left, middle, right uint32 // the columns
	for band := 0; band < 81; band += 27 {
		var a, b, c uint32 // its boxes
		for row := band; row < band+27; row += 9 {
			line := cells[row:][:9]
			x, y, z := three(line[:3]), three(line[3:6]), three(line[6:])
			if lacks(x | y | z) {
				return false
			}
			a, b, c = a|x, b|y, c|z
		}
		if lacks(a) || lacks(b) || lacks(c) {
			return false
		}
		left, middle, right = left|a, middle|b, right|c
	}
	return left&middle&right == full
}

// bits9 has a bit for each digit, and none for what is no digit.
var bits9 = func() (t [256]uint32) {
	for d := range 9 {
		t[d+1] = 1 << d
	}
	return t
}()

// explain says why a grid is no solution, if it is none.
func explain(p *Puzzle, g *Grid) puzzle.Verdict {
	n := p.Size()
	symbols := alphabet(p.Letters)
	// The cell, from 1, where each row, column and box has each digit.
	rows, cols, boxes := make([]int, n*n), make([]int, n*n), make([]int, n*n)
	for c, d := range g.Cells {
		row, col := c/n, c%n
		if d < 1 || int(d) > n {
			return puzzle.Wrong("row %d, column %d: no digit", row+1, col+1)
		}
		if given := p.Givens[c]; given != 0 && given != d {
			return puzzle.Wrong("row %d, column %d: %c stands there, but %c is given", row+1, col+1, symbols[d], symbols[given])
		}
		box := row/p.Box*p.Box + col/p.Box
		for _, u := range []struct {
			name  string
			index int
			at    []int
		}{{"row", row, rows}, {"column", col, cols}, {"box", box, boxes}} {
			first := &u.at[u.index*n+int(d)-1]
			if *first != 0 {
				return puzzle.Wrong("row %d, column %d: a second %c in %s %d, the first is in row %d, column %d",
					row+1, col+1, symbols[d], u.name, u.index+1, (*first-1)/n+1, (*first-1)%n+1)
			}
			*first = c + 1
		}
	}
	return puzzle.Verdict{}
}
