package search

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/deepen-go/deepen/budget"
)

// turns is a puzzle of fixed moves: each permutes eight pieces. The goal is the
// order of their numbers.
type turns struct {
	moves [][8]uint8
	costs []int32
}

func (m turns) Expand(dst []Edge[[8]uint8], from *Edge[[8]uint8]) []Edge[[8]uint8] {
	for op, p := range m.moves {
		var s [8]uint8
		for i, j := range p {
			s[i] = from.State[j]
		}
		dst = append(dst, Edge[[8]uint8]{State: s, Op: int32(op), Cost: m.costs[op], H: int32(m.Heuristic(s))})
	}
	return dst
}

func (m turns) Heuristic(s [8]uint8) int {
	if s == solved {
		return 0
	}
	return 1
}

func (turns) Goal(s [8]uint8) bool { return s == solved }

var solved = [8]uint8{0, 1, 2, 3, 4, 5, 6, 7}

// corners are the quarter turns of three faces of a cube, acting on its corners,
// both ways, and the half turns; the latter cost more when weighted.
func corners(weighted bool) (m turns) {
	for _, face := range [][4]int{{0, 1, 3, 2}, {0, 2, 6, 4}, {0, 4, 5, 1}} {
		for n := 1; n <= 3; n++ {
			p := solved
			for i := range 4 {
				p[face[i]] = uint8(face[(i+n)%4])
			}
			m.moves = append(m.moves, p)
			cost := int32(1)
			if weighted {
				cost = []int32{2, 3, 2}[n-1]
			}
			m.costs = append(m.costs, cost)
		}
	}
	return m
}

// flips are the moves of the pancake puzzle.
func flips(n int) (m turns) {
	for k := 2; k <= n; k++ {
		p := solved
		slices.Reverse(p[:k])
		m.moves = append(m.moves, p)
		m.costs = append(m.costs, 1)
	}
	return m
}

// plane is the endless grid; moves go right, left, up and down.
type plane struct{}

type cell struct{ x, y int }

func (p plane) Expand(dst []Edge[cell], from *Edge[cell]) []Edge[cell] {
	for op, d := range []cell{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		s := cell{from.State.x + d.x, from.State.y + d.y}
		dst = append(dst, Edge[cell]{State: s, Op: int32(op), Cost: 1, H: int32(p.Heuristic(s))})
	}
	return dst
}

func (plane) Heuristic(cell) int { return 0 }

func (plane) Goal(c cell) bool { return c == cell{} }

// toggle has one move, of the given number.
type toggle struct{ op int32 }

func (c toggle) Expand(dst []Edge[int], from *Edge[int]) []Edge[int] {
	return append(dst, Edge[int]{State: 1 - from.State, Op: c.op, Cost: 1})
}

func (toggle) Heuristic(int) int { return 0 }

func (toggle) Goal(s int) bool { return s == 0 }

// machineKeeps checks that a search with the machine finds the same path, and
// returns how many times as many nodes it takes without.
func machineKeeps[S comparable, D Domain[S]](t *testing.T, d D, m *Machine, root S) float64 {
	t.Helper()
	without := IDAStar(t.Context(), d, root, IDAOptions{MaxCost: 20}, budget.Limits{})
	with := IDAStar(t.Context(), d, root, IDAOptions{MaxCost: 20, Machine: m}, budget.Limits{})
	if with.Status != without.Status || with.Cost != without.Cost || !slices.Equal(with.Path, without.Path) {
		t.Errorf("%v: %v with the machine, %v without", root, with, without)
	}
	if b := BranchAndBound(t.Context(), d, root, BranchOptions{Upper: max(without.Cost, 1), Machine: m}, budget.Limits{}); b.Cost != without.Cost || !slices.Equal(b.Path, without.Path) {
		t.Errorf("%v: branch and bound %v with the machine, IDA* %v without", root, b, without)
	}
	return float64(without.Generated) / float64(max(with.Generated, 1))
}

