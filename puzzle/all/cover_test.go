package all

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle/exactcover"
	"github.com/deepen-go/deepen/puzzle/sudoku"
)

// coverOf is a sudoku as an exact cover: each cell, and each digit in each row, column
// and box, is an item.
func coverOf(p *sudoku.Puzzle) string {
	n := p.Size()
	var items, options strings.Builder
	for i := range n {
		for j := range n {
			fmt.Fprintf(&items, "c%d,%d r%d=%d k%d=%d b%d=%d ", i, j, i, j+1, i, j+1, i, j+1)
		}
	}
	for at, given := range p.Givens {
		r, c := at/n, at%n
		b := r/p.Box*p.Box + c/p.Box
		for d := 1; d <= n; d++ {
			if given == 0 || int(given) == d {
				fmt.Fprintf(&options, "c%d,%d r%d=%d k%d=%d b%d=%d\n", r, c, r, d, c, d, b, d)
			}
		}
	}
	return items.String() + "\n" + options.String()
}

// TestSudokuByCover: exact cover finds as many solutions of a sudoku as sudoku does, and
// the same one if there is one.
func TestSudokuByCover(t *testing.T) {
	grids, err := os.ReadFile(filepath.Join("..", "..", "examples", "sudoku", "grids.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for line := range strings.Lines(string(grids)) {
		if text, _, _ := strings.Cut(line, "#"); strings.TrimSpace(text) != "" {
			texts = append(texts, strings.TrimSpace(text))
		}
	}
	rng := rand.New(rand.NewPCG(3, 1))
	for range 60 { // a 4x4 grid with some cells taken away, or one changed
		cells := []byte("1234341221434321")
		for range 6 + rng.IntN(12) {
			cells[rng.IntN(16)] = '.'
		}
		if rng.IntN(3) == 0 {
			cells[rng.IntN(16)] = byte('1' + rng.IntN(4))
		}
		texts = append(texts, string(cells))
	}
	for _, text := range texts {
		s, err := sudoku.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		s.MaxSolutions = 300
		want := sudoku.Solve(context.Background(), s, budget.Limits{})
		p, err := exactcover.Parse(coverOf(s))
		if err != nil {
			t.Fatal(err)
		}
		p.Most = 300
		got := exactcover.Solve(context.Background(), p, budget.Limits{})
		if got.Status != want.Status || got.Count.N != want.Count.N {
			t.Errorf("%s: %v, %+v by exact cover; %v, %+v by sudoku", text, got.Status, got.Count, want.Status, want.Count)
			continue
		}
		if want.Count.N != 1 {
			continue
		}
		grid := want.Solution.(*sudoku.Grid)
		for _, option := range got.Solution.(*exactcover.Selection).Options {
			var r, c, row, d int
			if _, err := fmt.Sscanf(option[0]+" "+option[1], "c%d,%d r%d=%d", &r, &c, &row, &d); err != nil || int(grid.Cells[r*s.Size()+c]) != d {
				t.Errorf("%s: %v, but %s by sudoku", text, option, grid)
			}
		}
	}
}
