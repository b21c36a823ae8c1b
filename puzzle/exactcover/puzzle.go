package exactcover

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/deepen-go/deepen/cover"
	"github.com/deepen-go/deepen/puzzle"
)

// Problem is an instance. It must not be changed once it is in use.
type Problem struct {
	cover.Problem
	// Names are the names of the items, Colours those of the colours from 1.
	Names, Colours []string
	// Most is the number of solutions after which counting stops; 0 counts them all.
	Most uint64
	// List is how many solutions are listed.
	List int
}

// appendEntry appends an item with its colour: "a" or "x:1".
func (p *Problem) appendEntry(dst []byte, e cover.Entry) []byte {
	dst = append(dst, p.Names[e.Item]...)
	if e.Colour > 0 {
		dst = append(append(dst, ':'), p.Colours[e.Colour-1]...)
	}
	return dst
}

// Selection is a solution: options, each as its items stand in it.
type Selection struct {
	Options [][]string

	count   puzzle.Count // what AppendText says of it; filled in by Solve
	counted bool
}

// AppendText appends "2 options: a c || b x:2", with the number of solutions before it
// if they were counted: "4 solutions, the first with 2 options: …".
func (s *Selection) AppendText(dst []byte) []byte {
	if s.counted {
		dst = strconv.AppendInt(dst, s.count.N, 10)
		if !s.count.Complete {
			dst = append(dst, " or more"...)
		}
		dst = appendPlural(append(dst, " solution"...), s.count.N != 1 || !s.count.Complete)
		dst = append(dst, ", the first with "...)
	}
	dst = strconv.AppendInt(dst, int64(len(s.Options)), 10)
	dst = appendPlural(append(dst, " option"...), len(s.Options) != 1)
	for i, option := range s.Options {
		dst = append(dst, [2]string{": ", " || "}[min(i, 1)]...)
		dst = append(dst, strings.Join(option, " ")...)
	}
	return dst
}

func appendPlural(dst []byte, plural bool) []byte {
	if plural {
		return append(dst, 's')
	}
	return dst
}

// AppendJudge appends the number of options on a line, and each option on its own.
func (s *Selection) AppendJudge(dst []byte) []byte {
	dst = append(strconv.AppendInt(dst, int64(len(s.Options)), 10), '\n')
	for _, option := range s.Options {
		dst = append(append(dst, strings.Join(option, " ")...), '\n')
	}
	return dst
}

// AppendJSON appends {"options":[["a","c"],["b","x:2"]]}.
func (s *Selection) AppendJSON(dst []byte) []byte {
	options := s.Options
	if options == nil {
		options = [][]string{}
	}
	text, err := json.Marshal(options)
	if err != nil {
		panic(err) // strings can always be written
	}
	dst = append(append(dst, `{"options":`...), text...)
	return append(dst, '}')
}

// Kind is exact cover.
var Kind puzzle.Kind = kind{}

type kind struct{}

var info = puzzle.Info{
	Name:    "cover",
	Summary: "choose options that cover each primary item once, and give each secondary item one colour; count the solutions",
	Origin:  "Knuth, TAOCP 7.2.2.1",
	Formats: []puzzle.Format{
		{
			Name:    "native",
			Summary: "a problem a line: the items, with | before the secondary ones, and the options, all separated by ||; an option may give a secondary item a colour, item:colour; a line that begins with | is a comment",
			Sample:  "a b c | x || a c || c x:1 || a b x:1 || b x:2\np q r || p q || r\n",
		},
		{
			Name:    "dlx",
			Aliases: []string{"xcc"},
			Summary: "Knuth's DLX: a line with the items, and a line for each option, both as in native; one problem a file",
			Sample:  "| Choose lines that have a, b and c once, and no two colours of x.\na b c | x\na c\nc x:1\na b x:1\nb x:2\n",
		},
	},
	Options: []puzzle.Option{
		{Name: "count", Bare: "all", Usage: "count all solutions, or stop at `N` of them: --count=N"},
		{Name: puzzle.AllOption.Name, Bare: puzzle.AllOption.Bare, Usage: "count all solutions and list the first `N` of them: --all=N, or --all for 100"},
	},
}

func (kind) Info() puzzle.Info { return info }

func (kind) Guess(file string, head []byte) string { return guess(file, head) }

func (kind) NewReader(r io.Reader, format string, settings puzzle.Settings) (puzzle.Reader, error) {
	return newReader(r, format, settings)
}

func (kind) NewSolver() puzzle.Solver { return solver{} }

func (kind) NewAnswerReader(r io.Reader) puzzle.AnswerReader { return newAnswerReader(r) }

func (kind) DecodeSolution(data json.RawMessage) (puzzle.Solution, error) {
	var s struct {
		Options *[][]string `json:"options"`
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("cover solution: %w", err)
	}
	if s.Options == nil {
		return nil, errors.New(`cover solution: no "options"`)
	}
	return &Selection{Options: *s.Options}, nil
}

func (kind) Check(inst puzzle.Instance, ans puzzle.Answer) puzzle.Verdict {
	return Check(inst.(*Problem), ans)
}

// Judge accepts every solution when the reference has one.
func (kind) Judge(_ puzzle.Instance, ans, best puzzle.Answer) puzzle.Verdict {
	return puzzle.JudgeCost(ans, best)
}

// asked reads the settings: how many solutions to count and to list.
func asked(settings puzzle.Settings) (most uint64, list int, err error) {
	if err := settings.Check(info.Options); err != nil {
		return 0, 0, err
	}
	if list, err = settings.All(); err != nil {
		return 0, 0, err
	}
	count := settings.String("count", "")
	switch {
	case count == "all" || count == "" && list > 0:
		return 0, list, nil
	case count == "":
		return 1, 0, nil
	}
	n, err := settings.Int("count", 1, 1, math.MaxInt)
	return uint64(n), list, err
}
