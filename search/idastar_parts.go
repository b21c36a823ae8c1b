package search

import "slices"

// part is a part of the tree of one iteration: what comes from a position on, up
// to a depth; see [Kernel].
type part struct {
	at                  []int32 // where its search is; nil if it begins at the root
	floor               int
	state               partState
	generated, expanded uint64
	over                int
	goals
	trace
}

// partState says who is at work on a part.
type partState uint8

const (
	waiting partState = iota
	running
	finished
	dropped // behind a goal: nobody needs it
)

// chunkPolls is the size of a part that a kernel keeps for itself, in polls.
const chunkPolls = 16

// tidy leaves a part that has turned out to be large its next subtree and makes
// what comes behind parts of their own. So there is always something to do next to
// where the others are, and little is searched in vain behind a goal. It reports
// whether the kernel has to stop.
func (r *idaRun) tidy(w *Walk) bool {
	if w.polls++; w.polls < chunkPolls || !r.shared() {
		return false
	}
	p := w.part
	common := 0
	for common < min(len(w.before), len(p.at)-1) && w.before[common] == p.at[common] {
		common++
	}
	w.before, w.polls = append(w.before[:0], p.at...), 0
	if common = min(common, len(p.at)-2); common < p.floor {
		return false
	}
	return r.divide(w, common)
}

// shared reports whether more than one kernel is at work.
func (r *idaRun) shared() bool {
	n := r.idle
	for _, p := range r.parts {
		if p.state == running {
			n++
		}
	}
	return n > 1
}

// feed ends the part of w as near to the root as there is more to do, because
// somebody has nothing to do.
func (r *idaRun) feed(w *Walk) bool {
	for _, p := range r.parts {
		if p.state == waiting {
			return false // somebody is about to take it
		}
	}
	return r.divide(w, len(w.part.at)-2)
}

// divide ends the part of w after the child in hand at the depths to most where
// there is more to do, and makes what comes behind parts that wait. It
// reports whether the kernel has to stop: if so, it has left its position to look
// around.
//
//	     ╱ ╲
//	    ╱   3   the rest at depth 0
//	   ╱╲
//	  ╱  2      the rest at depth 1
//	 ╱╲
//	1           what is left to w
func (r *idaRun) divide(w *Walk, most int) bool {
	p := w.part
	if most < p.floor {
		return false
	}
	w.open = w.kernel.Open(w.open[:0], p.at[:most+1], p.floor, r.threshold)
	p.state = waiting // for w itself, most likely
	i := slices.Index(r.parts, p) + 1
	for _, depth := range w.open {
		at := slices.Clone(p.at[:depth+1])
		at[depth]++
		rest := &part{at: at, floor: p.floor, over: p.over}
		r.estimate.start(rest)
		r.parts = slices.Insert(r.parts, i, rest)
		p.floor = depth + 1
	}
	r.changed.Broadcast()
	return true
}

// finish ends the part of w. Behind a goal nothing is of interest, not even
// another goal.
func (r *idaRun) finish(w *Walk) {
	w.publish()
	p := w.part
	if p.state == dropped {
		return
	}
	p.state = finished
	if p.count > 0 && !r.opt.All {
		i := slices.Index(r.parts, p)
		for _, q := range r.parts[i+1:] {
			q.state = dropped
		}
		r.parts = slices.Delete(r.parts, i+1, len(r.parts))
	}
	r.merge()
	r.changed.Broadcast()
}

// merge makes one of neighbours that are finished.
func (r *idaRun) merge() {
	kept := r.parts[:1]
	for _, p := range r.parts[1:] {
		if last := kept[len(kept)-1]; last.state == finished && p.state == finished {
			r.join(last, p)
		} else {
			kept = append(kept, p)
		}
	}
	clear(r.parts[len(kept):])
	r.parts = kept
}

// fold returns all parts as one. The parts are not used any more.
func (r *idaRun) fold() *part {
	all := r.parts[0]
	for _, p := range r.parts[1:] {
		r.join(all, p)
	}
	return all
}

// join adds q to p, which comes just before.
func (r *idaRun) join(p, q *part) {
	if r.limits.Report != nil {
		r.estimate.join(p, q)
	}
	p.generated += q.generated
	p.expanded += q.expanded
	p.over = min(p.over, q.over)
	if p.count == 0 {
		p.first, p.upper = q.first, q.upper
	}
	p.count += q.count
	if room := r.opt.MaxSolutions - len(p.paths); room > 0 {
		p.paths = append(p.paths, q.paths[:min(room, len(q.paths))]...)
	}
}
