package tiles

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/search"
)

// Table describes the large pattern database of a size of board, which is built
// once and kept in a [search.TableStore].
type Table struct {
	Rows, Cols int
	Groups     string // the sizes of its groups of tiles, as "7-8"
	key        string // its name in a store
	Placements int64  // entries
	Bytes      int64  // of the table, on disk and in memory
	Peak       int64  // bytes of memory while it is built
}

// Tables lists the tables of the usual sizes: 4x4, 4x5 and 5x5.
func Tables() []Table {
	var ts []Table
	for _, s := range []size{{4, 4}, {4, 5}, {5, 5}} {
		t, _ := TableFor(s.rows, s.cols)
		ts = append(ts, t)
	}
	return ts
}

// TableFor returns the table of a size. It returns false for boards of up to 12
// cells, which need none, and for those that are no boards.
func TableFor(rows, cols int) (Table, bool) {
	if rows < MinSide || cols < MinSide || rows*cols > MaxCells || largeGroups(rows, cols) == nil {
		return Table{}, false
	}
	d := (&Table{Rows: rows, Cols: cols}).database()
	return Table{
		Rows: rows, Cols: cols, Groups: d.name(), key: d.key(),
		Placements: 2 * d.bytes(), Bytes: d.bytes(), Peak: d.peak(),
	}, true
}

// database returns the database without its tables.
func (t *Table) database() *database {
	return newDatabase(t.Rows, t.Cols, largeGroups(t.Rows, t.Cols))
}

// placementsPerSecond is what a processor of 2025 builds, one of two at work,
// rounded down.
const placementsPerSecond = 17_000_000

// String tells what the table is and costs; the time is a rough guess:
// "4x4 7-8: 576576000 placements, 288 MB to keep; building takes 2107 MB of memory
// and about 34 s of processor time".
func (t Table) String() string {
	return t.Name() + ": " + t.About()
}

// Name is the size of the boards and the groups: "4x4 7-8".
func (t Table) Name() string { return fmt.Sprintf("%dx%d %s", t.Rows, t.Cols, t.Groups) }

// About says what the table costs, as [Table.String] does after the name.
func (t Table) About() string {
	const mega = 1_000_000
	return fmt.Sprintf("%d placements, %d MB to keep; building takes %d MB of memory and about %d s of processor time",
		t.Placements, (t.Bytes+mega/2)/mega, (t.Peak+mega/2)/mega,
		(t.Placements+placementsPerSecond/2)/placementsPerSecond)
}

// Key is the table's key in a store.
func (t Table) Key() string { return t.key }

// Size is the table's size in bytes.
func (t Table) Size() int64 { return t.Bytes }

// Needs is Peak for building; verifying has the table in the store as well.
func (t Table) Needs() (building, verifying int64) { return t.Peak, t.Peak + t.Bytes }

// Build sees to it that store has the table, and builds it if not. It fails with
// [budget.ErrMemory] when Peak is more than limits.Memory allows, with the
// context's error, or with the store's. Reports have as generated nodes the
// placements reached so far, each counted once for every region of the blank
// (about 2.7 times Placements in the end), and as lower bound the layer.
// limits.Nodes has no say. The table's report counts placements.
func (t Table) Build(ctx context.Context, store puzzle.TableStore, limits budget.Limits) (puzzle.TableReport, error) {
	_, note, err := store.Build(ctx, t.key, t.Bytes, func(ctx context.Context) (table, note []byte, err error) {
		table, report, err := t.make(ctx, limits)
		if err != nil {
			return nil, nil, err
		}
		note, err = json.Marshal(report)
		return table, note, err
	})
	if err != nil {
		return puzzle.TableReport{}, err
	}
	return puzzle.ParseTableReport(note)
}

func (t *Table) make(ctx context.Context, limits budget.Limits) ([]byte, puzzle.TableReport, error) {
	d := t.database()
	histogram, err := d.build(ctx, limits)
	report := puzzle.TableReport{States: d.placements(), Histogram: histogram}
	for _, n := range histogram {
		report.Reached += n
	}
	return d.extra, report, err
}

// ErrWrongTable reports that the table differs from a fresh one.
var ErrWrongTable = errors.New("the table is not what a fresh build gives")

// Verify builds the table afresh and compares it with the store's, byte by byte.
// It takes the time and the memory of Build and those of the table.
func (t Table) Verify(ctx context.Context, store puzzle.TableStore, limits budget.Limits) (how string, report puzzle.TableReport, err error) {
	const built = "built anew and compared"
	kept, note, ok := store.Load(ctx, t.key, t.Bytes)
	if err := ctx.Err(); err != nil {
		return built, report, err
	}
	if !ok {
		return built, report, search.ErrNoTable
	}
	fresh, report, err := t.make(ctx, limits)
	if err != nil {
		return built, report, err
	}
	if !bytes.Equal(kept, fresh) {
		return built, report, t.difference(kept, fresh)
	}
	if want, err := json.Marshal(report); err != nil || string(want) != string(note) {
		return built, report, search.ErrReport
	}
	return built, report, nil
}

// difference tells the first placement in which two tables differ.
func (t *Table) difference(kept, fresh []byte) error {
	i := 0
	for kept[i] == fresh[i] {
		i++
	}
	entry := 2 * i
	if kept[i]&15 == fresh[i]&15 {
		entry++
	}
	d := t.database()
	for k := range d.patterns {
		p := &d.patterns[k]
		if n := entry - 2*d.first[k]; n >= 0 && n < p.entries() {
			return fmt.Errorf("%w: the first difference is at placement %d of tiles %v", ErrWrongTable, n, p.tiles)
		}
	}
	return ErrWrongTable
}
