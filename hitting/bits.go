package hitting

import (
	"context"
	"errors"
	"math"
	"math/bits"

	"github.com/deepen-go/deepen/budget"
)

// The largest problem that [Bits] takes: a set's elements, and an element's
// sets, are one word; one element less than a word has bits, so that the size
// of a set is the number of a bit as well.
const (
	BitsElements = 63
	BitsSets     = 64
)

// Bits is the branch and bound for small problems: at most [BitsElements]
// elements and [BitsSets] sets, each set one word. The zero value is ready for
// use; it belongs to one goroutine and may be used again and again without
// allocating.
//
// A node takes one of the elements of an unhit set that has the fewest open
// elements, best element first; the elements tried before it are closed in its
// subtree, so that no subset is met twice. Three arguments cut the tree:
//
//   - Packing. Unhit sets that share no open element need an element each. If
//     that many are too many, the node is a dead end.
//   - Closing. If the packed sets need all that is left of the budget, then
//     each of them gets exactly one element and nothing else is taken: every
//     element outside of them is closed. Sets shrink by that, and the first
//     argument is tried again.
//   - Domination. An element of the branching set that hits no more of the
//     unhit sets than one tried before it need not be tried.
type Bits struct {
	set [BitsSets]uint64     // the elements of each set
	cov [BitsElements]uint64 // the sets of each element

	best      int // size of the smallest hitting set found
	taken     uint64
	generated uint64 // as in pace.progress, so are the next two
	expanded  uint64
	due       uint64
	most      uint64 // generated nodes at which to give up
	err       error
	pace      *pacer
	own       pacer
}

// BitsResult is the answer of [Bits.Solve].
type BitsResult struct {
	Taken     uint64 // the smallest hitting set found; bit i is element i
	Lower     int    // proven lower bound of its size
	Proven    bool   // Taken is smallest
	Err       error  // the limit that stopped the search before the proof, or nil
	Generated uint64 // nodes: elements taken by branching, and the root
	Expanded  uint64 // nodes that branched
}

// Size is the number of elements taken.
func (r *BitsResult) Size() int { return bits.OnesCount64(r.Taken) }

// Solve finds a smallest hitting set of the given sets, the bits of each word
// being its elements. It panics when there are more than [BitsSets] sets, when
// one of them is empty, or when one has the highest bit. The root's bounds are
// best when the sets are in order of their size.
func (b *Bits) Solve(ctx context.Context, sets []uint64, limits budget.Limits) BitsResult {
	b.own = pacer{meter: budget.NewMeter(ctx, limits)}
	r := b.solve(&b.own, sets, math.MaxUint64)
	b.own = pacer{} // let go of the context
	return r
}

// errMost reports that the search gave up at its own limit of nodes.
var errMost = errors.New("hitting: too many nodes for the branch and bound")

// solve is Solve with the pace of a larger search. It gives up after most
// nodes, with errMost.
func (b *Bits) solve(pace *pacer, sets []uint64, most uint64) BitsResult {
	if len(sets) > BitsSets {
		panic("hitting: too many sets for Bits")
	}
	b.cov = [BitsElements]uint64{}
	for i, m := range sets {
		if m == 0 || m>>BitsElements != 0 {
			panic("hitting: a set for Bits is empty or has too high an element")
		}
		b.set[i] = m
		for ; m != 0; m &= m - 1 {
			b.cov[bits.TrailingZeros64(m)] |= 1 << i
		}
	}
	start := pace.progress
	b.pace, b.err = pace, nil
	b.generated, b.expanded = start.Generated, start.Expanded
	b.most = most
	if most < math.MaxUint64 {
		b.most += start.Generated
	}
	unhit := ^uint64(0) >> (BitsSets - len(sets))
	r := BitsResult{Lower: b.pack(unhit)}
	b.taken = b.greedy(unhit)
	b.best = bits.OnesCount64(b.taken)
	if pace == &b.own {
		pace.progress.Lower, pace.progress.Upper = r.Lower, b.best
	}
	if b.poll(); b.err == nil && r.Lower < b.best {
		b.node(unhit, ^uint64(0)>>1, 0, 0)
	}
	b.pace = nil
	pace.progress.Generated, pace.progress.Expanded = b.generated, b.expanded
	r.Taken = b.taken
	r.Generated, r.Expanded = b.generated-start.Generated, b.expanded-start.Expanded
	if b.err == nil || r.Lower == b.best {
		r.Lower, r.Proven = b.best, true
	} else {
		r.Err = b.err
	}
	return r
}

