package check

import (
	"errors"
	"fmt"
	"io"
)

// Options are the limits of a check.
type Options struct {
	// Memory is about the most bytes that inequalities, variables and lines may
	// take; 0 means no limit.
	Memory int64
}

// Result is what a check has found out.
type Result struct {
	Inequalities int            // of the formula
	Variables    int            // of the formula and the proof
	Lines        int            // of the proof
	Rules        map[string]int // how often each rule was used, by its short name
	// Solved says that there is a solution, Best is its cost, and no other one
	// costs less; otherwise the formula has no solution. Without an objective
	// there are no costs.
	Solved bool
	Best   int64
}

// Refused says why a proof is not accepted.
type Refused struct {
	Line   int // of the proof, from 1
	Reason string
}

// Error gives the line and the reason.
func (e *Refused) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// Check reads a formula in OPB and a proof on it, line by line. The error is nil
// if the proof is accepted, a [*Refused] if it is not, a [*FormulaError] for a
// fault in the formula, and otherwise that of a reader. Result counts how far the
// check came in any case.
//
// A rup or red line costs what it propagates, at worst all that is held; other
// lines cost their length and that of the inequalities they name.
func Check(formula, proof io.Reader, opt Options) (Result, error) {
	m := &memory{most: opt.Memory}
	f, err := readFormula(newText(formula, opt.Memory), m)
	if err != nil {
		return Result{}, err
	}
	c := &checker{
		formula: f,
		db:      database{memory: m},
		result:  Result{Inequalities: len(f.inequalities), Rules: map[string]int{}},
	}
	err = c.proof(newText(proof, opt.Memory))
	c.result.Variables = len(f.name)
	return c.result, err
}

// checker checks one proof.
type checker struct {
	*formula
	db     database
	result Result
	loaded bool // the f line was there
	ended  bool // a c line was there
	bound  bool // an o line was there
	stamps int
	sum    sum     // scratch
	stack  []value // scratch of pol
	free   []*sum  // for pol
}

func (c *checker) proof(t *text) error {
	for {
		w, err := t.next()
		switch {
		case err == io.EOF:
			return c.end(t.line)
		case errors.Is(err, errLongLine):
			return &Refused{t.line, err.Error()}
		case err != nil:
			return err
		}
		c.result.Lines = t.line
		if t.line == 1 {
			err = version(w)
		} else {
			err = c.line(w)
		}
		if err == nil {
			err = c.db.memory.names(&c.names)
		}
		if err != nil {
			return &Refused{t.line, err.Error()}
		}
	}
}

// version checks the first line.
func version(w words) error {
	for _, want := range []string{"pseudo-Boolean", "proof", "version"} {
		if word := w.next(); string(word) != want {
			return fmt.Errorf(`the first line must be "pseudo-Boolean proof version 1.2", but it has %s`, quote(word))
		}
	}
	switch word := w.next(); string(word) {
	case "1.0", "1.1", "1.2":
		return w.end()
	default:
		return fmt.Errorf("version %s is not known; 1.0 to 1.2 are", quote(word))
	}
}

// end judges a proof whose lines are all right.
func (c *checker) end(line int) error {
	switch {
	case line == 1:
		return &Refused{1, "the proof is empty"}
	case !c.ended:
		return &Refused{line, "the proof ends without a contradiction (no c line): it is not complete"}
	}
	c.result.Solved = c.bound
	return nil
}
