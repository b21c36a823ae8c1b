package knights

import (
	"context"
	"errors"
	"math"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// This file holds the kernel: a breadth-first search from both ends (Pohl,
// Bi-directional search, 1971) for boards of at most maxSmall squares. It answers
// as search.Bidirectional does, and a test holds it against that; it differs in
// what it does not visit, and where it remembers what it has seen.
//
//	start ──► layer 0, 1, … a  ─┐      ┌─ layer b, … 1, 0 ◄── target
//	                            └ meet ┘
//	             the last step: the successors of the start's layer a are
//	             only looked up among the target's states
//
// The narrow phase (kernel_narrow.go) asks for a threshold C = h, h+2, …: is
// there a path of C moves? It visits only states whose moves so far and whose
// bound of those to come are within C, and keeps them in a hash table that
// fits the cache: breadth-first heuristic search (Zhou and Hansen, 2006), from
// both ends. Each threshold costs some three times the one before, so starting
// anew costs half as much again in all.
//
// When a threshold has cost narrowNodes, the bound no longer keeps much away and
// the wide phase (kernel_wide.go) begins: the same search without a bound, once,
// whose seen states are two bits each in an array.
//
// Either phase grows the end whose last layer is smaller. In the start's layers
// the states stand in the order of their first paths: breadth-first search makes
// it so when it expands states and operators in order. So of all shortest
// solutions the first goes through the first state of the last step that the
// target knows (kernel_path.go).

// narrowNodes is what a threshold may generate before the wide phase takes over.
// Twice as many save boards of 26 moves a sixth of their nodes, and cost those of 30
// moves a fifth more (means over the public boards).
const narrowNodes = 1 << 18

// The ends of the search.
const (
	forward  = 0 // from the start
	backward = 1 // from the target
)

// end is the search from one end.
//
//	states   [ layer 0 | layer 1 | … | frontier | being added … |        ]
//	          0         ^                        ^               ^
//	          layers[0] layers[1]       layers[depth+1]          n
type end struct {
	states []uint32 // its length is what may be used, its capacity what is kept for later
	n      int      // states that are there
	layers []int    // where the layers begin, and where the next one does
	aim    tally    // to the other end
	cut    bool     // a state was left out because of the bound
}

// depth is the distance of the last complete layer, the frontier.
func (e *end) depth() int { return len(e.layers) - 2 }

// layer has the states at distance d.
func (e *end) layer(d int) []uint32 { return e.states[e.layers[d]:e.layers[d+1]] }

func (e *end) frontier() []uint32 { return e.layer(e.depth()) }

// complete ends the layer that is being added.
func (e *end) complete() { e.layers = append(e.layers, e.n) }

// kernel is one search, and the memory that is kept for the next one.
type kernel struct {
	geometry *geometry
	ends     [2]end
	table    []uint32 // of the narrow phase
	shift    uint32   // the hash is the product's top bits
	used     int      // states in table
	ranks    *ranks   // of the wide phase
	seen     []uint32
	block    *block
	meet     meeting

	meter      budget.Meter
	due        uint64 // poll when generated reaches this
	generated  uint64
	expanded   uint64
	lower      int // proven
	iterations []budget.Iteration
	widened    bool // the wide phase has begun
}

// endless is a trial that goes on to the end.
const endless = math.MaxUint64

// errTrial reports that the wide phase has spent its trial and decided nothing.
var errTrial = errors.New("knights: the trial is over")

// meeting is the middle of a solution: the step from a state of the start's
// frontier to one of the target's.
type meeting struct {
	parent int    // index in the start's frontier
	state  uint32 // in the target's frontier
}

// fits reports whether the kernel can search boards of b's size.
func fits(b *Board) bool { return b.Rows*b.Cols <= maxSmall }

// search finds the first of the shortest solutions of b. The path has the
// squares whose knights hop. When the status is Found, the layers and the
// meeting stay valid until the next search. When the wide phase generates more
// nodes than trial, it is given up with errTrial.
func (k *kernel) search(ctx context.Context, b *Board, trial uint64, limits budget.Limits) search.Result[int32] {
	k.begin(ctx, b, limits)
	status, err := k.run(ctx, b, trial, limits)
	r := search.Result[int32]{
		Status:     status,
		Lower:      k.lower,
		Generated:  k.generated,
		Expanded:   k.expanded,
		Iterations: k.iterations,
		Err:        err,
	}
	if status == search.Found {
		if r.Path, r.Err = k.path(); r.Err != nil {
			r.Status, r.Path = search.Stopped, nil // the cost is proven, but no path is in hand
		} else {
			r.Cost = len(r.Path)
		}
	}
	return r
}

// begin prepares a search.
func (k *kernel) begin(ctx context.Context, b *Board, limits budget.Limits) {
	if g := k.geometry; g == nil || g.rows != b.Rows || g.cols != b.Cols {
		*k = kernel{geometry: newGeometry(b.Rows, b.Cols)}
	}
	k.meter = budget.NewMeter(ctx, limits)
	if !k.meter.Fits(8 * k.kept()) {
		*k = kernel{geometry: k.geometry, meter: k.meter}
	}
	if k.block == nil {
		k.block = new(block)
	}
	k.table, k.seen = k.table[:0], k.seen[:0]
	for i := range k.ends {
		k.ends[i].states = k.ends[i].states[:0]
	}
	k.due, k.generated, k.expanded, k.iterations, k.widened = 0, 0, 0, nil, false
	squares, dark := b.Rows*b.Cols, k.geometry.dark
	k.ends[forward].aim = newTally(newBound(squares, dark, b.Target))
	k.ends[backward].aim = newTally(newBound(squares, dark, b.Start))
	k.lower = k.ends[forward].aim.bound.moves(b.Start.White, 1<<b.Start.Blank, int(dark>>b.Start.Blank&1))
}

// run goes through the phases.
func (k *kernel) run(ctx context.Context, b *Board, trial uint64, limits budget.Limits) (search.Status, error) {
	if b.Start == b.Target {
		k.meet = meeting{parent: -1}
		return search.Found, nil
	}
	// In a small space a search without a bound is soon over.
	narrowMost := min(narrowNodes, spaceSize(b.Rows*b.Cols, b.Start.whites())/16)
	for {
		if b.MaxMoves != NoLimit && k.lower > b.MaxMoves {
			return search.Exceeded, nil
		}
		before := k.generated
		status, err := k.narrow(b)
		if status != search.Exceeded {
			return status, err
		}
		if k.generated-before > narrowMost {
			return k.try(ctx, b, trial, limits)
		}
		k.lower += 2 // the bound has the parity of the distance
	}
}

// try runs the wide phase for at most trial nodes.
func (k *kernel) try(ctx context.Context, b *Board, trial uint64, limits budget.Limits) (search.Status, error) {
	k.widened = true
	if trial == 0 {
		k.lower += 2
		return search.Stopped, errTrial
	}
	most := limits.Nodes
	if trial != endless && (most == 0 || k.generated+trial < most) {
		most = k.generated + trial
	}
	if most == limits.Nodes {
		return k.wide(b)
	}
	limits.Nodes = most
	k.meter, k.due = budget.NewMeter(ctx, limits), k.generated
	status, err := k.wide(b)
	if err == budget.ErrNodes {
		err = errTrial
	}
	return status, err
}

// spaceSize returns how many positions a board of at most maxSmall squares has
// with that many white knights: the blank's squares times the ways to choose the
// white knights' among the rest.
func spaceSize(squares, whites int) uint64 {
	n := uint64(squares)
	for i := range uint64(whites) {
		n = n * (uint64(squares) - 1 - i) / (i + 1) // squares * C(squares-1, i+1)
	}
	return n
}

// restart makes both ends ready for a new threshold or phase.
func (k *kernel) restart(b *Board) error {
	for i, p := range []Position{b.Start, b.Target} {
		e := &k.ends[i]
		e.n, e.layers, e.cut = 0, append(e.layers[:0], 0), false
		if err := k.reserve(e, 1); err != nil {
			return err
		}
		e.states[0] = state(p)
		e.n = 1
		e.complete()
	}
	return nil
}

// iterate runs one iteration and notes its cost.
func (k *kernel) iterate(threshold int, work func() error) error {
	generated, expanded := k.generated, k.expanded
	err := work()
	k.iterations = append(k.iterations, budget.Iteration{
		Threshold: threshold,
		Generated: k.generated - generated,
		Expanded:  k.expanded - expanded,
	})
	return err
}

// take returns the states from the front of frontier, which is not empty, that
// may be expanded before the next poll, and how many successors of each. Usually
// that is a whole block of states with all their successors. A degree below
// maxDegree stands for one state with some of its successors, which spend the
// node limit.
func (k *kernel) take(frontier []uint32) (states []uint32, degree int, err error) {
	for {
		room := k.due - k.generated
		if n := min(blockStates, len(frontier), int(room/maxDegree)); n > 0 {
			return frontier[:n], maxDegree, nil
		}
		if n := len(k.geometry.moves[frontier[0]>>hopShift]); uint64(n) <= room {
			return frontier[:1], maxDegree, nil
		}
		due := k.due
		if k.due, err = k.poll(); err != nil {
			return nil, 0, err
		}
		if k.due == due && room > 0 { // the node limit comes before the state's last successor
			return frontier[:1], int(room), nil
		}
	}
}

func (k *kernel) poll() (due uint64, err error) {
	return k.meter.Poll(budget.Progress{
		Generated: k.generated, Expanded: k.expanded, Lower: k.lower, Upper: -1,
	})
}

// smallest is the first length of the arrays that grow with the search.
const smallest = 1 << 12

// reserve makes room for n more states of e. A full array doubles, so that each
// state is copied once on average.
func (k *kernel) reserve(e *end, n int) error {
	size := max(len(e.states), smallest)
	for size < e.n+n {
		size *= 2
	}
	if size == len(e.states) {
		return nil
	}
	// For a moment both the old and the new array are there.
	if !k.meter.Fits(k.bytes() + 4*int64(size)) {
		return budget.ErrMemory
	}
	if size <= cap(e.states) {
		e.states = e.states[:size]
		return nil
	}
	bigger := make([]uint32, size)
	copy(bigger, e.states[:e.n])
	e.states = bigger
	return nil
}

// bytes is what the search holds. It is the same whatever the kernel has kept
// from searches before, so that a memory limit always stops it at the same node.
func (k *kernel) bytes() int64 {
	return 4 * int64(len(k.ends[forward].states)+len(k.ends[backward].states)+len(k.table)+len(k.seen))
}

// kept is what the kernel holds from the searches before. When that is more than
// an eighth of the memory limit it is given back, so that the limit is passed by
// no more than that.
func (k *kernel) kept() int64 {
	return 4 * int64(cap(k.ends[forward].states)+cap(k.ends[backward].states)+cap(k.table)+cap(k.seen))
}

// met notes a meeting: kid is in the target's frontier and a successor of one
// of states, which stand in the start's frontier from index base on. It counts
// the successors of states up to that one.
func (k *kernel) met(states []uint32, base int, kid uint32) {
	k.meet.state = kid
	for j, s := range states {
		k.expanded++
		for i := range k.geometry.moves[s>>hopShift] {
			k.generated++
			if hopped(s, &k.geometry.moves[s>>hopShift][i]) == kid {
				k.meet.parent = base + j
				return
			}
		}
	}
}
