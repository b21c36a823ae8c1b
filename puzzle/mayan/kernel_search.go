package mayan

import (
	"math/bits"

	"github.com/deepen-go/deepen/budget"
)

// search is the depth-first search with a number of moves. It keeps its memory
// from one board to the next.
type search struct {
	w     int
	mode  Mode
	dist  distances
	table deadTable
	stack []node // stack[i]: the board after i moves
	path  []step // path[i]: the move that leads from stack[i] to stack[i+1]

	meter    *budget.Meter
	progress budget.Progress
	due      uint64 // poll when progress.Generated gets here
	dueMiss  uint64 // poll when dist.misses gets here
	err      error  // the limit that was reached
}

// missInterval is the number of distances computed between two polls.
const missInterval = 128

// node is a board with what the bound needs to know of it.
type node struct {
	b    words
	hist [MaxColours + 1]uint32
	dist uint64 // the distances of the colours, four bits each
	sum  int    // of the distances

	quiet [MaxWidth]uint64 // the rows whose swap to the right makes no run, as far as expand has come
	done  [MaxWidth]uint64 // the swaps to the right that would repeat what the parent has tried
}

// measure computes the histograms and distances anew. It returns false when the
// board cannot be cleared in r moves.
func (s *search) measure(nd *node, r int) bool {
	nd.hist = nd.b.histograms(s.w)
	nd.dist, nd.sum = 0, 0
	for c, hist := range nd.hist {
		if hist == 0 {
			continue
		}
		d := s.dist.of(hist)
		if d > r {
			return false
		}
		nd.dist |= uint64(d) << (4 * c)
		nd.sum += d
	}
	return nd.sum <= 2*r
}

// start prepares the search of a board for up to n moves.
func (s *search) start(in *Board, meter *budget.Meter) {
	s.w, s.mode, s.meter, s.err = len(in.columns), in.mode, meter, nil
	s.dist.reset(s.w, in.height, in.moves)
	s.table.reset(s.w, in.mode == Exact, meter)
	for len(s.stack) < in.moves+1 {
		s.stack = append(s.stack, node{})
		s.path = append(s.path, 0)
	}
	s.stack[0].b = packWords(in)
	s.progress = budget.Progress{Upper: -1}
	s.dueMiss = s.dist.misses + missInterval
}

// poll asks the meter.
func (s *search) poll() bool {
	s.due, s.err = s.meter.Poll(s.progress)
	s.dueMiss = s.dist.misses + missInterval
	return s.err == nil
}

// run looks for the first sequence with r moves from the start, and reports
// whether there is one. False with s.err set means that a limit was reached.
func (s *search) run(r int) bool {
	if !s.poll() {
		return false
	}
	if s.stack[0].b == (words{}) {
		return s.mode != Exact || r == 0
	}
	return r > 0 && s.measure(&s.stack[0], r) && s.visit(0, r)
}

// visit looks for the first sequence of moves, r of them or up to r, that clears
// the board at stack[depth], which is measured and not empty.
func (s *search) visit(depth, r int) bool {
	b := &s.stack[depth].b
	if s.table.dead(b, r) {
		return false
	}
	if s.expand(depth, r) {
		return true
	}
	if s.err == nil {
		if s.table.full() {
			s.table.grow(s.poll)
		}
		s.table.add(b, r)
	}
	return false
}

// expand tries the moves of a node in order, r of them being left.
func (s *search) expand(depth, r int) bool {
	s.progress.Expanded++
	nd := &s.stack[depth]
	// The colours whose distance is r: this very move must bring them nearer.
	tight := uint64(0)
	if r < maxDistance {
		tight = zero(nd.dist ^ uint64(r)*low)
		if bits.OnesCount64(tight) > 2 {
			return false
		}
	}
	wasted := s.mode == Exact && r > 1 // a swap of equal colours is still to be tried
	for x := 0; x < s.w; x++ {
		full := filled(nd.b[x])
		var right, left, drops, same, runs uint64
		if x+1 < s.w {
			drops = full &^ filled(nd.b[x+1])
			right, same, runs = nd.b.swaps(x, s.w)
			nd.quiet[x] = right &^ runs
			if r == 1 {
				right = runs // no other swap clears anything
			}
			right &^= nd.done[x]
			right |= drops
			if wasted {
				right |= same
			}
		}
		if x > 0 {
			left = full &^ filled(nd.b[x-1])
		}
		for rows := right | left; rows != 0; rows &= rows - 1 {
			row := rows & -rows
			p := bits.TrailingZeros64(row) - 3
			switch {
			case row&same&right != 0:
				// All such swaps lead to the same node; the first is enough.
				if wasted && tight == 0 && nd.sum <= 2*(r-1) && s.waste(depth, r, x, p) {
					return true
				}
				wasted = false
			case row&right&^drops != 0:
				if s.trySwap(depth, r, x, p, tight, row&runs != 0) {
					return true
				}
			case row&right != 0:
				if s.tryDrop(depth, r, x, p, x+1, tight) {
					return true
				}
			}
			if s.err == nil && row&left != 0 && s.tryDrop(depth, r, x, p, x-1, tight) {
				return true
			}
			if s.err != nil {
				return false
			}
		}
	}
	return false
}

