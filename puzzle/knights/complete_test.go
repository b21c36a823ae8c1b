package knights

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// This file knows the distances to a target from a plain breadth-first search:
// all of them, or those in its vicinity. Of the package it uses Position, Square
// and Moves; the moves follow the rules word by word.

// rules are the moves on boards of one size.
type rules struct {
	rows, cols int
	near       [][]int // the squares a knight's jump from each, ascending
}

func newRules(rows, cols int) rules {
	r := rules{rows, cols, make([][]int, rows*cols)}
	for i := range rows * cols {
		for j := range rows * cols {
			dr, dc := i/cols-j/cols, i%cols-j%cols
			if dr*dr == 1 && dc*dc == 4 || dr*dr == 4 && dc*dc == 1 {
				r.near[i] = append(r.near[i], j)
			}
		}
	}
	return r
}

// after is p when the knight on square j has hopped into the blank.
func (r rules) after(p Position, j int) Position {
	q := Position{Blank: j, White: p.White}
	if p.White>>j&1 == 1 {
		q.White ^= 1<<j | 1<<p.Blank
	}
	return q
}

// wander hops about from p, n times and never straight back unless there is no
// other way.
func (r rules) wander(rng *rand.Rand, p Position, n int) Position {
	last := -1
	for range n {
		to := slices.DeleteFunc(slices.Clone(r.near[p.Blank]), func(j int) bool { return j == last })
		if len(to) == 0 {
			to = r.near[p.Blank]
		}
		if len(to) == 0 {
			break
		}
		last, p = p.Blank, r.after(p, to[rng.IntN(len(to))])
	}
	return p
}

// truth knows distances to a target.
type truth interface {
	// depth is the distance of p, or -1 when the target is not reached.
	depth(p Position) int
	board() *Board // the target as a board of its own
	moves() rules
}

// firstMoves walks from p to the target, always by the first hop that leads
// nearer.
func firstMoves(w truth, p Position) Moves {
	m := Moves{}
	r := w.moves()
	for d := w.depth(p); d > 0; d-- {
		i := slices.IndexFunc(r.near[p.Blank], func(j int) bool { return w.depth(r.after(p, j)) == d-1 })
		j := r.near[p.Blank][i]
		m, p = append(m, Square{j / r.cols, j % r.cols}), r.after(p, j)
	}
	return m
}

// ways counts the shortest solutions from p; seen keeps what is counted.
func ways(w truth, p Position, seen map[Position]int64) (n int64) {
	d := w.depth(p)
	if d == 0 {
		return 1
	}
	if n, ok := seen[p]; ok {
		return n
	}
	r := w.moves()
	for _, j := range r.near[p.Blank] {
		if q := r.after(p, j); w.depth(q) == d-1 {
			n += ways(w, q, seen)
		}
	}
	seen[p] = n
	return n
}

// complete knows all distances up to most, on boards of up to 25 squares. Positions
// are numbered by their blank and by the white knights on the other squares: those
// in the upper half of the board choose a block of numbers, those in the lower
// half a place in it.
type complete struct {
	rules
	target  Position
	most    int
	split   int      // squares of the lower half
	place   []uint32 // by lower half: its number among those with as many knights
	block   []uint32 // by upper half: the first number of its block
	choices []uint32 // the white knights of each number
	depths  []int8   // -1: the target is not reached within most moves
}

// everything is farther than any target.
const everything = 127

func newComplete(rows, cols int, target Position, most int) *complete {
	c := &complete{rules: newRules(rows, cols), target: target, most: most}
	n := rows*cols - 1
	c.split = n / 2
	sizes := make([]uint32, n+1) // lower halves with so many knights
	for lower := range 1 << c.split {
		k := bits.OnesCount(uint(lower))
		c.place = append(c.place, sizes[k])
		sizes[k]++
	}
	for upper := range uint32(1) << (n - c.split) {
		c.block = append(c.block, uint32(len(c.choices)))
		k := bits.OnesCount64(target.White) - bits.OnesCount32(upper)
		for lower := range uint32(1) << c.split {
			if bits.OnesCount32(lower) == k {
				c.choices = append(c.choices, upper<<c.split|lower)
			}
		}
	}
	c.depths = make([]int8, rows*cols*len(c.choices))
	for i := range c.depths {
		c.depths[i] = -1
	}
	c.search()
	return c
}

