package search

import (
	"bytes"
	"context"

	"github.com/deepen-go/deepen/budget"
)

// PatternSpace is an abstraction of a search space, for [BuildPatternTable]:
// states that look the same in it count as one. Its states are numbered from 0.
//
// If every move of the search space is a move of the same cost, or a cheaper
// one, in the abstraction, distances in the abstraction are an admissible and
// consistent heuristic. Several abstractions may be added up when each move costs
// something in only one of them and nothing in the others.
//
// A table can be asked more than once about a state: where a symmetry of the
// puzzle maps goals to goals, about the mirrored state, and where moves are
// permutations of places that undo themselves, about the inverse permutation (the
// dual). The largest answer is admissible; it need not be consistent. The example
// "dual" shows the second, package puzzle/tiles the first.
type PatternSpace interface {
	// Size returns the number of states.
	Size() int
	// Goals appends the goals to dst and returns the extended slice.
	Goals(dst []int) []int
	// Predecessors appends the states from which one move leads to s, with the
	// move's cost, to dst and returns the extended slice.
	Predecessors(dst []Arc, s int) []Arc
}

// Arc is a move of a [PatternSpace].
type Arc struct {
	State int
	Cost  uint8 // may be 0
}

// PatternTable has the distance of every state of a [PatternSpace] from the
// nearest goal, a byte each: a pattern database.
type PatternTable []uint8

// The ends of the range of a [PatternTable].
const (
	// FarAway stands for a distance of 254 or more, no path included.
	FarAway = 254
	// NoPath stands for a state from which no goal can be reached. It is only
	// found out when no state is as far as FarAway.
	NoPath = 255
)

// BuildPatternTable finds the distance of every state of space from the nearest
// goal by a search backwards from the goals (Culberson and Schaeffer, Pattern
// databases, 1998), with a bucket of states for each distance (Dial, Algorithm
// 360, 1969).
//
// It takes a byte for each state, and eight for each that waits in a bucket,
// counted against limits.Memory. A move that is tried counts as generated, a
// state whose distance is settled as expanded; Progress.Lower is the distance in
// hand. The error is the limit that was reached; there is no table then.
func BuildPatternTable(ctx context.Context, space PatternSpace, limits budget.Limits) (PatternTable, error) {
	size := space.Size()
	b := patternBuilder{meter: budget.NewMeter(ctx, limits), bytes: int64(size)}
	if !b.meter.Fits(b.bytes) {
		return nil, budget.ErrMemory
	}
	b.table = make(PatternTable, size)
	for i := 0; i < size; i += fillChunk {
		if err := b.meter.Err(); err != nil {
			return nil, err
		}
		part := b.table[i:min(i+fillChunk, size)]
		for j := range part {
			part[j] = NoPath
		}
	}
	for _, s := range space.Goals(nil) {
		if err := b.reach(s, 0); err != nil {
			return nil, err
		}
	}
	var arcs []Arc
	for d := range FarAway {
		for len(b.buckets[d]) > 0 {
			last := len(b.buckets[d]) - 1
			s := b.buckets[d][last]
			b.buckets[d] = b.buckets[d][:last]
			if b.table[s] != uint8(d) {
				continue // it was reached by a shorter way
			}
			arcs = space.Predecessors(arcs[:0], s)
			b.progress.Expanded++
			for _, a := range arcs {
				if b.progress.Generated >= b.due {
					b.progress.Lower, b.progress.Upper = d, -1
					var err error
					if b.due, err = b.meter.Poll(b.progress); err != nil {
						return nil, err
					}
				}
				b.progress.Generated++
				if err := b.reach(a.State, d+int(a.Cost)); err != nil {
					return nil, err
				}
			}
		}
		b.bytes -= int64(cap(b.buckets[d])) * 8
		b.buckets[d] = nil
	}
	if err := b.finish(); err != nil {
		return nil, err
	}
	return b.table, nil
}

// finish tells no path from far away: what lies behind a state that is far away
// was not looked at, and may be farther.
func (b *patternBuilder) finish() error {
	if bytes.IndexByte(b.table, FarAway) < 0 {
		return nil
	}
	for i, d := range b.table {
		if i%fillChunk == 0 {
			if err := b.meter.Err(); err != nil {
				return err
			}
		}
		b.table[i] = min(d, FarAway)
	}
	return nil
}

// fillChunk is how many entries are filled between two looks at the context.
const fillChunk = 1 << 22

type patternBuilder struct {
	table    PatternTable
	buckets  [FarAway][]int // states that wait at each distance; a state may wait at several
	bytes    int64          // held by table and buckets
	progress budget.Progress
	due      uint64
	meter    budget.Meter
}

// reach notes a way of length d to s.
func (b *patternBuilder) reach(s, d int) error {
	if d = min(d, FarAway); d >= int(b.table[s]) {
		return nil
	}
	b.table[s] = uint8(d)
	if d == FarAway {
		return nil // not looked behind
	}
	bucket := &b.buckets[d]
	if len(*bucket) == cap(*bucket) {
		more := max(cap(*bucket), 64) // doubled, so that its size is known beforehand
		if !b.meter.Fits(b.bytes + int64(cap(*bucket)+more)*8) {
			return budget.ErrMemory
		}
		bigger := make([]int, len(*bucket), cap(*bucket)+more)
		copy(bigger, *bucket)
		*bucket = bigger
		b.bytes += int64(more) * 8
	}
	*bucket = append(*bucket, s)
	return nil
}
