package hitting

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
)

// withTriangles writes some sets of p as triangles: new elements 3 more for each,
// and hitting sets that are larger by 2.
func withTriangles(p *Problem, which func(int) bool) (q *Problem, more int) {
	q = &Problem{Elements: p.Elements}
	for i, set := range p.Sets {
		set = slices.Clone(set)
		slices.Sort(set)
		set = slices.Compact(set)
		if !which(i) || len(set) < 3 {
			q.Sets = append(q.Sets, set)
			continue
		}
		a := int32(q.Elements + 1)
		q.Elements += 3
		more += 2
		q.Sets = append(q.Sets, []int32{a, a + 1}, []int32{a + 1, a + 2}, []int32{a + 2, a},
			[]int32{a, set[0]}, []int32{a + 1, set[1]}, append([]int32{a + 2}, set[2:]...))
	}
	return q, more
}

func TestTriangles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, 12)
		q, more := withTriangles(p, func(i int) bool { return rapid.Bool().Draw(t, "triangle") })
		r := Solve(background, q, budget.Limits{})
		check(t, q, r)
		if want := twin(p) + more; len(r.Elements) != want || !r.Proven {
			t.Fatalf("%d elements, want %d", len(r.Elements), want)
		}
	})
}

// TestTrianglesOfGraphs: small sparse graphs, where triangles touch each other.
func TestTrianglesOfGraphs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 15).Draw(t, "elements")
		p := random(rapid.Uint64().Draw(t, "seed"), n, rapid.IntRange(3, 2*n).Draw(t, "sets"), 2)
		for i := int32(1); int(i)+2 <= n; i += 3 {
			if rapid.Bool().Draw(t, "ring") {
				p.Sets = append(p.Sets, []int32{i, i + 1}, []int32{i + 1, i + 2}, []int32{i + 2, i})
			}
		}
		r := Solve(background, p, budget.Limits{})
		check(t, p, r)
		if want := twin(p); len(r.Elements) != want || !r.Proven {
			t.Fatalf("%v: %d elements, want %d", p.Sets, len(r.Elements), want)
		}
	})
}

// TestTrianglesAreFound: without the rule this would not be one set.
func TestTrianglesAreFound(t *testing.T) {
	p := &Problem{Elements: 9}
	for e := int32(1); e <= 9; e++ {
		for f := e + 1; f <= 9; f++ {
			for g := f + 1; g <= 9; g++ {
				p.Sets = append(p.Sets, []int32{e, f, g})
			}
		}
	}
	q, _ := withTriangles(p, func(int) bool { return true })
	v := solving{pace: &pacer{meter: budget.NewMeter(background, budget.Limits{})}}
	size, _, err := v.inspect(q)
	if err == nil {
		err = v.prepare(q, size)
	}
	if err != nil || len(v.folded) != len(p.Sets) || len(v.comps) != 1 || len(v.comps[0].occ) != 9 || len(v.comps[0].sets) != len(p.Sets) {
		t.Fatalf("%v: %d triangles of %d, %d components", err, len(v.folded), len(p.Sets), len(v.comps))
	}
}
