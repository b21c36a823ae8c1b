package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/deepen-go/deepen/puzzle"
)

func (a *app) convertCommand(kinds []puzzle.Kind) *cobra.Command {
	verb := &cobra.Command{
		Use:   "convert",
		Short: "write instances in another format",
		Long: `Convert reads the files (standard input when there is none, or for -) and writes
their instances to standard output in another format of the puzzle. Read in that
format with the same flags, they are the same instances.

An instance that the format cannot hold, and one that cannot be read, is named on
standard error; the others are written all the same. A format that begins with
the number of instances is written at the end.

Exit status: 0 all were written, 2 some were not, or bad usage, 130 interrupted.`,
	}
	return puzzleVerb[puzzle.Converter](kinds, verb, "", func(cmd *cobra.Command, in *reading) {
		const files = " [FILE…]"
		cmd.Use += files
		if !strings.HasSuffix(verb.Use, files) {
			verb.Use += files
		}
		names := in.info.FormatNames()
		var to string
		cmd.Flags().StringVar(&in.format, "from", "", "input `format`: "+strings.Join(names, ", ")+" (guessed when absent)")
		cmd.Flags().StringVar(&to, "to", "", "output `format`, one of the same")
		for _, flag := range []string{"from", "to"} {
			must(cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)))
		}
		some := in.kind.(puzzle.Converter).ConvertOptions()
		in.options = addOptions(cmd, slices.DeleteFunc(slices.Clone(in.info.Options), func(o puzzle.Option) bool {
			return !slices.Contains(some, o.Name)
		}))
		cmd.RunE = func(cmd *cobra.Command, files []string) error {
			return a.convert(cmd.Context(), in, to, files)
		}
	})
}

// convert writes the instances of the files in the format to.
func (a *app) convert(ctx context.Context, in *reading, to string, files []string) error {
	f, ok := in.info.Format(to)
	switch {
	case to == "":
		return fmt.Errorf("which format? --to is one of %s", strings.Join(in.info.FormatNames(), ", "))
	case !ok:
		return fmt.Errorf("%s has no format %q; see 'deepen formats %s'", in.info.Name, to, in.info.Name)
	}
	settings, err := in.settings()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(a.stdout)
	w, err := in.kind.(puzzle.Converter).NewWriter(out, f.Name, settings)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	code := exitOK
	complain := func(format string, args ...any) {
		code = exitUsage
		fmt.Fprintf(a.stderr, format, args...)
	}
	var failed error                    // of writing
	flush := func() { _ = out.Flush() } // which reports again at the end
	fail := func(err error) { complain("deepen: %v\n", err) }
	a.eachFile(ctx, in, files, settings, flush, fail, func(it item) bool {
		if it.err != nil {
			complain("%s", appendBad(nil, &it))
			return true
		}
		switch err := w.Write(it.inst); {
		case errors.As(err, new(*puzzle.FormatError)):
			complain("%s: %v\n", it.id(), err)
		case failed == nil:
			failed = err
		}
		return failed == nil
	})
	if failed == nil && ctx.Err() == nil {
		failed = w.Close()
	}
	if err := out.Flush(); failed == nil {
		failed = err
	}
	switch {
	case failed != nil:
		return internalError{failed}
	case ctx.Err() != nil:
		return exit(gravest(code, exitInterrupted))
	case code != exitOK:
		return exit(code)
	}
	return nil
}
