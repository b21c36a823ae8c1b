package search

import "unsafe"

// table is a set of states with a depth each: open addressing with linear
// probing, at most three quarters full. A state and its mark lie side by side,
// so that a look-up waits for memory once.
//
//	entries  [ s7 3 |  - 0 | s2 1 | s9 2 |  - 0 | … ]    a power of two of them
type table[S comparable] struct {
	entries []entry[S]
	n       int
}

type entry[S comparable] struct {
	key  S
	mark uint16 // depth + 1, perhaps with onPath; 0 means free
}

const (
	// onPath marks a state that lies on a shortest path.
	onPath = 1 << 15
	// maxDepth is the greatest depth that a mark can hold.
	maxDepth = onPath - 2
)

func newTable[S comparable](size int) table[S] {
	return table[S]{entries: make([]entry[S], size)}
}

func (t *table[S]) bytes() int64 {
	return int64(len(t.entries)) * int64(unsafe.Sizeof(*new(entry[S])))
}

func (t *table[S]) full() bool { return t.n >= len(t.entries)/4*3 }

// insert adds s, whose hash is h, and reports whether it is new. The table
// must not be full.
func (t *table[S]) insert(s S, h uint64, depth uint16) bool {
	e := t.find(s, h)
	if e.mark != 0 {
		return false
	}
	e.key, e.mark = s, depth+1
	t.n++
	return true
}

// mark returns the mark of s, whose hash is h; that of a free place when s is
// not in the table. It is valid until the table grows.
func (t *table[S]) mark(s S, h uint64) *uint16 { return &t.find(s, h).mark }

// find returns the entry of s, or the free one where it would be.
func (t *table[S]) find(s S, h uint64) *entry[S] {
	mask := uint64(len(t.entries) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		if e := &t.entries[i]; e.mark == 0 || e.key == s {
			return e
		}
	}
}

// grow doubles the table. It asks poll now and then, as a large table takes
// seconds, and gives up at its first error, leaving the table as it was.
func (t *table[S]) grow(hash func(S) uint64, poll func() error) error {
	bigger := newTable[S](2 * len(t.entries))
	for i := range t.entries {
		if i%(1<<16) == 0 {
			if err := poll(); err != nil {
				return err
			}
		}
		if e := &t.entries[i]; e.mark != 0 {
			bigger.insert(e.key, hash(e.key), e.mark-1)
		}
	}
	*t = bigger
	return nil
}
