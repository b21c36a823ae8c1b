package search

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/deepen-go/deepen/budget"
)

// Layers carries out a breadth-first search over a table that is cut into rows,
// layer by layer and without a queue: what is open in a layer is found by going
// through the rows that the layer before has reached into.
//
//	layer d      rows   [ 0 ][ 1 ][ 2 ][ 3 ][ 4 ][ 5 ] …
//	             active        x         x    x            goroutines take one after another
//	                           │         └──┬─┘
//	layer d + 1  active   x ◄──┘            └────► x       Reach marks what is reached
//
// What a row holds is the caller's: distances for [BuildTable], regions of the
// blank for the pattern databases of package puzzle/tiles. Create it with
// [NewLayers].
type Layers struct {
	active, reached []bool // rows; reached is guarded by the locks
	locks           [layerLocks]sync.Mutex
	cursor          atomic.Int64

	mu   sync.Mutex  // guards idle
	idle []func(int) // workers of the layers before
}

const (
	layerLocks = 512
	// layerChunk is how many rows a goroutine takes at a time.
	layerChunk = 8
	// layerPolls is how many chunks lie between two calls of poll.
	layerPolls = 16
)

// NewLayers returns a search over so many rows, of which none is active.
func NewLayers(rows int) *Layers {
	return &Layers{active: make([]bool, rows), reached: make([]bool, rows)}
}

// Activate makes a row active in the first layer. It is called before Run.
func (l *Layers) Activate(row int) { l.active[row] = true }

// Lock gives the calling goroutine a row for itself until [Layers.Unlock]. No
// goroutine may hold two.
func (l *Layers) Lock(row int) { l.locks[row%layerLocks].Lock() }

// Unlock gives the row back.
func (l *Layers) Unlock(row int) { l.locks[row%layerLocks].Unlock() }

// Reach makes a row, which the caller has locked, active in the next layer.
func (l *Layers) Reach(row int) { l.reached[row] = true }

// Run goes through the layers until none has an active row. Before each it calls
// begin with its number, whose error ends the search. Each goroutine calls
// newWorker and then, with one active row after another, the function it got:
// the calling goroutine, and those that crew lends. The calling goroutine calls
// poll now and then. When ctx is done, Run returns its error.
func (l *Layers) Run(ctx context.Context, crew *budget.Crew, newWorker func() func(row int), begin func(layer int) error, poll func()) error {
	for layer := 0; slices.Contains(l.active, true); layer++ {
		if err := begin(layer); err != nil {
			return err
		}
		l.cursor.Store(0)
		var helpers sync.WaitGroup
		for {
			helpers.Add(1)
			hired := crew.Hire(func() {
				defer helpers.Done()
				l.work(newWorker, func() bool { return ctx.Err() == nil && !crew.Wanted() })
			})
			if !hired {
				helpers.Done()
				break
			}
		}
		chunks := 0
		l.work(newWorker, func() bool {
			if chunks++; chunks%layerPolls == 0 {
				poll()
			}
			return ctx.Err() == nil
		})
		helpers.Wait()
		if err := ctx.Err(); err != nil {
			return err
		}
		l.active, l.reached = l.reached, l.active
		clear(l.reached)
	}
	return nil
}

// work takes active rows until none is left or more says no.
func (l *Layers) work(newWorker func() func(int), more func() bool) {
	worker := l.take()
	if worker == nil {
		worker = newWorker()
	}
	for more() {
		first := int(l.cursor.Add(layerChunk)) - layerChunk
		if first >= len(l.active) {
			break
		}
		for row := first; row < min(first+layerChunk, len(l.active)); row++ {
			if l.active[row] {
				worker(row)
			}
		}
	}
	l.mu.Lock()
	l.idle = append(l.idle, worker)
	l.mu.Unlock()
}

// take returns a worker of the layers before, or nil.
func (l *Layers) take() (worker func(int)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.idle); n > 0 {
		worker, l.idle = l.idle[n-1], l.idle[:n-1]
	}
	return worker
}
