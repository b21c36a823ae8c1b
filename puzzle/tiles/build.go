package tiles

import (
	"context"
	"encoding/binary"
	"math/bits"
	"sync/atomic"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
)

// This file builds the table of a pattern: for every placement of its tiles,
// the fewest moves of these tiles that bring them home, while all other tiles
// count as holes that the blank passes through for nothing (Felner, Korf and
// Hanan, Additive pattern database heuristics, 2004).
//
// The graph that is searched, breadth-first from the goal, has as its nodes the
// placements together with the region of holes in which the blank is. A region
// is a bit; a set of cells has at most eight, so that a placement is a byte:
//
//	seen     [ 01 | 01 | 00 | 05 | … ]   regions reached in the layers before
//	frontier [ 00 | 01 | 02 | 04 | … ]   reached by the last layer's moves, new or not
//	next     [ 00 | 00 | 06 | 00 | … ]   reached by this layer's moves so far
//
// The bytes of a set of cells are one block (40 KB for eight tiles). Within a
// block the regions, and what may slide where, are the same for all; so a move
// is a loop over the block that scatters into one other block, both of them in
// the processor's near cache, and the renumbering of the orders is a table.

// slideTo is a tile that can slide in all placements of a set, with the blank in one
// region.
type slideTo struct {
	set    uint32 // where it leads
	region uint8  // where the blank has to be
	bit    uint8  // the region where it is then, as a bit
	order  uint8  // the renumbering of the orders; see layout.renumberings
}

// layout is what depends on sets of cells alone; patterns with as many tiles
// share it.
type layout struct {
	masks   []uint32
	regions [][MaxCells]uint8 // the region of each hole
	first   []uint32          // the slides of a set are slides[first[set]:first[set+1]]
	slides  []slideTo
	// renumberings[o] takes the order n to renumberings[o][n]. The one that
	// changes nothing is nil.
	renumberings [][]uint16
}

// newLayout works out the slides of every set. It asks stop now and then.
func newLayout(p *pattern, rows, cols int, stop func() error) (*layout, error) {
	l := &layout{
		masks:   make([]uint32, p.sets),
		regions: make([][MaxCells]uint8, p.sets),
		first:   make([]uint32, p.sets+1),
	}
	near := neighbours(rows, cols)
	set := uint32(1)<<len(p.tiles) - 1
	for i := range l.masks {
		l.masks[i] = set
		l.regions[i] = regionsOf(set, near)
		set = nextSet(set)
		if i%budget.Interval == 0 {
			if err := stop(); err != nil {
				return nil, err
			}
		}
	}
	var known [maxPattern][maxPattern]int // 1 + the renumbering when slot i becomes slot j
	for i, set := range l.masks {
		if i%budget.Interval == 0 {
			if err := stop(); err != nil {
				return nil, err
			}
		}
		for hole := range p.cells {
			if set>>hole&1 == 1 {
				continue
			}
			for _, cell := range near[hole] {
				if set>>cell&1 == 0 {
					continue
				}
				to := set ^ 1<<cell ^ 1<<hole
				from, into := bits.OnesCount32(set&(1<<cell-1)), bits.OnesCount32(to&(1<<hole-1))
				if known[from][into] == 0 {
					l.renumberings = append(l.renumberings, p.renumber(from, into))
					known[from][into] = len(l.renumberings)
				}
				n := setNumber(to)
				l.slides = append(l.slides, slideTo{
					set: uint32(n), region: l.regions[i][hole], bit: 1 << l.regions[n][cell],
					order: uint8(known[from][into] - 1),
				})
			}
		}
		l.first[i+1] = uint32(len(l.slides))
	}
	return l, nil
}

// neighbours returns the cells beside each cell.
func neighbours(rows, cols int) (near [MaxCells][]uint8) {
	step, ops := steps(cols), ops(rows, cols)
	for i := range rows * cols {
		for _, op := range ops[i] {
			near[i] = append(near[i], uint8(i+step[op]))
		}
	}
	return near
}

// regionsOf numbers the connected holes around the tiles of set.
func regionsOf(set uint32, near [MaxCells][]uint8) (region [MaxCells]uint8) {
	seen, n := set, uint8(0)
	for start := range near {
		if seen>>start&1 == 1 || len(near[start]) == 0 {
			continue
		}
		stack := [MaxCells]uint8{uint8(start)}
		seen |= 1 << start
		for top := 1; top > 0; {
			top--
			cell := stack[top]
			region[cell] = n
			for _, next := range near[cell] {
				if seen>>next&1 == 0 {
					seen |= 1 << next
					stack[top] = next
					top++
				}
			}
		}
		n++
	}
	return region
}

