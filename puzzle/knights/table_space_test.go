package knights

import (
	"context"
	"os"
	"slices"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// plainSpace is the twin of space: positions by the ranks of the wide phase, moved
// one by one.
type plainSpace struct {
	at []Position
	of map[Position]int
	to [][]uint8
}

func newPlainSpace(rows, cols, whites int) *plainSpace {
	s := &plainSpace{of: map[Position]int{}, to: jumps(rows, cols)}
	for word := range uint64(1) << (rows * cols) {
		for blank := range rows * cols {
			p := Position{White: word, Blank: blank}
			if word>>blank&1 == 0 && p.whites() == whites {
				s.of[p] = len(s.at)
				s.at = append(s.at, p)
			}
		}
	}
	return s
}

func (s *plainSpace) Size() int { return len(s.at) }

func (s *plainSpace) Neighbours(dst []int, n int) []int {
	p := s.at[n]
	for _, j := range s.to[p.Blank] {
		dst = append(dst, s.of[p.hop(int(j))])
	}
	return dst
}

// TestSpaceNumbers: every position has a cell of its own, and gets it back.
func TestSpaceNumbers(t *testing.T) {
	for _, size := range [][3]int{{3, 3, 4}, {3, 4, 5}, {2, 4, 0}, {1, 1, 0}, {2, 2, 3}, {3, 5, 7}, {4, 4, 15}, {4, 7, 2}, {6, 6, 2}, {8, 8, 1}, {8, 8, 2}, {8, 8, 62}} {
		s := newSpace(size[0], size[1], size[2])
		n := 0
		for row := range s.Rows() {
			for place := range s.Len(row) {
				p := s.position(row, place)
				if r, q := s.cell(p); r != row || q != place || p.whites() != size[2] || p.White>>p.Blank&1 != 0 {
					t.Fatalf("%v: cell %d,%d has %+v, whose cell is %d,%d", size, row, place, p, r, q)
				}
				n++
			}
		}
		if want := countPositions(s.squares, size[2]); float64(n) != want {
			t.Errorf("%v: %d cells for %.0f positions", size, n, want)
		}
	}
}

// TestSpaceTwin: the table of rows is that of single moves, with both cells, on
// boards whose words have a high part and those that have none.
func TestSpaceTwin(t *testing.T) {
	for _, size := range [][3]int{{3, 3, 4}, {3, 4, 5}, {3, 5, 7}, {4, 4, 7}, {4, 4, 2}, {2, 8, 5}} {
		s, plain := newSpace(size[0], size[1], size[2]), newPlainSpace(size[0], size[1], size[2])
		goal := plain.at[len(plain.at)/3]
		row, place := s.cell(goal)
		twin, twinReport, err := search.BuildTable(t.Context(), search.Ranked(plain), search.Byte, plain.of[goal]/4096, plain.of[goal]%4096, budget.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for _, cell := range []search.Cell{search.Byte, search.Mod3} {
			limits := budget.Limits{Crew: budget.NewCrew(3)}
			table, report, err := search.BuildTable(t.Context(), s, cell, row, place, limits)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(report.Histogram, twinReport.Histogram) || report.Reached != twinReport.Reached || report.States != twinReport.States {
				t.Errorf("%v %v: %v, the twin %v", size, cell, report, twinReport)
			}
			for n, p := range plain.at {
				want, ok := twin.At(n/4096, n%4096)
				if cell == search.Mod3 {
					want %= 3
				}
				row, place := s.cell(p)
				if got, reached := table.At(row, place); reached != ok || ok && got != want {
					t.Fatalf("%v %v: %+v has %d, %v; the twin %d, %v", size, cell, p, got, reached, want, ok)
				}
			}
		}
	}
}

func BenchmarkBuildTable(b *testing.B) {
	board, _ := Parse(classic)
	for _, cell := range []search.Cell{search.Byte, search.Mod3} {
		b.Run(cell.String(), func(b *testing.B) {
			s := newSpace(5, 5, 12)
			row, place := s.cell(board.Target)
			limits := budget.Limits{}
			if os.Getenv("GOMAXPROCS") != "1" {
				limits.Crew = budget.NewCrew(2)
				limits.Crew.Enter()
			}
			for b.Loop() {
				if _, r, err := search.BuildTable(context.Background(), s, cell, row, place, limits); err != nil || r.Reached != 67_603_900 {
					b.Fatal(r, err)
				}
			}
		})
	}
}
