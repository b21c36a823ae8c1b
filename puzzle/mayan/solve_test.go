package mayan

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

var modes = []Mode{Exact, AtMost, Min}

// verify holds an answer against the wanted moves; nil means that there are none.
func verify(t rapid.TB, in *Board, ans puzzle.Answer, want Moves) {
	t.Helper()
	name := in.mode.String() + " " + string(in.AppendNative(nil))
	if want == nil {
		if ans.Status != puzzle.Infeasible || ans.Solution != nil || ans.Cost != puzzle.None {
			t.Fatalf("%s: got %v (%+v), want infeasible", name, ans, ans)
		}
		if ans.Limit == puzzle.LimitMoves && (in.mode == Exact || ans.LowerBound != in.moves+1) {
			t.Fatalf("%s: %+v", name, ans)
		}
		if ans.Limit == "" && ans.LowerBound != puzzle.None {
			t.Fatalf("%s: %+v", name, ans)
		}
		return
	}
	got, _ := ans.Solution.(Moves)
	if ans.Status != puzzle.Solved || !slices.Equal(got, want) || ans.Cost != len(want) || ans.LowerBound != len(want) {
		t.Fatalf("%s: got %v (%+v), want %s", name, ans, ans, want.AppendText(nil))
	}
	if v := Check(in, ans); v.Outcome != puzzle.Accepted {
		t.Fatalf("%s: Check: %v", name, v)
	}
	if v := Kind.Judge(in, ans, ans); v.Outcome != puzzle.Accepted {
		t.Fatalf("%s: Judge: %v", name, v)
	}
}

// readMoves turns the truth's lines into moves; "-1" into nil.
func readMoves(t testing.TB, text []string) Moves {
	if slices.Equal(text, []string{"-1"}) {
		return nil
	}
	in := &Board{moves: len(text)}
	ans, err := newAnswerReader(strings.NewReader(strings.Join(text, "\n"))).Read(in)
	if err != nil {
		t.Fatal(err)
	}
	return ans.Solution.(Moves)
}

// TestSmall compares all three modes with the answers of a brute-force program
// that is not part of this project.
func TestSmall(t *testing.T) { testSmall(t, "testdata/small.jsonl") }

func testSmall(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, boards := Kind.NewSolver(), 0
	for line := range bytes.Lines(data) {
		var truth struct {
			Steps   int
			Columns [][]int
			Exact   []string
			AtMost  []string `json:"at_most"`
			Min     []string
		}
		if err := json.Unmarshal(line, &truth); err != nil {
			t.Fatal(err)
		}
		boards++
		for mode, want := range [][]string{truth.Exact, truth.AtMost, truth.Min} {
			in, err := New(truth.Columns, truth.Steps, Rules{Mode: Mode(mode)})
			if err != nil {
				t.Fatal(err)
			}
			verify(t, in, s.Solve(t.Context(), in, budget.Limits{}), readMoves(t, want))
		}
	}
	if boards != 300 {
		t.Errorf("%d boards instead of 300", boards)
	}
}

// TestCases holds the boards on which published programs go wrong, and the
// edges of the rules.
func TestCases(t *testing.T) {
	for _, tt := range []struct {
		mode Mode
		text string
		want string // as Answer prints it
	}{
		{Exact, "3: 1/2 1/2 3 4/3 1/2 4 3 4", "3 moves: 2,1,right 3,1,right 3,0,right"},
		{Exact, "2: /1/1 1//", "2 moves: 1,0,right 2,0,right"},
		{Exact, "2: /1 1//1/", "2 moves: 1,0,left 3,0,left"},
		{AtMost, "2: /1 1//1/", "1 move: 1,0,right"},
		{Exact, "2: 1 1//1//", "infeasible: there is no solution"},
		{AtMost, "2: 1 1//1//", "1 move: 0,0,right"},
		{Min, "2: 1 1//1//", "1 move: 0,0,right"},
		{Min, "*: 1 1//1//", "1 move: 0,0,right"},
		{Exact, "1: ////", "infeasible: there is no solution"},
		{AtMost, "1: ////", "0 moves"},
		{Min, "1: ////", "0 moves"},
		{Min, "*: ////", "0 moves"},
		{Exact, "0: ////", "0 moves"},
		{AtMost, "0: ////", "0 moves"},
		{Min, "0: ////", "0 moves"},
		{Exact, "0: 1", "infeasible: there is no solution"},
		{AtMost, "0: 1/1//1", "infeasible: more than 0 moves are needed"},
		// one or two blocks of a colour never vanish
		{AtMost, "3: 1/1//", "infeasible: there is no solution"},
		{Min, "3: 1/1 2 2//2", "infeasible: there is no solution"},
		{Min, "*: 1/1 2 2//2", "infeasible: there is no solution"},
		// one column: no move at all
		{Min, "*: 1 1 2 1", "infeasible: there is no solution"},
		{Min, "9: 1 1 2 2 1 2", "infeasible: there is no solution"},
		{Exact, "9: 1 1 2 2 1 2", "infeasible: there is no solution"},
		// every board that can be reached is seen
		{Min, "*: 1 1/1", "infeasible: there is no solution"},
		{Min, "20: 1 1/1", "infeasible: more than 20 moves are needed"},
		{AtMost, "20: 1 1/1", "infeasible: more than 20 moves are needed"},
		{Exact, "20: 1 1/1", "infeasible: there is no solution"},
		{Min, "*: 1 2 1/2 1 2 3/3 3 1", "infeasible: there is no solution"},
		// many wasted moves
		{Exact, "9: /1/1 1//", "9 moves: 1,0,right 1,0,right 1,0,right 1,0,right 1,0,right 1,0,right 1,0,right 1,0,right 2,0,right"},
	} {
		in := mustParse(t, tt.mode, tt.text)
		if got := Solve(t.Context(), in, budget.Limits{}).String(); got != tt.want {
			t.Errorf("%v %s: got %s, want %s", tt.mode, tt.text, got, tt.want)
		}
	}
}

