package hitting

// reducer shrinks a system without changing the size of its smallest hitting
// sets, by three rules that feed each other until none applies:
//
//	reduce_unit.go       a set of one element: take it
//	reduce_superset.go   a set that contains another: drop it
//	reduce_dominated.go  an element that hits nothing that another one does not: drop it
//
// What they leave goes through reduce_triangle.go, and back to them if that
// changed anything.
//
// The rules are as old as the problem (for set covering: Roth 1958, Garfinkel
// and Nemhauser 1972). Lists are cleaned of what was dropped only when somebody
// looks at them. Looking for containment is the one thing that is not linear;
// it gets an allowance that is, and what it does not find is only not reduced.
type reducer struct {
	*system
	setSize  []int32 // members that are not dropped
	occSize  []int32
	setGone  []bool
	elemGone []bool
	taken    []int32

	// sets that became smaller, and elements that have fewer sets, since a
	// rule looked at them
	setQueue, elemQueue queue
	setMark, elemMark   []int32 // stamps
	mark                int32
	allowance           int
	work                int  // besides what the allowance pays
	exact               bool // every hitting set is to be kept, so dominated elements stay
	pace                *pacer
	proof               *prover // nil: no proof is wanted
}

// allowance of work per incidence.
const reduceAllowance = 64

func newReducer(y *system, pace *pacer) *reducer {
	r := &reducer{
		system:    y,
		setSize:   make([]int32, len(y.sets)),
		occSize:   make([]int32, len(y.occ)),
		setGone:   make([]bool, len(y.sets)),
		elemGone:  make([]bool, len(y.occ)),
		setQueue:  newQueue(len(y.sets)),
		elemQueue: newQueue(len(y.occ)),
		setMark:   make([]int32, len(y.sets)),
		elemMark:  make([]int32, len(y.occ)),
		allowance: reduceAllowance * (y.size + 1000),
		pace:      pace,
	}
	return r
}

// run applies the rules to a fixpoint.
func (r *reducer) run() error {
	for s, set := range r.sets {
		r.setSize[s] = int32(len(set))
		r.setQueue.add(int32(s))
		if err := r.pace.spend(1); err != nil {
			return err
		}
	}
	for e, occ := range r.occ {
		r.occSize[e] = int32(len(occ))
		r.elemQueue.add(int32(e))
		if err := r.pace.spend(1); err != nil {
			return err
		}
	}
	for {
		before := r.allowance
		if s, ok := r.setQueue.take(); ok {
			if !r.setGone[s] {
				if !r.unit(s) && r.allowance > 0 {
					r.superset(s)
				}
			}
		} else if e, ok := r.elemQueue.take(); ok {
			if !r.elemGone[e] && (r.allowance > 0 && !r.exact || r.occSize[e] == 0) {
				r.dominated(e)
			}
		} else {
			return nil
		}
		if err := r.pace.spend(1 + before - r.allowance + r.work); err != nil {
			return err
		}
		r.work = 0
	}
}

// set returns the elements of s that are left.
func (r *reducer) set(s int32) []int32 {
	if len(r.sets[s]) != int(r.setSize[s]) {
		r.work += len(r.sets[s])
		r.sets[s] = keep(r.sets[s], r.elemGone)
	}
	return r.sets[s]
}

// setsOf returns the sets of e that are left.
func (r *reducer) setsOf(e int32) []int32 {
	if len(r.occ[e]) != int(r.occSize[e]) {
		r.work += len(r.occ[e])
		r.occ[e] = keep(r.occ[e], r.setGone)
	}
	return r.occ[e]
}

func keep(list []int32, gone []bool) []int32 {
	kept := list[:0]
	for _, x := range list {
		if !gone[x] {
			kept = append(kept, x)
		}
	}
	return kept
}

// dropSet drops s: it is hit, or will be.
func (r *reducer) dropSet(s int32) {
	r.setGone[s] = true
	r.work += int(r.setSize[s])
	for _, e := range r.set(s) {
		r.occSize[e]--
		r.elemQueue.add(e)
	}
}

// dropElem drops e: it is not taken.
func (r *reducer) dropElem(e int32) {
	r.elemGone[e] = true
	r.work += int(r.occSize[e])
	for _, s := range r.setsOf(e) {
		r.setSize[s]--
		r.setQueue.add(s)
	}
}

// nextMark returns a stamp that nothing has.
func (r *reducer) nextMark() int32 {
	r.mark++
	return r.mark
}

// queue is a first-in first-out queue of distinct numbers below n.
type queue struct {
	list []int32
	head int
	in   []bool
}

func newQueue(n int) queue { return queue{list: make([]int32, 0, n), in: make([]bool, n)} }

func (q *queue) add(x int32) {
	if !q.in[x] {
		q.in[x] = true
		q.list = append(q.list, x)
	}
}

func (q *queue) take() (int32, bool) {
	if q.head == len(q.list) {
		q.list, q.head = q.list[:0], 0
		return 0, false
	}
	x := q.list[q.head]
	q.head++
	q.in[x] = false
	return x, true
}
