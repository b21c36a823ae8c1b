package hitting

// packAllowance is the work per incidence that pack may do to choose well.
const packAllowance = 64

// pack returns sets that share no element, in the order in which they were
// found: each needs an element of its own, so their number is a lower bound.
//
// Small sets come first, since they rule out the fewest others. Among sets of
// one size, the one that meets the fewest of them that are left is next (the
// greedy way to a large independent set), as long as finding it out is cheap.
func (y *system) pack(pace *pacer) ([]int32, error) {
	all := make([]int32, len(y.sets))
	for s := range all {
		all[s] = int32(s)
	}
	size := func(s int32) int { return len(y.sets[s]) }
	order, err := sorted(all, size, pace)
	if err != nil {
		return nil, err
	}
	p := packing{
		system: y, pace: pace,
		used: make([]bool, len(y.occ)), meets: make([]int32, len(y.sets)), open: make([]bool, len(y.sets)),
		allowance: packAllowance * (y.size + 1000),
	}
	for len(order) > 0 {
		n := 1
		for n < len(order) && size(order[n]) == size(order[0]) {
			n++
		}
		if err := p.class(order[:n]); err != nil {
			return nil, err
		}
		order = order[n:]
	}
	return p.packed, nil
}

// sorted returns the list in order of size, and otherwise in its own order.
func sorted(list []int32, size func(int32) int, pace *pacer) ([]int32, error) {
	var next []int32 // by size: first how many are smaller by one, then where to put the next
	for _, x := range list {
		if more := size(x) + 2 - len(next); more > 0 {
			next = append(next, make([]int32, more)...)
		}
		next[size(x)+1]++
		if err := pace.spend(4); err != nil {
			return nil, err
		}
	}
	for n := 1; n < len(next); n++ {
		next[n] += next[n-1]
	}
	order := make([]int32, len(list))
	for _, x := range list {
		order[next[size(x)]] = x
		next[size(x)]++
		if err := pace.spend(4); err != nil {
			return nil, err
		}
	}
	return order, nil
}

type packing struct {
	*system
	pace      *pacer
	used      []bool  // elements of packed sets
	open      []bool  // sets of the class that may still be packed
	meets     []int32 // open sets that share an element, counted for each one
	packed    []int32
	allowance int
}

// class packs sets of one size.
func (p *packing) class(sets []int32) error {
	var open []int32
	for _, s := range sets {
		if p.free(s) {
			open = append(open, s)
			p.open[s] = true
		}
		if err := p.pace.spend(len(p.sets[s])); err != nil {
			return err
		}
	}
	most := 0
	for _, s := range open {
		n, err := p.near(s, func(int32) {})
		if err != nil {
			return err
		}
		p.meets[s] = int32(n)
		most = max(most, n)
	}
	// Buckets by meets, which only falls: a set is put into another bucket
	// each time it does, and where it was before it is out of date.
	buckets := make([][]int32, most+1)
	for i := len(open) - 1; i >= 0; i-- {
		m := p.meets[open[i]]
		buckets[m] = append(buckets[m], open[i])
	}
	for m := 0; m <= most; {
		b := buckets[m]
		if len(b) == 0 {
			m++
			continue
		}
		s := b[len(b)-1]
		buckets[m] = b[:len(b)-1]
		if !p.open[s] || int(p.meets[s]) != m {
			continue
		}
		if !p.free(s) { // met by a set when the allowance was used up
			p.open[s] = false
			continue
		}
		p.packed = append(p.packed, s)
		p.open[s] = false
		for _, e := range p.sets[s] {
			p.used[e] = true
		}
		var shut []int32
		_, err := p.near(s, func(t int32) {
			p.open[t] = false // so it is visited once
			shut = append(shut, t)
		})
		if err != nil {
			return err
		}
		for _, t := range shut {
			_, err := p.near(t, func(u int32) {
				p.meets[u]--
				buckets[p.meets[u]] = append(buckets[p.meets[u]], u)
				m = min(m, int(p.meets[u]))
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// free reports whether no element of s is used.
func (p *packing) free(s int32) bool {
	for _, e := range p.sets[s] {
		if p.used[e] {
			return false
		}
	}
	return true
}

// near calls visit for each other open set that shares an element with s, once
// for each of these, and counts the calls. It does nothing when the allowance
// is used up.
func (p *packing) near(s int32, visit func(int32)) (n int, err error) {
	if p.allowance < 0 {
		return 0, nil
	}
	for _, e := range p.sets[s] {
		p.allowance -= len(p.occ[e])
		if err := p.pace.spend(len(p.occ[e])); err != nil {
			return n, err
		}
		for _, t := range p.occ[e] {
			if p.open[t] && t != s {
				visit(t)
				n++
			}
		}
	}
	return n, nil
}
