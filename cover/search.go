package cover

import (
	"context"
	"slices"
	"sync"

	"github.com/deepen-go/deepen/budget"
)

// Options are what is asked of a search.
type Options struct {
	// Most is the number of solutions after which the search ends; 0 counts them all.
	Most uint64
	// List is how many solutions are returned, after the first Skip ones. With
	// Most: n, Skip: n-1, List: 1 it is the n-th.
	List int
	Skip uint64

	pace uint64 // the quota of a piece, in tests; 0: as the problem's size says
}

// Result is what [Search] found out.
type Result struct {
	// Count is the number of solutions found, all of them if Complete.
	Count    uint64
	Complete bool
	// Solutions are those that were asked for, in the order in which the search meets
	// them; each has the numbers of its options, ascending.
	Solutions [][]int32
	// Generated counts options that were tried, Expanded items that were branched on.
	Generated, Expanded uint64
	// Resumed is how many of Generated the saved state brought along.
	Resumed uint64
	// Err is the limit that ended the search, or the error of [Problem.Validate]. It is
	// nil when the search is complete or has found Most solutions.
	Err error
}

// Search finds and counts the solutions of p, depth first: the item with the fewest
// options next (the first of several), its options in their order. Which solution is
// first, the counts and all else are the same with any number of helpers, and after a
// search was stopped and resumed; only a limit leaves what was reached by then.
//
// Memory: some 40 bytes for each entry of an option, for each goroutine; what is
// listed; and for the pieces of the tree that wait a few thousand bytes each.
func Search(ctx context.Context, p *Problem, opt Options, limits budget.Limits) Result {
	if err := p.Validate(); err != nil {
		return Result{Err: err}
	}
	r := &run{problem: p, opt: opt, limits: limits, meter: budget.NewMeter(ctx, limits), pieces: []*piece{{}}}
	if err := r.meter.Err(); err != nil {
		return Result{Err: err}
	}
	c := newCells(p)
	r.quota = r.opt.quota(c)
	r.bytes = c.bytes()
	if !r.meter.Fits(r.bytes) {
		return Result{Err: budget.ErrMemory}
	}
	w := &walk{cells: c, poll: r.check}
	if limits.Resume != nil {
		if err := r.resume(limits.Resume); err != nil {
			return Result{Err: err}
		}
	}
	for r.err == nil && len(r.pieces) > 0 && !r.enough() {
		r.search(w)
	}
	return r.result(w)
}

// The tree is searched in rounds, so that the work can be shared and the counts are
// the same whoever did it:
//
//	round 1   [ the tree ]                    until it has generated the quota
//	          ├ done ┤ what is left, in pieces ────────────┤
//	round 2   [ 1 │ 2 │ … │ 64 ] 65 │ …       until each has
//	          each piece leaves pieces in its place, or none
//	round 3   [ 1 │ 2 │ … │ 64 ] …
//
// The pieces of a round are taken in depth-first order by whoever is free. A search
// for a number of solutions ends with the piece in which they are complete; what others
// have found behind it in this round is dropped. Solutions to be listed are found again
// by searching their pieces once more, so that none has to be kept in vain.

// The quota of a piece, in generated nodes. Large problems have slow nodes, and a piece
// should take some hundredths of a second. The counts of a search with Most depend on
// these numbers.
const (
	mostQuota  = 1 << 15
	leastQuota = 64
	quotaWork  = 1 << 27 // nodes times size
	mostPieces = 64      // of a round
	mostLeft   = 64      // into how many a piece is divided, besides the rest
)

// piece is a part of the tree and what came of its search in a round.
type piece struct {
	at    []int32 // options, the last to be tried next; nil: the whole tree
	floor int     // options beside those of at are in the piece from this depth on

	generated, expanded uint64
	found               uint64
	ended               bool // for good, or with what it left
	left                []*piece
}

// quota is that of a problem.
func (o Options) quota(c *cells) uint64 {
	if o.pace > 0 {
		return o.pace
	}
	return min(mostQuota, max(leastQuota, quotaWork/uint64(len(c.nodes)+1)))
}

type run struct {
	problem *Problem
	opt     Options
	limits  budget.Limits
	meter   budget.Meter
	quota   uint64
	bytes   int64 // of a walk

	// As of the beginning of the round; what a state holds.
	pieces              []*piece
	count               uint64
	list                [][]int32
	generated, expanded uint64
	resumed             uint64

	mu    sync.Mutex // for all that follows
	wg    sync.WaitGroup
	spare []*walk
	walks int // helpers that are hired
	round []*piece
	next  int // the first that nobody has taken
	cut   int // the last that is of interest
	err   error
}

func (r *run) enough() bool { return r.opt.Most > 0 && r.count >= r.opt.Most }

// search runs one round. When it is stopped, the pieces stay as they were.
func (r *run) search(w *walk) {
	r.round = r.pieces[:min(len(r.pieces), mostPieces)]
	r.next, r.cut = 0, len(r.round)-1
	for _, p := range r.round {
		p.generated, p.expanded, p.found, p.ended, p.left = 0, 0, 0, false, nil
	}
	r.work(w)
	r.wg.Wait()
	if r.err != nil {
		return
	}
	r.close(w)
	if r.limits.Save != nil && len(r.pieces) > 0 && !r.enough() {
		r.limits.Save(r.snapshot)
	}
}

// work searches pieces of the round until all are taken, and is run by all.
func (r *run) work(w *walk) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.err == nil && r.next <= r.cut && !(w.helper && r.limits.Crew.Wanted()) {
		r.take(w)
		r.mu.Unlock()
		ok := w.search()
		r.mu.Lock()
		r.end(w, ok)
		w.rewind()
	}
}

