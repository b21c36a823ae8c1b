package exactcover

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	board6x10 = "XXXXXXXXXX/XXXXXXXXXX/XXXXXXXXXX/XXXXXXXXXX/XXXXXXXXXX/XXXXXXXXXX"
	board8x8  = "XXXXXXXX/XXXXXXXX/XXXXXXXX/XXX..XXX/XXX..XXX/XXXXXXXX/XXXXXXXX/XXXXXXXX"
	board3x20 = "XXXXXXXXXXXXXXXXXXXX/XXXXXXXXXXXXXXXXXXXX/XXXXXXXXXXXXXXXXXXXX"
)

// counted solves p by all threads, counts all solutions, and checks the answer.
func counted(t *testing.T, name string, p *Problem, want int64) puzzle.Answer {
	t.Helper()
	p.Most = 0
	crew := budget.NewCrew(4)
	crew.Enter()
	defer crew.Leave()
	ans := Solve(context.Background(), p, budget.Limits{Crew: crew})
	if ans.Count != (puzzle.Count{Valid: true, N: want, Complete: true}) || (want > 0) != (ans.Status == puzzle.Solved) {
		t.Errorf("%s: %v, %+v; %d is known", name, ans.Status, ans.Count, want)
	}
	if v := Check(p, ans); v.Outcome != puzzle.Accepted {
		t.Errorf("%s: %s", name, v.Reason)
	}
	return ans
}

// TestQueens: OEIS A000170.
func TestQueens(t *testing.T) {
	for n, want := range map[int]int64{4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200} {
		if n > 9 && testing.Short() {
			continue
		}
		counted(t, fmt.Sprint(n, " queens"), Queens(n), want)
	}
}

// TestLangford: OEIS A014552, which counts an arrangement and its mirror image as one.
func TestLangford(t *testing.T) {
	for n, want := range map[int]int64{1: 0, 2: 0, 3: 1, 4: 1, 5: 0, 6: 0, 7: 26, 8: 150, 9: 0, 10: 0, 11: 17792} {
		if n > 8 && testing.Short() {
			continue
		}
		counted(t, fmt.Sprint("Langford ", n), Langford(n), 2*want)
	}
}

// TestLatin: OEIS A002860.
func TestLatin(t *testing.T) {
	for n, want := range map[int]int64{1: 1, 2: 2, 3: 12, 4: 576, 5: 161280} {
		if n == 5 && testing.Short() {
			continue
		}
		counted(t, fmt.Sprint("Latin squares of ", n), Latin(n, nil), want)
	}
	// Reduced ones, whose first row and column are in order: OEIS A000315.
	given := make([]int, 36)
	for i := range 6 {
		given[i], given[6*i] = i+1, i+1
	}
	counted(t, "reduced Latin squares of 6", Latin(6, given), 9408)
}

// TestPentominoes: the numbers of different solutions are 65 and 2 (Scott, 1958).
func TestPentominoes(t *testing.T) {
	pentominoesOf(t, board3x20, 4, 2)
	if testing.Short() {
		return
	}
	pentominoesOf(t, board8x8, 8, 65)
}

// TestDataLarge has what takes too long for every day: more queens, and the 2,339
// different solutions of 6x10 (Haselgrove, 1960).
func TestDataLarge(t *testing.T) {
	if os.Getenv("DEEPEN_DATA") == "" {
		t.Skip("a run of the full data sets only")
	}
	counted(t, "13 queens", Queens(13), 73712)
	counted(t, "14 queens", Queens(14), 365596)
	pentominoesOf(t, board6x10, 4, 2339)
}

// pentominoesOf wants so many different solutions, each of which appears once for each
// symmetry of the board. Which are different is told from the solutions themselves.
func pentominoesOf(t *testing.T, board string, symmetries int, want int64) {
	t.Helper()
	p := Pentominoes(board)
	p.List = 10_000
	ans := counted(t, board, p, want*int64(symmetries))
	if board == board8x8 && ans.Generated != 289326 { // Knuth's dlx1 counts one node more, the root
		t.Errorf("%d nodes, not 289326", ans.Generated)
	}
	rows := strings.Split(board, "/")
	different := map[string]bool{}
	for _, s := range ans.List {
		different[smallest(s.(*Selection), len(rows), len(rows[0]))] = true
	}
	if int64(len(different)) != want {
		t.Errorf("%s: %d solutions are different; %d is known", board, len(different), want)
	}
}

// smallest is the least of the pictures of a solution by the board's symmetries.
func smallest(s *Selection, rows, cols int) string {
	picture := make([]byte, rows*cols)
	for _, option := range s.Options {
		for _, name := range option {
			var r, c int
			if n, _ := fmt.Sscanf(name, "%d,%d", &r, &c); n == 2 {
				letter := option[slices.IndexFunc(option, func(w string) bool { return len(w) == 1 })]
				picture[(r-1)*cols+c-1] = letter[0]
			}
		}
	}
	var all []string
	for i := range 8 {
		if i > 3 && rows != cols {
			break
		}
		other := make([]byte, rows*cols)
		for r := range rows {
			for c := range cols {
				to := [2]int{r, c}
				if i&1 != 0 {
					to[0] = rows - 1 - r
				}
				if i&2 != 0 {
					to[1] = cols - 1 - c
				}
				if i&4 != 0 {
					to[0], to[1] = to[1], to[0]
				}
				other[to[0]*cols+to[1]] = picture[r*cols+c]
			}
		}
		all = append(all, string(other))
	}
	return slices.Min(all)
}

// TestNodes pins the nodes of some searches.
func TestNodes(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *Problem
		want uint64
	}{
		{"10 queens", Queens(10), 16447},
		{"Langford 8", Langford(8), 2788},
	} {
		c.p.Most = 0
		if ans := Solve(context.Background(), c.p, budget.Limits{}); ans.Generated != c.want {
			t.Errorf("%s: %d nodes, not %d", c.name, ans.Generated, c.want)
		}
	}
}

// TestCount: what is asked decides the count, and how the answer reads.
func TestCount(t *testing.T) {
	for _, c := range []struct {
		most uint64
		list int
		want string
	}{
		{1, 0, "1 false 2 options: a c || b x:2"},
		{0, 0, "2 true 2 solutions, the first with 2 options: a c || b x:2"},
		{2, 0, "2 false 2 or more solutions, the first with 2 options: a c || b x:2"},
		{0, 5, "2 true 2 options: a c || b x:2; 2 solutions"},
	} {
		p, err := Parse(info.Formats[1].Sample)
		if err != nil {
			t.Fatal(err)
		}
		p.Most, p.List = c.most, c.list
		ans := Solve(context.Background(), p, budget.Limits{})
		if got := fmt.Sprint(ans.Count.N, ans.Count.Complete, ans); got != c.want {
			t.Errorf("%d, %d: %q, not %q", c.most, c.list, got, c.want)
		}
	}
}
