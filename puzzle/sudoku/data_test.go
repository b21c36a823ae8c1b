package sudoku

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

func readLines(t testing.TB, name string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(data))
}

// outcome is an answer in a few words, as the tables below have it.
func outcome(ans puzzle.Answer) string {
	switch {
	case ans.Status == puzzle.Infeasible:
		return "none"
	case ans.Status == puzzle.Solved && ans.Count.N == 1 && ans.Count.Complete:
		return "unique"
	case ans.Status == puzzle.Solved && ans.Count.N == 2:
		return "several"
	}
	return fmt.Sprint(ans.Status, ans.Count)
}

// solveFile solves a file of puzzles, checks every answer by the rules, and
// wants the outcome of each.
func solveFile(t *testing.T, path, want string, puzzles int) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := Kind.NewReader(bufio.NewReader(f), "native", nil)
	if err != nil {
		t.Fatal(err)
	}
	s := Kind.NewSolver()
	n := 0
	for {
		inst, err := r.Read()
		if err != nil {
			if err.Error() != "EOF" {
				t.Error(path, err)
			}
			break
		}
		n++
		ans := s.Solve(context.Background(), inst, budget.Limits{})
		if v := Kind.Check(inst, ans); v.Outcome != puzzle.Accepted {
			t.Errorf("%s:%d: %s", path, n, v.Reason)
		}
		if got := outcome(ans); got != want {
			t.Errorf("%s:%d: %s, want %s", path, n, got, want)
		}
	}
	if n != puzzles {
		t.Errorf("%s: %d puzzles, want %d", path, n, puzzles)
	}
}

func TestData(t *testing.T) {
	for _, test := range []struct {
		name, want string
		puzzles    int
	}{
		{"17clue_every25", "unique", 1967},
		{"norvig_easy50", "unique", 50},
		{"norvig_hardest11", "unique", 11},
		{"norvig_top95", "unique", 95},
		{"magictour_every15", "unique", 98},
		{"hardest1106_every8", "unique", 47},
		{"hardest1905_every1000", "unique", 49},
		{"unbiased_every20", "unique", 50},
		{"multisol_every100", "several", 100},
		{"invalid_emerentius_7", "none", 7},
		{"16x16_jarnet_1", "unique", 1},
		{"16x16_owhy_100", "unique", 100},
		{"16x16_minsub_2_letters", "several", 2},
		{"25x25_jarnet_1", "unique", 1},
		{"25x25_jxa_1", "unique", 1},
		{"25x25_vega_1", "unique", 1},
		{"36x36_vega_1", "several", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			solveFile(t, filepath.Join("testdata", test.name+".txt"), test.want, test.puzzles)
		})
	}
}

// The twin agrees on real puzzles, and so do the two kernels.
func TestDataTwin(t *testing.T) {
	fast, general := new(solver), new(solver)
	general.kernels[3] = newKernelN(3)
	for _, name := range []string{"norvig_easy50", "norvig_hardest11", "invalid_emerentius_7", "multisol_every100", "unbiased_every20"} {
		for i, line := range readLines(t, name+".txt") {
			if testing.Short() && i%10 != 0 {
				continue
			}
			if strings.HasPrefix(line, "....41....6") {
				continue // it has no solution, which takes the twin too long
			}
			wantTwin(t, fast, mustParse(t, line))
			wantTwin(t, general, mustParse(t, line))
		}
	}
	for _, name := range []string{"norvig_top95", "17clue_every25"} {
		for i, line := range readLines(t, name+".txt") {
			if i%20 != 0 {
				continue
			}
			p := mustParse(t, line)
			a, b := fast.solve(context.Background(), p, budget.Limits{}), general.solve(context.Background(), p, budget.Limits{})
			if a.String() != b.String() {
				t.Errorf("%s: %s and %s", line, a, b)
			}
		}
	}
}

// All the public sets, where they are at hand.
func TestAllData(t *testing.T) {
	dir := os.Getenv("DEEPEN_DATA")
	if dir == "" {
		t.Skip("DEEPEN_DATA does not name a folder with the data sets")
	}
	for _, test := range []struct {
		name, want string
		puzzles    int
	}{
		{"17clue_49158", "unique", 49158},
		{"magictour_top1465", "unique", 1465},
		{"forum_hardest_1106", "unique", 375},
		{"forum_hardest_1905_11plus", "unique", 48766},
		{"unbiased_first1000", "unique", 1000},
		{"serg_benchmark_multisol", "several", 10000},
	} {
		t.Run(test.name, func(t *testing.T) {
			solveFile(t, filepath.Join(dir, "sudoku", test.name+".txt"), test.want, test.puzzles)
		})
	}
	// The first solution, against the twin.
	data, err := os.ReadFile(filepath.Join(dir, "sudoku", "serg_benchmark_multisol.txt"))
	if err != nil {
		t.Fatal(err)
	}
	s := new(solver)
	for line := range bytes.FieldsSeq(data) {
		wantTwin(t, s, mustParse(t, string(line)))
	}
}
