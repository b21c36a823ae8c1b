package sudoku

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/puzzle"
)

type otherSolution struct{ puzzle.Solution }

func TestCheck(t *testing.T) {
	p := mustParse(t, "1...2.....3...4.") // 1324 2413 4132 3241 is the first of four
	solved := func(cells string) puzzle.Answer {
		g := mustParse(t, cells)
		return puzzle.Answer{Status: puzzle.Solved, Cost: puzzle.None, LowerBound: puzzle.None, Solution: &Grid{Box: g.Box, Cells: g.Givens, Letters: g.Letters}}
	}
	costly := solved("1324241341323241")
	costly.Cost = 3
	claimed := solved("1324241341323241")
	claimed.Status = puzzle.Infeasible
	best := solved("1324241341323241")
	best.Status = puzzle.Unknown
	wrongBest := solved("1324241341323243")
	wrongBest.Status = puzzle.Unknown
	digits16 := mustParse(t, strings.Repeat(".", 255)+"1")
	letters16 := &Grid{Box: 4, Cells: pattern(4), Letters: true}
	for _, test := range []struct {
		name string
		p    *Puzzle
		ans  puzzle.Answer
		want string // the reason; empty: accepted
	}{
		{"right", p, solved("1324241341323241"), ""},
		{"best so far", p, best, ""},
		{"infeasible", p, puzzle.Answer{Status: puzzle.Infeasible, Cost: puzzle.None}, ""},
		{"unknown", p, puzzle.Answer{Cost: puzzle.None}, ""},
		{"no grid", p, puzzle.Answer{Status: puzzle.Solved, Cost: puzzle.None}, "no grid given"},
		{"contradiction", p, claimed, "a grid is given, and also said not to exist"},
		{"cost", p, costly, "cost 3 given, but a grid has no cost"},
		{"other puzzle", p, puzzle.Answer{Status: puzzle.Solved, Cost: puzzle.None, Solution: otherSolution{}}, "the solution is not a grid"},
		{"size", p, solved(hard), "a grid of 81 cells is given, the puzzle has 16"},
		{"symbols", digits16, puzzle.Answer{Status: puzzle.Solved, Cost: puzzle.None, Solution: letters16}, "the grid is written with A-P, the puzzle with 1-9 and A-G"},
		{"given", p, solved("1234341221434321"), "row 2, column 1: 3 stands there, but 2 is given"},
		{"empty cell", p, solved("1324241341.23241"), "row 3, column 3: no digit"},
		{"row", p, solved("1324241341333241"), "row 3, column 4: a second 3 in row 3, the first is in row 3, column 3"},
		{"best so far, wrong", p, wrongBest, "row 4, column 4: a second 3 in row 4, the first is in row 4, column 1"},
	} {
		v := Kind.Check(test.p, test.ans)
		if (test.want == "") != (v.Outcome == puzzle.Accepted) || v.Reason != test.want {
			t.Errorf("%s: %v: %q, want %q", test.name, v.Outcome, v.Reason, test.want)
		}
	}
}

// Every grid with one cell changed is refused, and names a cell and a unit of it.
func TestCheckChanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		box := rapid.IntRange(2, 6).Draw(t, "box")
		n := box * box
		p := &Puzzle{Box: box, Givens: make([]uint8, n*n)}
		cells := drawSymmetry(t, box).apply(pattern(box))
		ans := puzzle.Answer{Status: puzzle.Solved, Cost: puzzle.None, Solution: &Grid{Box: box, Cells: cells}}
		if v := Check(p, ans); v.Outcome != puzzle.Accepted {
			t.Fatal(v.Reason)
		}
		c := rapid.IntRange(0, n*n-1).Draw(t, "cell")
		is := cells[c]
		d := uint8(rapid.IntRange(0, n+1).Draw(t, "digit"))
		if d == is {
			return
		}
		cells[c] = d
		v := Check(p, ans)
		here := fmt.Sprintf("row %d, column %d", c/n+1, c%n+1)
		if v.Outcome != puzzle.WrongAnswer || !strings.Contains(v.Reason, here) {
			t.Fatalf("%s changed from %d to %d: %q", here, is, d, v.Reason)
		}
		cells[c] = is
		p.Givens[c] = is%uint8(n) + 1
		if v := Check(p, ans); v.Outcome != puzzle.WrongAnswer || !strings.HasPrefix(v.Reason, here) {
			t.Fatalf("%s not as given: %q", here, v.Reason)
		}
	})
}

