package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/pbnjay/memory"
	"github.com/spf13/cobra"

	"github.com/deepen-go/deepen/proof/check"
)

func (a *app) verifyCommand() *cobra.Command {
	var maxMemory size
	var quiet bool
	cmd := &cobra.Command{
		Use:   "verify FORMULA PROOF",
		Short: "check a proof of optimality",
		Long: `Verify checks a pseudo-Boolean proof (VeriPB, syntax 1.2) on a formula in OPB,
both as solve writes them with --proof and --opb. The checker shares no code with
the solver. See doc/proofs.md for the rules. One of the two may be standard
input: -.

Exit status: 0 accepted, 1 refused (with the line of the proof and the reason), 2
bad usage or a file that cannot be read.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("FORMULA and PROOF are expected, not %s", plural(len(args), "file"))
			}
			if args[0] == "-" && args[1] == "-" {
				return errors.New("FORMULA and PROOF cannot both be standard input")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if maxMemory == 0 {
				maxMemory = size(memory.TotalMemory() / 2)
			}
			return a.verify(args[0], args[1], check.Options{Memory: int64(maxMemory)}, quiet)
		},
	}
	cmd.Flags().Var(&maxMemory, "max-memory", "memory `limit`, such as 2GiB (default: half of the machine's)")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "the exit status alone, no message")
	return cmd
}

// verify checks a proof, prints the verdict and returns it as an exit status.
func (a *app) verify(formula, proof string, opt check.Options, quiet bool) error {
	f, err := a.open(formula)
	if err != nil {
		return err
	}
	p, err := a.open(proof)
	if err != nil {
		_ = f.close() // nothing was read
		return err
	}
	result, err := check.Check(f.r, p.r, opt)
	_, _ = f.close(), p.close() // they were only read
	var refused *check.Refused
	switch {
	case err == nil:
		if !quiet {
			_, err = io.WriteString(a.stdout, accepted(result))
		}
		return asInternal(err)
	case errors.As(err, &refused):
		if !quiet {
			fmt.Fprintf(a.stderr, "%s:%d: refused: %s\n", proof, refused.Line, refused.Reason)
		}
		return exit(exitRefused)
	case errors.As(err, new(*check.FormulaError)):
		return fmt.Errorf("%s: %w", formula, err)
	}
	return err
}

// accepted is what is said of an accepted proof.
func accepted(r check.Result) string {
	var text strings.Builder
	text.WriteString("accepted: ")
	if r.Solved {
		fmt.Fprintf(&text, "optimum %d", r.Best)
	} else {
		text.WriteString("no solution")
	}
	fmt.Fprintf(&text, "; %s, %s; rules", counted(r.Inequalities, "inequality", "inequalities"), plural(r.Variables, "variable"))
	for _, name := range []string{"f", "o", "pol", "rup", "red", "del", "c"} {
		if n := r.Rules[name]; n > 0 {
			fmt.Fprintf(&text, " %s %d", name, n)
		}
	}
	text.WriteByte('\n')
	return text.String()
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
