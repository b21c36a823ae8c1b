package cover

import "slices"

// walk searches pieces of the tree, depth first. It belongs to one goroutine.
//
//	frames   [ item 17 │ item 4  │ item 9 ]    an item that is branched on
//	alts     [ 3 8 11  │ 5 40    │ 2      ]    its options; one before next is chosen
//	saved    [ sizes   │ sizes   │        ]    of the active items, to go back to
type walk struct {
	*cells
	frames []frame
	alts   []int32 // nodes
	saved  []saved

	piece               *piece
	place               int // of the piece in its round
	helper              bool
	generated, expanded uint64 // in this piece, and so on
	found               uint64
	need                uint64           // solutions after which it ends; 0: never
	due                 uint64           // generated nodes at which to poll
	poll                func(*walk) bool // reports whether to stop
	solution            func(*walk)      // what to do with solutions; nil: nothing
}

// frame is a node of the tree.
type frame struct {
	begin, next, end int32 // its options in alts
	saved            int32 // where its sizes begin in saved
	low, high        int32 // of the cells
	dirty            bool  // an option was taken
}

// saved is the size of an item.
type saved struct{ item, size int32 }

// search searches w.piece to its end, or until poll stops it before the next option of
// the last frame. It reports false, and has searched nothing, if the piece is not one
// of this tree. Afterwards come frames, until rewind.
func (w *walk) search() bool {
	w.generated, w.expanded, w.found = 0, 0, 0
	if len(w.piece.at) > 0 {
		if !w.replay() {
			return false
		}
	} else if w.enter(); len(w.frames) == 0 {
		return true
	}
	for {
		f := &w.frames[len(w.frames)-1]
		if f.next == f.end {
			if len(w.frames) == 1 {
				return true
			}
			w.pop(f)
			continue
		}
		if w.need > 0 && w.found >= w.need || w.generated >= w.due && w.poll(w) {
			return true
		}
		if w.next(f) {
			w.enter()
		}
	}
}

// replay goes to where w.piece begins. It reports false if there is no such place.
func (w *walk) replay() bool {
	at := w.piece.at
	for depth, option := range at {
		if w.low == 0 {
			return false
		}
		x, size := w.choose()
		f := w.push(x, size)
		for f.next < f.end && w.option[w.alts[f.next]] != option {
			f.next++
		}
		if f.next == f.end {
			return false
		}
		if depth < w.piece.floor { // the others belong to other pieces
			f.end = f.next + 1
		}
		if depth < len(at)-1 && !w.take(w.forward(f)) {
			return false
		}
	}
	return true
}

// enter looks at the cells: they are a solution, or need a frame, or lead nowhere.
func (w *walk) enter() {
	if w.low == 0 {
		w.found++
		if w.solution != nil {
			w.solution(w)
		}
		return
	}
	if x, size := w.choose(); size > 0 {
		w.expanded++
		w.push(x, size)
	}
}

// push makes a frame of item x.
func (w *walk) push(x, size int32) *frame {
	f := frame{begin: int32(len(w.alts)), saved: int32(len(w.saved)), low: w.low, high: w.high}
	f.next = f.begin
	w.alts = w.options(w.alts, x)
	f.end = int32(len(w.alts))
	if size > 1 || len(w.frames) == 0 { // with one option nobody comes back
		w.save()
	}
	w.frames = append(w.frames, f)
	return &w.frames[len(w.frames)-1]
}

// save keeps the sizes of the active items.
func (w *walk) save() {
	n := len(w.saved)
	active := int(w.low) + len(w.order) - int(w.high)
	w.saved = slices.Grow(w.saved, active)[:n+active]
	to := w.saved[n:]
	items := w.items
	for k, i := range w.order[:w.low] {
		to[k] = saved{i, items[i].size}
	}
	to = to[w.low:]
	for k, i := range w.order[w.high:] {
		to[k] = saved{i, items[i].size}
	}
}

// restore makes the cells what they were when f, the last frame, was made. Nodes have
// changed places in their sets since, and items in the order, but only within what was
// possible and active then.
func (w *walk) restore(f *frame) {
	items := w.items
	for _, s := range w.saved[f.saved:] {
		items[s.item].size = s.size
	}
	w.low, w.high = f.low, f.high
}

// pop drops f, the last frame.
func (w *walk) pop(f *frame) {
	w.alts, w.saved = w.alts[:f.begin], w.saved[:f.saved]
	w.frames = w.frames[:len(w.frames)-1]
}

// forward returns the next node of f.
func (w *walk) forward(f *frame) int32 {
	n := w.alts[f.next]
	f.next++
	f.dirty = true
	return n
}

// next takes the next option of f, the last frame, and reports whether it leaves
// options for every item.
func (w *walk) next(f *frame) bool {
	if f.dirty {
		w.restore(f)
	}
	w.generated++
	return w.take(w.forward(f))
}

// rewind goes back to the root.
func (w *walk) rewind() {
	if len(w.frames) == 0 {
		return
	}
	f := &w.frames[0]
	w.saved = w.saved[:f.low+int32(len(w.order))-f.high]
	w.restore(f)
	w.frames, w.alts, w.saved = w.frames[:0], w.alts[:0], w.saved[:0]
}

// chosen returns the options on the way to where w is, ascending.
func (w *walk) chosen() []int32 {
	options := make([]int32, len(w.frames))
	for i := range w.frames {
		options[i] = w.option[w.alts[w.frames[i].next-1]]
	}
	slices.Sort(options)
	return options
}
