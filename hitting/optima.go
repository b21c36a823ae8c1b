package hitting

import (
	"context"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/hitting/internal/sat"
)

// Optima is what [AllOptima] found out about the smallest hitting sets.
type Optima struct {
	// Size is the number of elements of each of them.
	Size int
	// Count is how many there are, counted up to a limit; Complete tells that
	// there are no others.
	Count    int
	Complete bool
	// Always are the elements that are in all of them, and Never those that are
	// in none, ascending.
	Always, Never []int
	// Infeasible says that there is no hitting set.
	Infeasible bool
	// Err is the limit that came before all of this was known, or what is wrong
	// with the problem. The other fields then say nothing.
	Err error
	// Generated and Expanded count as in [Result].
	Generated, Expanded uint64
}

// AllOptima counts the smallest hitting sets, up to most of them, and finds the
// elements that are in all or in none.
//
// Only the reductions that lose no hitting set are used, so this takes longer
// than [Solve] does. Once the core-guided search is done, the hitting sets that
// break none of the wishes left are exactly the smallest ones (see coreSearch:
// what a hitting set costs beyond the lower bound is the number of wishes that it
// breaks, counting all outputs of the totalizers; and when it breaks none
// of those that were asked for, it breaks none of the higher ones). So these
// wishes become clauses, and the solver lists its models; an element that is in
// all models so far is put to it once more without that element.
func AllOptima(ctx context.Context, p *Problem, most int, limits budget.Limits) Optima {
	v := solving{exact: true, pace: &pacer{
		meter:    budget.NewMeter(ctx, limits),
		progress: budget.Progress{Upper: -1},
	}}
	size, empty, err := v.inspect(p)
	if err == nil && empty {
		return Optima{Infeasible: true}
	}
	if err == nil {
		err = v.prepare(p, size)
	}
	if err == nil {
		err = v.bound()
	}
	a := Optima{Count: 1, Complete: true}
	in := make([]kindOfElement, p.count())
	if err == nil {
		err = v.optima(&a, in, max(most, 1))
	}
	a.Err, a.Generated, a.Expanded = err, v.pace.progress.Generated, v.pace.progress.Expanded
	if err != nil {
		return Optima{Err: err, Generated: a.Generated, Expanded: a.Expanded}
	}
	for e, k := range in {
		switch k {
		case never:
			a.Never = append(a.Never, e+1)
		case always:
			a.Always = append(a.Always, e+1)
		}
	}
	return a
}

// kindOfElement says in which of the smallest hitting sets an element is.
type kindOfElement uint8

const (
	never kindOfElement = iota
	sometimes
	always
)

// count is the number of elements, as far as it is one.
func (p *Problem) count() int {
	if p.validElements() != nil {
		return 0
	}
	return p.Elements
}

// optima puts the components together: their counts multiply.
func (v *solving) optima(a *Optima, in []kindOfElement, most int) error {
	a.Size = len(v.taken)
	for _, e := range v.taken {
		in[e] = always
	}
	for i, c := range v.comps {
		o := newCoreSearch(c, v.local[i], v.pace, nil)
		v.local[i] = nil
		o.all = true
		l := listing{coreSearch: o, most: most, in: make([]kindOfElement, len(c.occ))}
		err := l.run()
		v.pace.progress.Generated, v.pace.progress.Expanded = o.sat.Decisions, o.sat.Conflicts
		if err != nil {
			return err
		}
		for e, k := range l.in {
			in[c.elem[e]] = k
		}
		a.Size += c.lower
		a.Complete = a.Complete && l.complete && l.count <= most/a.Count
		a.Count = min(most, a.Count*l.count)
	}
	return nil
}

// listing lists the smallest hitting sets of a component.
type listing struct {
	*coreSearch
	most     int
	count    int
	complete bool
	found    int   // hitting sets, those of sort as well
	tally    []int // those of them that have the element
	in       []kindOfElement
}

func (l *listing) run() error {
	if err := l.settle(); err != nil {
		return err
	}
	for _, p := range l.soft {
		l.sat.Add(p)
		if err := l.spend(1); err != nil {
			return err
		}
	}
	l.tally = make([]int, len(l.occ))
	for l.count <= l.most {
		ok, err := l.find()
		if err != nil {
			return err
		}
		if !ok {
			l.complete = true
			break
		}
		l.count++
	}
	if !l.complete {
		l.count = l.most
	}
	return l.sort()
}

// settle raises the lower bound until a hitting set breaks none of the wishes,
// and all cores are wishes.
func (l *listing) settle() error {
	pending, err := l.start()
	if err != nil {
		return err
	}
	for {
		status, err := l.solve(l.soft, noLimit)
		if err != nil {
			return err
		}
		if status == sat.Sat {
			if pending == nil {
				return nil
			}
			for _, core := range pending {
				if err := l.weaken(core); err != nil {
					return err
				}
			}
			pending = nil
			continue
		}
		wishes, err := l.shrink(l.sat.Core())
		if err != nil {
			return err
		}
		l.raise(1)
		l.drop(wishes)
		l.sat.Add(negated(wishes)...)
		if err := l.weaken(core{wishes: wishes}); err != nil {
			return err
		}
	}
}

// find looks for one more smallest hitting set, under the assumptions, and
// rules it out: no other one has all of its elements.
func (l *listing) find(assumptions ...sat.Lit) (bool, error) {
	if err := l.spend(len(l.occ)); err != nil {
		return false, err
	}
	status, err := l.sat.Solve(assumptions, noLimit)
	if err != nil || status != sat.Sat {
		return false, err
	}
	var clause []sat.Lit
	for e := range l.occ {
		if l.sat.Model(e) {
			clause = append(clause, sat.Pos(e).Not())
		}
	}
	l.found++
	for _, p := range clause {
		l.tally[p.Var()]++
	}
	l.sat.Add(clause...)
	return true, l.spend(clauseWork + len(clause))
}

// sort decides what was not seen: an element that was in all hitting sets, and
// one that was in none.
func (l *listing) sort() error {
	for e := range l.in {
		for !l.complete && (l.tally[e] == 0 || l.tally[e] == l.found) {
			p := sat.Pos(e)
			if l.tally[e] > 0 {
				p = p.Not()
			}
			if ok, err := l.find(p); err != nil {
				return err
			} else if !ok {
				break
			}
		}
		switch l.tally[e] {
		case 0:
			l.in[e] = never
		case l.found:
			l.in[e] = always
		default:
			l.in[e] = sometimes
		}
	}
	return nil
}
