package search

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"github.com/deepen-go/deepen/budget"
)

// A branch and bound that is searched by many finds its best paths in another
// order, cuts other nodes, and has other counts each time. Not so here: the tree
// is searched in rounds, and what a piece of a round knows of the others are the
// best paths of the rounds before.
//
//	round 1   [ piece 1 ]                        until a million nodes
//	          ├ done ┤ what is left, in pieces ─────────────┤
//	round 2   [ 1 │ 2 │ … │ 128 ] 129 │ …        until 32,768 nodes each
//	          each piece leaves pieces in its place, or none
//	round 3   [ 1 │ 2 │ … │ 128 ] …
//
// The pieces of a round are taken in depth-first order by whoever is free. They
// are the same with any number of threads, and so are bounds, counts and answer. A
// piece is where its search is, and the depth where it ends; see [Kernel].
//
// A path must be found even if an equally good one is known that comes after it in
// depth-first order. So the best path has a place among the pieces: those ahead of
// it are searched for paths as good, those behind for better ones.

// branchPace is how large the rounds are. The counts depend on it.
type branchPace struct {
	first uint64 // nodes of the first round
	quota uint64 // nodes of a piece in the others
	most  int    // pieces of a round
}

// mostOpen is into how many pieces what is left of one is divided at most, besides
// the rest; deep paths would make too many otherwise.
const mostOpen = 64

// piece is a part of the tree and what came of its search in a round.
type piece struct {
	at    []int32 // nil: the whole tree
	floor int

	bound               int
	generated, expanded uint64
	over                int
	upper               int     // cost of the best path found in this piece, or -1
	best                []int32 // that path, in places among the children
	left                []*piece
}

type branchRun[S any, D Domain[S]] struct {
	opt    BranchOptions
	limits budget.Limits
	meter  budget.Meter
	pace   branchPace
	lower  int // the root's heuristic

	// As of the beginning of the round; what a state holds.
	pieces              []*piece
	ahead               int     // pieces ahead of the best path
	upper               int     // its cost, or -1
	best                []int32 // in places among the children
	over                int
	generated, expanded uint64
	rounds              int
	resumed             uint64

	mu    sync.Mutex // for all that follows
	wg    sync.WaitGroup
	spare []*brancher[S, D]
	hired int
	round []*piece
	quota uint64 // of each of its pieces
	next  int    // the first that nobody has taken
	cut   int    // the last that is of interest
	err   error

	panicked panicked
}

func branchAndBound[S any, D Domain[S]](ctx context.Context, d D, root S, opt BranchOptions, limits budget.Limits, pace branchPace) Result[int32] {
	h := d.Heuristic(root)
	if h == 0 && d.Goal(root) {
		return Result[int32]{Status: Found}
	}
	if opt.Upper > 0 && h > opt.Upper {
		return Result[int32]{Status: Exceeded, Lower: h}
	}
	r := &branchRun[S, D]{opt: opt, limits: limits, pace: pace, lower: h, upper: -1, over: math.MaxInt, pieces: []*piece{{}}}
	if limits.Report != nil {
		limits.Report = steady(limits.Report)
	}
	r.meter = budget.NewMeter(ctx, limits)
	b := &brancher[S, D]{
		domain: d, root: Edge[S]{State: root, Op: NoOp, H: int32(h)}, opt: opt, run: r, lower: h,
	}
	if limits.Resume != nil {
		if r.err = r.resume(b); r.err != nil {
			return Result[int32]{Status: Stopped, Lower: h, Err: r.err}
		}
	}
	for len(r.pieces) > 0 && r.err == nil {
		r.search(b)
	}
	if r.err != nil && r.err != budget.ErrResume && limits.Save != nil {
		limits.Save(r.snapshot)
	}
	return r.result(b)
}

// search runs one round. When it is stopped, the pieces stay as they were.
func (r *branchRun[S, D]) search(b *brancher[S, D]) {
	r.round = r.pieces[:min(len(r.pieces), r.pace.most)]
	r.quota = r.pace.quota
	if r.rounds == 0 {
		r.quota = r.pace.first
	}
	r.next, r.cut = 0, len(r.round)
	for i, p := range r.round {
		p.bound = r.bound(i)
		p.generated, p.expanded, p.over, p.upper, p.left = 0, 0, math.MaxInt, -1, nil
	}
	r.together(b)
	if r.err != nil {
		return
	}
	r.close()
	if r.limits.Save != nil && len(r.pieces) > 0 {
		r.limits.Save(r.snapshot)
	}
}

// together searches the round with whoever is hired, and waits for them.
func (r *branchRun[S, D]) together(b *brancher[S, D]) {
	defer r.panicked.rethrow()
	defer r.wg.Wait()
	r.work(b)
}

// bound is the highest f that is of interest in piece i.
func (r *branchRun[S, D]) bound(i int) int {
	switch {
	case r.upper < 0 && r.opt.Upper > 0:
		return r.opt.Upper
	case r.upper < 0:
		return math.MaxInt
	case i < r.ahead:
		return r.upper
	}
	return r.upper - 1
}

