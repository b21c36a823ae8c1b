package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/deepen-go/deepen/puzzle"
)

func (a *app) printCommand(kinds []puzzle.Kind) *cobra.Command {
	verb := &cobra.Command{
		Use:   "print",
		Short: "put instances on a sheet, as text or as a drawing",
		Long: `Print reads the files (standard input when there is none, or for -) and writes
one sheet with all instances, without solving anything: as text, or with
--render svg as a drawing for browsers and for paper. An instance that cannot be
read is named on standard error and left out.

Exit status: 0 all are on the sheet, 2 some are not, or bad usage, 130
interrupted.`,
	}
	style := verb.PersistentFlags().String("render", "text", "text or svg")
	must(verb.RegisterFlagCompletionFunc("render", cobra.FixedCompletions([]string{"text", "svg"}, cobra.ShellCompDirectiveNoFileComp)))
	return puzzleVerb[puzzle.Printer](kinds, verb, "[FILE…]", func(cmd *cobra.Command, in *reading) {
		cmd.RunE = func(cmd *cobra.Command, files []string) error {
			if *style != "text" && *style != "svg" {
				return fmt.Errorf("--render must be text or svg, not %q", *style)
			}
			return a.print(cmd.Context(), in, files, *style)
		}
	})
}

// print writes the sheet of the files' instances.
func (a *app) print(ctx context.Context, in *reading, files []string, style string) error {
	settings, err := in.settings()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	code := exitOK
	fail := func(err error) {
		code = exitUsage
		fmt.Fprintf(a.stderr, "deepen: %v\n", err)
	}
	var insts []puzzle.Instance
	var names []string
	a.eachFile(ctx, in, files, settings, func() {}, fail, func(it item) bool {
		if it.err != nil {
			code = exitUsage
			_, _ = a.stderr.Write(appendBad(nil, &it)) // there is nowhere left to complain
			return true
		}
		insts, names = append(insts, it.inst), append(names, it.id())
		return true
	})
	if ctx.Err() != nil {
		return exit(exitInterrupted)
	}
	if len(insts) > 0 {
		if _, err := a.stdout.Write(in.kind.(puzzle.Printer).Print(nil, insts, names, style)); err != nil {
			return internalError{err}
		}
	}
	if code != exitOK {
		return exit(code)
	}
	return nil
}
