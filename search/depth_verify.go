package search

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/deepen-go/deepen/budget"
)

// CellError is a wrong cell of a table.
type CellError struct {
	Row, Place int
	Reason     string // "a neighbour is two moves nearer or more"
}

// Error tells the place and the reason.
func (e *CellError) Error() string {
	return fmt.Sprintf("row %d, place %d: %s", e.Row, e.Place, e.Reason)
}

// VerifyTable proves a table right, from the moves and the goal alone and not by
// comparing with another one. Whoever trusts it and the space's moves need not trust
// the one who built the table. It takes the table, and three bits a state at most
// beside it; goroutines, reports and errors are those of [BuildTable], and the
// first wrong cell is a [*CellError].
//
// With [Byte] it looks at each state and its neighbours: the goal alone has
// distance 0, each state at d > 0 has a neighbour at d - 1 and none below, and
// none that is reached neighbours one that is not. Distances along any path from the
// goal then grow by at most one a move, so they are no greater than true
// ones; and from each state a path of as many moves as it says leads down to the
// goal, so they are no smaller.
//
// With [Mod3] such rules do not suffice: residues could fall for ever on a
// cycle. So the search is done again, layer by layer from the goal, and each state
// is held against its cell when it is reached.
func VerifyTable(ctx context.Context, space RowSpace, t *DepthTable, row, place int, limits budget.Limits) (TableReport, error) {
	if meter := budget.NewMeter(ctx, limits); !meter.Fits(VerifySize(space, t.cell)) {
		return TableReport{}, budget.ErrMemory
	}
	var report TableReport
	var f faults
	var err error
	if t.cell == Byte {
		report, err = t.verifyLocally(ctx, space, &f, t.first[row]+place, limits)
	} else {
		cells := &mod3Check{table: t.cells, faults: &f, open: make([]byte, t.first[len(t.first)-1]/8)}
		cells.seen = make([]byte, len(cells.open))
		report, err = runLayers(ctx, space, t, cells, row, place, limits)
		if err == nil {
			err = t.checkUnseen(ctx, cells.seen, &f)
		}
	}
	switch {
	case errors.Is(err, errFault), err == nil && f.reason != "":
		return report, t.cellError(space, &f)
	}
	return report, err
}

// VerifySize returns the bytes that VerifyTable needs, the table included.
func VerifySize(space RowSpace, cell Cell) int64 {
	table, building := TableSize(space, cell)
	if cell == Byte {
		return building + table/8
	}
	return building + table/2
}

// errFault ends a search that has found a wrong cell.
var errFault = errors.New("wrong cell")

// faults keeps the first wrong cell of those that goroutines find.
type faults struct {
	mu     sync.Mutex
	at     int
	reason string // "" when there is none
}

func (f *faults) add(at int, reason string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.reason == "" || at < f.at {
		f.at, f.reason = at, reason
	}
}

func (f *faults) any() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.reason != ""
}

// cellError tells which state a cell belongs to.
func (t *DepthTable) cellError(space RowSpace, f *faults) error {
	row := 0
	for t.first[row+1] <= f.at {
		row++
	}
	place := f.at - t.first[row]
	if place >= space.Len(row) {
		return &CellError{row, 0, "a cell behind the row's last is in use"}
	}
	return &CellError{row, place, f.reason}
}

// The reasons why a cell is wrong.
const (
	wrongFar      = "a neighbour is more than one move nearer"
	wrongLost     = "it is not reached, but a neighbour is"
	wrongTop      = "no neighbour is one move nearer"
	wrongZero     = "distance 0, but it is not the goal"
	wrongGoal     = "it is the goal, but its distance is not 0"
	wrongResidue  = "another distance than by the moves from the goal"
	wrongReached  = "a distance, but the goal cannot be reached"
	wrongNotReach = "not reached, but the goal can be"
)

