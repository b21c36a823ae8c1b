package hitting

import (
	"errors"
	"math"
	"slices"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/hitting/internal/sat"
)

// coreSearch is the core-guided search of one component.
//
// It asks the satisfiability solver for a hitting set that takes no element at
// all. The solver refuses, and names a core: some elements of which at least
// one has to be taken. So the lower bound rises by one, and the wish is
// weakened: of those elements at most one. When at last a wish is granted, its
// cost is the lower bound, which makes it optimal.
//
// A wish is a literal of soft, assumed to hold:
//
//	"element e is not taken"
//	"fewer than k of these wishes are broken"   output k of a totalizer, negated
//
// and a core of wishes is treated like a core of elements (the algorithm OLL:
// Andres, Kaufmann, Matheis and Schaub, "Unsatisfiability-based optimization in
// clasp", 2012; Morgado, Dodaro and Marques-Silva, "Core-guided MaxSAT with
// soft cardinality constraints", 2014).
//
// Invariant: each hitting set of at least lower elements breaks at least (its
// size - lower) wishes; so one that breaks none is smallest.
//
// The first cores are the packed sets; more cores that share nothing with them
// are looked for before any wish is weakened, since those are cheap and the
// solver is still without counters.
type coreSearch struct {
	*component
	pace    *pacer
	local   *local // improves the incumbent on the way; may be nil
	all     bool   // go on when the bounds have met
	most    uint64 // conflicts at which to give up with errMost
	sat     sat.Solver
	fixed   int64 // bytes held besides sat's
	soft    []sat.Lit
	dropped []bool            // by literal; scratch of drop
	paid    uint64            // the solver's work that is spent
	counter map[sat.Lit]count // of the wishes that are outputs of totalizers
	proof   *scribe           // nil: no proof is wanted
}

// core is a set of wishes one of which is broken in any case.
type core struct {
	wishes []sat.Lit
	bound  int // its place in the proof's bounds, if there is a proof
}

// count is the wish that fewer than k inputs of t are true.
type count struct {
	t *totalizer
	k int
}

// Shares of the local search: work at the start for each incidence and once,
// and at each poll of the solver (an eighth of the solver's work).
const (
	localPerIncidence = 20
	localStart        = 1 << 18
	localAtPoll       = 1 << 13
)

// Work for each step of the solver, which waits for memory more often than
// others, and for each clause added.
const (
	solverStep = 4
	clauseWork = 64
)

// maxSolver is the most bytes that the solver may hold: its places in the arena
// are 31 bits.
const maxSolver = 8 << 30

// errMet reports that the bounds met while the solver was at work.
var errMet = errors.New("hitting: the bounds have met")

func newCoreSearch(c *component, l *local, pace *pacer, proof *prover) *coreSearch {
	o := &coreSearch{
		component: c, pace: pace, local: l,
		fixed:   int64(c.size) * bytesPerIncidence / 2,
		counter: map[sat.Lit]count{},
		most:    math.MaxUint64,
	}
	o.sat.Decisions = pace.progress.Generated
	o.sat.Conflicts = pace.progress.Expanded
	o.sat.Poll = o.poll
	o.sat.Check = func() error { return o.spend(0) }
	if proof != nil {
		o.proof = &scribe{prover: proof}
		for _, e := range c.elem {
			o.proof.names = append(o.proof.names, int(e)+1)
		}
		o.sat.Learn, o.sat.Drop = o.proof.learnt, proof.log.Forget
	}
	return o
}

// run searches until the bounds of the component meet: its best is smallest
// when the error is nil.
func (o *coreSearch) run() error {
	err := o.prove()
	o.pace.progress.Generated = o.sat.Decisions
	o.pace.progress.Expanded = o.sat.Conflicts
	if err == errMet {
		return nil
	}
	return err
}

func (o *coreSearch) prove() error {
	if err := o.tryLocal(localStart + localPerIncidence*o.size); err != nil {
		return err
	}
	cores, err := o.start()
	if err != nil {
		return err
	}
	disjoint := true
	for o.bound() < len(o.best) {
		if !disjoint && o.lower == len(o.best)-1 {
			return o.last()
		}
		status, err := o.solve(o.soft, noLimit)
		if err != nil {
			return err
		}
		if status == sat.Sat {
			if !disjoint {
				break // the model, which is now the best, costs lower
			}
			disjoint = false
			for _, core := range cores {
				if err := o.weaken(core); err != nil {
					return err
				}
			}
			continue
		}
		wishes, err := o.shrink(o.sat.Core())
		if err != nil {
			return err
		}
		core := core{wishes: wishes}
		if o.proof != nil {
			core.bound = o.proof.bound(o.proof.learnt(negated(wishes)))
		}
		o.raise(1)
		o.drop(wishes)
		o.sat.Add(negated(wishes)...)
		if disjoint {
			cores = append(cores, core)
		} else if err := o.weaken(core); err != nil {
			return err
		}
		if err := o.spend(len(o.soft)); err != nil {
			return err
		}
	}
	return nil
}

// spend spends work, and what the solver has done since the last time.
func (o *coreSearch) spend(work int) error {
	o.pace.progress.Generated = o.sat.Decisions
	o.pace.progress.Expanded = o.sat.Conflicts
	done := o.sat.Work + o.sat.Scans
	work += int(done-o.paid) * solverStep
	o.paid = done
	return o.pace.spend(work)
}

// drop takes the wishes of the core out of soft.
func (o *coreSearch) drop(core []sat.Lit) {
	for _, p := range core {
		if more := int(p) + 1 - len(o.dropped); more > 0 {
			o.dropped = append(o.dropped, make([]bool, more)...)
		}
		o.dropped[p] = true
	}
	o.soft = slices.DeleteFunc(o.soft, func(p sat.Lit) bool { return int(p) < len(o.dropped) && o.dropped[p] })
	for _, p := range core {
		o.dropped[p] = false
	}
}