// renumber returns the renumbering of the orders when the tile in slot from
// goes to slot into and those between move up.
func (p *pattern) renumber(from, into int) []uint16 {
	if from == into {
		return nil
	}
	var slot [maxPattern]uint32
	for s := range slot {
		switch {
		case s == from:
			slot[s] = uint32(into)
		case from < s && s <= into:
			slot[s] = uint32(s - 1)
		case into <= s && s < from:
			slot[s] = uint32(s + 1)
		default:
			slot[s] = uint32(s)
		}
	}
	to := make([]uint16, p.orders)
	for n := range to {
		old, renumbered := p.slots(n), uint32(0)
		for i := range p.tiles {
			renumbered |= slot[old>>(4*i)&15] << (4 * i)
		}
		to[n] = uint16(p.order(renumbered))
	}
	return to
}

// workspace is what one pattern after another is built in, so that the second
// takes no new memory.
type workspace struct {
	layout *layout
	tiles  int     // of the patterns that layout is for
	bytes  []uint8 // seen, frontier and next
}

// get returns the layout of p and three arrays of zeros for it.
func (w *workspace) get(p *pattern, rows, cols int, stop func() error) (l *layout, seen, frontier, next []uint8, err error) {
	if w.tiles != len(p.tiles) {
		w.layout, w.tiles = nil, 0
		if w.layout, err = newLayout(p, rows, cols, stop); err != nil {
			return nil, nil, nil, nil, err
		}
		w.tiles = len(p.tiles)
	}
	n := p.entries()
	if cap(w.bytes) < 3*n {
		w.bytes = nil
		w.bytes = make([]uint8, 3*n)
	}
	w.bytes = w.bytes[:3*n]
	for at := 0; at < len(w.bytes); at += zeroChunk {
		if err := stop(); err != nil {
			return nil, nil, nil, nil, err
		}
		clear(w.bytes[at:min(at+zeroChunk, len(w.bytes))])
	}
	return w.layout, w.bytes[:n], w.bytes[n : 2*n], w.bytes[2*n:], nil
}

// zeroChunk is how much is zeroed between two looks at the context.
const zeroChunk = 16 << 20

// builder is the search of one pattern.
type builder struct {
	*pattern
	*layout
	layers         *search.Layers // a row is a set
	cols           int
	extra          []byte   // the result; see [database]
	seen           []uint8  // regions reached so far, a byte a placement
	frontier, next []uint8  // next is guarded by the locks of layers
	order          []uint32 // slots of each order
	layer          int
	nodes          atomic.Uint64 // placements with a region, reached so far
	placed         atomic.Uint64 // placements reached so far
}

// buildBytes is the memory that the table of p takes while it is built, the
// table itself included.
func buildBytes(p *pattern) int64 {
	const setBytes = 4 + MaxCells + 4 + 1 + 1 + 16*8 // masks, regions, first, two of layers, slides
	return int64(p.entries())*3 + int64(p.entries()/2) + int64(p.sets)*setBytes
}

// buildPattern fills extra with the distances of p beyond Manhattan's, halved,
// four bits a placement; see [database]. It returns how many placements are at each
// distance. report is called now and then with the nodes and the placements
// reached so far and the layer.
func buildPattern(ctx context.Context, p *pattern, rows, cols int, crew *budget.Crew, space *workspace, extra []byte, report func(nodes, placed uint64, layer int)) (histogram []uint64, err error) {
	l, seen, frontier, next, err := space.get(p, rows, cols, ctx.Err)
	if err != nil {
		return nil, err
	}
	b := &builder{
		pattern: p, layout: l, layers: search.NewLayers(p.sets), cols: cols, extra: extra,
		// The first layer swaps them.
		seen: seen, frontier: next, next: frontier,
		order: make([]uint32, p.orders),
	}
	for n := range b.order {
		b.order[n] = p.slots(n)
	}
	var home [MaxCells]uint8
	var same [32]uint8
	for i := range home {
		home[i], same[i] = uint8(i), uint8(i)
	}
	start := p.index(&home, &same)
	b.next[start] = 1 << b.regions[start/p.stride][0]
	b.layers.Activate(start / p.stride)
	tell := func() { report(b.nodes.Load(), b.placed.Load(), b.layer) }
	before := uint64(0)
	err = b.layers.Run(ctx, crew, b.worker, func(layer int) error {
		if layer > 0 {
			histogram = append(histogram, b.placed.Load()-before)
			before = b.placed.Load()
		}
		b.layer = layer
		b.frontier, b.next = b.next, b.frontier
		tell()
		return nil
	}, tell)
	tell()
	return append(histogram, b.placed.Load()-before), err
}

