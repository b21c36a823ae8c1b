package hitting

import (
	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/hitting/internal/indep"
)

// Components that are graphs, each set a pair, go to the branch and bound of
// package indep when they have at most coverVertices elements and at least
// coverDegree sets for each of them: the core-guided search gets coverConflicts
// conflicts before, which raise the lower bound and improve the incumbent, and
// are often enough; the local search gets localCover of work, since an incumbent
// that is not best costs the branch and bound more than that. On sparser graphs cores are the better search, and larger
// ones are beyond both.
const (
	coverVertices  = 640
	coverDegree    = 2
	coverConflicts = 2000
	localCover     = 1 << 25
)

// pairs reports whether c is a graph for package indep.
func (c *component) pairs() bool {
	return len(c.occ) <= coverVertices && c.size == 2*len(c.sets) && len(c.sets) >= coverDegree*len(c.occ)
}

// cover makes the bounds of c meet, whose sets are the edges of a graph: what a
// largest independent set leaves is a smallest hitting set. It counts its nodes as
// generated and as expanded.
func (v *solving) cover(c *component) error {
	if !v.pace.meter.Fits(indep.Bytes(len(c.occ))) {
		return budget.ErrMemory
	}
	neighbours := make([][]int32, len(c.occ))
	for _, set := range c.sets {
		a, b := set[0], set[1]
		neighbours[a] = append(neighbours[a], b)
		neighbours[b] = append(neighbours[b], a)
	}
	p := &v.pace.progress
	generated, expanded := p.Generated, p.Expanded
	s := indep.New(neighbours)
	s.Poll = func(nodes uint64) (uint64, error) {
		p.Generated, p.Expanded = generated+nodes, expanded+nodes
		err := v.pace.poll()
		return min(v.pace.due-generated, nodes+coverPoll), err
	}
	s.Found = func(set []int) {
		p.Upper -= len(c.best) - (len(c.occ) - len(set))
		c.best = c.best[:0]
		for e := range c.occ {
			if len(set) > 0 && set[0] == e {
				set = set[1:]
			} else {
				c.best = append(c.best, int32(e))
			}
		}
	}
	_, err := s.Solve(len(c.occ) - len(c.best))
	p.Generated, p.Expanded = generated+s.Nodes(), expanded+s.Nodes()
	if err != nil {
		return err
	}
	before := c.bound()
	c.lower = len(c.best)
	p.Lower += c.bound() - before
	return nil
}

// coverPoll is the nodes between two polls, a few milliseconds.
const coverPoll = 100
