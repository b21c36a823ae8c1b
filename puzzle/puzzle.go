package puzzle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/deepen-go/deepen/budget"
)

// Kind is one puzzle. Its methods may be called from several goroutines; what
// they return belongs to one goroutine at a time.
type Kind interface {
	// Info describes the puzzle, its formats and its options.
	Info() Info
	// Guess names the format of a text from the file's name and its first
	// bytes, to which the last ones may be joined. It always names one: a text that is in no format at all is best
	// explained by the reader of the likeliest.
	Guess(file string, head []byte) string
	// NewReader reads instances in the named format (a name or an alias of
	// Info's formats). The error is about format or settings, not about the
	// text.
	NewReader(r io.Reader, format string, settings Settings) (Reader, error)
	// NewSolver returns a solver for instances of this kind.
	NewSolver() Solver
	// NewAnswerReader reads answers in the judge's format.
	NewAnswerReader(r io.Reader) AnswerReader
	// DecodeSolution reads a solution as [Solution.AppendJSON] writes it.
	DecodeSolution(data json.RawMessage) (Solution, error)
	// Check judges the answer by the rules alone: is the solution a solution,
	// and is its cost what the answer says? It does not ask whether a better
	// one exists.
	Check(inst Instance, ans Answer) Verdict
	// Judge compares a checked answer with a reference whose status is solved
	// or infeasible: is the answer as good as the best one, and in the order
	// the puzzle asks for?
	Judge(inst Instance, ans, best Answer) Verdict
}

// Info is the fixed description of a puzzle.
type Info struct {
	Name    string // the word on the command line: "knights"
	Summary string // what is asked, in one line
	Origin  string // where the puzzle comes from: "SCOI 2005"
	Formats []Format
	Options []Option
}

// Format describes a text format.
type Format struct {
	Name    string   // "native", "bzoj1085"
	Aliases []string // other names for the same format
	Judge   bool     // a judge's format also decides the output
	Summary string   // one line
	Sample  string   // a short instance; lines end in \n
}

// Format returns the format with the given name or alias.
func (in Info) Format(name string) (Format, bool) {
	for _, f := range in.Formats {
		if f.Name == name || slices.Contains(f.Aliases, name) {
			return f, true
		}
	}
	return Format{}, false
}

// FormatNames lists the names and aliases of all formats.
func (in Info) FormatNames() []string {
	var names []string
	for _, f := range in.Formats {
		names = append(append(names, f.Name), f.Aliases...)
	}
	return names
}

// Option is a setting of one puzzle, a flag on the command line.
type Option struct {
	Name    string
	Default string
	Values  []string // the allowed values; none means free text
	Bare    string   // the value when the option stands without one; "": it needs one
	Usage   string
}

// Settings are the chosen values of a puzzle's options by name. An option that
// is missing or empty has its default.
type Settings map[string]string

// String returns the value of the named option, or def when it is not set.
func (s Settings) String(name, def string) string {
	if v, ok := s[name]; ok && v != "" {
		return v
	}
	return def
}

