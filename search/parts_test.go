package search_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// sameAnswer compares results but for what a saved state brought along.
var sameAnswer = cmp.Options{
	cmpopts.IgnoreFields(search.Result[int32]{}, "Resumed"),
	cmp.Comparer(func(a, b error) bool { return a == b }),
}

// paced is a search with a poll every so many nodes.
type paced func(ctx context.Context, opt search.IDAOptions, limits budget.Limits, interval uint64) search.Result[int32]

// pacedKernels are the kernels of all styles on n.
func pacedKernels(n *net) map[string]paced {
	h := n.Heuristic(0)
	goal := h == 0 && n.Goal(0)
	run := func(k func() search.Kernel) paced {
		return func(ctx context.Context, opt search.IDAOptions, limits budget.Limits, interval uint64) search.Result[int32] {
			return search.RunPaced(ctx, k(), h, goal, opt, limits, interval)
		}
	}
	return map[string]paced{
		"step": run(func() search.Kernel { return &netStepsIDAStarKernel{domain: netSteps{n}, h: h} }),
		"inplace": run(func() search.Kernel {
			return &netInPlaceIDAStarKernel{domain: &netInPlace{n}, h: h}
		}),
		"expand": run(func() search.Kernel {
			return &netExpandIDAStarKernel{domain: netExpand{n}, root: search.Edge[int]{Op: search.NoOp, H: int32(h)}}
		}),
	}
}

// crewOf returns a crew of n places of which the caller holds one.
func crewOf(n int) *budget.Crew {
	c := budget.NewCrew(n)
	c.Enter()
	return c
}

// giveWay is a report that lets other goroutines run, so that even a small tree is
// searched by several.
func giveWay(budget.Progress) { runtime.Gosched() }

// seeds is n, or a part of it for the race detector.
func seeds(n uint64) uint64 {
	if testing.Short() {
		return n / 6
	}
	return n
}

// largeNet returns a network whose search takes some thousand nodes.
func largeNet(rng *rand.Rand) (n *net, opt search.IDAOptions, serial search.Result[int32]) {
	for {
		n = drawNet(func(lo, hi int) int { return lo + rng.IntN(hi-lo+1) })
		opt = search.IDAOptions{
			Threshold: rng.IntN(3), MaxCost: 4 + rng.IntN(20), All: rng.IntN(2) == 1, MaxSolutions: rng.IntN(9),
		}
		serial = search.IDAStar(context.Background(), netExpand{n}, 0, opt, budget.Limits{Nodes: 20_000})
		if serial.Err == nil && serial.Generated > 500 {
			return n, opt, serial
		}
	}
}

// However many search the tree and however it is cut, the result is the same.
func TestPartsGiveTheSerialResult(t *testing.T) {
	defer goleak.VerifyNone(t)
	for seed := range seeds(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n, opt, want := largeNet(rng)
		for name, kernel := range pacedKernels(n) {
			for _, places := range []int{1, 2, 8} {
				got := kernel(t.Context(), opt, budget.Limits{Crew: crewOf(places), Report: giveWay}, 1+rng.Uint64N(20))
				if diff := cmp.Diff(want, got, sameAnswer); diff != "" {
					t.Fatalf("seed %d, style %s, %d places, %+v:\n%s", seed, name, places, opt, diff)
				}
			}
		}
	}
}

// goalsEverywhere returns a network whose tree has a block of some hundred nodes
// without a goal and then one, over and over, and the cost of all goals.
//
//	P0 ═► P1 ═► … P8 ─► Q ─► goal
//	               └──► D0 ═► D1 ═► … D6     ═► two ways
func goalsEverywhere() (n *net, cost int) {
	const live, dead = 8, 6
	n = &net{h: make([]int, live+dead+4)}
	add := func(to ...int) int {
		n.to, n.cost = append(n.to, to), append(n.cost, slices.Repeat([]int{1}, len(to)))
		return len(n.to) - 1
	}
	for i := range live {
		add(i+1, i+1)
	}
	first, q := live+1, live+dead+2
	add(first, q)
	for i := range dead {
		add(first+i+1, first+i+1)
	}
	add() // a dead end
	add(q + 1)
	n.goal = add()
	return n, live + 2
}

// What is found behind a goal by those who search there at the same time is of no
// account.
func TestGoalsBehindAGoal(t *testing.T) {
	defer goleak.VerifyNone(t)
	n, cost := goalsEverywhere()
	opt := search.IDAOptions{Threshold: cost}
	want := search.IDAStar(t.Context(), netExpand{n}, 0, opt, budget.Limits{})
	if want.Status != search.Found || want.Cost != cost {
		t.Fatalf("%+v", want)
	}
	n.reached = runtime.Gosched // so that several are at one
	for name, kernel := range pacedKernels(n) {
		for range seeds(600) {
			got := kernel(t.Context(), opt, budget.Limits{Crew: crewOf(8), Report: giveWay}, 16)
			if diff := cmp.Diff(want, got, sameAnswer); diff != "" {
				t.Fatalf("style %s:\n%s", name, diff)
			}
		}
	}
}

