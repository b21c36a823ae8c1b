package hitting

import "fmt"

// Problem asks for a smallest hitting set.
type Problem struct {
	// Elements is the number of elements; they are 1, 2, … Elements.
	Elements int
	// Sets are the sets to be hit, each a list of elements in any order. An
	// element that a set lists twice counts once.
	Sets [][]int32
}

// Validate returns an error when a set lists something that is not an element.
func (p *Problem) Validate() error {
	if p.Elements < 0 || p.Elements > maxElements {
		return fmt.Errorf("hitting: the number of elements must be from 0 to %d, not %d", maxElements, p.Elements)
	}
	for i, set := range p.Sets {
		for _, e := range set {
			if e < 1 || int(e) > p.Elements {
				return fmt.Errorf("hitting: set %d has element %d, which is not from 1 to %d", i, e, p.Elements)
			}
		}
	}
	return nil
}

// maxElements keeps literals, which number elements twice, well within an int32.
const maxElements = 1 << 28

// Result is what [Solve] found out.
type Result struct {
	// Elements is the smallest hitting set found, ascending. It is nil when
	// none was found, which happens only when a limit comes very early, and
	// when there is none.
	Elements []int
	// Lower is the proven lower bound of the size of a hitting set.
	Lower int
	// Proven says that Elements is smallest or, if Infeasible, that there is
	// no hitting set.
	Proven bool
	// Infeasible says that one of the sets is empty.
	Infeasible bool
	// Err is the limit that ended the search before the proof: the context's
	// error, budget.ErrNodes or budget.ErrMemory. For a problem that is not
	// valid it is the error of [Problem.Validate].
	Err error
	// Generated counts decisions: in the branch and bound elements taken by
	// branching (and the roots), in the core-guided search literals decided or
	// assumed.
	Generated uint64
	// Expanded counts nodes that branched, and conflicts.
	Expanded uint64
}
