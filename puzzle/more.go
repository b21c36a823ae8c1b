package puzzle

import (
	"context"

	"github.com/deepen-go/deepen/budget"
)

// This file holds what a puzzle may offer beyond [Kind]. A face asks with a type
// assertion.

// TableStore keeps tables from one run to the next. Its methods are those of
// search.TableStore, in whose words they are documented there.
type TableStore interface {
	Load(ctx context.Context, key string, size int64) (table []byte, ok bool)
	Build(ctx context.Context, key string, size int64, build func(context.Context) ([]byte, error)) ([]byte, error)
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

// Tabler is a [Kind] that has tables to build.
type Tabler interface {
	// Tables lists them.
	Tables() []Table
}

// Table is a table that can be built, kept and verified.
type Table interface {
	// Name is its name on the command line: "4x4".
	Name() string
	// About says what it is for and what it costs: time, memory, disk.
	About() string
	// Key is its key in the store, Size its size in bytes.
	Key() string
	Size() int64
	// Build builds it into the store unless it is there.
	Build(ctx context.Context, store TableStore, threads int, limits budget.Limits) error
	// Verify builds it anew in memory and compares. Its error names the first
	// difference.
	Verify(ctx context.Context, store TableStore, threads int, limits budget.Limits) error
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
	// AppendJSON appends the fields of a JSON object, without its braces.
	AppendJSON(dst []byte) []byte
}

// Explainer is a [Kind] that shows a solution step by step.
type Explainer interface {
	// Explain appends the steps of a solved answer, each with its reason, in
	// several lines.
	Explain(dst []byte, inst Instance, ans Answer) []byte
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
