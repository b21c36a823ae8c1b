package puzzle

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/deepen-go/deepen/budget"
)

// This file holds what a puzzle may offer beyond [Kind]. A face asks with a type
// assertion.

// TableStore keeps tables from one run to the next. Its methods are those of
// search.TableStore, in whose words they are documented there.
type TableStore interface {
	Load(ctx context.Context, key string, size int64) (table, note []byte, ok bool)
	Build(ctx context.Context, key string, size int64, build func(context.Context) (table, note []byte, err error)) (table, note []byte, err error)
}

// TableUser is a [Solver] that solves faster with tables from a store.
type TableUser interface {
	Solver
	// UseStore hands in the store; nil takes it away.
	UseStore(store TableStore)
}

// Preparer is a [Solver] that prepares differently for many instances than for
// a few: a table that pays in a batch does not for one board.
type Preparer interface {
	Solver
	// Prepare tells before each Solve how many instances of the run came before
	// this one, whoever solved them. So the choice does not depend on the number
	// of solvers.
	Prepare(before int)
}

// Rereader is a [Reader] that can use the memory of old instances again, for
// batches of many small ones.
type Rereader interface {
	Reader
	// Reread is [Reader.Read], and may put the instance where old is: nil, or an
	// instance that a reader of this kind has returned and that nobody uses any more.
	Reread(old Instance) (Instance, error)
}

// Reuser is a [Solver] that can use the memory of old answers again.
type Reuser interface {
	Solver
	// Reuse allows that: from now on what an answer points to is valid until the
	// next Solve only.
	Reuse()
}

// Tabler is a [Kind] that has tables to build.
type Tabler interface {
	// TableOptions are the options that pick a table.
	TableOptions() []Option
	// Table returns the table that the settings ask for. The error is a
	// [*SettingsError] when there is none.
	Table(settings Settings) (Table, error)
	// UsualTables lists the tables that are worth building.
	UsualTables() []Table
}

// Table is a table that can be built, kept and verified.
type Table interface {
	// Name tells it from the puzzle's other tables: "5x5 mod3".
	Name() string
	// About says what it is for and what it costs.
	About() string
	// Key is its key in the store, Size its size in bytes, and Needs the bytes
	// of memory that building it and verifying it take.
	Key() string
	Size() int64
	Needs() (building, verifying int64)
	// Build builds it into the store unless it is there. The goroutines that
	// limits.Crew lends help.
	Build(ctx context.Context, store TableStore, limits budget.Limits) (TableReport, error)
	// Verify says whether the table in the store is right, and how that was
	// found out, in a few words. The error names the first cell that is wrong.
	Verify(ctx context.Context, store TableStore, limits budget.Limits) (how string, report TableReport, err error)
}

// TableReport says what a table holds. It is kept with the table.
type TableReport struct {
	States    uint64   // that there are
	Reached   uint64   // from which the goal can be reached
	Histogram []uint64 // states at each distance from the goal
}

// AppendJSON appends "states":…,"reached":…,"deepest":…,"histogram":[…]. The
// deepest is the greatest distance.
func (r *TableReport) AppendJSON(dst []byte) []byte {
	dst = fmt.Appendf(dst, `"states":%d,"reached":%d,"deepest":%d,"histogram":[`, r.States, r.Reached, len(r.Histogram)-1)
	for i, n := range r.Histogram {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendUint(dst, n, 10)
	}
	return append(dst, ']')
}

// ParseTableReport reads a report as it is kept with its table: as encoding/json
// writes it.
func ParseTableReport(note []byte) (TableReport, error) {
	var r TableReport
	if err := json.Unmarshal(note, &r); err != nil {
		return TableReport{}, fmt.Errorf("a table's report: %w", err)
	}
	return r, nil
}

// SettingsError is an error of settings: the user has to change them.
type SettingsError struct{ Err error }

// Error is the error's text.
func (e *SettingsError) Error() string { return e.Err.Error() }

// Unwrap returns the error.
func (e *SettingsError) Unwrap() error { return e.Err }

// Generator is a [Kind] that makes instances.
type Generator interface {
	// GenerateOptions are the options of generating.
	GenerateOptions() []Option
	// Generate makes an instance, with a solver of this kind if it needs one.
	// The same seed, index and settings give the same instance. The error is
	// a [*SettingsError] when these settings make no sense.
	Generate(ctx context.Context, solver Solver, seed, index uint64, settings Settings, limits budget.Limits) (Instance, error)
}

// Tallier is a [Solver] that can tell what a [Generator] has done with it.
type Tallier interface {
	Solver
	// Tally says how many instances were made and how many tried, in a few words;
	// nothing when there were none.
	Tally() string
}

// LimitError is the error of a generator one of whose answers a limit stopped.
func LimitError(ctx context.Context, a Answer) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case a.Limit == budget.Name(budget.ErrMemory):
		return budget.ErrMemory
	}
	return budget.ErrNodes
}

// Rater is a [Kind] that can say how hard an instance is.
type Rater interface {
	// Rate solves and measures the instance with a solver of this kind. The
	// rating is nil when the answer is not solved.
	Rate(ctx context.Context, solver Solver, inst Instance, limits budget.Limits) (Rating, Answer)
}

// Rating is how hard an instance is.
type Rating interface {
	// AppendText appends it for people, on one line.
	AppendText(dst []byte) []byte
	// AppendJSON appends the fields of a JSON object, without its braces: the same
	// ones for every instance of the puzzle, null where there is nothing to say.
	AppendJSON(dst []byte) []byte
}

