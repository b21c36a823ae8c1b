package hitting

import (
	"slices"

	"github.com/deepen-go/deepen/hitting/internal/sat"
)

// shrinkConflicts is the most conflicts of one attempt to shrink a core.
const shrinkConflicts = 1000

// shrink returns a core that is part of the given one, often much smaller.
//
// It assumes the wishes one after another, the last of the core first, until
// they contradict the clauses: the wish added last is then needed, and the
// solver's explanation often leaves out others. This is done again until it
// helps no more. (The linear shrinking of clasp; Alviano and Dodaro, "Anytime
// answer set optimization via unsatisfiable core shrinking", 2016.) An attempt
// that takes too long counts as one that does not contradict, so the result is
// a core in any case.
func (o *coreSearch) shrink(core []sat.Lit) ([]sat.Lit, error) {
	core = slices.Clone(core)
	for {
		slices.Reverse(core)
		n := 1
		for ; n < len(core); n++ {
			status, err := o.solve(core[:n], shrinkConflicts)
			if err != nil {
				return nil, err
			}
			if status == sat.Unsat {
				break
			}
		}
		if n == len(core) {
			return core, nil
		}
		core = slices.Clone(o.sat.Core())
	}
}
