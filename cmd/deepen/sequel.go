package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// sequel is what the verbs have in common that take instances one after
// another: limits, tables, and what happens to bad ones.
type sequel struct {
	*app
	limits
	cache
	display
	jsonl bool // bad instances have a line on standard output, too
}

func (s *sequel) bind(verb *cobra.Command) {
	s.limits.bind(verb.PersistentFlags())
	s.cache.bind(verb.PersistentFlags())
	s.display.bind(verb)
}

// sequelRun is the state of one run.
type sequelRun struct {
	ctx    context.Context // of the instance in hand
	limits budget.Limits
	code   int
}

// noteStatus lets an unknown answer count for the exit status.
func (r *sequelRun) noteStatus(ans *puzzle.Answer) {
	if ans.Status == puzzle.Unknown {
		r.code = gravest(r.code, exitUnknown)
	}
}

// run gives every instance of the files to do, and prints what that returns.
func (s *sequel) run(ctx context.Context, in *reading, files []string, do func(*item, puzzle.Solver, *sequelRun) []byte) error {
	settings, err := in.settings()
	if err != nil {
		return err
	}
	if err := s.display.check(); err != nil {
		return err
	}
	run := &sequelRun{}
	if run.limits, err = s.budget(1); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	p := s.newProgress(files, &s.display)
	defer p.close()
	hand := p.hand()
	run.limits.Report = hand.report
	run.limits.Crew.Enter()
	defer run.limits.Crew.Leave()
	s.warn = func(err error) {
		p.pause(func() { fmt.Fprintf(s.stderr, "deepen: warning: %v\n", err) })
	}
	solver := s.newSolver(in.kind)
	var failed error
	fail := func(err error) {
		run.code = gravest(run.code, exitUsage)
		p.pause(func() { fmt.Fprintf(s.stderr, "deepen: %v\n", err) })
	}
	s.eachFile(ctx, in, files, settings, func() {}, fail, func(it item) bool {
		var out []byte
		if it.err != nil {
			run.code = gravest(run.code, exitUsage)
			p.pause(func() { _, _ = s.stderr.Write(appendBad(nil, &it)) }) // there is nowhere left to complain
			if s.jsonl {
				out = puzzle.AppendErrorJSON(nil, it.id(), in.info.Name, it.err)
			}
		} else {
			each, cancel := s.limits.context(ctx)
			run.ctx = each
			prepare(solver, it.before)
			hand.begin(&it, 0)
			out = do(&it, solver, run)
			hand.end()
			cancel()
		}
		p.advance(1, it.offset)
		p.pause(func() { _, failed = s.stdout.Write(out) })
		return failed == nil
	})
	switch {
	case failed != nil:
		return internalError{failed}
	case ctx.Err() != nil:
		return exit(gravest(run.code, exitInterrupted))
	case run.code != exitOK:
		return exit(run.code)
	}
	return nil
}
