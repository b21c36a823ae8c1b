package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/puzzle/all"
	"github.com/deepen-go/deepen/store"
)

func (a *app) tableCommand() *cobra.Command {
	var c cache
	verb := &cobra.Command{
		Use:   "table build|info|verify PUZZLE [TABLE…]",
		Short: "build, list and verify the tables that make solving faster",
		Args:  cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			return errors.New("build, info or verify?")
		},
	}
	c.bind(verb.PersistentFlags())
	build := &tabling{app: a, cache: &c, lim: limits{threads: runtime.GOMAXPROCS(0)}}
	for _, do := range []struct {
		use, short string
		run        func(ctx context.Context, kind puzzle.Kind, names []string) error
	}{
		{"build", "build tables and keep them", build.build},
		{"info", "list the tables of a puzzle, what they cost and whether they are there", build.info},
		{"verify", "build tables anew and compare them with those that are kept", build.verify},
	} {
		cmd := &cobra.Command{
			Use:   do.use + " PUZZLE [TABLE…]",
			Short: do.short,
			RunE: func(cmd *cobra.Command, args []string) error {
				if len(args) == 0 {
					return errors.New("which puzzle?")
				}
				if err := checkThreads(build.lim.threads); err != nil {
					return err
				}
				kind, ok := all.Kind(args[0])
				if !ok {
					return fmt.Errorf("unknown puzzle %q", args[0])
				}
				ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
				defer stop()
				context.AfterFunc(ctx, stop)
				return do.run(ctx, kind, args[1:])
			},
		}
		if do.use != "info" {
			cmd.Flags().Var(&build.lim.maxMemory, "max-memory", "memory `limit` of the whole run, such as 2GiB (default: half of the machine's)")
			cmd.Flags().IntVar(&build.lim.threads, "threads", build.lim.threads, "threads that build")
			cmd.Flags().BoolVar(&build.quiet, "quiet", false, "no progress")
		}
		verb.AddCommand(cmd)
	}
	return verb
}

// tabling is the work on tables.
type tabling struct {
	*app
	*cache
	lim   limits
	quiet bool
}

// tables returns the named tables of a kind, or all of them.
func tables(kind puzzle.Kind, names []string) ([]puzzle.Table, error) {
	tabler, ok := kind.(puzzle.Tabler)
	if !ok {
		return nil, fmt.Errorf("%s has no tables", kind.Info().Name)
	}
	known := tabler.Tables()
	if len(names) == 0 {
		return known, nil
	}
	var picked []puzzle.Table
	for _, name := range names {
		var has []string
		found := false
		for _, t := range known {
			has = append(has, t.Name())
			if t.Name() == name {
				picked, found = append(picked, t), true
			}
		}
		if !found {
			return nil, fmt.Errorf("%s has no table %q; one of %s", kind.Info().Name, name, strings.Join(has, ", "))
		}
	}
	return picked, nil
}

func (t *tabling) store() (*store.Store, error) {
	if t.off {
		return nil, errors.New("--no-cache leaves nothing to do here")
	}
	dir, err := t.folder()
	if err != nil {
		return nil, err
	}
	return store.New(dir), nil
}

// build builds the named tables. Without names it builds the puzzle's first,
// as the others may be large.
func (t *tabling) build(ctx context.Context, kind puzzle.Kind, names []string) error {
	picked, err := tables(kind, names)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		picked = picked[:1]
	}
	return t.each(ctx, picked, "kept", puzzle.Table.Build)
}

func (t *tabling) verify(ctx context.Context, kind puzzle.Kind, names []string) error {
	picked, err := tables(kind, names)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		picked = picked[:1]
	}
	return t.each(ctx, picked, "right", puzzle.Table.Verify)
}

// each does one thing to each table and says so.
func (t *tabling) each(ctx context.Context, picked []puzzle.Table, done string, do func(puzzle.Table, context.Context, puzzle.TableStore, int, budget.Limits) error) error {
	s, err := t.store()
	if err != nil {
		return err
	}
	l, err := t.lim.budget(1)
	if err != nil {
		return err
	}
	for _, table := range picked {
		if !t.quiet {
			fmt.Fprintf(t.stderr, "%s: %s\n", table.Name(), table.About())
		}
		p := t.newProgress(nil, &display{quiet: t.quiet, table: true})
		work := p.hand()
		work.begin(&item{file: table.Name()}, 0)
		l.Report = work.report
		err := do(table, ctx, s, t.lim.threads, l)
		p.close()
		switch {
		case errors.Is(err, budget.ErrMemory):
			fmt.Fprintf(t.stderr, "deepen: %s: not within --max-memory\n", table.Name())
			return exit(exitUnknown)
		case ctx.Err() != nil:
			return exit(exitInterrupted)
		case err != nil:
			fmt.Fprintf(t.stderr, "deepen: %s: %v\n", table.Name(), err)
			return exit(exitRefused)
		}
		fmt.Fprintf(t.stdout, "%s: %s in %s\n", table.Name(), done, s.Folder())
	}
	return nil
}

func (t *tabling) info(ctx context.Context, kind puzzle.Kind, names []string) error {
	picked, err := tables(kind, names)
	if err != nil {
		return err
	}
	s, err := t.store()
	if err != nil {
		return err
	}
	for _, table := range picked {
		state := "in " + s.Folder()
		switch _, err := s.Open(ctx, table.Key(), table.Size()); {
		case ctx.Err() != nil:
			return exit(exitInterrupted)
		case errors.Is(err, os.ErrNotExist):
			state = "not built"
		case err != nil:
			state += ", but not usable: " + err.Error()
		}
		if _, err := fmt.Fprintf(t.stdout, "%s: %s; %s\n", table.Name(), table.About(), state); err != nil {
			return err
		}
	}
	return nil
}
