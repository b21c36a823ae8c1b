package knights

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/search"
)

// deepest is a board of the original puzzle that needs 39 moves; none needs more.
const deepest = "0*000/10000/01010/11101/11111"

// deep needs 22 moves: IDA* gives up and the search from both ends takes over.
const deep = "*0001/01101/00011/00111/00111"

func mustParse(t testing.TB, text, target string) *Board {
	t.Helper()
	b, err := ParseTarget(text, target)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return b
}

// limited returns b with a move limit.
func limited(b *Board, moves int) *Board {
	c := *b
	c.MaxMoves = moves
	return &c
}

// wantSolved checks an answer in every respect but its moves.
func wantSolved(t rapid.TB, b *Board, a puzzle.Answer, cost int) {
	t.Helper()
	if a.Status != puzzle.Solved || a.Cost != cost || a.LowerBound != cost || a.Limit != "" {
		t.Errorf("%s: %v, cost %d, lower bound %d, limit %q; %d moves are right", b.AppendNative(nil), a.Status, a.Cost, a.LowerBound, a.Limit, cost)
		return
	}
	if v := Check(b, a); v.Outcome != puzzle.Accepted {
		t.Errorf("%s: %v: %s", b.AppendNative(nil), v.Outcome, v.Reason)
	}
}

func TestLabelled(t *testing.T) {
	byDepth := map[int][]labelled{}
	for _, l := range readLabelled(t, "testdata/labelled.txt") {
		byDepth[l.depth] = append(byDepth[l.depth], l)
	}
	if n := len(byDepth[13]); n != 500 {
		t.Errorf("%d boards of depth 13", n)
	}
	for depth, boards := range byDepth {
		t.Run(fmt.Sprint(depth), func(t *testing.T) {
			t.Parallel()
			if testing.Short() {
				if depth > 20 {
					t.Skip("takes seconds")
				}
				boards = boards[:min(len(boards), 500/depth)]
			}
			solver := Kind.NewSolver()
			for _, l := range boards {
				b := mustParse(t, l.text, "")
				wantSolved(t, b, solver.Solve(t.Context(), b, budget.Limits{}), depth)
			}
		})
	}
}

// TestAllLabelled runs over the full public set. It needs a longer -timeout than
// the usual, as the 31 deepest boards take up to ten seconds each.
func TestAllLabelled(t *testing.T) {
	dir := os.Getenv("DEEPEN_DATA")
	if dir == "" {
		t.Skip("DEEPEN_DATA is not set")
	}
	solver := Kind.NewSolver()
	for _, l := range readLabelled(t, filepath.Join(dir, "knights", "labelled.txt")) {
		b := mustParse(t, l.text, "")
		wantSolved(t, b, solver.Solve(t.Context(), b, budget.Limits{}), l.depth)
	}
}

// TestJudgeLimit: within 15 moves or not at all, as the judge asks.
func TestJudgeLimit(t *testing.T) {
	solver := Kind.NewSolver()
	for i, l := range readLabelled(t, "testdata/labelled.txt") {
		if testing.Short() && i%20 > 0 {
			continue
		}
		b := limited(mustParse(t, l.text, ""), JudgeMaxMoves)
		a := solver.Solve(t.Context(), b, budget.Limits{})
		want := "-1\n"
		if l.depth <= 15 {
			want = fmt.Sprintln(l.depth)
			wantSolved(t, b, a, l.depth)
		} else {
			wantExceeded(t, b, a)
		}
		if got := string(a.AppendJudge(nil)); got != want {
			t.Errorf("%s: %q, want %q", l.text, got, want)
		}
	}
}

func wantExceeded(t rapid.TB, b *Board, a puzzle.Answer) {
	t.Helper()
	if a.Status != puzzle.Infeasible || a.Limit != puzzle.LimitMoves || a.LowerBound != b.MaxMoves+1 || a.Cost != puzzle.None || a.Solution != nil {
		t.Errorf("%s within %d moves: %v, limit %q, lower bound %d, cost %d", b.AppendNative(nil), b.MaxMoves, a.Status, a.Limit, a.LowerBound, a.Cost)
	}
}