// worker returns what expands a set, for one goroutine.
func (b *builder) worker() func(set int) {
	w := worker{builder: b}
	for i := range w.lists {
		w.lists[i] = make([]uint16, b.orders)
	}
	return func(set int) {
		w.settle(set)
		w.spread(set)
	}
}

// worker is one goroutine of a builder.
type worker struct {
	*builder
	lists  [8][]uint16 // the orders with each region in the frontier
	counts [8]int
	pairs  [maxPattern / 2][256]uint8 // Manhattan distance of two tiles by their slots
}

// settle takes what is new from the frontier of set into the lists, and gives
// placements that are reached for the first time their distance. It leaves the
// frontier empty.
func (w *worker) settle(set int) {
	from, to := set*w.stride, (set+1)*w.stride
	frontier, seen := w.frontier[from:to], w.seen[from:to]
	extra := w.extra[from/2 : to/2]
	w.counts = [8]int{}
	distances, found, placed := false, 0, 0
	for i := 0; i+8 <= len(frontier); i += 8 {
		reached := binary.LittleEndian.Uint64(frontier[i:])
		if reached == 0 {
			continue
		}
		binary.LittleEndian.PutUint64(frontier[i:], 0)
		old := binary.LittleEndian.Uint64(seen[i:])
		fresh := reached &^ old
		if fresh == 0 {
			continue
		}
		binary.LittleEndian.PutUint64(seen[i:], old|fresh)
		for fresh != 0 {
			at := bits.TrailingZeros64(fresh) &^ 7 // the byte's place in the word
			n := i + at/8
			regions := uint8(fresh >> at)
			fresh &^= 0xff << at
			if old>>at&0xff == 0 {
				placed++
				if !distances {
					w.prepare(set)
					distances = true
				}
				s := w.order[n]
				md := int(w.pairs[0][s&255]) + int(w.pairs[1][s>>8&255]) + int(w.pairs[2][s>>16&255]) + int(w.pairs[3][s>>24])
				extra[n/2] |= uint8(min((w.layer-md)/2, 15)) << (n % 2 * 4)
			}
			for ; regions != 0; regions &= regions - 1 {
				r := bits.TrailingZeros8(regions) & 7
				w.lists[r][w.counts[r]] = uint16(n)
				w.counts[r]++
				found++
			}
		}
	}
	w.nodes.Add(uint64(found))
	w.placed.Add(uint64(placed))
}

// prepare fills pairs for set.
func (w *worker) prepare(set int) {
	var cell [16]int // of each slot
	k := 0
	for m := w.masks[set]; m != 0; m &= m - 1 {
		cell[k] = bits.TrailingZeros32(m)
		k++
	}
	far := func(i, slot int) uint8 {
		if i >= k || slot >= k {
			return 0
		}
		return uint8(distance(int(w.tiles[i]), cell[slot], w.cols))
	}
	for i := range w.pairs {
		for a := range 8 {
			for b := range 8 {
				w.pairs[i][a|b<<4] = far(2*i, a) + far(2*i+1, b)
			}
		}
	}
}

// spread carries out all slides of set for the placements in the lists.
func (w *worker) spread(set int) {
	for _, m := range w.slides[w.first[set]:w.first[set+1]] {
		list := w.lists[m.region&7][:w.counts[m.region&7]]
		if len(list) == 0 {
			continue
		}
		to := w.renumberings[m.order]
		w.layers.Lock(int(m.set))
		w.layers.Reach(int(m.set))
		next := w.next[int(m.set)*w.stride:][:w.stride]
		if to == nil {
			for _, n := range list {
				next[n] |= m.bit
			}
		} else {
			for _, n := range list {
				next[to[n]] |= m.bit
			}
		}
		w.layers.Unlock(int(m.set))
	}
}
