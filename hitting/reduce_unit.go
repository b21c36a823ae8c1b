package hitting

// unit takes the element of s if s has just one, and reports whether it did.
//
// Every hitting set has that element, so what is left is to hit the sets
// without it.
func (r *reducer) unit(s int32) bool {
	if r.setSize[s] != 1 {
		return false
	}
	e := r.set(s)[0]
	r.taken = append(r.taken, e)
	if r.proof != nil {
		r.proof.bound(r.proof.clause([]int32{e}))
	}
	for _, t := range r.setsOf(e) {
		r.dropSet(t)
	}
	r.elemGone[e] = true
	return true
}
