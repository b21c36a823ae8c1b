package hitting

import (
	"math/bits"
	"math/rand/v2"

	"pgregory.net/rapid"
)

// twin is the literal search: all subsets, looking for the smallest that meets
// all sets.
func twin(p *Problem) (size int) {
	size = -1
	for a := range 1 << p.Elements {
		if n := bits.OnesCount(uint(a)); (size < 0 || n < size) && hitsAll(p, func(e int32) bool { return a>>(e-1)&1 == 1 }) {
			size = n
		}
	}
	return size
}

func hitsAll(p *Problem, in func(int32) bool) bool {
	for _, set := range p.Sets {
		hit := false
		for _, e := range set {
			hit = hit || in(e)
		}
		if !hit {
			return false
		}
	}
	return true
}

func drawProblem(t *rapid.T, most int) *Problem {
	p := &Problem{Elements: rapid.IntRange(1, most).Draw(t, "elements")}
	element := rapid.Int32Range(1, int32(p.Elements))
	p.Sets = rapid.SliceOfN(rapid.SliceOfN(element, 1, 5), 0, 25).Draw(t, "sets")
	return p
}

// random returns sets of distinct elements, the same for the same seed.
func random(seed uint64, elements, sets, size int) *Problem {
	rng := rand.New(rand.NewPCG(seed, 0))
	p := &Problem{Elements: elements}
	for range sets {
		var set []int32
		for _, e := range rng.Perm(elements)[:size] {
			set = append(set, int32(e+1))
		}
		p.Sets = append(p.Sets, set)
	}
	return p
}

// grid returns the squares of n by n matchstick cells: small sets first.
func grid(n int) *Problem {
	p := &Problem{Elements: 2 * n * (n + 1)}
	w := 2*n + 1
	for k := 1; k <= n; k++ {
		for r := 0; r+k <= n; r++ {
			for c := 0; c+k <= n; c++ {
				var set []int32
				for i := range k {
					for _, s := range []int{r*w + c + i, (r+k)*w + c + i, (r+i)*w + n + c, (r+i)*w + n + c + k} {
						set = append(set, int32(s+1))
					}
				}
				p.Sets = append(p.Sets, set)
			}
		}
	}
	return p
}

// two returns problems side by side.
func two(p, q *Problem) *Problem {
	r := &Problem{Elements: p.Elements + q.Elements, Sets: p.Sets}
	for _, set := range q.Sets {
		var moved []int32
		for _, e := range set {
			moved = append(moved, e+int32(p.Elements))
		}
		r.Sets = append(r.Sets[:len(r.Sets):len(r.Sets)], moved)
	}
	return r
}
