package knights

import (
	"math/bits"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// This file holds the wide phase of the kernel. Two bits for each position say
// which end has seen it, at the position's rank, its number among all that there
// are. With the last square's knight put into the blank's place, the white
// knights are a word of one bit less than squares, cut in two halves:
//
//	            hi            lo
//	word   [ 1 0 1 … ]   [ 0 1 1 … ]     rank = start[hi] + blank * width[hi] + among[lo]
//
// where width[hi] is the number of lower halves that have the bits that hi lacks,
// among[lo] numbers the lower halves with as many bits as lo, and start[hi]
// leaves room for the smaller upper halves. Ranks are perfect: every number
// below the number of positions is the rank of one. And as a few moves often
// leave the upper half alone, ranks that are asked for one after another are
// often near in memory.
//
//	seen, a word   [ … | .. | .. | .. ]   16 ranks; bit 2r for the start's end,
//	                 r=2  r=1  r=0         bit 2r + 1 for the target's
//
// On 5 x 5 with 12 knights of each colour these are 25 * 2,704,156 ranks in
// 16.9 MB.

// ranks numbers the positions with a fixed number of white knights.
type ranks struct {
	whites int
	size   uint32   // the number of positions
	upper  []uint64 // by the upper half: start in the low 32 bits, width in the high ones
	among  []uint32 // by the lower half
	loBits uint32
	loMask uint32
	last   uint32 // the number of the last square, and of the word's bits
}

func newRanks(squares, whites int) *ranks {
	lo := (squares - 1) / 2
	hi := squares - 1 - lo
	r := &ranks{
		whites: whites,
		upper:  make([]uint64, 1<<hi),
		among:  make([]uint32, 1<<lo),
		loBits: uint32(lo),
		loMask: 1<<lo - 1,
		last:   uint32(squares - 1),
	}
	var lower [maxSmall + 1]uint32 // by their bits, the lower halves so far
	for i := range r.among {
		n := bits.OnesCount(uint(i))
		r.among[i] = lower[n]
		lower[n]++
	}
	for i := range r.upper {
		r.upper[i] = uint64(r.size)
		if n := whites - bits.OnesCount(uint(i)); n >= 0 {
			r.upper[i] |= uint64(lower[n]) << 32 // 0 when they are too many for the lower half
			r.size += lower[n] * uint32(squares)
		}
	}
	return r
}

// rank numbers a position.
func (r *ranks) rank(white, blank uint32) uint32 {
	word := white&(1<<(r.last&31)-1) | white>>(r.last&31)<<(blank&31)
	upper := r.upper[word>>(r.loBits&31)]
	return uint32(upper) + blank*uint32(upper>>32) + r.among[word&r.loMask]
}

// startWide makes the array ready.
func (k *kernel) startWide(b *Board) error {
	squares, whites := b.Rows*b.Cols, b.Start.whites()
	if k.ranks == nil || k.ranks.whites != whites {
		k.ranks = newRanks(squares, whites)
	}
	words := int(k.ranks.size+15) / 16
	if !k.meter.Fits(k.bytes() + 4*int64(words)) {
		return budget.ErrMemory
	}
	if words <= cap(k.seen) {
		k.seen = k.seen[:words]
		clear(k.seen)
	} else {
		k.seen = make([]uint32, words)
	}
	if err := k.restart(b); err != nil {
		return err
	}
	// Room for the states to come, where there is enough, saves copying.
	if ahead := int(k.ranks.size / 16); k.meter.Fits(k.bytes() + 2*8*int64(ahead+1)) {
		for i := range k.ends {
			if err := k.reserve(&k.ends[i], ahead); err != nil {
				return err
			}
		}
	}
	for i := range k.ends {
		p := k.ends[i].states[0]
		r := k.ranks.rank(p&smallWhite, k.geometry.spot(p))
		k.seen[r/16] |= 1 << (r%16*2 + uint32(i))
	}
	return nil
}

// wide looks for a solution of any length, of which k.lower moves are known not
// to suffice.
func (k *kernel) wide(b *Board) (status search.Status, err error) {
	k.lower += 2
	if err := k.startWide(b); err != nil {
		return search.Stopped, err
	}
	from, to := &k.ends[forward], &k.ends[backward]
	for {
		depth := from.depth() + to.depth()
		k.lower = max(k.lower, depth+1)
		if b.MaxMoves != NoLimit && k.lower > b.MaxMoves {
			return search.Exceeded, nil
		}
		grow := forward
		if len(to.frontier()) < len(from.frontier()) {
			grow = backward
		}
		if len(k.ends[grow].frontier()) == 0 {
			return search.Exhausted, nil
		}
		found := false
		err := k.iterate(depth+1, func() (err error) {
			found, err = k.growWide(grow)
			if found && grow == backward {
				// The layers are as they were; the solution is one step longer.
				// What has been added to the target's has the other colour of blank, so
				// it is not mistaken for the frontier.
				_, err = k.growWide(forward)
			}
			return err
		})
		if err != nil {
			return search.Stopped, err
		}
		if found {
			k.lower = depth + 1
			return search.Found, nil
		}
	}
}

// growWide adds a layer to an end. It stops when the other end has seen one of
// the new states; then the layer is not added, and for the start's end the
// meeting is noted.
func (k *kernel) growWide(which int) (bool, error) {
	e := &k.ends[which]
	frontier, n := e.frontier(), e.n
	for base := 0; base < len(frontier); {
		states, degree, err := k.take(frontier[base:])
		if err != nil {
			return false, err
		}
		kids := k.expandRanked(states, degree)
		if err := k.reserve(e, kids); err != nil {
			return false, err
		}
		added, met := k.mark(kids, e.states[e.n:], uint32(which))
		if met {
			k.metFirst(kids, states, base, uint32(which))
			e.n = n
			return true, nil
		}
		k.generated += uint64(kids)
		k.expanded += uint64(len(states))
		if degree < maxDegree {
			return false, budget.ErrNodes
		}
		e.n += added
		base += len(states)
	}
	e.complete()
	return false, nil
}

// expandRanked writes the first degree successors of each of states, and their
// ranks, to the block.
func (k *kernel) expandRanked(states []uint32, degree int) (n int) {
	r, kids, cells := *k.ranks, &k.block.kids, &k.block.cells
	for _, s := range states {
		moves := k.geometry.moves[s>>hopShift]
		moves = moves[:min(len(moves), degree)]
		for i := range moves {
			m := &moves[i]
			kid := hopped(s, m)
			kids[n] = kid
			cells[n] = r.rank(kid&smallWhite, m.to)
			n++
		}
	}
	return n
}

// mark sets the seen bits of the block's first n states for an end, and writes
// those that are new to free. It returns how many they are, and whether the
// other end has seen one of the block's.
func (k *kernel) mark(n int, free []uint32, which uint32) (added int, met bool) {
	seen, kids, cells := k.seen, k.block.kids[:n], k.block.cells[:n]
	other := 1 - which
	var both uint32
	for i, c := range cells {
		word, bit := seen[c>>4], c&15*2
		seen[c>>4] = word | 1<<((bit+which)&31)
		free[added] = kids[i] // stays only if it is new: no branch that would be guessed wrong
		added += int(^(word >> ((bit + which) & 31)) & 1)
		both |= word >> ((bit + other) & 31)
	}
	return added, both&1 != 0
}

// metFirst finds the first of the block's n states that the other end has seen.
func (k *kernel) metFirst(n int, states []uint32, base int, which uint32) {
	for i, c := range k.block.cells[:n] {
		if k.seen[c>>4]>>(c&15*2+1-which)&1 != 0 {
			k.met(states, base, k.block.kids[i])
			return
		}
	}
}
