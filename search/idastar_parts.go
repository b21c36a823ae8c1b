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

// divide ends the part of w after the child in hand at the smallest depth where
// there is more to do, and makes what comes behind a part that waits. The kernel
// has to stop in any case, as it has left its position to look around.
func (r *idaRun) divide(w *Walk) bool {
	p := w.part
	p.state = waiting // for w itself, most likely
	depth := w.kernel.Open(p.at, p.floor, r.threshold)
	if depth < 0 {
		return true
	}
	at := slices.Clone(p.at[:depth+1])
	at[depth]++
	rest := &part{at: at, floor: p.floor, over: p.over}
	r.estimate.start(rest)
	p.floor = depth + 1
	i := slices.Index(r.parts, p)
	r.parts = slices.Insert(r.parts, i+1, rest)
	r.changed.Signal()
	return true
}

// finish ends the part of w. Behind a goal nothing is of interest.
func (r *idaRun) finish(w *Walk) {
	w.publish()
	p := w.part
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
			last.join(p, r.opt.MaxSolutions)
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
		all.join(p, r.opt.MaxSolutions)
	}
	return all
}

// join adds q, which comes behind p.
func (p *part) join(q *part, most int) {
	p.trace.join(&q.trace, p.generated)
	p.generated += q.generated
	p.expanded += q.expanded
	p.over = min(p.over, q.over)
	if p.count == 0 {
		p.first, p.upper = q.first, q.upper
	}
	p.count += q.count
	if room := most - len(p.paths); room > 0 {
		p.paths = append(p.paths, q.paths[:min(room, len(q.paths))]...)
	}
}
