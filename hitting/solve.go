package hitting

import (
	"cmp"
	"context"
	"slices"

	"github.com/deepen-go/deepen/budget"
)

// The limits by which Solve chooses: a component that fits into [Bits] is given
// to the branch and bound for bitsNodes nodes, some tenths of a second. All
// others, and those that prove too hard for it, go to the core-guided search.
const bitsNodes = 1 << 18

// Sizes beyond which a problem is refused with budget.ErrMemory: numbers of
// incidences stay within an int32.
const maxSize = 1 << 28

// Solve finds a smallest hitting set and proves it, or says how far it came
// when a limit stopped it. The same problem has the same result, counts
// included, on every machine, unless the context stops it.
//
// A problem that is not valid is not solved: the result has the error and
// nothing else. The problem is not changed, and must not be while Solve runs.
//
// A saved state has the best hitting set and the proven bound of each component,
// and nothing of what was learnt: a search that is resumed begins again with those
// bounds. Its counts go on from those of the state, and end elsewhere than those of
// a search that was never stopped.
//
// It holds about 32 bytes for each element of each set, and what was learnt.
func Solve(ctx context.Context, p *Problem, limits budget.Limits) Result {
	return solve(ctx, p, limits, nil)
}

// solve is Solve, and Prove unless log is nil.
func solve(ctx context.Context, p *Problem, limits budget.Limits, log ProofLog) Result {
	if log != nil {
		limits.Resume, limits.Save = nil, nil // bounds without their proof are of no use
	}
	v := solving{proof: newProver(p, log), pace: &pacer{
		meter:    budget.NewMeter(ctx, limits),
		progress: budget.Progress{Upper: -1},
	}}
	size, empty, err := v.inspect(p)
	if err == nil && empty {
		if log != nil {
			log.Contradiction(1 + slices.IndexFunc(p.Sets, func(set []int32) bool { return len(set) == 0 }))
		}
		return Result{Infeasible: true, Proven: true}
	}
	if err == nil {
		err = v.prepare(p, size)
	}
	if err == nil {
		err = v.bound()
	}
	if err == nil && limits.Resume != nil {
		err = v.resume(p, limits.Resume)
	}
	if err == nil {
		if save := limits.Save; save != nil {
			v.pace.save = func() { save(func() []byte { return v.snapshot(p) }) }
		}
		err = v.improve()
		if err != nil && v.pace.save != nil {
			v.pace.save()
		}
	}
	r := v.result(err)
	if v.proof != nil && r.Proven {
		v.proof.end(r.Elements)
	}
	return r
}

// solving is the work on one problem.
type solving struct {
	pace   *pacer
	proof  *prover    // nil: no proof is wanted
	exact  bool       // no hitting set may be lost, not only none of the smallest sizes
	taken  []int32    // elements that are in, whatever the components' best are
	folded []triangle // in the order in which they were taken out
	comps  []*component
	local  []*local // of each component; nil after it is solved
	bits   *Bits

	resumed uint64
}

// inspect validates the problem, counts its incidences, and says whether one of
// the sets is empty.
func (v *solving) inspect(p *Problem) (size int, empty bool, err error) {
	if err := p.validElements(); err != nil {
		return 0, false, err
	}
	if err := v.pace.poll(); err != nil {
		return 0, false, err
	}
	for i, set := range p.Sets {
		if err := p.validSet(i); err != nil {
			return 0, false, err
		}
		size += len(set)
		empty = empty || len(set) == 0
		if err := v.pace.spend(1 + len(set)); err != nil {
			return 0, false, err
		}
	}
	return size, empty, nil
}

// prepare reduces the problem, which has size incidences, and splits it.
func (v *solving) prepare(p *Problem, size int) error {
	if bytes := int64(size)*bytesPerIncidence + int64(p.Elements)*64; size > maxSize || !v.pace.meter.Fits(bytes) {
		return budget.ErrMemory
	}
	sets := make([][]int32, len(p.Sets))
	all := make([]int32, 0, size)
	for i, set := range p.Sets {
		start := len(all)
		for _, e := range set {
			all = append(all, e-1)
		}
		slices.Sort(all[start:])
		all = all[:start+len(slices.Compact(all[start:]))]
		sets[i] = all[start:len(all):len(all)]
		if err := v.pace.spend(4 * len(set)); err != nil {
			return err
		}
	}
	for round := 0; ; round++ {
		r, err := v.reduce(p.Elements, sets)
		if err != nil {
			return err
		}
		var found []triangle
		if !v.exact && v.proof == nil && round < triangleRounds { // a proof has no step for them
			sets, found = r.triangles()
		}
		if found == nil {
			v.comps, err = r.split()
			return err
		}
		v.folded = append(v.folded, found...)
		v.pace.progress.Lower = v.sure()
		if err := v.pace.spend(size); err != nil {
			return err
		}
	}
}