// A grid whose rows and columns are right may still be wrong in its boxes.
func TestCheckBox(t *testing.T) {
	p := empty(2)
	g := &Grid{Box: 2, Cells: []uint8{1, 2, 3, 4, 2, 3, 4, 1, 3, 4, 1, 2, 4, 1, 2, 3}}
	v := Check(p, puzzle.Answer{Status: puzzle.Solved, Cost: puzzle.None, Solution: g})
	if want := "row 2, column 1: a second 2 in box 1, the first is in row 1, column 2"; v.Reason != want {
		t.Errorf("%q, want %q", v.Reason, want)
	}
}

func TestJudge(t *testing.T) {
	p := mustParse(t, "1...2.....3...4.")
	_, first := solveTwin(t, 2, p.Givens, 1)
	solved := puzzle.Answer{Status: puzzle.Solved, Cost: puzzle.None, LowerBound: puzzle.None, Solution: &Grid{Box: 2, Cells: first}}
	none := puzzle.Answer{Status: puzzle.Infeasible, Cost: puzzle.None, LowerBound: puzzle.None}
	unknown := puzzle.Answer{Cost: puzzle.None, LowerBound: puzzle.None}
	for _, test := range []struct {
		ans, best puzzle.Answer
		want      puzzle.Outcome
	}{
		{solved, solved, puzzle.Accepted},
		{none, none, puzzle.Accepted},
		{none, solved, puzzle.WrongAnswer},
		{unknown, solved, puzzle.WrongAnswer},
		{unknown, none, puzzle.WrongAnswer},
		{solved, none, puzzle.Failure},
	} {
		if v := Kind.Judge(p, test.ans, test.best); v.Outcome != test.want {
			t.Errorf("%v against %v: %v (%s)", test.ans.Status, test.best.Status, v.Outcome, v.Reason)
		}
	}
}

func TestSolutionText(t *testing.T) {
	cells := mustParse(t, "1324241341323241").Givens
	for _, test := range []struct {
		count puzzle.Count
		rank  int64
		want  string
	}{
		{puzzle.Count{}, 0, "solution: 1324241341323241"},
		{puzzle.Count{Valid: true, N: 1, Complete: true}, 1, "unique: 1324241341323241"},
		{puzzle.Count{Valid: true, N: 1}, 1, "first of 1 or more: 1324241341323241"},
		{puzzle.Count{Valid: true, N: 2}, 1, "first of 2 or more: 1324241341323241"},
		{puzzle.Count{Valid: true, N: 5, Complete: true}, 1, "first of 5: 1324241341323241"},
		{puzzle.Count{Valid: true, N: 5, Complete: true}, 4, "number 4 of 5: 1324241341323241"},
		{puzzle.Count{Valid: true, N: 2}, 0, "one of 2 or more: 1324241341323241"},
	} {
		g := &Grid{Box: 2, Cells: cells, count: test.count, rank: test.rank}
		if got := string(g.AppendText(nil)); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

func TestDecodeSolution(t *testing.T) {
	for _, letters := range []bool{false, true} {
		for box := MinBox; box <= MaxBox; box++ {
			if letters && box != 4 && box != 5 {
				continue
			}
			g := &Grid{Box: box, Cells: pattern(box), Letters: letters}
			text := g.AppendJSON(nil)
			if !json.Valid(text) {
				t.Fatalf("%s is no JSON", text)
			}
			s, err := Kind.DecodeSolution(text)
			if err != nil {
				t.Fatal(err)
			}
			back := s.(*Grid)
			if back.Box != box || back.Letters != letters || !slices.Equal(back.Cells, g.Cells) {
				t.Errorf("%s came back as %+v", text, back)
			}
			if got := string(back.AppendJudge(nil)); got != g.String()+"\n" {
				t.Errorf("judge: %q", got)
			}
		}
	}
	for text, want := range map[string]string{
		`{}`:                           `sudoku solution: no "grid"`,
		`{"grid":null}`:                `sudoku solution: no "grid"`,
		`{"grid":5}`:                   "sudoku solution: json: ",
		`[`:                            "sudoku solution: unexpected end",
		`{"grid":"12"}`:                "sudoku solution: grid: column 3: 2 cells, 14 short of a 4x4 puzzle (16)",
		`{"grid":"132424134132324."}`:  "sudoku solution: grid: column 16: the cell is empty",
		`{"grid":"132424134132324\""}`: `sudoku solution: grid: column 16: '"' is neither a digit nor an empty cell (. or 0)`,
	} {
		if _, err := Kind.DecodeSolution([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
