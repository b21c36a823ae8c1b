package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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
	output := verb.PersistentFlags().String("output", "text", "text, jsonl or csv")
	must(verb.RegisterFlagCompletionFunc("output", cobra.FixedCompletions([]string{"text", "jsonl", "csv"}, cobra.ShellCompDirectiveNoFileComp)))
	return puzzleVerb[puzzle.Rater](kinds, verb, "[FILE…]", func(cmd *cobra.Command, in *reading) {
		cmd.RunE = func(cmd *cobra.Command, files []string) error {
			if *output != "text" && *output != "jsonl" && *output != "csv" {
				return fmt.Errorf("--output must be text, jsonl or csv, not %q", *output)
			}
			s.jsonl = *output == "jsonl"
			var table sheet
			err := s.run(cmd.Context(), in, files, func(it *item, solver puzzle.Solver, run *sequelRun) []byte {
				rating, ans := in.kind.(puzzle.Rater).Rate(run.ctx, solver, it.inst, run.limits)
				run.noteStatus(&ans)
				switch {
				case *output == "csv":
					return table.add(ratingJSON(it, in.info.Name, rating, &ans), rating != nil)
				case s.jsonl:
					return ratingJSON(it, in.info.Name, rating, &ans)
				}
				line := append([]byte(it.id()), "  "...)
				if rating == nil {
					line = ans.AppendText(line)
				} else {
					line = rating.AppendText(line)
				}
				return append(line, '\n')
			})
			if _, werr := a.stdout.Write(table.rest()); werr != nil {
				err = errors.Join(err, internalError{werr})
			}
			return err
		}
	})
}

// ratingJSON is the JSON line of a rating; rating is nil when there is none.
func ratingJSON(it *item, name string, rating puzzle.Rating, ans *puzzle.Answer) []byte {
	line := fmt.Appendf(nil, `{"id":%s,"puzzle":%q,"status":%q,"cost":%s,"lower_bound":%s`,
		jsonString(it.id()), name, ans.Status, bound(ans.Cost), bound(ans.LowerBound))
	if ans.Limit != "" {
		line = fmt.Appendf(line, `,"limit":%q`, ans.Limit)
	}
	if rating != nil {
		line = append(line, ',')
		line = rating.AppendJSON(line)
	}
	return append(line, "}\n"...)
}

// jsonString quotes a string of any characters, such as a file's name.
func jsonString(s string) []byte {
	var quoted bytes.Buffer
	e := json.NewEncoder(&quoted)
	e.SetEscapeHTML(false)
	must(e.Encode(s)) // a string always encodes
	return bytes.TrimSuffix(quoted.Bytes(), []byte("\n"))
}

// bound is a cost or a bound in JSON.
func bound(n int) string {
	if n == puzzle.None {
		return "null"
	}
	return strconv.Itoa(n)
}

// sheet makes CSV of JSON lines. Its columns are the fields of the first line
// that has a rating; lines before that wait until it comes.
type sheet struct {
	head    []string
	waiting [][]byte
}

// add returns what can be printed with the next line.
func (s *sheet) add(line []byte, rated bool) []byte {
	s.waiting = append(s.waiting, line)
	if !rated && s.head == nil {
		return nil
	}
	return s.print(line)
}

// rest returns what has waited in vain.
func (s *sheet) rest() []byte {
	if len(s.waiting) == 0 {
		return nil
	}
	return s.print(s.waiting[0])
}

// print prints the lines that wait; model has the fields.
func (s *sheet) print(model []byte) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	if s.head == nil {
		s.head = []string{"id", "puzzle", "status", "cost", "lower_bound", "limit"}
		names, _ := fields(model)
		for _, name := range names {
			if !slices.Contains(s.head, name) {
				s.head = append(s.head, name)
			}
		}
		_ = w.Write(s.head) // a buffer takes everything
	}
	for _, line := range s.waiting {
		_, values := fields(line)
		row := make([]string, len(s.head))
		for i, name := range s.head {
			row[i] = values[name]
		}
		_ = w.Write(row)
	}
	s.waiting = nil
	w.Flush()
	return out.Bytes()
}

// fields returns the names of a JSON object's fields in order, and their values:
// strings as they are, null as nothing, anything else as JSON.
func fields(object []byte) (names []string, values map[string]string) {
	values = make(map[string]string)
	d := json.NewDecoder(bytes.NewReader(object))
	_, err := d.Token() // the brace
	for err == nil && d.More() {
		var name json.Token
		var value json.RawMessage
		if name, err = d.Token(); err != nil {
			break
		}
		if err = d.Decode(&value); err != nil {
			break
		}
		text := string(value)
		if text == "null" {
			text = ""
		} else if value[0] == '"' {
			err = json.Unmarshal(value, &text)
		}
		names = append(names, name.(string))
		values[name.(string)] = text
	}
	must(err) // we have written it
	return names, values
}