// close adds up the round: each piece is replaced by what it left.
func (r *branchRun[S, D]) close() {
	var pieces []*piece
	best, ahead := -1, 0 // the piece with the new best path, the pieces left ahead of that
	old := r.ahead       // where the old one is among pieces
	count := min(len(r.round), r.cut+1)
	for i, p := range r.round[:count] {
		if i == r.ahead {
			old = len(pieces)
		}
		r.generated += p.generated
		r.expanded += p.expanded
		r.over = min(r.over, p.over)
		if p.upper >= 0 && (best < 0 || p.upper < r.round[best].upper) {
			best, ahead = i, len(pieces)
		}
		pieces = append(pieces, p.left...)
	}
	if r.ahead >= count {
		old = r.ahead - count + len(pieces)
	}
	if best >= 0 { // its bound made it better, or as good and ahead
		r.upper, r.best, r.ahead = r.round[best].upper, r.round[best].best, ahead
	} else {
		r.ahead = old
	}
	r.pieces = append(pieces, r.pieces[len(r.round):]...)
	if r.upper == r.lower { // nothing is better
		r.pieces = r.pieces[:r.ahead]
	}
	r.rounds++
}

// work searches pieces of the round until all are taken, and is run by all.
func (r *branchRun[S, D]) work(b *brancher[S, D]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.err == nil && r.next < len(r.round) && r.next <= r.cut {
		b.place = r.next
		b.take(r.round[r.next])
		r.next++
		r.descend(b)
		r.end(b)
	}
}

// descend searches the piece of b without the lock. If the domain panics, everybody
// stops.
func (r *branchRun[S, D]) descend(b *brancher[S, D]) {
	r.mu.Unlock()
	whole := false
	defer func() {
		r.mu.Lock()
		if !whole {
			r.err = errPanic
		}
	}()
	if p := b.piece; len(p.at) == 0 {
		b.visit(&b.root, 0, 0)
	} else {
		b.resume(&b.root, 0, 0, slices.Clone(p.at), p.floor)
	}
	whole = true
}

// take makes p the piece in hand.
func (b *brancher[S, D]) take(p *piece) {
	ahead := b.due - b.generated
	b.piece, b.bound = p, p.bound
	b.generated, b.expanded, b.over, b.upper, b.best = 0, 0, math.MaxInt, -1, nil
	b.due = min(ahead, b.run.quota)
	b.stopped = false
}

// end notes what came of b's piece.
func (r *branchRun[S, D]) end(b *brancher[S, D]) {
	b.publish()
	if b.err != nil && r.err == nil && b.place <= r.cut {
		r.err = b.err
	}
	if !b.stopped && b.upper == r.lower {
		r.cut = min(r.cut, b.place)
	}
}

// publish brings the piece up to date for others to see.
func (b *brancher[S, D]) publish() {
	p := b.piece
	p.generated, p.expanded, p.over, p.upper, p.best = b.generated, b.expanded, b.over, b.upper, b.best
}

// poll is called before child turn of the node in hand is generated.
func (b *brancher[S, D]) poll(depth, turn int) bool {
	r := b.run
	r.mu.Lock()
	defer r.mu.Unlock()
	b.publish()
	b.stopped = true
	if r.err != nil || b.place > r.cut {
		return true
	}
	progress := r.progress()
	due, err := r.meter.Poll(progress)
	switch {
	case err != nil:
		r.err = err
		return true
	case b.generated >= r.quota:
		b.leave(append(slices.Clone(b.path[:depth]), int32(turn)))
		b.due = b.generated + (due - progress.Generated)
		return true
	}
	b.due = min(b.generated+(due-progress.Generated), r.quota)
	r.hire(b)
	b.stopped = false
	return false
}

// leave divides what is left of the piece from the position at on.
func (b *brancher[S, D]) leave(at []int32) {
	p := b.piece
	floor := p.floor
	last := &piece{at: at}
	rest := []*piece{} // from the root down, so from the last to the first
	for depth := floor; depth < len(at)-1 && len(rest) < mostOpen; depth++ {
		if int(at[depth])+1 < len(b.arena[depth]) {
			from := slices.Clone(at[:depth+1])
			from[depth]++
			rest = append(rest, &piece{at: from, floor: floor})
			floor = depth + 1
		}
	}
	last.floor = floor
	p.left = append(p.left, last)
	slices.Reverse(rest)
	p.left = append(p.left, rest...)
}

// progress is how far the search is.
func (r *branchRun[S, D]) progress() budget.Progress {
	b := budget.Progress{Generated: r.generated, Expanded: r.expanded, Lower: r.lower, Upper: r.upper}
	for _, p := range r.round[:r.next] {
		b.Generated += p.generated
		b.Expanded += p.expanded
		if p.upper >= 0 && (b.Upper < 0 || p.upper < b.Upper) {
			b.Upper = p.upper
		}
	}
	return b
}