// twinCase compares the three modes on one board with the literal search.
func twinCase(t rapid.TB, s puzzle.Solver, p pick) (found [3]bool) {
	colours := p(0, 3)
	n := p(0, 3)
	if colours == 3 {
		n = min(n, 2) // the literal search takes too long
	}
	in := p.board(Exact, p(1, MaxWidth), p(1, MaxHeight), colours, n)
	for _, mode := range modes {
		b := *in
		b.mode = mode
		want := twin(&b)
		found[mode] = want != nil
		verify(t, &b, s.Solve(context.Background(), &b, budget.Limits{}), want)
	}
	return found
}

// openCase does so for a board whose number of moves is left open.
func openCase(t rapid.TB, p pick) (found bool) {
	in := p.board(Min, p(1, 4), p(1, 4), p(0, 2), NoLimit)
	want := twin(in)
	ans := Solve(context.Background(), in, budget.Limits{})
	verify(t, in, ans, want)
	if ans.Limit != "" {
		t.Fatalf("%+v", ans)
	}
	// With a number that is large enough the search must agree.
	if want != nil {
		in.moves = len(want)
		verify(t, in, Solve(context.Background(), in, budget.Limits{}), want)
	}
	return want != nil
}

func TestTwinRapid(t *testing.T) {
	s := Kind.NewSolver()
	rapid.Check(t, func(t *rapid.T) {
		twinCase(t, s, rapidPick(t))
		openCase(t, rapidPick(t))
	})
}

// TestTwinFixed does the same with boards that are known to be a fair mixture.
func TestTwinFixed(t *testing.T) {
	s, p := Kind.NewSolver(), fixedPick(1)
	boards := 600
	if testing.Short() {
		boards = 100
	}
	var found [3]int
	open := 0
	for range boards {
		for mode, ok := range twinCase(t, s, p) {
			if ok {
				found[mode]++
			}
		}
		if openCase(t, p) {
			open++
		}
	}
	for _, n := range append(found[:], open) {
		if n < boards/10 || n > boards*9/10 {
			t.Errorf("of %d boards, %v (by mode) and %d (open) have a solution", boards, found, open)
			break
		}
	}
}

// readBoard reads one file in the judge's format.
func readBoard(t testing.TB, file string, mode Mode) *Board {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := Kind.NewReader(f, "noip2011-mayan", puzzle.Settings{"mode": mode.String()})
	if err != nil {
		t.Fatal(err)
	}
	in, err := r.Read()
	if err != nil {
		t.Fatal(err)
	}
	return in.(*Board)
}

// TestNodes pins the counts that are the fingerprint of the search: a change
// that moves them must say so.
func TestNodes(t *testing.T) {
	for _, tt := range []struct {
		mode                Mode
		board               string // native, or a file
		generated, expanded uint64
		iterations          int
	}{
		{Exact, "3: 1/2 1/2 3 4/3 1/2 4 3 4", 11, 11, 1},
		{Exact, "testdata/full_k3_1.in", 80922, 17855, 1},
		{AtMost, "testdata/full_k3_1.in", 68209, 15460, 1},
		{Min, "testdata/full_k3_1.in", 75277, 16972, 6},
		{Exact, "testdata/full_k6_1.in", 6915, 3612, 1},
		{Min, "*: 1 2 3/2 3 1//3 1 2/", 16368, 1919, 6},
		{Min, "*: 1 2 1/2 1 2 3/3 3 1", 2268, 385, 9},
		{Min, "9: 1 2 3/2 3 1//3 1 2/", 2162, 1042, 7},
	} {
		var in *Board
		if strings.HasPrefix(tt.board, "testdata") {
			in = readBoard(t, tt.board, tt.mode)
		} else {
			in = mustParse(t, tt.mode, tt.board)
		}
		ans := Solve(t.Context(), in, budget.Limits{})
		if ans.Generated != tt.generated || ans.Expanded != tt.expanded || len(ans.Iterations) != tt.iterations {
			t.Errorf("{%v, %q, %d, %d, %d},", tt.mode, tt.board, ans.Generated, ans.Expanded, len(ans.Iterations))
		}
		var sum puzzle.Iteration
		for _, it := range ans.Iterations {
			sum.Generated += it.Generated
			sum.Expanded += it.Expanded
		}
		if sum.Generated != ans.Generated || sum.Expanded != ans.Expanded {
			t.Errorf("%v %s: iterations add up to %+v", tt.mode, tt.board, sum)
		}
	}
}

