package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/puzzle/all"
)

func (a *app) formatsCommand() *cobra.Command {
	var output string
	var names []string
	for _, k := range all.Kinds() {
		names = append(names, k.Info().Name)
	}
	cmd := &cobra.Command{
		Use:       "formats [PUZZLE…]",
		Short:     "list every text format, by puzzle, with a sample",
		ValidArgs: names,
		RunE: func(cmd *cobra.Command, args []string) error {
			infos, err := infosOf(args)
			if err != nil {
				return err
			}
			switch output {
			case "text":
				_, err = fmt.Fprint(a.stdout, formatsText(infos))
			case "jsonl":
				err = writeFormatsJSON(json.NewEncoder(a.stdout), infos)
			case "markdown":
				_, err = fmt.Fprint(a.stdout, reference(cmd.Root(), infos))
			default:
				return fmt.Errorf("--output must be text, jsonl or markdown, not %q", output)
			}
			return asInternal(err)
		},
	}
	cmd.Flags().StringVar(&output, "output", "text", "text, jsonl, or markdown (the whole reference: verbs, flags, puzzles, formats)")
	return cmd
}

// infosOf returns what is known of the named puzzles; of all for no name.
func infosOf(names []string) ([]puzzle.Info, error) {
	var infos []puzzle.Info
	if len(names) == 0 {
		for _, k := range all.Kinds() {
			infos = append(infos, k.Info())
		}
	}
	for _, name := range names {
		k, ok := all.Kind(name)
		if !ok {
			return nil, fmt.Errorf("unknown puzzle %q", name)
		}
		infos = append(infos, k.Info())
	}
	return infos, nil
}

func formatsText(infos []puzzle.Info) string {
	var b strings.Builder
	for i, info := range infos {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s: %s (%s)\n", info.Name, info.Summary, info.Origin)
		for _, f := range info.Formats {
			fmt.Fprintf(&b, "\n  %s\n    %s\n", formatNames(f), f.Summary)
			head, more := sampleHead(f.Sample)
			for _, line := range head {
				fmt.Fprintf(&b, "      %s\n", line)
			}
			if more {
				b.WriteString("      …\n")
			}
		}
	}
	return b.String()
}

// sampleHead returns the first two lines of a sample, and whether it has more.
func sampleHead(sample string) (head []string, more bool) {
	head = strings.Split(strings.TrimSuffix(sample, "\n"), "\n")
	if len(head) > 2 {
		return head[:2], true
	}
	return head, false
}

// formatNames gives a format's name with its aliases.
func formatNames(f puzzle.Format) string {
	s := f.Name
	if len(f.Aliases) > 0 {
		s += " (also " + strings.Join(f.Aliases, ", ") + ")"
	}
	if f.Judge {
		s += ", a judge's format"
	}
	return s
}

// formatTable is the table of formats in a puzzle's help.
func formatTable(info puzzle.Info) string {
	var b strings.Builder
	b.WriteString("Formats:")
	for _, f := range info.Formats {
		fmt.Fprintf(&b, "\n  %-16s %s", f.Name, f.Summary)
		if len(f.Aliases) > 0 {
			fmt.Fprintf(&b, " (also %s)", strings.Join(f.Aliases, ", "))
		}
	}
	return b.String()
}

func writeFormatsJSON(enc *json.Encoder, infos []puzzle.Info) error {
	enc.SetEscapeHTML(false)
	for _, info := range infos {
		for _, f := range info.Formats {
			aliases := f.Aliases
			if aliases == nil {
				aliases = []string{}
			}
			err := enc.Encode(struct {
				Puzzle  string   `json:"puzzle"`
				Name    string   `json:"name"`
				Aliases []string `json:"aliases"`
				Judge   bool     `json:"judge"`
				Summary string   `json:"summary"`
				Sample  string   `json:"sample"`
			}{info.Name, f.Name, aliases, f.Judge, f.Summary, f.Sample})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
