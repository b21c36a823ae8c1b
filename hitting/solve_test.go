package hitting

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
)

var background = context.Background()

type tester interface {
	Helper()
	Fatalf(format string, args ...any)
	Errorf(format string, args ...any)
}

// check judges a result without asking whether it is smallest.
func check(t tester, p *Problem, r Result) {
	t.Helper()
	if r.Proven == (r.Err != nil) {
		t.Fatalf("proven %t with error %v", r.Proven, r.Err)
	}
	if r.Infeasible || r.Elements == nil {
		if r.Proven != r.Infeasible {
			t.Fatalf("nothing found, infeasible %t, proven %t", r.Infeasible, r.Proven)
		}
		return
	}
	if !slices.IsSorted(r.Elements) || len(slices.Compact(slices.Clone(r.Elements))) < len(r.Elements) {
		t.Fatalf("elements %v do not ascend", r.Elements)
	}
	for _, e := range r.Elements {
		if e < 1 || e > p.Elements {
			t.Fatalf("element %d is not from 1 to %d", e, p.Elements)
		}
	}
	if !hitsAll(p, func(e int32) bool { return slices.Contains(r.Elements, int(e)) }) {
		t.Fatalf("%v is not a hitting set", r.Elements)
	}
	if r.Lower > len(r.Elements) || r.Proven != (r.Lower == len(r.Elements)) {
		t.Fatalf("%d elements, lower bound %d, proven %t", len(r.Elements), r.Lower, r.Proven)
	}
}

func TestTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, 12)
		r := Solve(background, p, budget.Limits{})
		check(t, p, r)
		if want := twin(p); len(r.Elements) != want || !r.Proven {
			t.Fatalf("%d elements, want %d", len(r.Elements), want)
		}
	})
}

// whole makes one component of a problem without reducing it.
func whole(t tester, p *Problem) (*component, *pacer) {
	t.Helper()
	pace := &pacer{meter: budget.NewMeter(background, budget.Limits{})}
	c := &component{}
	var sets [][]int32
	for _, set := range p.Sets {
		var s []int32
		for _, e := range set {
			s = append(s, e-1)
		}
		slices.Sort(s)
		sets = append(sets, slices.Compact(s))
	}
	for e := range p.Elements {
		c.elem = append(c.elem, int32(e))
	}
	var err error
	if c.system, err = newSystem(p.Elements, sets, pace); err != nil {
		t.Fatalf("%v", err)
	}
	return c, pace
}

// byCores solves with the core-guided search alone, which gets no help from
// the local search: its incumbent takes everything.
func byCores(t tester, p *Problem, packed bool) int {
	t.Helper()
	c, pace := whole(t, p)
	for e := range p.Elements {
		c.best = append(c.best, int32(e))
	}
	if packed {
		var err error
		if c.packed, err = c.pack(pace); err != nil {
			t.Fatalf("%v", err)
		}
	}
	c.lower = len(c.packed)
	o := newCoreSearch(c, nil, pace, nil)
	if err := o.run(); err != nil {
		t.Fatalf("%v", err)
	}
	if o.lower > len(c.best) {
		t.Fatalf("lower bound %d above %d", o.lower, len(c.best))
	}
	if !hitsAll(p, func(e int32) bool { return slices.Contains(c.best, e-1) }) {
		t.Fatalf("%v is not a hitting set", c.best)
	}
	return len(c.best)
}

func byBits(p *Problem) BitsResult {
	var words []uint64
	for _, set := range p.Sets {
		var w uint64
		for _, e := range set {
			w |= 1 << (e - 1)
		}
		words = append(words, w)
	}
	var b Bits
	return b.Solve(background, words, budget.Limits{})
}

// TestEnginesTwin compares both searches, each alone, with the literal one.
func TestEnginesTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, 11)
		want := twin(p)
		r := byBits(p)
		if r.Size() != want || r.Lower != want || !r.Proven || r.Err != nil {
			t.Fatalf("branch and bound: %+v, want %d", r, want)
		}
		if !hitsAll(p, func(e int32) bool { return r.Taken>>(e-1)&1 == 1 }) {
			t.Fatalf("branch and bound: %b is not a hitting set", r.Taken)
		}
		if got := byCores(t, p, rapid.Bool().Draw(t, "packed")); got != want {
			t.Fatalf("core-guided search: %d, want %d", got, want)
		}
	})
}

