package hitting

import (
	"context"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/hitting/internal/sat"
)

// ProofLog receives a proof that a hitting set is smallest, step by step, while
// [Prove] searches. Package proof/veripb writes it as a file that others can
// check.
//
// The proof is about the inequalities that have a number: first one for each
// set, "at least one of its elements", in order from 1, and then one for each
// step that returns a number, always the next. A literal is a variable v, or -v
// for its negation. Variables 1 to Problem.Elements say that an element is taken;
// those after them are the proof's own.
//
// Slices are the engine's and valid during the call. Its types are those of the
// language, so that others can name the same interface without this package.
type ProofLog interface {
	// Implied states a clause: at least one of the literals is true. Assuming
	// that none is, unit propagation finds a contradiction. A clause without
	// literals is a contradiction itself.
	Implied(clause []int) int
	// Dominated states that element e is not taken: wherever e is needed,
	// element by can stand in for it.
	Dominated(e, by int) int
	// Count introduces the next variable: v is true if and only if at least k of
	// the literals are, for 1 <= k <= len(literals). It states two inequalities.
	// In the first v is the reason, in the second the consequence:
	//
	//	only:  k·¬v + Σ literals >= k
	//	also:  (n-k+1)·v + Σ ¬literals >= n-k+1
	Count(v int, literals []int, k int) (only, also int)
	// Combine states the sum of the numbered inequalities, each multiplied by its
	// factor, and of "literal >= 0" for the given literals, all divided by the
	// divisor and rounded up.
	Combine(numbers, factors, literals []int, divisor int) int
	// Forget says that the numbered inequalities are not used any more.
	Forget(numbers []int)
	// Solution states that a hitting set of fewer elements is wanted than the
	// given one, which ascends.
	Solution(elements []int) int
	// Contradiction ends the proof: the numbered inequality cannot hold. A proof
	// without it is not complete.
	Contradiction(number int)
}

// Prove is [Solve] with a proof. The proof is complete, that is, it ends in a
// contradiction, if and only if the result is proven.
//
// It differs from Solve in what it runs: all is left to the core-guided search,
// which is slower than the branch and bound on tiny problems, and may find
// another hitting set of the same size. A saved state is not taken up, and none is
// saved: its bounds come without their proof. The steps of the proof follow
// Berg, Bogaerts, Nordström, Oertel and Vandesande, "Certified Core-Guided
// MaxSAT Solving" (2023).
func Prove(ctx context.Context, p *Problem, limits budget.Limits, log ProofLog) Result {
	return solve(ctx, p, limits, log)
}

// prover is what the phases of one solve tell the log, and what of it the end of
// the proof needs.
type prover struct {
	log  ProofLog
	vars int // variables so far
	// bounds are the inequalities whose sum bounds the size of a hitting set.
	// Each says that of the wishes of a core one is broken, and one more for
	// each output of its totalizer that is true:
	//
	//	Σ core - Σ outputs >= 1
	//
	// A literal of a core is an element that is in no other core, or an output,
	// which the sum cancels. So the sum is: the elements, less the outputs that
	// are in no core, are at least as many as the cores.
	bounds []bounding
}

// bounding is a core: its clause, and its totalizer once it has one.
type bounding struct {
	clause int
	t      *totalizer
}

func newProver(p *Problem, log ProofLog) *prover {
	if log == nil {
		return nil
	}
	return &prover{log: log, vars: p.Elements}
}

// dominated logs that e gives way to by; both count from 0.
func (x *prover) dominated(e, by int32) {
	if x != nil {
		x.log.Dominated(int(e)+1, int(by)+1)
	}
}

// bound adds a core and returns its place in bounds.
func (x *prover) bound(clause int) int {
	x.bounds = append(x.bounds, bounding{clause: clause})
	return len(x.bounds) - 1
}

// clause logs that one of the elements, which count from 0, is taken.
func (x *prover) clause(elements []int32) int {
	lits := make([]int, len(elements))
	for i, e := range elements {
		lits[i] = int(e) + 1
	}
	return x.log.Implied(lits)
}

// count introduces a variable for "at least k of the literals".
func (x *prover) count(lits []int, k int) (v, only, also int) {
	x.vars++
	only, also = x.log.Count(x.vars, lits, k)
	return x.vars, only, also
}

// end completes the proof: no hitting set is smaller than the given one.
func (x *prover) end(elements []int) {
	numbers := make([]int, 0, len(x.bounds)+1)
	for _, b := range x.bounds {
		numbers = append(numbers, x.sum(b))
	}
	numbers = append(numbers, x.log.Solution(elements))
	x.log.Contradiction(x.log.Combine(numbers, ones(len(numbers)), nil, 1))
}

// sum returns the inequality of a core. With one output more, it is
//
//	(k-1)·(Σ core + Σ ¬outputs 2 … k-1 >= k-1)  +  (k·¬output k + Σ core >= k)
//
// divided by k and rounded up: Σ core + Σ ¬outputs 2 … k >= k.
func (x *prover) sum(b bounding) int {
	number := b.clause
	if b.t != nil {
		for k := 2; k <= len(b.t.out); k++ {
			number = x.log.Combine([]int{number, b.t.only[k-1]}, []int{k - 1, 1}, nil, k)
		}
	}
	return number
}

func ones(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = 1
	}
	return list
}

// scribe tells the log what the solver of one component learns, in the proof's
// variables.
type scribe struct {
	*prover
	names []int // of the solver's variables
	only  int   // unless 0: what is learnt holds only if this literal does
	lits  []int // scratch
}

// lit returns the proof's name of p.
func (w *scribe) lit(p sat.Lit) int {
	if p&1 != 0 {
		return -w.names[p.Var()]
	}
	return w.names[p.Var()]
}

// literals returns the proof's names in a scratch slice.
func (w *scribe) literals(ps []sat.Lit) []int {
	w.lits = w.lits[:0]
	for _, p := range ps {
		w.lits = append(w.lits, w.lit(p))
	}
	return w.lits
}

// learnt logs a clause that follows by unit propagation.
func (w *scribe) learnt(clause []sat.Lit) int {
	lits := w.literals(clause)
	if w.only != 0 {
		lits = append(lits, -w.only)
		w.lits = lits
	}
	return w.log.Implied(lits)
}

// suppose makes what is learnt from now on depend on all of the wishes holding.
// Its result is what says that otherwise one of them is broken.
func (w *scribe) suppose(wishes []sat.Lit) (also int) {
	if len(wishes) == 0 {
		return 0 // nothing to suppose, and nothing to be refuted
	}
	w.only, _, also = w.count(w.literals(wishes), len(wishes))
	return also
}

// refuted is called when the supposition led to a contradiction: one of the
// wishes is broken, which is one more core.
func (w *scribe) refuted(also int) {
	no := w.log.Implied([]int{-w.only})
	w.bound(w.log.Combine([]int{also, no}, ones(2), nil, 1))
}
