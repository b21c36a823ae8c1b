package hittingset

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

func FuzzReader(f *testing.F) {
	for i, fm := range info.Formats {
		f.Add([]byte(fm.Sample), uint8(i))
	}
	f.Add([]byte("c\np hs 3 2\n\n1 1\np hs"), uint8(0))
	f.Add([]byte("* #variable= 9\nmin: 1 x2;2 x2>=2 ;min:;>=1;"), uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, format uint8) {
		r, err := Kind.NewReader(bytes.NewReader(data), info.Formats[int(format)%len(info.Formats)].Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range len(data) + 2 {
			inst, err := r.Read()
			if err == io.EOF {
				return
			}
			var fault *puzzle.InputError
			if errors.As(err, &fault) {
				if fault.Line < 1 || fault.Column < 1 || fault.Msg == "" {
					t.Fatalf("%#v", fault)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			p := inst.(*Problem)
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
			again, err := Parse(p.String())
			if err != nil || again.String() != p.String() {
				t.Fatalf("%s reads as %v, %v", p, again, err)
			}
		}
		t.Fatal("no end")
	})
}

func FuzzAnswerReader(f *testing.F) {
	f.Add([]byte("2\n1\n2\nc\n-1 ? 0\nx"))
	f.Add([]byte("999999999999999999\n1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p := &Problem{Elements: 3, Sets: [][]int32{{1, 2}, {3}}}
		r := Kind.NewAnswerReader(bytes.NewReader(data))
		for range len(data) + 2 {
			ans, err := r.Read(p)
			if err == io.EOF {
				if err := r.End(); err != nil {
					t.Fatal(err)
				}
				return
			}
			if errors.As(err, new(*puzzle.InputError)) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			Check(p, ans)
		}
		t.Fatal("no end")
	})
}

// FuzzSolve cuts the data into sets: a byte's high bit ends one.
func FuzzSolve(f *testing.F) {
	f.Add([]byte{1, 2, 0x83, 4, 0x85, 6, 7, 0x81})
	f.Add(bytes.Repeat([]byte{1, 77, 0x80 + 30, 5}, 90))
	f.Fuzz(func(t *testing.T, data []byte) {
		p := &Problem{Elements: 128}
		var set []int32
		for i, b := range data {
			set = append(set, 1+(int32(b&0x7f)+int32(i/16))%128)
			if b >= 0x80 {
				p.Sets = append(p.Sets, set)
				set = nil
			}
		}
		ans := Solve(background, p, budget.Limits{Nodes: 500, Memory: 1 << 28})
		if v := Check(p, ans); v.Outcome != puzzle.Accepted {
			t.Fatalf("%s: %s", p, v.Reason)
		}
		if ans.Solution == nil || ans.LowerBound > ans.Cost || ans.Generated > 500 ||
			(ans.Status == puzzle.Solved) != (ans.LowerBound == ans.Cost) {
			t.Fatalf("%s: %+v", p, ans)
		}
	})
}
