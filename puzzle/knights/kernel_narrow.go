package knights

import (
	"math/bits"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// This file holds the narrow phase of the kernel. Its table is a hash table of
// both ends, open addressing with linear probing, at most a quarter full:
//
//	bit      31                  30   29 … 0
//	entry    1 for the target's   1     key        0: free
//
// Below the threshold that is asked for, no state is seen from both ends: a path
// would lead through it that is shorter than what is proven.

const (
	forwardEntry  = 1 << 30
	backwardEntry = 1<<31 | 1<<30
	hashFactor    = 0x9e3779b1 // of 2^32, the golden ratio (Knuth, The Art of Computer Programming 3, 6.4)
)

// narrow looks for a solution of k.lower moves. Exceeded means that there is
// none, Exhausted that there is none of any length.
func (k *kernel) narrow(b *Board) (status search.Status, err error) {
	if err := k.restart(b); err != nil {
		return search.Stopped, err
	}
	if len(k.table) == 0 {
		err = k.growTable()
	} else {
		k.fillTable()
	}
	if err != nil {
		return search.Stopped, err
	}
	err = k.iterate(k.lower, func() error {
		from, to := &k.ends[forward], &k.ends[backward]
		for from.depth()+to.depth() < k.lower-1 {
			grow, tag := from, uint32(forwardEntry)
			if len(to.frontier()) < len(from.frontier()) {
				grow, tag = to, backwardEntry
			}
			if err := k.growNarrow(grow, tag); err != nil {
				return err
			}
			if len(grow.frontier()) == 0 {
				status = search.Exceeded
				if !grow.cut {
					status = search.Exhausted
				}
				return nil
			}
		}
		found, err := k.lastStep()
		status = search.Exceeded
		if found {
			status = search.Found
		}
		return err
	})
	if err != nil {
		status = search.Stopped
	}
	return status, err
}

// most translates the threshold into the jumps to dark squares that the
// successors of e's frontier may need.
func (k *kernel) most(e *end) int {
	blank := k.geometry.spot(e.frontier()[0])
	colour := 1 - k.geometry.dark>>blank&1 // of the blank after the move, for the whole layer
	return (k.lower - e.depth() - 1 + e.aim.bound.balance[colour]) >> 1
}

// growNarrow adds a layer to e.
func (k *kernel) growNarrow(e *end, tag uint32) error {
	frontier, most := e.frontier(), k.most(e)
	for len(frontier) > 0 {
		states, degree, err := k.take(frontier)
		if err != nil {
			return err
		}
		frontier = frontier[len(states):]
		n, generated := k.geometry.expandWithin(&k.block.kids, states, degree, &e.aim, most)
		k.generated += uint64(generated)
		k.expanded += uint64(len(states))
		if degree < maxDegree {
			return budget.ErrNodes
		}
		e.cut = e.cut || n < generated
		if k.used+n > len(k.table)/4 {
			if err := k.growTable(); err != nil {
				return err
			}
		}
		if err := k.reserve(e, n); err != nil {
			return err
		}
		e.n += k.insert(k.block.kids[:n], e.states[e.n:], tag)
	}
	e.complete()
	return nil
}

// insert adds those of states to the table that are not there, writes them to
// dst, which may be states itself, and returns how many they are.
func (k *kernel) insert(states, dst []uint32, tag uint32) (n int) {
	table, shift, mask := k.table, k.shift&31, uint32(len(k.table)-1)
	g := k.geometry
	for _, s := range states {
		entry := g.key(s) | tag
		i := entry * hashFactor >> shift
		old := table[i]
		for uint64(old)*uint64(old^entry) != 0 { // neither free nor the same
			i = (i + 1) & mask
			old = table[i]
		}
		// Whether it is new cannot be guessed, so there is no branch on that.
		table[i] = entry
		dst[n] = s
		n += 1 - int(old>>30&1)
	}
	k.used += n
	return n
}

// lastStep looks up the successors of the start's frontier among the target's
// states, and notes the first that is there.
func (k *kernel) lastStep() (bool, error) {
	e := &k.ends[forward]
	table, shift := k.table, k.shift
	frontier, most := e.frontier(), k.most(e)
	for base := 0; base < len(frontier); {
		states, degree, err := k.take(frontier[base:])
		if err != nil {
			return false, err
		}
		n, generated := k.geometry.expandWithin(&k.block.kids, states, degree, &e.aim, most)
		for _, s := range k.block.kids[:n] {
			entry := k.geometry.key(s) | backwardEntry
			i := entry * hashFactor >> (shift & 31)
			for table[i] != 0 && table[i] != entry {
				i = (i + 1) & uint32(len(table)-1)
			}
			if table[i] == entry {
				k.met(states, base, s)
				return true, nil
			}
		}
		k.generated += uint64(generated)
		k.expanded += uint64(len(states))
		if degree < maxDegree {
			return false, budget.ErrNodes
		}
		base += len(states)
	}
	return false, nil
}

// growTable doubles the table, or makes the first one. As the layers have all the
// states of the old one, the new one is filled from them.
func (k *kernel) growTable() error {
	size := max(2*len(k.table), 4*smallest)
	if !k.meter.Fits(k.bytes() + 4*int64(size)) {
		return budget.ErrMemory
	}
	if size <= cap(k.table) {
		k.table = k.table[:size]
	} else {
		k.table = make([]uint32, size)
	}
	k.shift = uint32(33 - bits.Len(uint(size)))
	k.fillTable()
	return nil
}

// fillTable empties the table and enters the states of both ends.
func (k *kernel) fillTable() {
	clear(k.table)
	k.used = 0
	for i, tag := range []uint32{forward: forwardEntry, backward: backwardEntry} {
		states := k.ends[i].states[:k.ends[i].n]
		k.insert(states, states, tag)
	}
}
