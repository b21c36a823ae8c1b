package tiles

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// Generate returns a board of the given size drawn evenly from all that can be
// solved. The same rng gives the same board everywhere. It panics for sizes that
// are no boards.
func Generate(rng *rand.Rand, rows, cols int) *Board {
	if rows < MinSide || cols < MinSide || rows*cols > MaxCells {
		panic(fmt.Sprintf("tiles: no board of %d x %d", rows, cols))
	}
	b := &Board{Rows: rows, Cols: cols}
	n := b.cells()
	for i := range n {
		b.Tiles[i] = uint8(i)
	}
	rng.Shuffle(n, func(i, j int) { b.Tiles[i], b.Tiles[j] = b.Tiles[j], b.Tiles[i] })
	if !b.Solvable() {
		// Two tiles swapped: this pairs the boards off, one of each kind.
		i, j := 0, 1
		for b.Tiles[i] == 0 || b.Tiles[j] == 0 {
			i, j = i+1, j+1
		}
		b.Tiles[i], b.Tiles[j] = b.Tiles[j], b.Tiles[i]
	}
	return b
}

// ErrDepth reports that no board of the depth that was asked for was found.
var ErrDepth = errors.New("no board with so many moves was found")

// tries is how many boards GenerateDepth solves before it gives up. It meets the
// mean depth at the first ones; near the greatest depth boards are so rare that
// no number helps.
const tries = 500

// GenerateDepth returns a board whose shortest solution has exactly depth moves.
// On up to 10 cells it draws evenly from all of them. On 11 and 12 cells, when the
// store has the complete table, it draws boards until one is at least as deep, and goes
// down from it. Otherwise it wanders off from the goal by random moves, solves the board that it comes
// to, and walks back on the shortest solution as far as it is too deep: what is
// left of a shortest path is one, too. The walk gets longer as long as it is not
// deep enough. The same rng gives the same board everywhere; the draw is random, but
// not even.
//
// A limit that is reached gives [budget.ErrNodes] (limits.Nodes counts for each
// of the boards it solves), [budget.ErrMemory] or the context's error. After 500
// boards that were not deep enough it is [ErrDepth].
func (s *Solver) GenerateDepth(ctx context.Context, rng *rand.Rand, rows, cols, depth int, limits budget.Limits) (*Board, error) {
	if rows < MinSide || cols < MinSide || rows*cols > MaxCells {
		panic(fmt.Sprintf("tiles: no board of %d x %d", rows, cols))
	}
	if b, ok, err := s.drawDepth(ctx, rng, size{rows, cols}, depth, limits); ok || err != nil && budget.Name(err) != "memory" {
		return b, err
	}
	for length, try := depth, 0; try < tries; try++ {
		b := wander(rng, rows, cols, length)
		a := s.Solve(ctx, b, limits)
		if a.Status != puzzle.Solved {
			return nil, puzzle.LimitError(ctx, a)
		}
		if a.Cost >= depth {
			steps, err := Frames(b, a.Solution.(Moves))
			if err != nil {
				return nil, err
			}
			return &steps[a.Cost-depth].Board, nil
		}
		length += max((depth-a.Cost)/2, 1)
	}
	return nil, fmt.Errorf("%w: %dx%d, %d moves", ErrDepth, rows, cols, depth)
}

// wander makes length random moves from the goal, none of which takes the last
// one back.
func wander(rng *rand.Rand, rows, cols, length int) *Board {
	b := &Board{Rows: rows, Cols: cols}
	for i := range b.cells() {
		b.Tiles[i] = uint8(i)
	}
	ops, step := ops(rows, cols), steps(cols)
	blank, last := 0, int32(-1)
	for range length {
		op := ops[blank][rng.IntN(len(ops[blank]))]
		for op == 3-last { // no cell has one neighbour only
			op = ops[blank][rng.IntN(len(ops[blank]))]
		}
		cell := blank + step[op]
		b.Tiles[blank], b.Tiles[cell] = b.Tiles[cell], 0
		blank, last = cell, op
	}
	return b
}