func wantInfeasible(t rapid.TB, b *Board, a puzzle.Answer) {
	t.Helper()
	if a.Status != puzzle.Infeasible || a.Limit != "" || a.LowerBound != puzzle.None || a.Cost != puzzle.None || a.Solution != nil {
		t.Errorf("%s: %v, limit %q, lower bound %d, cost %d", b.AppendNative(nil), a.Status, a.Limit, a.LowerBound, a.Cost)
	}
}

func TestMoveLimits(t *testing.T) {
	solved := mustParse(t, classic, "")
	for _, limit := range []int{NoLimit, 0, 1} {
		wantSolved(t, solved, Solve(t.Context(), limited(solved, limit), budget.Limits{}), 0)
	}
	// 16 moves; the limits around it, and those with the wrong parity.
	for _, l := range readLabelled(t, "testdata/labelled.txt") {
		if l.depth != 16 {
			continue
		}
		b := mustParse(t, l.text, "")
		for _, limit := range []int{0, 1, 14, 15} {
			c := limited(b, limit)
			wantExceeded(t, c, Solve(t.Context(), c, budget.Limits{}))
		}
		for _, limit := range []int{NoLimit, 16, 17, 1_000_000} {
			c := limited(b, limit)
			wantSolved(t, c, Solve(t.Context(), c, budget.Limits{}), 16)
		}
		break
	}
	// The small spaces are searched from both ends at once.
	far := mustParse(t, "000/101/11*", "") // 28 moves
	for _, limit := range []int{0, 1, 27} {
		c := limited(far, limit)
		wantExceeded(t, c, Solve(t.Context(), c, budget.Limits{}))
	}
	for _, limit := range []int{NoLimit, 28, 29} {
		c := limited(far, limit)
		wantSolved(t, c, Solve(t.Context(), c, budget.Limits{}), 28)
	}
}

// TestSmallBoards reproduces the complete histograms of the small sizes with
// the twin, and holds Solve against it.
func TestSmallBoards(t *testing.T) {
	sizes := map[string]int{}
	for _, h := range readHistograms(t) {
		if h.states > 102_960 || testing.Short() && h.states > 51_480 {
			continue
		}
		w, target := squares(h.target)
		sizes[fmt.Sprintf("%dx%d", w.rows, w.cols)]++
		t.Run(fmt.Sprintf("%dx%d to %s", w.rows, w.cols, h.target), func(t *testing.T) {
			t.Parallel()
			depth := w.depths(target, -1)
			counts := make([]int, len(h.counts))
			for _, d := range depth {
				if d >= len(counts) {
					t.Fatalf("a position at %d", d)
				}
				counts[d]++
			}
			if diff := cmp.Diff(h.counts, counts); diff != "" {
				t.Fatalf("the twin's histogram:\n%s", diff)
			}

			all := positions(target)
			if len(all) != h.states {
				t.Fatalf("%d positions, want %d", len(all), h.states)
			}
			if w.rows*w.cols > 9 {
				rng := rand.New(rand.NewPCG(1, 2))
				rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
				all = all[:200]
			}
			solver := Kind.NewSolver()
			infeasible := 0
			for _, s := range all {
				b := mustParse(t, w.text(s), h.target)
				a := solver.Solve(t.Context(), b, budget.Limits{})
				d, ok := depth[s]
				if !ok {
					wantInfeasible(t, b, a)
					infeasible++
					continue
				}
				wantSolved(t, b, a, d)
				if diff := cmp.Diff(puzzle.Solution(w.first(depth, s)), a.Solution); diff != "" {
					t.Errorf("%s: not the first solution:\n%s", w.text(s), diff)
				}
				if d > 16 {
					continue
				}
				// These spaces are small, so IDA* has to be called by hand.
				r := ida(b)
				if diff := cmp.Diff(w.first(depth, s), movesOf(b, r.Path)); r.Status != search.Found || diff != "" {
					t.Errorf("%s: IDA*: %v\n%s", w.text(s), r.Status, diff)
				}
			}
			if want := h.states - len(depth); w.rows*w.cols == 9 && (infeasible != want || want != 574) {
				t.Errorf("%d infeasible", infeasible)
			}
		})
	}
	if want := map[string]int{"3x3": 2, "3x4": 2, "3x5": 2, "4x4": 3}; !testing.Short() && !cmp.Equal(want, sizes) {
		t.Errorf("histograms: %v", sizes)
	}
}