// start gives the solver its clauses, wishes that nothing is taken, and returns
// the cores that the packed sets are.
func (o *coreSearch) start() (cores []core, err error) {
	o.sat.Reserve(len(o.occ), len(o.sets), o.size)
	for range o.occ {
		o.sat.NewVar(false)
		if err := o.spend(16); err != nil {
			return nil, err
		}
	}
	var clause []sat.Lit
	for _, set := range o.sets {
		clause = clause[:0]
		for _, e := range set {
			clause = append(clause, sat.Pos(int(e)))
		}
		o.sat.Add(clause...)
		if err := o.spend(clauseWork + 4*len(set)); err != nil {
			return nil, err
		}
	}
	packed := make([]bool, len(o.occ))
	for i, s := range o.packed {
		var wishes []sat.Lit
		for _, e := range o.sets[s] {
			packed[e] = true
			wishes = append(wishes, sat.Pos(int(e)).Not())
		}
		cores = append(cores, core{wishes, o.first + i})
	}
	for e := range packed {
		if !packed[e] {
			o.soft = append(o.soft, sat.Pos(e).Not())
		}
	}
	return cores, nil
}

// last decides whether a hitting set of size lower exists, when the best has
// just one element more. All wishes must hold in it, so they become clauses:
// without assumptions the solver is faster, and it need not name a core.
//
// In a proof, the size of the whole hitting set says nothing about that of this
// component. So there the wishes are supposed, and what is learnt is logged as
// depending on that.
func (o *coreSearch) last() error {
	var also int
	if o.proof != nil {
		also = o.proof.suppose(o.soft)
	}
	for _, p := range o.soft {
		if !o.sat.Add(p) {
			break // the next answer is no
		}
		if err := o.spend(1); err != nil {
			return err
		}
	}
	status, err := o.solve(nil, noLimit)
	if err == nil && status == sat.Unsat {
		if o.proof != nil {
			o.proof.refuted(also)
		}
		o.raise(1)
	}
	return err
}

// weaken replaces the wishes of a core, one of which is broken in any case.
// Those that are outputs of a totalizer are followed by the next output.
func (o *coreSearch) weaken(core core) error {
	before := o.sat.Bytes()
	for _, p := range core.wishes {
		if c, ok := o.counter[p]; ok {
			delete(o.counter, p)
			o.wish(c.t, c.k+1)
		}
	}
	if len(core.wishes) > 1 {
		t := newTotalizer(negated(core.wishes))
		if o.proof != nil {
			o.proof.bounds[core.bound].t = t
		}
		o.wish(t, 2)
	}
	return o.spend(len(core.wishes) + int(o.sat.Bytes()-before))
}

// wish adds the wish that fewer than k inputs of t are true.
func (o *coreSearch) wish(t *totalizer, k int) {
	if k > t.size {
		return
	}
	t.extend(&o.sat, k, o.proof)
	p := t.out[k-1].Not()
	o.counter[p] = count{t, k}
	o.soft = append(o.soft, p)
}

const noLimit = -1

// solve asks the solver and keeps the hitting set that it may find.
func (o *coreSearch) solve(assumptions []sat.Lit, conflicts int) (sat.Status, error) {
	if err := o.spend(2*len(o.occ) + len(assumptions)); err != nil {
		return sat.Unknown, err
	}
	for e := range o.occ { // search near the best hitting set
		o.sat.SetPhase(e, false)
	}
	for _, e := range o.best {
		o.sat.SetPhase(int(e), true)
	}
	status, err := o.sat.Solve(assumptions, conflicts)
	if status == sat.Sat {
		var found []int32
		for e := range o.occ {
			if o.sat.Model(e) {
				found = append(found, int32(e))
			}
		}
		if found, err = o.minimal(found, o.pace); err == nil {
			o.improve(found)
		}
	}
	return status, err
}

// raise raises the lower bound.
func (o *coreSearch) raise(by int) {
	before := o.bound()
	o.lower += by
	o.pace.progress.Lower += o.bound() - before
}

// improve takes found as the best if it is smaller.
func (o *coreSearch) improve(found []int32) {
	if less := len(o.best) - len(found); less > 0 {
		o.best = slices.Clone(found)
		o.pace.progress.Upper -= less
	}
}

// tryLocal gives the local search its share.
func (o *coreSearch) tryLocal(work int) (err error) {
	if o.local != nil {
		err = o.local.run(work, o.bound(), len(o.best))
		o.improve(o.local.best)
	}
	if err == nil && o.bound() == len(o.best) && !o.all {
		err = errMet
	}
	return err
}

// poll is called by the solver now and then.
func (o *coreSearch) poll() (uint64, error) {
	o.pace.progress.Generated = o.sat.Decisions
	o.pace.progress.Expanded = o.sat.Conflicts
	if err := o.pace.poll(); err != nil {
		return 0, err
	}
	if o.sat.Conflicts >= o.most {
		return 0, errMost
	}
	due := o.pace.due
	for range 2 { // what was of use since the last cleaning survives the first
		if o.fits() {
			break
		}
		if err := o.sat.Forget(); err != nil {
			return 0, err
		}
	}
	if !o.fits() {
		return 0, budget.ErrMemory
	}
	return due, o.tryLocal(localAtPoll)
}

func (o *coreSearch) fits() bool {
	return o.sat.Bytes() < maxSolver && o.pace.meter.Fits(o.fixed+o.sat.Bytes())
}

func negated(ps []sat.Lit) []sat.Lit {
	out := make([]sat.Lit, len(ps))
	for i, p := range ps {
		out[i] = p.Not()
	}
	return out
}
