package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/internal/lines"
	"github.com/deepen-go/deepen/puzzle"
)

const checkName = "check"

// judging reports whether cmd is a verb that judges for a contest, whose exit
// statuses are testlib's.
func judging(cmd *cobra.Command) bool {
	for ; cmd != nil; cmd = cmd.Parent() {
		if cmd.Name() == checkName && cmd.HasParent() && !cmd.Parent().HasParent() {
			return true
		}
	}
	return false
}

func (a *app) checkCommand(kinds []puzzle.Kind) *cobra.Command {
	var lim limits
	var verdict string
	var quiet bool
	verb := &cobra.Command{
		Use:   checkName,
		Short: "judge answers by the rules, and against the best ones",
		Long: `Check judges the answers in OUT to the instances in IN. OUT is in the judge's
format or in the JSON lines that solve prints. Solutions are replayed by the
rules, then compared with the answers in ANS or, when it is absent, with fresh
optima. The verdict is on standard error, as of a testlib checker.

Exit status: 0 accepted, 1 wrong answer, 2 presentation error, 3 judge failure
(a fault in IN, ANS or the flags, or a limit reached). With --verdict domjudge:
42 accepted, 43 wrong answer or presentation error, 3 judge failure.`,
	}
	flags := verb.PersistentFlags()
	lim.bind(flags)
	flags.StringVar(&verdict, "verdict", "testlib", "exit statuses of testlib or domjudge")
	flags.BoolVar(&quiet, "quiet", false, "the exit status alone, no message")
	must(verb.RegisterFlagCompletionFunc("verdict", cobra.FixedCompletions([]string{"testlib", "domjudge"}, cobra.ShellCompDirectiveNoFileComp)))
	return puzzleVerb[puzzle.Kind](kinds, verb, "IN OUT [ANS]", func(cmd *cobra.Command, in *reading) {
		cmd.Args = func(_ *cobra.Command, args []string) error {
			if len(args) < 2 || len(args) > 3 {
				return fmt.Errorf("IN, OUT and perhaps ANS are expected, not %s", plural(len(args), "file"))
			}
			return nil
		}
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if verdict != "testlib" && verdict != "domjudge" {
				return fmt.Errorf("--verdict must be testlib or domjudge, not %q", verdict)
			}
			settings, err := in.settings()
			if err != nil {
				return err
			}
			l, err := lim.budget(1)
			if err != nil {
				return err
			}
			c := &checker{app: a, reading: in, spend: &lim, limits: l}
			v, n := c.run(cmd.Context(), settings, args)
			if !quiet {
				if v.Outcome == puzzle.Accepted {
					v.Reason = plural(n, "answer")
				}
				fmt.Fprintf(a.stderr, "%s %s\n", v.Outcome, v.Reason)
			}
			if code := verdictStatus(v.Outcome, verdict); code != exitOK {
				return exit(code)
			}
			return nil
		}
	})
}

// verdictStatus is the exit status of an outcome.
func verdictStatus(o puzzle.Outcome, style string) int {
	if style == "domjudge" {
		switch o {
		case puzzle.Accepted:
			return 42
		case puzzle.WrongAnswer, puzzle.Presentation:
			return 43
		}
	}
	return int(o)
}

// checker judges one output file.
type checker struct {
	*app
	*reading
	spend  *limits // what the flags say, limits what follows for a solver
	limits budget.Limits
	solver puzzle.Solver
}

// answers is a file of answers.
type answers struct {
	name string
	puzzle.AnswerReader
	close func() error
}

// openAnswers opens a file of answers, in the judge's format or JSON lines.
func (c *checker) openAnswers(name string) (*answers, error) {
	src, err := c.open(name)
	if err != nil {
		return nil, err
	}
	text := bufio.NewReaderSize(src, lines.Max)
	head, err := text.Peek(1)
	if err != nil && err != io.EOF {
		return nil, errors.Join(fileError(name, err), src.close())
	}
	a := &answers{name: name, close: src.close}
	if bytes.Equal(head, []byte("{")) {
		a.AnswerReader = &jsonAnswers{s: lines.New(text), kind: c.kind}
	} else {
		a.AnswerReader = c.kind.NewAnswerReader(text)
	}
	return a, nil
}

