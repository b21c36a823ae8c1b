package search

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"slices"
	"unsafe"

	"github.com/deepen-go/deepen/budget"
)

// Learn builds a [Machine] for a domain whose moves are fixed: it runs through
// the strings of up to length operators by rising cost, and where two of them do
// the same, forbids the later one (Taylor and Korf, Pruning duplicate nodes in
// depth-first search, 1993).
//
// Two strings are taken to do the same when they do so from every one of the
// samples. So the samples must be generic: whatever decides if and how an
// operator can be applied must occur among them, and apart from that all parts
// of the state must be distinct. For a permutation puzzle, where every move is
// always possible, a single state with all pieces distinct is enough; for
// sliding tiles it takes one with each place of the blank; for a grid, one with
// each way of being near the edge. A string is forbidden only if the other one
// can be applied wherever it can, costs no more there, and of equal cost comes
// first in operator order. Hence a search with the machine finds the same cost
// and, as long as its path is the first in operator order, the same path.
//
// The domain must not leave out operators itself, other than the one that undoes
// the last: two rules of which each relies on what the other leaves out would
// lose solutions. And a state must not remember how it was reached, or no two
// strings do the same.
//
// An operator must have the same cost everywhere and a number below 65,536;
// otherwise Learn returns an error. It also does so when a limit is reached;
// states count as nodes. Memory and time are proportional to the number of
// strings that are not forbidden, times the samples.
func Learn[S comparable, D Domain[S]](ctx context.Context, d D, samples []S, length int, limits budget.Limits) (*Machine, error) {
	l := learner[S, D]{
		domain: d, samples: samples, length: length, meter: budget.NewMeter(ctx, limits),
		costs: map[int32]int32{}, reached: make([]map[S][]*opString[S], len(samples)), bad: map[string]bool{},
	}
	root := &opString[S]{states: samples, can: make([]bool, len(samples))}
	for i := range samples {
		root.can[i] = true
		l.reached[i] = map[S][]*opString[S]{}
	}
	// Costs are positive, so what a string is extended to comes later than it.
	for l.push(root); len(l.queue) > 0; {
		if err := l.meter.Err(); err != nil {
			return nil, err
		}
		if err := l.visit(heap.Pop(&l.queue).(*opString[S])); err != nil {
			return nil, err
		}
	}
	return l.machine()
}

// maxOps keeps the rows of a machine, which have a place for every operator, of
// a reasonable size.
const maxOps = 1 << 16

// opString is a string of operators and what it does to each sample.
type opString[S any] struct {
	ops    []int32
	cost   int
	states []S
	can    []bool // whether it can be applied to the sample
}

type learner[S comparable, D Domain[S]] struct {
	domain    D
	samples   []S
	length    int
	costs     map[int32]int32 // of each operator
	queue     opQueue[S]
	reached   []map[S][]*opString[S] // for each sample: strings that are not forbidden, by where they lead
	forbidden [][]int32              // minimal strings
	bad       map[string]bool        // the same, as keys
	generated uint64
	due       uint64
	bytes     int64
	buf       []Edge[S]
	meter     budget.Meter
}

// key makes a map key of a string of operators.
func key(ops []int32) string {
	b := make([]byte, 0, 4*len(ops))
	for _, op := range ops {
		b = append(b, byte(op), byte(op>>8), byte(op>>16), byte(op>>24))
	}
	return string(b)
}

// visit forbids s or notes where it leads and makes the strings that are one
// longer.
func (l *learner[S, D]) visit(s *opString[S]) error {
	for i := 1; i < len(s.ops); i++ {
		for j := i + 1; j <= len(s.ops); j++ {
			if l.bad[key(s.ops[i:j])] {
				return nil // a part of it is forbidden already
			}
		}
	}
	first := slices.Index(s.can, true)
	if first < 0 {
		return nil // no samples
	}
	for _, other := range l.reached[first][s.states[first]] {
		if replaces(other, s) {
			l.forbidden = append(l.forbidden, s.ops)
			l.bad[key(s.ops)] = true
			return nil
		}
	}
	for i, can := range s.can {
		if can {
			l.reached[i][s.states[i]] = append(l.reached[i][s.states[i]], s)
		}
	}
	if len(s.ops) == l.length {
		return nil
	}
	return l.extend(s)
}

// replaces reports whether a, which comes first, does wherever b can be applied
// what b does.
func replaces[S comparable](a, b *opString[S]) bool {
	for i, can := range b.can {
		if can && (!a.can[i] || a.states[i] != b.states[i]) {
			return false
		}
	}
	return true
}

