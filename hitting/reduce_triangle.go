package hitting

import "slices"

// triangle is three elements a, b and c that were taken out of the problem:
//
//	{a,b} {b,c} {c,a}      and of other sets just      {a}+A  {b}+B  {c}+C
//
// are their sets. The three pairs need two of the elements. If these are b and c,
// then A has to be hit; and where all three are taken, an element of A may stand
// in for a. So in place of the six sets, one is left, and two elements are taken:
//
//	A + B + C
//
// Which two is known when that set is hit: if A is, they are b and c.
//
// (For vertex cover this is how hitting sets of three elements are written as
// graphs, the other way round; it undoes that.)
type triangle struct {
	corner [3]int32
	rest   [3][]int32 // A, B and C
}

// Each triangle takes so many elements.
const triangleCost = 2

// triangleRest is the most elements of A, B and C together.
const triangleRest = 24

// triangleRounds is how often triangles are looked for: each time all the rules
// are applied anew.
const triangleRounds = 8

// unfold adds the elements of t to a hitting set of what was left after it.
func (t *triangle) unfold(in map[int32]bool) {
	out := slices.IndexFunc(t.rest[:], func(rest []int32) bool {
		return slices.ContainsFunc(rest, func(e int32) bool { return in[e] })
	})
	for i, e := range t.corner {
		if i != out {
			in[e] = true
		}
	}
}

// triangles takes triangles out that do not touch each other, and returns the
// sets that are then left, and the triangles.
func (r *reducer) triangles() (sets [][]int32, found []triangle) {
	const (
		free    = iota
		corner  // of a triangle
		outside // in the rest of one
	)
	role := make([]uint8, len(r.occ))
	gone := make([]bool, len(r.sets))
	for e := range r.occ {
		t, own, ok := r.triangleAt(int32(e))
		if !ok {
			continue
		}
		touched := slices.ContainsFunc(t.corner[:], func(e int32) bool { return role[e] != free })
		var all []int32
		for _, rest := range t.rest {
			all = append(all, rest...)
			touched = touched || slices.ContainsFunc(rest, func(e int32) bool { return role[e] == corner })
		}
		if touched {
			continue
		}
		for _, e := range t.corner {
			role[e] = corner
		}
		for _, e := range all {
			role[e] = outside
		}
		for _, s := range own {
			gone[s] = true
		}
		slices.Sort(all)
		sets = append(sets, slices.Compact(all))
		found = append(found, t)
	}
	if found == nil {
		return nil, nil
	}
	for s := range r.sets {
		if !r.setGone[s] && !gone[s] {
			sets = append(sets, r.set(int32(s)))
		}
	}
	return sets, found
}

// triangleAt returns the triangle whose first corner is a, and its sets.
func (r *reducer) triangleAt(a int32) (t triangle, sets []int32, ok bool) {
	if r.elemGone[a] || r.occSize[a] != 3 {
		return t, nil, false
	}
	for i, s := range r.setsOf(a) {
		for _, u := range r.setsOf(a)[i+1:] {
			b, okB := r.partner(s, a)
			c, okC := r.partner(u, a)
			if !okB || !okC || a > b || a > c || r.occSize[b] != 3 || r.occSize[c] != 3 {
				continue
			}
			v := slices.IndexFunc(r.setsOf(b), func(v int32) bool {
				other, ok := r.partner(v, b)
				return ok && other == c
			})
			if v < 0 {
				continue
			}
			t.corner = [3]int32{a, b, c}
			sets = []int32{s, u, r.setsOf(b)[v]}
			return t, sets, r.thirds(&t, &sets)
		}
	}
	return t, nil, false
}

// partner returns the other element of a pair.
func (r *reducer) partner(s, e int32) (int32, bool) {
	if r.setSize[s] != 2 {
		return 0, false
	}
	set := r.set(s)
	return set[0] + set[1] - e, true
}

// thirds finds the third set of each corner, appends it to sets, and reports
// whether they are few enough. A third set has no other corner, or it would
// contain one of the pairs and be gone.
func (r *reducer) thirds(t *triangle, sets *[]int32) bool {
	size := 0
	for i, e := range t.corner {
		for _, s := range r.setsOf(e) {
			if slices.Contains((*sets)[:3], s) {
				continue
			}
			*sets = append(*sets, s)
			for _, f := range r.set(s) {
				if f != e {
					if slices.Contains(t.corner[:], f) {
						return false // the allowance did not last to find that
					}
					t.rest[i] = append(t.rest[i], f)
				}
			}
			size += len(t.rest[i])
		}
	}
	return len(*sets) == 6 && size <= triangleRest
}
