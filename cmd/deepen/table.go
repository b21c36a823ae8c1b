package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/store"
)

func (a *app) tableCommand(kinds []puzzle.Kind) *cobra.Command {
	verb := &cobra.Command{
		Use:   "table build|info|verify PUZZLE",
		Short: "build, list and verify the tables that make solving faster",
		Long: `Table build makes a table and keeps it: the distance of every position from the
goal, or, for large tiles boards, a pattern database. Solve uses what is there.
Table verify proves a table right: a byte table by holding each position against
its neighbours, a mod3 table by searching again from the goal, a pattern database
by building it anew. Table info says what a table costs, whether it is there, and
how many positions have which distance; without --board it lists the usual ones.

Exit status: 0 done, or the table is right, 1 it is wrong or damaged, 2 bad usage,
or no table to verify, 4 a limit came first, 130 interrupted.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(*cobra.Command, []string) error { return errors.New("build, info or verify?") },
	}
	t := &tabling{app: a, lim: limits{threads: runtime.GOMAXPROCS(0)}}
	t.bind(verb.PersistentFlags())
	for _, do := range []struct {
		name, short string
		run         func(context.Context) error
	}{
		{"build", "build a table and keep it", t.build},
		{"info", "what tables cost, whether they are there, and what they hold", t.info},
		{"verify", "prove that a table is right", t.verify},
	} {
		sub := &cobra.Command{Use: do.name, Short: do.short}
		if do.name != "verify" {
			sub.PersistentFlags().StringVar(&t.output, "output", "text", "text or jsonl")
		}
		if do.name != "info" {
			sub.PersistentFlags().Var(&t.lim.maxMemory, "max-memory", "memory `limit` of the whole run, such as 2GiB (default: half of the machine's)")
			sub.PersistentFlags().IntVar(&t.lim.threads, "threads", t.lim.threads, "threads that work on the table")
			sub.PersistentFlags().BoolVar(&t.quiet, "quiet", false, "no progress")
		}
		puzzleVerb[puzzle.Tabler](kinds, sub, "", func(cmd *cobra.Command, in *reading) {
			options := addOptions(cmd, in.kind.(puzzle.Tabler).TableOptions())
			cmd.Long = "" // formats are of no account here
			cmd.Args = cobra.NoArgs
			cmd.RunE = func(cmd *cobra.Command, _ []string) error {
				t.kind, t.settings = in.kind, settingsOf(options)
				t.picked = cmd.Flags().Changed("board") || cmd.Flags().Changed("target") || cmd.Flags().Changed("cell")
				if err := t.prepare(); err != nil {
					return err
				}
				ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
				defer stop()
				context.AfterFunc(ctx, stop)
				return do.run(ctx)
			}
		})
		verb.AddCommand(sub)
	}
	return verb
}

// tableGarbage is how large a share of the memory in use, in percent, may be free.
const tableGarbage = 5

// tabling is the work on tables.
type tabling struct {
	*app
	cache
	lim    limits
	quiet  bool
	output string

	kind     puzzle.Kind
	settings puzzle.Settings
	picked   bool // the settings ask for one table
	table    puzzle.Table
	store    *store.Store
}

// prepare finds the table that the settings ask for, and the store.
func (t *tabling) prepare() error {
	if err := checkThreads(t.lim.threads); err != nil {
		return err
	}
	if t.output != "" && t.output != "text" && t.output != "jsonl" {
		return fmt.Errorf("--output must be text or jsonl, not %q", t.output)
	}
	tabler := t.kind.(puzzle.Tabler)
	if err := t.settings.Check(tabler.TableOptions()); err != nil {
		return err
	}
	var err error
	if t.table, err = tabler.Table(t.settings); err != nil {
		return err
	}
	if t.off {
		return errors.New("--no-cache leaves nothing to do here")
	}
	dir, err := t.folder()
	if err != nil {
		return err
	}
	t.store = store.New(dir, nil)
	return nil
}

// name is the table's for people.
func (t *tabling) name(table puzzle.Table) string { return t.kind.Info().Name + " " + table.Name() }

// limited calls work, which needs so many bytes, with the limits of the command and
// a bar. The second result is not nil when the command ends there.
func (t *tabling) limited(ctx context.Context, needs int64, work func(budget.Limits) error) (failed error, code error) {
	l, err := t.lim.budget(1)
	if err != nil {
		return nil, err
	}
	if l.Memory > 0 && needs > l.Memory {
		fmt.Fprintf(t.stderr, "deepen: %s needs %v, --max-memory allows %v\n", t.name(t.table), puzzle.Bytes(needs), puzzle.Bytes(l.Memory))
		return nil, exit(exitUnknown)
	}
	// The table is nearly all there is in memory, and what becomes free beside it
	// must not come up to its size.
	debug.SetGCPercent(tableGarbage)
	p := t.newProgress(nil, &display{quiet: t.quiet, table: true})
	defer p.close()
	hand := p.hand()
	hand.begin(&item{file: t.table.Name()}, 0)
	l.Report = hand.report
	l.Crew.Enter()
	err = work(l)
	switch {
	case ctx.Err() != nil:
		return nil, exit(exitInterrupted)
	case errors.Is(err, budget.ErrMemory):
		p.close()
		fmt.Fprintf(t.stderr, "deepen: %s: not within --max-memory\n", t.name(t.table))
		return nil, exit(exitUnknown)
	}
	return err, nil
}

func (t *tabling) build(ctx context.Context) error {
	if !t.quiet {
		fmt.Fprintf(t.stderr, "%s: %s\n", t.name(t.table), t.table.About())
	}
	needs, _ := t.table.Needs()
	err, code := t.limited(ctx, needs, func(l budget.Limits) error {
		_, err := t.table.Build(ctx, t.store, l)
		return err
	})
	if code != nil {
		return code
	}
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		return err // a folder that cannot be written to is no fault of ours
	}
	if err != nil {
		return internalError{fmt.Errorf("%s: %w", t.name(t.table), err)}
	}
	return t.print(t.table, t.store.Inspect(ctx, t.table.Key()), true)
}

// info describes one table, or all usual ones and then what else there is.
func (t *tabling) info(ctx context.Context) error {
	if t.picked {
		return t.print(t.table, t.store.Inspect(ctx, t.table.Key()), true)
	}
	for _, table := range t.kind.(puzzle.Tabler).UsualTables() {
		f := t.store.Inspect(ctx, table.Key())
		if ctx.Err() != nil {
			return exit(exitInterrupted)
		}
		if err := t.print(table, f, false); err != nil {
			return err
		}
	}
	return nil
}

// print writes what is known of a table and of its file.
func (t *tabling) print(table puzzle.Table, f store.File, histogram bool) error {
	report, err := puzzle.TableReport{}, f.Err
	if err == nil {
		report, err = puzzle.ParseTableReport(f.Note)
	}
	state := fmt.Sprintf("in %s (%v)", f.Path, puzzle.Bytes(f.Stored))
	switch {
	case errors.Is(err, os.ErrNotExist):
		state = "not built"
	case err != nil:
		state = fmt.Sprintf("in %s, but not usable: %v", f.Path, err)
	}
	var out []byte
	if t.output == "jsonl" {
		needs, _ := table.Needs()
		out = fmt.Appendf(out, `{"puzzle":%q,"table":%q,"bytes":%d,"needs":%d`, t.kind.Info().Name, table.Name(), table.Size(), needs)
		if err != nil {
			out = fmt.Appendf(out, `,"built":false`)
		} else {
			path, _ := json.Marshal(f.Path) // text always becomes JSON
			out = fmt.Appendf(out, `,"built":true,"stored":%d,"file":%s,`, f.Stored, path)
			out = report.AppendJSON(out)
		}
		_, err := t.stdout.Write(append(out, "}\n"...))
		return asInternal(err)
	}
	out = fmt.Appendf(out, "%s: %s; %s\n", t.name(table), table.About(), state)
	if histogram && err == nil {
		out = fmt.Appendf(out, "%d states, %d reached, the deepest %d moves from the goal\n", report.States, report.Reached, len(report.Histogram)-1)
		for d, n := range report.Histogram {
			out = fmt.Appendf(out, "%4d %d\n", d, n)
		}
	}
	_, err = t.stdout.Write(out)
	return asInternal(err)
}

func (t *tabling) verify(ctx context.Context) error {
	// Opened first: it stays in memory, and the error says what is wrong with it.
	switch _, _, err := t.store.Open(ctx, t.table.Key(), t.table.Size()); {
	case ctx.Err() != nil:
		return exit(exitInterrupted)
	case errors.Is(err, os.ErrNotExist):
		fmt.Fprintf(t.stderr, "deepen: %s: there is no such table in %s\n", t.name(t.table), t.store.Folder())
		return exit(exitUsage)
	case err != nil:
		fmt.Fprintf(t.stderr, "deepen: %v\n", err)
		return exit(exitRefused)
	}
	var how string
	var report puzzle.TableReport
	_, needs := t.table.Needs()
	err, code := t.limited(ctx, needs, func(l budget.Limits) (err error) {
		how, report, err = t.table.Verify(ctx, t.store, l)
		return err
	})
	switch {
	case code != nil:
		return code
	case err != nil:
		fmt.Fprintf(t.stderr, "deepen: %s: wrong (%s): %v\n", t.name(t.table), how, err)
		return exit(exitRefused)
	}
	_, err = fmt.Fprintf(t.stdout, "%s: right (%s); %d states, %d reached, the deepest %d moves from the goal\n",
		t.name(t.table), how, report.States, report.Reached, len(report.Histogram)-1)
	return asInternal(err)
}
