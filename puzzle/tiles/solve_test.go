package tiles

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// korfProblem is one of Korf's (1985) with its optimal length and the number of
// nodes that IDA* with Manhattan distance generates, which have been known
// since.
type korfProblem struct {
	id, cost  int
	generated uint64
	board     *Board
}

func readKorf(t testing.TB) (problems []korfProblem) {
	t.Helper()
	f, err := os.Open("testdata/korf100.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	truth, err := os.Open("testdata/korf100_truth.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = truth.Close() }()
	r, err := Kind.NewReader(f, "korf", nil)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(truth)
	for {
		inst, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil || !lines.Scan() {
			t.Fatal(err, lines.Err())
		}
		p := korfProblem{board: inst.(*Board)}
		if _, err := fmt.Sscan(lines.Text(), &p.id, &p.cost, &p.generated); err != nil {
			t.Fatal(err)
		}
		problems = append(problems, p)
	}
	if len(problems) != 100 {
		t.Fatalf("%d problems", len(problems))
	}
	return problems
}

// TestKorf: lengths and node counts of the short problems; with DEEPEN_KORF set,
// of all 100, which takes minutes.
func TestKorf(t *testing.T) {
	most := uint64(10_000_000)
	if testing.Short() {
		most = 1_000_000
	}
	if os.Getenv("DEEPEN_KORF") != "" {
		most = 1 << 62
	}
	s := NewSolver()
	n, sum := 0, uint64(0)
	for _, p := range readKorf(t) {
		if p.generated > most {
			continue
		}
		b := with(p.board, Manhattan)
		a := solve(s, b)
		wantSolved(t, b, a, p.cost)
		if a.Generated != p.generated {
			t.Errorf("problem %d: %d generated, want %d", p.id, a.Generated, p.generated)
		}
		n++
		sum += a.Generated
	}
	t.Logf("%d problems, %d nodes", n, sum)
	if n == 100 && sum != 36_302_807_931 || n < 4 {
		t.Errorf("%d problems, %d nodes", n, sum)
	}
}

// TestKorfSmallDatabase pins the nodes with the database that needs no file, and
// the default settings.
func TestKorfSmallDatabase(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	problems := readKorf(t)
	const want = 40_626_014
	s := newSolver4()
	sum, cost := uint64(0), 0
	for _, p := range problems {
		b := with(p.board, PDB)
		a := solve(s, b)
		wantSolved(t, b, a, p.cost)
		sum += a.Generated
		cost += a.Cost
		if p.generated > 10_000_000 {
			continue
		}
		if diff := cmp.Diff(a.Solution, solve(s, p.board).Solution); diff != "" {
			t.Errorf("problem %d: other moves by default:\n%s", p.id, diff)
		}
		if p.generated < 1_000_000 {
			l := with(p.board, LinearConflict)
			if diff := cmp.Diff(a.Solution, solve(s, l).Solution); diff != "" {
				t.Errorf("problem %d: other moves with linear conflicts:\n%s", p.id, diff)
			}
		}
	}
	if sum != want || cost != 5305 {
		t.Errorf("%d nodes, %d moves in all; pinned are %d and 5305", sum, cost, want)
	}
}

// TestPinned pins the nodes of every heuristic on a few boards. A change of these
// numbers is a change of the search.
func TestPinned(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, test := range []struct {
		text, size string
		cost       int
		nodes      [4]uint64 // auto, manhattan, linear-conflict, pdb
	}{
		{"0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", "", 42, [4]uint64{139_737, 540_859, 107_087, 9_176}},
		{"8 7 6 5 4 3 2 1 0", "", 28, [4]uint64{34, 257, 71, 34}},
	} {
		b := mustParse(t, test.text, test.size)
		var got [4]uint64
		s := newSolver4()
		for i, h := range heuristics {
			a := solve(s, with(b, h))
			wantSolved(t, with(b, h), a, test.cost)
			got[i] = a.Generated
		}
		if got != test.nodes {
			t.Errorf("%s: %v, pinned are %v", test.text, got, test.nodes)
		}
	}
}

