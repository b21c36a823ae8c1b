package sudoku

import "math/bits"

// kernelN searches grids of any size. It keeps every candidate twice: in the
// cell, and in the three units of the cell, so that a cell with one digit left
// and a digit with one place left are both seen by looking at one word. Taking
// candidates away is noted on a trail and undone when the search turns back.
//
// Invariants at rest (propagate returned true, the queue is empty):
//   - digit d is in cand[c] if and only if c's place is in where[u*n+d], for
//     each of c's units u;
//   - no word of cand or where is zero, and when one has a single bit, that
//     digit is gone from the other cells of its units;
//   - each candidate can be part of a filling of each of its units by itself
//     (see fill).
type kernelN struct {
	box, n int
	at     []uint16    // u*n+p → the cell at place p of unit u
	home   [][3]placeN // c → its places in its row, column and box
	column []uint64    // j → the places of column j of a box

	cand  []uint64 // c → its digits
	where []uint64 // u*n+d → its places
	trail []uint32 // c<<6|d: candidates taken away, in order
	queue []uint32 // c<<6|d: d is forced on c
	moved []uint64 // u → the digits that lost a place since lock looked
	stale []bool   // u → it lost a candidate since fill looked

	match []uint8 // u*n+p → the digit at place p in a filling of unit u
	owner []uint8 // d → its place in the filling that is being worked on

	path      []nodeN
	failed    choiceN // what failed last, if hasFailed
	hasFailed bool
	sol       []uint8
}

// placeN is a place in a unit.
type placeN struct{ u, p uint8 }

// choiceN is what a node branches on: the digits of a cell, or the places of a
// digit in a unit.
type choiceN struct {
	c    int // the cell, or -1
	u, d int // the unit and the digit, when there is no cell
}

// nodeN is a node of the search.
type nodeN struct {
	choiceN
	mark int    // length of the trail at the node
	rest uint64 // alternatives that are still to be tried
}

func newKernelN(box int) *kernelN {
	n := box * box
	cells, units := n*n, 3*n
	k := &kernelN{
		box: box, n: n,
		at:     make([]uint16, units*n),
		home:   make([][3]placeN, cells),
		column: make([]uint64, box),
		cand:   make([]uint64, cells),
		where:  make([]uint64, units*n),
		trail:  make([]uint32, 0, cells*n),
		// Each word of cand and where becomes single once at most.
		queue: make([]uint32, 0, cells+units*n),
		moved: make([]uint64, units),
		stale: make([]bool, units),
		match: make([]uint8, units*n),
		owner: make([]uint8, n),
		path:  make([]nodeN, 0, cells),
		sol:   make([]uint8, cells),
	}
	for c := range cells {
		row, col := c/n, c%n
		k.home[c] = [3]placeN{
			{uint8(row), uint8(col)},
			{uint8(n + col), uint8(row)},
			{uint8(2*n + row/box*box + col/box), uint8(row%box*box + col%box)},
		}
		for _, h := range k.home[c] {
			k.at[int(h.u)*n+int(h.p)] = uint16(c)
		}
	}
	for i := range n {
		k.column[i%box] |= 1 << i
	}
	return k
}

func (k *kernelN) load(givens []uint8) bool {
	all := uint64(1)<<k.n - 1
	for i := range k.cand {
		k.cand[i] = all
	}
	for i := range k.where {
		k.where[i] = all
		k.match[i] = uint8(i % k.n)
	}
	k.trail, k.path = k.trail[:0], k.path[:0]
	k.settle()
	for c, g := range givens {
		if g != 0 && !k.place(c, int(g)-1) {
			return false
		}
	}
	return k.propagate()
}

// settle forgets what is still to be looked at, after a contradiction.
func (k *kernelN) settle() {
	k.queue = k.queue[:0]
	clear(k.moved)
	clear(k.stale)
}

// undo gives back the candidates taken away since the trail had the given
// length.
func (k *kernelN) undo(mark int) {
	for _, t := range k.trail[mark:] {
		c, d := int(t>>6), int(t&63)
		k.cand[c] |= 1 << d
		for _, h := range k.home[c] {
			k.where[int(h.u)*k.n+d] |= 1 << h.p
		}
	}
	k.trail = k.trail[:mark]
}

