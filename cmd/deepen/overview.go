package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/puzzle/all"
)

// This file makes the two overviews from the code: what 'deepen help' prints,
// and the reference in doc/formats.md.

//go:generate sh -c "go run . formats --output markdown >../../doc/formats.md"

// flagRow is a flag in a table.
type flagRow struct {
	verbs []string
	name  string
	value string // its placeholder, "" for a switch
	usage string
}

// verbs returns the verbs that a user sees, the ones used most first.
func verbs(root *cobra.Command) []*cobra.Command {
	order := []string{"solve", checkName, "validate", "generate", "rate", "explain", "print", "convert", "table", "verify", "formats", "completion", "version", "help"}
	var vs []*cobra.Command
	for _, c := range root.Commands() {
		if slices.Contains(order, c.Name()) {
			vs = append(vs, c)
		}
	}
	slices.SortFunc(vs, func(a, b *cobra.Command) int {
		return slices.Index(order, a.Name()) - slices.Index(order, b.Name())
	})
	return vs
}

// flagRows lists the flags of all verbs that are not a puzzle's own. Flags of
// several verbs with the same meaning share a row.
func flagRows(root *cobra.Command) []flagRow {
	var rows []flagRow
	at := make(map[string]int)
	add := func(verb string, f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		key := f.Name + "\x00" + usage
		if i, ok := at[key]; ok {
			rows[i].verbs = append(rows[i].verbs, verb)
			return
		}
		at[key] = len(rows)
		rows = append(rows, flagRow{[]string{verb}, f.Name, value, usage})
	}
	for _, v := range verbs(root) {
		for _, f := range []pflag.Flag{ // the puzzles' own usages name the formats of each
			{Name: "format", Usage: "input format, by `name` (guessed when absent)"},
			{Name: "from", Usage: "input format, by `name` (guessed when absent)"},
			{Name: "to", Usage: "output format, by `name`"},
		} {
			if len(v.Commands()) > 0 && v.Commands()[0].Flags().Lookup(f.Name) != nil {
				f.Value = new(size)
				add(v.Name(), &f)
			}
		}
		if v.Name() == "generate" { // their parts have flags of their own
			for _, part := range v.Commands() {
				part.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) { add(v.Name()+" "+part.Name(), f) })
			}
		}
		if v.Name() == "table" {
			for i, part := range v.Commands() {
				part.PersistentFlags().VisitAll(func(f *pflag.Flag) { add(v.Name()+" "+part.Name(), f) })
				for _, kind := range part.Commands() {
					if i == 0 { // the same for all parts
						kind.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) { add(v.Name()+" "+kind.Name(), f) })
					}
				}
			}
		}
		v.PersistentFlags().VisitAll(func(f *pflag.Flag) { add(v.Name(), f) })
		v.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) { add(v.Name(), f) })
	}
	return rows
}

// usageOf is how a verb is called.
func usageOf(verb *cobra.Command) string {
	return "deepen " + strings.TrimSuffix(verb.Use, " [flags]")
}

// writeOverview prints what 'deepen help' shows.
func writeOverview(w io.Writer, root *cobra.Command) {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	p := func(format string, args ...any) { fmt.Fprintf(t, format, args...) }
	p("Deepen solves combinatorial puzzles to proven optimality.\n\nVerbs:\n")
	for _, v := range verbs(root) {
		p("  %s\t%s\n", usageOf(v), v.Short)
	}
	p("\nPuzzles:\n")
	for _, k := range all.Kinds() {
		p("  %s\t%s\n", k.Info().Name, k.Info().Summary)
	}
	p("\nFormats:\n")
	for _, k := range all.Kinds() {
		p("  %s\t%s\n", k.Info().Name, strings.Join(k.Info().FormatNames(), ", "))
	}
	p("\nFlags:\n")
	for _, f := range flagRows(root) {
		p("  --%s\t%s [%s]\n", strings.TrimSpace(f.name+" "+f.value), f.usage, strings.Join(f.verbs, ", "))
	}
	for _, k := range all.Kinds() {
		for _, o := range k.Info().Options {
			p("  --%s\t%s [%s]\n", o.Name, optionUsage(o), k.Info().Name)
		}
	}
	p("\nTry:  echo '10110/01*11/10111/01001/00000' | deepen solve knights\n")
	p("More: 'deepen VERB --help', 'deepen solve PUZZLE --help', 'deepen formats'.\n")
	_ = t.Flush() // help that cannot be written is no fault of ours
}

// optionUsage is a puzzle's option in a few words.
func optionUsage(o puzzle.Option) string {
	s := strings.ReplaceAll(o.Usage, "`", "")
	if len(o.Values) > 0 {
		s += ": " + strings.Join(o.Values, ", ")
	}
	if o.Default != "" {
		s += " (default " + o.Default + ")"
	}
	return s
}

// reference is doc/formats.md.
func reference(root *cobra.Command, infos []puzzle.Info) string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	cell := func(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
	p("# Reference: verbs, flags, puzzles and formats\n\n")
	p("Made from the code by `go generate ./cmd/deepen`; a test compares the two.\n\n")
	p("## Verbs\n\n| call | what it does |\n|---|---|\n")
	for _, v := range verbs(root) {
		p("| `%s` | %s |\n", cell(usageOf(v)), cell(v.Short))
	}
	p("\n## Flags\n\n| flag | verbs or puzzle | meaning |\n|---|---|---|\n")
	for _, f := range flagRows(root) {
		p("| `--%s` | %s | %s |\n", strings.TrimSpace(f.name+" "+f.value), strings.Join(f.verbs, ", "), cell(f.usage))
	}
	for _, info := range infos {
		for _, o := range info.Options {
			p("| `--%s` | %s | %s |\n", o.Name, info.Name, cell(optionUsage(o)))
		}
	}
	p("\n## Puzzles\n\n| puzzle | from | what is asked |\n|---|---|---|\n")
	for _, info := range infos {
		p("| `%s` | %s | %s |\n", info.Name, info.Origin, cell(info.Summary))
	}
	p("\n## Formats\n\n| puzzle | format | aliases | judge's | description |\n|---|---|---|---|---|\n")
	for _, info := range infos {
		for _, f := range info.Formats {
			judge := ""
			if f.Judge {
				judge = "yes"
			}
			p("| %s | `%s` | %s | %s | %s |\n", info.Name, f.Name, strings.Join(f.Aliases, ", "), judge, cell(f.Summary))
		}
	}
	p("\n## Samples\n")
	for _, info := range infos {
		for _, f := range info.Formats {
			p("\n%s, `%s`:\n\n```\n%s```\n", info.Name, f.Name, f.Sample)
		}
	}
	return b.String()
}
