package cover

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/internal/trust"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// queens is n queens: rows and columns are primary, diagonals secondary.
func queens(n int) *Problem {
	p := &Problem{Items: 6*n - 2, Primary: 2 * n}
	for r := range n {
		for c := range n {
			p.Options = append(p.Options, []Entry{
				{Item: int32(r)}, {Item: int32(n + c)},
				{Item: int32(2*n + r + c)}, {Item: int32(4*n - 1 + r - c + n - 1)},
			})
		}
	}
	return p
}

func count(t *testing.T, p *Problem) Result {
	t.Helper()
	r := Search(context.Background(), p, Options{}, budget.Limits{})
	if r.Err != nil || !r.Complete {
		t.Fatalf("%+v", r)
	}
	return r
}

// TestQueens: the numbers are those of OEIS A000170; the nodes are pinned.
func TestQueens(t *testing.T) {
	known := []uint64{4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724}
	nodes := map[int]uint64{}
	for n := 4; n <= 10; n++ {
		r := count(t, queens(n))
		if r.Count != known[n] {
			t.Errorf("%d queens: %d, not %d", n, r.Count, known[n])
		}
		nodes[n] = r.Generated
	}
	// A change of these is one of the search; see the package's documentation.
	pinned := map[int]uint64{4: 16, 5: 51, 6: 110, 7: 371, 8: 1198, 9: 4662, 10: 16447}
	if !maps.Equal(nodes, pinned) {
		t.Errorf("generated: %v, not %v", nodes, pinned)
	}
}

// twin finds the solutions by the definition: all sets of options, of which each holds
// the first primary item that is not covered yet.
func twin(p *Problem) (solutions [][]int32) {
	var chosen []int32
	colour := make([]int32, p.Items) // -1: taken; 0: free
	fits := func(o int) bool {
		return !slices.ContainsFunc(p.Options[o], func(e Entry) bool {
			return colour[e.Item] != 0 && (e.Colour == 0 || colour[e.Item] != e.Colour)
		})
	}
	var visit func()
	visit = func() {
		x := slices.Index(colour[:p.Primary], 0)
		if x < 0 {
			s := slices.Clone(chosen)
			slices.Sort(s)
			solutions = append(solutions, s)
			return
		}
		for o, option := range p.Options {
			if !slices.ContainsFunc(option, func(e Entry) bool { return int(e.Item) == x }) || !fits(o) {
				continue
			}
			before := slices.Clone(colour)
			for _, e := range option {
				colour[e.Item] = max(e.Colour, 0)
				if e.Colour == 0 {
					colour[e.Item] = -1
				}
			}
			chosen = append(chosen, int32(o))
			visit()
			chosen = chosen[:len(chosen)-1]
			copy(colour, before)
		}
	}
	visit()
	slices.SortFunc(solutions, slices.Compare)
	return solutions
}

// draw makes a small problem; half of them have a solution for sure.
func draw(rng *rand.Rand) *Problem {
	p := &Problem{Primary: rng.IntN(9)}
	p.Items = p.Primary + rng.IntN(5)
	hidden := make([]int32, p.Items) // the colours of the solution that is put in
	for i := range hidden {
		hidden[i] = int32(rng.IntN(4))
	}
	colour := func(i int) int32 {
		if i < p.Primary {
			return 0
		}
		return int32(rng.IntN(4))
	}
	for range rng.IntN(24) {
		var option []Entry
		for i := range p.Items {
			if rng.IntN(4) == 0 {
				option = append(option, Entry{int32(i), colour(i)})
			}
		}
		rng.Shuffle(len(option), func(i, j int) { option[i], option[j] = option[j], option[i] })
		p.Options = append(p.Options, option)
	}
	if rng.IntN(2) == 0 {
		at := rng.Perm(p.Primary)
		for len(at) > 0 {
			n := 1 + rng.IntN(min(3, len(at)))
			var option []Entry
			for _, i := range at[:n] {
				option = append(option, Entry{int32(i), 0})
			}
			for i := p.Primary; i < p.Items; i++ {
				if hidden[i] > 0 && rng.IntN(2) == 0 {
					option = append(option, Entry{int32(i), hidden[i]})
				}
			}
			at = at[n:]
			p.Options = append(p.Options, option)
		}
	}
	rng.Shuffle(len(p.Options), func(i, j int) { p.Options[i], p.Options[j] = p.Options[j], p.Options[i] })
	return p
}

