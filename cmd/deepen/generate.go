package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

func (a *app) generateCommand(kinds []puzzle.Kind) *cobra.Command {
	var lim limits
	var c cache
	var d display
	var count int
	var seed uint64
	verb := &cobra.Command{
		Use:   "generate",
		Short: "make new instances",
		Long: `Generate makes new instances in the puzzle's native format, one a line. The same
seed and flags give the same instances.

Exit status: 0 all were made, 2 bad usage, 4 a limit came first, 130 interrupted.`,
	}
	flags := verb.PersistentFlags()
	lim.bind(flags)
	c.bind(flags)
	c.warn = func(err error) { fmt.Fprintf(a.stderr, "deepen: warning: %v\n", err) }
	d.bind(verb)
	flags.IntVar(&count, "count", 1, "how many")
	flags.Uint64Var(&seed, "seed", 1, "the same seed makes the same instances")
	return puzzleVerb[puzzle.Generator](kinds, verb, "", func(cmd *cobra.Command, in *reading) {
		gen := in.kind.(puzzle.Generator)
		options := addOptions(cmd, gen.GenerateOptions())
		cmd.Args = cobra.NoArgs
		cmd.RunE = func(cmd *cobra.Command, _ []string) error {
			if count < 0 {
				return errors.New("--count must not be negative")
			}
			if err := d.check(); err != nil {
				return err
			}
			settings := settingsOf(options)
			if err := settings.Check(gen.GenerateOptions()); err != nil {
				return err
			}
			l, err := lim.budget(1)
			if err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			context.AfterFunc(ctx, stop)
			solver := c.newSolver(in.kind)
			p := a.newGenerating(count, &d)
			defer p.close()
			hand := p.hand()
			l.Report = hand.report
			l.Crew.Enter()
			defer l.Crew.Leave()
			defer func() { p.close(); a.tally(solver) }()
			for i := range count {
				each, cancel := lim.context(ctx)
				hand.begin(&item{file: "generate", index: i + 1, before: i}, 0)
				inst, err := gen.Generate(each, solver, seed, uint64(i), settings, l)
				hand.end()
				cancel()
				if err != nil {
					p.close()
				}
				switch {
				case ctx.Err() != nil:
					return exit(exitInterrupted)
				case errors.As(err, new(*puzzle.SettingsError)):
					return err
				case budget.Name(err) == "time":
					fmt.Fprintf(a.stderr, "deepen: instance %d: time limit reached\n", i+1)
					return exit(exitUnknown)
				case err != nil:
					fmt.Fprintf(a.stderr, "deepen: instance %d: %v\n", i+1, err)
					return exit(exitUnknown)
				}
				p.advance(1, int64(i+1))
				p.pause(func() { _, err = a.stdout.Write(append(inst.AppendNative(nil), '\n')) })
				if err != nil {
					return internalError{err}
				}
			}
			return nil
		}
	})
}

// tally tells on standard error how much work the instances were, if the solver
// knows.
func (a *app) tally(s puzzle.Solver) {
	if t, ok := s.(puzzle.Tallier); ok && t.Tally() != "" {
		fmt.Fprintf(a.stderr, "deepen: %s\n", t.Tally())
	}
}
