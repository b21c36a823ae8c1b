package cover

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math"
)

// Problem is an exact cover problem with colours. It must not change while it is
// searched.
type Problem struct {
	// Items is the number of items. They are numbered from 0, primary ones first.
	Items int
	// Primary is how many of them are primary.
	Primary int
	// Options are the options, each a list of different items in any order. An
	// option without a primary item is in no solution.
	Options [][]Entry
}

// Entry is an item of an option.
type Entry struct {
	Item int32
	// Colour is 0 for none. A primary item has none. A secondary item without one
	// may be in one option of a solution at most; with one, in any number of
	// options that give it the same colour.
	Colour int32
}

// maxEntries keeps places of entries well within an int32.
const maxEntries = 1 << 28

// Validate returns an error that says what keeps p from being a problem. It counts
// options and items from 0.
func (p *Problem) Validate() error {
	switch {
	case p.Items < 0 || p.Items > math.MaxInt32/2:
		return fmt.Errorf("cover: the number of items must be from 0 to %d, not %d", math.MaxInt32/2, p.Items)
	case p.Primary < 0 || p.Primary > p.Items:
		return fmt.Errorf("cover: the number of primary items must be from 0 to %d, not %d", p.Items, p.Primary)
	}
	seen := make([]int, p.Items) // the last option with each item, from 1
	entries := 0
	for o, option := range p.Options {
		if entries += len(option) + 1; entries > maxEntries {
			return errors.New("cover: too many entries")
		}
		for _, e := range option {
			switch {
			case e.Item < 0 || int(e.Item) >= p.Items:
				return fmt.Errorf("cover: option %d has item %d, which is not from 0 to %d", o, e.Item, p.Items-1)
			case seen[e.Item] == o+1:
				return fmt.Errorf("cover: option %d has item %d twice", o, e.Item)
			case e.Colour < 0:
				return fmt.Errorf("cover: option %d gives item %d the colour %d", o, e.Item, e.Colour)
			case e.Colour > 0 && int(e.Item) < p.Primary:
				return fmt.Errorf("cover: option %d gives the primary item %d a colour", o, e.Item)
			}
			seen[e.Item] = o + 1
		}
	}
	return nil
}

// digest tells problems apart (FNV-1a of all their numbers).
func (p *Problem) digest() uint64 {
	h := fnv.New64a()
	number := func(n int32) {
		_, _ = h.Write([]byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)}) // never fails
	}
	number(int32(p.Items))
	number(int32(p.Primary))
	for _, option := range p.Options {
		number(int32(len(option)))
		for _, e := range option {
			number(e.Item)
			number(e.Colour)
		}
	}
	return h.Sum64()
}
