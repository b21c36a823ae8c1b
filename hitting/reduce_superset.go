package hitting

// superset drops the sets that contain s, equal ones included.
//
// Whatever hits s hits them, so they ask for nothing.
//
// A set that contains s is among the sets of any element of s; the element
// with the fewest is asked.
func (r *reducer) superset(s int32) {
	set := r.set(s)
	mark := r.nextMark()
	rare := set[0]
	for _, e := range set {
		r.elemMark[e] = mark
		if r.occSize[e] < r.occSize[rare] {
			rare = e
		}
	}
	r.allowance -= len(set)
	first, last := set[0], set[len(set)-1]
	for _, t := range r.setsOf(rare) {
		r.allowance--
		if t == s || r.setGone[t] || r.setSize[t] < r.setSize[s] {
			continue
		}
		other := r.set(t)
		if other[0] > first || other[len(other)-1] < last {
			continue
		}
		if r.contains(other, len(set), r.elemMark, mark) {
			r.dropSet(t)
		}
	}
}

// contains reports whether n members of list have the mark.
func (r *reducer) contains(list []int32, n int, marks []int32, mark int32) bool {
	spare := len(list) - n // members that need not have it
	for i, x := range list {
		if marks[x] != mark {
			if spare--; spare < 0 {
				r.allowance -= i
				return false
			}
		}
	}
	r.allowance -= len(list)
	return true
}
