package hitting

import (
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
)

// disjoint reports whether the sets share no element.
func disjoint(p *Problem, sets []int) bool {
	used := map[int32]int{}
	for _, s := range sets {
		for _, e := range p.Sets[s] {
			if by, ok := used[e]; ok && by != s {
				return false
			}
			used[e] = s
		}
	}
	return true
}

func TestPackingAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, 14)
		if len(p.Sets) > 12 {
			p.Sets = p.Sets[:12]
		}
		want := 0
		for chosen := range uint(1) << len(p.Sets) {
			var sets []int
			for s := range p.Sets {
				if chosen>>s&1 == 1 {
					sets = append(sets, s)
				}
			}
			if n := bits.OnesCount(chosen); n > want && disjoint(p, sets) {
				want = n
			}
		}
		got, largest, err := Packing(background, p, budget.Limits{})
		if err != nil || !largest || len(got) != want || !disjoint(p, got) || !slices.IsSorted(got) {
			t.Fatalf("%v, %t, %v; want %d", got, largest, err, want)
		}
	})
}

func TestPackingLimits(t *testing.T) {
	p := random(1, 400, 900, 3)
	got, largest, err := Packing(background, p, budget.Limits{Nodes: 1})
	if err != nil || largest || len(got) == 0 || !disjoint(p, got) {
		t.Errorf("%d sets, %t, %v", len(got), largest, err)
	}
	star := &Problem{Elements: 1}
	for range 800 { // more conflicts than are looked at
		star.Sets = append(star.Sets, []int32{1})
	}
	if got, largest, err = Packing(background, star, budget.Limits{}); err != nil || largest || len(got) != 1 {
		t.Errorf("%v, %t, %v", got, largest, err)
	}
	if got, _, err = Packing(background, &Problem{Elements: 1, Sets: [][]int32{{}, {1}}}, budget.Limits{}); err != nil || !slices.Equal(got, []int{1}) {
		t.Errorf("%v, %v", got, err)
	}
	if _, _, err = Packing(background, &Problem{Sets: [][]int32{{1}}}, budget.Limits{}); err == nil {
		t.Error("no error for an element that there is not")
	}
}
