package hitting

import "slices"

// local is a local search for small hitting sets: row weighting (Gao, Weise
// and Li, "An efficient local search heuristic with row weighting for the
// unicost set covering problem", 2015). It drops an element from a hitting
// set, and then exchanges elements until all sets are hit again. Sets that are
// left unhit gain weight, and so does an element that hits them.
//
// Invariants:
//
//	hits[s]  = number of elements of s that are in
//	gain[e]  = weight of the unhit sets of e, if e is out
//	gain[e]  = -(weight of the sets that only e hits), if e is in
type local struct {
	*system
	pace   *pacer
	in     []bool
	member []int32 // elements that are in
	place  []int32 // of each element in member
	hits   []int32
	weight []int
	gain   []int
	since  []int  // step of the last change
	ready  []bool // a neighbour changed since it went out
	unhit  []int32
	spot   []int32 // of each set in unhit
	step   int
	tabu   int32 // the element that came in last
	best   []int32
	random uint64
	work   int // that is not paid yet
}

// newLocal starts with the elements of a greedy hitting set.
func newLocal(y *system, pace *pacer) (*local, error) {
	n, m := len(y.occ), len(y.sets)
	l := &local{
		system: y, pace: pace,
		in: make([]bool, n), place: make([]int32, n), gain: make([]int, n),
		since: make([]int, n), ready: make([]bool, n),
		hits: make([]int32, m), weight: make([]int, m), spot: make([]int32, m),
		tabu: none,
	}
	for s := range y.sets {
		l.weight[s] = 1
		l.spot[s] = int32(s)
		l.unhit = append(l.unhit, int32(s))
		if err := pace.spend(1); err != nil {
			return nil, err
		}
	}
	for e := range y.occ {
		l.gain[e] = len(y.occ[e])
		l.ready[e] = true
		if err := pace.spend(1); err != nil {
			return nil, err
		}
	}
	// Greedy: the element that hits the most. Buckets by gain, which only
	// falls; an entry that is out of date is put where it belongs.
	most := 0
	for _, g := range l.gain {
		most = max(most, g)
	}
	buckets := make([][]int32, most+1)
	for e := len(l.gain) - 1; e >= 0; e-- {
		buckets[l.gain[e]] = append(buckets[l.gain[e]], int32(e))
	}
	for g := most; g > 0 && len(l.unhit) > 0; {
		b := buckets[g]
		if len(b) == 0 {
			g--
			continue
		}
		e := b[len(b)-1]
		buckets[g] = b[:len(b)-1]
		if l.gain[e] < g {
			buckets[l.gain[e]] = append(buckets[l.gain[e]], e)
			continue
		}
		l.add(e)
		if err := l.pay(); err != nil {
			return nil, err
		}
	}
	if err := l.prune(); err != nil {
		return nil, err
	}
	l.best = slices.Clone(l.member)
	return l, nil
}

// prune takes out the elements that are not needed.
func (l *local) prune() error {
	for i := 0; i < len(l.member); {
		if e := l.member[i]; l.gain[e] == 0 {
			l.remove(e) // another one is now at i
		} else {
			i++
		}
		if err := l.pay(); err != nil {
			return err
		}
	}
	return nil
}

// pay spends the work done since the last time.
func (l *local) pay() error {
	w := l.work
	l.work = 0
	return l.pace.spend(w)
}

// run searches with about the given amount of work for a hitting set that has
// fewer than upper elements, and then for smaller ones, down to lower.
func (l *local) run(work, lower, upper int) error {
	for work > 0 && upper > lower {
		l.step++
		if len(l.unhit) == 0 && len(l.member) < upper {
			l.best = append(l.best[:0], l.member...)
			upper = len(l.best)
		}
		switch {
		case len(l.member) >= upper:
			l.remove(l.worst(none))
		case len(l.member) > 0:
			l.remove(l.worst(l.tabu))
			fallthrough
		default:
			l.enter()
		}
		work -= l.work
		if err := l.pay(); err != nil {
			return err
		}
	}
	return nil
}

const none int32 = -1

// enter takes an element of some unhit set, the one that gains the most, and
// raises the weight of the sets that are still unhit.
func (l *local) enter() {
	s := l.unhit[l.draw(len(l.unhit))]
	l.work += len(l.sets[s])
	e := none
	for _, f := range l.sets[s] {
		if l.ready[f] && (e == none || l.gain[f] > l.gain[e] || l.gain[f] == l.gain[e] && l.since[f] < l.since[e]) {
			e = f
		}
	}
	if e != none {
		l.add(e)
		l.tabu = e
	}
	for _, t := range l.unhit {
		l.weight[t]++
		for _, f := range l.sets[t] {
			l.gain[f]++
		}
		l.work += len(l.sets[t])
	}
}

