package knights

import (
	"context"
	"slices"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// This file reads all shortest solutions from the layers of the kernel. It first
// finds the positions on them, distance by distance, outwards from the last step
// to both ends:
//
//	start ◄── a-1 ◄── a │ last step │ b ──► b-1 ──► target
//
// A position belongs to the next distance when it is a neighbour of one that is
// on a solution and stands in that distance's layer. The neighbours are few and
// the layers are long, so each layer is gone through once, and a sieve passes
// over nearly all of its states.

// all returns the shortest solutions, as keys, after a search that has found one.
func (k *kernel) all(ctx context.Context, b *Board, limits budget.Limits) (*search.Paths[uint32], error) {
	start := state(b.Start) // is its key as well, as the blank has not moved
	on := [][]uint32{{start}}
	if b.Start != b.Target {
		var err error
		if on, err = k.onPaths(); err != nil {
			return nil, err
		}
	}
	if limits.Memory > 0 {
		// What the kernel holds stays held; when nothing is left, it is one byte.
		bytes := k.bytes()
		for _, keys := range on {
			bytes += 4 * int64(cap(keys))
		}
		limits.Memory = max(limits.Memory-bytes, 1)
	}
	return search.NewPaths(ctx, start, len(on)-1, func(dst []uint32, s uint32, d int) []uint32 {
		for i := range k.geometry.moves[s>>hopShift] {
			t := k.geometry.key(hopped(s, &k.geometry.moves[s>>hopShift][i]))
			if _, ok := slices.BinarySearch(on[d+1], t); ok {
				dst = append(dst, t)
			}
		}
		return dst
	}, limits)
}

// onPaths returns, for each distance from the start, the keys on shortest solutions,
// in ascending order. A key is also the state of a blank that has not moved.
func (k *kernel) onPaths() ([][]uint32, error) {
	from, to := &k.ends[forward], &k.ends[backward]
	a := from.depth()
	on := make([][]uint32, a+1+to.depth()+1)
	var err error
	if on[a], err = k.lastStates(); err != nil {
		return nil, err
	}
	for d := a - 1; d >= 0; d-- {
		if on[d], err = k.neighboursIn(on[d+1], from.layer(d)); err != nil {
			return nil, err
		}
	}
	for d := a + 1; d < len(on); d++ {
		if on[d], err = k.neighboursIn(on[d-1], to.layer(len(on)-1-d)); err != nil {
			return nil, err
		}
	}
	return on, nil
}

// lastStates returns the keys of the start's frontier that have a successor in the
// target's.
func (k *kernel) lastStates() (keys []uint32, err error) {
	for part := range slices.Chunk(k.ends[forward].frontier(), budget.Interval) {
		if err := k.meter.Err(); err != nil {
			return nil, err
		}
		for _, s := range part {
			moves := k.geometry.moves[s>>hopShift]
			if slices.ContainsFunc(moves, func(m move) bool { return k.targetKnows(hopped(s, &m)) }) {
				keys = append(keys, k.geometry.key(s))
			}
		}
	}
	slices.Sort(keys)
	return keys, nil
}

// targetKnows reports whether the target's end has seen s.
func (k *kernel) targetKnows(s uint32) bool {
	if len(k.seen) > 0 { // the wide phase has begun
		r := k.ranks.rank(s&smallWhite, k.geometry.spot(s))
		return k.seen[r/16]>>(r%16*2+backward)&1 != 0
	}
	entry := k.geometry.key(s) | backwardEntry
	for i := entry * hashFactor >> k.shift; ; i = (i + 1) & uint32(len(k.table)-1) {
		if old := k.table[i]; old == 0 || old == entry {
			return old == entry
		}
	}
}

// neighboursIn returns the keys of layer, in ascending order, that are a move away
// from one of keys.
func (k *kernel) neighboursIn(keys, layer []uint32) (in []uint32, err error) {
	var near []uint32
	var sieve [1 << 10]uint64 // a bit for each value of sixteen bits of the hash
	for _, s := range keys {
		moves := k.geometry.moves[s>>hopShift]
		for i := range moves {
			t := k.geometry.key(hopped(s, &moves[i]))
			near = append(near, t)
			h := t * hashFactor >> 16
			sieve[h>>6] |= 1 << (h & 63)
		}
	}
	if !k.meter.Fits(k.bytes() + 4*int64(cap(near))) {
		return nil, budget.ErrMemory
	}
	slices.Sort(near)
	near = slices.Compact(near)
	for part := range slices.Chunk(layer, 16*budget.Interval) {
		if err := k.meter.Err(); err != nil {
			return nil, err
		}
		for _, s := range part {
			key := k.geometry.key(s)
			if h := key * hashFactor >> 16; sieve[h>>6]>>(h&63)&1 == 0 {
				continue
			}
			if _, ok := slices.BinarySearch(near, key); ok {
				in = append(in, key)
			}
		}
	}
	slices.Sort(in)
	return in, nil
}
