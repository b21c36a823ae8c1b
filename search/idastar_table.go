package search

import (
	"context"
	"math"
	"unsafe"

	"github.com/deepen-go/deepen/budget"
)

// TableOptions tune [IDAStarTable].
type TableOptions struct {
	// IDAOptions are those of [IDAStar], but Machine is not used: leaving out
	// operator strings does not mix with leaving out states that were seen
	// (Holte and Burch, Automatic move pruning for single-agent search, 2014).
	IDAOptions
	// Bytes is the size of the table, or 0 for 64 MiB. It is rounded down to a
	// power of two of entries and made to fit limits.Memory.
	Bytes int64
}

// IDAStarTable is [IDAStar] with a transposition table (Reinefeld and Marsland,
// Enhanced iterative-deepening search, 1994): of a state that was searched in
// vain the table keeps the lower bound that was learned, and the state is cut
// when it comes again with less room than that. The table has a fixed size; when
// it is full, the bounds that took the least search are forgotten, so the search
// slows down but goes on.
//
// Cost, path and Count are those of IDAStar. The node counts are not: d is asked
// for all successors (Edge.Op is NoOp), so a node's parent is among them and
// counted, and what the table cuts is never generated. Counts depend on the size
// of the table and on nothing else. It pays where many paths lead to a state; a
// node costs several times as much as in IDAStar. Like IDAStar it cannot notice
// that there is no path where moves form cycles.
func IDAStarTable[S comparable, D HashDomain[S]](ctx context.Context, d D, root S, opt TableOptions, limits budget.Limits) Result[int32] {
	k := idaTable[S, D]{domain: d, opt: opt, upper: -1, meter: budget.NewMeter(ctx, limits)}
	h := d.Heuristic(root)
	if h == 0 && d.Goal(root) {
		return atGoal(opt.IDAOptions)
	}
	k.threshold = max(h, opt.Threshold)
	if opt.MaxCost > 0 && k.threshold > opt.MaxCost {
		return k.result(Exceeded)
	}
	if !k.makeTable(limits.Memory) {
		k.err = budget.ErrMemory
		return k.result(Stopped)
	}
	start := Edge[S]{State: root, Op: NoOp, H: int32(h)}
	for {
		if opt.MaxCost > 0 && k.threshold > opt.MaxCost {
			return k.result(Exceeded)
		}
		generated, expanded := k.generated, k.expanded
		over := k.visit(&start, k.threshold, 0)
		k.iterations = append(k.iterations, budget.Iteration{
			Threshold: k.threshold,
			Generated: k.generated - generated,
			Expanded:  k.expanded - expanded,
		})
		switch {
		case k.count > 0:
			return k.result(Found)
		case k.err != nil:
			return k.result(Stopped)
		case over == math.MaxInt:
			return k.result(Exhausted)
		}
		k.threshold += over
	}
}

// atGoal is the result where the root is a goal.
func atGoal(opt IDAOptions) Result[int32] {
	r := Result[int32]{Status: Found}
	if opt.All {
		r.Count = 1
		if opt.MaxSolutions > 0 {
			r.Paths = [][]int32{{}}
		}
	}
	return r
}

// learned is an entry of the table; a free one has bound 0.
type learned[S any] struct {
	state S
	bound int32 // of the cost from state to a goal; noGoal if there is none
	room  int32 // with which it was searched: what the entry is worth
}

const (
	noGoal = math.MaxInt32
	// window is how many neighbouring places of the table a state may be in.
	window = 4
)

type idaTable[S comparable, D HashDomain[S]] struct {
	domain     D
	table      []learned[S]
	arena      [][]Edge[S] // a buffer of successors for each depth
	path       []int32     // the operators from the root to the node in hand
	threshold  int
	generated  uint64
	expanded   uint64
	due        uint64
	opt        TableOptions
	count      uint64
	first      []int32
	paths      [][]int32
	upper      int
	stop       bool
	meter      budget.Meter
	iterations []budget.Iteration
	err        error
}

