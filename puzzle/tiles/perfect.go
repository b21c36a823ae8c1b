package tiles

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/search"
)

// Perfect describes the complete table of a size of up to 12 cells: the distance of
// every board that can be solved. It implements puzzle.Table.
type Perfect struct {
	Rows, Cols int
	Cell       search.Cell
}

// Name is "3x4 mod3".
func (t Perfect) Name() string { return fmt.Sprintf("%dx%d %v", t.Rows, t.Cols, t.Cell) }

// About says how many boards there are, and what the table costs.
func (t Perfect) About() string {
	s := newPerfect(t.Rows, t.Cols)
	size, building := search.TableSize(s, t.Cell)
	return fmt.Sprintf("all %d boards of %dx%d, %v; building takes %v of memory",
		s.Rows()*s.length, t.Rows, t.Cols, puzzle.Bytes(size), puzzle.Bytes(building))
}

// Key is the table's key in a store.
func (t Perfect) Key() string { return fmt.Sprintf("tiles %dx%d all %v", t.Rows, t.Cols, t.Cell) }

// Size is the table's size in bytes.
func (t Perfect) Size() int64 {
	size, _ := search.TableSize(newPerfect(t.Rows, t.Cols), t.Cell)
	return size
}

// Needs is the memory that building and verifying take, in bytes.
func (t Perfect) Needs() (building, verifying int64) {
	s := newPerfect(t.Rows, t.Cols)
	_, building = search.TableSize(s, t.Cell)
	return building, search.VerifySize(s, t.Cell)
}

// stored is the table as package search keeps it.
func (t Perfect) stored() (*search.StoredTable, *perfect) {
	s := newPerfect(t.Rows, t.Cols)
	goal := Board{Rows: t.Rows, Cols: t.Cols}
	for i := range goal.cells() {
		goal.Tiles[i] = uint8(i)
	}
	row, place := s.cell(&goal)
	return &search.StoredTable{Space: s, Cell: t.Cell, Row: row, Place: place, Key: t.Key()}, s
}

// Build sees to it that store has the table; see [search.BuildTable].
func (t Perfect) Build(ctx context.Context, store puzzle.TableStore, limits budget.Limits) (puzzle.TableReport, error) {
	stored, _ := t.stored()
	_, report, err := stored.Build(ctx, store, limits)
	return puzzle.TableReport(report), err
}

// Verify proves the table right by [search.VerifyTable]. The error shows the first
// wrong cell as a board.
func (t Perfect) Verify(ctx context.Context, store puzzle.TableStore, limits budget.Limits) (how string, report puzzle.TableReport, err error) {
	stored, s := t.stored()
	r, err := stored.Verify(ctx, store, limits)
	if wrong := (*search.CellError)(nil); errors.As(err, &wrong) {
		err = fmt.Errorf("%s: %w", s.board(wrong.Row, wrong.Place).AppendNative(nil), wrong)
	}
	return t.Cell.How(), puzzle.TableReport(r), err
}

func (kind) TableOptions() []puzzle.Option {
	return []puzzle.Option{
		{Name: "board", Default: "4x4", Usage: "rows x columns: up to 12 cells all boards, for more a pattern database"},
		{Name: "cell", Default: search.Mod3.String(), Values: []string{search.Mod3.String(), search.Byte.String()},
			Usage: "how the distance of a board is kept: in two bits, or in a byte"},
	}
}

// Table implements puzzle.Tabler.
func (kind) Table(settings puzzle.Settings) (puzzle.Table, error) {
	z, err := parseSize(settings.String("board", "4x4"))
	if err != nil {
		return nil, &puzzle.SettingsError{Err: errors.New(strings.Replace(err.Error(), "--size", "--board", 1))}
	}
	if z.rows*z.cols > maxPerfect {
		t, _ := TableFor(z.rows, z.cols)
		return t, nil
	}
	t := Perfect{Rows: z.rows, Cols: z.cols}
	if settings.String("cell", "") == search.Byte.String() {
		t.Cell = search.Byte
	}
	return t, nil
}

// UsualTables lists the tables of the usual sizes.
func (kind) UsualTables() []puzzle.Table {
	tables := []puzzle.Table{Perfect{Rows: 3, Cols: 3}, Perfect{Rows: 3, Cols: 4}}
	for _, t := range Tables() {
		tables = append(tables, t)
	}
	return tables
}