// TestEngines compares the searches on problems beyond the literal one.
func TestEngines(t *testing.T) {
	n := uint64(60)
	if testing.Short() {
		n = 8
	}
	for seed := range n {
		for _, shape := range [][3]int{{25, 60, 4}, {63, 64, 3}, {40, 64, 5}, {20, 64, 6}} {
			p := random(seed, shape[0], shape[1], shape[2])
			r := byBits(p)
			if got := byCores(t, p, seed%2 == 0); got != r.Size() {
				t.Errorf("%v, seed %d: core-guided search %d, branch and bound %d", shape, seed, got, r.Size())
			}
			if s := Solve(background, p, budget.Limits{}); len(s.Elements) != r.Size() || !s.Proven {
				t.Errorf("%v, seed %d: all together %d, branch and bound %d", shape, seed, len(s.Elements), r.Size())
			}
		}
	}
}

// TestNodes pins what the searches do. A change that moves these figures should
// know why.
func TestNodes(t *testing.T) {
	tests := []struct {
		name                      string
		p                         *Problem
		size, generated, expanded uint64
	}{
		{"grid 4", grid(4), 9, 168, 64},
		{"grid 5", grid(5), 14, 1688, 616},
		{"grid 8", grid(8), 33, 3300, 404},
		{"random 60", random(1, 60, 64, 4), 15, 968, 402},
		{"random 70", random(1, 70, 100, 4), 19, 15272, 9160},
		{"side by side", two(grid(5), random(1, 60, 64, 4)), 29, 2656, 1018},
	}
	for _, test := range tests {
		r := Solve(background, test.p, budget.Limits{})
		check(t, test.p, r)
		if !r.Proven || len(r.Elements) != int(test.size) || r.Generated != test.generated || r.Expanded != test.expanded {
			t.Errorf("%s: %d elements, %d generated, %d expanded; want %d, %d, %d", test.name,
				len(r.Elements), r.Generated, r.Expanded, test.size, test.generated, test.expanded)
		}
		if again := Solve(background, test.p, budget.Limits{}); !slices.Equal(again.Elements, r.Elements) ||
			again.Generated != r.Generated || again.Expanded != r.Expanded {
			t.Errorf("%s: another answer the second time", test.name)
		}
	}
}

func TestTrivial(t *testing.T) {
	tests := []struct {
		p    Problem
		want []int
	}{
		{Problem{}, []int{}},
		{Problem{Elements: 5}, []int{}},
		{Problem{Elements: 1, Sets: [][]int32{{1}}}, []int{1}},
		{Problem{Elements: 3, Sets: [][]int32{{2}, {2, 2}, {3, 1, 3}}}, []int{1, 2}},
	}
	for _, test := range tests {
		r := Solve(background, &test.p, budget.Limits{})
		if !slices.Equal(r.Elements, test.want) || r.Elements == nil || !r.Proven || r.Lower != len(test.want) {
			t.Errorf("%v: %+v", test.p, r)
		}
	}
	if r := Solve(background, &Problem{Elements: 2, Sets: [][]int32{{1}, {}}}, budget.Limits{}); !r.Infeasible || !r.Proven || r.Elements != nil {
		t.Errorf("an empty set: %+v", r)
	}
}

func TestValidate(t *testing.T) {
	tests := []struct {
		p    Problem
		want string
	}{
		{Problem{Elements: -1}, "hitting: the number of elements must be from 0 to 268435456, not -1"},
		{Problem{Elements: 1 << 29}, "hitting: the number of elements must be from 0 to 268435456, not 536870912"},
		{Problem{Elements: 2, Sets: [][]int32{{1}, {0}}}, "hitting: set 1 has element 0, which is not from 1 to 2"},
		{Problem{Elements: 2, Sets: [][]int32{{3}}}, "hitting: set 0 has element 3, which is not from 1 to 2"},
	}
	for _, test := range tests {
		if r := Solve(background, &test.p, budget.Limits{}); r.Err == nil || r.Err.Error() != test.want || r.Proven {
			t.Errorf("%+v, want %s", r, test.want)
		}
	}
}

// hard takes the core-guided search some seconds at least.
func hard() *Problem { return random(7, 200, 600, 6) }

func TestNodeLimit(t *testing.T) {
	for _, p := range []*Problem{hard(), grid(5), two(grid(5), hard()), grid(12)} {
		for _, nodes := range []uint64{1, 2, 50, 5000} {
			r := Solve(background, p, budget.Limits{Nodes: nodes})
			check(t, p, r)
			if r.Elements == nil {
				t.Errorf("%d nodes: nothing found", nodes)
			}
			if r.Proven && r.Generated > nodes || !r.Proven && (r.Err != budget.ErrNodes || r.Generated != nodes) {
				t.Errorf("%d nodes: generated %d, error %v", nodes, r.Generated, r.Err)
			}
			if again := Solve(background, p, budget.Limits{Nodes: nodes}); again.Lower != r.Lower || !slices.Equal(again.Elements, r.Elements) {
				t.Errorf("%d nodes: another answer the second time", nodes)
			}
		}
	}
}