// TestSmallBoards: every state of the small sizes, or many, against the twin: the
// length, the first solution in operator order, and their number; and what is
// not reached is infeasible.
func TestSmallBoards(t *testing.T) {
	for _, test := range []struct{ rows, cols, states, deepest int }{
		{2, 2, 12, 6}, {2, 3, 360, 21}, {3, 2, 360, 21}, {2, 4, 20_160, 36}, {4, 2, 20_160, 36}, {3, 3, 181_440, 31},
	} {
		t.Run(fmt.Sprintf("%dx%d", test.rows, test.cols), func(t *testing.T) {
			if testing.Short() && test.states > 360 {
				t.Skip("takes a second")
			}
			w := twin{test.rows, test.cols}
			depth := w.depths()
			deepest := 0
			var all []string
			for s, d := range depth {
				deepest = max(deepest, d)
				all = append(all, s)
			}
			if len(all) != test.states || deepest != test.deepest {
				t.Fatalf("%d states, the deepest %d", len(all), deepest)
			}
			// The map's order is as good a shuffle as any: the answers are exact.
			if len(all) > 1500 {
				all = all[:1500]
			}
			s := NewSolver()
			for i, state := range all {
				d := depth[state]
				b := w.board(state)
				want := w.first(depth, state)
				for _, h := range heuristics {
					if h == LinearConflict && i > 300 && d > 25 {
						continue // slow
					}
					a := solve(s, with(b, h))
					wantSolved(t, with(b, h), a, d)
					if diff := cmp.Diff(puzzle.Solution(want), a.Solution); diff != "" {
						t.Errorf("%s with %v: not the first solution:\n%s", b.AppendNative(nil), h, diff)
					}
				}
				if found := s.All(t.Context(), b, 1, budget.Limits{}); found.Count != w.count(depth, state) || !found.Complete || len(found.List) != 1 || !cmp.Equal(found.List[0], want) {
					t.Errorf("%s: %d solutions, want %d; the first %v, want %v", b.AppendNative(nil), found.Count, w.count(depth, state), found.List, want)
				}
				if i < 300 {
					// Two tiles swapped cannot be put right by moves.
					x, y := 0, 1
					for b.Tiles[x] == 0 || b.Tiles[y] == 0 {
						x, y = x+1, y+1
					}
					b.Tiles[x], b.Tiles[y] = b.Tiles[y], b.Tiles[x]
					if _, ok := depth[string(b.Tiles[:b.cells()])]; ok {
						t.Fatal("the twin reaches both halves")
					}
					wantInfeasible(t, b, solve(s, b))
				}
			}
		})
	}
}

// TestHeuristicsAreAdmissible holds each bound against the depth of every state,
// and sees that a move never changes it by more than one where that is
// promised.
func TestHeuristicsAreAdmissible(t *testing.T) {
	for _, w := range []twin{{2, 3}, {3, 2}, {2, 4}, {3, 3}} {
		if testing.Short() && w.rows*w.cols > 6 {
			continue
		}
		small := newDatabase(w.rows, w.cols, split(w.rows, w.cols, 2))
		if _, err := small.build(t.Context(), budget.Limits{}); err != nil {
			t.Fatal(err)
		}
		exact := newDatabase(w.rows, w.cols, smallGroups(w.rows, w.cols))
		if _, err := exact.build(t.Context(), budget.Limits{}); err != nil {
			t.Fatal(err)
		}
		halves, whole := newTabledSpace(small), newTabledSpace(exact)
		md, lc := newPlainSpace(w.rows, w.cols, false), newPlainSpace(w.rows, w.cols, true)
		pk := newPackedSpace(w.rows, w.cols)
		for s, d := range w.depths() {
			b := w.board(s)
			p := plain{cells: b.Tiles}
			m, l := md.Heuristic(p), lc.Heuristic(p)
			h := halves.Heuristic(halves.root(b))
			if m > l || l > d || m > h || h > d || pk.Heuristic(pack(b)) != m || (d-m)%2+(d-l)%2+(d-h)%2 != 0 {
				t.Fatalf("%s: %d moves, Manhattan %d, with conflicts %d, database %d", b.AppendNative(nil), d, m, l, h)
			}
			if e := whole.Heuristic(whole.root(b)); e != d {
				t.Fatalf("%s: %d moves, the table says %d", b.AppendNative(nil), d, e)
			}
		}
	}
}

// TestRandomWalks: boards of all sizes a few moves from the goal have the depth
// that the twin finds by breadth-first search from there.
func TestRandomWalks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(2, 5).Draw(t, "rows")
		cols := rapid.IntRange(2, MaxCells/rows).Draw(t, "cols")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		b := wander(rng, rows, cols, rapid.IntRange(0, 14).Draw(t, "moves"))
		w, start := twinOf(b)
		depth, goal := map[string]int{start: 0}, w.goal()
		for queue := []string{start}; ; queue = queue[1:] {
			if _, ok := depth[goal]; ok {
				break
			}
			for _, m := range w.moves(queue[0]) {
				if _, ok := depth[m.to]; !ok {
					depth[m.to] = depth[queue[0]] + 1
					queue = append(queue, m.to)
				}
			}
		}
		s := NewSolver()
		for _, h := range []Heuristic{Auto, Manhattan, LinearConflict} {
			wantSolved(t, with(b, h), solve(s, with(b, h)), depth[goal])
		}
	})
}

const (
	// hard is Korf's problem 1: 276 million nodes with Manhattan distance.
	hard = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"
	// hopeless is a board of 5x5 that takes more nodes than a test can wait
	// for.
	hopeless = "24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0"
)

