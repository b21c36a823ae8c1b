package search

import (
	"context"
	"math"
	"sync"

	"github.com/deepen-go/deepen/budget"
)

// RunIDAStar is IDA* around a kernel: the loop of thresholds, the helpers, the
// limits and the saved states. It is for the functions that kernelgen writes,
// whose contract is that of [IDAStar]. h is the root's heuristic, and goal says
// that the root is a goal.
func RunIDAStar(ctx context.Context, k Kernel, h int, goal bool, opt IDAOptions, limits budget.Limits) Result[int32] {
	return runIDAStar(ctx, k, h, goal, opt, limits, idaPace{budget.Interval, hireNodes})
}

// hireNodes is what an iteration generates before helpers are hired for it: about
// a millisecond, beside which the start of a goroutine is nothing.
const hireNodes = 1 << 15

// idaPace is how often an idaRun looks around. It decides about time alone.
type idaPace struct {
	interval uint64 // nodes between two polls of a kernel
	hire     uint64 // nodes of an iteration before helpers are hired
}

func runIDAStar(ctx context.Context, k Kernel, h int, goal bool, opt IDAOptions, limits budget.Limits, pace idaPace) Result[int32] {
	if goal {
		return atGoal(opt)
	}
	r := &idaRun{opt: opt, h: h, pace: pace, limits: limits, threshold: max(h, opt.Threshold)}
	r.changed.L = &r.mu
	if limits.Report != nil {
		limits.Report = steady(limits.Report)
	}
	r.meter = budget.NewMeter(ctx, limits)
	w := r.adopt(k)
	r.begin()
	if limits.Resume != nil {
		if r.err = r.resume(w); r.err != nil {
			return Result[int32]{Status: Stopped, Lower: max(h, opt.Threshold), Err: r.err}
		}
	}
	return r.loop(w)
}

// idaRun is one IDA* search, by one kernel or more.
//
// The tree of the iteration in hand is cut into parts, in depth-first order; at
// first it is one part. Each kernel searches one:
//
//	order   ─────────────────────────────────────────────────────►
//	parts   [ done │ running: kernel 0 │ waiting │ running: kernel 1 ]
//
// A kernel takes the first part that waits. While it searches, it leaves what is
// not near to others, as parts that wait (work stealing with the victim's help;
// after Rao and Kumar, Parallel depth first search, 1987). So all work close to
// one another in depth-first order, and what is searched behind the first goal, in
// vain, is little. Finished neighbours become one part.
//
// Counts belong to parts. Those of an iteration are the sums over all parts, or
// up to the first goal in order, which makes them the same however the tree was
// cut and whoever searched what.
//
// Everything is guarded by mu but what is set before the first part is searched;
// a kernel takes mu at every poll, once in several thousand nodes.
type idaRun struct {
	opt    IDAOptions
	limits budget.Limits
	pace   idaPace
	h      int

	mu      sync.Mutex
	changed sync.Cond // a part waits, all are done, or r.err is set
	wg      sync.WaitGroup
	spare   []*Walk // kernels that nobody uses
	idle    int     // kernels that wait for a part

	threshold           int
	parts               []*part
	iterations          []budget.Iteration // before the one in hand
	generated, expanded uint64             // by those
	resumed             uint64
	estimate            estimate
	checking            bool // an old iteration is done again
	meter               budget.Meter
	err                 error
	panicked            panicked
}

// adopt makes k a kernel of the run.
func (r *idaRun) adopt(k Kernel) *Walk {
	w := k.Shared()
	w.kernel, w.run, w.Machine = k, r, r.opt.Machine
	return w
}

// begin makes the whole tree the one part of an iteration.
func (r *idaRun) begin() { r.parts = []*part{{over: math.MaxInt}} }

func (r *idaRun) loop(w *Walk) Result[int32] {
	for {
		if r.opt.MaxCost > 0 && r.threshold > r.opt.MaxCost {
			return r.result(Exceeded, &part{})
		}
		r.search(w)
		if r.err != nil && r.err != budget.ErrResume && r.limits.Save != nil {
			r.limits.Save(r.snapshot)
		}
		all := r.fold()
		r.iterations = append(r.iterations, budget.Iteration{
			Threshold: r.threshold, Generated: all.generated, Expanded: all.expanded,
		})
		r.generated += all.generated
		r.expanded += all.expanded
		switch {
		case all.count > 0 && (r.opt.All || r.err == nil):
			return r.result(Found, all)
		case r.err != nil:
			return r.result(Stopped, all)
		case all.over == math.MaxInt:
			return r.result(Exhausted, all)
		}
		r.threshold += all.over
		r.estimate.next(all)
		r.begin()
	}
}

// search runs the iteration in hand, until all parts are done or r.err is set.
func (r *idaRun) search(w *Walk) {
	defer r.panicked.rethrow()
	defer r.wg.Wait()
	r.work(w)
}