// search goes from the target outwards, layer by layer; a hop can be taken back.
func (c *complete) search() {
	start := c.number(c.target)
	c.depths[start] = 0
	layer, next := []uint32{uint32(start)}, []uint32(nil)
	for d := int8(1); len(layer) > 0 && int(d) <= c.most; d++ {
		for _, i := range layer {
			p := c.position(int(i))
			for _, j := range c.near[p.Blank] {
				if k := c.number(c.after(p, j)); c.depths[k] < 0 {
					c.depths[k] = d
					next = append(next, uint32(k))
				}
			}
		}
		layer, next = next, layer[:0]
	}
}

// number is the position's place in depths.
func (c *complete) number(p Position) int {
	below := p.White & (1<<p.Blank - 1)
	choice := below | p.White>>1&^(1<<p.Blank-1) // the squares but the blank
	return p.Blank*len(c.choices) + int(c.block[choice>>c.split]+c.place[choice&(1<<c.split-1)])
}

// position is the inverse of number.
func (c *complete) position(i int) Position {
	blank, choice := i/len(c.choices), uint64(c.choices[i%len(c.choices)])
	below := choice & (1<<blank - 1)
	return Position{White: below | (choice&^below)<<1, Blank: blank}
}

func (c *complete) depth(p Position) int { return int(c.depths[c.number(p)]) }

func (c *complete) moves() rules { return c.rules }

func (c *complete) board() *Board {
	return &Board{Rows: c.rows, Cols: c.cols, Start: c.target, Target: c.target, MaxMoves: NoLimit}
}

// histogram counts the positions at each distance.
func (c *complete) histogram() (counts []int) {
	for _, d := range c.depths {
		if d < 0 {
			continue
		}
		for int(d) >= len(counts) {
			counts = append(counts, 0)
		}
		counts[d]++
	}
	return counts
}

// TestComplete: the complete tables have the known histograms, and nothing has
// the number of another.
func TestComplete(t *testing.T) {
	for _, h := range readHistograms(t) {
		if h.states > 2_000_000 || h.states > 200_000 && testing.Short() {
			continue // the largest is tested with TestTrust
		}
		b := mustParse(t, h.target, h.target)
		c := newComplete(b.Rows, b.Cols, b.Target, everything)
		if got := c.histogram(); len(c.depths) != h.states || !slices.Equal(got, h.counts) {
			t.Errorf("%s: %d positions, at the distances %v; want %d, %v", h.target, len(c.depths), got, h.states, h.counts)
		}
		for i := range c.depths {
			if c.number(c.position(i)) != i {
				t.Fatalf("%s: position %d is %+v", h.target, i, c.position(i))
			}
		}
	}
}

// vicinity knows the distances of the positions near the target, on a board of
// any size.
type vicinity struct {
	rules
	target Position
	depths map[Position]int
}

func newVicinity(rows, cols int, target Position, most int) *vicinity {
	v := &vicinity{newRules(rows, cols), target, map[Position]int{target: 0}}
	for queue := []Position{target}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		if v.depths[p] == most {
			break
		}
		for _, j := range v.near[p.Blank] {
			q := v.after(p, j)
			if _, ok := v.depths[q]; !ok {
				v.depths[q] = v.depths[p] + 1
				queue = append(queue, q)
			}
		}
	}
	return v
}

func (v *vicinity) depth(p Position) int {
	if d, ok := v.depths[p]; ok {
		return d
	}
	return -1
}

func (v *vicinity) moves() rules { return v.rules }

func (v *vicinity) board() *Board {
	return &Board{Rows: v.rows, Cols: v.cols, Start: v.target, Target: v.target, MaxMoves: NoLimit}
}
