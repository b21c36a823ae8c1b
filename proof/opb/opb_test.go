package opb

import (
	"bytes"
	"errors"
	"testing"
)

func TestWrite(t *testing.T) {
	for _, test := range []struct {
		elements int
		sets     [][]int32
		want     string
	}{
		{0, nil, "* #variable= 0 #constraint= 0\nmin: ;\n"},
		{2, [][]int32{{}}, "* #variable= 2 #constraint= 1\nmin: 1 x1 1 x2 ;\n>= 1 ;\n"},
		{
			3, [][]int32{{3, 1}, {2, 2, 3, 2}, {3, 3}},
			"* #variable= 3 #constraint= 3\nmin: 1 x1 1 x2 1 x3 ;\n1 x3 1 x1 >= 1 ;\n1 x2 1 x3 >= 1 ;\n1 x3 >= 1 ;\n",
		},
	} {
		var b bytes.Buffer
		if err := Write(&b, test.elements, test.sets); err != nil || b.String() != test.want {
			t.Errorf("%v: %v\n%s", test.sets, err, b.String())
		}
	}
}

// after writes some bytes and then fails.
type after int

func (a *after) Write(p []byte) (int, error) {
	if *a -= after(len(p)); *a < 0 {
		return 0, errors.New("no room")
	}
	return len(p), nil
}

func TestError(t *testing.T) {
	sets := make([][]int32, 10_000)
	for i := range sets {
		sets[i] = []int32{1, 2, 3}
	}
	for _, room := range []after{0, 100_000} {
		if err := Write(&room, 3, sets); err == nil {
			t.Error("no error")
		}
	}
	big := after(0)
	if err := Write(&big, 100_000, nil); err == nil {
		t.Error("no error of the objective")
	}
}
