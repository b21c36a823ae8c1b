package hitting

import (
	"testing"

	"github.com/deepen-go/deepen/budget"
)

// TestAscent: rings of an odd number of pairs have a packing of one less than
// half; the halves of the pairs say more, and no search is needed.
func TestAscent(t *testing.T) {
	for _, n := range []int{3, 5, 67} {
		p := &Problem{Elements: n}
		for e := range n {
			p.Sets = append(p.Sets, []int32{int32(e + 1), int32((e+1)%n + 1)})
		}
		c, pace := whole(t, p)
		got, err := c.ascent(pace)
		if want := (n + 1) / 2; err != nil || got != want {
			t.Errorf("ring of %d: %d, %v; want %d", n, got, err, want)
		}
		packed, err := c.pack(pace)
		if err != nil || len(packed) != n/2 {
			t.Errorf("ring of %d: %d packed, %v", n, len(packed), err)
		}
		if r := Solve(background, p, budget.Limits{}); !r.Proven || len(r.Elements) != got {
			t.Errorf("ring of %d: %+v", n, r)
		}
	}
	var none system
	if got, err := none.ascent(&pacer{meter: budget.NewMeter(background, budget.Limits{})}); got != 0 || err != nil {
		t.Errorf("nothing: %d, %v", got, err)
	}
}