// remove takes digit d away from cell c, which has it. It returns false when the
// cell then has no digit or the digit no place in a unit.
func (k *kernelN) remove(c, d int) bool {
	k.trail = append(k.trail, uint32(c<<6|d))
	k.cand[c] &^= 1 << d
	left := k.cand[c]
	if left&(left-1) == 0 {
		if left == 0 {
			return false
		}
		k.queue = append(k.queue, uint32(c<<6|bits.TrailingZeros64(left)))
	}
	for _, h := range &k.home[c] {
		i := int(h.u)*k.n + d
		k.where[i] &^= 1 << h.p
		k.moved[h.u] |= 1 << d
		k.stale[h.u] = true
		if left := k.where[i]; left&(left-1) == 0 {
			if left == 0 {
				return false
			}
			k.queue = append(k.queue, uint32(k.at[int(h.u)*k.n+bits.TrailingZeros64(left)])<<6|uint32(d))
		}
	}
	return true
}

// place puts digit d on cell c: it takes all other digits from the cell and the
// digit from all other cells of its units.
func (k *kernelN) place(c, d int) bool {
	if k.cand[c]>>d&1 == 0 {
		return false
	}
	for x := k.cand[c] &^ (1 << d); x != 0; x &= x - 1 {
		if !k.remove(c, bits.TrailingZeros64(x)) {
			return false
		}
	}
	for _, h := range &k.home[c] {
		if !k.removePlaces(int(h.u), d, k.where[int(h.u)*k.n+d]&^(1<<h.p)) {
			return false
		}
	}
	return true
}

// removePlaces takes digit d from the given places of unit u.
func (k *kernelN) removePlaces(u, d int, places uint64) bool {
	for ; places != 0; places &= places - 1 {
		if !k.remove(int(k.at[u*k.n+bits.TrailingZeros64(places)]), d) {
			return false
		}
	}
	return true
}

// propagate draws conclusions until there are none, the cheap ones first. It
// returns false when there is no solution.
func (k *kernelN) propagate() bool {
	ok := k.conclude()
	if !ok {
		k.settle()
	}
	return ok
}

func (k *kernelN) conclude() bool {
	for {
		for len(k.queue) > 0 {
			f := k.queue[len(k.queue)-1]
			k.queue = k.queue[:len(k.queue)-1]
			if !k.place(int(f>>6), int(f&63)) {
				return false
			}
		}
		if u := k.firstMoved(); u >= 0 {
			d := bits.TrailingZeros64(k.moved[u])
			k.moved[u] &= k.moved[u] - 1
			if !k.lock(u, d) {
				return false
			}
		} else if u := k.firstStale(); u >= 0 {
			k.stale[u] = false
			if !k.fill(u) {
				return false
			}
		} else {
			return true
		}
	}
}

func (k *kernelN) firstMoved() int {
	for u, digits := range k.moved {
		if digits != 0 {
			return u
		}
	}
	return -1
}

func (k *kernelN) firstStale() int {
	for u, stale := range k.stale {
		if stale {
			return u
		}
	}
	return -1
}

// lock looks at the places of digit d in unit u. When a row or column and a box
// share them all, the digit is gone from the rest of the other one.
func (k *kernelN) lock(u, d int) bool {
	n, box := k.n, k.box
	x := k.where[u*n+d]
	first := bits.TrailingZeros64(x)
	i, j := first/box, first%box
	third := uint64(1)<<box - 1 // the first box places of a line, or row of a box
	switch kind, index := u/n, u%n; kind {
	case 0: // row: i says which of its boxes
		if x&^(third<<(i*box)) == 0 {
			b := 2*n + index/box*box + i
			return k.removePlaces(b, d, k.where[b*n+d]&^(third<<(index%box*box)))
		}
	case 1: // column
		if x&^(third<<(i*box)) == 0 {
			b := 2*n + i*box + index/box
			return k.removePlaces(b, d, k.where[b*n+d]&^k.column[index%box])
		}
	default: // box: row i or column j of it
		if x&^(third<<(i*box)) == 0 {
			r := index/box*box + i
			if !k.removePlaces(r, d, k.where[r*n+d]&^(third<<(index%box*box))) {
				return false
			}
		}
		if x&^k.column[j] == 0 {
			c := n + index%box*box + j
			return k.removePlaces(c, d, k.where[c*n+d]&^(third<<(index/box*box)))
		}
	}
	return true
}

