package knights

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// TestFrames holds the frames against the twin: each position, what is left, and
// which other moves were as good.
func TestFrames(t *testing.T) {
	twice(t, 60, func(t rapid.TB, draw func(lo, hi int) int) {
		b := drawBoard(t, draw, 12, draw(0, 30))
		w := twin{b.Rows, b.Cols}
		_, s := squares(string(b.AppendNative(nil)))
		_, target := squares(string(b.appendPosition(nil, b.Target)))
		depth := w.depths(target, -1)
		if _, ok := depth[s]; !ok {
			return
		}
		a := Analyse(context.Background(), b, budget.Limits{})
		steps, err := Frames(b, a.Solution)
		if err != nil {
			t.Fatal(err)
		}
		choices := w.choices(depth, s)
		if len(steps) != len(choices)+1 {
			t.Fatalf("%d frames for %d moves", len(steps), len(choices))
		}
		for i, step := range steps {
			if i > 0 {
				from := step.From.Row*w.cols + step.From.Col
				if white := s[from] == '1'; white != step.White || s[step.To.Row*w.cols+step.To.Col] != '*' {
					t.Fatalf("%s, move %d: %+v", w.text(s), i, step)
				}
				n, next := 0, ""
				w.neighbours(s, func(j int, u string) {
					if n++; j == from {
						next = u
					}
				})
				if !slices.Equal(choices[i-1], append([]Square{step.From}, step.Others...)) || step.Wrong != n-len(choices[i-1]) {
					t.Fatalf("%s, move %d: %+v, the choices are %v of %d", w.text(s), i, step, choices[i-1], n)
				}
				s = next
			}
			if string(b.appendPosition(nil, step.Position)) != w.text(s) || step.Left != depth[s] || step.Least > step.Left {
				t.Fatalf("%s, move %d: %+v, %d left", w.text(s), i, step, depth[s])
			}
		}
	})
}

func TestExplain(t *testing.T) {
	b := mustParse(t, "11011/01100/01*10", "")
	a := Analyse(t.Context(), b, budget.Limits{})
	got := string(Kind.(puzzle.Explainer).Explain(nil, b, a))
	const want = `the first of 2 optimal solutions

start; 4 moves are left, at least 4 needed
 1 1 0 1 1
 0 1 1 0 0
 0 1 * 1 0

1. the black knight hops 1,0 to 2,2; 3 moves are left, at least 3 needed
   optimal as well: 1,4; the other 2 moves would cost two more
 1 1 0 1 1
 * 1 1 0 0
 0 1[0]1 0

2. the black knight hops 0,2 to 1,0; 2 moves are left, at least 2 needed
   the other move would cost two more
 1 1 * 1 1
[0]1 1 0 0
 0 1 0 1 0

3. the white knight hops 2,1 to 0,2; 1 move is left, at least 1 needed
   the other 3 moves would cost two more
 1 1[1]1 1
 0 1 1 0 0
 0 * 0 1 0

4. the black knight hops 1,3 to 2,1; 0 moves are left, at least 0 needed
   the other 2 moves would cost two more
 1 1 1 1 1
 0 1 1 * 0
 0[0]0 1 0

`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	// Plain moves have no others, and what is no solution is said to be none.
	steps, err := Frames(b, a.Solution.(Study).Moves)
	if err != nil || steps[1].Wrong != -1 || strings.Contains(string(steps[1].AppendText(nil, b, 1)), "other") {
		t.Errorf("%+v, %v", steps, err)
	}
	short := a.Solution.(Study).Moves[1:]
	if got := string(Kind.(puzzle.Explainer).Explain(nil, b, puzzle.Answer{Solution: short})); !strings.HasPrefix(got, "not a solution: move 1") {
		t.Error(got)
	}
}

// TestAnalyseLimits: when there is no memory for all solutions, one will do.
func TestAnalyseLimits(t *testing.T) {
	b := mustParse(t, sample, "")
	b.All = 3
	a := Analyse(t.Context(), b, budget.Limits{Memory: 1})
	if moves, ok := a.Solution.(Moves); !ok || len(moves) != 7 || a.Status != puzzle.Solved {
		t.Errorf("%v", a)
	}
	if a := Analyse(t.Context(), mustParse(t, deep, ""), budget.Limits{Nodes: 100}); a.Status != puzzle.Unknown || a.Limit != "nodes" {
		t.Errorf("%v", a)
	}
	if a := Kind.(puzzle.Analyst).Analyse(t.Context(), Kind.NewSolver(), b, budget.Limits{}); a.List != nil || a.String() != "7 moves: 0,4 2,3 3,1 1,2 2,0 0,1 2,2" {
		t.Errorf("%v", a)
	}
}

// TestRender: the drawing is XML with every knight of every frame and an arrow for
// every move.
func TestRender(t *testing.T) {
	for _, text := range []string{sample, classic, deep, "1111/0*10/0000", "000/101/11*"} {
		b := mustParse(t, text, "")
		a := Analyse(t.Context(), b, budget.Limits{})
		svg := Kind.(puzzle.Renderer).Render([]byte("before "), b, a, "svg")
		svg, ok := bytes.CutPrefix(svg, []byte("before "))
		if !ok {
			t.Fatal("what was there is gone")
		}
		uses, arrows := map[string]int{}, 0
		for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			e, _ := token.(xml.StartElement)
			for _, attr := range e.Attr {
				switch {
				case e.Name.Local == "use" && attr.Name.Local == "href":
					uses[attr.Value]++
				case attr.Name.Local == "marker-end":
					arrows++
				}
			}
		}
		frames := a.Cost + 1
		whites := b.Start.whites() * frames
		if uses["#board"] != frames || uses["#w"] != whites || uses["#w"]+uses["#b"] != frames*(b.Rows*b.Cols-1) || arrows != a.Cost {
			t.Errorf("%s: %v, %d arrows for %d moves", text, uses, arrows, a.Cost)
		}
		if !bytes.Contains(svg, []byte("<title>Knights: "+plural(a.Cost, "move"))) {
			t.Errorf("%s", svg[:200])
		}
		if _, err := b.AppendSVG(nil, Moves{{0, 0}}); err == nil {
			t.Error("what is no solution is drawn")
		}
	}
}
