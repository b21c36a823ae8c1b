package search

import "unsafe"

// table is a set of states with a depth each: open addressing with linear
// probing, at most three quarters full.
//
//	keys    [ s7 |    | s2 | s9 |    | … ]    a power of two of them
//	marks   [  3 |  0 |  1 |  2 |  0 | … ]    depth + 1, perhaps with onPath; 0 means free
type table[S comparable] struct {
	keys  []S
	marks []uint16
	n     int
}

const (
	// onPath marks a state that lies on a shortest path.
	onPath = 1 << 15
	// maxDepth is the greatest depth that a mark can hold.
	maxDepth = onPath - 2
)

func newTable[S comparable](size int) table[S] {
	return table[S]{keys: make([]S, size), marks: make([]uint16, size)}
}

func (t *table[S]) bytes() int64 {
	return int64(len(t.keys)) * (int64(unsafe.Sizeof(*new(S))) + 2)
}

func (t *table[S]) full() bool { return t.n >= len(t.keys)/4*3 }

// insert adds s, whose hash is h, and reports whether it is new. The table
// must not be full.
func (t *table[S]) insert(s S, h uint64, depth uint16) bool {
	mask := uint64(len(t.keys) - 1)
	i := h & mask
	for t.marks[i] != 0 {
		if t.keys[i] == s {
			return false
		}
		i = (i + 1) & mask
	}
	t.keys[i], t.marks[i] = s, depth+1
	t.n++
	return true
}

// mark returns the mark of s, whose hash is h; that of a free place when s is
// not in the table. It is valid until the table grows.
func (t *table[S]) mark(s S, h uint64) *uint16 {
	mask := uint64(len(t.keys) - 1)
	i := h & mask
	for t.marks[i] != 0 && t.keys[i] != s {
		i = (i + 1) & mask
	}
	return &t.marks[i]
}

// grow doubles the table. It asks poll now and then, as a large table takes
// seconds, and gives up at its first error, leaving the table as it was.
func (t *table[S]) grow(hash func(S) uint64, poll func() error) error {
	bigger := newTable[S](2 * len(t.keys))
	for i, m := range t.marks {
		if i%(1<<16) == 0 {
			if err := poll(); err != nil {
				return err
			}
		}
		if m != 0 {
			bigger.insert(t.keys[i], hash(t.keys[i]), m-1)
		}
	}
	*t = bigger
	return nil
}
