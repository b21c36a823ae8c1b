package mayan

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// TestExplain pins a whole play, which was checked by hand.
func TestExplain(t *testing.T) {
	in := mustParse(t, Min, "3: 1 1//1 2 2/2")
	ans := Solve(t.Context(), in, budget.Limits{})
	got := string(Kind.(puzzle.Explainer).Explain(nil, in, ans))
	const want = `start: 6 blocks
 .  .  2  .
 1  .  2  .
 1  .  1  2

1. 0,0 right
 .  .  2  .
 1  .  2  .
 . (1) 1  2

3 blocks vanish
 .  .  2  .
 .  .  2  .
[1][1][1] 2

at rest: 3 blocks
 .  .  2  .
 .  .  2  2

2. 2,0 left
 .  .  2  .
 . (2) .  2

3 blocks vanish
 . [2][2][2]

the board is empty
 .  .  .  .

`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%v\n%s", ans, got)
	}
	bad := puzzle.Answer{Solution: Moves{}}
	if got := string(Kind.(puzzle.Explainer).Explain(nil, in, bad)); !strings.HasPrefix(got, "not a solution: ") {
		t.Error(got)
	}
}

// TestFilm: a film is XML with a shot for every frame, each with its blocks.
func TestFilm(t *testing.T) {
	in := mustParse(t, Exact, "3: 1/2 1/2 3 4/3 1/2 4 3 4")
	moves := Solve(t.Context(), in, budget.Limits{}).Solution.(Moves)
	steps, err := Frames(in, moves)
	if err != nil {
		t.Fatal(err)
	}
	svg := Kind.(puzzle.Renderer).Render(nil, in, puzzle.Answer{Solution: moves}, "svg")
	shots, tiles, arrows, blocks := 0, 0, 0, 0
	for _, s := range steps {
		blocks += s.Left
	}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		e, _ := token.(xml.StartElement)
		for _, a := range e.Attr {
			switch {
			case a.Name.Local == "class" && a.Value == "shot":
				shots++
			case a.Name.Local == "class" && a.Value == "tile":
				tiles++
			case a.Name.Local == "marker-end":
				arrows++
			}
		}
		if e.Name.Local == "script" {
			t.Error("there is a script")
		}
	}
	if shots != len(steps) || tiles != blocks || arrows != len(moves) {
		t.Errorf("%d shots for %d frames, %d tiles for %d blocks, %d arrows for %d moves", shots, len(steps), tiles, blocks, arrows, len(moves))
	}
	if !bytes.Contains(svg, []byte("<title>Mayan: 3 moves</title>")) {
		t.Errorf("%s", svg[:200])
	}
	if _, err := in.AppendSVG(nil, moves[1:]); err == nil {
		t.Error("what is no solution is drawn")
	}
}