func TestBitsLimits(t *testing.T) {
	words := make([]uint64, 0, 64)
	for _, set := range random(3, 60, 64, 4).Sets {
		var w uint64
		for _, e := range set {
			w |= 1 << e
		}
		words = append(words, w)
	}
	var b Bits
	full := b.Solve(background, words, budget.Limits{})
	if !full.Proven || full.Generated < 100 {
		t.Fatalf("%+v: too easy for this test", full)
	}
	for _, nodes := range []uint64{1, 7, 99} {
		r := b.Solve(background, words, budget.Limits{Nodes: nodes})
		if r.Err != budget.ErrNodes || r.Proven || r.Generated != nodes || r.Lower > full.Size() || r.Size() < full.Size() {
			t.Errorf("%d nodes: %+v", nodes, r)
		}
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	if r := b.Solve(ctx, words, budget.Limits{}); !errors.Is(r.Err, context.Canceled) || r.Proven || r.Generated != 0 {
		t.Errorf("cancelled: %+v", r)
	}
	if r := b.solve(&pacer{meter: budget.NewMeter(background, budget.Limits{})}, words, 10); r.Err != errMost || r.Generated != 10 {
		t.Errorf("at most 10 nodes: %+v", r)
	}
	if again := b.Solve(background, words, budget.Limits{}); again != full {
		t.Errorf("%+v and %+v", full, again)
	}
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(background)
	cancel()
	r := Solve(ctx, hard(), budget.Limits{})
	check(t, hard(), r)
	if !errors.Is(r.Err, context.Canceled) || r.Proven {
		t.Errorf("cancelled before: %+v", r)
	}

	ctx, cancel = context.WithTimeout(background, 20*time.Millisecond)
	defer cancel()
	r = Solve(ctx, hard(), budget.Limits{})
	check(t, hard(), r)
	if !errors.Is(r.Err, context.DeadlineExceeded) {
		t.Errorf("deadline: %v", r.Err)
	}
}

// TestEveryPoll cancels at each of the first polls in turn, so in every phase.
func TestEveryPoll(t *testing.T) {
	p := two(grid(30), hard())
	most := 3000
	if testing.Short() {
		most = 300
	}
	for last := 1; last < most; last += 1 + last/8 {
		ctx, cancel := context.WithCancel(background)
		polls := 0
		r := Solve(ctx, p, budget.Limits{Report: func(progress budget.Progress) {
			polls++
			if progress.Upper >= 0 && progress.Lower > progress.Upper {
				t.Errorf("bounds %d and %d", progress.Lower, progress.Upper)
			}
			if polls == last {
				cancel()
			}
		}})
		cancel()
		check(t, p, r)
		if !errors.Is(r.Err, context.Canceled) || polls != last {
			t.Errorf("cancelled at poll %d: error %v after %d polls", last, r.Err, polls)
		}
	}
}

// TestPace looks at the work between polls, phase by phase, on a problem of
// which each phase has enough.
func TestPace(t *testing.T) {
	p := grid(60)
	size := 0
	for _, set := range p.Sets {
		size += len(set)
	}
	v := solving{}
	polls, work := 0, 0 // of the phase
	v.pace = &pacer{meter: budget.NewMeter(background, budget.Limits{Nodes: 3000, Report: func(budget.Progress) {
		polls++
		work += v.pace.work
		if v.pace.work > 2*pollWork {
			t.Errorf("%d work between two polls", v.pace.work)
		}
	}})}
	phase := func(name string, least int, f func() error) {
		t.Helper()
		polls, work = 0, 0
		if err := f(); err != nil && err != budget.ErrNodes {
			t.Fatalf("%s: %v", name, err)
		}
		if work < least*size || polls < work/(2*pollWork) {
			t.Errorf("%s: %d polls, %d work for %d incidences, want %d for each", name, polls, work, size, least)
		}
	}
	phase("inspect", 0, func() error { _, _, err := v.inspect(p); return err })
	phase("prepare", 6, func() error { return v.prepare(p, size) })
	phase("bound", 2, v.bound)
	phase("improve", 20, v.improve)
}

func TestInspectStops(t *testing.T) {
	sets := make([][]int32, 1<<19)
	for i := range sets {
		sets[i] = []int32{1}
	}
	sets[len(sets)-1] = []int32{2}
	p := &Problem{Elements: 1, Sets: sets}
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	polls := 0
	r := Solve(ctx, p, budget.Limits{Report: func(budget.Progress) {
		if polls++; polls == 2 {
			cancel()
		}
	}})
	if r.Err != context.Canceled || r.Elements != nil || polls != 2 {
		t.Errorf("%+v after %d polls", r, polls)
	}
	if r := Solve(background, p, budget.Limits{}); r.Err == nil || budget.Name(r.Err) != "" || r.Lower != 0 || r.Proven {
		t.Errorf("%+v", r)
	}
}

func TestMemoryLimit(t *testing.T) {
	if r := Solve(background, hard(), budget.Limits{Memory: 1000}); r.Err != budget.ErrMemory || r.Elements != nil || r.Lower != 0 {
		t.Errorf("no room at all: %+v", r)
	}
	// Room for the problem, but not for much learning. Whether it ends with a
	// proof or with the limit, the answer has to be right.
	p := hard()
	r := Solve(background, p, budget.Limits{Memory: 400_000, Nodes: 200_000})
	check(t, p, r)
	if r.Elements == nil || r.Err != budget.ErrMemory && r.Err != budget.ErrNodes {
		t.Errorf("little room: %d elements, error %v", len(r.Elements), r.Err)
	}
}

func TestAllocations(t *testing.T) {
	var words []uint64
	for _, set := range grid(5).Sets {
		var w uint64
		for _, e := range set {
			w |= 1 << (e - 1)
		}
		words = append(words, w)
	}
	b := new(Bits)
	if n := testing.AllocsPerRun(20, func() { b.Solve(background, words, budget.Limits{}) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func TestBitsPanics(t *testing.T) {
	for _, words := range [][]uint64{make([]uint64, 65), {0}, {1 << 63}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d sets, the first %x: no panic", len(words), words[0])
				}
			}()
			new(Bits).Solve(background, words, budget.Limits{})
		}()
	}
}

// readHGR reads the format of the PACE challenge 2025.
func readHGR(t *testing.T, file string) *Problem {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p := &Problem{}
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<22)
	for in.Scan() {
		line := in.Text()
		switch {
		case strings.HasPrefix(line, "c"):
		case strings.HasPrefix(line, "p"):
			var sets int
			if _, err := fmt.Sscanf(line, "p hs %d %d", &p.Elements, &sets); err != nil {
				t.Fatal(err)
			}
		default:
			var set []int32
			for _, w := range strings.Fields(line) {
				var e int32
				if _, err := fmt.Sscan(w, &e); err != nil {
					t.Fatal(err)
				}
				set = append(set, e)
			}
			p.Sets = append(p.Sets, set)
		}
	}
	return p
}

