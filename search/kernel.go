package search

// Kernel is what kernelgen writes for one type of domain: the depth-first search
// of one iteration of IDA*. [RunIDAStar] does the rest. There is no need to
// write one by hand.
//
// A kernel can stop at any node and go on from there, because a depth-first
// search is where its path is:
//
//	at = [2 0 1]    below the root turn 2 was taken and there turn 0;
//	                turn 1 is the next to be generated
//
// A turn is an operator, or in style expand a place among the children. What
// comes after a position, up to a depth, is a part of the tree that another
// kernel can search:
//
//	at [2 0 1], floor 0    all of the rest
//	at [2 0 1], floor 1    the rest below the child that turn 2 leads to
type Kernel interface {
	// Shared returns the part of the kernel that does not depend on the domain.
	Shared() *Walk
	// Fork returns a kernel for the same root that another goroutine may use at
	// the same time.
	Fork() Kernel
	// Search goes from a position on to the end of its part, with the given
	// room at the root. It returns true when it was told to stop before. With no
	// position it searches all. When at is not a position of this tree, it calls
	// Lost.
	Search(at []int32, floor, room int) bool
	// Open appends the depths, from floor on, at which the node on the path at has
	// children after the one that the path takes, within the threshold. at is a
	// beginning of the path in hand, which has then to be searched for anew.
	Open(open []int, at []int32, floor, room int) []int
	// Ops returns the first n operators of the path in hand.
	Ops(n int) []int32
}

// Cloner is a domain with a memory of its own (a buffer, a cache). Each goroutine
// that searches it is given a clone. Other domains are used by several
// goroutines at the same time when budget.Limits.Crew is set, which is safe if
// their methods only read.
type Cloner[D any] interface {
	Clone() D
}

// Clone returns a domain for another goroutine: a clone of d if it is a
// [Cloner], otherwise d itself.
func Clone[D any](d D) D {
	if c, ok := any(d).(Cloner[D]); ok {
		return c.Clone()
	}
	return d
}

// Walk is the part of a [Kernel] that does not depend on the domain. The
// exported fields are the kernel's own while it searches.
type Walk struct {
	Path      []int32  // the turns from the root to the node in hand
	Rule      []int32  // the state of Machine at each depth
	Machine   *Machine // IDAOptions.Machine
	Over      int      // by how much the smallest f that was cut exceeds the threshold
	Generated uint64   // nodes of the part in hand
	Expanded  uint64
	Due       uint64 // poll when Generated reaches this

	kernel  Kernel
	run     *idaRun
	part    *part
	from    []int32 // where the search of part begins
	before  []int32 // where it was some polls ago
	polls   int     // of part since then
	open    []int   // scratch
	goals           // of the part
	helper  bool    // hired, so it has to go when somebody waits for its place
	stopped bool    // a poll stopped the search of part
	lost    bool
}

// goals are the goals found in a part of the tree.
type goals struct {
	count uint64
	upper int // the cost of the first
	first []int32
	paths [][]int32
}

// Shared returns w; a kernel has this method by embedding.
func (w *Walk) Shared() *Walk { return w }

// Deepen makes room for one more depth. It and Poll are kept out of line, as they
// are rare and would take registers from the kernel.
//
//go:noinline
func (w *Walk) Deepen() {
	w.Path = append(w.Path, NoOp)
	if len(w.Rule) == 0 {
		w.Rule = append(w.Rule, 0)
	}
	w.Rule = append(w.Rule, 0)
}

// Poll is called at the node in hand, at the given depth, before its child by
// turn is generated. It reports whether the kernel has to stop there.
//
//go:noinline
func (w *Walk) Poll(depth, turn int) bool {
	r := w.run
	r.mu.Lock()
	defer r.mu.Unlock()
	p := w.part
	p.at = append(append(p.at[:0], w.Path[:depth]...), int32(turn))
	w.publish()
	w.stopped = r.poll(w)
	return w.stopped
}

// Goal notes the path in hand, whose last turn is at depth and which left that
// much below the threshold; it reports whether one is enough.
//
//go:noinline
func (w *Walk) Goal(depth, left int) bool {
	opt := &w.run.opt
	list := opt.All && len(w.paths) < opt.MaxSolutions
	if w.count == 0 || list {
		ops := w.kernel.Ops(depth + 1)
		if w.count == 0 {
			w.first, w.upper = ops, w.run.threshold-left
		}
		if list {
			w.paths = append(w.paths, append([]int32(nil), ops...))
		}
	}
	w.count++
	return !opt.All
}

// Lost is called by a kernel that cannot find its position; it returns true.
func (w *Walk) Lost() bool {
	w.lost = true
	return true
}

// take makes p the part in hand.
func (w *Walk) take(p *part) {
	ahead := w.Due - w.Generated // nodes to the next poll
	w.part, w.from = p, append(w.from[:0], p.at...)
	w.before, w.polls = append(w.before[:0], p.at...), 0
	w.Generated, w.Expanded, w.Over, w.goals = p.generated, p.expanded, p.over, p.goals
	w.Due = w.Generated + ahead
	p.state, w.stopped = running, false
}

// publish brings the counts of the part up to date for others to see.
func (w *Walk) publish() {
	p := w.part
	p.generated, p.expanded, p.over, p.goals = w.Generated, w.Expanded, w.Over, w.goals
}
