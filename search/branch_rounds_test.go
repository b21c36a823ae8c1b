package search

import (
	"context"
	endian "encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"

	"github.com/deepen-go/deepen/budget"
)

// layered is a graph of layers, in which each path takes one node of each: many
// paths of many costs, and many that are equally good.
func layered(rng *rand.Rand) (*network, BranchOptions) {
	layers, width := 4+rng.IntN(5), 2+rng.IntN(4)
	n := &network{arcs: make([][]arc, layers*width+2), goal: layers*width + 1}
	node := func(layer, i int) int { return 1 + layer*width + i }
	for i := range width {
		n.arcs[0] = append(n.arcs[0], arc{node(0, i), 1 + rng.IntN(4)})
		n.arcs[node(layers-1, i)] = append(n.arcs[node(layers-1, i)], arc{n.goal, 1 + rng.IntN(4)})
		for layer := range layers - 1 {
			for j := range width {
				if rng.IntN(8) > 0 {
					n.arcs[node(layer, i)] = append(n.arcs[node(layer, i)], arc{node(layer+1, j), 1 + rng.IntN(4)})
				}
			}
		}
	}
	dist := n.distances()
	n.h = make([]int, len(n.arcs))
	for v, d := range dist {
		if d > 0 {
			n.h[v] = rng.IntN(1 + d/2)
		}
	}
	opt := BranchOptions{Sorted: rng.IntN(2) == 1}
	if rng.IntN(3) == 0 {
		opt.Upper = max(1, dist[0]+rng.IntN(3)-1)
	}
	return n, opt
}

func places(n int) *budget.Crew {
	c := budget.NewCrew(n)
	c.Enter()
	return c
}

// small rounds, of which even a small tree takes many.
func smallRounds(rng *rand.Rand) branchPace {
	return branchPace{first: 1 + rng.Uint64N(50), quota: 1 + rng.Uint64N(30), most: 1 + rng.IntN(12)}
}

// In rounds the answer is that of the plain search, and with any number of threads
// the counts are the same.
func TestBranchInRounds(t *testing.T) {
	defer goleak.VerifyNone(t)
	ctx := context.Background()
	many := 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 5))
		n, opt := layered(rng)
		plain := BranchAndBound(ctx, n, 0, opt, budget.Limits{})
		pace := smallRounds(rng)
		want := branchAndBound(ctx, n, 0, opt, budget.Limits{}, pace)
		if diff := cmp.Diff(plain, want, cmpopts.IgnoreFields(Result[int32]{}, "Generated", "Expanded")); diff != "" {
			t.Fatalf("seed %d, %+v: in rounds\n%s", seed, opt, diff)
		}
		if want.Generated > 3*pace.first {
			many++
		}
		for _, k := range []int{2, 8} {
			got := branchAndBound(ctx, n, 0, opt, budget.Limits{Crew: places(k), Report: func(budget.Progress) { runtime.Gosched() }}, pace)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("seed %d, %+v, %d places:\n%s", seed, opt, k, diff)
			}
		}
		limit := 1 + rng.Uint64N(want.Generated)
		stopped := branchAndBound(ctx, n, 0, opt, budget.Limits{Nodes: limit, Crew: places(4)}, pace)
		if limit < want.Generated && (stopped.Err != budget.ErrNodes || stopped.Generated != limit) {
			t.Fatalf("seed %d, node limit %d: %d generated, %v", seed, limit, stopped.Generated, stopped.Err)
		}
	}
	if many < 200 {
		t.Errorf("only %d searches took several rounds", many)
	}
}

// Stopped again and again, and resumed by as many as there are then: the same
// answer and the same counts.
func TestBranchResumed(t *testing.T) {
	defer goleak.VerifyNone(t)
	resumed := 0
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 6))
		n, opt := layered(rng)
		pace := smallRounds(rng)
		want := branchAndBound(t.Context(), n, 0, opt, budget.Limits{}, pace)
		var state []byte
		for stop := range 8 {
			ctx, cancel := context.WithCancel(t.Context())
			limits := budget.Limits{Resume: state, Save: func(snapshot func() []byte) { state = snapshot() }}
			switch {
			case stop == 7: // to the end
			case rng.IntN(2) == 0:
				limits.Nodes = 1 + rng.Uint64N(want.Generated)
			default:
				polls := 1 + rng.IntN(40)
				limits.Crew = places([]int{1, 2, 8}[rng.IntN(3)])
				limits.Report = func(budget.Progress) {
					runtime.Gosched()
					if polls--; polls == 0 {
						cancel()
					}
				}
			}
			r := branchAndBound(ctx, n, 0, opt, limits, pace)
			cancel()
			if r.Resumed > 0 {
				resumed++
			}
			if r.Err == nil {
				if diff := cmp.Diff(want, r, cmpopts.IgnoreFields(Result[int32]{}, "Resumed")); diff != "" {
					t.Fatalf("seed %d, stop %d, %+v:\n%s", seed, stop, opt, diff)
				}
				break
			}
		}
		for i := range state {
			damaged := slices.Clone(state)
			damaged[i] ^= 4
			for _, s := range [][]byte{state[:i], damaged} {
				if r := branchAndBound(t.Context(), n, 0, opt, budget.Limits{Resume: s}, pace); r.Err != budget.ErrResume {
					t.Fatalf("seed %d: a damaged state is taken: %v", seed, r)
				}
			}
		}
	}
	if resumed < 150 {
		t.Errorf("only %d resumed", resumed)
	}
}

// FuzzBranchResume: whatever the state, there is no panic, and one without a right
// checksum is refused.
func FuzzBranchResume(f *testing.F) {
	rng := rand.New(rand.NewPCG(9, 7))
	n, opt := layered(rng)
	pace := smallRounds(rng)
	for _, nodes := range []uint64{1, 60, 150} {
		branchAndBound(context.Background(), n, 0, opt, budget.Limits{Nodes: nodes, Save: func(snapshot func() []byte) {
			state := snapshot()
			f.Add(state[:len(state)-4]) // without the checksum
		}}, pace)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		sum := crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli))
		for _, k := range []int{1, 4} {
			limits := budget.Limits{Nodes: 5000, Crew: places(k), Resume: endian.LittleEndian.AppendUint32(slices.Clone(body), sum)}
			branchAndBound(t.Context(), n, 0, opt, limits, pace)
			limits.Resume = endian.LittleEndian.AppendUint32(slices.Clone(body), sum+1)
			if r := branchAndBound(t.Context(), n, 0, opt, limits, pace); r.Err != budget.ErrResume {
				t.Errorf("%v", r)
			}
		}
	})
}
