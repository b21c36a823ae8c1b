package check

import (
	"errors"
	"fmt"
	"io"
)

// formula is a pseudo-Boolean optimisation problem.
type formula struct {
	names
	inequalities []*inequality
	objective    *objective // nil: there is nothing to minimise
}

// objective is Σ factors·variables + constant, to be made small.
type objective struct {
	factors  map[int]int64 // by variable
	vars     []int
	constant int64
}

// cost returns the objective's value.
func (o *objective) cost(holds func(lit) bool) int64 {
	cost := o.constant
	for _, v := range o.vars {
		if holds(lit(2 * v)) {
			cost += o.factors[v]
		}
	}
	return cost
}

// FormulaError is a fault in the text of a formula.
type FormulaError struct {
	Line   int // from 1
	Reason string
}

// Error gives the line and the reason.
func (e *FormulaError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// readFormula reads OPB: a header, perhaps "min: …", and constraints. An
// equality counts as two inequalities, >= first.
func readFormula(t *text, memory *memory) (*formula, error) {
	f := &formula{names: names{number: map[string]int{}}}
	var s sum
	for begun := false; ; {
		w, err := t.next()
		if err == io.EOF {
			if t.line == 1 {
				return nil, &FormulaError{1, "the file is empty; the header is missing"}
			}
			return f, nil
		}
		if err != nil {
			if errors.Is(err, errLongLine) {
				err = &FormulaError{t.line, err.Error()}
			}
			return nil, err
		}
		err = f.line(w, &s, t.line == 1, &begun)
		if err == nil {
			err = memory.grow(f)
		}
		if err != nil {
			return nil, &FormulaError{t.line, err.Error()}
		}
	}
}

// line reads one line.
func (f *formula) line(w words, s *sum, first bool, begun *bool) error {
	head := w
	word := head.next()
	switch {
	case first:
		return header(w)
	case len(word) == 0 || word[0] == '*':
		return nil
	case !*begun && string(word) == "min:":
		*begun = true
		return f.readObjective(head)
	}
	*begun = true
	equal, err := f.relation(&w, s, true)
	if err != nil {
		return err
	}
	c, err := s.inequality()
	if err != nil {
		return err
	}
	f.inequalities = append(f.inequalities, c)
	if equal {
		n := c.negated() // Σ a·l <= d - 1; one less is wanted
		n.degree--
		f.inequalities = append(f.inequalities, n.classified())
	}
	return w.end()
}

// header checks "* #variable= V #constraint= C".
func header(w words) error {
	for _, want := range []string{"*", "#variable=", "", "#constraint=", ""} {
		word := w.next()
		if want == "" {
			if n, err := number(word); err != nil || n < 0 {
				return fmt.Errorf("a number is expected in the header, not %s", quote(word))
			}
		} else if string(word) != want {
			return fmt.Errorf("the header is expected, * #variable= V #constraint= C, not %s", quote(word))
		}
	}
	return nil
}

func (f *formula) readObjective(w words) error {
	o := &objective{factors: map[int]int64{}}
	var sum int64
	for {
		word := w.next()
		if string(word) == ";" {
			f.objective = o
			return w.end()
		}
		a, err := number(word)
		if err != nil {
			return err
		}
		l, err := f.lit(w.next())
		if err != nil {
			return err
		}
		if sum += abs(a); sum > most {
			return errLarge
		}
		if l&1 != 0 {
			o.constant += a
			a = -a
		}
		if _, twice := o.factors[l.v()]; twice {
			return fmt.Errorf("variable %s is twice in the objective", f.name[l.v()])
		}
		o.factors[l.v()] = a
		o.vars = append(o.vars, l.v())
	}
}