// work searches parts until there are none, and is run by every kernel.
func (r *idaRun) work(w *Walk) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for p := r.next(w); p != nil; p = r.next(w) {
		w.take(p)
		r.descend(w)
		switch {
		case w.lost:
			r.err = budget.ErrResume
			r.changed.Broadcast()
		case !w.stopped: // by anything but its end or a goal
			r.finish(w)
		}
	}
}

// descend searches the part of w without the lock. If the domain panics, everybody
// stops.
func (r *idaRun) descend(w *Walk) {
	r.mu.Unlock()
	whole := false
	defer func() {
		r.mu.Lock()
		if !whole {
			r.err = errPanic
			r.changed.Broadcast()
		}
	}()
	w.kernel.Search(w.from, w.part.floor, r.threshold)
	whole = true
}

// next returns the first part that waits. When all are taken it waits for one;
// it returns nil when there is nothing more to do for w.
func (r *idaRun) next(w *Walk) *part {
	for {
		if r.err != nil || w.helper && r.limits.Crew.Wanted() {
			return nil
		}
		busy := false
		for _, p := range r.parts {
			if p.state == waiting {
				return p
			}
			busy = busy || p.state == running
		}
		if !busy {
			return nil
		}
		r.idle++
		r.changed.Wait()
		r.idle--
	}
}

// poll is what a kernel does at a poll: it looks at the limits, tells how far the
// search is, and divides its part if somebody has nothing to do. It reports
// whether the kernel has to stop.
func (r *idaRun) poll(w *Walk) bool {
	p := w.part
	if p.state == dropped {
		return true
	}
	if r.checking {
		return r.check(w)
	}
	if r.limits.Report != nil {
		r.estimate.note(p)
	}
	if r.err == nil {
		r.ask(w)
	}
	if r.err != nil || w.helper && r.limits.Crew.Wanted() {
		p.state = waiting
		r.changed.Broadcast()
		return true
	}
	if r.limits.Save != nil {
		r.limits.Save(r.snapshot)
	}
	r.hire(w)
	return r.idle > 0 && r.feed(w) || r.tidy(w)
}

// ask asks the meter.
func (r *idaRun) ask(w *Walk) {
	progress := r.progress()
	due, err := r.meter.Poll(progress)
	if r.err = err; err == nil {
		w.Due = w.Generated + min(due-progress.Generated, r.pace.interval)
	}
}

// progress is how far the search is.
func (r *idaRun) progress() budget.Progress {
	b := budget.Progress{Lower: r.threshold, Upper: -1}
	for _, p := range r.parts {
		b.Generated += p.generated
		b.Expanded += p.expanded
		if p.count > 0 && b.Upper < 0 {
			b.Upper = p.upper
		}
	}
	b.Done = b.Generated
	if r.limits.Report != nil {
		b.Total = r.estimate.total(r.parts, b.Done)
	}
	b.Generated += r.generated
	b.Expanded += r.expanded
	return b
}

// hire hires a helper if there is enough to do. Under a node limit nobody is
// hired: the limit is to stop the search at the same node each time.
func (r *idaRun) hire(w *Walk) {
	if r.limits.Crew == nil || r.limits.Nodes > 0 || r.idle > 0 || r.done() < r.pace.hire {
		return
	}
	var helper *Walk
	if n := len(r.spare); n > 0 {
		helper = r.spare[n-1]
	} else {
		helper = r.adopt(w.kernel.Fork())
		helper.helper = true
		r.spare = append(r.spare, helper)
	}
	r.wg.Add(1)
	if !r.limits.Crew.Hire(func() { r.help(helper) }) {
		r.wg.Done()
		return
	}
	r.spare = r.spare[:len(r.spare)-1]
}

// help is the life of a helper.
func (r *idaRun) help(w *Walk) {
	defer r.wg.Done()
	defer r.panicked.keep()
	r.work(w)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.spare = append(r.spare, w)
}

// done is the number of nodes that this iteration has generated.
func (r *idaRun) done() (n uint64) {
	for _, p := range r.parts {
		n += p.generated
	}
	return n
}

func (r *idaRun) result(s Status, all *part) Result[int32] {
	res := Result[int32]{
		Status:     s,
		Lower:      r.threshold,
		Generated:  r.generated,
		Expanded:   r.expanded,
		Iterations: r.iterations,
		Resumed:    r.resumed,
		Err:        r.err,
	}
	if s == Found {
		res.Path, res.Cost, res.Lower = all.first, all.upper, all.upper
		if r.opt.All {
			res.Count, res.Paths = all.count, all.paths
		}
	}
	return res
}

// steady returns a report whose counts never fall. Those of a search do when
// what was searched behind a goal is dropped.
func steady(report func(budget.Progress)) func(budget.Progress) {
	var last budget.Progress
	return func(p budget.Progress) {
		p.Generated, p.Expanded = max(p.Generated, last.Generated), max(p.Expanded, last.Expanded)
		last = p
		report(p)
	}
}
