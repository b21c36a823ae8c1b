package indep

import "math/bits"

// bound is what cover needs.
type bound struct {
	words   int
	cliques []uint64 // the cliques one after another
	used    []bool   // cliques that are part of a contradiction already
	alive   []uint64 // vertices that are not ruled out
	left    []uint64 // to be covered
	removed []int32  // the clique whose vertex ruled it out; -1: the vertex that is tried
	unit    []int32  // cliques of which one vertex is alive, in the order they were found
	vertex  []int32  // that vertex, for each clique of unit
	state   []uint8  // of each clique: see propagate
	stack   []int32
}

func (b *bound) init(n, words int) {
	b.words = words
	b.cliques = make([]uint64, n*words)
	b.used = make([]bool, n)
	b.alive = make([]uint64, words)
	b.left = make([]uint64, words)
	b.removed = make([]int32, n)
	b.vertex = make([]int32, n)
	b.state = make([]uint8, n)
}

func (b *bound) clique(k int) []uint64 { return b.cliques[k*b.words : (k+1)*b.words] }

// cover covers open vertices by room cliques, and puts those that do not fit into
// rest; it reports whether there are any. An independent set has one vertex of a
// clique at most, so one with more than room open vertices has one of the rest.
func (s *Search) cover(open, rest []uint64, room int) bool {
	b := &s.bound
	if room < 0 {
		room = 0
	}
	copy(b.left, open)
	k := 0
	for ; k < room && !empty(b.left); k++ {
		s.fill(k)
	}
	if empty(b.left) {
		return false
	}
	for i := range k {
		b.used[i] = false
	}
	none := true
	for i := range rest {
		rest[i] = 0
		for w := b.left[i]; w != 0; w &= w - 1 {
			v := i*64 + bits.TrailingZeros64(w)
			if !s.place(v, k) && !s.contradict(v, k) {
				set(rest, v)
				none = false
			}
		}
	}
	return !none
}

// fill makes clique k of what is left, the first vertices first.
func (s *Search) fill(k int) {
	b := &s.bound
	c := b.clique(k)
	copy(b.alive, b.left)
	for i := range c {
		c[i] = 0
	}
	for i := range b.alive {
		for b.alive[i] != 0 {
			v := i*64 + bits.TrailingZeros64(b.alive[i])
			row := s.row(v)
			for j := i; j < len(row); j++ {
				b.alive[j] &= row[j]
			}
			clear1(b.alive, v)
			set(c, v)
			clear1(b.left, v)
		}
	}
}

// place puts v into one of the k cliques, if there is one that it fits into, or
// one that it fits into but for one vertex, which fits into another. (Tomita et
// al., "A simple and faster branch-and-bound algorithm for finding a maximum
// clique", 2010.)
func (s *Search) place(v, k int) bool {
	b := &s.bound
	row := s.row(v)
	for i := range k {
		if b.used[i] {
			continue
		}
		w, n := stranger(b.clique(i), row)
		if n == 0 {
			set(b.clique(i), v)
			return true
		}
		if n > 1 {
			continue
		}
		other := s.row(w)
		for j := range k {
			if j == i || b.used[j] {
				continue
			}
			if _, n := stranger(b.clique(j), other); n == 0 {
				clear1(b.clique(i), w)
				set(b.clique(j), w)
				set(b.clique(i), v)
				return true
			}
		}
	}
	return false
}

// stranger counts the vertices of the clique that are not in row, up to 2, and
// returns one.
func stranger(clique, row []uint64) (v, n int) {
	for i, c := range clique {
		c &^= row[i]
		if c == 0 {
			continue
		}
		if n > 0 || c&(c-1) != 0 {
			return 0, 2
		}
		v, n = i*64+bits.TrailingZeros64(c), 1
	}
	return v, n
}

// The states of a clique while a vertex is tried.
const (
	idle   uint8 = iota // several vertices are alive
	single              // one is, and is taken for chosen
	cause               // it is a cause of the contradiction
)

// contradict tries v: if it is chosen, and each of the k cliques has a chosen
// vertex, does a clique have none that may be? Then v and the cliques that lead
// to it have one chosen vertex less than they are, so v may join them without
// raising the bound. These cliques are then used up.
func (s *Search) contradict(v, k int) bool {
	b := &s.bound
	for i := range k {
		b.state[i] = idle
	}
	for i := range b.alive {
		b.alive[i] = ^uint64(0)
	}
	b.unit = b.unit[:0]
	at := s.exclude(v, -1, k)
	for i := 0; at < 0 && i < len(b.unit); i++ {
		c := b.unit[i]
		at = s.exclude(int(b.vertex[c]), c, k)
	}
	if at < 0 {
		return false
	}
	b.explain(int32(at))
	return true
}

// exclude takes v for chosen, which clique from asks for, and rules out its
// neighbours. It returns a clique that has no vertex left, or -1.
func (s *Search) exclude(v int, from int32, k int) int {
	b := &s.bound
	row := s.row(v)
	for i, w := range row {
		gone := b.alive[i] & w
		if i == v/64 {
			gone &^= 1 << (v % 64)
		}
		b.alive[i] &^= gone
		for ; gone != 0; gone &= gone - 1 {
			b.removed[i*64+bits.TrailingZeros64(gone)] = from
		}
	}
	for c := range k {
		if b.used[c] || b.state[c] != idle {
			continue
		}
		w, n := 0, 0
		for i, m := range b.clique(c) {
			m &= b.alive[i]
			if m == 0 {
				continue
			}
			if n > 0 || m&(m-1) != 0 {
				n = 2
				break
			}
			w, n = i*64+bits.TrailingZeros64(m), 1
		}
		switch n {
		case 0:
			return c
		case 1:
			b.state[c] = single
			b.vertex[c] = int32(w)
			b.unit = append(b.unit, int32(c))
		}
	}
	return -1
}

// explain marks the cliques as used that led to clique c having no vertex left.
func (b *bound) explain(c int32) {
	b.stack = append(b.stack[:0], c)
	b.state[c] = cause
	for len(b.stack) > 0 {
		c := b.stack[len(b.stack)-1]
		b.stack = b.stack[:len(b.stack)-1]
		b.used[c] = true
		for i, m := range b.clique(int(c)) {
			for m &^= b.alive[i]; m != 0; m &= m - 1 {
				by := b.removed[i*64+bits.TrailingZeros64(m)]
				if by >= 0 && b.state[by] != cause {
					b.state[by] = cause
					b.stack = append(b.stack, by)
				}
			}
		}
	}
}