// node searches all hitting sets that consist of taken (k elements, none of
// them in an unhit set) and open elements.
func (b *Bits) node(unhit, open, taken uint64, k int) {
	b.generated++
	if b.generated >= b.due {
		if b.poll(); b.err != nil {
			return
		}
	}
	var small int // an unhit set with the fewest open elements
	for {
		if unhit == 0 {
			if k < b.best {
				b.best, b.taken = k, taken
			}
			return
		}
		if k+1 >= b.best {
			return
		}
		var size [BitsElements + 1]uint64 // the unhit sets by number of open elements
		var sizes, forced uint64          // the sizes there are, the elements of sets of size 1
		for u := unhit; u != 0; u &= u - 1 {
			s := bits.TrailingZeros64(u)
			m := b.set[s] & open
			n := bits.OnesCount64(m)
			if n == 1 {
				forced |= m
			}
			size[n] |= u & -u
			sizes |= 1 << n
		}
		if size[0] != 0 {
			return
		}
		if forced != 0 {
			for f := forced; f != 0; f &= f - 1 {
				unhit &^= b.cov[bits.TrailingZeros64(f)]
				k++
			}
			taken |= forced
			continue
		}
		small = bits.TrailingZeros64(size[bits.TrailingZeros64(sizes)])
		var used uint64 // the open elements of the packed sets
		packed := 0
		for ; sizes != 0; sizes &= sizes - 1 {
			for u := size[bits.TrailingZeros64(sizes)]; u != 0; u &= u - 1 {
				if m := b.set[bits.TrailingZeros64(u)] & open; m&used == 0 {
					used |= m
					packed++
				}
			}
		}
		if k+packed >= b.best {
			return
		}
		if k+packed < b.best-1 {
			break
		}
		closed := false
		for u := unhit; u != 0; u &= u - 1 {
			if b.set[bits.TrailingZeros64(u)]&open&^used != 0 {
				closed = true
				break
			}
		}
		if !closed {
			break
		}
		open &= used
	}
	b.expanded++
	var tried [BitsElements]uint64 // what the elements tried hit
	n := 0
	for m := b.set[small] & open; m != 0; {
		var e, most int
		for c := m; c != 0; c &= c - 1 {
			i := bits.TrailingZeros64(c)
			if d := bits.OnesCount64(b.cov[i] & unhit); d > most {
				e, most = i, d
			}
		}
		m &^= 1 << e
		hit := b.cov[e] & unhit
		dominated := false
		for _, t := range tried[:n] {
			if hit&^t == 0 {
				dominated = true
				break
			}
		}
		if !dominated {
			b.node(unhit&^hit, open&^(1<<e), taken|1<<e, k+1)
			if b.err != nil {
				return
			}
			tried[n] = hit
			n++
		}
		open &^= 1 << e
	}
}

// pack counts sets that share no element, the first ones first.
func (b *Bits) pack(unhit uint64) int {
	var used uint64
	n := 0
	for ; unhit != 0; unhit &= unhit - 1 {
		if m := b.set[bits.TrailingZeros64(unhit)]; m&used == 0 {
			used |= m
			n++
		}
	}
	return n
}

// greedy returns a hitting set: always the element that hits the most.
func (b *Bits) greedy(unhit uint64) (taken uint64) {
	for unhit != 0 {
		var e, most int
		for i := range b.cov {
			if d := bits.OnesCount64(b.cov[i] & unhit); d > most {
				e, most = i, d
			}
		}
		taken |= 1 << e
		unhit &^= b.cov[e]
	}
	return taken
}

func (b *Bits) poll() {
	if b.generated >= b.most {
		b.err = errMost
		return
	}
	b.pace.progress.Generated, b.pace.progress.Expanded = b.generated, b.expanded
	b.err = b.pace.poll()
	b.due = min(b.pace.due, b.most)
}