// Int returns the value of the named option as a number from lo to hi, or def
// when it is not set.
func (s Settings) Int(name string, def, lo, hi int) (int, error) {
	v, ok := s[name]
	if !ok || v == "" {
		return def, nil
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < lo || n > hi {
		return 0, fmt.Errorf("--%s must be a whole number from %d to %d, not %q", name, lo, hi, v)
	}
	return n, nil
}

// Check refuses names that are not among options and values that are not
// allowed. Of several faults it tells the first by name.
func (s Settings) Check(options []Option) error {
	for _, name := range slices.Sorted(maps.Keys(s)) {
		value := s[name]
		i := slices.IndexFunc(options, func(o Option) bool { return o.Name == name })
		if i < 0 {
			return fmt.Errorf("unknown option --%s", name)
		}
		if allowed := options[i].Values; len(allowed) > 0 && value != "" && !slices.Contains(allowed, value) {
			return fmt.Errorf("--%s must be one of %s, not %q", name, strings.Join(allowed, ", "), value)
		}
	}
	return nil
}

// Reader reads the instances of one text, in order.
type Reader interface {
	// Read returns the next instance, or io.EOF after the last. A bad instance
	// gives an [*InputError]; Read may then be called again and returns the
	// next instance, or io.EOF when the text cannot be followed any further.
	// Any other error comes from the underlying reader and ends the text.
	Read() (Instance, error)
}

// Instance is one thing to solve, with every setting that decides its answer.
// An instance is immutable once read.
type Instance interface {
	// AppendNative appends the instance in its puzzle's native format, without
	// a line ending.
	AppendNative(dst []byte) []byte
}

// Solver solves instances of one kind, one after another, and may keep memory
// between them. It belongs to one goroutine.
type Solver interface {
	// Solve finds the best solution and proves it, or says how far it came when
	// a limit stopped it. It panics when inst is of another kind.
	Solve(ctx context.Context, inst Instance, limits budget.Limits) Answer
}

// AnswerReader reads answers in the judge's format, in the order of their
// instances.
type AnswerReader interface {
	// Read returns the answer to inst. A text that is not in the format gives
	// an [*InputError], its end io.EOF.
	Read(inst Instance) (Answer, error)
	// End returns nil when nothing but white space is left, and an
	// [*InputError] otherwise.
	End() error
}

// InputError is a fault in a text, with its place.
type InputError struct {
	Line   int // from 1
	Column int // in bytes, from 1
	Msg    string
	// Whole tells that the fault is the text's as a whole and no instance's: an
	// empty file, a wrong number of instances, what is no text at all.
	Whole bool
}

// OfWhole marks err as a fault of the text as a whole, if it is an InputError.
func OfWhole(err error) error {
	if e := (*InputError)(nil); errors.As(err, &e) {
		e.Whole = true
	}
	return err
}

// Error gives the place and the message: "3:17: stick 61 is out of range".
func (e *InputError) Error() string {
	return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Msg)
}

// Outcome is the judgement in a [Verdict], numbered as testlib's exit statuses.
type Outcome int

// The outcomes.
const (
	Accepted     Outcome = iota // right
	WrongAnswer                 // well-formed, but not right
	Presentation                // not in the format
	Failure                     // the judge's own data or program is at fault
)

// String gives testlib's word for the outcome.
func (o Outcome) String() string {
	switch o {
	case Accepted:
		return "ok"
	case WrongAnswer:
		return "wrong answer"
	case Presentation:
		return "wrong output format"
	}
	return "FAIL"
}

// Verdict is what a checker says of one answer.
type Verdict struct {
	Outcome Outcome
	Reason  string // why; may be empty when accepted
}

// Wrong returns the verdict WrongAnswer with a formatted reason.
func Wrong(format string, args ...any) Verdict {
	return Verdict{WrongAnswer, fmt.Sprintf(format, args...)}
}

// JudgeCost is the usual [Kind.Judge]: statuses must agree, and then costs. A
// reference that is worse than the (checked) answer is a failure of the judge.
func JudgeCost(ans, best Answer) Verdict {
	switch {
	case ans.Status != best.Status && ans.Status == Solved:
		if ans.Solution == nil {
			return Wrong("cost %d given, but there is no solution%s", ans.Cost, within(best))
		}
		return Verdict{Failure, "the answer has a valid solution where the reference has none"}
	case ans.Status != best.Status && ans.Status == Infeasible:
		return Wrong("no solution given, but there is one")
	case ans.Status != best.Status:
		return Wrong("no decision given")
	case ans.Status != Solved || ans.Cost == best.Cost:
		return Verdict{}
	case ans.Cost < best.Cost && ans.Solution != nil:
		return Verdict{Failure, fmt.Sprintf("the answer's cost %d is valid and better than the reference's %d", ans.Cost, best.Cost)}
	}
	return Wrong("cost %d given, the best is %d", ans.Cost, best.Cost)
}

func within(best Answer) string {
	if best.Limit == LimitMoves {
		return " within the move limit"
	}
	return ""
}