// fault is the verdict on an answer file that cannot be followed. otherwise
// says whose fault a bad text is.
func (a *answers) fault(err error, badText puzzle.Outcome) puzzle.Verdict {
	var input *puzzle.InputError
	switch {
	case err == io.EOF:
		return puzzle.Verdict{Outcome: badText, Reason: a.name + ": the file ends too early"}
	case errors.As(err, &input):
		return puzzle.Verdict{Outcome: badText, Reason: fmt.Sprintf("%s:%s", a.name, input.Error())}
	}
	return puzzle.Verdict{Outcome: puzzle.Failure, Reason: fileError(a.name, err).Error()}
}

func failure(err error) puzzle.Verdict {
	return puzzle.Verdict{Outcome: puzzle.Failure, Reason: err.Error()}
}

// run judges the files in args (IN, OUT and perhaps ANS) and returns the first
// verdict that is not Accepted, and the number of answers judged.
func (c *checker) run(ctx context.Context, settings puzzle.Settings, args []string) (puzzle.Verdict, int) {
	in, err := c.open(args[0])
	if err != nil {
		return failure(err), 0
	}
	defer func() { _ = in.close() }() // it was only read
	out, err := c.openAnswers(args[1])
	if err != nil {
		return failure(err), 0
	}
	defer func() { _ = out.close() }()
	var ans *answers
	if len(args) == 3 {
		if ans, err = c.openAnswers(args[2]); err != nil {
			return failure(err), 0
		}
		defer func() { _ = ans.close() }()
	}
	c.solver = c.kind.NewSolver()

	var v puzzle.Verdict
	n := 0
	err = c.each(in, settings, func(it item) bool {
		if v = c.judge(ctx, it, out, ans); v.Outcome != puzzle.Accepted {
			return false
		}
		n++
		return true
	})
	if err != nil {
		return failure(err), n
	}
	if v.Outcome != puzzle.Accepted {
		return v, n
	}
	if err := out.End(); err != nil {
		return out.fault(err, puzzle.Presentation), n
	}
	if ans != nil {
		if err := ans.End(); err != nil {
			return ans.fault(err, puzzle.Failure), n
		}
	}
	return v, n
}

// judge judges the next answer of out, which is to the instance it.
func (c *checker) judge(ctx context.Context, it item, out, ans *answers) puzzle.Verdict {
	if it.err != nil {
		return puzzle.Verdict{Outcome: puzzle.Failure, Reason: string(bytes.TrimSpace(appendBad(nil, &it)))}
	}
	got, err := out.Read(it.inst)
	if err != nil {
		return c.inAnswer(it, out.fault(err, puzzle.Presentation))
	}
	if v := c.kind.Check(it.inst, got); v.Outcome != puzzle.Accepted {
		return c.inAnswer(it, v)
	}
	var best puzzle.Answer
	if ans != nil {
		if best, err = ans.Read(it.inst); err != nil {
			return c.inAnswer(it, ans.fault(err, puzzle.Failure))
		}
		if v := c.kind.Check(it.inst, best); v.Outcome != puzzle.Accepted {
			return c.inAnswer(it, puzzle.Verdict{Outcome: puzzle.Failure, Reason: ans.name + ": " + v.Reason})
		}
	} else {
		ctx, cancel := c.spend.context(ctx)
		defer cancel()
		c.limits.Crew.Enter()
		defer c.limits.Crew.Leave()
		prepare(c.solver, it.before)
		if fault := solveChecked(ctx, c.kind, c.solver, it.inst, &c.limits, &best); fault != "" {
			return c.inAnswer(it, puzzle.Verdict{Outcome: puzzle.Failure, Reason: fault})
		}
	}
	if best.Status == puzzle.Unknown {
		return c.inAnswer(it, puzzle.Verdict{Outcome: puzzle.Failure, Reason: "the best answer is " + best.String()})
	}
	if v := c.kind.Judge(it.inst, got, best); v.Outcome != puzzle.Accepted {
		return c.inAnswer(it, v)
	}
	if _, ok := out.AnswerReader.(*jsonAnswers); ok {
		return c.inAnswer(it, judgeClaims(got, best))
	}
	return puzzle.Verdict{}
}

