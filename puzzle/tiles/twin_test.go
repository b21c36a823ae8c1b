package tiles

import (
	"context"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// twin is the puzzle written down literally: a state is a string with a byte for
// each cell.
type twin struct{ rows, cols int }

type twinMove struct {
	tile int
	to   string
}

func (w twin) goal() string {
	b := make([]byte, w.rows*w.cols)
	for i := range b {
		b[i] = byte(i)
	}
	return string(b)
}

// moves are those of s, the blank going up, left, right and down.
func (w twin) moves(s string) (ms []twinMove) {
	for r := range w.rows {
		for c := range w.cols {
			if s[r*w.cols+c] != 0 {
				continue
			}
			for _, d := range [][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}} {
				y, x := r+d[0], c+d[1]
				if y < 0 || y >= w.rows || x < 0 || x >= w.cols {
					continue
				}
				t := []byte(s)
				t[r*w.cols+c], t[y*w.cols+x] = t[y*w.cols+x], 0
				ms = append(ms, twinMove{int(s[y*w.cols+x]), string(t)})
			}
		}
	}
	return ms
}

// depths are the distances of all states from the goal.
func (w twin) depths() map[string]int {
	depth := map[string]int{w.goal(): 0}
	for queue := []string{w.goal()}; len(queue) > 0; queue = queue[1:] {
		for _, m := range w.moves(queue[0]) {
			if _, ok := depth[m.to]; !ok {
				depth[m.to] = depth[queue[0]] + 1
				queue = append(queue, m.to)
			}
		}
	}
	return depth
}

// first is the first of the shortest solutions of s, and count their number.
func (w twin) first(depth map[string]int, s string) Moves {
	moves := Moves{}
	for depth[s] > 0 {
		for _, m := range w.moves(s) {
			if depth[m.to] == depth[s]-1 {
				moves, s = append(moves, m.tile), m.to
				break
			}
		}
	}
	return moves
}

func (w twin) count(depth map[string]int, s string) (n uint64) {
	if depth[s] == 0 {
		return 1
	}
	for _, m := range w.moves(s) {
		if depth[m.to] == depth[s]-1 {
			n += w.count(depth, m.to)
		}
	}
	return n
}

func (w twin) board(s string) *Board {
	b := &Board{Rows: w.rows, Cols: w.cols}
	copy(b.Tiles[:], s)
	return b
}

func twinOf(b *Board) (twin, string) {
	return twin{b.Rows, b.Cols}, string(b.Tiles[:b.cells()])
}

func mustParse(t testing.TB, text, size string) *Board {
	t.Helper()
	b, err := ParseSize(text, size)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return b
}

// with returns b with another heuristic.
func with(b *Board, h Heuristic) *Board {
	c := *b
	c.Heuristic = h
	return &c
}

var heuristics = []Heuristic{Auto, Manhattan, LinearConflict, PDB}

// wantSolved checks an answer in every respect but its moves.
func wantSolved(t rapid.TB, b *Board, a puzzle.Answer, cost int) {
	t.Helper()
	if a.Status != puzzle.Solved || a.Cost != cost || a.LowerBound != cost || a.Limit != "" {
		t.Errorf("%s with %v: %v, cost %d, lower bound %d, limit %q; %d moves are right",
			b.AppendNative(nil), b.Heuristic, a.Status, a.Cost, a.LowerBound, a.Limit, cost)
		return
	}
	if v := Check(b, a); v.Outcome != puzzle.Accepted {
		t.Errorf("%s with %v: %v: %s", b.AppendNative(nil), b.Heuristic, v.Outcome, v.Reason)
	}
}

func wantInfeasible(t rapid.TB, b *Board, a puzzle.Answer) {
	t.Helper()
	if a.Status != puzzle.Infeasible || a.Limit != "" || a.LowerBound != puzzle.None || a.Cost != puzzle.None || a.Solution != nil || a.Generated != 0 {
		t.Errorf("%s: %+v", b.AppendNative(nil), a)
	}
}

// solve solves b without limits.
func solve(s *Solver, b *Board) puzzle.Answer {
	return s.Solve(context.Background(), b, budget.Limits{})
}

// small4 is the database of 4x4 that needs no file, built once for all tests.
var small4 = sync.OnceValue(func() *database {
	d := newDatabase(4, 4, smallGroups(4, 4))
	if _, err := d.build(context.Background(), budget.Limits{}); err != nil {
		panic(err)
	}
	return d
})

// newSolver4 returns a solver that has small4 at hand.
func newSolver4() *Solver {
	d := small4()
	return &Solver{size: size{4, 4}, tabled: newTabledSpace(d), bytes: d.bytes()}
}