// TestSolverReuse asserts that a solver's memory does not show in its answers.
func TestSolverReuse(t *testing.T) {
	s := Kind.NewSolver()
	for range 2 {
		for _, text := range []string{"3: 1/2 1/2 3 4/3 1/2 4 3 4", "4: 1 2 1 2/2 1//", "2: /1 1//1/", "4: 1 1///1 1"} {
			for _, mode := range modes {
				in := mustParse(t, mode, text)
				a, b := s.Solve(t.Context(), in, budget.Limits{}), Solve(t.Context(), in, budget.Limits{})
				if got, want := string(a.AppendJSON(nil, "", "", 0, true)), string(b.AppendJSON(nil, "", "", 0, true)); got != want {
					t.Errorf("%v %s: a used solver answers\n%s a new one\n%s", mode, text, got, want)
				}
			}
		}
	}
}

func TestNodeLimit(t *testing.T) {
	file := "testdata/full_k3_1.in"
	for _, tt := range []struct {
		in    *Board
		lower []int // by the order of the limits below
	}{
		{readBoard(t, file, Exact), []int{5, 5, 5}},
		{readBoard(t, file, AtMost), []int{0, 0, 0}},
		{readBoard(t, file, Min), []int{1, 3, 5}},
		{mustParse(t, Min, strings.Replace(string(readBoard(t, file, Min).AppendNative(nil)), "5", "*", 1)), []int{1, 3, 4}},
	} {
		for i, n := range []uint64{1, 1000, 10_000} {
			ans := Solve(t.Context(), tt.in, budget.Limits{Nodes: n})
			if ans.Status != puzzle.Unknown || ans.Limit != "nodes" || ans.Generated != n || ans.Cost != puzzle.None || ans.LowerBound != tt.lower[i] {
				t.Errorf("%v, %d nodes: %+v; lower bound %d expected", tt.in.mode, n, ans, tt.lower[i])
			}
		}
	}
	// A solution that is found with the last node allowed counts.
	in := mustParse(t, AtMost, "3: 1/2 1/2 3 4/3 1/2 4 3 4")
	all := Solve(t.Context(), in, budget.Limits{}).Generated
	if ans := Solve(t.Context(), in, budget.Limits{Nodes: all}); ans.Status != puzzle.Solved {
		t.Errorf("%d nodes: %+v", all, ans)
	}
	if ans := Solve(t.Context(), in, budget.Limits{Nodes: all - 1}); ans.Status != puzzle.Unknown {
		t.Errorf("%d nodes: %+v", all-1, ans)
	}
}

func TestInterrupt(t *testing.T) {
	in := readBoard(t, "testdata/full_k3_1.in", Min)
	open := *in
	open.moves = NoLimit
	for _, in := range []*Board{in, &open} {
		ctx, cancel := context.WithCancel(t.Context())
		polls := 0
		ans := Solve(ctx, in, budget.Limits{Report: func(p budget.Progress) {
			if polls++; polls == 8 {
				cancel()
			}
			if polls > 8 {
				t.Errorf("polled again after the interrupt: %+v", p)
			}
		}})
		if ans.Status != puzzle.Unknown || ans.Limit != "interrupt" || ans.LowerBound < 2 || ans.Generated > 8*budget.Interval {
			t.Errorf("interrupted: %+v", ans)
		}
		if ans := Solve(ctx, in, budget.Limits{}); ans.Limit != "interrupt" || ans.Generated != 0 || ans.LowerBound != 0 {
			t.Errorf("interrupted before the start: %+v", ans)
		}
		late, done := context.WithDeadline(t.Context(), time.Unix(0, 0))
		if ans := Solve(late, in, budget.Limits{}); ans.Status != puzzle.Unknown || ans.Limit != "time" {
			t.Errorf("deadline passed: %+v", ans)
		}
		done()
		cancel()
	}
}