// verifyLocally holds every state of a table of bytes against its neighbours.
// below has a bit for each state that has a neighbour one move nearer.
func (t *DepthTable) verifyLocally(ctx context.Context, space RowSpace, f *faults, goal int, limits budget.Limits) (TableReport, error) {
	below := make([]byte, len(t.cells)/8)
	var report TableReport
	for row := range space.Rows() {
		report.States += uint64(space.Len(row))
	}
	layers := NewLayers(space.Rows())
	for row := range space.Rows() {
		layers.Activate(row)
	}
	var mu sync.Mutex // guards the histogram
	var histogram [unreachedByte]uint64
	done := uint64(0)
	tell := func() {
		if limits.Report != nil {
			mu.Lock()
			n := done
			mu.Unlock()
			limits.Report(budget.Progress{Generated: n, Expanded: n, Lower: -1, Upper: -1, Done: n, Total: report.States})
		}
	}
	err := layers.Run(ctx, limits.Crew, func() func(int) {
		e := space.Expander()
		var starts [257]int
		sorted := make([]uint16, 0, 1<<10)
		d := 0 // the distance in hand
		reach := func(to int, places, table []uint16) {
			layers.Lock(to)
			t.witness(f, below, t.first[to], d, places, table)
			layers.Unlock(to)
		}
		return func(row int) {
			cells := t.cells[t.first[row] : t.first[row]+space.Len(row)]
			sorted = sortPlaces(sorted, cells, &starts)
			for d = range unreachedByte {
				if places := sorted[starts[d]:starts[d+1]]; len(places) > 0 {
					e.Expand(row, places, reach)
				}
			}
			mu.Lock()
			for d := range unreachedByte {
				histogram[d] += uint64(starts[d+1] - starts[d])
			}
			done += uint64(len(cells))
			mu.Unlock()
		}
	}, func(int) error { return nil }, tell)
	if err != nil {
		return report, err
	}
	for at, d := range t.cells {
		switch {
		case at%fillChunk == 0 && ctx.Err() != nil:
			return report, ctx.Err()
		case at == goal && d != 0:
			f.add(at, wrongGoal)
		case d == 0 && at != goal:
			f.add(at, wrongZero)
		case d != 0 && d != unreachedByte && below[at/8]>>(at%8)&1 == 0:
			f.add(at, wrongTop)
		}
	}
	for d, n := range histogram {
		report.Reached += n
		if n > 0 {
			for len(report.Histogram) <= d {
				report.Histogram = append(report.Histogram, 0)
			}
			report.Histogram[d] = n
		}
	}
	return report, nil
}

// sortPlaces returns the places of a row by their distance, and where those with
// each distance start.
func sortPlaces(sorted []uint16, cells []byte, starts *[257]int) []uint16 {
	*starts = [257]int{}
	for _, d := range cells {
		starts[int(d)+1]++
	}
	for d := range 256 {
		starts[d+1] += starts[d]
	}
	if cap(sorted) < len(cells) {
		sorted = make([]uint16, len(cells))
	}
	sorted = sorted[:len(cells)]
	next := *starts
	for p, d := range cells {
		sorted[next[d]] = uint16(p)
		next[d]++
	}
	return sorted
}

// witness looks at the neighbours, in the row from first on, of states at
// distance d.
func (t *DepthTable) witness(f *faults, below []byte, first, d int, places, table []uint16) {
	for _, p := range places {
		if table != nil {
			p = table[p]
		}
		at := first + int(p)
		switch c := int(t.cells[at]); {
		case c == d+1:
			below[at/8] |= 1 << (at % 8)
		case c == unreachedByte:
			f.add(at, wrongLost)
		case c > d:
			f.add(at, wrongFar)
		}
	}
}

// mod3Check holds a table of residues against a search from the goal: a bit for
// the states that are reached, and one for those whose neighbours have not been
// made.
type mod3Check struct {
	*faults
	table       []byte
	seen, open  []byte
	value, next uint8
}

func (c *mod3Check) begin(layer int) error {
	if c.any() {
		return errFault
	}
	c.value, c.next = uint8((layer+3)%3), uint8((layer+4)%3)
	return nil
}

func (c *mod3Check) take(places []uint16, first, n int) []uint16 {
	m := mod3Cells{cells: c.table, open: c.open, value: c.value}
	return m.take(places, first, n)
}

func (c *mod3Check) reach(places, table []uint16, first, n int) {
	for _, p := range places {
		if table != nil {
			p = table[p]
		}
		at := first + int(p)
		if c.seen[at/8]>>(at%8)&1 == 1 {
			continue
		}
		c.seen[at/8] |= 1 << (at % 8)
		c.open[at/8] |= 1 << (at % 8)
		switch c.table[at/4] >> (at % 4 * 2) & 3 {
		case c.next:
		case unreachedMod3:
			c.add(at, wrongNotReach)
		default:
			c.add(at, wrongResidue)
		}
	}
}

// checkUnseen looks at the cells of the states that a search has not reached.
func (t *DepthTable) checkUnseen(ctx context.Context, seen []byte, f *faults) error {
	for i, s := range seen {
		if i%fillChunk == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if s == 0xff {
			continue
		}
		for at := 8 * i; at < 8*i+8; at++ {
			if s>>(at%8)&1 == 0 && t.cells[at/4]>>(at%4*2)&3 != unreachedMod3 {
				f.add(at, wrongReached)
				return nil
			}
		}
	}
	return nil
}