// shifted returns the histogram after a block went from one column to another.
func shifted(hist uint32, from, to int) uint32 {
	return hist - 1<<(4*from) + 1<<(4*to)
}

// trySwap makes the swap of two different colours at p of columns x and x+1.
func (s *search) trySwap(depth, r, x, p int, tight uint64, run bool) bool {
	nd, child := &s.stack[depth], &s.stack[depth+1]
	i, j := nd.b[x]>>p&15, nd.b[x+1]>>p&15
	if tight&^(8<<(4*i)|8<<(4*j)) != 0 {
		return false
	}
	hi, hj := shifted(nd.hist[i], x, x+1), shifted(nd.hist[j], x+1, x)
	di, dj := s.dist.of(hi), s.dist.of(hj)
	sum := nd.sum + di + dj - int(nd.dist>>(4*i)&15) - int(nd.dist>>(4*j)&15)
	if di >= r || dj >= r || sum > 2*(r-1) {
		return s.tick()
	}
	child.b = nd.b
	child.b.swap(x, p)
	s.path[depth] = newStep(x, p, 0)
	if run {
		child.b.settle(s.w)
		return s.enterChanged(depth+1, r-1)
	}
	child.done = s.repeated(nd, x, p)
	child.hist = nd.hist
	child.hist[i], child.hist[j] = hi, hj
	child.dist = nd.dist&^(15<<(4*i)|15<<(4*j)) | uint64(di)<<(4*i) | uint64(dj)<<(4*j)
	child.sum = sum
	return s.enter(depth+1, r-1, false)
}

// tryDrop drags the block at p of column x over the edge, onto column to.
func (s *search) tryDrop(depth, r, x, p, to int, tight uint64) bool {
	nd, child := &s.stack[depth], &s.stack[depth+1]
	i := nd.b[x] >> p & 15
	if tight&^(8<<(4*i)) != 0 {
		return false
	}
	hi := shifted(nd.hist[i], x, to)
	di := s.dist.of(hi)
	sum := nd.sum + di - int(nd.dist>>(4*i)&15)
	if di >= r || sum > 2*(r-1) {
		return s.tick()
	}
	child.b = nd.b
	child.b.drop(x, p, to)
	left := 0
	if to < x {
		left = 1
	}
	s.path[depth] = newStep(x, p, left)
	if child.b.settle(s.w) {
		return s.enterChanged(depth+1, r-1)
	}
	child.done = [MaxWidth]uint64{}
	child.hist = nd.hist
	child.hist[i] = hi
	child.dist = nd.dist&^(15<<(4*i)) | uint64(di)<<(4*i)
	child.sum = sum
	return s.enter(depth+1, r-1, false)
}

// waste makes the swap of equal colours at p of columns x and x+1.
func (s *search) waste(depth, r, x, p int) bool {
	s.stack[depth+1] = s.stack[depth]
	s.stack[depth+1].done = [MaxWidth]uint64{}
	s.path[depth] = newStep(x, p, 0)
	return s.enter(depth+1, r-1, false)
}

// repeated returns the swaps that need not follow the swap at p of columns x and
// x+1, which makes no run: those before it in order that make no run at nd either
// and touch none of its two cells. The other way round, the two lead to the same
// board before anything vanishes; that way was searched first, and has failed.
func (s *search) repeated(nd *node, x, p int) (done [MaxWidth]uint64) {
	copy(done[:x], nd.quiet[:x])
	if x > 0 {
		done[x-1] &^= 8 << p
	}
	done[x] = nd.quiet[x] & (1<<p - 1)
	return done
}

// enterChanged enters the board at stack[depth] after a run has vanished.
func (s *search) enterChanged(depth, r int) bool {
	child := &s.stack[depth]
	child.done = [MaxWidth]uint64{}
	return s.enter(depth, r, r == 0 || !s.measure(child, r))
}

// enter counts the board at stack[depth] and, unless it is cut already, visits
// it with r moves left.
func (s *search) enter(depth, r int, cut bool) bool {
	s.progress.Generated++
	empty := s.stack[depth].b == (words{})
	if empty && (r == 0 || s.mode != Exact) {
		return true
	}
	if (s.progress.Generated >= s.due || s.dist.misses >= s.dueMiss) && !s.poll() {
		return false
	}
	return !cut && !empty && r > 0 && s.visit(depth, r)
}

// tick polls if many distances had to be computed. It returns false, as the
// answer of a move that was cut.
func (s *search) tick() bool {
	if s.dist.misses >= s.dueMiss {
		s.poll()
	}
	return false
}