// hire hires a helper for the round while pieces are left. Under a node limit
// nobody is hired, so that it stops the search at the same node each time; nor
// where memory is near its limit.
func (r *branchRun[S, D]) hire(b *brancher[S, D]) {
	if r.limits.Crew == nil || r.limits.Nodes > 0 || r.next >= len(r.round) || !r.meter.Fits(4*b.bytes*int64(r.hired+2)) {
		return
	}
	var helper *brancher[S, D]
	if n := len(r.spare); n > 0 {
		helper = r.spare[n-1]
	} else {
		helper = &brancher[S, D]{domain: Clone(b.domain), root: b.root, opt: b.opt, run: r, lower: b.lower}
		r.spare = append(r.spare, helper)
	}
	r.wg.Add(1)
	if !r.limits.Crew.Hire(func() { r.help(helper) }) {
		r.wg.Done()
		return
	}
	r.hired++
	r.spare = r.spare[:len(r.spare)-1]
}

// help is the life of a helper: one round, as a helper that leaves in between
// would leave a piece half done.
func (r *branchRun[S, D]) help(b *brancher[S, D]) {
	defer r.wg.Done()
	defer r.panicked.keep()
	r.work(b)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hired--
	r.spare = append(r.spare, b)
}

func (r *branchRun[S, D]) result(b *brancher[S, D]) Result[int32] {
	if r.err != nil && r.err != budget.ErrResume { // the round was stopped
		r.close()
	}
	res := Result[int32]{
		Status: Found, Lower: r.lower, Generated: r.generated, Expanded: r.expanded, Resumed: r.resumed, Err: r.err,
	}
	if r.upper >= 0 {
		res.Path, _ = b.ops(r.best, r.upper)
		res.Cost = r.upper
	}
	switch {
	case r.err != nil:
		res.Status = Stopped
	case r.upper >= 0:
		res.Lower = r.upper
	case r.over == math.MaxInt:
		res.Status = Exhausted
	default:
		res.Status, res.Lower = Exceeded, r.over
	}
	return res
}

// ops turns places among the children into operators, and reports whether they
// lead to a goal at the given cost.
func (b *brancher[S, D]) ops(turns []int32, cost int) ([]int32, bool) {
	e := &b.root
	ops := make([]int32, len(turns))
	for depth, turn := range turns {
		children, ok := b.expand(e, depth)
		if !ok {
			return nil, false
		}
		if e, ok = b.enter(children, int(turn), depth); !ok {
			return nil, false
		}
		ops[depth] = e.Op
		cost -= int(e.Cost)
	}
	return ops, len(ops) > 0 && cost == 0 && e.H == 0 && b.domain.Goal(e.State)
}

// branchState names the layout of the states; counts depend on the rounds, so
// theirs belongs to it.
const branchState = "branch 1"

// snapshot returns the state at the beginning of the round.
func (r *branchRun[S, D]) snapshot() []byte {
	w := budget.NewStateWriter(branchState)
	w.Int(r.lower)
	w.Int(r.opt.Upper)
	w.Bool(r.opt.Sorted)
	w.Int(r.opt.Machine.size())
	w.Int(r.rounds)
	w.Int(r.ahead)
	w.Int(r.upper)
	w.Ints(r.best)
	w.Int(r.over)
	w.Uint(r.generated)
	w.Uint(r.expanded)
	w.Uint(uint64(len(r.pieces)))
	for _, p := range r.pieces {
		w.Ints(p.at)
		w.Int(p.floor)
	}
	return w.Seal()
}

// resume goes to where limits.Resume was.
func (r *branchRun[S, D]) resume(b *brancher[S, D]) error {
	s := budget.OpenState(branchState, r.limits.Resume)
	s.Must(s.Int() == r.lower)
	s.Must(s.Int() == r.opt.Upper)
	s.Must(s.Bool() == r.opt.Sorted)
	s.Must(s.Int() == r.opt.Machine.size())
	r.rounds, r.ahead, r.upper, r.best, r.over = s.Int(), s.Int(), s.Int(), s.Ints(), s.Int()
	r.generated, r.expanded = s.Uint(), s.Uint()
	r.pieces = make([]*piece, 0, 1)
	for range s.Len() {
		p := &piece{at: s.Ints(), floor: s.Int()}
		s.Must(p.floor >= 0 && (len(p.at) > 0 || r.rounds == 0))
		r.pieces = append(r.pieces, p)
	}
	s.Must(r.rounds >= 0 && r.ahead >= 0 && r.ahead <= len(r.pieces) && r.over > 0 && len(r.pieces) > 0)
	r.resumed = r.generated
	if err := s.Close(); err != nil {
		return err
	}
	if r.upper >= 0 {
		if _, ok := b.ops(r.best, r.upper); !ok {
			return cmp.Or(b.err, budget.ErrResume)
		}
	}
	return nil
}
