package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/deepen-go/deepen/puzzle"
)

func (a *app) rateCommand(kinds []puzzle.Kind) *cobra.Command {
	s := &sequel{app: a}
	verb := &cobra.Command{
		Use:   "rate",
		Short: "measure how hard instances are",
		Long: `Rate solves every instance and prints measures that a designer cares about.

Exit status: as of solve.`,
	}
	s.bind(verb)
	output := verb.PersistentFlags().String("output", "text", "text or jsonl")
	return puzzleVerb[puzzle.Rater](kinds, verb, "[FILE…]", func(cmd *cobra.Command, in *reading) {
		cmd.RunE = func(cmd *cobra.Command, files []string) error {
			if *output != "text" && *output != "jsonl" {
				return fmt.Errorf("--output must be text or jsonl, not %q", *output)
			}
			s.jsonl = *output == "jsonl"
			return s.run(cmd.Context(), in, files, func(it *item, solver puzzle.Solver, run *sequelRun) []byte {
				rating, ans := in.kind.(puzzle.Rater).Rate(run.ctx, solver, it.inst, run.limits)
				run.noteStatus(&ans)
				var line []byte
				if s.jsonl {
					line = fmt.Appendf(line, `{"id":%q,"puzzle":%q,"status":%q,"cost":%s,"lower_bound":%s`,
						it.id(), in.info.Name, ans.Status, bound(ans.Cost), bound(ans.LowerBound))
					if ans.Limit != "" {
						line = fmt.Appendf(line, `,"limit":%q`, ans.Limit)
					}
					if rating != nil {
						line = append(line, ',')
						line = rating.AppendJSON(line)
					}
					return append(line, "}\n"...)
				}
				line = append(line, it.id()...)
				line = append(line, "  "...)
				if rating == nil {
					line = ans.AppendText(line)
				} else {
					line = rating.AppendText(line)
				}
				return append(line, '\n')
			})
		}
	})
}

// bound is a cost or a bound in JSON.
func bound(n int) string {
	if n == puzzle.None {
		return "null"
	}
	return strconv.Itoa(n)
}
