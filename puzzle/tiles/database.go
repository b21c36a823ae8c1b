package tiles

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/deepen-go/deepen/budget"
)

// database is an additive pattern database: the tiles in groups, and for each
// group a table of the fewest moves of its own tiles. As a move moves one tile,
// the sum over the groups is a lower bound.
//
// An entry is what the distance exceeds the group's Manhattan distance by. That
// is even, as every move of a tile changes its Manhattan distance by one; so it
// is halved, and four bits hold it (the most that occurs on 4 x 4 is 9; more
// than 15 would be cut to 15, which is still a lower bound):
//
//	extra[i/2]   low half: entry of the even i, high half: of the odd one
//
// On a square board each look-up is done for the board's mirror image in the
// main diagonal as well, which keeps the goal: the tiles are in other groups
// then. The larger of the two sums counts (Korf and Felner, Disjoint pattern
// database heuristics, 2002).
type database struct {
	rows, cols int
	patterns   []pattern
	first      []int // where each pattern's table starts in extra, in bytes
	extra      []byte
}

// maxGroups is the largest number of groups of a database.
const maxGroups = 6

// newDatabase returns the database without its tables.
func newDatabase(rows, cols int, groups [][]uint8) *database {
	d := &database{rows: rows, cols: cols}
	bytes := 0
	for _, g := range groups {
		p := newPattern(g, rows*cols)
		d.patterns = append(d.patterns, p)
		d.first = append(d.first, bytes)
		bytes += p.entries() / 2
	}
	d.first = append(d.first, bytes)
	return d
}

// bytes is the size of the tables.
func (d *database) bytes() int64 { return int64(d.first[len(d.patterns)]) }

// peak is the memory that building them takes.
func (d *database) peak() int64 {
	peak := int64(0)
	for i := range d.patterns {
		peak = max(peak, buildBytes(&d.patterns[i]))
	}
	return d.bytes() + peak
}

// name tells the groups' sizes, as "7-8".
func (d *database) name() string {
	var sizes []string
	for _, p := range d.patterns {
		sizes = append(sizes, fmt.Sprint(len(p.tiles)))
	}
	return strings.Join(sizes, "-")
}

// key tells the database from all others, by its groups.
func (d *database) key() string {
	var groups []string
	for _, p := range d.patterns {
		groups = append(groups, strings.Trim(strings.ReplaceAll(fmt.Sprint(p.tiles), " ", ","), "[]"))
	}
	return fmt.Sprintf("tiles %dx%d %s", d.rows, d.cols, strings.Join(groups, " "))
}

// build makes the tables, with the goroutines that limits.Crew lends. It returns
// how many placements are at each distance. Reports tell the placements (with a
// region of the blank) reached so far as generated nodes, and the
// placements as done.
func (d *database) build(ctx context.Context, limits budget.Limits) (histogram []uint64, err error) {
	meter := budget.NewMeter(ctx, limits)
	if !meter.Fits(d.peak()) {
		return nil, budget.ErrMemory
	}
	extra := make([]byte, d.bytes())
	var space workspace
	done, settled := uint64(0), uint64(0)
	for _, i := range d.largestFirst() {
		var here, placed uint64
		part, err := buildPattern(ctx, &d.patterns[i], d.rows, d.cols, limits.Crew, &space, extra[d.first[i]:d.first[i+1]], func(nodes, settledHere uint64, layer int) {
			here, placed = nodes, settledHere
			if limits.Report != nil {
				limits.Report(budget.Progress{Generated: done + nodes, Expanded: done + nodes, Lower: layer, Upper: -1, Done: settled + placed, Total: d.placements()})
			}
		})
		if err != nil {
			return nil, err
		}
		done, settled = done+here, settled+placed
		histogram = append(histogram, make([]uint64, max(len(part)-len(histogram), 0))...)
		for distance, n := range part {
			histogram[distance] += n
		}
	}
	for n := len(histogram); histogram[n-1] == 0; n-- {
		histogram = histogram[:n-1]
	}
	d.extra = extra
	return histogram, nil
}

// placements is how many placements the patterns have.
func (d *database) placements() (n uint64) {
	for _, p := range d.patterns {
		n += uint64(p.sets) * uint64(p.orders)
	}
	return n
}

// largestFirst returns the numbers of the patterns, those with the most
// placements first: they need the most memory, which the others then share.
func (d *database) largestFirst() []int {
	order := make([]int, len(d.patterns))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return d.patterns[j].entries() - d.patterns[i].entries() })
	return order
}

// smallGroups returns the groups of the database that needs no file: it is
// built in at most a second or two.
func smallGroups(rows, cols int) [][]uint8 {
	switch cells := rows * cols; {
	case rows == 4 && cols == 4:
		return [][]uint8{{1, 4, 5, 8, 9, 12}, {2, 3, 6, 7, 10, 11}, {13, 14, 15}}
	case cells <= maxPattern+1:
		return split(rows, cols, 1) // all tiles: the exact distance
	case cells <= 12:
		return split(rows, cols, 2)
	default:
		return split(rows, cols, (cells-1+4)/5)
	}
}

// largeGroups returns the groups of the database that is kept in a file, or nil
// when the small one is as good.
func largeGroups(rows, cols int) [][]uint8 {
	switch {
	case rows == 4 && cols == 4:
		return [][]uint8{{1, 2, 3, 4, 5, 6, 7}, {8, 9, 10, 11, 12, 13, 14, 15}}
	case rows == 5 && cols == 5:
		return [][]uint8{{1, 2, 5, 6, 7, 12}, {3, 4, 8, 9, 13, 14}, {10, 11, 15, 16, 20, 21}, {17, 18, 19, 22, 23, 24}}
	case rows*cols <= 12:
		return nil
	case rows*cols <= 20:
		return split(rows, cols, (rows*cols-1+6)/7)
	default:
		return split(rows, cols, (rows*cols-1+5)/6)
	}
}

// split deals the tiles into so many groups of about equal size, neighbours
// together: the board is read in bands of two lines, across each band.
func split(rows, cols, groups int) [][]uint8 {
	var order []uint8
	for r := 0; r < rows; r += 2 {
		for c := range cols {
			for i := r; i < min(r+2, rows); i++ {
				if tile := i*cols + c; tile > 0 {
					order = append(order, uint8(tile))
				}
			}
		}
	}
	gs := make([][]uint8, groups)
	for i := range gs {
		gs[i] = order[len(order)*i/groups : len(order)*(i+1)/groups]
	}
	return gs
}