// A search that is stopped again and again, and resumed by as many as there are
// then, ends with the same result and the same counts.
func TestResumedSearchGivesTheSerialResult(t *testing.T) {
	defer goleak.VerifyNone(t)
	stops := 0
	for seed := range seeds(60) {
		rng := rand.New(rand.NewPCG(seed, 2))
		n, opt, want := largeNet(rng)
		for name, kernel := range pacedKernels(n) {
			var state []byte
			generated := uint64(0)
			for {
				r, next := stopOnce(t, rng, want, state, func(ctx context.Context, limits budget.Limits) search.Result[int32] {
					return kernel(ctx, opt, limits, 1+rng.Uint64N(9))
				})
				if r.Resumed != generated && r.Resumed > want.Generated {
					t.Fatalf("seed %d, style %s: %d nodes resumed", seed, name, r.Resumed)
				}
				generated = r.Generated
				if r.Err == nil {
					if diff := cmp.Diff(want, r, sameAnswer); diff != "" {
						t.Fatalf("seed %d, style %s, %+v:\n%s", seed, name, opt, diff)
					}
					break
				}
				if next == nil {
					t.Fatalf("seed %d, style %s: no state after %v", seed, name, r.Err)
				}
				state = next
				stops++
			}
		}
	}
	if stops < 500 && !testing.Short() {
		t.Errorf("only %d stops", stops)
	}
}

// stopOnce runs a search from a state and stops it somewhere, by a node limit or
// by the context. It returns the last state that was saved.
func stopOnce(t *testing.T, rng *rand.Rand, want search.Result[int32], state []byte, run func(context.Context, budget.Limits) search.Result[int32]) (search.Result[int32], []byte) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var saved []byte
	limits := budget.Limits{Resume: state, Save: func(snapshot func() []byte) { saved = snapshot() }}
	if rng.IntN(2) == 0 {
		limits.Nodes = 1 + rng.Uint64N(want.Generated+want.Generated/4)
		r := run(ctx, limits)
		if r.Err != nil && (r.Err != budget.ErrNodes || r.Generated != max(limits.Nodes, r.Resumed)) {
			t.Fatalf("node limit %d: %d generated after %d, %v", limits.Nodes, r.Generated, r.Resumed, r.Err)
		}
		return r, saved
	}
	polls := 1 + rng.IntN(60)
	limits.Crew = crewOf([]int{1, 2, 8}[rng.IntN(3)])
	limits.Report = func(p budget.Progress) {
		runtime.Gosched()
		if polls--; polls == 0 {
			cancel()
		}
	}
	return run(ctx, limits), saved
}

// Any state that was saved on the way is one to go on from, not the last alone.
func TestEveryStateCanBeResumed(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 12 {
		n, opt, want := largeNet(rng)
		for name, kernel := range pacedKernels(n) {
			var states [][]byte
			kernel(t.Context(), opt, budget.Limits{Crew: crewOf(3), Report: giveWay, Save: func(snapshot func() []byte) {
				states = append(states, snapshot())
			}}, 5)
			for i := 0; i < len(states); i += 1 + len(states)/40 {
				got := kernel(t.Context(), opt, budget.Limits{Resume: states[i]}, 5)
				if diff := cmp.Diff(want, got, sameAnswer); diff != "" {
					t.Fatalf("style %s, state %d of %d:\n%s", name, i, len(states), diff)
				}
			}
		}
	}
}

// The 15-puzzle at the pace of everyday, by two and by eight.
func TestKorfInParts(t *testing.T) {
	defer goleak.VerifyNone(t)
	d := newFifteen()
	for _, p := range korf[:min(4, seeds(6))] {
		root := newBoard(p.tiles)
		for _, opt := range []search.IDAOptions{{}, {All: true, MaxSolutions: 5}} {
			want := fifteenIDAStar(t.Context(), d, root, opt, budget.Limits{})
			for _, places := range []int{2, 8} {
				got := fifteenIDAStar(t.Context(), d, root, opt, budget.Limits{Crew: crewOf(places)})
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("problem %d, %d places:\n%s", p.id, places, diff)
				}
			}
		}
	}
}

// Helpers are gone when a search is over, whatever ended it.
func TestNoHelperIsLeftBehind(t *testing.T) {
	defer goleak.VerifyNone(t)
	crew := crewOf(4)
	for at := range int(seeds(20)) {
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		r := fifteenIDAStar(ctx, newFifteen(), newBoard(korf[4].tiles), search.IDAOptions{}, budget.Limits{
			Crew: crew, Report: func(budget.Progress) {
				if n++; n == 40*at+1 {
					cancel()
				}
			},
		})
		cancel()
		if !errors.Is(r.Err, context.Canceled) {
			t.Fatalf("%v", r.Err)
		}
	}
	for range 3 { // all places are free again
		crew.Enter()
	}
}

