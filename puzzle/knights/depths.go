package knights

import (
	"bytes"
	"context"
	"errors"
	"math/bits"
	"slices"
	"sort"

	"github.com/deepen-go/deepen/budget"
)

// This file holds a map of a whole board: how far every position is from one
// target. It is drawn breadth-first from the target, a byte for each rank (see
// kernel_wide.go), as far as it is asked for:
//
//	moves  [ 0 │ 13 │ 9 │ 1 │ … ]     1 + the distance; 0 where nobody has been yet
//
// On 5 x 5 with 12 knights of each colour that is 67.6 MB, 130 MB with the layers
// that it is made from, and some four seconds for all of it.

// depths is the map. It is of use for boards of at most maxSmall squares.
type depths struct {
	geometry *geometry
	ranks    *ranks
	target   Position
	moves    []uint8
	counts   []int      // the positions at each distance
	layer    []uint32   // the states at the last of them
	spare    []uint32   // room for the next
	single   [][]uint32 // by distance, the positions with one shortest solution, ascending; as far as known
	meter    budget.Meter
	spent    uint64 // nodes generated under the meter
	due      uint64 // poll when there are so many
}

// farthest is what a byte can hold.
const farthest = 254

// errFarthest is never met on a board that has been looked at: the farthest known
// takes 42 moves.
var errFarthest = errors.New("knights: a position is more than 254 moves away")

func newDepths(rows, cols int, target Position) *depths {
	return &depths{
		geometry: newGeometry(rows, cols),
		ranks:    newRanks(rows*cols, target.whites()),
		target:   target,
	}
}

// of reports whether the map is that of the board.
func (d *depths) of(rows, cols int, target Position) bool {
	return d != nil && d.geometry.rows == rows && d.geometry.cols == cols && d.target == target
}

// reach makes the map complete to the given distance, or to the farthest position
// if that is nearer. After an error it can be called again.
func (d *depths) reach(ctx context.Context, depth int, limits budget.Limits) error {
	d.meter, d.spent, d.due = budget.NewMeter(ctx, limits), 0, 0
	if d.moves == nil {
		if !d.meter.Fits(int64(d.ranks.size)) {
			return budget.ErrMemory
		}
		d.moves = make([]uint8, d.ranks.size)
		start := state(d.target)
		d.moves[d.rank(start)] = 1
		d.layer, d.counts = []uint32{start}, []int{1}
	}
	for len(d.counts) <= depth && len(d.layer) > 0 {
		if err := d.grow(); err != nil {
			return err
		}
	}
	if len(d.layer) == 0 {
		d.spare = nil
	}
	return nil
}

// grow adds a layer. When it fails, the map is as it was.
func (d *depths) grow() (err error) {
	depth := len(d.counts)
	if depth > farthest {
		return errFarthest
	}
	// The layers grow, and then shrink, by much the same factor for a while.
	next := d.spare[:0]
	if depth > 2 {
		room := float64(len(d.layer)) / float64(d.counts[depth-2]) * float64(len(d.layer)) * 1.02
		next = slices.Grow(next, min(int(room), int(d.ranks.size)))
	}
	for part := range slices.Chunk(d.layer, blockStates) {
		if d.spent >= d.due {
			d.due, err = d.meter.Poll(budget.Progress{Generated: d.spent, Lower: -1, Upper: -1})
			if err == nil && !d.meter.Fits(d.bytes()+4*int64(max(cap(next)-cap(d.spare), 0))) {
				err = budget.ErrMemory
			}
			if err != nil {
				break
			}
		}
		next = d.expand(next, part, uint8(depth+1))
	}
	if err != nil {
		for _, s := range next {
			d.moves[d.rank(s)] = 0
		}
		return err
	}
	d.layer, d.spare = next, d.layer
	if len(next) > 0 {
		d.counts = append(d.counts, len(next))
	}
	return nil
}