// Explainer is a [Kind] that shows a solution step by step.
type Explainer interface {
	// Explain appends the steps of a solved answer, each with its reason, in
	// several lines.
	Explain(dst []byte, inst Instance, ans Answer) []byte
}

// Analyst is a [Kind] whose explanations need more than [Solver.Solve] finds.
type Analyst interface {
	// Analyse solves inst as the solver, one of this kind, does, and gives the
	// answer a solution that also carries what [Explainer] and [Renderer] are to
	// say: which other moves were as good, for example. When a limit leaves no
	// room for that, it is the plain solution.
	Analyse(ctx context.Context, solver Solver, inst Instance, limits budget.Limits) Answer
}

// Renderer is a [Kind] that draws solutions.
type Renderer interface {
	// Styles are the names of the styles that Render knows, such as "svg".
	Styles() []string
	// Render appends a picture of a solved answer: in the style "svg", a whole
	// document that stands alone. It panics for a style that it does not know.
	Render(dst []byte, inst Instance, ans Answer, style string) []byte
}

// Printer is a [Kind] that puts instances on a sheet, for paper.
type Printer interface {
	// Print appends a sheet with the instances, each under the name of the same
	// index, in the style "text" or "svg": the latter a whole document that stands
	// alone. It panics for any other style.
	Print(dst []byte, insts []Instance, names []string, style string) []byte
}

// Converter is a [Kind] that writes instances in its formats.
type Converter interface {
	// ConvertOptions names those of the options that change what is read from a
	// text, and so matter when it is converted.
	ConvertOptions() []string
	// NewWriter writes instances in the named format (a name or an alias). The
	// error is about format or settings, as with [Kind.NewReader].
	//
	// What is written gives the same instances again when it is read in this
	// format with the same settings, but for what only says how to search or how
	// much to tell.
	NewWriter(w io.Writer, format string, settings Settings) (Writer, error)
}

// Writer writes a text of instances, in order.
type Writer interface {
	// Write writes an instance. When the format cannot hold it, the error is a
	// [*FormatError], nothing of it is written, and Write may be called again.
	// Any other error comes from the underlying writer. A format that begins with
	// the number of instances is written by Close.
	Write(inst Instance) error
	// Close writes what closes the text. It does not close the underlying writer.
	Close() error
}

// FormatError says why a format cannot hold an instance.
type FormatError struct {
	Format string // its name
	Msg    string // what does not fit: "the board is 4x5, not 5x5"
}

// Error names the format and says why.
func (e *FormatError) Error() string { return "the format " + e.Format + " cannot hold it: " + e.Msg }

// NoRoom returns a [*FormatError] with a formatted message.
func NoRoom(format, msg string, args ...any) error {
	return &FormatError{Format: format, Msg: fmt.Sprintf(msg, args...)}
}

// AllOption is the option of puzzles that can count all optimal solutions: how
// many of them to list. Read it with [Settings.All].
var AllOption = Option{
	Name: "all", Bare: "100",
	Usage: "count all optimal solutions and list the first `N` of them: --all=N, or --all for 100",
}

// All returns how many solutions [AllOption] asks for; 0 means that it is not
// set.
func (s Settings) All() (int, error) {
	const most = 10_000
	return s.Int(AllOption.Name, 0, 1, most)
}

// Prover is a [Kind] whose instances are minimum hitting set problems, and whose
// optima can be proven to others: see package proof.
type Prover interface {
	// HittingSet returns the instance as such a problem: the fewest of elements
	// 1, 2, … elements are wanted that meet all of the sets. The error says why the
	// instance cannot be written down as one.
	HittingSet(inst Instance) (elements int, sets [][]int32, err error)
	// Prove is [Solver.Solve] for an instance that HittingSet can write down, with
	// a proof on that problem. The answer's solution may be another one than
	// Solve's, of the same cost.
	Prove(ctx context.Context, inst Instance, limits budget.Limits, log ProofLog) Answer
}

// ProofLog receives the steps of a proof. Its methods are those of
// hitting.ProofLog, in whose words they are documented there.
type ProofLog interface {
	Implied(clause []int) int
	Dominated(e, by int) int
	Count(v int, literals []int, k int) (only, also int)
	Combine(numbers, factors, literals []int, divisor int) int
	Forget(numbers []int)
	Solution(elements []int) int
	Contradiction(number int)
}

// ParseSize reads a size of a board, as "4x5": rows x columns, each at least 1.
func ParseSize(text string) (rows, cols int, err error) {
	r, c, ok := strings.Cut(text, "x")
	rows, errRows := strconv.Atoi(r)
	cols, errCols := strconv.Atoi(c)
	const most = 1000
	if !ok || errRows != nil || errCols != nil || rows < 1 || cols < 1 || rows > most || cols > most {
		return 0, 0, fmt.Errorf("a size is rows x columns, as 4x5, not %q", text)
	}
	return rows, cols, nil
}

// Bytes is a number of bytes that prints in its unit: 16.2 MiB.
type Bytes int64

// String rounds to a tenth above a KiB.
func (b Bytes) String() string {
	f, units := float64(b), []string{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	i := 0
	for f >= 1024 && i < len(units)-1 {
		f, i = f/1024, i+1
	}
	if i == 0 {
		return fmt.Sprintf("%d bytes", int64(b))
	}
	return fmt.Sprintf("%.1f %s", f, units[i])
}
