package mayan

import (
	"math"
	"math/bits"
	"slices"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// closure is the breadth-first search without a number of moves: every board
// that can be reached, once, in the order of its first shortest way.
//
// That order is kept by the queue itself: boards of one depth stand in it in the
// order of their ways, and each tries its moves in order, so the way by which a
// board is found first is the first of its shortest ways.
//
// Boards are kept in blocks, so that nothing is copied when there are more of
// them; a hash table with open addressing holds their numbers.
type closure struct {
	w, h   int
	blocks []*block
	n      uint32   // boards kept
	final  struct { // the move that empties the board, once it is found
		parent uint32
		step   step
	}
	slots []uint32 // number of a board plus one; 0: free

	meter    *budget.Meter
	progress budget.Progress
	due      uint64
}

const blockSize = 1 << 12

type block struct {
	words  []uint64          // w for each board
	parent [blockSize]uint32 // the board it was found from
	step   [blockSize]step   // and the move
}

// solveOpen answers a board of mode Min whose number of moves is left open. The
// board is not stuck.
func solveOpen(in *Board, meter *budget.Meter) puzzle.Answer {
	c := &closure{w: len(in.columns), h: in.height, meter: meter, progress: budget.Progress{Upper: -1}}
	return c.run(packWords(in))
}

func (c *closure) run(root words) puzzle.Answer {
	ans := puzzle.Answer{Cost: puzzle.None, LowerBound: 0}
	var err error
	if c.due, err = c.meter.Poll(c.progress); err != nil {
		ans.Limit = budget.Name(err)
		return ans
	}
	if root == (words{}) {
		return puzzle.Answer{Status: puzzle.Solved, Solution: Moves{}}
	}
	goal := false
	err = c.add(&root, 0, 0)
	for depth, first := 1, uint32(0); err == nil && !goal && first < c.n; depth++ {
		last := c.n
		c.progress.Lower, ans.LowerBound = depth, depth
		before := c.progress
		for i := first; i < last && err == nil && !goal; i++ {
			goal, err = c.expand(i)
		}
		first = last
		ans.Iterations = append(ans.Iterations, puzzle.Iteration{
			Threshold: depth,
			Generated: c.progress.Generated - before.Generated,
			Expanded:  c.progress.Expanded - before.Expanded,
		})
	}
	ans.Generated, ans.Expanded = c.progress.Generated, c.progress.Expanded
	switch {
	case goal:
		moves := c.way()
		ans.Status, ans.Solution = puzzle.Solved, moves
		ans.Cost, ans.LowerBound = len(moves), len(moves)
	case err != nil:
		ans.Limit = budget.Name(err)
	default:
		ans.Status, ans.LowerBound = puzzle.Infeasible, puzzle.None
	}
	return ans
}

// expand tries the moves of board i in order. It stops with true at the move
// that empties the board.
func (c *closure) expand(i uint32) (goal bool, err error) {
	c.progress.Expanded++
	var b words
	copy(b[:], c.board(i))
	for x := 0; x < c.w; x++ {
		full := filled(b[x])
		var right, left, drops uint64
		if x+1 < c.w {
			drops = full &^ filled(b[x+1])
			right, _, _ = b.swaps(x, c.w)
			right |= drops
		}
		if x > 0 {
			left = full &^ filled(b[x-1])
		}
		for rows := right | left; rows != 0; rows &= rows - 1 {
			row := rows & -rows
			p := bits.TrailingZeros64(row) - 3
			if row&right != 0 {
				child := b
				if row&drops != 0 {
					child.drop(x, p, x+1)
				} else {
					child.swap(x, p)
				}
				if goal, err = c.enter(&child, i, newStep(x, p, 0)); goal || err != nil {
					return goal, err
				}
			}
			if row&left != 0 {
				child := b
				child.drop(x, p, x-1)
				if goal, err = c.enter(&child, i, newStep(x, p, 1)); goal || err != nil {
					return goal, err
				}
			}
		}
	}
	return false, nil
}

// enter lets the board after a move come to rest and keeps it if it is new and
// not stuck.
func (c *closure) enter(b *words, parent uint32, s step) (goal bool, err error) {
	c.progress.Generated++
	if b.settle(c.w) {
		if *b == (words{}) {
			c.final.parent, c.final.step = parent, s
			return true, nil
		}
		if b.stuck(c.w, c.h) {
			return false, c.poll()
		}
	}
	if err := c.add(b, parent, s); err != nil {
		return false, err
	}
	return false, c.poll()
}

func (c *closure) poll() (err error) {
	if c.progress.Generated >= c.due {
		c.due, err = c.meter.Poll(c.progress)
	}
	return err
}

// board returns the columns of board i.
func (c *closure) board(i uint32) []uint64 {
	at := int(i%blockSize) * c.w
	return c.blocks[i/blockSize].words[at : at+c.w]
}

// slot returns the place of b in slots: where its number is, or would be.
func (c *closure) slot(b []uint64) int {
	h := uint64(0)
	for _, column := range b {
		h = (h ^ column) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	mask := len(c.slots) - 1
	at := int(h*0xbf58476d1ce4e5b9>>32) & mask
next:
	for c.slots[at] != 0 {
		for x, column := range c.board(c.slots[at] - 1) {
			if column != b[x] {
				at = (at + 1) & mask
				continue next
			}
		}
		break
	}
	return at
}

// add keeps b unless it is known.
func (c *closure) add(b *words, parent uint32, s step) error {
	if int(c.n) >= len(c.slots)/4*3 {
		if err := c.grow(); err != nil {
			return err
		}
	}
	at := c.slot(b[:c.w])
	if c.slots[at] != 0 {
		return nil
	}
	i := c.n % blockSize
	if i == 0 {
		if c.n > math.MaxUint32-2*blockSize || !c.meter.Fits(c.bytes(len(c.blocks)+1, len(c.slots))) {
			return budget.ErrMemory
		}
		c.blocks = append(c.blocks, &block{words: make([]uint64, c.w*blockSize)})
	}
	k := c.blocks[c.n/blockSize]
	copy(k.words[int(i)*c.w:], b[:c.w])
	k.parent[i], k.step[i] = parent, s
	c.n++
	c.slots[at] = c.n
	return nil
}

// bytes is the memory that so many blocks and slots take.
func (c *closure) bytes(blocks, slots int) int64 {
	return int64(blocks)*blockSize*int64(8*c.w+4+1) + 4*int64(slots)
}

// grow doubles the hash table. With many boards that takes long enough to poll.
func (c *closure) grow() error {
	old := c.slots
	n := max(2*len(old), 1<<10)
	if !c.meter.Fits(c.bytes(len(c.blocks), len(old)+n)) {
		return budget.ErrMemory
	}
	c.slots = make([]uint32, n)
	for i := range c.n {
		if i%blockSize == 0 {
			if _, err := c.meter.Poll(c.progress); err != nil {
				return err
			}
		}
		c.slots[c.slot(c.board(i))] = i + 1
	}
	return nil
}

// way returns the moves that empty the board.
func (c *closure) way() Moves {
	moves := Moves{c.final.step.move()}
	for i := c.final.parent; i != 0; {
		k := c.blocks[i/blockSize]
		moves = append(moves, k.step[i%blockSize].move())
		i = k.parent[i%blockSize]
	}
	slices.Reverse(moves)
	return moves
}
