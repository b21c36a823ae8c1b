package hittingset

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/deepen-go/deepen/puzzle"
)

// The families of random problems.
const (
	uniform    = "uniform"    // each set is drawn evenly from all of its size
	planted    = "planted"    // as uniform, but the optimum is known
	domination = "domination" // the closed neighbourhoods of points in the plane
)

var generateOptions = []puzzle.Option{
	{Name: "family", Default: uniform, Values: []string{uniform, planted, domination}, Usage: "sets drawn evenly; or with a known optimum; or dominating sets of random points that are near each other"},
	{Name: "elements", Default: "40", Usage: "the `number` of elements"},
	{Name: "sets", Default: "60", Usage: "the `number` of sets (domination: one for each element)"},
	{Name: "size", Default: "3", Usage: "the `number` of elements of each set (domination: on average)"},
	{Name: "optimum", Default: "8", Usage: "the `size` of a smallest hitting set, for planted"},
}

// family is what is drawn.
type family struct {
	name                          string
	elements, sets, size, optimum int
}

// The most elements and the most sets that are drawn, and the most points.
const (
	maxDrawn  = 1_000_000
	maxPoints = 100_000
)

func familyOf(s puzzle.Settings) (f family, err error) {
	f.name = s.String("family", uniform)
	most := maxDrawn
	if f.name == domination {
		most = maxPoints
	}
	if f.elements, err = s.Int("elements", 40, 1, most); err != nil {
		return f, err
	}
	if f.sets, err = s.Int("sets", 60, 0, maxDrawn); err != nil {
		return f, err
	}
	if f.size, err = s.Int("size", 3, 1, min(f.elements, 1000)); err != nil {
		return f, err
	}
	if f.optimum, err = s.Int("optimum", min(8, f.sets, f.elements/f.size), 1, maxDrawn); err != nil || f.name != planted {
		return f, err
	}
	switch {
	case f.optimum > f.sets:
		return f, fmt.Errorf("--optimum must not be more than --sets, which is %d", f.sets)
	case f.optimum*f.size > f.elements:
		return f, fmt.Errorf("--optimum times --size must not be more than --elements, which is %d", f.elements)
	}
	return f, nil
}

// draw makes the problem. The same seed and index give the same one everywhere.
func (f family) draw(seed, index uint64) *Problem {
	rng := rand.New(rand.NewPCG(seed, index))
	switch f.name {
	case planted:
		return Planted(rng, f.elements, f.sets, f.size, f.optimum)
	case domination:
		return Domination(rng, f.elements, f.size)
	}
	return Uniform(rng, f.elements, f.sets, f.size)
}

// Uniform returns a problem of sets that are drawn evenly from all of the given
// size. It panics when the size is not from 1 to the number of elements.
func Uniform(rng *rand.Rand, elements, sets, size int) *Problem {
	p := &Problem{Elements: elements}
	all := sequence(elements)
	for range sets {
		p.Sets = append(p.Sets, sample(rng, all, nil, size))
	}
	return p
}

// Planted returns a problem whose smallest hitting sets have exactly the given
// number of elements. So many of its sets share no element, which proves that no
// fewer will do; one element of each of these makes the hidden hitting set, and
// each other set has one of them. It panics when the numbers cannot be
// met: optimum <= sets, and optimum * size <= elements.
func Planted(rng *rand.Rand, elements, sets, size, optimum int) *Problem {
	if optimum > sets || optimum*size > elements {
		panic("hittingset: no such planted problem")
	}
	p := &Problem{Elements: elements}
	all := sequence(elements)
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var hidden []int32
	for i := range optimum {
		set := slices.Clone(all[i*size : (i+1)*size])
		hidden = append(hidden, set[0])
		slices.Sort(set)
		p.Sets = append(p.Sets, set)
	}
	for len(p.Sets) < sets {
		p.Sets = append(p.Sets, sample(rng, all, hidden[rng.IntN(optimum):][:1], size))
	}
	rng.Shuffle(sets, func(i, j int) { p.Sets[i], p.Sets[j] = p.Sets[j], p.Sets[i] })
	return p
}

// Domination returns the dominating sets of random points in the unit square:
// set i has element i and those that are near it. near is about the number of
// elements in a set.
func Domination(rng *rand.Rand, elements, near int) *Problem {
	type point struct{ x, y float64 }
	points := make([]point, elements)
	order := sequence(elements) // of the points, from left to right
	for i := range points {
		points[i] = point{rng.Float64(), rng.Float64()}
	}
	slices.SortFunc(order, func(i, j int32) int { return cmp.Compare(points[i-1].x, points[j-1].x) })
	// A circle of this radius has so many points on average, away from the rim.
	square := float64(near) / (math.Pi * float64(elements))
	p := &Problem{Elements: elements, Sets: make([][]int32, elements)}
	left := 0 // the first of order that may be near
	for _, i := range order {
		a := points[i-1]
		for dx := a.x - points[order[left]-1].x; dx*dx > square; dx = a.x - points[order[left]-1].x {
			left++
		}
		for _, j := range order[left:] {
			dx, dy := points[j-1].x-a.x, points[j-1].y-a.y
			if dx > 0 && dx*dx > square {
				break
			}
			if dx*dx+dy*dy <= square {
				p.Sets[i-1] = append(p.Sets[i-1], j)
			}
		}
		slices.Sort(p.Sets[i-1])
	}
	return p
}

func sequence(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(i + 1)
	}
	return list
}

// sample returns a set of the given size, ascending: the members of with, and
// others drawn evenly. It shuffles all.
func sample(rng *rand.Rand, all, with []int32, size int) []int32 {
	set := append(make([]int32, 0, size), with...)
	for i := 0; len(set) < size; i++ {
		j := i + rng.IntN(len(all)-i)
		all[i], all[j] = all[j], all[i]
		if !slices.Contains(with, all[i]) {
			set = append(set, all[i])
		}
	}
	slices.Sort(set)
	return set
}