// Of more members than maxMembers, worst looks at samples only.
const (
	maxMembers = 256
	samples    = 64
)

// worst returns the element that is missed least, the oldest of them, but not
// the given one. When there are many, it is the worst of some that are drawn at
// random, which is about as good and much faster (Cai, "Balance between
// complexity and quality: local search for minimum vertex cover in massive
// graphs", 2015).
func (l *local) worst(but int32) int32 {
	w := none
	if len(l.member) > maxMembers {
		for range samples {
			if e := l.member[l.draw(len(l.member))]; e != but && (w == none || l.worse(e, w)) {
				w = e
			}
		}
		l.work += 2 * samples
	}
	if w == none {
		for _, e := range l.member {
			if e != but && (w == none || l.worse(e, w)) {
				w = e
			}
		}
		l.work += len(l.member)
	}
	if w == none {
		return but // it is the only one
	}
	return w
}

// worse reports whether e is missed less than w, or is older.
func (l *local) worse(e, w int32) bool {
	if l.gain[e] != l.gain[w] {
		return l.gain[e] > l.gain[w]
	}
	return l.since[e] < l.since[w] || l.since[e] == l.since[w] && e < w
}

// draw returns a random number below n.
func (l *local) draw(n int) int {
	l.random = l.random*6364136223846793005 + 1442695040888963407 // Knuth's MMIX
	return int(l.random>>33) % n
}

func (l *local) add(e int32) {
	l.in[e] = true
	l.place[e] = int32(len(l.member))
	l.member = append(l.member, e)
	l.since[e] = l.step
	l.gain[e] = -l.gain[e]
	for _, s := range l.occ[e] {
		l.hits[s]++
		switch l.hits[s] {
		case 1: // no longer unhit: nobody gains by it, and e alone hits it
			w := l.weight[s]
			for _, f := range l.sets[s] {
				if f != e {
					l.gain[f] -= w
					l.ready[f] = true
				}
			}
			last := l.unhit[len(l.unhit)-1]
			l.unhit[l.spot[s]] = last
			l.spot[last] = l.spot[s]
			l.unhit = l.unhit[:len(l.unhit)-1]
			l.work += len(l.sets[s])
		case 2: // the other one is no longer alone
			for _, f := range l.sets[s] {
				if f != e && l.in[f] {
					l.gain[f] += l.weight[s]
					break
				}
			}
			l.work += len(l.sets[s])
		}
	}
	l.work += len(l.occ[e])
}

func (l *local) remove(e int32) {
	l.in[e] = false
	last := l.member[len(l.member)-1]
	l.member[l.place[e]] = last
	l.place[last] = l.place[e]
	l.member = l.member[:len(l.member)-1]
	l.since[e] = l.step
	l.gain[e] = -l.gain[e]
	for _, s := range l.occ[e] {
		l.hits[s]--
		switch l.hits[s] {
		case 0:
			w := l.weight[s]
			for _, f := range l.sets[s] {
				if f != e {
					l.gain[f] += w
					l.ready[f] = true
				}
			}
			l.spot[s] = int32(len(l.unhit))
			l.unhit = append(l.unhit, s)
			l.work += len(l.sets[s])
		case 1:
			for _, f := range l.sets[s] {
				if l.in[f] {
					l.gain[f] -= l.weight[s]
					break
				}
			}
			l.work += len(l.sets[s])
		}
	}
	l.ready[e] = false
	l.work += len(l.occ[e])
}

// minimal returns a hitting set without elements that the others make
// unnecessary: those in the fewest sets are tried first.
func (y *system) minimal(set []int32, pace *pacer) ([]int32, error) {
	hits := make([]int32, len(y.sets))
	for _, e := range set {
		for _, s := range y.occ[e] {
			hits[s]++
		}
		if err := pace.spend(len(y.occ[e])); err != nil {
			return nil, err
		}
	}
	order, err := sorted(set, func(e int32) int { return len(y.occ[e]) }, pace)
	if err != nil {
		return nil, err
	}
	kept := order[:0]
	for _, e := range order {
		if err := pace.spend(2 * len(y.occ[e])); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(y.occ[e], func(s int32) bool { return hits[s] == 1 }) {
			kept = append(kept, e)
			continue
		}
		for _, s := range y.occ[e] {
			hits[s]--
		}
	}
	return kept, nil
}