func (k *idaTable[S, D]) makeTable(memory int64) bool {
	size := int64(unsafe.Sizeof(learned[S]{}))
	bytes := k.opt.Bytes
	if bytes <= 0 {
		bytes = 64 << 20
	}
	if memory > 0 {
		bytes = min(bytes, memory)
	}
	n := int64(window)
	if n*size > bytes {
		return false
	}
	for n*2*size <= bytes {
		n *= 2
	}
	k.table = make([]learned[S], n)
	return true
}

// visit searches below the node that e leads to, with room left below the
// threshold. It returns by how much the smallest f that was cut below it exceeds
// the threshold.
func (k *idaTable[S, D]) visit(e *Edge[S], room, depth int) (over int) {
	if depth == len(k.arena) {
		k.arena = append(k.arena, nil)
		k.path = append(k.path, NoOp)
	}
	k.expanded++
	from := Edge[S]{State: e.State, Op: NoOp, Cost: e.Cost, H: e.H}
	children := k.domain.Expand(k.arena[depth][:0], &from)
	k.arena[depth] = children
	over = math.MaxInt
	count := k.count
	for i := range children {
		c := &children[i]
		if k.generated >= k.due {
			k.due, k.err = k.meter.Poll(budget.Progress{
				Generated: k.generated, Expanded: k.expanded, Lower: k.threshold, Upper: k.upper,
			})
			if k.err != nil {
				k.stop = true
				return over
			}
		}
		k.generated++
		left := room - int(c.Cost)
		if o := int(c.H) - left; o > 0 {
			over = min(over, o)
			continue
		}
		if bound := k.lookUp(c.State); bound == noGoal {
			continue
		} else if o := bound - left; o > 0 {
			over = min(over, o)
			continue
		}
		k.path[depth] = c.Op
		if c.H == 0 && k.domain.Goal(c.State) {
			k.goal(depth, left)
		} else {
			over = min(over, k.visit(c, left, depth+1))
		}
		if k.stop {
			return over
		}
	}
	if k.count == count {
		k.store(e.State, room, over)
	}
	return over
}

// lookUp returns the lower bound that was learned of s, or 0.
func (k *idaTable[S, D]) lookUp(s S) int {
	mask := uint64(len(k.table) - 1)
	h := k.domain.Hash(s)
	for i := range uint64(window) {
		if t := &k.table[(h+i)&mask]; t.bound != 0 && t.state == s {
			return int(t.bound)
		}
	}
	return 0
}

// store notes that s has no goal within room, and by how much that was missed.
func (k *idaTable[S, D]) store(s S, room, over int) {
	bound := int32(noGoal)
	if over < noGoal-1-room {
		bound = int32(room + over)
	} else if over != math.MaxInt {
		return // such a bound does not fit
	}
	mask := uint64(len(k.table) - 1)
	h := k.domain.Hash(s)
	at := &k.table[h&mask]
	for i := range uint64(window) {
		t := &k.table[(h+i)&mask]
		if t.bound == 0 || t.state == s {
			at = t
			break
		}
		if t.room < at.room {
			at = t
		}
	}
	*at = learned[S]{state: s, bound: bound, room: int32(room)}
}

func (k *idaTable[S, D]) goal(depth, left int) {
	if k.count == 0 {
		k.first = append([]int32(nil), k.path[:depth+1]...)
		k.upper = k.threshold - left
	}
	k.count++
	if k.opt.All && len(k.paths) < k.opt.MaxSolutions {
		k.paths = append(k.paths, append([]int32(nil), k.path[:depth+1]...))
	}
	k.stop = !k.opt.All
}

func (k *idaTable[S, D]) result(s Status) Result[int32] {
	r := Result[int32]{
		Status:     s,
		Lower:      k.threshold,
		Generated:  k.generated,
		Expanded:   k.expanded,
		Iterations: k.iterations,
		Err:        k.err,
	}
	if s == Found {
		r.Path, r.Cost, r.Lower = k.first, k.upper, k.upper
		if k.opt.All {
			r.Count, r.Paths = k.count, k.paths
		}
	}
	return r
}