// ida runs IDA* alone.
func ida(b *Board) search.Result[int32] {
	root := node{white: b.Start.White, blank: uint8(b.Start.Blank), last: noSquare}
	return search.IDAStar(context.Background(), newSingle(b, jumps(b.Rows, b.Cols)), root, search.IDAOptions{}, budget.Limits{})
}

// TestNearTheTarget compares boards of the original size that are near the
// target with the twin, move by move.
func TestNearTheTarget(t *testing.T) {
	const most = 9
	w, target := squares(classic)
	depth := w.depths(target, most)
	solver := Kind.NewSolver()
	twice(t, 1000, func(t rapid.TB, draw func(lo, hi int) int) {
		s := target
		for range draw(0, most) {
			var next []string
			w.neighbours(s, func(_ int, t string) { next = append(next, t) })
			s = next[draw(0, len(next)-1)]
		}
		b, err := Parse(w.text(s))
		if err != nil {
			t.Fatal(err)
		}
		a := solver.Solve(context.Background(), b, budget.Limits{})
		wantSolved(t, b, a, depth[s])
		if diff := cmp.Diff(puzzle.Solution(w.first(depth, s)), a.Solution); diff != "" {
			t.Fatalf("%s: not the first solution:\n%s", w.text(s), diff)
		}
	})
}

// TestRandomBoards holds Solve against the twin on boards of any small size,
// with any target and any move limit.
func TestRandomBoards(t *testing.T) {
	solver := Kind.NewSolver() // one for all: it must forget the size before
	ends := map[string]int{}
	twice(t, 300, func(t rapid.TB, draw func(lo, hi int) int) {
		w := twin{rows: draw(1, 5)}
		w.cols = draw(1, min(12/w.rows, 6))
		knights := []byte{'*'}
		for range w.rows*w.cols - 1 {
			knights = append(knights, byte(draw('0', '1')))
		}
		s, target := shuffled(string(knights), draw), shuffled(string(knights), draw)
		depth := w.depths(target, -1)
		b, err := ParseTarget(w.text(s), w.text(target))
		if err != nil {
			t.Fatal(err)
		}
		b = limited(b, draw(-1, 12))
		a := solver.Solve(context.Background(), b, budget.Limits{})
		switch d, ok := depth[s]; {
		case ok && (b.MaxMoves == NoLimit || d <= b.MaxMoves):
			ends["solved"]++
			wantSolved(t, b, a, d)
			if diff := cmp.Diff(puzzle.Solution(w.first(depth, s)), a.Solution); diff != "" {
				t.Fatalf("%s to %s: not the first solution:\n%s", w.text(s), w.text(target), diff)
			}
		case ok, a.Limit == puzzle.LimitMoves && b.MaxMoves != NoLimit:
			ends["exceeded"]++
			wantExceeded(t, b, a)
		default:
			ends["infeasible"]++
			wantInfeasible(t, b, a)
		}
	})
	if !testing.Short() && (ends["solved"] < 50 || ends["exceeded"] < 50 || ends["infeasible"] < 20) {
		t.Errorf("the boards ended too much alike: %v", ends)
	}
}