// expand marks the new successors of states and appends them to next.
func (d *depths) expand(next, states []uint32, mark uint8) []uint32 {
	var kids, cells [blockStates * maxDegree]uint32
	n := 0
	for _, s := range states {
		moves := d.geometry.moves[s>>hopShift]
		for i := range moves {
			kid := hopped(s, &moves[i])
			kids[n], cells[n] = kid, d.ranks.rank(kid&smallWhite, moves[i].to)
			n++
		}
	}
	d.spent += uint64(n)
	for i, c := range cells[:n] {
		if d.moves[c] == 0 {
			d.moves[c] = mark
			next = append(next, kids[i])
		}
	}
	return next
}

// bytes is what the map holds.
func (d *depths) bytes() int64 {
	n := int64(len(d.moves)) + 4*int64(cap(d.layer)+cap(d.spare))
	for _, keys := range d.single {
		n += 4 * int64(cap(keys))
	}
	return n
}

// rank numbers the position of a state.
func (d *depths) rank(s uint32) uint32 { return d.ranks.rank(s&smallWhite, d.geometry.spot(s)) }

// position returns the n-th of the positions at a distance, in the order of their
// ranks. There must be so many.
func (d *depths) position(depth, n int) Position {
	mark := []byte{uint8(depth + 1)}
	const stretch = 1 << 16
	first := 0
	for part := range slices.Chunk(d.moves, stretch) {
		if k := bytes.Count(part, mark); n >= k {
			n -= k
			first += len(part)
			continue
		}
		for {
			i := bytes.IndexByte(d.moves[first:], mark[0])
			if first += i; n == 0 {
				return d.ranks.position(uint32(first))
			}
			n--
			first++
		}
	}
	panic("knights: there are not so many positions at that distance")
}

// ways counts the moves from the position of s that lead to the given distance. The
// map must reach as far.
func (d *depths) ways(s uint32, depth int) (n int) {
	for _, m := range d.geometry.moves[s>>hopShift] {
		if d.moves[d.rank(hopped(s, &m))] == uint8(depth+1) {
			n++
		}
	}
	return n
}

// singles returns, for each distance up to the given one, the keys of the
// positions with one shortest solution, ascending. Those solutions go through
// such positions only, so that their neighbours are all there is to look at. The
// map must reach as far.
func (d *depths) singles(depth int) ([][]uint32, error) {
	if d.single == nil {
		d.single = [][]uint32{{state(d.target)}}
	}
	for at := len(d.single); at <= min(depth, len(d.counts)-1); at++ {
		var next []uint32
		for i, key := range d.single[at-1] {
			if i%budget.Interval == 0 {
				if err := d.meter.Err(); err != nil {
					return nil, err
				}
				if !d.meter.Fits(d.bytes() + 4*int64(cap(next))) {
					return nil, budget.ErrMemory
				}
			}
			for _, m := range d.geometry.moves[key>>hopShift] {
				kid := d.geometry.key(hopped(key, &m))
				if d.moves[d.rank(kid)] == uint8(at+1) && d.ways(kid, at-1) == 1 {
					next = append(next, kid)
				}
			}
		}
		slices.Sort(next)
		d.single = append(d.single, next)
	}
	return d.single, nil
}

// position is the inverse of rank.
func (r *ranks) position(rank uint32) Position {
	hi := sort.Search(len(r.upper), func(i int) bool { return uint32(r.upper[i]) > rank }) - 1
	upper := r.upper[hi]
	rank -= uint32(upper)
	width := uint32(upper >> 32)
	blank, number := rank/width, rank%width
	lo, left := 0, r.whites-bits.OnesCount(uint(hi)) // white knights for the lower half
	for r.among[lo] != number || bits.OnesCount(uint(lo)) != left {
		lo++
	}
	word := uint32(hi)<<r.loBits | uint32(lo)
	white := word&^(1<<blank) | word>>blank&1<<r.last
	if blank == r.last {
		white = word
	}
	return Position{White: uint64(white), Blank: int(blank)}
}
