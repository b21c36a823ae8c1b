package tiles

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// TestKernelsAgree: the generated kernels and the generic one, node for node.
func TestKernelsAgree(t *testing.T) {
	databases := map[size]*database{}
	errs := cmpopts.EquateErrors()
	rapid.Check(t, func(t *rapid.T) {
		sizes := []size{{2, 3}, {3, 3}, {3, 4}, {4, 4}, {5, 2}}
		z := rapid.SampledFrom(sizes).Draw(t, "size")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		b := wander(rng, z.rows, z.cols, rapid.IntRange(0, 40).Draw(t, "moves"))
		ctx := context.Background()
		limits := budget.Limits{Nodes: rapid.Uint64Range(0, 20_000).Draw(t, "nodes")}
		opt := search.IDAOptions{All: rapid.Bool().Draw(t, "all"), MaxSolutions: 2, Threshold: rapid.IntRange(0, 3).Draw(t, "threshold")}

		p := newPackedSpace(z.rows, z.cols)
		special := packedIDAStar(ctx, p, pack(b), opt, limits)
		generic := search.IDAStar(ctx, search.Batch(p), pack(b), opt, limits)
		if diff := cmp.Diff(generic, special, errs); diff != "" {
			t.Errorf("packed:\n%s", diff)
		}
		manhattan := newPlainSpace(z.rows, z.cols, false)
		start := plain{cells: b.Tiles, blank: uint8(b.blank())}
		plainly := plainIDAStar(ctx, manhattan, start, opt, limits)
		p.plainOps(pack(b), special.Path)
		for _, path := range special.Paths {
			p.plainOps(pack(b), path)
		}
		if diff := cmp.Diff(special, plainly, errs); diff != "" {
			t.Errorf("packed and plain:\n%s", diff)
		}
		conflicts := newPlainSpace(z.rows, z.cols, true)
		if diff := cmp.Diff(search.IDAStar(ctx, conflicts, start, opt, limits), plainIDAStar(ctx, conflicts, start, opt, limits), errs); diff != "" {
			t.Errorf("conflicts:\n%s", diff)
		}

		d := databases[z]
		if d == nil {
			d = newDatabase(z.rows, z.cols, split(z.rows, z.cols, (z.rows*z.cols+3)/4))
			if _, err := d.build(ctx, budget.Limits{}); err != nil {
				t.Fatal(err)
			}
			databases[z] = d
		}
		tabled := newTabledSpace(d)
		if diff := cmp.Diff(search.IDAStar(ctx, tabled, tabled.root(b), opt, limits), tabledIDAStar(ctx, tabled, tabled.root(b), opt, limits), errs); diff != "" {
			t.Errorf("database:\n%s", diff)
		}
		// A database of zeros is Manhattan distance.
		zeros := newDatabase(z.rows, z.cols, split(z.rows, z.cols, (z.rows*z.cols+3)/4))
		zeros.extra = make([]byte, zeros.bytes())
		tabled = newTabledSpace(zeros)
		if diff := cmp.Diff(plainly, tabledIDAStar(ctx, tabled, tabled.root(b), opt, limits), errs); diff != "" {
			t.Errorf("zeros:\n%s", diff)
		}
	})
}

// TestHeuristicsFollow: what Expand and Look work out move by move is what the
// heuristic says of the state.
func TestHeuristicsFollow(t *testing.T) {
	d := newDatabase(3, 3, split(3, 3, 2))
	if _, err := d.build(t.Context(), budget.Limits{}); err != nil {
		t.Fatal(err)
	}
	tabled, plainly, small := newTabledSpace(d), newPlainSpace(3, 3, true), newPackedSpace(3, 3)
	rng := rand.New(rand.NewPCG(1, 2))
	e := search.Edge[blocks]{State: tabled.root(wander(rng, 3, 3, 0)), Op: search.NoOp}
	e.H = int32(tabled.Heuristic(e.State))
	f := search.Edge[plain]{State: plain{cells: e.State.cells}, Op: search.NoOp}
	s, h := pack(wander(rng, 3, 3, 0)), 0
	for range 3000 {
		es, fs := tabled.Expand(nil, &e), plainly.Expand(nil, &f)
		if len(es) != len(fs) {
			t.Fatal("not as many successors")
		}
		i := rng.IntN(len(es))
		e, f = es[i], fs[i]
		_, h = small.Look(s, h, int(4*e.State.blank))
		s = small.Apply(s, int(4*e.State.blank))
		b := &Board{Rows: 3, Cols: 3, Tiles: e.State.cells}
		if fresh := tabled.root(b); fresh != e.State || int32(tabled.Heuristic(fresh)) != e.H {
			t.Fatalf("%v\n%v: heuristic %d, followed %d", fresh, e.State, tabled.Heuristic(fresh), e.H)
		}
		if f.State.cells != e.State.cells || int32(plainly.Heuristic(f.State)) != f.H {
			t.Fatalf("%v: heuristic %d, followed %d", f.State, plainly.Heuristic(f.State), f.H)
		}
		if s.cells != pack(b).cells || s.blank != pack(b).blank || small.Heuristic(s) != h {
			t.Fatalf("%v: heuristic %d, followed %d", s, small.Heuristic(s), h)
		}
	}
}

// blocks is tabled where a variable has its name.
type blocks = tabled

// TestNoAllocationsPerNode: what a search allocates is for each depth and each
// iteration, however many the nodes.
func TestNoAllocationsPerNode(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector allocates, too")
	}
	b := mustParse(t, hard, "")
	s := newSolver4()
	for _, h := range heuristics {
		n := func(nodes uint64) float64 {
			return testing.AllocsPerRun(2, func() {
				if a := s.Solve(context.Background(), with(b, h), budget.Limits{Nodes: nodes}); a.Generated != nodes {
					t.Errorf("%v: %d nodes", h, a.Generated)
				}
			})
		}
		few, many := n(45_000), n(90_000)
		if many > few+100 || many > 600 {
			t.Errorf("%v: %v allocations for 45,000 nodes, %v for 90,000", h, few, many)
		}
	}
}

// TestGeneratedFilesAreCurrent runs the generator again.
func TestGeneratedFilesAreCurrent(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a command")
	}
	for typ, name := range map[string]string{"packedSpace": "packed", "plainSpace": "plain", "tabledSpace": "tabled"} {
		file := "kernel_" + name + "_gen.go"
		out := filepath.Join(t.TempDir(), file)
		cmd := exec.Command("go", "run", "../../search/kernelgen", "-type", typ, "-func", name+"IDAStar", "-out", out)
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		fresh, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(fresh), string(kept)); diff != "" {
			t.Errorf("run go generate; %s is not what the generator writes:\n%s", file, diff)
		}
	}
}