func TestLearnTheGrid(t *testing.T) {
	m, err := Learn(t.Context(), plane{}, []cell{{}}, 2, budget.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	// Of the 16 pairs, four undo and each of the four pairs across and along
	// is kept in one order: Taylor and Korf's machine for the grid.
	if m.Strings() != 4+4 {
		t.Errorf("%d strings are forbidden, want 8", m.Strings())
	}
	for x := -4; x <= 4; x++ {
		for y := -3; y <= 3; y++ {
			saved := machineKeeps(t, plane{}, m, cell{x, y})
			if abs := max(x, -x) + max(y, -y); abs >= 6 && saved < 30 {
				t.Errorf("(%d, %d): only %.1f times fewer nodes", x, y, saved)
			}
		}
	}
}

func TestLearnPermutations(t *testing.T) {
	for _, c := range []struct {
		name   string
		moves  turns
		length int
		depth  int
		saved  float64 // nodes saved at that depth or more
		states int     // of the machine
		count  int     // of the strings it forbids
	}{
		{"pancakes", flips(7), 7, 5, 1.05, 3198, 4307},
		{"corners", corners(false), 4, 5, 1.5, 227, 441},
		{"corners, weighted", corners(true), 4, 12, 3, 243, 441},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := Learn(t.Context(), c.moves, [][8]uint8{solved}, c.length, budget.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if m.States() != c.states || m.Strings() != c.count {
				t.Errorf("%d states, %d strings; want %d, %d", m.States(), m.Strings(), c.states, c.count)
			}
			rng := rand.New(rand.NewPCG(3, 4))
			deep := 0
			for range 60 {
				s := solved
				for range rng.IntN(7) {
					p := c.moves.moves[rng.IntN(len(c.moves.moves))]
					var next [8]uint8
					for i, j := range p {
						next[i] = s[j]
					}
					s = next
				}
				saved := machineKeeps(t, c.moves, m, s)
				if r := IDAStar(t.Context(), c.moves, s, IDAOptions{Machine: m}, budget.Limits{}); r.Cost >= c.depth {
					deep++
					if saved < c.saved {
						t.Errorf("%v, cost %d: only %.2f times fewer nodes", s, r.Cost, saved)
					}
				}
			}
			if deep == 0 {
				t.Error("no case is deep")
			}
		})
	}
}

// TestLearnTiles has moves that are not always possible: it takes a sample for
// each place of the blank.
func TestLearnTiles(t *testing.T) {
	var samples []board15
	s := newBoard15([16]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
	for blank := range uint8(16) {
		tile := s.cells >> (4 * blank) & 15
		samples = append(samples, board15{s.cells ^ tile<<(4*blank) ^ tile, blank})
	}
	m, err := Learn(t.Context(), tiles15{}, samples, 6, budget.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	// Four undo; the others go round a square of four cells, half the way.
	if m.Strings() != 8 {
		t.Errorf("%d strings, want 8", m.Strings())
	}
	p := korf[0]
	r := IDAStar(t.Context(), tiles15{}, newBoard15(p.tiles), IDAOptions{Machine: m}, budget.Limits{})
	if r.Cost != p.cost || r.Generated >= p.generated {
		t.Errorf("cost %d, %d generated; without the machine %d and %d", r.Cost, r.Generated, p.cost, p.generated)
	}
	// Without samples there is nothing to learn.
	if _, err := Learn(t.Context(), tiles15{}, nil, 6, budget.Limits{}); err != nil {
		t.Errorf("no samples: %v", err)
	}
}

// Two strings do the same only if they do so from every sample.
func TestLearnAsksEverySample(t *testing.T) {
	n := &network{arcs: [][]arc{{{1, 1}, {1, 1}}, nil, {{3, 1}, {0, 1}}, nil}, h: make([]int, 4)}
	for _, c := range []struct {
		samples []int
		strings int
	}{{[]int{0}, 1}, {[]int{2}, 0}, {[]int{0, 2}, 0}, {[]int{2, 0}, 0}} {
		m, err := Learn(t.Context(), n, c.samples, 1, budget.Limits{})
		if err != nil || m.Strings() != c.strings {
			t.Errorf("samples %v: %d strings, %v; want %d", c.samples, m.Strings(), err, c.strings)
		}
		if m.Next(0, 99) != 0 {
			t.Errorf("an operator that was never seen leads to state %d, want 0", m.Next(0, 99))
		}
	}
}

func TestLearnStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Learn(ctx, corners(false), [][8]uint8{solved}, 8, budget.Limits{}); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
	ctx, cancel = context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := Learn(ctx, corners(false), [][8]uint8{solved}, 60, budget.Limits{Memory: 1 << 30}); err != context.DeadlineExceeded {
		t.Errorf("deadline: %v", err)
	}
	if _, err := Learn(t.Context(), corners(false), [][8]uint8{solved}, 8, budget.Limits{Memory: 10_000}); err != budget.ErrMemory {
		t.Errorf("memory: %v", err)
	}
	if _, err := Learn(t.Context(), corners(false), [][8]uint8{solved}, 8, budget.Limits{Nodes: 5000}); err != budget.ErrNodes {
		t.Errorf("nodes: %v", err)
	}
	far := toggle{1 << 16}
	if _, err := Learn(t.Context(), far, []int{0}, 3, budget.Limits{}); err == nil || errors.Is(err, budget.ErrNodes) {
		t.Errorf("operator 65536: %v", err)
	}
	n := &network{arcs: [][]arc{{{1, 1}}, {{0, 2}}}, h: []int{0, 0}}
	if _, err := Learn(t.Context(), n, []int{0}, 3, budget.Limits{}); err == nil || errors.Is(err, budget.ErrNodes) {
		t.Errorf("an operator of two costs: %v", err)
	}
}
