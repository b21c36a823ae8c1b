package mayan

// distances answers how many moves a colour needs at least.
//
// Write a colour as its histogram: how many blocks each column holds. Look at a
// sequence of moves that clears the board, and count each block of the colour in
// the column in which it vanishes. In that histogram every column that is not 0
// either holds three blocks or more, since only a column run vanishes within one
// column, or is one of three neighbours that are not 0, since a row run takes a
// block from each. A move shifts at most one block of a colour, by one column.
// So the colour needs at least as many moves as the fewest shifts that turn its
// histogram into one of that kind: its distance. Every move shifts blocks of at
// most two colours, so r moves can clear the board only if no distance is above
// r and their sum is not above 2r.
//
// A colour with one or two blocks has no such histogram: its distance is the
// largest, most.
//
// The fewest shifts follow from the number of blocks that cross each boundary
// between columns, which a small dynamic program over the columns finds; the
// results are kept in a cache with one place for each hash.
type distances struct {
	w, h   int
	most   int // distances are found up to here; this one means "or more"
	cache  []uint64
	misses uint64 // dynamic programs run: some microseconds each
}

const (
	// maxDistance keeps distances in four bits.
	maxDistance = 15
	cacheBits   = 15
)

// reset prepares for boards of w columns and h rows and searches of n moves. The
// cache lives on if it can: it changes how fast an answer comes, never which.
func (d *distances) reset(w, h, n int) {
	most := min(n+1, maxDistance)
	if d.cache != nil && d.w == w && d.h == h && d.most == most {
		return
	}
	d.w, d.h, d.most = w, h, most
	if d.cache == nil {
		d.cache = make([]uint64, 1<<cacheBits)
	} else {
		clear(d.cache)
	}
}

// of returns the distance of a histogram. An entry of the cache is a histogram
// and its distance; the entry of all zeros is true: no blocks, no shifts.
func (d *distances) of(hist uint32) int {
	e := d.cache[hist*0x9e3779b1>>(32-cacheBits)]
	if uint32(e>>8) == hist {
		return int(uint8(e))
	}
	return d.miss(hist)
}

func (d *distances) miss(hist uint32) int {
	n := 0
	if !d.clearable(hist) {
		d.misses++
		n = d.compute(hist)
	}
	d.cache[hist*0x9e3779b1>>(32-cacheBits)] = uint64(hist)<<8 | uint64(n)
	return n
}

// clearable reports whether the distance is 0: whether each column holds none,
// three or more, or is one of three neighbours that are not 0.
func (d *distances) clearable(hist uint32) bool {
	const each = 0x11111111
	some := (hist | hist>>1 | hist>>2 | hist>>3) & each
	need := some
	if d.h >= 3 { // only 1 and 2 are in need
		need = (hist ^ hist>>1) &^ (hist>>2 | hist>>3) & each
	}
	row := some & (some >> 4) & (some >> 8)
	return need&^(row|row<<4|row<<8) == 0
}

// The state of a stretch of neighbouring columns that are not 0, seen from the
// left. It is in need as long as it has a column of less than three blocks and
// is shorter than three columns.
const (
	none    = iota // the last column is 0
	one            // one column, of three blocks or more
	oneNeed        // one column in need
	two            // two columns, each of three blocks or more
	twoNeed        // two columns, at least one in need
	three          // three columns or more
	stretches
)

// after[s] is the state after another column of three blocks or more, needy[s]
// after another column of fewer.
var (
	after = [stretches]uint8{none: one, one: two, oneNeed: twoNeed, two: three, twoNeed: three, three: three}
	needy = [stretches]uint8{none: oneNeed, one: twoNeed, oneNeed: twoNeed, two: three, twoNeed: three, three: three}
)

// compute finds the fewest shifts, up to d.most. It goes from column to column
// with the state: how many blocks cross to the right (negative: to the left)
// into the next column, and the stretch that the column ends. Each block that
// crosses a boundary is one shift.
func (d *distances) compute(hist uint32) int {
	const origin = maxDistance // index of "no block crosses"
	type table [2*maxDistance + 1][stretches]uint8
	var now, next table
	most := d.most
	fill := func(t *table) {
		for i := origin - most; i <= origin+most; i++ {
			for s := range t[i] {
				t[i][s] = uint8(most)
			}
		}
	}
	fill(&now)
	now[origin][none] = 0
	for x := 0; x < d.w; x++ {
		fill(&next)
		reach := most - 1 // the most blocks that may cross to the next column
		if x == d.w-1 {
			reach = 0
		}
		blocks := int(hist >> (4 * x) & 15)
		for in := 1 - most; in < most; in++ {
			for s, cost := range now[origin+in] {
				if int(cost) >= most {
					continue
				}
				for out := -reach; out <= min(reach, blocks+in); out++ {
					total := int(cost) + max(out, -out)
					if total >= most {
						continue
					}
					var to uint8
					switch left := blocks + in - out; { // what vanishes here
					case left == 0 && (s == oneNeed || s == twoNeed):
						continue
					case left == 0:
						to = none
					case left < 3 || d.h < 3:
						to = needy[s]
					default:
						to = after[s]
					}
					if e := &next[origin+out][to]; total < int(*e) {
						*e = uint8(total)
					}
				}
			}
		}
		now, next = next, now
	}
	end := now[origin]
	return int(min(end[none], end[one], end[two], end[three]))
}