// TestMemory asserts that less memory costs work, not answers, and that the
// search that needs memory says so.
func TestMemory(t *testing.T) {
	in := readBoard(t, "testdata/full_k6_1.in", Exact)
	free := Solve(t.Context(), in, budget.Limits{})
	for _, memory := range []int64{1, 20_000, 100_000} {
		ans := Solve(t.Context(), in, budget.Limits{Memory: memory})
		if ans.Status != free.Status || ans.Generated <= free.Generated {
			t.Errorf("%d bytes: %+v", memory, ans)
		}
	}
	open := *in
	open.mode, open.moves = Min, NoLimit
	for _, memory := range []int64{1, 1_000_000, 10_000_000} {
		ans := Solve(t.Context(), &open, budget.Limits{Memory: memory})
		if ans.Status != puzzle.Unknown || ans.Limit != "memory" || ans.Cost != puzzle.None {
			t.Errorf("%d bytes: %+v", memory, ans)
		}
		if memory > 1 && ans.LowerBound < 2 {
			t.Errorf("%d bytes: %+v", memory, ans)
		}
	}
}

func FuzzSolve(f *testing.F) {
	f.Add("3: 1/2 1/2 3 4/3 1/2 4 3 4", uint8(0), uint8(7))
	f.Add("2: /1 1//1/", uint8(1), uint8(2))
	f.Add("*: 1 2 1/2 1 2 3/3 3 1", uint8(2), uint8(15))
	f.Add("100: 1 1/1", uint8(2), uint8(15))
	f.Fuzz(func(t *testing.T, text string, mode, height uint8) {
		in, err := Rules{Mode: Mode(mode % 3), Height: int(height % 16)}.Parse(text)
		if err != nil {
			return
		}
		limits := budget.Limits{Nodes: 3000, Memory: 1 << 20}
		ans := Solve(context.Background(), in, limits)
		if ans.Generated > limits.Nodes {
			t.Fatalf("%d nodes", ans.Generated)
		}
		switch ans.Status {
		case puzzle.Solved:
			if v := Check(in, ans); v.Outcome != puzzle.Accepted || ans.LowerBound != ans.Cost {
				t.Fatalf("%v: %v", ans, v)
			}
			moves := ans.Solution.(Moves)
			back, err := newAnswerReader(bytes.NewReader(moves.AppendJudge(nil))).Read(in)
			if len(moves) > 0 && (err != nil || !slices.Equal(back.Solution.(Moves), moves)) {
				t.Fatalf("%v is read back as %v, %v", ans, back, err)
			}
		case puzzle.Unknown:
			if ans.Limit != "nodes" && ans.Limit != "memory" || ans.Solution != nil {
				t.Fatalf("%+v", ans)
			}
		}
		if again := Solve(context.Background(), in, limits); again.String() != ans.String() || again.Generated != ans.Generated {
			t.Fatalf("%v once, %v the second time", ans, again)
		}
	})
}

// TestPublicData runs over the full public data, if it is there.
func TestPublicData(t *testing.T) {
	data := os.Getenv("DEEPEN_DATA")
	if data == "" {
		t.Skip("DEEPEN_DATA is not set")
	}
	testSmall(t, filepath.Join(data, "mayan", "small.jsonl"))
	files, _ := filepath.Glob(filepath.Join(data, "mayan", "boards", "*.in"))
	if len(files) == 0 {
		t.Error("there are no boards")
	}
	s := Kind.NewSolver()
	for _, file := range files {
		for _, mode := range modes {
			in := readBoard(t, file, mode)
			ans := s.Solve(t.Context(), in, budget.Limits{})
			// The write-up's program finds none in mode AtMost, and a solution in
			// another mode would be one there, without its wasted moves.
			if ans.Status != puzzle.Infeasible {
				t.Errorf("%s, %v: %v", filepath.Base(file), mode, ans)
			}
		}
	}
}

func BenchmarkFull(b *testing.B) {
	for _, file := range []string{"full_k3_1", "full_k6_1"} {
		for _, mode := range modes {
			in := readBoard(b, "testdata/"+file+".in", mode)
			b.Run(file+"/"+mode.String(), func(b *testing.B) {
				s := Kind.NewSolver()
				var nodes uint64
				for b.Loop() {
					nodes += s.Solve(b.Context(), in, budget.Limits{}).Generated
				}
				b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
			})
		}
	}
}

func BenchmarkSample(b *testing.B) {
	in := mustParse(b, Exact, "3: 1/2 1/2 3 4/3 1/2 4 3 4")
	s := Kind.NewSolver()
	for b.Loop() {
		s.Solve(b.Context(), in, budget.Limits{})
	}
}

func BenchmarkOpen(b *testing.B) {
	in := mustParse(b, Min, "*: 1 2 3/2 3 1//3 1 2/")
	for b.Loop() {
		Solve(b.Context(), in, budget.Limits{})
	}
}
