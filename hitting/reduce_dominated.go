package hitting

// dominated drops e if another element is in all sets of e, or if e is in no
// set.
//
// In a hitting set with e, the other element may stand in for e, so some
// smallest hitting set does without e. Of two elements in the same sets, the
// smaller one stays.
//
// The other element is in any set of e; the smallest one is asked.
func (r *reducer) dominated(e int32) {
	sets := r.setsOf(e)
	if len(sets) == 0 {
		r.elemGone[e] = true
		return
	}
	mark := r.nextMark()
	small := sets[0]
	for _, s := range sets {
		r.setMark[s] = mark
		if r.setSize[s] < r.setSize[small] {
			small = s
		}
	}
	r.allowance -= len(sets)
	first, last := sets[0], sets[len(sets)-1]
	for _, f := range r.set(small) {
		r.allowance--
		if f == e || r.occSize[f] < r.occSize[e] {
			continue
		}
		other := r.setsOf(f)
		if other[0] > first || other[len(other)-1] < last {
			continue
		}
		if !r.contains(other, len(sets), r.setMark, mark) {
			continue
		}
		if len(other) == len(sets) && f > e {
			r.proof.dominated(f, e)
			r.dropElem(f)
			continue
		}
		r.proof.dominated(e, f)
		r.dropElem(e)
		return
	}
}
