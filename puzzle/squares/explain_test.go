package squares

import (
	"context"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

func explained(t testing.TB, text string, shapes Shapes) string {
	t.Helper()
	g, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	g.Shapes = shapes
	return string(Kind.(puzzle.Explainer).Explain(nil, g, Solve(background, g, budget.Limits{})))
}

func TestExplain(t *testing.T) {
	for _, test := range []struct {
		text   string
		shapes Shapes
		want   string
	}{
		{"2: 8", Squares, `+---+---+
| a x   |
+---+xxx+
    | b |
+---+---+
stick 4 breaks 2 squares, 1 of them alone
stick 7 breaks 2 squares, 1 of them alone
2 squares, marked by letters, share no stick, so each needs one of its own: no fewer than 2 will do
  a  the 1x1 square of row 1 and column 1
  b  the 1x1 square of row 2 and column 2
`},
		{"2: 8 9", Rectangles, `+xxx+xxx+
|   | a |
+---+---+
        |
+---+---+
stick 1 breaks 2 rectangles, 1 of them alone
stick 2 breaks 2 rectangles, 1 of them alone
1 rectangle, marked by letters, needs a stick; no more are apart. That proves 1; the search proved that no fewer than 2 will do
  a  the 1x1 square of row 1 and column 2
`},
		{"1: 1", Squares, "+   +\n|   |\n+---+\nnothing is complete, so there is nothing to do\n"},
	} {
		if diff := cmp.Diff(test.want, explained(t, test.text, test.shapes)); diff != "" {
			t.Errorf("%s: %s", test.text, diff)
		}
	}
}

// TestExplainProves: the shapes of the packing are complete and share no stick,
// and the numbers of a stick are what taking it away alone does.
func TestExplainProves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t, 6, 40)
		ans := Solve(background, g, budget.Limits{})
		m := ans.Solution.(Removal)
		why := Explain(background, g, m, budget.Limits{})
		if len(why.Packed) > len(m) || len(m) > 0 && len(why.Packed) == 0 || !why.Largest {
			t.Fatalf("%s: %d sticks, %+v", g, len(m), why)
		}
		used := map[int]bool{}
		for _, s := range why.Packed {
			for _, stick := range border(g, s) {
				if used[stick] || wasGone(g, stick) {
					t.Fatalf("%s: stick %d of %s", g, stick, s)
				}
				used[stick] = true
			}
			if !g.counts(s.Height, s.Width) {
				t.Fatalf("%s: %s does not count", g, s)
			}
		}
		for i, stick := range m {
			if why.Alone[i] == 0 || why.Alone[i] > why.Breaks[i] {
				t.Fatalf("%s: stick %d breaks %d, %d alone, but the removal is smallest", g, stick, why.Breaks[i], why.Alone[i])
			}
		}
	})
}

// TestExplainStopped: without time for a packing, the rest is still said.
func TestExplainStopped(t *testing.T) {
	g := full(6, 6, Squares)
	v := Kind.NewSolver()
	ans := v.Solve(background, g, budget.Limits{})
	m := ans.Solution.(Removal)
	ctx, cancel := context.WithCancel(background)
	cancel()
	why := Explain(ctx, g, m, budget.Limits{})
	if why.Largest || len(why.Packed) > len(m) {
		t.Errorf("%+v", why)
	}
	why.Packed = nil
	text := string(appendExplanation(nil, g, m, why))
	if !strings.HasSuffix(text, "\nthe search proved that no fewer than 19 will do\n") || !strings.Contains(text, "stick 2 breaks ") {
		t.Error(text)
	}
	k := Kind.(puzzle.Analyst)
	if a := k.Analyse(ctx, v, full(9, 9, Squares), budget.Limits{}); a.Status != puzzle.Unknown || a.Limit != "interrupt" {
		t.Errorf("%+v", a)
	}
	got := k.Analyse(background, v, g, budget.Limits{})
	study, ok := got.Solution.(Study)
	if got.Status != puzzle.Solved || !ok || len(study.Removal) != 19 || len(study.Reason.Packed) != 18 || got.String() != ans.String() {
		t.Errorf("%+v", got)
	}
}

// border walks around the shape.
func border(g *Grid, s Shape) (sticks []int) {
	for i := range s.Width {
		sticks = append(sticks, g.Horizontal(s.Row, s.Col+i), g.Horizontal(s.Row+s.Height, s.Col+i))
	}
	for i := range s.Height {
		sticks = append(sticks, g.Vertical(s.Row+i, s.Col), g.Vertical(s.Row+i, s.Col+s.Width))
	}
	return sticks
}

func TestSVG(t *testing.T) {
	g, err := Parse("2x3: 1 17")
	if err != nil {
		t.Fatal(err)
	}
	ans := Solve(background, g, budget.Limits{})
	svg := string(Kind.(puzzle.Renderer).Render(nil, g, ans, "svg"))
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if lines, dashed := strings.Count(svg, "<line "), strings.Count(svg, "dasharray"); lines != 15 || dashed != ans.Cost {
		t.Errorf("%d sticks, %d of them taken away; want 15 and %d", lines, dashed, ans.Cost)
	}
}
