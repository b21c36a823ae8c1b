package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/docker/go-units"
	"github.com/pbnjay/memory"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// limits are the flags that say what a search may spend.
type limits struct {
	timeout   time.Duration
	maxMemory size
	maxNodes  uint64
	threads   int
}

func (l *limits) bind(flags *pflag.FlagSet) {
	flags.DurationVar(&l.timeout, "timeout", 0, "time `limit` for each instance, such as 10s (default: none)")
	flags.Var(&l.maxMemory, "max-memory", "memory `limit` of the whole run, such as 2GiB (default: half of the machine's)")
	flags.Uint64Var(&l.maxNodes, "max-nodes", 0, "node `limit` for each instance (default: none)")
	flags.IntVar(&l.threads, "threads", runtime.GOMAXPROCS(0), "threads of the whole run, which share the memory")
}

// budget returns what each of the given number of solvers may spend. They share
// the threads, and each has an equal part of the memory.
func (l *limits) budget(solvers int) (budget.Limits, error) {
	if l.timeout < 0 {
		return budget.Limits{}, errors.New("--timeout must not be negative")
	}
	if err := checkThreads(l.threads); err != nil {
		return budget.Limits{}, err
	}
	if l.maxMemory == 0 {
		l.maxMemory = size(memory.TotalMemory() / 2) // 0, no limit, where it is not known
	}
	if l.maxMemory > 0 {
		// The collector works harder as the heap nears the limit.
		debug.SetMemoryLimit(int64(l.maxMemory))
	}
	return budget.Limits{
		Nodes:  l.maxNodes,
		Memory: int64(l.maxMemory) / int64(solvers),
		Crew:   budget.NewCrew(l.threads),
	}, nil
}

// context returns the context of one instance.
func (l *limits) context(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.timeout > 0 {
		return context.WithTimeout(ctx, l.timeout)
	}
	return context.WithCancel(ctx)
}

// size is a number of bytes as a flag: 512MiB, 2GiB, 2GB.
type size int64

func (s *size) String() string {
	if *s == 0 {
		return ""
	}
	return units.BytesSize(float64(*s))
}

func (s *size) Type() string { return "size" }

func (s *size) Set(text string) error {
	const least = 16 << 20
	n, err := units.RAMInBytes(text)
	if err != nil || n < 0 {
		return errors.New("a size such as 512MiB or 2GiB is expected")
	}
	if n < least {
		return errors.New("the limit must be at least 16MiB")
	}
	*s = size(n)
	return nil
}

// solving holds the flags of solve.
type solving struct {
	limits
	cache
	display
	saving
	proofs
	output string
	stats  bool
}

func (a *app) solveCommand(kinds []puzzle.Kind) *cobra.Command {
	opt := &solving{}
	verb := &cobra.Command{
		Use:   "solve",
		Short: "find the best solution of every instance, and prove it",
		Long: `Solve finds the best solution of every instance in the files (standard input
when there is none, or for -) and proves that there is no better one. Answers
appear in input order, each as soon as it and those before it are known.

With --checkpoint a run that was killed can be taken up again with --resume and the
same input: it skips the instances that were answered and goes on within those that
were being solved. An instance that the interrupt stopped goes on as well, and so
does the last one when a limit stopped it; give a larger limit then. Those before
it keep their answer "unknown". What was printed after the checkpoint is cut off
when standard output is the same file as before ('>>answers'), and otherwise
printed again. The file is refused when the input, the puzzle, the options, the
output or the version of the program are others. So this ends with all answers:

  until deepen solve tiles --checkpoint run.ckpt --resume run.ckpt boards.txt >>answers
  do sleep 1; done

Exit status: 0 every instance decided (solved or proven infeasible), 2 bad usage
or bad input, 4 some instance unknown because a limit was reached, 130
interrupted, 1 internal error.`,
	}
	flags := verb.PersistentFlags()
	opt.limits.bind(flags)
	opt.cache.bind(flags)
	flags.StringVar(&opt.output, "output", "", "text, judge or jsonl (default: judge for a judge's format, otherwise text)")
	flags.BoolVar(&opt.stats, "stats", false, "show nodes and iterations (with jsonl in the lines, otherwise on standard error)")
	opt.display.bind(verb)
	opt.saving.bind(verb)
	must(verb.RegisterFlagCompletionFunc("output", cobra.FixedCompletions([]string{"text", "judge", "jsonl"}, cobra.ShellCompDirectiveNoFileComp)))
	return puzzleVerb[puzzle.Kind](kinds, verb, "[FILE…]", func(cmd *cobra.Command, in *reading) {
		if _, ok := in.kind.(puzzle.Prover); ok {
			opt.proofs.bind(cmd.Flags())
		}
		cmd.RunE = func(cmd *cobra.Command, files []string) error {
			if err := opt.check(); err != nil {
				return err
			}
			if err := opt.proofs.prepare(); err != nil {
				return err
			}
			settings, err := in.settings()
			if err != nil {
				return err
			}
			if len(files) == 0 && isTerminal(a.stdin) && !opt.quiet {
				fmt.Fprintln(a.stderr, "deepen: reading the puzzles from the terminal; end with Ctrl-D")
			}
			b := &batch{app: a, reading: in, solving: opt, settings: settings, files: files}
			opt.warn = func(err error) {
				b.progress.pause(func() { fmt.Fprintf(a.stderr, "deepen: warning: %v\n", err) })
			}
			if b.limits, err = opt.budget(opt.threads); err != nil {
				return err
			}
			if err := b.keep(); err != nil {
				fmt.Fprintf(a.stderr, "deepen: %v\n", err)
				return exit(exitUsage)
			}
			// The first interrupt asks for the answers so far; after it the
			// signals have their usual effect, so that a second one kills.
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			context.AfterFunc(ctx, stop)
			if code := b.run(ctx); code != exitOK {
				return exit(code)
			}
			return nil
		}
	})
}

// check refuses bad values of flags that cobra cannot judge.
func (s *solving) check() error {
	switch s.output {
	case "", "text", "judge", "jsonl":
	default:
		return fmt.Errorf("--output must be text, judge or jsonl, not %q", s.output)
	}
	if err := s.display.check(); err != nil {
		return err
	}
	return s.saving.check()
}

func checkThreads(n int) error {
	const most = 1024
	if n < 1 || n > most {
		return fmt.Errorf("--threads must be from 1 to %d, not %d", most, n)
	}
	return nil
}

// solveChecked solves an instance and holds the answer against the rules. A panic of the solver, or an answer that the rules do not
// bear out, is a fault of ours; the solver must not be used again then.
func solveChecked(ctx context.Context, kind puzzle.Kind, solver puzzle.Solver, inst puzzle.Instance, limits *budget.Limits, ans *puzzle.Answer) (fault string) {
	defer func() {
		if p := recover(); p != nil {
			fault = fmt.Sprintf("%v\n%s", p, debug.Stack())
		}
	}()
	*ans = solver.Solve(ctx, inst, *limits)
	if v := kind.Check(inst, *ans); v.Outcome != puzzle.Accepted {
		fault = "the answer does not follow the rules: " + v.Reason
	}
	return fault
}
