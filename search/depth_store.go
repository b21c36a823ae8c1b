package search

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/deepen-go/deepen/budget"
)

// StoredTable is a complete table that a [TableStore] keeps.
type StoredTable struct {
	Space      RowSpace
	Cell       Cell
	Row, Place int    // of the goal
	Key        string // tells it from all other tables
}

// The faults of what a store has.
var (
	// ErrNoTable reports that a store has no sound table.
	ErrNoTable = errors.New("there is no such table, or it is damaged")
	// ErrReport reports that what is kept with a table is not the table's report.
	ErrReport = errors.New("the report that is kept with the table is not the table's")
)

// Build returns the table and its report: from the store, or built by [BuildTable]
// and then kept.
func (s *StoredTable) Build(ctx context.Context, store TableStore, limits budget.Limits) (*DepthTable, TableReport, error) {
	size, _ := TableSize(s.Space, s.Cell)
	cells, note, err := store.Build(ctx, s.Key, size, func(ctx context.Context) (table, note []byte, err error) {
		built, report, err := BuildTable(ctx, s.Space, s.Cell, s.Row, s.Place, limits)
		if err != nil {
			return nil, nil, err
		}
		note, err = json.Marshal(report)
		return built.cells, note, err
	})
	if err != nil {
		return nil, TableReport{}, err
	}
	return s.open(cells, note)
}

func (s *StoredTable) open(cells, note []byte) (*DepthTable, TableReport, error) {
	var report TableReport
	if err := json.Unmarshal(note, &report); err != nil {
		return nil, report, fmt.Errorf("%w: %w", ErrReport, err)
	}
	table, err := OpenTable(s.Space, s.Cell, cells)
	return table, report, err
}

// Load returns the table and its report if the store has them.
func (s *StoredTable) Load(ctx context.Context, store TableStore) (*DepthTable, TableReport, bool) {
	size, _ := TableSize(s.Space, s.Cell)
	cells, note, ok := store.Load(ctx, s.Key, size)
	if !ok {
		return nil, TableReport{}, false
	}
	table, report, err := s.open(cells, note)
	return table, report, err == nil
}

// Verify proves the store's table right by [VerifyTable], and holds its report
// against what that has counted.
func (s *StoredTable) Verify(ctx context.Context, store TableStore, limits budget.Limits) (TableReport, error) {
	size, _ := TableSize(s.Space, s.Cell)
	cells, note, ok := store.Load(ctx, s.Key, size)
	if err := ctx.Err(); err != nil {
		return TableReport{}, err
	}
	if !ok {
		return TableReport{}, ErrNoTable
	}
	table, err := OpenTable(s.Space, s.Cell, cells)
	if err != nil {
		return TableReport{}, err
	}
	report, err := VerifyTable(ctx, s.Space, table, s.Row, s.Place, limits)
	if err != nil {
		return report, err
	}
	if want, err := json.Marshal(report); err != nil || string(want) != string(note) {
		return report, ErrReport
	}
	return report, nil
}

// How says in a few words how [VerifyTable] proves a table right.
func (c Cell) How() string {
	if c == Byte {
		return "each state held against its neighbours"
	}
	return "searched again from the goal, layer by layer"
}
