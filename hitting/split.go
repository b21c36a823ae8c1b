package hitting

// component is a part of a problem that shares no element with the rest.
type component struct {
	*system
	elem   []int32 // the problem's number of each element, ascending
	packed []int32 // sets that share no element
	best   []int32 // the smallest hitting set found
	lower  int     // proven lower bound of its size
	known  int     // another one, of the ascent or of a saved state, without cores
	first  int     // where the packed sets begin in the proof's bounds, if there is one
}

// originals returns the problem's numbers of elements of the component.
func (c *component) originals(elements []int32) []int32 {
	list := make([]int32, len(elements))
	for i, e := range elements {
		list[i] = c.elem[e]
	}
	return list
}

// bound is the proven lower bound.
func (c *component) bound() int { return max(c.lower, c.known) }

// split returns the components of what the reducer left, in order of their
// first sets. Smallest hitting sets of the components are together one of the
// whole.
func (r *reducer) split() ([]*component, error) {
	part := make([]int32, len(r.occ)) // of each element
	for e := range part {
		part[e] = none
	}
	var parts [][]int32 // sets of each part
	var stack []int32
	seen := make([]bool, len(r.sets))
	for s := range r.sets {
		if r.setGone[s] || seen[s] {
			continue
		}
		n := int32(len(parts))
		seen[s] = true
		stack = append(stack[:0], int32(s))
		var sets []int32
		for len(stack) > 0 {
			t := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			sets = append(sets, t)
			for _, e := range r.set(t) {
				if part[e] != none {
					continue
				}
				part[e] = n
				for _, u := range r.setsOf(e) {
					if !seen[u] {
						seen[u] = true
						stack = append(stack, u)
					}
				}
				if err := r.pace.spend(len(r.occ[e])); err != nil {
					return nil, err
				}
			}
		}
		parts = append(parts, sets)
	}

	comps := make([]*component, len(parts))
	for i := range comps {
		comps[i] = &component{}
	}
	local := make([]int32, len(r.occ)) // number within the component
	for e, n := range part {
		if n != none {
			local[e] = int32(len(comps[n].elem))
			comps[n].elem = append(comps[n].elem, int32(e))
		}
		if err := r.pace.spend(1); err != nil {
			return nil, err
		}
	}
	for i, c := range comps {
		sets := make([][]int32, len(parts[i]))
		for j, s := range parts[i] {
			sets[j] = r.set(s)
			for k, e := range sets[j] {
				sets[j][k] = local[e]
			}
			if err := r.pace.spend(len(sets[j])); err != nil {
				return nil, err
			}
		}
		var err error
		if c.system, err = newSystem(len(c.elem), sets, r.pace); err != nil {
			return nil, err
		}
	}
	return comps, nil
}