func TestNodeLimits(t *testing.T) {
	b := mustParse(t, hard, "")
	s := NewSolver()
	if !testing.Short() {
		s = newSolver4()
	}
	for _, h := range heuristics {
		if testing.Short() && (h == PDB || h == Auto) {
			continue // a database takes seconds
		}
		for _, nodes := range []uint64{1, 2, 4095, 4096, 5000, briefNodes - 1, briefNodes, briefNodes + 1, 200_000} {
			if h == PDB && nodes > 100_000 {
				continue // enough for the solution
			}
			var last budget.Progress
			limits := budget.Limits{Nodes: nodes, Report: func(p budget.Progress) {
				if p.Generated < last.Generated || p.Lower < last.Lower {
					t.Errorf("%v: the reports go back: %+v after %+v", h, p, last)
				}
				last = p
			}}
			a := s.Solve(t.Context(), with(b, h), limits)
			if a.Status != puzzle.Unknown || a.Limit != "nodes" || a.Generated != nodes || a.Cost != puzzle.None || a.LowerBound < 41 || a.LowerBound > 57 {
				t.Errorf("%v, %d nodes: %+v", h, nodes, a)
			}
			if again := s.Solve(t.Context(), with(b, h), budget.Limits{Nodes: nodes}); !cmp.Equal(a, again) {
				t.Errorf("%v, %d nodes: %v, and then %v", h, nodes, a, again)
			}
		}
	}
}

func TestMemoryLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	d := newDatabase(4, 4, smallGroups(4, 4))
	b := mustParse(t, "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", "")
	for _, test := range []struct {
		h      Heuristic
		memory int64
		solved bool
		nodes  uint64
	}{
		{PDB, d.peak(), true, 9_176},
		{PDB, d.peak() - 1, false, 0},
		{PDB, 1, false, 0},
		{Auto, d.peak(), true, 139_737},
		{Auto, d.peak() - 1, true, 0}, // by linear conflicts
		{Auto, 1, true, 0},
		{Manhattan, 1, true, 540_859},
		{LinearConflict, 1, true, 107_087},
	} {
		a := NewSolver().Solve(t.Context(), with(b, test.h), budget.Limits{Memory: test.memory})
		if test.solved {
			wantSolved(t, b, a, 42)
		} else if a.Status != puzzle.Unknown || a.Limit != "memory" || a.LowerBound != 28 {
			t.Errorf("%v with %d bytes: %+v", test.h, test.memory, a)
		}
		if test.nodes > 0 && a.Generated != test.nodes {
			t.Errorf("%v with %d bytes: %d nodes, want %d", test.h, test.memory, a.Generated, test.nodes)
		}
	}
}

// TestCancelled: at once, in the search, and while a database is built.
func TestCancelled(t *testing.T) {
	for _, text := range []string{hard, hopeless} {
		b := mustParse(t, text, "")
		for _, h := range heuristics {
			for _, reports := range []int{0, 1, 5, 40} {
				ctx, cancel := context.WithCancel(t.Context())
				n := 0
				if reports == 0 {
					cancel()
				}
				a := NewSolver().Solve(ctx, with(b, h), budget.Limits{Report: func(budget.Progress) {
					if n++; n == reports {
						cancel()
					}
				}})
				cancel()
				if a.Status != puzzle.Unknown || a.Limit != "interrupt" || a.LowerBound < 41 || n > reports+1 {
					t.Errorf("%v, cancelled at report %d of %d: %+v", h, reports, n, a)
				}
			}
		}
	}
}

// TestSolverKeepsNothingWrong: a solver that has seen other sizes and limits
// answers as a new one.
func TestSolverKeepsNothingWrong(t *testing.T) {
	s := NewSolver()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		sizes := []size{{2, 2}, {2, 3}, {3, 3}, {3, 4}, {4, 3}, {2, 8}}
		z := sizes[rng.IntN(len(sizes))]
		b := with(wander(rng, z.rows, z.cols, 20), heuristics[rng.IntN(4)])
		limits := budget.Limits{Nodes: 1 + rng.Uint64N(3000), Memory: rng.Int64N(3_000_000)}
		if diff := cmp.Diff(NewSolver().Solve(t.Context(), b, limits), s.Solve(t.Context(), b, limits)); diff != "" {
			t.Fatalf("%s: other than a new solver:\n%s", b.AppendNative(nil), diff)
		}
	}
}

func BenchmarkKorf(b *testing.B) {
	problems := readKorf(b)
	for _, h := range heuristics {
		b.Run(h.String(), func(b *testing.B) {
			s := NewSolver()
			solve(s, with(problems[78].board, h)) // the tables
			var nodes uint64
			for b.Loop() {
				nodes += solve(s, with(problems[78].board, h)).Generated
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}
