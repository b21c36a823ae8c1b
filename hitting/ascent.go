package hitting

// ascentUnit is 1 in the fractions of ascent. Rounding them down costs nothing
// unless the sum is within some millionths of a whole number.
const ascentUnit = 1 << 20

// ascent returns a lower bound of the size of a hitting set, by dual ascent: sets
// are given values so that those of the sets of each element are at most 1
// together. A hitting set's elements have among them all sets, so the values of
// all sets are at most as many as its elements.
//
// At first each element divides its 1 evenly among its sets, and a set has the
// least of what its elements give. (So the bound is never worse than counting, that
// is, the number of sets over the most that an element hits.) Then the sets, in
// order, take what all of their elements have left. That is linear, and looks at
// each incidence three times.
//
// A packing is the special case of values 0 and 1. But cores can go on from a
// packing only: so this bound does not help to find a hitting set, it says at
// once that one is smallest. (Fisher and Kedia, "Optimal solution of set
// covering/partitioning problems using dual heuristics", 1990.)
func (y *system) ascent(pace *pacer) (int, error) {
	left := make([]int64, len(y.occ))
	for e := range left {
		left[e] = ascentUnit
	}
	var sum int64
	give := func(set []int32, value int64) error {
		for _, e := range set {
			left[e] -= value
		}
		sum += value
		return pace.spend(2 * len(set))
	}
	for _, set := range y.sets {
		most := 1
		for _, e := range set {
			most = max(most, len(y.occ[e]))
		}
		if err := give(set, ascentUnit/int64(most)); err != nil {
			return 0, err
		}
	}
	for _, set := range y.sets {
		least := int64(ascentUnit)
		for _, e := range set {
			least = min(least, left[e])
		}
		if err := give(set, least); err != nil {
			return 0, err
		}
	}
	return int((sum + ascentUnit - 1) / ascentUnit), nil
}
