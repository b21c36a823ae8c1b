package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// explaining holds the flags of explain.
type explaining struct {
	sequel
	render string
	out    string
}

func (a *app) explainCommand(kinds []puzzle.Kind) *cobra.Command {
	e := &explaining{sequel: sequel{app: a}}
	verb := &cobra.Command{
		Use:   "explain",
		Short: "show a best solution step by step",
		Long: `Explain solves every instance and shows the solution step by step, with reasons.

With --render svg it draws the steps of a solved instance, for browsers and for
print; text that it has to say is then on standard error. A file holds one
drawing: for several instances, --out names one each, as in --out step-%d.svg.

Exit status: as of solve.`,
	}
	e.bind(verb)
	flags := verb.PersistentFlags()
	flags.StringVar(&e.render, "render", "text", "text, or a drawing where the puzzle has one: svg")
	flags.StringVar(&e.out, "out", "", "write to `FILE`; %d in it stands for the instance's number (default: standard output)")
	must(verb.RegisterFlagCompletionFunc("render", cobra.FixedCompletions([]string{"text", "svg"}, cobra.ShellCompDirectiveNoFileComp)))
	return puzzleVerb[puzzle.Explainer](kinds, verb, "[FILE…]", func(cmd *cobra.Command, in *reading) {
		cmd.RunE = func(cmd *cobra.Command, files []string) error {
			styles := []string{"text"}
			if r, ok := in.kind.(puzzle.Renderer); ok {
				styles = append(styles, r.Styles()...)
			}
			if !slices.Contains(styles, e.render) {
				return fmt.Errorf("--render must be one of %s for %s, not %q", strings.Join(styles, ", "), in.info.Name, e.render)
			}
			pages := &pages{app: a, name: e.out, drawn: e.render != "text"}
			return errors.Join(e.run(cmd.Context(), in, files, func(it *item, solver puzzle.Solver, run *sequelRun) []byte {
				ans := analyse(run.ctx, in.kind, solver, it.inst, run.limits)
				run.noteStatus(&ans)
				text := append([]byte(it.id()), "  "...)
				text = append(ans.AppendText(text), '\n')
				switch {
				case e.render == "text" && ans.Status == puzzle.Solved:
					text = in.kind.(puzzle.Explainer).Explain(text, it.inst, ans)
				case e.render == "text":
				case ans.Status != puzzle.Solved:
					_, _ = a.stderr.Write(text) // there is nowhere left to complain
					return nil
				default:
					text = in.kind.(puzzle.Renderer).Render(nil, it.inst, ans, e.render)
				}
				rest, err := pages.put(text)
				if err != nil {
					run.code = gravest(run.code, exitUsage)
					fmt.Fprintf(a.stderr, "deepen: %s: %v\n", it.id(), err)
				}
				return rest
			}), pages.close())
		}
	})
}

// analyse solves inst with what its explanation needs, if the puzzle knows more
// than the solver says.
func analyse(ctx context.Context, kind puzzle.Kind, solver puzzle.Solver, inst puzzle.Instance, l budget.Limits) puzzle.Answer {
	if k, ok := kind.(puzzle.Analyst); ok {
		return k.Analyse(ctx, solver, inst, l)
	}
	return solver.Solve(ctx, inst, l)
}

// pages are the files of explanations.
type pages struct {
	*app
	name  string // "": standard output
	drawn bool   // a page has room for one
	n     int    // explanations so far
	file  *os.File
}

// put writes an explanation to the file that it belongs to, or returns it when
// that is standard output.
func (p *pages) put(text []byte) ([]byte, error) {
	p.n++
	each := strings.Contains(p.name, "%d")
	switch {
	case p.drawn && !each && p.n > 1:
		return nil, errors.New("a file holds one drawing; for several, give names as in --out step-%d.svg")
	case p.name == "":
		return text, nil
	case each:
		return nil, os.WriteFile(strings.ReplaceAll(p.name, "%d", strconv.Itoa(p.n)), text, 0o666)
	}
	if p.file == nil {
		var err error
		if p.file, err = os.Create(p.name); err != nil {
			return nil, err
		}
	}
	_, err := p.file.Write(text)
	return nil, err
}

// close closes the file that is open, if any.
func (p *pages) close() error {
	if p.file == nil {
		return nil
	}
	return asInternal(p.file.Close())
}