// TestTrust holds the search against the definition on random problems: all solutions,
// and one of them by its number, in small pieces and in one.
func TestTrust(t *testing.T) {
	trust.Run(t, trust.Comparison[*Problem]{
		Name: "cover",
		What: "all solutions, their number, the n-th, and the counts of nodes, in small pieces and in one; all sets by the definition",
		Few:  4000,
		Draw: draw,
		Text: func(p *Problem) string { return fmt.Sprintf("%+v", *p) },
		New:  func() trust.Comparer[*Problem] { return compare },
	})
}

func compare(p *Problem) (labels []string, err error) {
	ctx := context.Background()
	want := twin(p)
	labels = []string{
		"solutions: " + []string{"none", "one", "several"}[min(len(want), 2)],
		trust.Span("options", len(p.Options), 10),
	}
	opt := Options{List: len(want) + 1, pace: 1 + p.digest()%5}
	all := Search(ctx, p, opt, budget.Limits{})
	got := slices.Clone(all.Solutions)
	slices.SortFunc(got, slices.Compare)
	if all.Count != uint64(len(want)) || !all.Complete || all.Err != nil || !slices.EqualFunc(got, want, slices.Equal) {
		return labels, fmt.Errorf("%+v, not %v", all, want)
	}
	whole := Search(ctx, p, Options{}, budget.Limits{})
	if whole.Count != all.Count || whole.Generated != all.Generated || whole.Expanded != all.Expanded {
		return labels, fmt.Errorf("whole %+v, in pieces %+v", whole, all)
	}
	n := int((p.digest() >> 8) % uint64(len(want)+2))
	some := Search(ctx, p, Options{Most: uint64(n) + 1, Skip: uint64(n), List: 1, pace: opt.pace}, budget.Limits{})
	if found := n < len(want); found != (len(some.Solutions) == 1) || found && !slices.Equal(some.Solutions[0], all.Solutions[n]) || some.Complete == found {
		return labels, fmt.Errorf("number %d is %+v; all are %v", n, some, all.Solutions)
	}
	return labels, nil
}

// TestCrew: the same result, counts included, with helpers and without, for all
// solutions and for some.
func TestCrew(t *testing.T) {
	p := queens(9)
	for _, opt := range []Options{{pace: 50}, {Most: 1, List: 1, pace: 20}, {Most: 200, Skip: 190, List: 10, pace: 20}, {List: 1000, pace: 100}} {
		alone := Search(context.Background(), p, opt, budget.Limits{})
		for threads := 2; threads <= 4; threads++ {
			crew := budget.NewCrew(threads)
			crew.Enter()
			together := Search(context.Background(), p, opt, budget.Limits{Crew: crew})
			crew.Leave()
			if fmt.Sprint(together) != fmt.Sprint(alone) {
				t.Errorf("%+v with %d threads: %v, alone %v", opt, threads, together, alone)
			}
		}
	}
}

// TestResume stops a search at many places, and goes on from what it saved.
func TestResume(t *testing.T) {
	p := queens(8)
	for _, opt := range []Options{{pace: 37, List: 100}, {Most: 50, Skip: 40, List: 10, pace: 20}} {
		whole := Search(context.Background(), p, opt, budget.Limits{})
		for nodes := uint64(1); nodes < whole.Generated; nodes += 97 {
			var state []byte
			limits := budget.Limits{Nodes: nodes, Save: func(snapshot func() []byte) { state = snapshot() }}
			r := Search(context.Background(), p, opt, limits)
			if !errors.Is(r.Err, budget.ErrNodes) || r.Generated != nodes || r.Complete {
				t.Fatalf("%d nodes: %+v", nodes, r)
			}
			again := Search(context.Background(), p, opt, budget.Limits{Resume: state})
			again.Resumed = 0
			if fmt.Sprint(again) != fmt.Sprint(whole) {
				t.Fatalf("stopped after %d nodes and resumed: %v, whole %v", nodes, again, whole)
			}
		}
	}
}
