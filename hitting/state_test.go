package hitting

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
	"testing"

	"github.com/deepen-go/deepen/budget"
)

// A problem that is stopped again and again goes on from its bounds, and ends with
// a smallest hitting set.
func TestResume(t *testing.T) {
	for name, p := range map[string]*Problem{
		"grid": grid(6), "two": two(grid(4), grid(5)), "random": random(5, 40, 70, 3), "words": random(3, 60, 64, 4),
	} {
		full := Solve(background, p, budget.Limits{})
		check(t, p, full)
		var state []byte
		var last Result
		resumed := 0
		for limit := uint64(1); limit < full.Generated; limit += 1 + full.Generated/4 {
			limits := budget.Limits{Nodes: limit, Resume: state, Save: func(snapshot func() []byte) { state = snapshot() }}
			r := Solve(background, p, limits)
			check(t, p, r)
			if r.Resumed > 0 {
				resumed++
			}
			if r.Lower < last.Lower || last.Elements != nil && len(r.Elements) > len(last.Elements) || r.Resumed > r.Generated {
				t.Fatalf("%s: %+v after %+v", name, r, last)
			}
			if last = r; r.Err == nil {
				break
			}
		}
		if last.Err != nil {
			last = Solve(background, p, budget.Limits{Resume: state})
			check(t, p, last)
		}
		if !last.Proven || len(last.Elements) != len(full.Elements) || resumed == 0 {
			t.Errorf("%s: %d elements, proven %t, resumed %d times; want %d", name, len(last.Elements), last.Proven, resumed, len(full.Elements))
		}
		for i := range state {
			damaged := slices.Clone(state)
			damaged[i] ^= 2
			for _, s := range [][]byte{damaged, state[:i]} {
				if r := Solve(background, p, budget.Limits{Resume: s}); r.Err != budget.ErrResume || r.Elements != nil || r.Proven {
					t.Fatalf("%s: a damaged state is taken: %+v", name, r)
				}
			}
		}
		other := &Problem{Elements: p.Elements + 1, Sets: p.Sets}
		if r := Solve(background, other, budget.Limits{Resume: state}); r.Err != budget.ErrResume {
			t.Errorf("%s: the state of another problem is taken: %+v", name, r)
		}
	}
}

// FuzzResume: whatever the state, there is no panic, what is returned hits all sets,
// and a state without a right checksum is refused.
func FuzzResume(f *testing.F) {
	p := two(grid(4), random(5, 40, 70, 3))
	for _, nodes := range []uint64{1, 20, 200} {
		Solve(background, p, budget.Limits{Nodes: nodes, Save: func(snapshot func() []byte) {
			state := snapshot()
			f.Add(state[:len(state)-4]) // without the checksum
		}})
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		sum := crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli))
		limits := budget.Limits{Nodes: 1000, Resume: binary.LittleEndian.AppendUint32(slices.Clone(body), sum)}
		r := Solve(background, p, limits)
		in := map[int]bool{}
		for _, e := range r.Elements {
			in[e] = true
		}
		for _, set := range p.Sets {
			if r.Err != budget.ErrResume && !slices.ContainsFunc(set, func(e int32) bool { return in[int(e)] }) {
				t.Fatalf("%+v misses %v", r, set)
			}
		}
		limits.Resume = binary.LittleEndian.AppendUint32(slices.Clone(body), sum+1)
		if r := Solve(background, p, limits); r.Err != budget.ErrResume || r.Elements != nil || r.Proven {
			t.Errorf("a damaged state is taken: %+v", r)
		}
	})
}