// reduce applies the rules to a fixpoint.
func (v *solving) reduce(elements int, sets [][]int32) (*reducer, error) {
	y, err := newSystem(elements, sets, v.pace)
	if err != nil {
		return nil, err
	}
	r := newReducer(y, v.pace)
	r.exact = v.exact
	r.proof = v.proof
	err = r.run()
	v.taken = append(v.taken, r.taken...)
	v.pace.progress.Lower = v.sure()
	return r, err
}

// sure is the number of elements that are in outside of the components.
func (v *solving) sure() int { return len(v.taken) + triangleCost*len(v.folded) }

// bound gives each component its first bounds, so that from here on there are
// bounds of the whole problem.
func (v *solving) bound() (err error) {
	upper := v.sure()
	for _, c := range v.comps {
		l, err := newLocal(c.system, v.pace)
		if err != nil {
			return err
		}
		v.local = append(v.local, l)
		c.best = slices.Clone(l.best)
		upper += len(c.best)
		if c.packed, err = c.pack(v.pace); err != nil {
			return err
		}
		c.lower = len(c.packed)
		if v.proof != nil {
			c.first = len(v.proof.bounds)
			for _, s := range c.packed {
				v.proof.bound(v.proof.clause(c.originals(c.sets[s])))
			}
		}
		if v.proof == nil && !v.exact { // the one wants cores, the other all sets of the best
			if c.known, err = c.ascent(v.pace); err != nil {
				return err
			}
		}
		v.pace.progress.Lower += c.bound()
	}
	v.pace.progress.Upper = upper
	return nil
}

// improve makes the bounds of each component meet, small components first.
func (v *solving) improve() error {
	order := make([]int, len(v.comps))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(v.comps[i].size, v.comps[j].size), cmp.Compare(i, j))
	})
	for _, i := range order {
		c, l := v.comps[i], v.local[i]
		v.local[i] = nil
		if c.bound() == len(c.best) {
			continue
		}
		err := errMost
		if v.proof == nil && len(c.occ) <= BitsElements && len(c.sets) <= BitsSets {
			err = v.small(c)
		}
		if err == errMost && c.bound() < len(c.best) {
			err = v.large(c, l)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// large gives c to the core-guided search, and a graph that is too hard for it
// to the branch and bound for graphs.
func (v *solving) large(c *component, l *local) error {
	o := newCoreSearch(c, l, v.pace, v.proof)
	if v.proof != nil || !c.pairs() { // a proof has no steps of the search for graphs
		return o.run()
	}
	o.most = o.sat.Conflicts + coverConflicts
	if err := o.run(); err != errMost {
		return err
	}
	if err := o.tryLocal(localCover); err != nil {
		if err == errMet {
			return nil
		}
		return err
	}
	return v.cover(c)
}

// small gives c to the branch and bound.
func (v *solving) small(c *component) error {
	words := make([]uint64, len(c.sets))
	for i, set := range c.sets {
		for _, e := range set {
			words[i] |= 1 << e
		}
	}
	if v.bits == nil {
		v.bits = new(Bits)
	}
	r := v.bits.solve(v.pace, words, bitsNodes)
	p := &v.pace.progress
	if r.Size() < len(c.best) {
		p.Upper -= len(c.best) - r.Size()
		c.best = c.best[:0]
		for e := range c.occ {
			if r.Taken>>e&1 != 0 {
				c.best = append(c.best, int32(e))
			}
		}
	}
	if r.Proven { // else the core-guided search has to start from c.packed
		before := c.bound()
		c.lower = r.Lower
		p.Lower += c.bound() - before
	}
	return r.Err
}

// result puts the components together.
func (v *solving) result(err error) Result {
	p := v.pace.progress
	r := Result{Lower: p.Lower, Err: err, Generated: p.Generated, Expanded: p.Expanded, Resumed: v.resumed}
	if err == budget.ErrResume {
		return Result{Err: err}
	}
	if p.Upper < 0 {
		return r // the limit came before the first bounds
	}
	r.Elements = v.chosen(p.Upper)
	if r.Lower == len(r.Elements) {
		r.Proven, r.Err = true, nil
	}
	return r
}

// chosen returns the size elements of the best hitting set.
func (v *solving) chosen(size int) []int {
	in := make(map[int32]bool, size)
	for _, e := range v.taken {
		in[e] = true
	}
	for _, c := range v.comps {
		for _, e := range c.best {
			in[c.elem[e]] = true
		}
	}
	for i := range v.folded {
		v.folded[len(v.folded)-1-i].unfold(in)
	}
	list := make([]int, 0, size)
	for e := range in {
		list = append(list, int(e)+1)
	}
	slices.Sort(list)
	return list
}
