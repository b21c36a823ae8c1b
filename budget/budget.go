package budget

import (
	"context"
	"errors"
)

// Interval is the number of nodes a search may generate between two polls. At
// the slowest rate of any engine here (some 100,000 nodes a second) it is well
// under the 200 ms in which an interrupt must be answered.
const Interval = 4096

// The limits that a search itself can reach; the deadline and the interrupt
// come as the context's own errors.
var (
	// ErrNodes reports that the node budget is spent.
	ErrNodes = errors.New("node limit reached")
	// ErrMemory reports that the search would need more memory than it may use.
	ErrMemory = errors.New("memory limit reached")
	// ErrResume reports that Limits.Resume is not a state of this search.
	ErrResume = errors.New("the saved state is not one of this search")
)

// Limits is what one search may spend. The zero value sets no limit.
type Limits struct {
	// Nodes is the most nodes that may be generated; 0 means no limit.
	Nodes uint64
	// Memory is the most bytes that the engine's own tables may take; 0 means
	// no limit.
	Memory int64
	// Report, if not nil, is called by the search at every poll, by one goroutine
	// at a time. It must return quickly.
	Report func(Progress)
	// Crew, if not nil, has helpers for a search that can use them.
	Crew *Crew
	// Save, if not nil, is called by the search wherever it could be taken up
	// again, by one goroutine at a time, and once more when a limit stops it. It
	// calls snapshot if it wants the state, before it returns.
	Save func(snapshot func() []byte)
	// Resume is a state that a search for the same answer has saved: with the
	// same instance and options, whatever its limits. The search goes on from
	// there and ends with the same answer and the same counts as one that was
	// never stopped. A state that is not understood is an error of the caller's,
	// reported as [ErrResume]. Nil: from the start.
	Resume []byte
}

// Progress is how far a search is.
type Progress struct {
	Generated uint64 // nodes generated so far
	Expanded  uint64 // nodes expanded so far
	Lower     int    // proven lower bound of the cost, or -1 where there is no cost
	Upper     int    // cost of the best solution found so far, or -1
	// Done and Total are the nodes of the iteration in hand: generated so far,
	// and an estimate of all. Total is 0 where there are no iterations or nothing
	// to judge by.
	Done, Total uint64
}

// Iteration is the work of an iterative search at one threshold.
type Iteration struct {
	Threshold int    // the highest cost (or depth) that this iteration allowed
	Generated uint64 // nodes generated in this iteration alone
	Expanded  uint64 // nodes expanded in this iteration alone
}

// Meter tells a running search when to stop. It belongs to one goroutine.
type Meter struct {
	ctx    context.Context
	limits Limits
}

// NewMeter returns a meter for a search under ctx and limits.
func NewMeter(ctx context.Context, limits Limits) Meter {
	return Meter{ctx: ctx, limits: limits}
}

// Poll reports p and returns the count of generated nodes at which to poll
// again. Its error says that the search has to stop: [ErrNodes], or the
// context's error.
func (m *Meter) Poll(p Progress) (due uint64, err error) {
	if m.limits.Report != nil {
		m.limits.Report(p)
	}
	if err := m.ctx.Err(); err != nil {
		return p.Generated, err
	}
	due = p.Generated + Interval
	if n := m.limits.Nodes; n > 0 {
		if p.Generated >= n {
			return p.Generated, ErrNodes
		}
		due = min(due, n)
	}
	return due, nil
}

// Err returns the context's error. A phase that generates no nodes asks it, about
// every [Interval] steps, where Poll would see the node limit.
func (m *Meter) Err() error { return m.ctx.Err() }

// Fits reports whether an engine may hold bytes in its tables.
func (m *Meter) Fits(bytes int64) bool {
	return m.limits.Memory <= 0 || bytes <= m.limits.Memory
}

// Name gives the limit behind err in one word: "time", "interrupt", "nodes" or
// "memory"; for a saved state that is not understood it is "resume". It returns "" for any other error and for nil.
func Name(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "time"
	case errors.Is(err, context.Canceled):
		return "interrupt"
	case errors.Is(err, ErrNodes):
		return "nodes"
	case errors.Is(err, ErrMemory):
		return "memory"
	case errors.Is(err, ErrResume):
		return "resume"
	}
	return ""
}
