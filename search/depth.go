package search

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/deepen-go/deepen/budget"
)

// RowSpace is a finite search space of unit-cost moves that can all be taken
// back, whose states are numbered: for complete tables; see [BuildTable]. A state
// is a place in a row. Rows are chosen so that the neighbours of the states of
// one row lie in a few others, in places that a table can tell:
//
//	row 7        [ 0  1  2  3  4  5 ]       the blank goes from square 3 to 9:
//	               │   ╲╱   │   ╲╱          table [0 2 1 3 5 4] into row 12
//	row 12       [ 0  1  2  3  4  5 ]
//
// Then a move of all states of a row is a loop over memory in the processor's
// near cache. A space without such rows is made one by [Ranked].
type RowSpace interface {
	// Rows returns the number of rows.
	Rows() int
	// Len returns the number of states of a row, at most MaxRow.
	Len(row int) int
	// Expander returns what makes the moves, for one goroutine.
	Expander() RowExpander
}

// MaxRow is the most states that a row may have.
const MaxRow = 1 << 16

// RowExpander makes the moves of a [RowSpace].
type RowExpander interface {
	// Expand calls reach for all neighbours of the states of row in the given
	// places, which ascend. It may call it several times for one row, and with
	// some of the places; it must not change places.
	Expand(row int, places []uint16, reach Reach)
}

// Reach takes neighbours: in row to, of each of places the one in table[place],
// or in the same place when table is nil. It keeps neither.
type Reach func(to int, places, table []uint16)

// RankedSpace is a finite search space whose states are numbered, told state by
// state: simple, and a few times slower than a [RowSpace].
type RankedSpace interface {
	// Size returns the number of states; their ranks are those below.
	Size() int
	// Neighbours appends the states that are one move away and returns the
	// extended slice. Each is a neighbour of its neighbours. It is called by
	// several goroutines.
	Neighbours(dst []int, rank int) []int
}

// rankedRow is the length of the rows of a ranked space.
const rankedRow = 1 << 12

type ranked struct{ RankedSpace }

// Ranked makes rows of a space that has none: rank r is in row r/4096, in place
// r%4096.
func Ranked(space RankedSpace) RowSpace { return ranked{space} }

func (r ranked) Rows() int { return (r.Size() + rankedRow - 1) / rankedRow }

func (r ranked) Len(row int) int { return min(rankedRow, r.Size()-row*rankedRow) }

func (r ranked) Expander() RowExpander { return &rankedExpander{space: r.RankedSpace} }

type rankedExpander struct {
	space RankedSpace
	near  []int
	place [1]uint16
}

func (e *rankedExpander) Expand(row int, places []uint16, reach Reach) {
	for _, p := range places {
		e.near = e.space.Neighbours(e.near[:0], row*rankedRow+int(p))
		for _, n := range e.near {
			e.place[0] = uint16(n % rankedRow)
			reach(n/rankedRow, e.place[:], nil)
		}
	}
}

// Cell says how a table keeps a distance.
type Cell uint8

const (
	// Mod3 keeps the distance modulo 3 in two bits. As neighbours differ by at
	// most 1, that tells which of them are nearer (Cooperman and Finkelstein, New
	// methods for using Cayley graphs in interconnection networks, 1992).
	Mod3 Cell = iota
	// Byte keeps the distance in a byte, up to 253.
	Byte
)

// String is "mod3" or "byte".
func (c Cell) String() string {
	if c == Byte {
		return "byte"
	}
	return "mod3"
}

// The cells of states from which the goal cannot be reached.
const (
	unreachedByte = 255
	unreachedMod3 = 3
)

// ErrTooDeep reports that distances are too large for [Byte].
var ErrTooDeep = errors.New("a byte holds distances up to 253, and there are greater ones")

// DepthTable has the distance from every state of a space to its goal: a
// complete table, as opposed to a pattern database. It is only read, so several
// goroutines may ask it.
type DepthTable struct {
	cell  Cell
	cells []byte
	first []int // where each row starts, in cells, a multiple of 8; the last is their number
}

// newDepthTable lays out the rows of space.
func newDepthTable(space RowSpace, cell Cell) *DepthTable {
	t := &DepthTable{cell: cell, first: make([]int, space.Rows()+1)}
	for row := range space.Rows() {
		t.first[row+1] = t.first[row] + (space.Len(row)+7)&^7
	}
	return t
}

// OpenTable returns the table that has the given cells, as
// [DepthTable.Bytes] returned them, for the same space.
func OpenTable(space RowSpace, cell Cell, cells []byte) (*DepthTable, error) {
	t := newDepthTable(space, cell)
	if want := t.size(); int64(len(cells)) != want {
		return nil, fmt.Errorf("a table of %d bytes instead of %d", len(cells), want)
	}
	t.cells = cells
	return t, nil
}

// size is the number of bytes of the cells.
func (t *DepthTable) size() int64 { return bytesOf(t.first[len(t.first)-1], t.cell) }

func bytesOf(cells int, cell Cell) int64 {
	if cell == Byte {
		return int64(cells)
	}
	return int64(cells / 4)
}

// TableSize returns the bytes of a table of space, and those that are needed
// while it is built, the table included.
func TableSize(space RowSpace, cell Cell) (table, building int64) {
	cells := 0
	for row := range space.Rows() {
		cells += (space.Len(row) + 7) &^ 7
	}
	table = bytesOf(cells, cell)
	building = table + int64(space.Rows())*(8+2)
	if cell == Mod3 {
		building += int64(cells / 8)
	}
	return table, building
}

