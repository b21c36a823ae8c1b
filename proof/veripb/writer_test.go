package veripb_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/hitting"
	"github.com/deepen-go/deepen/proof/check"
	"github.com/deepen-go/deepen/proof/opb"
	"github.com/deepen-go/deepen/proof/veripb"
	"github.com/deepen-go/deepen/puzzle"
)

// The two interfaces are one.
var (
	_ hitting.ProofLog = (*veripb.Writer)(nil)
	_ puzzle.ProofLog  = hitting.ProofLog(nil)
)

func TestLines(t *testing.T) {
	var b bytes.Buffer
	w := veripb.New(&b, 3, 2)
	numbers := []int{w.Implied([]int{1, -2}), w.Implied(nil), w.Dominated(2, 3)}
	only, also := w.Count(4, []int{1, -2, 3}, 2)
	numbers = append(numbers, only, also,
		w.Combine([]int{3, 1, 2}, []int{2, 1, 1}, []int{1, -3}, 2),
		w.Combine([]int{3}, []int{1}, nil, 1),
		w.Combine(nil, nil, []int{1, 2}, 1))
	w.Forget([]int{3, 4})
	numbers = append(numbers, w.Solution([]int{1, 3}))
	if w.Complete() {
		t.Error("complete too early")
	}
	w.Contradiction(11)
	for i, n := range numbers {
		if n != 3+i {
			t.Errorf("numbers %v", numbers)
			break
		}
	}
	const want = `pseudo-Boolean proof version 1.2
f 2
rup 1 x1 1 ~x2 >= 1 ;
rup >= 1 ;
red 1 ~x2 >= 1 ; x2 -> 0 x3 -> 1
red 2 ~x4 1 x1 1 ~x2 1 x3 >= 2 ; x4 -> 0
red 2 x4 1 ~x1 1 x2 1 ~x3 >= 2 ; x4 -> 1
pol 3 2 * 1 + 2 + x1 + ~x3 + 2 d
pol 3
pol x1 x2 +
del id 3 4
o x1 ~x2 x3
c 11
`
	if err := w.Close(); err != nil || b.String() != want || !w.Complete() || w.Size() != int64(len(want)) {
		t.Errorf("%v, complete %t, %d bytes:\n%s", err, w.Complete(), w.Size(), b.String())
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no room") }

func TestError(t *testing.T) {
	w := veripb.New(full{}, 1, 1)
	for range 10_000 {
		w.Implied([]int{1, -1})
	}
	if err := w.Close(); err == nil || err.Error() != "no room" {
		t.Errorf("error %v", err)
	}
}

// prove returns the formula, the proof and the result.
func prove(t testing.TB, p *hitting.Problem, limits budget.Limits) (formula, proof string, r hitting.Result) {
	t.Helper()
	var f, b bytes.Buffer
	if err := opb.Write(&f, p.Elements, p.Sets); err != nil {
		t.Fatal(err)
	}
	w := veripb.New(&b, p.Elements, len(p.Sets))
	r = hitting.Prove(context.Background(), p, limits, w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if w.Complete() != r.Proven {
		t.Fatalf("the proof is complete: %t; the result is proven: %t", w.Complete(), r.Proven)
	}
	return f.String(), b.String(), r
}

// random returns sets of distinct elements, the same for the same seed.
func random(seed uint64, elements, sets, size int) *hitting.Problem {
	rng := rand.New(rand.NewPCG(seed, 0))
	p := &hitting.Problem{Elements: elements}
	for range sets {
		var set []int32
		for _, e := range rng.Perm(elements)[:size] {
			set = append(set, int32(e+1))
		}
		p.Sets = append(p.Sets, set)
	}
	return p
}

// TestForgetting needs a search so long that clauses are forgotten.
func TestForgetting(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of conflicts")
	}
	p := random(1, 52, 128, 4)
	formula, proof, r := prove(t, p, budget.Limits{})
	if !strings.Contains(proof, "\ndel id ") {
		t.Fatalf("nothing was forgotten in %d conflicts", r.Expanded)
	}
	c, err := check.Check(strings.NewReader(formula), strings.NewReader(proof), check.Options{})
	if err != nil || c.Best != int64(len(r.Elements)) {
		t.Errorf("%+v, %v; the optimum is %d", c, err, len(r.Elements))
	}
}

// TestStopped stops searches at many points: a proof is complete if and only if
// the result is proven, and all of its lines are right so far.
func TestStopped(t *testing.T) {
	p := random(3, 24, 45, 3)
	for nodes := uint64(1); ; nodes += 1 + nodes/2 {
		formula, proof, r := prove(t, p, budget.Limits{Nodes: nodes})
		_, err := check.Check(strings.NewReader(formula), strings.NewReader(proof), check.Options{})
		if r.Proven {
			if err != nil {
				t.Error(err)
			}
			break
		}
		if err == nil || !strings.HasSuffix(err.Error(), "it is not complete") {
			t.Errorf("stopped after %d nodes: %v", nodes, err)
		}
	}
}

// TestInvalid writes no step for a problem that is not valid.
func TestInvalid(t *testing.T) {
	w := veripb.New(new(bytes.Buffer), 1, 1)
	size := w.Size()
	r := hitting.Prove(context.Background(), &hitting.Problem{Elements: 1, Sets: [][]int32{{2}}}, budget.Limits{}, w)
	if r.Err == nil || w.Size() != size {
		t.Errorf("%+v, %d bytes", r, w.Size())
	}
}

func BenchmarkProve(b *testing.B) {
	p := random(1, 52, 128, 4)
	for b.Loop() {
		prove(b, p, budget.Limits{})
	}
}
