package hitting

import "fmt"

// Problem asks for a smallest hitting set.
type Problem struct {
	// Elements is the number of elements; they are 1, 2, … Elements. Those that
	// are in no set cost some 64 bytes each all the same.
	Elements int
	// Sets are the sets to be hit, each a list of elements in any order. An
	// element that a set lists twice counts once. With an empty set the problem
	// is valid and infeasible; without any set the empty hitting set is smallest.
	Sets [][]int32
}

// Validate returns an error when the number of elements is out of range, which
// is 0 to 2^28, or a set lists something that is not an element. Its text counts
// sets from 0, as the slice does.
func (p *Problem) Validate() error {
	if err := p.validElements(); err != nil {
		return err
	}
	for i := range p.Sets {
		if err := p.validSet(i); err != nil {
			return err
		}
	}
	return nil
}

func (p *Problem) validElements() error {
	if p.Elements < 0 || p.Elements > maxElements {
		return fmt.Errorf("hitting: the number of elements must be from 0 to %d, not %d", maxElements, p.Elements)
	}
	return nil
}

func (p *Problem) validSet(i int) error {
	for _, e := range p.Sets[i] {
		if e < 1 || int(e) > p.Elements {
			return fmt.Errorf("hitting: set %d has element %d, which is not from 1 to %d", i, e, p.Elements)
		}
	}
	return nil
}

// maxElements keeps literals, which number elements twice, well within an int32.
const maxElements = 1 << 28

// Result is what [Solve] found out. Exactly one of Proven and Err != nil holds.
type Result struct {
	// Elements is the smallest hitting set found, ascending, and smallest of all
	// only if Proven. It is nil when none was found: when a limit came very
	// early, when the problem is infeasible, and when it is not valid. A hitting
	// set of no elements is not nil.
	Elements []int
	// Lower is the proven lower bound of the size of a hitting set. It is 0, and
	// says nothing, when the problem is infeasible or not valid.
	Lower int
	// Proven says that Elements is smallest or, if Infeasible, that there is
	// no hitting set.
	Proven bool
	// Infeasible says that one of the sets is empty.
	Infeasible bool
	// Err is the limit that ended the search before the proof: the context's
	// error, budget.ErrNodes or budget.ErrMemory. For a problem that is not
	// valid it is the error of [Problem.Validate], for which budget.Name is "".
	Err error
	// Generated counts decisions: in the branch and bound elements taken by
	// branching (and the roots), in the core-guided search literals decided or
	// assumed.
	Generated uint64
	// Expanded counts nodes that branched, and conflicts.
	Expanded uint64
	// Resumed is how many of Generated the saved state brought along.
	Resumed uint64
}
