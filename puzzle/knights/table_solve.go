package knights

import (
	"context"
	"fmt"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/search"
)

// This file decides when a board is answered from a complete table. That hangs
// on the instance, on how many came before it, and on nothing that threads change:
//
//	narrow phase ──► gives up ──► batch? ── yes ──────────────────────► table
//	                                └ no ──► wide phase, 8 M nodes ──► table
//
// A table costs what some two boards of 39 moves do; each answer from it costs some
// microseconds. Its look-ups are no nodes, and neither are the states of building
// it; so the counts are the same whether it was in the store or not.

const (
	// batchSize is how many instances make a batch: from then on a table pays.
	batchSize = 16
	// trialNodes is what the wide phase may generate on a board outside of a batch
	// before it is deep enough for a table: a twentieth of a second or so.
	trialNodes = 8_000_000
)

// tables is what a solver knows of complete tables.
type tables struct {
	store  puzzle.TableStore
	before int // instances of the run

	last   Table // the table in hand
	space  *space
	table  *search.DepthTable // nil: none
	report search.TableReport
}

// UseStore makes the solver keep complete tables in store, and take them from
// there. Without a store it uses none.
func (s *solver) UseStore(store puzzle.TableStore) { s.tables = tables{store: store} }

// Prepare tells how many instances of the run came before the next one.
func (s *solver) Prepare(before int) { s.tables.before = before }

// plan is how a board is to be solved.
type plan struct {
	trial  uint64 // nodes of the wide phase before the table; endless: no table
	table  Table
	reason string // for it, or for none
}

// plan decides on a board.
func (t *tables) plan(b *Board, limits budget.Limits) plan {
	if t.store == nil {
		return plan{trial: endless}
	}
	table, _ := TableFor(b.Rows, b.Cols, b.Target, search.Mod3) // small boards fit some memory
	needs := buildBytes(b.Rows*b.Cols, b.Start.whites())
	meter := budget.NewMeter(context.Background(), limits)
	switch {
	case !meter.Fits(needs):
		return plan{trial: endless, reason: fmt.Sprintf("no table: it needs %v", puzzle.Bytes(needs))}
	case t.before >= batchSize:
		return plan{table: table, reason: "many boards"}
	}
	return plan{trial: trialNodes, table: table, reason: fmt.Sprintf("more than %d nodes without it", trialNodes)}
}

// buildBytes is about what building the table of a small board takes; a little
// more, as it is asked for boards that need no table.
func buildBytes(squares, whites int) int64 {
	rows := int64(squares) << max(squares-1-lowBits, 0)
	cells := int64(countPositions(squares, whites)) + 7*rows
	return cells/4 + cells/8 + 10*rows
}

// spaceOf returns the numbering of a table's positions.
func (t *tables) spaceOf(table Table) *space {
	s := t.space
	if s == nil || s.rows != table.Rows || s.cols != table.Cols || s.whites != table.Target.whites() {
		t.space, t.table = newSpace(table.Rows, table.Cols, table.Target.whites()), nil
	}
	return t.space
}

// small solves a board of at most maxSmall squares, and says how where there was
// a choice.
func (s *solver) small(ctx context.Context, b *Board, limits budget.Limits) (search.Result[int32], string) {
	p := s.tables.plan(b, limits)
	r := s.kernel.search(ctx, b, p.trial, limits)
	if r.Err == budget.ErrMemory && p.trial != endless {
		p.reason, r.Err = "more memory without it", errTrial
	}
	if r.Err != errTrial {
		if p.trial == endless && s.kernel.widened {
			return r, p.reason
		}
		return r, ""
	}
	if p.trial > 0 {
		s.kernel = kernel{geometry: s.kernel.geometry} // the table takes its place
	}
	how, err := s.tables.open(ctx, p.table, building(limits, &r))
	if err != nil {
		r.Err = err
		return r, ""
	}
	method := fmt.Sprintf("table %s, %s: %s", s.tables.last.Name(), how, p.reason)
	if s.tables.solve(b, &r) {
		return r, method
	}
	// What is proven without it is proven.
	done := r
	if limits.Nodes > 0 {
		if limits.Nodes -= min(limits.Nodes, done.Generated); limits.Nodes == 0 {
			r.Err = budget.ErrNodes
			return r, ""
		}
	}
	r = s.kernel.search(ctx, b, endless, limits)
	r.Generated, r.Expanded = r.Generated+done.Generated, r.Expanded+done.Expanded
	r.Iterations = append(done.Iterations, r.Iterations...)
	return r, "table " + s.tables.last.Name() + " is wrong (see table verify), and was left alone"
}

// open makes the table ready, and says where it came from.
func (t *tables) open(ctx context.Context, table Table, limits budget.Limits) (how string, err error) {
	s := t.spaceOf(table)
	if t.table != nil && t.last.Target == table.Target {
		return "loaded", nil
	}
	for _, cell := range []search.Cell{search.Mod3, search.Byte} {
		t.last = table
		t.last.Cell = cell
		if meter := budget.NewMeter(ctx, limits); !meter.Fits(t.last.Size()) {
			continue
		}
		stored, _ := t.last.storedIn(s)
		var ok bool
		if t.table, t.report, ok = stored.Load(ctx, t.store); ok {
			return "loaded", nil
		}
		if err := ctx.Err(); err != nil {
			return "", err
		}
	}
	t.last = table
	stored, _ := table.storedIn(s)
	t.table, t.report, err = stored.Build(ctx, t.store, limits)
	if err != nil && budget.Name(err) == "" {
		// It cannot be kept; this solver has it all the same.
		t.table, t.report, err = search.BuildTable(ctx, stored.Space, stored.Cell, stored.Row, stored.Place, limits)
		return "built, not kept", err
	}
	return "built", err
}

// solve finishes r by the table in hand: the first shortest path in operator order
// goes, from each position, to the first that is one move nearer. It returns false
// when the table leads nowhere.
func (t *tables) solve(b *Board, r *search.Result[int32]) bool {
	p := b.Start
	row, place := t.space.cell(p)
	at, ok := t.table.At(row, place)
	if !ok {
		r.Status, r.Err = search.Exhausted, nil
		return true
	}
	path := []int32{}
	for p != b.Target {
		if len(path) >= len(t.report.Histogram) {
			return false // longer than any
		}
		found := false
		for _, j := range t.space.to[p.Blank] {
			next := p.hop(int(j))
			row, place := t.space.cell(next)
			if d, ok := t.table.At(row, place); ok && t.table.Nearer(at, d) {
				p, at, found = next, d, true
				path = append(path, int32(j))
				break
			}
		}
		if !found {
			return false
		}
	}
	if len(path) < r.Lower {
		return false // less than what is proven
	}
	r.Status, r.Path, r.Cost, r.Lower, r.Err = search.Found, path, len(path), len(path), nil
	if b.MaxMoves != NoLimit && r.Cost > b.MaxMoves {
		r.Status, r.Path = search.Exceeded, nil
	}
	return true
}

// building returns the limits of a table that is built, with the reports of the
// search so far: its states are no nodes of the search.
func building(limits budget.Limits, r *search.Result[int32]) budget.Limits {
	limits.Nodes, limits.Save, limits.Resume = 0, nil, nil
	if report := limits.Report; report != nil {
		now := budget.Progress{Generated: r.Generated, Expanded: r.Expanded, Lower: r.Lower, Upper: -1}
		limits.Report = func(p budget.Progress) {
			now.Done, now.Total = p.Done, p.Total
			report(now)
		}
	}
	return limits
}
