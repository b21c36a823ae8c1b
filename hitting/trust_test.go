package hitting

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/internal/trust"
)

// hgr is the problem in the format of PACE 2025, its lines joined by /.
func (p *Problem) hgr() string {
	var text strings.Builder
	fmt.Fprintf(&text, "p hs %d %d", p.Elements, len(p.Sets))
	for _, set := range p.Sets {
		text.WriteString(" /")
		for _, e := range set {
			fmt.Fprintf(&text, " %d", e)
		}
	}
	return text.String()
}

// trustProblem draws sets of several sorts: of any sizes or all of one, few or
// more than the branch and bound takes, of neighbouring elements as in a puzzle,
// and problems side by side.
func trustProblem(rng *rand.Rand) *Problem {
	if rng.IntN(10) == 0 {
		return two(trustSets(rng, 9), trustSets(rng, 9))
	}
	return trustSets(rng, 18)
}

// trustSets draws one of those problems with so many elements at the most.
func trustSets(rng *rand.Rand, most int) *Problem {
	p := &Problem{Elements: 1 + rng.IntN(most)}
	sets := rng.IntN(2*p.Elements + 1)
	if rng.IntN(5) == 0 {
		sets = rng.IntN(150)
	}
	size := min(2+rng.IntN(3), p.Elements)
	sort := rng.IntN(3)
	for range sets {
		n := size
		if sort == 0 {
			n = 1 + rng.IntN(min(6, p.Elements))
		}
		set := make([]int32, 0, n)
		if sort == 1 {
			from := rng.IntN(p.Elements)
			for i := range n {
				set = append(set, int32((from+i*(1+rng.IntN(2)))%p.Elements+1)) // some twice
			}
		} else {
			for _, e := range rng.Perm(p.Elements)[:n] {
				set = append(set, int32(e+1))
			}
		}
		p.Sets = append(p.Sets, set)
	}
	if len(p.Sets) > 0 && rng.IntN(50) == 0 {
		p.Sets[rng.IntN(len(p.Sets))] = nil
	}
	return p
}

// simple is the literal search with a word for each set: all subsets of the
// elements, small ones first. It is -1 when there is no hitting set.
func simple(p *Problem) int {
	var words []uint64
	for _, set := range p.Sets {
		w := uint64(0)
		for _, e := range set {
			w |= 1 << (e - 1)
		}
		words = append(words, w)
	}
	if slices.Contains(words, 0) {
		return -1
	}
	for n := 0; ; n++ {
		if tryAll(words, 1<<p.Elements-1, 0, n) {
			return n
		}
	}
}

// tryAll reports whether some n of the elements in left, together with those
// taken, meet all sets.
func tryAll(words []uint64, left, taken uint64, n int) bool {
	if n == 0 {
		return !slices.ContainsFunc(words, func(w uint64) bool { return w&taken == 0 })
	}
	for ; left != 0; left &= left - 1 {
		if tryAll(words, left&(left-1), taken|left&-left, n-1) {
			return true
		}
	}
	return false
}

// TestSimple holds the two literal searches against each other.
func TestSimple(t *testing.T) {
	for i := range uint64(300) {
		p := trustSets(rand.New(rand.NewPCG(2, i)), 10)
		if a, b := simple(p), twin(p); a != b {
			t.Errorf("%s: %d, %d", p.hgr(), a, b)
		}
	}
}

// recorder is a tester that keeps what was wrong first.
type recorder struct{ err error }

func (*recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// Fatalf panics, as there is no goroutine of a test to end.
func (*recorder) Fatalf(format string, args ...any) { panic(fmt.Errorf(format, args...)) }

// TestTrust holds Solve, and both of its searches alone, against the literal one.
func TestTrust(t *testing.T) {
	trust.Run(t, trust.Comparison[*Problem]{
		Name: "hitting",
		What: "size, by Solve, by the branch and bound alone and by the core-guided search alone; all subsets in order of size",
		Few:  2000,
		Draw: trustProblem,
		Text: (*Problem).hgr,
		New:  func() trust.Comparer[*Problem] { return compareHitting },
	})
}

func compareHitting(p *Problem) (labels []string, err error) {
	want := simple(p)
	r := new(recorder)
	labels = []string{trust.Span("elements", p.Elements, 5), "sets: up to 64", trust.Span("fewest", max(want, 0), 3), "status: solved"}
	if len(p.Sets) > BitsSets {
		labels[1] = "sets: 65 and more"
	}
	s := Solve(background, p, budget.Limits{})
	check(r, p, s)
	if want < 0 {
		labels = append(labels[:2], "status: infeasible")
		if !s.Infeasible || !s.Proven {
			r.Errorf("%+v; a set is empty", s)
		}
		return labels, r.err
	}
	if len(s.Elements) != want || s.Lower != want || !s.Proven || s.Infeasible {
		r.Errorf("%+v; %d elements are right", s, want)
	}
	if len(p.Sets) <= BitsSets {
		b := byBits(p)
		hit := hitsAll(p, func(e int32) bool { return b.Taken>>(e-1)&1 == 1 })
		if b.Size() != want || b.Lower != want || !b.Proven || b.Err != nil || !hit {
			r.Errorf("branch and bound: %+v; %d elements are right", b, want)
		}
	}
	if c := byCores(r, p, len(p.Sets)%2 == 0); c != want {
		r.Errorf("core-guided search: %d elements; %d are right", c, want)
	}
	return labels, r.err
}
