package hitting

import "github.com/deepen-go/deepen/hitting/internal/sat"

// totalizer counts how many of its inputs are true: out[k-1] is true if at
// least k of them are (Bailleux and Boufkhad, "Efficient CNF encoding of Boolean
// cardinality constraints", 2003). Only that direction is encoded, and only as
// many outputs as were asked for (Martins et al., "Incremental cardinality
// constraints for MaxSAT", 2014).
type totalizer struct {
	left, right *totalizer // nil for one input
	size        int        // number of inputs
	out         []sat.Lit
}

// newTotalizer returns a balanced tree over the inputs.
func newTotalizer(in []sat.Lit) *totalizer {
	if len(in) == 1 {
		return &totalizer{size: 1, out: in[:1:1]}
	}
	half := len(in) / 2
	return &totalizer{
		left:  newTotalizer(in[:half]),
		right: newTotalizer(in[half:]),
		size:  len(in),
	}
}

// extend adds the outputs up to the k-th, and their clauses.
func (t *totalizer) extend(s *sat.Solver, k int) {
	k = min(k, t.size)
	have := len(t.out)
	if k <= have {
		return
	}
	t.left.extend(s, k)
	t.right.extend(s, k)
	for n := have + 1; n <= k; n++ {
		t.out = append(t.out, sat.Pos(s.NewVar(false)))
		if n > 1 {
			s.Add(t.out[n-1].Not(), t.out[n-2])
		}
	}
	for i := 0; i <= len(t.left.out); i++ {
		for j := max(0, have+1-i); j <= len(t.right.out) && i+j <= k; j++ {
			switch {
			case i == 0:
				s.Add(t.right.out[j-1].Not(), t.out[j-1])
			case j == 0:
				s.Add(t.left.out[i-1].Not(), t.out[i-1])
			default:
				s.Add(t.left.out[i-1].Not(), t.right.out[j-1].Not(), t.out[i+j-1])
			}
		}
	}
}