// judgeClaims judges what a JSON line says beyond the judge's format, of an
// answer that is right so far.
func judgeClaims(got, best puzzle.Answer) puzzle.Verdict {
	switch {
	case got.Status == puzzle.Infeasible && got.Limit == "" && best.Limit == puzzle.LimitMoves:
		return puzzle.Wrong("infeasible without a limit, but only the limit of moves makes it so")
	case got.Status == puzzle.Solved && got.LowerBound != puzzle.None && got.LowerBound != got.Cost:
		return puzzle.Wrong("solved, but the lower bound %d is not the cost %d", got.LowerBound, got.Cost)
	case !got.Count.Valid || !best.Count.Valid:
	case got.Count.N > best.Count.N && best.Count.Complete,
		got.Count.N < best.Count.N && got.Count.Complete,
		got.Count.N == best.Count.N && got.Count.Complete && !best.Count.Complete:
		return puzzle.Wrong("%d solutions given, but there are %s", got.Count.N, countText(best.Count))
	}
	return puzzle.Verdict{}
}

func countText(c puzzle.Count) string {
	if c.Complete {
		return fmt.Sprint(c.N)
	}
	return fmt.Sprintf("%d or more", c.N)
}

// inAnswer says which answer a verdict is on.
func (c *checker) inAnswer(it item, v puzzle.Verdict) puzzle.Verdict {
	if v.Outcome != puzzle.Accepted {
		v.Reason = fmt.Sprintf("answer %d: %s", it.index, v.Reason)
	}
	return v
}

// jsonAnswers reads the JSON lines that solve prints.
type jsonAnswers struct {
	s    *lines.Scanner
	kind puzzle.Kind
}

// Read implements puzzle.AnswerReader.
func (r *jsonAnswers) Read(puzzle.Instance) (puzzle.Answer, error) {
	a := puzzle.Answer{Cost: puzzle.None, LowerBound: puzzle.None}
	text, column, err := r.s.Content(0)
	if err != nil {
		return a, err
	}
	var line struct {
		Puzzle     *string         `json:"puzzle"`
		Status     string          `json:"status"`
		Cost       *int            `json:"cost"`
		LowerBound *int            `json:"lower_bound"`
		Limit      string          `json:"limit"`
		Solutions  *int64          `json:"solutions"`
		Complete   bool            `json:"solutions_complete"`
		Solution   json.RawMessage `json:"solution"`
	}
	if err := json.Unmarshal(text, &line); err != nil {
		return a, r.s.Errorf(column, "not a JSON line: %v", err)
	}
	var ok bool
	if a.Status, ok = puzzle.ParseStatus(line.Status); !ok {
		return a, r.s.Errorf(column, "the status is %q; solved, infeasible or unknown is expected", line.Status)
	}
	if name := r.kind.Info().Name; line.Puzzle != nil && *line.Puzzle != name {
		return a, r.s.Errorf(column, "an answer to %s is expected, not to %q", name, *line.Puzzle)
	}
	a.Limit = line.Limit
	if line.Cost != nil {
		a.Cost = *line.Cost
	}
	if line.LowerBound != nil {
		a.LowerBound = *line.LowerBound
	}
	if line.Solutions != nil {
		a.Count = puzzle.Count{Valid: true, N: *line.Solutions, Complete: line.Complete}
	}
	if len(line.Solution) > 0 && !bytes.Equal(line.Solution, []byte("null")) {
		if a.Solution, err = r.kind.DecodeSolution(line.Solution); err != nil {
			return a, r.s.Errorf(column, "%v", err)
		}
	}
	if a.Status == puzzle.Solved && a.Solution == nil {
		return a, r.s.Errorf(column, `a solved line needs a "solution"`)
	}
	return a, nil
}

// End implements puzzle.AnswerReader.
func (r *jsonAnswers) End() error {
	switch text, column, err := r.s.Content(0); {
	case err == io.EOF:
		return nil
	case err != nil:
		return err
	default:
		return r.s.Errorf(column, "%s after the last answer", lines.Quote(text))
	}
}
