package knights

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/search"
)

// deepest is a board of the original puzzle that needs 39 moves; none needs more.
const deepest = "0*000/10000/01010/11101/11111"

// deep needs 22 moves.
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

// TestAllLabelled runs over the full public set. It takes less than a minute.
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
				r := ida(t.Context(), b, 0, budget.Limits{})
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
	twice(t, 600, func(t rapid.TB, draw func(lo, hi int) int) {
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
		r := search.Bidirectional(t.Context(), &graph{jumps(5, 5)}, b.Start, b.Target, 0, budget.Limits{})
		m := movesOf(b, hops(r).Path)
		if diff := cmp.Diff(movesOf(b, ida(t.Context(), b, 0, budget.Limits{}).Path), m); diff != "" || len(m) != l.depth {
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
		{"10110/01*11/10111/01001/00000", 7, 40, 12},
		{"00111/01111/10001/11001/0*000", 13, 2837, 921},
		{"00*11/01100/11111/00001/01001", 14, 2427, 769},
		{"00111/01011/10010/0011*/00110", 15, 3917, 1223},
		{"00*11/11111/00110/00110/00100", 16, 10296, 3322},
		{"00111/00101/0*011/01101/11000", 17, 15901, 5069},
		{"00*10/01101/01111/01001/10001", 18, 7896, 2614},
		{"10*10/01110/01100/11011/00010", 20, 78337, 25608},
		{"*0001/01101/00011/00111/00111", 22, 206974, 67653},
		{"000/101/11*", 28, 356, 333},
		{"001*/1100/0011", 41, 3078, 2260},
		{"0011/1100/*011/1000", 29, 41863, 20496},
		{"0*100/10011/01100/11011", 36, 1_281_564, 524_768},
		{deepest, 39, 34_244_064, 11_773_351},
	} {
		if testing.Short() && test.cost == 39 {
			continue
		}
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

// farBoard is too large for the kernel, and needs 20 moves: IDA* gives up and the
// generic search from both ends takes over.
func farBoard(t testing.TB) *Board {
	return mustParse(t, "101001/001111/1*1110/110100/001000", "111111/111111/111*00/000000/000000")
}

func TestNodeLimit(t *testing.T) {
	boards := []*Board{mustParse(t, "00111/01011/10010/0011*/00110", ""), mustParse(t, "000/101/11*", "")}
	if !testing.Short() {
		boards = append(boards, mustParse(t, "00101/101*1/00010/11100/10101", ""), farBoard(t)) // the wide phase; the generic engines
	}
	for _, b := range boards {
		full := Solve(t.Context(), b, budget.Limits{})
		lower := 0
		limits := []uint64{1, 2, 3, 5, 7, 10, 11, 12, 13, budget.Interval, budget.Interval + 1, idaNodes - 1, idaNodes, idaNodes + 1}
		for i := uint64(20); i > 0; i-- {
			limits = append(limits, full.Generated-i)
		}
		for sum, i := uint64(0), 0; i < len(full.Iterations); i++ {
			sum += full.Iterations[i].Generated // between two layers or thresholds
			limits = append(limits, sum-1, sum, sum+1)
		}
		slices.Sort(limits)
		for _, limit := range limits {
			if limit == 0 || limit >= full.Generated {
				continue
			}
			a := Solve(t.Context(), b, budget.Limits{Nodes: limit})
			if a.Status != puzzle.Unknown || a.Limit != "nodes" || a.Generated != limit || a.Cost != puzzle.None || a.Solution != nil {
				t.Errorf("limit %d: %v, limit %q, %d generated", limit, a.Status, a.Limit, a.Generated)
			}
			if a.LowerBound < lower || a.LowerBound > full.Cost {
				t.Errorf("limit %d: lower bound %d after %d", limit, a.LowerBound, lower)
			}
			lower = a.LowerBound
		}
		if lower < full.Cost-2 {
			t.Errorf("just before the end the lower bound is %d", lower)
		}
		for _, limit := range []uint64{full.Generated, full.Generated + 1} {
			if diff := cmp.Diff(full, Solve(t.Context(), b, budget.Limits{Nodes: limit})); diff != "" {
				t.Errorf("limit %d suffices:\n%s", limit, diff)
			}
		}
	}
}

// TestInterrupt cancels in every phase.
func TestInterrupt(t *testing.T) {
	b := mustParse(t, deepest, "")
	for _, at := range []uint64{0, 50_000, 500_000, 5_000_000} {
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
	b := mustParse(t, "10*10/01110/01100/11011/00010", "")
	full := Solve(t.Context(), b, budget.Limits{})
	wantSolved(t, b, full, 20)
	used := Kind.NewSolver() // has memory from a larger search
	if !testing.Short() {
		far := mustParse(t, deepest, "")
		wantSolved(t, far, used.Solve(t.Context(), far, budget.Limits{}), 39)
	}
	for memory := int64(1); ; memory *= 4 {
		a := Solve(t.Context(), b, budget.Limits{Memory: memory})
		wantSolved(t, b, a, 20)
		if diff := cmp.Diff(full.Solution, a.Solution); diff != "" {
			t.Errorf("with %d bytes:\n%s", memory, diff)
		}
		if diff := cmp.Diff(a, used.Solve(t.Context(), b, budget.Limits{Memory: memory})); diff != "" {
			t.Errorf("a used solver answers otherwise with %d bytes:\n%s", memory, diff)
		}
		if a.Generated == full.Generated {
			if memory < 1<<16 || memory > 1<<22 {
				t.Errorf("%d bytes are enough", memory)
			}
			break
		}
	}
	// IDA* goes on from what is proven.
	const memory = 100_000
	first := (&kernel{}).search(t.Context(), b, endless, budget.Limits{Memory: memory})
	if first.Err != budget.ErrMemory || first.Lower <= 1 {
		t.Fatalf("%v, lower bound %d", first.Err, first.Lower)
	}
	a := Solve(t.Context(), b, budget.Limits{Memory: memory})
	if next := a.Iterations[len(first.Iterations)]; next.Threshold != first.Lower {
		t.Errorf("lower bound %d, then %v", first.Lower, next)
	}
	// When memory and nodes run out at the same node, that is the end; with
	// more nodes they are spent.
	a = Solve(t.Context(), b, budget.Limits{Memory: memory, Nodes: first.Generated})
	if a.Status != puzzle.Unknown || a.Generated != first.Generated {
		t.Errorf("%v, limit %q, %d generated of %d", a.Status, a.Limit, a.Generated, first.Generated)
	}
	limit := first.Generated + 10_000
	a = Solve(t.Context(), b, budget.Limits{Memory: memory, Nodes: limit})
	if a.Status != puzzle.Unknown || a.Limit != "nodes" || a.Generated != limit || a.LowerBound > 20 {
		t.Errorf("with %d nodes: %v, limit %q, %d generated", limit, a.Status, a.Limit, a.Generated)
	}
}

// TestReports: the progress runs on through the phases and engines.
func TestReports(t *testing.T) {
	for _, test := range []struct {
		board  *Board
		limits budget.Limits
		most   int
	}{
		{mustParse(t, deepest, ""), budget.Limits{Nodes: 3_000_000}, 39},
		{mustParse(t, deepest, ""), budget.Limits{Nodes: 3_000_000, Memory: 4 << 20}, 39},
		{farBoard(t), budget.Limits{Nodes: 300_000}, 20},
	} {
		var last budget.Progress
		n := 0
		test.limits.Report = func(p budget.Progress) {
			if p.Generated < last.Generated || p.Expanded < last.Expanded || p.Lower < last.Lower || p.Lower > test.most || p.Upper != -1 {
				t.Errorf("%v after %v", p, last)
			}
			last = p
			n++
		}
		a := Solve(t.Context(), test.board, test.limits)
		if a.Limit != "nodes" || last.Generated != a.Generated || last.Expanded != a.Expanded || last.Lower != a.LowerBound {
			t.Errorf("last report %v, answer: limit %q, %d generated, %d expanded, lower bound %d", last, a.Limit, a.Generated, a.Expanded, a.LowerBound)
		}
		if n < int(test.limits.Nodes/budget.Interval) {
			t.Errorf("%d reports", n)
		}
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
	single, graph := newSingle(b, js), &graph{js}
	edges := make([]search.Edge[node], 0, 8)
	positions := make([]Position, 0, 8)
	from := search.Edge[node]{State: node{white: b.Start.White, blank: 12, last: noSquare}}
	if n := testing.AllocsPerRun(100, func() {
		edges = single.Expand(edges[:0], &from)
		positions = graph.Neighbours(positions[:0], Position{Blank: 12})
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if len(edges) != 8 || len(positions) != 8 {
		t.Errorf("the centre has %d and %d moves", len(edges), len(positions))
	}
}

// BenchmarkDepths solves boards of one depth each, one after another with one
// solver; ns/op is the mean over them. DEEPEN_DATA says where the public set is.
func BenchmarkDepths(b *testing.B) {
	file := "testdata/labelled.txt"
	if dir := os.Getenv("DEEPEN_DATA"); dir != "" {
		file = filepath.Join(dir, "knights", "labelled.txt")
	}
	byDepth := map[int][]*Board{}
	for _, l := range readLabelled(b, file) {
		byDepth[l.depth] = append(byDepth[l.depth], mustParse(b, l.text, ""))
	}
	for _, depth := range slices.Sorted(maps.Keys(byDepth)) {
		boards := byDepth[depth]
		b.Run(fmt.Sprint(depth), func(b *testing.B) {
			solver := Kind.NewSolver()
			var nodes uint64
			for i := 0; b.Loop(); i++ {
				nodes += solver.Solve(b.Context(), boards[i%len(boards)], budget.Limits{}).Generated
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}

// BenchmarkJudge decides random boards within the judge's 15 moves, a board an
// operation. Nearly all need more.
func BenchmarkJudge(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	var boards []*Board
	for range 1000 {
		p := Position{Blank: rng.IntN(25)}
		for p.whites() < 12 {
			p.White |= 1 << rng.IntN(25) &^ (1 << p.Blank)
		}
		target := mustParse(b, classic, "").Target
		boards = append(boards, &Board{Rows: 5, Cols: 5, Start: p, Target: target, MaxMoves: JudgeMaxMoves})
	}
	solver := Kind.NewSolver()
	for i := 0; b.Loop(); i++ {
		solver.Solve(b.Context(), boards[i%len(boards)], budget.Limits{})
	}
}

// BenchmarkFresh is BenchmarkDepths with a new solver for each board.
func BenchmarkFresh(b *testing.B) {
	for _, depth := range []int{15, 20, 24, 30, 39} {
		var boards []*Board
		for _, l := range readLabelled(b, filepath.Join(os.Getenv("DEEPEN_DATA"), "knights", "labelled.txt")) {
			if l.depth == depth {
				boards = append(boards, mustParse(b, l.text, ""))
			}
		}
		b.Run(fmt.Sprint(depth), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				Solve(b.Context(), boards[i%len(boards)], budget.Limits{})
			}
		})
	}
}