// TestLargeBoards: boards up to 64 squares, those that fit into one packed word
// and those that do not, a few moves from a random target.
func TestLargeBoards(t *testing.T) {
	for _, w := range []twin{{5, 6}, {6, 6}, {7, 8}, {2, 29}, {29, 2}, {3, 20}, {8, 8}, {4, 16}, {1, 64}} {
		t.Run(fmt.Sprintf("%dx%d", w.rows, w.cols), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(uint64(w.rows), uint64(w.cols)))
			draw := func(lo, hi int) int { return lo + rng.IntN(hi-lo+1) }
			for range 5 {
				knights := []byte{'*'}
				for range w.rows*w.cols - 1 {
					knights = append(knights, byte(draw('0', '1')))
				}
				target := shuffled(string(knights), draw)
				depth := w.depths(target, 4)
				s := target
				for range 4 {
					w.neighbours(s, func(_ int, t string) {
						if draw(0, 1) == 0 {
							s = t
						}
					})
				}
				if _, ok := depth[s]; !ok {
					s = target // the walk was too long
				}
				b := mustParse(t, w.text(s), w.text(target))
				a := Solve(t.Context(), b, budget.Limits{})
				wantSolved(t, b, a, depth[s])
				if diff := cmp.Diff(puzzle.Solution(w.first(depth, s)), a.Solution); diff != "" {
					t.Errorf("%s: not the first solution:\n%s", w.text(s), diff)
				}
			}
		})
	}
}

// On two rows the blank keeps to a path of its own, and on one row it cannot
// move at all; so IDA*, which is alone on boards of 59 squares and more, sees
// that there is no solution.
func TestLargeInfeasible(t *testing.T) {
	for _, test := range []struct{ rows, cols, from, to int }{{2, 32, 0, 1}, {2, 29, 0, 1}, {1, 64, 3, 5}} {
		w := twin{test.rows, test.cols}
		position := func(blank int) string {
			s := bytes.Repeat([]byte{'0'}, w.rows*w.cols)
			s[blank] = '*'
			return w.text(string(s))
		}
		b := mustParse(t, position(test.from), position(test.to))
		wantInfeasible(t, b, Solve(t.Context(), b, budget.Limits{}))
	}
}

// TestSymmetry: to turn the board by 180 degrees and swap the colours maps the
// original target to itself, so it keeps the number of moves.
func TestSymmetry(t *testing.T) {
	turned := func(text string) string {
		s := []byte(text)
		for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
			s[i], s[j] = s[j], s[i]
		}
		for i, c := range s {
			if c == '0' || c == '1' {
				s[i] ^= 1
			}
		}
		return string(s)
	}
	if turned(classic) != classic {
		t.Fatalf("the target is turned to %s", turned(classic))
	}
	solver := Kind.NewSolver()
	n := 0
	for i, l := range readLabelled(t, "testdata/labelled.txt") {
		if l.depth <= 18 && i%25 == 0 {
			n++
			b := mustParse(t, turned(l.text), "")
			wantSolved(t, b, solver.Solve(t.Context(), b, budget.Limits{}), l.depth)
		}
	}
	if n != 120 {
		t.Errorf("%d boards", n)
	}
}

// TestBothEnginesAgree: IDA* and the search from both ends find the same moves.
func TestBothEnginesAgree(t *testing.T) {
	for i, l := range readLabelled(t, "testdata/labelled.txt") {
		if i%50 > 0 || l.depth > 18 {
			continue
		}
		b := mustParse(t, l.text, "")
		r := search.Bidirectional(t.Context(), &packed{jumps(5, 5)}, pack(b.Start), pack(b.Target), 0, budget.Limits{})
		var m Moves
		for _, p := range r.Path {
			m = append(m, b.square(unpack(p).Blank))
		}
		if diff := cmp.Diff(movesOf(b, ida(b).Path), m); diff != "" || len(m) != l.depth {
			t.Errorf("%s: %d moves\n%s", l.text, len(m), diff)
		}
	}
}