// extend makes the strings that begin with s and have one operator more.
func (l *learner[S, D]) extend(s *opString[S]) error {
	longer := map[int32]*opString[S]{}
	for i, can := range s.can {
		if !can {
			continue
		}
		l.buf = l.domain.Expand(l.buf[:0], &Edge[S]{State: s.states[i], Op: NoOp})
		for j := range l.buf {
			e := &l.buf[j]
			if l.generated >= l.due {
				var err error
				if l.due, err = l.meter.Poll(budget.Progress{Generated: l.generated, Lower: -1, Upper: -1}); err != nil {
					return err
				}
			}
			l.generated++
			if e.Op < 0 || e.Op >= maxOps {
				return fmt.Errorf("search: operator %d is not in 0 to %d", e.Op, maxOps-1)
			}
			if cost, ok := l.costs[e.Op]; ok && cost != e.Cost {
				return fmt.Errorf("search: operator %d costs %d and %d; only fixed moves can be learned", e.Op, cost, e.Cost)
			}
			l.costs[e.Op] = e.Cost
			t := longer[e.Op]
			if t == nil {
				t = &opString[S]{
					ops:    append(slices.Clone(s.ops), e.Op),
					cost:   s.cost + int(e.Cost),
					states: make([]S, len(l.samples)),
					can:    make([]bool, len(l.samples)),
				}
				longer[e.Op] = t
				// Each sample's state is in the string and, with a pointer, in
				// reached.
				l.bytes += int64(len(l.samples))*int64(2*unsafe.Sizeof(e.State)+32) + int64(4*len(t.ops)) + 100
				if !l.meter.Fits(l.bytes) {
					return budget.ErrMemory
				}
			}
			t.states[i], t.can[i] = e.State, true
		}
	}
	for _, t := range longer {
		l.push(t)
	}
	return nil
}

func (l *learner[S, D]) push(s *opString[S]) { heap.Push(&l.queue, s) }

// opQueue is a heap of strings by cost and, of equal cost, in operator order.
type opQueue[S any] []*opString[S]

func (q opQueue[S]) Len() int { return len(q) }
func (q opQueue[S]) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[i].cost, q[j].cost), slices.Compare(q[i].ops, q[j].ops)) < 0
}
func (q opQueue[S]) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *opQueue[S]) Push(x any)   { *q = append(*q, x.(*opString[S])) }
func (q *opQueue[S]) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// machine makes the automaton of Aho and Corasick (Efficient string matching,
// 1975) for the forbidden strings.
func (l *learner[S, D]) machine() (*Machine, error) {
	ops := 0
	for op := range l.costs {
		ops = max(ops, int(op)+1)
	}
	// The trie of the forbidden strings. As those are minimal, none is a part of
	// another, and the nodes where one ends are its leaves.
	const unset, end = -2, -1
	trie := [][]int32{make([]int32, ops)}
	for i := range trie[0] {
		trie[0][i] = unset
	}
	slices.SortFunc(l.forbidden, func(a, b []int32) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), slices.Compare(a, b))
	})
	for n, s := range l.forbidden {
		if n%budget.Interval == 0 && l.meter.Err() != nil {
			return nil, l.meter.Err()
		}
		at := int32(0)
		for i, op := range s {
			switch {
			case i == len(s)-1:
				trie[at][op] = end
			case trie[at][op] == unset:
				if !l.meter.Fits(l.bytes + int64(len(trie)+1)*int64(ops)*8) {
					return nil, budget.ErrMemory
				}
				node := make([]int32, ops)
				for j := range node {
					node[j] = unset
				}
				trie = append(trie, node)
				trie[at][op] = int32(len(trie) - 1)
			}
			at = trie[at][op]
		}
	}
	// What is not in the trie goes where the longest proper end of the path goes
	// that is in it. Breadth-first, so that it is known by then.
	fail := make([]int32, len(trie))
	queue := []int32{0}
	for ; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for op, to := range trie[at] {
			back := int32(0)
			if at != 0 {
				back = trie[fail[at]][op]
			}
			switch {
			case to == unset:
				trie[at][op] = back
			case to != end:
				fail[to] = back
				queue = append(queue, to)
			}
		}
	}
	m := &Machine{ops: ops, strings: len(l.forbidden), allowed: make([]uint64, len(trie))}
	for at, node := range trie {
		m.next = append(m.next, node...)
		m.allowed[at] = ^uint64(0)
		for op, to := range node[:min(ops, 64)] {
			if to == end {
				m.allowed[at] &^= 1 << op
			}
		}
	}
	return m, nil
}
