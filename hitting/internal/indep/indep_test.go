package indep

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// graph draws edges with a chance of percent in a hundred.
func graph(seed uint64, n, percent int) [][]int32 {
	rng := rand.New(rand.NewPCG(seed, 0))
	g := make([][]int32, n)
	for v := range n {
		for w := range v {
			if rng.IntN(100) < percent {
				g[v] = append(g[v], int32(w))
				g[w] = append(g[w], int32(v))
			}
		}
	}
	return g
}

// brute tries all sets of vertices.
func brute(g [][]int32) int {
	near := make([]uint, len(g))
	for v, list := range g {
		for _, w := range list {
			near[v] |= 1 << w
		}
	}
	best := 0
next:
	for chosen := range uint(1) << len(g) {
		if bits.OnesCount(chosen) <= best {
			continue
		}
		for v := range g {
			if chosen>>v&1 == 1 && near[v]&chosen != 0 {
				continue next
			}
		}
		best = bits.OnesCount(chosen)
	}
	return best
}

// independent reports whether no two of the vertices are neighbours.
func independent(g [][]int32, list []int) bool {
	for i, v := range list {
		if v < 0 || v >= len(g) || i > 0 && list[i-1] >= v {
			return false
		}
		for _, w := range g[v] {
			if slices.Contains(list, int(w)) {
				return false
			}
		}
	}
	return true
}

func TestSolveAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := graph(rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, 15).Draw(t, "vertices"), rapid.IntRange(0, 100).Draw(t, "percent"))
		want := brute(g)
		known := rapid.IntRange(0, want).Draw(t, "known")
		s := New(g)
		last := known
		s.Found = func(set []int) {
			if !independent(g, set) || len(set) <= last {
				t.Fatalf("%v: %v after %d", g, set, last)
			}
			last = len(set)
		}
		got, err := s.Solve(known)
		if err != nil || got != want || last != want {
			t.Fatalf("%v: %d, %v, told %d; want %d", g, got, err, last, want)
		}
	})
}

// TestBounds compares the whole search with one that has neither reductions nor
// a bound, on graphs that are too large for brute force.
func TestBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := graph(rapid.Uint64().Draw(t, "seed"), rapid.IntRange(60, 70).Draw(t, "vertices"), rapid.IntRange(15, 60).Draw(t, "percent"))
		got, err := New(g).Solve(0)
		if want := plain(g); err != nil || got != want {
			t.Fatalf("%d, %v; want %d", got, err, want)
		}
	})
}

// plain is the textbook's search: a vertex with the most neighbours is chosen or
// not; paths and less are counted.
func plain(g [][]int32) int {
	alive := make([]bool, len(g))
	for v := range alive {
		alive[v] = true
	}
	var search func() int
	search = func() int {
		most, pick := -1, -1
		for v, list := range g {
			if !alive[v] {
				continue
			}
			degree := 0
			for _, w := range list {
				if alive[w] {
					degree++
				}
			}
			if degree <= 1 {
				pick, most = v, degree
				break
			}
			if degree > most {
				pick, most = v, degree
			}
		}
		if pick < 0 {
			return 0
		}
		closed := []int32{int32(pick)}
		for _, w := range g[pick] {
			if alive[w] {
				closed = append(closed, w)
			}
		}
		for _, v := range closed {
			alive[v] = false
		}
		with := 1 + search()
		for _, v := range closed[1:] {
			alive[v] = true
		}
		without := 0
		if most > 1 {
			without = search()
		}
		alive[pick] = true
		return max(with, without)
	}
	return search()
}

func TestPoll(t *testing.T) {
	s := New(graph(1, 120, 10))
	stop := errors.New("stop")
	var calls []uint64
	s.Poll = func(nodes uint64) (uint64, error) {
		calls = append(calls, nodes)
		if nodes >= 300 {
			return 0, stop
		}
		return nodes + 100, nil
	}
	if size, err := s.Solve(0); err != stop || size < 20 || s.Nodes() != 301 || !slices.Equal(calls, []uint64{1, 101, 201, 301}) {
		t.Errorf("%d, %v, %d nodes, %v", size, err, s.Nodes(), calls)
	}
}

// TestNodes pins the nodes of fixed graphs.
func TestNodes(t *testing.T) {
	for _, test := range []struct {
		percent, size int
		nodes         uint64
	}{
		{5, 44, 173}, {20, 19, 1173}, {50, 10, 197},
	} {
		s := New(graph(7, 100, test.percent))
		size, _ := s.Solve(0)
		if size != test.size || s.Nodes() != test.nodes {
			t.Errorf("{%d, %d, %d},", test.percent, size, s.Nodes())
		}
	}
}

func BenchmarkSolve(b *testing.B) {
	g := graph(1, 150, 8)
	for range b.N {
		if _, err := New(g).Solve(0); err != nil {
			b.Fatal(err)
		}
	}
}

// FuzzSolve takes each byte's halves for the ends of an edge.
func FuzzSolve(f *testing.F) {
	f.Add(uint8(9), []byte{0x12, 0x23, 0x31, 0x45, 0x56, 0x78})
	f.Add(uint8(16), []byte{0x01, 0x12, 0x23, 0x34, 0x40, 0x56, 0x67, 0x78, 0x89, 0x9a, 0xab, 0xb5, 0x05, 0x7c, 0xcd, 0xde, 0xef, 0xf0})
	f.Fuzz(func(t *testing.T, n uint8, data []byte) {
		g := make([][]int32, 1+n%16)
		for _, b := range data {
			v, w := int(b>>4)%len(g), int(b&15)%len(g)
			if v != w && !slices.Contains(g[v], int32(w)) {
				g[v] = append(g[v], int32(w))
				g[w] = append(g[w], int32(v))
			}
		}
		s := New(g)
		s.Found = func(set []int) {
			if !independent(g, set) {
				t.Fatalf("%v: %v", g, set)
			}
		}
		if got, err := s.Solve(0); err != nil || got != brute(g) {
			t.Fatalf("%v: %d, %v; want %d", g, got, err, brute(g))
		}
	})
}