// TestNodeCounts pins the work on fixed boards. A change of these figures is a
// change of the search and belongs into the message of its commit.
func TestNodeCounts(t *testing.T) {
	for _, test := range []struct {
		text                string
		cost                int
		generated, expanded uint64
	}{
		{"10110/01*11/10111/01001/00000", 7, 73, 28},
		{"00111/01111/10001/11001/0*000", 13, 8789, 2841},
		{"00*11/01100/11111/00001/01001", 14, 16291, 5380},
		{"00111/01011/10010/0011*/00110", 15, 27259, 8790},
		{"00*11/11111/00110/00110/00100", 16, 52762, 17512},
		{"00111/00101/0*011/01101/11000", 17, 88539, 28724},
		{"00*10/01101/01111/01001/10001", 18, 209933, 63324},
		{"10*10/01110/01100/11011/00010", 20, 309497, 86663},
		{"*0001/01101/00011/00111/00111", 22, 494008, 136010},
		{"000/101/11*", 28, 108, 54},
		{"001*/1100/0011", 41, 3271, 1391},
		{"0011/1100/*011/1000", 29, 37470, 12327},
		{"0*100/10011/01100/11011", 36, 1_669_178, 494_910},
	} {
		b := mustParse(t, test.text, "")
		a := Solve(t.Context(), b, budget.Limits{})
		if a.Cost != test.cost || a.Generated != test.generated || a.Expanded != test.expanded {
			t.Errorf("{%q, %d, %d, %d},", test.text, a.Cost, a.Generated, a.Expanded)
		}
		var generated, expanded uint64
		for _, it := range a.Iterations {
			generated += it.Generated
			expanded += it.Expanded
		}
		if generated != a.Generated || expanded != a.Expanded {
			t.Errorf("%s: the iterations sum up to %d generated, %d expanded", test.text, generated, expanded)
		}
		if again := Solve(t.Context(), b, budget.Limits{}); !cmp.Equal(a, again) {
			t.Errorf("%s: another answer the second time", test.text)
		}
	}
}

func TestNodeLimit(t *testing.T) {
	b := mustParse(t, deep, "")
	full := Solve(t.Context(), b, budget.Limits{})
	lower := 0
	for _, limit := range []uint64{1, 2, budget.Interval, budget.Interval + 1, idaNodes - 1, idaNodes, idaNodes + 1, idaNodes + 5000, full.Generated - 1} {
		a := Solve(t.Context(), b, budget.Limits{Nodes: limit})
		if a.Status != puzzle.Unknown || a.Limit != "nodes" || a.Generated != limit || a.Cost != puzzle.None || a.Solution != nil {
			t.Errorf("limit %d: %v, limit %q, %d generated", limit, a.Status, a.Limit, a.Generated)
		}
		if a.LowerBound < lower || a.LowerBound > 22 {
			t.Errorf("limit %d: lower bound %d after %d", limit, a.LowerBound, lower)
		}
		lower = a.LowerBound
	}
	if lower < 20 {
		t.Errorf("just before the end the lower bound is %d", lower)
	}
	for _, limit := range []uint64{full.Generated, full.Generated + 1} {
		if diff := cmp.Diff(full, Solve(t.Context(), b, budget.Limits{Nodes: limit})); diff != "" {
			t.Errorf("limit %d suffices:\n%s", limit, diff)
		}
	}
	// A small space.
	far := mustParse(t, "000/101/11*", "")
	if a := Solve(t.Context(), far, budget.Limits{Nodes: 10}); a.Status != puzzle.Unknown || a.Limit != "nodes" || a.Generated != 10 || a.LowerBound < 1 || a.LowerBound > 28 {
		t.Errorf("%v, %d generated, lower bound %d", a, a.Generated, a.LowerBound)
	}
}