// pick makes the node to branch on. It is false when every cell has its digit.
//
// The choice that failed last comes first, as long as it is open: it is the
// likeliest to show that a decision above it was wrong (Lecoutre, Saïs, Tabary
// and Vidal 2009, "Reasoning from last conflict(s)"). Otherwise it is a cell with
// the fewest digits, or a digit with the fewest places in a unit if that is
// fewer.
func (k *kernelN) pick() (nodeN, bool) {
	if k.hasFailed {
		if x := k.alternatives(k.failed); x&(x-1) != 0 {
			return nodeN{k.failed, len(k.trail), x}, true
		}
	}
	const none = 64
	best, fewest := choiceN{}, none
	for c, x := range k.cand {
		if m := bits.OnesCount64(x); m > 1 && m < fewest {
			best, fewest = choiceN{c: c}, m
			if m == 2 {
				break
			}
		}
	}
	if fewest == none {
		return nodeN{}, false
	}
	if fewest > 2 {
		for i, x := range k.where {
			if m := bits.OnesCount64(x); m > 1 && m < fewest {
				best, fewest = choiceN{c: -1, u: i / k.n, d: i % k.n}, m
				if m == 2 {
					break
				}
			}
		}
	}
	return nodeN{best, len(k.trail), k.alternatives(best)}, true
}

// alternatives returns what is left of a choice.
func (k *kernelN) alternatives(ch choiceN) uint64 {
	if ch.c >= 0 {
		return k.cand[ch.c]
	}
	return k.where[ch.u*k.n+ch.d]
}

// next takes the next alternative of a node.
func (k *kernelN) next(node *nodeN) (c, d int) {
	bit := bits.TrailingZeros64(node.rest)
	node.rest &= node.rest - 1
	if node.c >= 0 {
		return node.c, bit
	}
	return int(k.at[node.u*k.n+bit]), node.d
}

func (k *kernelN) options(c int) uint64 { return k.cand[c] }

func (k *kernelN) solution() []uint8 { return k.sol }

func (k *kernelN) fix(c, d int) {
	k.place(c, d)
	k.propagate() // it has a solution, so this is true
}

func (k *kernelN) probe(w *work, c, d int, most int64) (found int64, err error) {
	mark := len(k.trail)
	ok := k.try(c, d)
	err = w.spend(k.effort(mark))
	if ok && err == nil {
		found, _, err = k.search(w, most)
	}
	k.undo(mark)
	return found, err
}

// try places a digit and draws the conclusions.
func (k *kernelN) try(c, d int) bool {
	if !k.place(c, d) {
		k.settle()
		return false
	}
	return k.propagate()
}

// effort is what a node cost, in steps of some nanoseconds: the candidates taken
// away since the trail had the given length, and one scan over the grid.
func (k *kernelN) effort(mark int) int { return 4*(len(k.trail)-mark) + len(k.cand) }

// search counts solutions from where the kernel stands, and leaves it there.
func (k *kernelN) search(w *work, most int64) (found int64, exhausted bool, err error) {
	root := len(k.trail)
	k.path = k.path[:0]
	k.hasFailed = false
	for {
		if node, open := k.pick(); open {
			w.expanded++
			k.path = append(k.path, node)
		} else {
			if found++; found == 1 {
				k.write()
			}
			if found == most {
				exhausted = k.tried()
				break
			}
		}
		if more, e := k.advance(w); e != nil || !more {
			err, exhausted = e, e == nil
			break
		}
	}
	k.undo(root)
	return found, exhausted, err
}

// advance goes on to the next node of the search. It is false when there is
// none.
func (k *kernelN) advance(w *work) (bool, error) {
	for len(k.path) > 0 {
		node := &k.path[len(k.path)-1]
		k.undo(node.mark)
		if node.rest == 0 {
			k.path = k.path[:len(k.path)-1]
			continue
		}
		w.generated++
		if w.generated >= w.due {
			if err := w.poll(); err != nil {
				return false, err
			}
		}
		ok := k.try(k.next(node))
		if err := w.spend(k.effort(node.mark)); err != nil {
			return false, err
		}
		if ok {
			return true, nil
		}
		k.failed, k.hasFailed = node.choiceN, true
	}
	return false, nil
}

// tried says whether the path has no alternatives left.
func (k *kernelN) tried() bool {
	for i := range k.path {
		if k.path[i].rest != 0 {
			return false
		}
	}
	return true
}

// write sets the solution from cells that have one digit each.
func (k *kernelN) write() {
	for c, x := range k.cand {
		k.sol[c] = uint8(bits.TrailingZeros64(x) + 1)
	}
}
