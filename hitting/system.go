package hitting

// system is a problem as both lists of its incidences: elements 0, 1, … and
// the sets 0, 1, … that are to be hit.
//
//	         element 0 1 2 3
//	set 0            x x . .      sets[0] = 0 1
//	set 1            . x x x      sets[1] = 1 2 3
//	                              occ[1]  = 0 1
//
// All lists ascend.
type system struct {
	sets [][]int32 // elements of each set
	occ  [][]int32 // sets of each element
	size int       // incidences
}

// newSystem builds the lists of occurrences. The sets are kept, not copied.
func newSystem(elements int, sets [][]int32, pace *pacer) (*system, error) {
	y := &system{sets: sets, occ: make([][]int32, elements)}
	count := make([]int32, elements)
	for _, set := range sets {
		for _, e := range set {
			count[e]++
		}
		y.size += len(set)
		if err := pace.spend(len(set)); err != nil {
			return nil, err
		}
	}
	all := make([]int32, y.size)
	for e, n := range count {
		y.occ[e], all = all[:0:n], all[n:]
		if err := pace.spend(1); err != nil {
			return nil, err
		}
	}
	for s, set := range sets {
		for _, e := range set {
			y.occ[e] = append(y.occ[e], int32(s))
		}
		if err := pace.spend(len(set)); err != nil {
			return nil, err
		}
	}
	return y, nil
}

// bytesPerIncidence is about what Solve holds for each element of a set: the
// reducer's lists, a component's lists, and the clauses and watches.
const bytesPerIncidence = 32