// A solver that waits for a place gets one, while the search goes on.
func TestHelpersGiveWay(t *testing.T) {
	defer goleak.VerifyNone(t)
	crew := crewOf(2)
	entered := make(chan struct{})
	asked := false
	want := fifteenIDAStar(t.Context(), newFifteen(), newBoard(korf[1].tiles), search.IDAOptions{}, budget.Limits{})
	got := fifteenIDAStar(t.Context(), newFifteen(), newBoard(korf[1].tiles), search.IDAOptions{}, budget.Limits{
		Crew: crew, Report: func(p budget.Progress) {
			if !asked && p.Generated > 100_000 {
				asked = true
				go func() {
					crew.Enter()
					close(entered)
				}()
			}
		},
	})
	<-entered
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// States that are damaged, or of another search, are refused.
func TestResumeRefuses(t *testing.T) {
	d := newFifteen()
	root := newBoard(korf[0].tiles)
	opt := search.IDAOptions{MaxCost: 60}
	var state []byte
	full := fifteenIDAStar(t.Context(), d, root, opt, budget.Limits{Nodes: 300_000, Save: func(snapshot func() []byte) { state = snapshot() }})
	if full.Err != budget.ErrNodes {
		t.Fatal(full.Err)
	}
	refused := func(name string, root board, opt search.IDAOptions, state []byte) {
		t.Helper()
		r := fifteenIDAStar(t.Context(), d, root, opt, budget.Limits{Resume: state})
		if r.Status != search.Stopped || r.Err != budget.ErrResume {
			t.Errorf("%s: %v, %v", name, r.Status, r.Err)
		}
	}
	for i := range state {
		refused(fmt.Sprintf("%d bytes", i), root, opt, state[:i:i])
		damaged := slices.Clone(state)
		damaged[i] ^= 1 << (i % 8)
		refused(fmt.Sprintf("byte %d damaged", i), root, opt, damaged)
	}
	refused("empty", root, opt, []byte{})
	refused("longer", root, opt, append(slices.Clone(state), 0))
	refused("all", root, search.IDAOptions{MaxCost: 60, All: true}, state)
	refused("another cost", root, search.IDAOptions{MaxCost: 61}, state)
	for _, p := range korf[1:] {
		refused("another board", newBoard(p.tiles), opt, state)
	}
	near := root // one move away
	near = d.Apply(near, 4)
	near.last = 63
	refused("a neighbour", near, opt, state)
}

// From a fifth of an iteration on its size is known to a factor of two, by one
// and by several. (On Korf's longest problems it is 1.1; the last iteration ends
// at the goal, which nobody knows before.)
func TestEstimate(t *testing.T) {
	if testing.Short() {
		t.Skip("searches some million nodes")
	}
	d := newFifteen()
	for _, places := range []int{1, 3} {
		var reports []budget.Progress
		r := fifteenIDAStar(t.Context(), d, newBoard(korf[4].tiles), search.IDAOptions{}, budget.Limits{
			Crew: crewOf(places), Report: func(p budget.Progress) { reports = append(reports, p) },
		})
		checked := 0
		for _, it := range r.Iterations[:len(r.Iterations)-1] {
			for _, p := range reports {
				if p.Lower != it.Threshold || it.Generated < 2_000_000 || p.Done < it.Generated/5 {
					continue
				}
				checked++
				if p.Done > it.Generated || p.Total > 2*it.Generated || p.Total < it.Generated/2 {
					t.Errorf("%d places, threshold %d: %d of %d nodes, estimated %d", places, p.Lower, p.Done, it.Generated, p.Total)
				}
			}
		}
		if checked < 100 {
			t.Errorf("only %d reports", checked)
		}
	}
}

// FuzzResume: whatever the state, there is no panic, and one that is not whole is
// refused.
func FuzzResume(f *testing.F) {
	rng := rand.New(rand.NewPCG(9, 9))
	n, opt, _ := largeNet(rng)
	opt.Threshold, opt.All = 0, false
	kernels := pacedKernels(n)
	for _, nodes := range []uint64{1, 50, 200} {
		kernels["step"](context.Background(), opt, budget.Limits{Nodes: nodes, Save: func(snapshot func() []byte) {
			state := snapshot()
			f.Add(state[:len(state)-4]) // without the checksum
		}}, 3)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for name, kernel := range kernels {
			limits := budget.Limits{Nodes: 5000, Resume: binary.LittleEndian.AppendUint32(slices.Clone(body), crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli)))}
			kernel(t.Context(), opt, limits, 7)
			limits.Resume = body
			if r := kernel(t.Context(), opt, limits, 7); len(body) < 4 && r.Err != budget.ErrResume {
				t.Errorf("style %s: %v", name, r)
			}
		}
	})
}
