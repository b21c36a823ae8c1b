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

	// For the proof, if there is one: the inputs, and the inequalities that
	// define each output (see ProofLog.Count); none for one input.
	in         []sat.Lit
	only, also []int
}

// newTotalizer returns a balanced tree over the inputs.
func newTotalizer(in []sat.Lit) *totalizer {
	if len(in) == 1 {
		return &totalizer{size: 1, out: in[:1:1], in: in}
	}
	half := len(in) / 2
	return &totalizer{
		left:  newTotalizer(in[:half]),
		right: newTotalizer(in[half:]),
		size:  len(in),
		in:    in,
	}
}

// extend adds the outputs up to the k-th, and their clauses. With a proof, each
// output is defined in it and each clause derived from the definitions.
func (t *totalizer) extend(s *sat.Solver, k int, proof *scribe) {
	k = min(k, t.size)
	have := len(t.out)
	if k <= have {
		return
	}
	t.left.extend(s, k, proof)
	t.right.extend(s, k, proof)
	for n := have + 1; n <= k; n++ {
		t.out = append(t.out, sat.Pos(s.NewVar(false)))
		if proof != nil {
			t.define(proof, n)
		}
		if n > 1 {
			s.Add(t.out[n-1].Not(), t.out[n-2])
		}
	}
	for i := 0; i <= len(t.left.out); i++ {
		for j := max(0, have+1-i); j <= len(t.right.out) && i+j <= k; j++ {
			if proof != nil {
				t.justify(proof, i, j)
			}
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

// define defines the n-th output in the proof, and derives from its definition
// and that of the one before that it implies the one before:
//
//	n·¬out n + Σ in >= n    (size-n+2)·out n-1 + Σ ¬in >= size-n+2
//
// together are n·¬out n + (size-n+2)·out n-1 >= 2.
func (t *totalizer) define(proof *scribe, n int) {
	v, only, also := proof.count(proof.literals(t.in), n)
	proof.names = append(proof.names, v)
	t.only, t.also = append(t.only, only), append(t.also, also)
	if n > 1 {
		proof.log.Combine([]int{only, t.also[n-2]}, ones(2), nil, max(n, t.size-n+2))
	}
}

// justify derives that output i+j is true if the left one has i true inputs and
// the right one j. The definitions
//
//	i·¬left i + Σ in left >= i    j·¬right j + Σ in right >= j
//	(size-i-j+1)·out i+j + Σ ¬in >= size-i-j+1
//
// together are i·¬left i + j·¬right j + (size-i-j+1)·out i+j >= 1. With i = 0 the
// first one is Σ in left >= 0; with one input it says nothing.
func (t *totalizer) justify(proof *scribe, i, j int) {
	numbers := []int{t.also[i+j-1]}
	proof.lits = proof.lits[:0]
	for _, half := range []struct {
		t *totalizer
		n int
	}{{t.left, i}, {t.right, j}} {
		switch {
		case half.n == 0:
			for _, p := range half.t.in {
				proof.lits = append(proof.lits, proof.lit(p))
			}
		case half.t.size > 1:
			numbers = append(numbers, half.t.only[half.n-1])
		}
	}
	proof.log.Combine(numbers, ones(len(numbers)), proof.lits, max(i, j, t.size-i-j+1))
}
