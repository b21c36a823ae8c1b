package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/proof/opb"
	"github.com/deepen-go/deepen/proof/veripb"
	"github.com/deepen-go/deepen/puzzle"
)

// proofs is where solve writes formulas and proofs, as the flags say; nowhere
// when they are absent.
type proofs struct {
	formula, proof target
}

func (p *proofs) bind(flags *pflag.FlagSet) {
	flags.StringVar(&p.proof.path, "proof", "", "write a VeriPB proof of optimality to `FILE`, or one for each instance into a folder (see doc/proofs.md)")
	flags.StringVar(&p.formula.path, "opb", "", "write the formula that the proof is about to `FILE`, or one for each instance into a folder")
}

// prepare makes the folders.
func (p *proofs) prepare() error {
	if p.proof.path != "" && p.proof.path == p.formula.path && !p.proof.isFolder() {
		return fmt.Errorf("--proof and --opb must not name the same file")
	}
	for _, t := range []target{p.proof, p.formula} {
		if t.path != "" && t.isFolder() {
			if err := os.MkdirAll(t.path, 0o777); err != nil {
				return err
			}
		}
	}
	return nil
}

// target is a file, or a folder of one file an instance.
type target struct{ path string }

// isFolder says that the path is one that exists, or ends like one.
func (t target) isFolder() bool {
	if t.path != "" && os.IsPathSeparator(t.path[len(t.path)-1]) {
		return true
	}
	info, err := os.Stat(t.path)
	return err == nil && info.IsDir()
}

// create creates the file of an instance.
func (t target) create(number int, ending string) (*os.File, error) {
	path := t.path
	if t.isFolder() {
		path = filepath.Join(t.path, strconv.Itoa(number)+ending)
	} else if number > 1 {
		return nil, fmt.Errorf("no formula and no proof: %s is one file, and this is instance %d; name a folder", t.path, number)
	}
	return os.Create(path)
}

// wanted reports whether anything is to be written.
func (p *proofs) wanted() bool { return p.formula.path != "" || p.proof.path != "" }

// noProof ends a proof that was never begun.
func noProof() (note string, code int) { return "", exitOK }

// begin writes the formula of an instance, and returns a solver that writes the
// proof in place of the given one. What done returns, if not "", is to be told
// after solving.
func (p *proofs) begin(kind puzzle.Kind, solver puzzle.Solver, it *item) (_ puzzle.Solver, done func() (note string, code int), err error) {
	prover := kind.(puzzle.Prover)
	elements, sets, err := prover.HittingSet(it.inst)
	if err != nil {
		return nil, nil, err
	}
	if p.formula.path != "" {
		f, err := p.formula.create(it.before+1, ".opb")
		if err != nil {
			return nil, nil, err
		}
		if err := closing(f, opb.Write(f, elements, sets)); err != nil {
			return nil, nil, err
		}
	}
	if p.proof.path == "" {
		return solver, noProof, nil
	}
	f, err := p.proof.create(it.before+1, ".pbp")
	if err != nil {
		return nil, nil, err
	}
	log := veripb.New(f, elements, len(sets))
	done = func() (string, int) {
		if err := closing(f, log.Close()); err != nil {
			return fmt.Sprintf("the proof could not be written: %v", err), exitInternal
		}
		if !log.Complete() {
			return f.Name() + " is not a complete proof: it does not end in a contradiction", exitOK
		}
		return "", exitOK
	}
	return &proving{prover, log}, done, nil
}

// closing closes c, and returns err or else what closing has met.
func closing(c io.Closer, err error) error {
	if cerr := c.Close(); err == nil {
		err = cerr
	}
	return err
}

// proving is a solver that writes a proof.
type proving struct {
	puzzle.Prover
	log puzzle.ProofLog
}

func (p *proving) Solve(ctx context.Context, inst puzzle.Instance, limits budget.Limits) puzzle.Answer {
	return p.Prove(ctx, inst, limits, p.log)
}

// prove solves an instance, with a proof if one is wanted. What goes wrong with
// that is told, and does not keep the answer, w.ans, back.
func (w *worker) prove(ctx context.Context, o *output, it *item, limits *budget.Limits) (fault string) {
	if !w.proofs.wanted() {
		return solveChecked(ctx, w.kind, w.solver, it.inst, limits, &w.ans)
	}
	solver, done, err := w.proofs.begin(w.kind, w.solver, it)
	if err != nil {
		o.code = exitUsage
		o.stderr = fmt.Appendf(o.stderr, "%s: %v\n", it.id(), err)
		solver, done = w.solver, noProof
	}
	fault = solveChecked(ctx, w.kind, solver, it.inst, limits, &w.ans)
	if note, code := done(); note != "" {
		o.code = gravest(o.code, code)
		o.stderr = fmt.Appendf(o.stderr, "%s: %s\n", it.id(), note)
	}
	return fault
}
