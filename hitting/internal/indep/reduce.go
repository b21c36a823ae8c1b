package indep

import "math/bits"

// reduce chooses and closes open vertices without branching, until nothing more
// is to be had:
//
//   - a vertex all of whose open neighbours are neighbours of each other is
//     chosen, and they are closed. A largest set has one of them or the vertex
//     at the most; in its place the vertex does as well. (Degrees 0 and 1, and
//     triangles of degree 2, are what is met mostly.)
func (s *Search) reduce(open []uint64) {
	for again := true; again; {
		again = false
		for i := range open {
			for w := open[i]; w != 0; w &= w - 1 {
				v := i*64 + bits.TrailingZeros64(w)
				if has(open, v) && s.simplicial(open, v) {
					s.chosen = append(s.chosen, v)
					row := s.row(v)
					for j := range open {
						open[j] &^= row[j]
					}
					again = true
				}
			}
		}
	}
}

// simplicialDegree is the highest degree at which reduce looks for cliques.
const simplicialDegree = 3

// simplicial reports whether the open neighbours of v are a clique of at most
// simplicialDegree.
func (s *Search) simplicial(open []uint64, v int) bool {
	row := s.row(v)
	degree := -1 // v itself
	for j, o := range open {
		degree += bits.OnesCount64(o & row[j])
	}
	if degree <= 1 {
		return true
	}
	if degree > simplicialDegree {
		return false
	}
	for i, o := range open {
		for w := o & row[i]; w != 0; w &= w - 1 {
			other := s.row(i*64 + bits.TrailingZeros64(w))
			for j := range open {
				if open[j]&row[j]&^other[j] != 0 {
					return false
				}
			}
		}
	}
	return true
}
