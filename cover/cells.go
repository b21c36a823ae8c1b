package cover

import "slices"

// cells is the state of one search: which items are still to be covered, and which
// options are still possible for each of them. See the package's documentation for a
// drawing.
type cells struct {
	nodes  []node
	option []int32 // of each node
	set    []int32 // nodes, by item; those of options that are still possible first
	items  []item
	order  []int32 // the items: active primary, inactive, active secondary
	second int32   // the first secondary item

	// order[low:high] are the inactive items.
	low, high int32
}

// node is an entry of an option. The nodes of an option lie together, and behind
// them one more with the item -n, n being their number: there a loop over them goes
// back to the first.
type node struct {
	item   int32
	loc    int32 // its place in set
	colour int32
	_      int32 // a node is 16 bytes: places are found with a shift
}

type item struct {
	base int32 // where its nodes begin in set
	size int32 // possible options
	pos  int32 // its place in order
	_    int32
}

// newCells returns the state of p before anything is chosen. Secondary items with one
// option forbid nothing and are left out; so are options without primary items.
func newCells(p *Problem) *cells {
	c := &cells{
		items:  make([]item, p.Items),
		order:  make([]int32, p.Items),
		second: int32(p.Primary),
		low:    int32(p.Primary),
		high:   int32(p.Primary),
	}
	primary := func(option []Entry) bool {
		return slices.ContainsFunc(option, func(e Entry) bool { return e.Item < c.second })
	}
	for _, option := range p.Options {
		if primary(option) {
			for _, e := range option {
				c.items[e.Item].size++
			}
		}
	}
	base := int32(0)
	for i := range c.items {
		it := &c.items[i]
		if int32(i) >= c.second && it.size == 1 {
			it.size = 0
		}
		c.order[i] = int32(i)
		it.base, it.pos = base, int32(i)
		base += it.size
		it.size = 0
	}
	c.set = make([]int32, base)
	for o, option := range p.Options {
		if primary(option) {
			c.add(int32(o), option)
		}
	}
	return c
}

// add appends the nodes of an option.
func (c *cells) add(o int32, option []Entry) {
	first := len(c.nodes)
	for _, e := range option {
		it := &c.items[e.Item]
		end := int32(len(c.set))
		if int(e.Item)+1 < len(c.items) {
			end = c.items[e.Item+1].base
		}
		if it.base == end {
			continue // left out
		}
		loc := it.base + it.size
		it.size++
		c.set[loc] = int32(len(c.nodes))
		c.nodes = append(c.nodes, node{item: e.Item, loc: loc, colour: e.Colour})
		c.option = append(c.option, o)
	}
	c.nodes = append(c.nodes, node{item: int32(first - len(c.nodes))})
	c.option = append(c.option, o)
}

// bytes is about what a copy takes.
func (c *cells) bytes() int64 {
	return 16*int64(len(c.nodes)+len(c.items)) + 4*int64(len(c.set)+len(c.order)+len(c.option))
}

// choose returns the active primary item with the fewest possible options, the first
// of several, and how many those are. There has to be one. Which one it is depends on
// the options that were chosen alone, not on the order of the sets, which the past of
// the search decides.
func (c *cells) choose() (x, size int32) {
	items := c.items
	best := int64(1) << 62
	for _, i := range c.order[:c.low] {
		best = min(best, int64(items[i].size)<<32|int64(i))
	}
	return int32(best), int32(best >> 32)
}

// options appends the nodes of x in its possible options, in the options' order.
func (c *cells) options(dst []int32, x int32) []int32 {
	it := &c.items[x]
	n := len(dst)
	dst = append(dst, c.set[it.base:it.base+it.size]...)
	if found := dst[n:]; len(found) > 16 {
		slices.Sort(found)
	} else {
		for i, v := range found {
			for ; i > 0 && found[i-1] > v; i-- {
				found[i] = found[i-1]
			}
			found[i] = v
		}
	}
	return dst
}

// take covers all items of the option of node n. It reports false as soon as some
// primary item is left without options; then the sets are sound all the same, and
// have to be set back.
func (c *cells) take(n int32) bool {
	low, high := c.low, c.high
	// Of an option's items, only those that are active now are covered. An item that
	// has its colour from another option is inactive.
	first := n
	for first > 0 && c.nodes[first-1].item >= 0 {
		first--
	}
	for i := first; c.nodes[i].item >= 0; i++ {
		c.deactivate(c.nodes[i].item, low, high)
	}
	if c.low == 0 {
		return true // a solution: nobody looks at the sets
	}
	for i := first; c.nodes[i].item >= 0; i++ {
		x, colour := c.nodes[i].item, c.nodes[i].colour
		switch {
		case uint32(c.items[x].pos-low) < uint32(high-low): // was inactive before
		case !c.hide(x, colour, low, high):
			return false
		}
	}
	return true
}

// deactivate moves x to the inactive items.
func (c *cells) deactivate(x, low, high int32) {
	pos := c.items[x].pos
	switch {
	case uint32(pos-low) < uint32(high-low):
		return
	case x < c.second:
		c.low--
		c.swap(pos, c.low)
	default:
		c.swap(pos, c.high)
		c.high++
	}
}

func (c *cells) swap(i, j int32) {
	a, b := c.order[i], c.order[j]
	c.order[i], c.order[j] = b, a
	c.items[a].pos, c.items[b].pos = j, i
}

// hide takes the possible options of x from the sets of their other items, of those
// that were not between low and high; with a colour only the options that give x another
// one, or none. It reports whether all active primary items still have options.
func (c *cells) hide(x, colour, low, high int32) bool {
	nodes, items, set := c.nodes, c.items, c.set
	inactive, active := uint32(high-low), c.low
	it := &items[x]
	for _, n := range set[it.base : it.base+it.size] {
		if colour != 0 && nodes[n].colour == colour {
			continue
		}
		for i := n + 1; i != n; {
			at := &nodes[i]
			if at.item < 0 {
				i += at.item
				continue
			}
			if it := &items[at.item]; uint32(it.pos-low) >= inactive {
				size := it.size - 1
				if size == 0 && it.pos < active {
					return false
				}
				it.size = size
				end, loc := it.base+size, at.loc
				last := set[end]
				set[loc], set[end] = last, i
				nodes[last].loc, at.loc = loc, end
			}
			i++
		}
	}
	return true
}