// TestPACE solves the public exact instances of the PACE challenge 2025 for
// some time each.
func TestPACE(t *testing.T) {
	data := os.Getenv("DEEPEN_DATA")
	if data == "" {
		t.Skip("DEEPEN_DATA is not set")
	}
	files, _ := filepath.Glob(filepath.Join(data, "pace2025-exact", "*.hgr"))
	if len(files) == 0 {
		t.Fatal("no instances")
	}
	proven := 0
	for _, file := range files {
		p := readHGR(t, file)
		r := Solve(background, p, budget.Limits{Nodes: 20_000})
		check(t, p, r)
		if r.Proven {
			proven++
		}
		t.Logf("%s: %d to %d, %d decisions, %d conflicts", filepath.Base(file), r.Lower, len(r.Elements), r.Generated, r.Expanded)
	}
	t.Logf("%d of %d proven", proven, len(files))
}

func BenchmarkBits5x5(b *testing.B) {
	var words []uint64
	for _, set := range grid(5).Sets {
		var w uint64
		for _, e := range set {
			w |= 1 << (e - 1)
		}
		words = append(words, w)
	}
	s := new(Bits)
	for b.Loop() {
		s.Solve(background, words, budget.Limits{})
	}
}

func BenchmarkCores8x8(b *testing.B) {
	p := grid(8)
	for b.Loop() {
		Solve(background, p, budget.Limits{})
	}
}

func BenchmarkReduce40x40(b *testing.B) {
	p := grid(40)
	for b.Loop() {
		v := solving{pace: &pacer{meter: budget.NewMeter(background, budget.Limits{})}}
		size, _, err := v.inspect(p)
		if err == nil {
			err = v.prepare(p, size)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}