// Cell says how the distances are kept.
func (t *DepthTable) Cell() Cell { return t.cell }

// Bytes returns the cells. They must not be changed.
func (t *DepthTable) Bytes() []byte { return t.cells }

// At returns the cell of a state: its distance, with [Mod3] modulo 3. It returns
// false for a state from which the goal cannot be reached.
func (t *DepthTable) At(row, place int) (int, bool) {
	at := t.first[row] + place
	if t.cell == Byte {
		return int(t.cells[at]), t.cells[at] != unreachedByte
	}
	v := int(t.cells[at/4] >> (at % 4 * 2) & 3)
	return v, v != unreachedMod3
}

// Nearer reports whether the cell to of a neighbour means one move less than
// the cell from.
func (t *DepthTable) Nearer(from, to int) bool {
	if t.cell == Byte {
		return to == from-1
	}
	return to == (from+2)%3
}

// TableReport says what a table holds.
type TableReport struct {
	States    uint64   // of the space
	Reached   uint64   // from which the goal can be reached
	Histogram []uint64 // states at each distance
}

// BuildTable finds the distance from every state of space to the one in the
// given place of row, the goal, by a breadth-first search that goes layer by
// layer through the table itself (Korf, Minimizing disk I/O in two-bit breadth-first
// search, 2008). It keeps no queue: a byte a state with [Byte], three bits with
// [Mod3], of which two remain, and [TableSize] knows it beforehand; when that is
// more than limits.Memory, it fails with [budget.ErrMemory].
//
// The goroutines that limits.Crew lends help; the table is the same. Reports
// count the states reached as generated, also as done, of all the states that
// there are; the lower bound is the layer. limits.Nodes has no say.
func BuildTable(ctx context.Context, space RowSpace, cell Cell, row, place int, limits budget.Limits) (*DepthTable, TableReport, error) {
	_, needed := TableSize(space, cell)
	if meter := budget.NewMeter(ctx, limits); !meter.Fits(needed) {
		return nil, TableReport{}, budget.ErrMemory
	}
	t := newDepthTable(space, cell)
	t.cells = make([]byte, t.size())
	for i := 0; i < len(t.cells); i += fillChunk {
		if err := ctx.Err(); err != nil {
			return nil, TableReport{}, err
		}
		part := t.cells[i:min(i+fillChunk, len(t.cells))]
		for j := range part {
			part[j] = 0xff // all unreached, in either form
		}
	}
	var cells layerCells = &byteCells{cells: t.cells}
	if cell == Mod3 {
		cells = &mod3Cells{cells: t.cells, open: make([]byte, (t.first[len(t.first)-1])/8)}
	}
	report, err := runLayers(ctx, space, t, cells, row, place, limits)
	if err != nil {
		return nil, TableReport{}, err
	}
	return t, report, nil
}

// layerCells is what the states' cells are to the search: a byte, two bits, or
// bits that are held against a table. The rows begin at multiples of eight cells.
type layerCells interface {
	// begin starts a layer.
	begin(layer int) error
	// take appends the places of the states of the layer that are among the n
	// cells from first.
	take(places []uint16, first, n int) []uint16
	// reach takes neighbours, in the row of n cells from first, into the next
	// layer, unless they have been reached before.
	reach(places, table []uint16, first, n int)
}

// runLayers searches space from a state.
func runLayers(ctx context.Context, space RowSpace, t *DepthTable, cells layerCells, row, place int, limits budget.Limits) (TableReport, error) {
	var report TableReport
	for row := range space.Rows() {
		report.States += uint64(space.Len(row))
	}
	var reached atomic.Uint64 // in all layers
	layer := 0
	tell := func() {
		if limits.Report != nil {
			n := reached.Load()
			limits.Report(budget.Progress{Generated: n, Expanded: n, Lower: layer, Upper: -1, Done: n, Total: report.States})
		}
	}
	count := func() { // what the layer before has
		report.Histogram = append(report.Histogram, reached.Load()-report.Reached)
		report.Reached = reached.Load()
	}
	layers := NewLayers(space.Rows())
	layers.Activate(row)
	begin := func(n int) error {
		if layer = n; n > 0 {
			count()
		}
		tell()
		if n == 0 {
			if err := cells.begin(-1); err != nil {
				return err
			}
			cells.reach([]uint16{uint16(place)}, nil, t.first[row], space.Len(row))
		}
		return cells.begin(n)
	}
	err := layers.Run(ctx, limits.Crew, func() func(int) {
		e := space.Expander()
		places := make([]uint16, 0, 1<<10)
		reach := func(to int, places, table []uint16) {
			layers.Lock(to)
			layers.Reach(to)
			cells.reach(places, table, t.first[to], space.Len(to))
			layers.Unlock(to)
		}
		return func(row int) {
			layers.Lock(row)
			places = cells.take(places[:0], t.first[row], space.Len(row))
			layers.Unlock(row)
			if len(places) > 0 {
				reached.Add(uint64(len(places)))
				e.Expand(row, places, reach)
			}
		}
	}, begin, tell)
	if err != nil {
		return TableReport{}, err
	}
	count()
	for n := len(report.Histogram); n > 0 && report.Histogram[n-1] == 0; n-- {
		report.Histogram = report.Histogram[:n-1]
	}
	tell()
	return report, nil
}