// TestInterrupt cancels in every phase.
func TestInterrupt(t *testing.T) {
	b := mustParse(t, deepest, "")
	for _, at := range []uint64{0, 50_000, idaNodes, 2_000_000} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		a := Solve(ctx, b, budget.Limits{Report: func(p budget.Progress) {
			if p.Generated >= at {
				cancel()
			}
		}})
		if a.Status != puzzle.Unknown || a.Limit != "interrupt" || a.LowerBound < 1 || a.LowerBound > 39 || a.Generated > at+budget.Interval {
			t.Errorf("interrupted at %d: %v, limit %q, lower bound %d, %d generated", at, a.Status, a.Limit, a.LowerBound, a.Generated)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 1)
	defer cancel()
	for _, text := range []string{deepest, "000/101/11*"} {
		if a := Solve(ctx, mustParse(t, text, ""), budget.Limits{}); a.Status != puzzle.Unknown || a.Limit != "time" || a.Generated != 0 {
			t.Errorf("no time: %v, limit %q, %d generated", a.Status, a.Limit, a.Generated)
		}
	}
}

// TestMemoryLimit: without memory for the search from both ends IDA* goes on,
// to the same moves, or to the next limit.
func TestMemoryLimit(t *testing.T) {
	var text string
	for _, l := range readLabelled(t, "testdata/labelled.txt") {
		if l.depth == 18 {
			text = l.text
		}
	}
	b := mustParse(t, text, "")
	full := Solve(t.Context(), b, budget.Limits{})
	if full.Generated <= idaNodes {
		t.Fatalf("%s is too easy for this test", text)
	}
	for _, memory := range []int64{1, 1 << 16, 1 << 18} {
		a := Solve(t.Context(), b, budget.Limits{Memory: memory})
		wantSolved(t, b, a, 18)
		if diff := cmp.Diff(full.Solution, a.Solution); diff != "" {
			t.Errorf("with %d bytes:\n%s", memory, diff)
		}
		if a.Generated == full.Generated {
			t.Errorf("%d bytes are enough", memory)
		}
		// The second IDA* goes on from the bound of the first.
		first := Solve(t.Context(), b, budget.Limits{Nodes: idaNodes})
		if again := a.Iterations[len(first.Iterations):]; memory == 1 && (again[0].Threshold != 1 || again[1].Threshold != first.LowerBound) {
			t.Errorf("lower bound %d, then %v", first.LowerBound, again)
		}
		limit := uint64(idaNodes + 100_000)
		a = Solve(t.Context(), b, budget.Limits{Memory: memory, Nodes: limit})
		if a.Status != puzzle.Unknown || a.Limit != "nodes" || a.Generated != limit || a.LowerBound > 18 {
			t.Errorf("with %d bytes and %d nodes: %v, limit %q, %d generated", memory, limit, a.Status, a.Limit, a.Generated)
		}
	}
}

// TestLimitsTogether: when memory and nodes run out at the same node, that is
// the end.
func TestLimitsTogether(t *testing.T) {
	const memory = 1 << 18
	b := mustParse(t, deep, "")
	r := search.Bidirectional(t.Context(), &packed{jumps(5, 5)}, pack(b.Start), pack(b.Target), 0, budget.Limits{Memory: memory})
	if r.Err != budget.ErrMemory {
		t.Fatal(r.Err)
	}
	limit := idaNodes + r.Generated
	a := Solve(t.Context(), b, budget.Limits{Memory: memory, Nodes: limit})
	if a.Status != puzzle.Unknown || a.Limit != "memory" || a.Generated != limit {
		t.Errorf("%v, limit %q, %d generated of %d", a.Status, a.Limit, a.Generated, limit)
	}
}

// TestReports: the progress runs on through the change of engines.
func TestReports(t *testing.T) {
	var last budget.Progress
	n := 0
	a := Solve(t.Context(), mustParse(t, deep, ""), budget.Limits{Memory: 1 << 20, Nodes: 600_000, Report: func(p budget.Progress) {
		if p.Generated < last.Generated || p.Expanded < last.Expanded || p.Lower < last.Lower || p.Lower > 22 || p.Upper != -1 {
			t.Errorf("%v after %v", p, last)
		}
		last = p
		n++
	}})
	if a.Limit != "nodes" || last.Generated != a.Generated || last.Expanded != a.Expanded || last.Lower != a.LowerBound {
		t.Errorf("last report %v, answer %d generated, %d expanded, lower bound %d", last, a.Generated, a.Expanded, a.LowerBound)
	}
	if n < 600_000/budget.Interval {
		t.Errorf("%d reports", n)
	}
}

