package sudoku

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/deepen-go/deepen/budget"
)

// tasks9 is how many grids a count of all solutions shares out at least, so that
// none is so large that all wait for it.
const tasks9 = 512

// count9 is a count of all solutions by several goroutines:
//
//	base ── level by level ──► tasks ──► the solver and its helpers, each with a kernel
//
// The tree has the same nodes whoever walks it, and solution is the first one of
// the first task that has one.
type count9 struct {
	tasks []grid9 // at rest and open, in the order of the search
	next  atomic.Int64

	mu    sync.Mutex // guards the following
	done  int        // tasks
	found int64
	first int       // the task that sol comes from; -1: from above the tasks
	sol   [81]uint8 // if found is not 0

	// Nodes of helpers that the solver has not yet added to its own.
	generated, expanded uint64
}

// countAll counts all solutions of the base, with the helpers that w.crew lends.
func (k *kernel9) countAll(w *work) (found int64, exhausted bool, err error) {
	k.failed = true // from the start, or the tree would hang on what is searched first
	w.begin()
	c := &count9{first: math.MaxInt}
	if err := c.split(k, w); err != nil {
		return c.found, false, err
	}
	if c.found > 0 {
		c.first = -1
	}
	var helpers sync.WaitGroup
	hire := func() bool {
		helpers.Add(1)
		hired := w.crew.Hire(func() {
			defer helpers.Done()
			c.help(w.quiet, w.crew.Wanted)
		})
		if !hired {
			helpers.Done()
		}
		return hired
	}
	c.tell(w)
	for err == nil && c.left() {
		for c.left() && hire() { // as many as there are places
		}
		err = c.step(k, w)
		c.tell(w)
	}
	helpers.Wait()
	c.tell(w)
	k.sol = c.sol
	if err == nil {
		err = w.meter.Err() // helpers may have met it alone
	}
	return c.found, err == nil, err
}

// split walks the tree from the base until a level has enough grids.
func (c *count9) split(k *kernel9, w *work) error {
	var level, below []grid9
	visit := func(g *grid9) {
		switch k.propagate(g, &k.fork, true) {
		case open9:
			below = append(below, *g)
		case solved9:
			if c.found++; c.found == 1 {
				g.write(&c.sol)
			}
		}
	}
	root := k.base
	visit(&root)
	for 0 < len(below) && len(below) < tasks9 {
		level, below = below, level[:0]
		for i := range level {
			k.propagate(&level[i], &k.fork, true) // for its ways
			w.expanded++
			for ch := k.fork.choose(&level[i]); ch.ways != 0; {
				w.generated++
				if w.generated >= w.due {
					if err := w.poll(); err != nil {
						return err
					}
				}
				child := level[i]
				ch.take(&child)
				visit(&child)
			}
		}
	}
	c.tasks = below
	return nil
}

// left reports whether there are tasks that nobody has taken.
func (c *count9) left() bool { return c.next.Load() < int64(len(c.tasks)) }

// step takes a task, if there is one left, and does it.
func (c *count9) step(k *kernel9, w *work) error {
	i := int(c.next.Add(1)) - 1
	if i >= len(c.tasks) {
		return nil
	}
	g := &k.path[0].grid9
	*g = c.tasks[i]
	found, _, err := k.searchFrom(w, math.MaxInt64, k.propagate(g, &k.fork, true))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done++
	c.found += found
	if found > 0 && i < c.first {
		c.first, c.sol = i, k.sol
	}
	return err
}

// help does tasks until there are none, or the goroutine is wanted elsewhere.
func (c *count9) help(meter budget.Meter, wanted func() bool) {
	k, w := newKernel9(), &work{meter: meter, part: 1}
	k.failed = true
	for c.left() && !wanted() {
		err := c.step(k, w)
		c.mu.Lock()
		c.generated += w.generated
		c.expanded += w.expanded
		c.mu.Unlock()
		w.generated, w.expanded, w.due = 0, 0, 0
		if err != nil {
			return // the solver meets it, too
		}
	}
}

// tell adds what helpers have done to the solver's work, and says what share of
// all its next task is.
func (c *count9) tell(w *work) {
	c.mu.Lock()
	defer c.mu.Unlock()
	w.generated += c.generated
	w.expanded += c.expanded
	c.generated, c.expanded = 0, 0
	w.part = 1 / float64(max(1, len(c.tasks)))
	w.before = float64(c.done) * w.part
}
