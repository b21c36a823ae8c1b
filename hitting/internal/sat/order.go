package sat

import "slices"

// order is a heap of variables by how much they took part in recent conflicts
// (VSIDS; Moskewicz et al. 2001, as a heap in MiniSat). Equal activity: the
// smaller variable first, so that nothing depends on the heap's past.
//
// Invariant: heap[place[v]] == v for each v in the heap, and no variable comes
// before the one at (i-1)/2.
type order struct {
	activity []float64
	step     float64
	heap     []int32
	place    []int32 // -1: not in the heap
}

const (
	activityDecay = 1 / 0.95
	activityMost  = 1e100
)

func (o *order) add(v int) {
	if o.step == 0 {
		o.step = 1
	}
	o.activity = append(o.activity, 0)
	o.place = append(o.place, -1)
	o.offer(v)
}

// reserve makes room for n variables.
func (o *order) reserve(n int) {
	o.activity = slices.Grow(o.activity, n)
	o.heap = slices.Grow(o.heap, n)
	o.place = slices.Grow(o.place, n)
}

// offer puts v back into the heap.
func (o *order) offer(v int) {
	if o.place[v] < 0 {
		o.heap = append(o.heap, int32(v))
		o.place[v] = int32(len(o.heap) - 1)
		o.up(len(o.heap) - 1)
	}
}

// take removes the first variable; it returns -1 when there is none.
func (o *order) take() int {
	if len(o.heap) == 0 {
		return -1
	}
	v := o.heap[0]
	last := o.heap[len(o.heap)-1]
	o.heap = o.heap[:len(o.heap)-1]
	o.place[v] = -1
	if v != last {
		o.heap[0] = last
		o.place[last] = 0
		o.down(0)
	}
	return int(v)
}

func (o *order) bump(v int) {
	o.activity[v] += o.step
	if o.activity[v] > activityMost {
		for i := range o.activity {
			o.activity[i] *= 1 / activityMost
		}
		o.step *= 1 / activityMost
	}
	if i := o.place[v]; i >= 0 {
		o.up(int(i))
	}
}

func (o *order) decay() { o.step *= activityDecay }

func (o *order) before(v, w int32) bool {
	if a, b := o.activity[v], o.activity[w]; a != b {
		return a > b
	}
	return v < w
}

func (o *order) up(i int) {
	v := o.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !o.before(v, o.heap[parent]) {
			break
		}
		o.heap[i] = o.heap[parent]
		o.place[o.heap[i]] = int32(i)
		i = parent
	}
	o.heap[i] = v
	o.place[v] = int32(i)
}

func (o *order) down(i int) {
	v := o.heap[i]
	for {
		child := 2*i + 1
		if child >= len(o.heap) {
			break
		}
		if child+1 < len(o.heap) && o.before(o.heap[child+1], o.heap[child]) {
			child++
		}
		if !o.before(o.heap[child], v) {
			break
		}
		o.heap[i] = o.heap[child]
		o.place[o.heap[i]] = int32(i)
		i = child
	}
	o.heap[i] = v
	o.place[v] = int32(i)
}
