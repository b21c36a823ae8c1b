package knights

// This file reads the first shortest solution from the layers of the kernel.
// Layers have no order that would help to find a state again, so they are gone
// through from front to back; that costs a small part of what it cost to make
// them.

// path returns the squares whose knights hop.
//
// From the meeting back to the start: the parent is the first state of the layer
// before that has a move to the state, as layers stand in the order of first
// paths. From the meeting on to the target: of the successors that are in the
// next layer, the first.
func (k *kernel) path() ([]int32, error) {
	if k.meet.parent < 0 {
		return nil, nil
	}
	from, to := &k.ends[forward], &k.ends[backward]
	path := make([]int32, from.depth()+1+to.depth())
	hop := func(i int, s uint32) { path[i] = int32(k.geometry.spot(s)) }

	hop(from.depth(), k.meet.state)
	s := from.frontier()[k.meet.parent]
	for d := from.depth(); d > 0; d-- {
		hop(d-1, s)
		if err := k.meter.Err(); err != nil {
			return nil, err
		}
		near, _ := k.near(s)
		layer := from.layer(d - 1)
		s = layer[k.geometry.find(layer, near)]
	}

	s = k.meet.state
	for d := to.depth(); d > 0; d-- {
		if err := k.meter.Err(); err != nil {
			return nil, err
		}
		near, order := k.near(s)
		first := uint8(maxDegree)
		for layer := to.layer(d - 1); ; {
			i := k.geometry.find(layer, near)
			if i == len(layer) {
				break
			}
			first = min(first, order[k.geometry.spot(layer[i])])
			layer = layer[i+1:]
		}
		s = hopped(s, &k.geometry.moves[k.geometry.spot(s)][first])
		hop(len(path)-d, s)
	}
	return path, nil
}

// find returns the index of the first state of layer whose key is in near, at
// its blank's square, or the layer's length.
func (g *geometry) find(layer []uint32, near *[32]uint32) int {
	for i, s := range layer {
		if k := g.key(s); near[k>>hopShift&31] == k {
			return i
		}
	}
	return len(layer)
}

// near has the keys of s's neighbours and their places in operator order by
// their blank's square; the key on other squares is none.
func (k *kernel) near(s uint32) (keys *[32]uint32, order *[32]uint8) {
	keys, order = &[32]uint32{}, &[32]uint8{}
	for i := range keys {
		keys[i] = ^uint32(0)
	}
	for i := range k.geometry.moves[k.geometry.spot(s)] {
		m := &k.geometry.moves[k.geometry.spot(s)][i]
		keys[m.to], order[m.to] = k.geometry.key(hopped(s, m)), uint8(i)
	}
	return keys, order
}
