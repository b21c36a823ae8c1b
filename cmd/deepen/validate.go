package main

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/deepen-go/deepen/puzzle"
)

// validating holds the flags of validate.
type validating struct {
	output string
	quiet  bool
}

func (a *app) validateCommand(kinds []puzzle.Kind) *cobra.Command {
	opt := &validating{}
	verb := &cobra.Command{
		Use:   "validate",
		Short: "check that the input is well-formed and within the rules",
		Long: `Validate reads the files (standard input when there is none, or for -) and
names every fault with its file, line and column, without solving anything.

Exit status: 0 everything is fine, 1 a fault was found, 2 bad usage or a file
that cannot be read.`,
	}
	flags := verb.PersistentFlags()
	flags.StringVar(&opt.output, "output", "text", "text (a line for each file) or jsonl (a line for each instance)")
	flags.BoolVar(&opt.quiet, "quiet", false, "only the faults and the exit status")
	return puzzleVerb[puzzle.Kind](kinds, verb, "[FILE…]", func(cmd *cobra.Command, in *reading) {
		cmd.RunE = func(_ *cobra.Command, files []string) error {
			if opt.output != "text" && opt.output != "jsonl" {
				return fmt.Errorf("--output must be text or jsonl, not %q", opt.output)
			}
			settings, err := in.settings()
			if err != nil {
				return err
			}
			code := exitOK
			for _, name := range orStdin(files) {
				code = max(code, a.validate(in, settings, name, opt))
			}
			if code != exitOK {
				return exit(code)
			}
			return nil
		}
	})
}

// validate reads one file and returns its exit status.
func (a *app) validate(in *reading, settings puzzle.Settings, name string, opt *validating) int {
	out := bufio.NewWriter(a.stdout)
	good, bad := 0, 0
	src, err := a.open(name)
	if err == nil {
		src.before = func() { _ = out.Flush() } // which reports again at the end
		var line []byte
		err = in.each(src, settings, func(it item) bool {
			if it.err != nil {
				bad++
				_, _ = a.stderr.Write(appendBad(line[:0], &it))
				line = puzzle.AppendErrorJSON(line[:0], it.id(), in.info.Name, it.err)
			} else {
				good++
				line = puzzle.AppendValidJSON(line[:0], it.id(), in.info.Name)
			}
			if opt.output == "jsonl" && !opt.quiet {
				_, _ = out.Write(line)
			}
			return true
		})
		if cerr := src.close(); err == nil {
			err = cerr
		}
	}
	if err == nil && opt.output == "text" && !opt.quiet {
		verdict := "ok"
		if bad > 0 {
			verdict = fmt.Sprintf("%d bad", bad)
		}
		fmt.Fprintf(out, "%s: %s, %s: %s\n", name, plural(good+bad, "instance"), src.format.Name, verdict)
	}
	if ferr := out.Flush(); err == nil {
		err = ferr
	}
	switch {
	case err != nil:
		fmt.Fprintf(a.stderr, "deepen: %v\n", err)
		return exitUsage
	case bad > 0:
		return exitRefused
	}
	return exitOK
}

// appendBad appends the message on an instance that could not be read.
func appendBad(dst []byte, it *item) []byte {
	return fmt.Appendf(dst, "%s:%d:%d: %s\n", it.file, it.err.Line, it.err.Column, it.err.Msg)
}

// plural counts things: "1 instance", "2 instances".
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