func TestSolverRefusesOtherKinds(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Kind.NewSolver().Solve(t.Context(), other{}, budget.Limits{})
}

type other struct{}

func (other) AppendNative(dst []byte) []byte { return dst }

// TestHeuristic: never more than the distance, and of the same parity.
func TestHeuristic(t *testing.T) {
	for _, text := range []string{"1111/0*10/0000", "*11/101/000", "11111/01*00/00010"} {
		w, target := squares(text)
		depth := w.depths(target, -1)
		far := 0
		for s, d := range depth {
			b := mustParse(t, w.text(s), text)
			n := node{white: b.Start.White, blank: uint8(b.Start.Blank)}
			single := newSingle(b, jumps(b.Rows, b.Cols))
			h := single.Heuristic(n)
			if h > d || (d-h)%2 != 0 {
				t.Fatalf("%s: heuristic %d, distance %d", w.text(s), h, d)
			}
			if single.Goal(n) != (d == 0) {
				t.Fatalf("%s: goal %v, distance %d", w.text(s), single.Goal(n), d)
			}
			far = max(far, h)
		}
		if far < 5 {
			t.Errorf("%s: the heuristic is at most %d", text, far)
		}
	}
}

// TestKernelAllocatesNothing: given a buffer, moves are made in place.
func TestKernelAllocatesNothing(t *testing.T) {
	b := mustParse(t, deep, "")
	js := jumps(5, 5)
	single, graph := newSingle(b, js), &packed{js}
	edges := make([]search.Edge[node], 0, 8)
	states := make([]uint64, 0, 8)
	from := search.Edge[node]{State: node{white: b.Start.White, blank: 12, last: noSquare}}
	if n := testing.AllocsPerRun(100, func() {
		edges = single.Expand(edges[:0], &from)
		states = graph.Neighbours(states[:0], 12<<blankShift)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if len(edges) != 8 || len(states) != 8 {
		t.Errorf("the centre has %d and %d moves", len(edges), len(states))
	}
}

func TestPack(t *testing.T) {
	twice(t, 100, func(t rapid.TB, draw func(lo, hi int) int) {
		p := Position{White: uint64(draw(0, 1<<maxPacked-1)), Blank: draw(0, maxPacked-1)}
		if got := unpack(pack(p)); got != p {
			t.Fatalf("%v comes back as %v", p, got)
		}
	})
}

// TestSpaceExceeds against the count of positions by the twin's own figures.
func TestSpaceExceeds(t *testing.T) {
	for _, h := range readHistograms(t) {
		b := mustParse(t, h.target, h.target)
		if spaceExceeds(b, h.states) || !spaceExceeds(b, h.states-1) {
			t.Errorf("%s has %d positions", h.target, h.states)
		}
	}
	// The largest must not overflow.
	b := &Board{Rows: 8, Cols: 8, Start: Position{White: 1<<32 - 1, Blank: 63}}
	if !spaceExceeds(b, smallSpace) {
		t.Error("64 squares have few positions")
	}
}

func benchmarkSolve(b *testing.B, text string) {
	board := mustParse(b, text, "")
	solver := Kind.NewSolver()
	var nodes uint64
	for b.Loop() {
		nodes += solver.Solve(b.Context(), board, budget.Limits{}).Generated
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}

func BenchmarkDepth15(b *testing.B) { benchmarkSolve(b, "00111/01011/10010/0011*/00110") }

func BenchmarkDepth20(b *testing.B) { benchmarkSolve(b, "10*10/01110/01100/11011/00010") }

func BenchmarkDepth22(b *testing.B) { benchmarkSolve(b, deep) }
