package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/puzzle/all"
)

// The exit statuses of the verbs that solve; see [gravest] for their order.
const (
	exitOK          = 0
	exitInternal    = 1
	exitUsage       = 2
	exitUnknown     = 4
	exitInterrupted = 130
)

// exitRefused is the status of a verb that judges, when it does not accept.
const exitRefused = 1

// gravest returns the graver of two exit statuses.
func gravest(a, b int) int {
	order := []int{exitOK, exitUnknown, exitUsage, exitInterrupted, exitInternal}
	return order[max(slices.Index(order, a), slices.Index(order, b))]
}

// exit is an error that only carries an exit status: everything there is to say
// has been said.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// internalError is a fault that is not the user's.
type internalError struct{ error }

// asInternal makes an internal error of err, unless it is nil: what cannot be
// written is no fault of the arguments.
func asInternal(err error) error {
	if err == nil {
		return nil
	}
	return internalError{err}
}

// app holds the streams of one run of the command.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
}

// run runs the command and returns its exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr}
	root := a.rootCommand(kindsNamed(args))
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	var code exit
	var internal internalError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &internal):
		fmt.Fprintf(stderr, "deepen: %v\n", err)
		return exitInternal
	}
	fmt.Fprintf(stderr, "deepen: %v\nSee '%s --help'.\n", err, cmd.CommandPath())
	if judging(cmd) {
		return int(puzzle.Failure) // a judge must not take our mistake for a verdict
	}
	return exitUsage
}

// kindsNamed returns the puzzles whose names are among the arguments, or all of
// them when there is none. Only for those are commands built: with small
// puzzles the start of the process is most of its time.
func kindsNamed(args []string) []puzzle.Kind {
	var named []puzzle.Kind
	for _, k := range all.Kinds() {
		if slices.Contains(args, k.Info().Name) {
			named = append(named, k)
		}
	}
	if named == nil {
		return all.Kinds()
	}
	return named
}

func (a *app) rootCommand(kinds []puzzle.Kind) *cobra.Command {
	root := &cobra.Command{
		Use:           "deepen",
		Short:         "solve combinatorial puzzles to proven optimality",
		Args:          cobra.NoArgs,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.AddCommand(
		a.solveCommand(kinds),
		a.checkCommand(kinds),
		a.validateCommand(kinds),
		a.generateCommand(kinds),
		a.rateCommand(kinds),
		a.explainCommand(kinds),
		a.printCommand(kinds),
		a.convertCommand(kinds),
		a.tableCommand(kinds),
		a.verifyCommand(),
		a.formatsCommand(),
		a.versionCommand(),
	)
	root.SetHelpCommand(helpCommand(root))
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Use, c.Short = "completion SHELL", "print a completion script for bash, zsh, fish or powershell"
			c.Args = cobra.ArbitraryArgs
			c.RunE = func(*cobra.Command, []string) error {
				return errors.New("which shell? One of bash, zsh, fish, powershell")
			}
		}
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return err })
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if cmd == root {
			writeOverview(cmd.OutOrStdout(), root)
			return
		}
		help(cmd, args)
	})
	return root
}

// helpCommand is 'deepen help'. Unlike cobra's own it fails for a topic that
// does not exist.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [VERB [PUZZLE]]",
		Short: "show this overview, or the help of a verb",
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			if topic, rest, err := root.Find(args); err == nil && len(rest) == 0 {
				for _, c := range topic.Commands() {
					names = append(names, c.Name())
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			topic, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return fmt.Errorf("there is no help on %q", strings.Join(args, " "))
			}
			return topic.Help()
		},
	}
}

// puzzleVerb returns a verb with a subcommand for each of the kinds. If the verb
// reads instances, which it does when it has arguments, the puzzle's options and
// the format are flags of the subcommand.
// A verb that only some puzzles offer names their interface as T.
func puzzleVerb[T any](kinds []puzzle.Kind, verb *cobra.Command, args string, bind func(*cobra.Command, *reading)) *cobra.Command {
	verb.Use = strings.TrimSpace(verb.Use + " PUZZLE " + args)
	verb.Args = cobra.ArbitraryArgs
	verb.RunE = func(_ *cobra.Command, args []string) error {
		var names []string
		for _, k := range only[T](all.Kinds()) {
			names = append(names, k.Info().Name)
		}
		if len(args) == 0 {
			return fmt.Errorf("which puzzle? One of %s", strings.Join(names, ", "))
		}
		if _, ok := all.Kind(args[0]); ok {
			return fmt.Errorf("%s is not offered for %s; only for %s", verb.Name(), args[0], strings.Join(names, ", "))
		}
		return fmt.Errorf("unknown puzzle %q; one of %s", args[0], strings.Join(names, ", "))
	}
	for _, k := range only[T](kinds) {
		info := k.Info()
		in := &reading{kind: k, info: info}
		cmd := &cobra.Command{
			Use:   strings.TrimSpace(info.Name + " " + args),
			Short: info.Summary,
			Long:  strings.ToUpper(info.Summary[:1]) + info.Summary[1:] + ".\n\n" + formatTable(info),
		}
		if args != "" { // it reads instances
			cmd.Flags().StringVar(&in.format, "format", "", "input `format`: "+strings.Join(info.FormatNames(), ", ")+" (guessed when absent)")
			must(cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(info.FormatNames(), cobra.ShellCompDirectiveNoFileComp)))
			in.options = addOptions(cmd, info.Options)
		}
		bind(cmd, in)
		verb.AddCommand(cmd)
	}
	return verb
}

// only returns the kinds that are a T as well.
func only[T any](kinds []puzzle.Kind) []puzzle.Kind {
	var some []puzzle.Kind
	for _, k := range kinds {
		if _, ok := k.(T); ok {
			some = append(some, k)
		}
	}
	return some
}

// addOptions adds a puzzle's options to the flags of cmd and returns their
// values by name.
func addOptions(cmd *cobra.Command, options []puzzle.Option) map[string]*string {
	values := make(map[string]*string)
	for _, o := range options {
		usage := o.Usage
		if len(o.Values) > 0 {
			usage += ": " + strings.Join(o.Values, ", ")
		}
		values[o.Name] = cmd.Flags().String(o.Name, o.Default, usage)
		cmd.Flags().Lookup(o.Name).NoOptDefVal = o.Bare
		must(cmd.RegisterFlagCompletionFunc(o.Name, cobra.FixedCompletions(o.Values, cobra.ShellCompDirectiveNoFileComp)))
	}
	return values
}

// settingsOf returns the values of options.
func settingsOf(values map[string]*string) puzzle.Settings {
	s := make(puzzle.Settings)
	for name, value := range values {
		s[name] = *value
	}
	return s
}

// must is for calls that fail only when the program is wrong.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
