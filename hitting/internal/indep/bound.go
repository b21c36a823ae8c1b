package indep

import "math/bits"

// bound is what cover needs.
type bound struct {
	words   int
	cliques []uint64 // the cliques one after another
	size    []int32  // of each clique
	class   []int32  // the clique of each vertex; out: none
	used    []bool   // cliques that are part of a contradiction already
	left    []uint64 // to be covered
	near    []int32  // of each clique: scratch of place
	touched []int32  // the cliques whose near is not 0

	// Of the vertex that is tried:
	alive   []uint64 // vertices that are not ruled out
	count   []int32  // those of each clique
	removed []int32  // the clique whose vertex ruled it out; out: the vertex that is tried
	unit    []int32  // cliques whose last vertex is taken for chosen, as they were found
	stack   []int32
}

// out is the class of vertices that are in no clique.
const out int32 = -1

func (b *bound) init(n, words int) {
	b.words = words
	b.cliques = make([]uint64, n*words)
	b.size = make([]int32, n)
	b.class = make([]int32, n)
	b.used = make([]bool, n)
	b.left = make([]uint64, words)
	b.near = make([]int32, n)
	b.alive = make([]uint64, words)
	b.count = make([]int32, n)
	b.removed = make([]int32, n)
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
	for v := range b.class {
		b.class[v] = out
	}
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
	b.size[k] = 0
	for i := range b.alive {
		for b.alive[i] != 0 {
			v := i*64 + bits.TrailingZeros64(b.alive[i])
			row := s.row(v)
			for j := i; j < len(row); j++ {
				b.alive[j] &= row[j]
			}
			clear1(b.alive, v)
			clear1(b.left, v)
			b.join(v, k)
		}
	}
}

func (b *bound) join(v, k int) {
	set(b.clique(k), v)
	b.class[v] = int32(k)
	b.size[k]++
}

// place puts v into one of the k cliques, if there is one that it fits into, or
// one that it fits into but for one vertex, which fits into another. (Tomita et
// al., "A simple and faster branch-and-bound algorithm for finding a maximum
// clique", 2010.)
func (s *Search) place(v, k int) bool {
	b := &s.bound
	if c := s.fits(v); c != out {
		b.join(v, int(c))
		return true
	}
	row := s.row(v)
	for i := range k {
		if b.used[i] || b.size[i] > 1 && !meets(b.clique(i), row) {
			continue
		}
		w, n := stranger(b.clique(i), row)
		if n != 1 {
			continue
		}
		if c := s.fits(w); c != out { // not i, where w itself is none of w's neighbours
			clear1(b.clique(i), w)
			b.size[i]--
			b.join(w, int(c))
			b.join(v, i)
			return true
		}
	}
	return false
}

// fits returns the first clique all of whose vertices are neighbours of v, or
// out.
func (s *Search) fits(v int) int32 {
	b := &s.bound
	b.touched = b.touched[:0]
	best := out
	for i, w := range s.row(v) {
		for ; w != 0; w &= w - 1 {
			u := i*64 + bits.TrailingZeros64(w)
			c := b.class[u]
			if c == out || u == v || b.used[c] {
				continue
			}
			if b.near[c] == 0 {
				b.touched = append(b.touched, c)
			}
			if b.near[c]++; b.near[c] == b.size[c] && (best == out || c < best) {
				best = c
			}
		}
	}
	for _, c := range b.touched {
		b.near[c] = 0
	}
	return best
}

func meets(a, b []uint64) bool {
	for i, w := range a {
		if w&b[i] != 0 {
			return true
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

// contradict tries v: if it is chosen, and each of the k cliques has a chosen
// vertex, does a clique have none that may be? Then v and the cliques that lead
// to it have one chosen vertex less than they are, so v may join them without
// raising the bound. These cliques are then used up.
func (s *Search) contradict(v, k int) bool {
	b := &s.bound
	copy(b.count[:k], b.size)
	for i := range b.alive {
		b.alive[i] = ^uint64(0)
	}
	b.unit = b.unit[:0]
	for c := range k { // a clique of one vertex asks for it from the start
		if b.size[c] == 1 && !b.used[c] {
			b.unit = append(b.unit, int32(c))
		}
	}
	at := s.exclude(v, out)
	for i := 0; at == out && i < len(b.unit); i++ {
		c := b.unit[i]
		at = s.exclude(b.last(int(c)), c)
	}
	if at == out {
		return false
	}
	b.explain(at)
	return true
}

// last returns the one vertex of the clique that is alive.
func (b *bound) last(c int) int {
	for i, m := range b.clique(c) {
		if m &= b.alive[i]; m != 0 {
			return i*64 + bits.TrailingZeros64(m)
		}
	}
	panic("indep: a clique of one vertex has none")
}

// exclude takes v for chosen, which clique from asks for, and rules out its
// neighbours. It returns a clique that has no vertex left, or out.
func (s *Search) exclude(v int, from int32) int32 {
	b := &s.bound
	dead := out
	for i, w := range s.row(v) {
		gone := b.alive[i] & w
		if i == v/64 {
			gone &^= 1 << (v % 64)
		}
		b.alive[i] &^= gone
		for ; gone != 0; gone &= gone - 1 {
			u := i*64 + bits.TrailingZeros64(gone)
			b.removed[u] = from
			c := b.class[u]
			if c == out || b.used[c] {
				continue
			}
			switch b.count[c]--; b.count[c] {
			case 0:
				dead = c
			case 1:
				b.unit = append(b.unit, c)
			}
		}
	}
	return dead
}

// explain marks the cliques as used that led to clique c having no vertex left.
func (b *bound) explain(c int32) {
	b.stack = append(b.stack[:0], c)
	b.used[c] = true
	for len(b.stack) > 0 {
		c := b.stack[len(b.stack)-1]
		b.stack = b.stack[:len(b.stack)-1]
		for i, m := range b.clique(int(c)) {
			for m &^= b.alive[i]; m != 0; m &= m - 1 {
				by := b.removed[i*64+bits.TrailingZeros64(m)]
				if by != out && !b.used[by] {
					b.used[by] = true
					b.stack = append(b.stack, by)
				}
			}
		}
	}
}
