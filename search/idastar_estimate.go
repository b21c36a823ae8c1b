package search

import (
	"slices"
	"sort"

	"github.com/deepen-go/deepen/budget"
)

// How many nodes an iteration will have is estimated from the one before: that
// one left marks along its way,
//
//	position   [0 0 …]   [0 2 …]   [1 0 …]      [2 1 …]
//	count            10k       20k       30k  …      90k of 100k
//
// and where the search is among them says which share of the old tree is done. If
// that was 30k nodes, and the new tree took 150k to the same place, it is five
// times as large.

// markTurns is how much of a position a mark keeps: beyond it two marks are
// hardly ever apart.
const markTurns = 24

// mostMarks is where the marks of a part are thinned out.
const mostMarks = 2048

// mark says how many nodes came before a position.
type mark struct {
	turns [markTurns]int32
	count uint64
}

// trace is what a part contributes to the estimate.
type trace struct {
	origin [markTurns]int32 // where the part begins
	marks  []mark
	// begin and seen are the nodes of the iteration before that came before the
	// part's begin and before where its search is.
	begin, seen uint64
}

// estimate estimates the nodes of the iteration in hand. The zero value is that
// of the first iteration, where there is nothing to judge by.
type estimate struct {
	before  []mark  // the marks of the iteration before
	nodes   uint64  // its nodes; 0 if there was none
	growth  float64 // by how much it was larger than its own predecessor; 0 if there was none
	spacing uint64  // nodes between two marks
}

// firstSpacing is the least distance of two marks.
const firstSpacing = budget.Interval

// next makes the iteration that is done the one before.
func (e *estimate) next(all *part) {
	e.growth = 0
	if e.nodes > 0 {
		e.growth = float64(all.generated) / float64(e.nodes)
	}
	e.before, e.nodes = all.marks, all.generated
	e.spacing = max(e.nodes/512, firstSpacing)
}

// note notes where the search of p is.
func (e *estimate) note(p *part) {
	e.mark(&p.trace, turnsOf(p.at), p.generated)
	p.seen = e.place(p.at)
}

// mark adds a mark behind those of t, unless the last one is near.
func (e *estimate) mark(t *trace, turns [markTurns]int32, count uint64) {
	last := uint64(0)
	if n := len(t.marks); n > 0 {
		last = t.marks[n-1].count
	}
	if count < last+max(e.spacing, firstSpacing) {
		return
	}
	t.marks = append(t.marks, mark{turns, count})
	if len(t.marks) > mostMarks {
		t.marks = thin(t.marks)
		e.spacing = 2 * max(e.spacing, firstSpacing)
	}
}

// join adds the marks of q to those of p, which comes just before.
func (e *estimate) join(p, q *part) {
	if q.generated == 0 {
		return
	}
	e.mark(&p.trace, q.origin, p.generated) // a small part has no marks of its own
	for _, m := range q.marks {
		e.mark(&p.trace, m.turns, p.generated+m.count)
	}
}

// start places a part that begins at its position.
func (e *estimate) start(p *part) {
	p.origin = turnsOf(p.at)
	p.begin = e.place(p.at)
	p.seen = p.begin
}

// place returns how many nodes of the iteration before came before a position.
func (e *estimate) place(at []int32) uint64 {
	turns := turnsOf(at)
	i := sort.Search(len(e.before), func(i int) bool { return slices.Compare(e.before[i].turns[:], turns[:]) > 0 })
	if i == 0 {
		return 0
	}
	return e.before[i-1].count
}

// total returns the estimate when done nodes are generated, or 0. The growth of
// the iterations before counts as if it had been seen on a sixty-fourth of the
// tree: it decides alone at first, and soon no more.
func (e *estimate) total(parts []*part, done uint64) uint64 {
	if e.nodes == 0 {
		return 0
	}
	nodes := float64(e.nodes)
	guess := nodes * e.growth
	if len(e.before) > 0 {
		seen := 0.0
		for i, p := range parts {
			end := p.seen
			if p.state == finished { // it reaches to the next one
				end = e.nodes
				if i+1 < len(parts) {
					end = parts[i+1].begin
				}
			}
			seen += float64(end - min(p.begin, end))
		}
		weight := nodes / 64
		if e.growth == 0 {
			weight = 0
		}
		if seen+weight > 0 {
			guess = nodes * (float64(done) + weight*e.growth) / (seen + weight)
		}
	}
	if guess == 0 {
		return 0
	}
	return max(uint64(guess), done)
}

// thin leaves every second mark.
func thin(marks []mark) []mark {
	for i := range len(marks) / 2 {
		marks[i] = marks[2*i+1]
	}
	return marks[:len(marks)/2]
}

// turnsOf returns the beginning of a position, so that positions are ordered as the
// search comes to them: that of a node before those of its children.
func turnsOf(at []int32) (t [markTurns]int32) {
	for i := copy(t[:], at); i < markTurns; i++ {
		t[i] = -1
	}
	return t
}