// take gives w the next piece.
func (r *run) take(w *walk) {
	ahead := w.due - min(w.due, w.generated) // what is left of an old interval
	w.place, w.piece = r.next, r.round[r.next]
	w.due = min(ahead, r.quota)
	w.need = 0
	if r.opt.Most > 0 {
		w.need = r.opt.Most - r.count
	}
	r.next++
}

// end notes what came of w's piece.
func (r *run) end(w *walk, ok bool) {
	w.publish()
	if !ok {
		r.err = budget.ErrResume
		return
	}
	if r.opt.Most == 0 {
		return
	}
	w.piece.ended = true
	found := r.count
	for i, p := range r.round[:r.cut] {
		if !p.ended {
			break
		}
		if found += p.found; found >= r.opt.Most {
			r.cut = i
			break
		}
	}
	if w.found >= w.need {
		r.cut = min(r.cut, w.place)
	}
}

// publish brings the piece up to date for others to see.
func (w *walk) publish() {
	p := w.piece
	p.generated, p.expanded, p.found = w.generated, w.expanded, w.found
}

// check is called by a walk before it tries its next option; see walk.poll.
func (r *run) check(w *walk) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	w.publish()
	if r.err != nil || w.place > r.cut {
		return true
	}
	progress := r.progress()
	due, err := r.meter.Poll(progress)
	if err != nil {
		r.err = err
		return true
	}
	w.due = w.generated + min(due-progress.Generated, max(1, r.quota/8))
	if w.generated >= r.quota {
		w.piece.left = w.rest()
		return true
	}
	w.due = min(w.due, r.quota)
	r.hire()
	return false
}

// rest divides what is left of the piece.
func (w *walk) rest() []*piece {
	var rest []*piece // from the root down, so from the last to the first
	floor := w.piece.floor
	deepest := len(w.frames) - 1
	at := make([]int32, 0, deepest+1)
	for depth := range deepest {
		f := &w.frames[depth]
		if depth >= floor && f.next < f.end && len(rest) < mostLeft {
			rest = append(rest, &piece{at: append(slices.Clone(at), w.option[w.alts[f.next]]), floor: depth})
			floor = depth + 1
		}
		at = append(at, w.option[w.alts[f.next-1]])
	}
	f := &w.frames[deepest]
	rest = append(rest, &piece{at: append(at, w.option[w.alts[f.next]]), floor: floor})
	slices.Reverse(rest)
	return rest
}

// progress is how far the search is.
func (r *run) progress() budget.Progress {
	b := budget.Progress{Generated: r.generated, Expanded: r.expanded, Lower: -1, Upper: -1}
	for _, p := range r.round[:r.next] {
		b.Generated += p.generated
		b.Expanded += p.expanded
	}
	return b
}

// hire hires a helper for the round while pieces are left. Under a node limit nobody is
// hired, so that it stops the search at the same node each time.
func (r *run) hire() {
	if r.limits.Crew == nil || r.limits.Nodes > 0 || r.next > r.cut || !r.meter.Fits(r.bytes*int64(r.walks+2)) {
		return
	}
	r.wg.Add(1)
	if !r.limits.Crew.Hire(r.help) {
		r.wg.Done()
		return
	}
	r.walks++
}

// help is the life of a helper: a round, or less if others need its place.
func (r *run) help() {
	defer r.wg.Done()
	r.mu.Lock()
	var w *walk
	if n := len(r.spare); n > 0 {
		w, r.spare = r.spare[n-1], r.spare[:n-1]
	}
	r.mu.Unlock()
	if w == nil {
		w = &walk{cells: newCells(r.problem), poll: r.check, helper: true}
	}
	r.work(w)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.walks--
	r.spare = append(r.spare, w)
}

// close adds up the round: each piece is replaced by what it left.
func (r *run) close(w *walk) {
	var pieces []*piece
	count := min(len(r.round), r.cut+1)
	for _, p := range r.round[:count] {
		r.generated += p.generated
		r.expanded += p.expanded
		r.collect(w, p)
		r.count += p.found
		pieces = append(pieces, p.left...)
	}
	if r.opt.Most > 0 {
		r.count = min(r.count, r.opt.Most)
	}
	r.pieces = append(pieces, r.pieces[len(r.round):]...)
}

// collect lists the solutions of p that are asked for, if any.
func (r *run) collect(w *walk, p *piece) {
	wanted := r.opt.List - len(r.list)
	if wanted <= 0 || r.count+p.found <= r.opt.Skip {
		return
	}
	skip := r.opt.Skip - min(r.opt.Skip, r.count)
	again := &walk{cells: w.cells, piece: p, due: p.generated, need: min(skip+uint64(wanted), p.found)}
	again.poll = func(*walk) bool { return true }
	again.solution = func(a *walk) {
		if a.found > skip {
			r.list = append(r.list, a.chosen())
		}
	}
	again.search()
	again.rewind()
}

func (r *run) result(w *walk) Result {
	if r.err == budget.ErrResume {
		return Result{Err: r.err}
	}
	res := Result{Resumed: r.resumed, Err: r.err}
	if r.err != nil {
		if r.limits.Save != nil {
			r.limits.Save(r.snapshot)
		}
		r.cut = r.next - 1
		r.close(w)
	} else {
		res.Complete = len(r.pieces) == 0 && (r.opt.Most == 0 || r.count < r.opt.Most)
	}
	res.Count, res.Solutions, res.Generated, res.Expanded = r.count, r.list, r.generated, r.expanded
	return res
}
