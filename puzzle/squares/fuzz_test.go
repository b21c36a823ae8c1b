package squares

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"slices"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

func FuzzReader(f *testing.F) {
	for _, fm := range info.Formats {
		f.Add([]byte(fm.Sample), fm.Judge, "squares")
	}
	f.Add([]byte("5: 12 12\n4x:\n# x\n\x00"), false, "unit")
	f.Add([]byte("2 0 1\n5 3 2\n-1 99999999999999999999"), true, "rectangles")
	f.Fuzz(func(t *testing.T, data []byte, judge bool, shapes string) {
		format := "native"
		if judge {
			format = "poj1084"
		}
		r, err := Kind.NewReader(bytes.NewReader(data), format, puzzle.Settings{"shapes": shapes})
		if err != nil {
			return // about the settings
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
			again, err := Parse(string(inst.AppendNative(nil)))
			if err != nil || again.String() != inst.(*Grid).String() {
				t.Fatalf("%s reads as %v, %v", inst.(*Grid), again, err)
			}
		}
		t.Fatal("no end")
	})
}

func FuzzAnswerReader(f *testing.F) {
	f.Add([]byte("3\n-1 ? 0\nx"))
	f.Fuzz(func(t *testing.T, data []byte) {
		g := full(3, 3, Squares)
		r := Kind.NewAnswerReader(bytes.NewReader(data))
		for range len(data) + 2 {
			ans, err := r.Read(g)
			if err == io.EOF {
				if err := r.End(); err != nil {
					t.Fatal(err)
				}
				return
			}
			var fault *puzzle.InputError
			if errors.As(err, &fault) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			Check(g, ans)
		}
		t.Fatal("no end")
	})
}

func FuzzSolve(f *testing.F) {
	f.Add(uint8(5), uint8(5), uint8(0), []byte{1, 2})
	f.Add(uint8(7), uint8(9), uint8(1), []byte{0, 0, 0, 3})
	f.Add(uint8(12), uint8(12), uint8(2), []byte{255})
	f.Fuzz(func(t *testing.T, rows, cols, shapes uint8, gone []byte) {
		g := full(1+int(rows)%14, 1+int(cols)%14, Shapes(shapes%3))
		for s := 1; s <= g.Sticks() && s <= 8*len(gone); s++ {
			if gone[(s-1)/8]>>((s-1)%8)&1 == 1 {
				g.Gone = append(g.Gone, s)
			}
		}
		ans := Solve(background, g, budget.Limits{Nodes: 500})
		if v := Check(g, ans); v.Outcome != puzzle.Accepted {
			t.Fatalf("%s, %s: %s", g, g.Shapes, v.Reason)
		}
		if ans.Solution == nil || ans.LowerBound > ans.Cost || ans.Generated > 500 ||
			(ans.Status == puzzle.Solved) != (ans.LowerBound == ans.Cost) {
			t.Fatalf("%s, %s: %+v", g, g.Shapes, ans)
		}
	})
}

// FuzzResume: whatever the state, there is no panic, and what is returned leaves no
// shape.
func FuzzResume(f *testing.F) {
	g := full(7, 7, Squares)
	solve := func(ctx context.Context, limits budget.Limits, room int) puzzle.Answer {
		v := new(solver)
		v.board.reset(g)
		return v.rounds(ctx, limits, room)
	}
	for _, room := range []int{listSticks, 600} {
		solve(background, budget.Limits{Nodes: 300, Save: func(snapshot func() []byte) {
			state := snapshot()
			f.Add(state[:len(state)-4]) // without the checksum
		}}, room)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		sum := crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli))
		for _, room := range []int{listSticks, 600} {
			a := solve(t.Context(), budget.Limits{Nodes: 300, Resume: binary.LittleEndian.AppendUint32(slices.Clone(body), sum)}, room)
			if v := Check(g, a); a.Limit != "resume" && v.Outcome != puzzle.Accepted {
				t.Errorf("room %d: %s: %v", room, v.Reason, a)
			}
		}
	})
}
