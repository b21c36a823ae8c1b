package knights

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/search"
)

// Table describes the complete table of a target: the distance of every position
// with as many knights. It implements puzzle.Table.
type Table struct {
	Rows, Cols int
	Target     Position
	Cell       search.Cell
	usual      bool // the target is the usual one of its size
}

// mostTable is the most bytes of a table that is worth a thought.
const mostTable = 1 << 40

// TableFor returns the table of a target. The error tells of one that no memory
// would hold.
func TableFor(rows, cols int, target Position, cell search.Cell) (Table, error) {
	t := Table{Rows: rows, Cols: cols, Target: target, Cell: cell}
	i := slices.IndexFunc(targets, func(g grid) bool { return g.rows == rows && g.cols == cols })
	t.usual = i >= 0 && targets[i].Position == target
	if n := countPositions(rows*cols, target.whites()); n > mostTable {
		return t, fmt.Errorf("a table of the %.3g positions of this board is beyond any memory", n)
	}
	return t, nil
}

// board is the target as a board.
func (t Table) board() *Board {
	return &Board{Rows: t.Rows, Cols: t.Cols, Start: t.Target, Target: t.Target, MaxMoves: NoLimit}
}

// Name is "5x5 mod3", with the target where it is not the usual one.
func (t Table) Name() string {
	name := fmt.Sprintf("%dx%d %v", t.Rows, t.Cols, t.Cell)
	if !t.usual {
		name += " " + string(t.board().AppendNative(nil))
	}
	return name
}

// About says for which boards it is, and what it costs.
func (t Table) About() string {
	s := newSpace(t.Rows, t.Cols, t.Target.whites())
	size, building := search.TableSize(s, t.Cell)
	return fmt.Sprintf("%.0f positions of %dx%d with target %s, %v; building takes %v of memory",
		countPositions(s.squares, s.whites), t.Rows, t.Cols, t.board().AppendNative(nil), puzzle.Bytes(size), puzzle.Bytes(building))
}

// Key is the table's key in a store.
func (t Table) Key() string {
	return fmt.Sprintf("knights %dx%d %s %v", t.Rows, t.Cols, t.board().AppendNative(nil), t.Cell)
}

// Size is the table's size in bytes.
func (t Table) Size() int64 {
	size, _ := search.TableSize(newSpace(t.Rows, t.Cols, t.Target.whites()), t.Cell)
	return size
}

// Needs is the memory that building and verifying take, in bytes.
func (t Table) Needs() (building, verifying int64) {
	s := newSpace(t.Rows, t.Cols, t.Target.whites())
	_, building = search.TableSize(s, t.Cell)
	return building, search.VerifySize(s, t.Cell)
}

// stored is the table as package search keeps it.
func (t Table) stored() (*search.StoredTable, *space) {
	return t.storedIn(newSpace(t.Rows, t.Cols, t.Target.whites()))
}

// storedIn is stored with a space that is there already.
func (t Table) storedIn(s *space) (*search.StoredTable, *space) {
	row, place := s.cell(t.Target)
	return &search.StoredTable{Space: s, Cell: t.Cell, Row: row, Place: place, Key: t.Key()}, s
}

// Build sees to it that store has the table; see [search.BuildTable].
func (t Table) Build(ctx context.Context, store puzzle.TableStore, limits budget.Limits) (puzzle.TableReport, error) {
	stored, _ := t.stored()
	_, report, err := stored.Build(ctx, store, limits)
	return puzzle.TableReport(report), err
}

// Verify proves the table right by [search.VerifyTable]. The error shows the first
// wrong cell as a board.
func (t Table) Verify(ctx context.Context, store puzzle.TableStore, limits budget.Limits) (how string, report puzzle.TableReport, err error) {
	stored, s := t.stored()
	r, err := stored.Verify(ctx, store, limits)
	if wrong := (*search.CellError)(nil); errors.As(err, &wrong) {
		b := t.board()
		err = fmt.Errorf("%s: %w", b.appendPosition(nil, s.position(wrong.Row, wrong.Place)), wrong)
	}
	return t.Cell.How(), puzzle.TableReport(r), err
}

func (kind) TableOptions() []puzzle.Option {
	return []puzzle.Option{
		{Name: "board", Usage: "rows x columns, as 4x5 (default: 5x5, or the target's)"},
		{Name: "target", Usage: "the target, rows joined by / (default: the usual one for the board's size)"},
		{Name: "cell", Default: search.Mod3.String(), Values: []string{search.Mod3.String(), search.Byte.String()},
			Usage: "how a distance is kept: in two bits, or in a byte"},
	}
}

// Table implements puzzle.Tabler.
func (kind) Table(settings puzzle.Settings) (puzzle.Table, error) {
	target, err := tableTarget(settings)
	if err != nil {
		return nil, &puzzle.SettingsError{Err: err}
	}
	cell := search.Mod3
	if settings.String("cell", "") == search.Byte.String() {
		cell = search.Byte
	}
	t, err := TableFor(target.rows, target.cols, target.Position, cell)
	if err != nil {
		return nil, &puzzle.SettingsError{Err: err}
	}
	return t, nil
}

// tableTarget returns the target that the settings ask for.
func tableTarget(settings puzzle.Settings) (*grid, error) {
	var rows, cols int
	if size := settings.String("board", ""); size != "" {
		var err error
		if rows, cols, err = puzzle.ParseSize(size); err != nil || rows*cols > MaxSquares {
			return nil, fmt.Errorf("--board must be rows x columns of at most %d squares, as 4x5, not %q", MaxSquares, size)
		}
	}
	if text := settings.String("target", ""); text != "" {
		g, err := parseRows([]byte(text))
		switch {
		case err != nil:
			return nil, fmt.Errorf("--target: column %d: %s", err.Column, err.Msg)
		case rows > 0 && (g.rows != rows || g.cols != cols):
			return nil, fmt.Errorf("the board is %dx%d, its target is %dx%d", rows, cols, g.rows, g.cols)
		}
		return &g, nil
	}
	if rows == 0 {
		rows, cols = 5, 5
	}
	for i := range targets {
		if targets[i].rows == rows && targets[i].cols == cols {
			return &targets[i], nil
		}
	}
	return nil, fmt.Errorf("there is no usual target for a %dx%d board; give one with --target", rows, cols)
}

// UsualTables lists the tables of the usual targets.
func (kind) UsualTables() []puzzle.Table {
	var tables []puzzle.Table
	for i := range targets {
		t, _ := TableFor(targets[i].rows, targets[i].cols, targets[i].Position, search.Mod3)
		tables = append(tables, t)
	}
	return tables
}
