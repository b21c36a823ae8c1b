package frames

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// seen is what a drawing has, as an XML parser sees it.
type seen struct {
	elements map[string]int
	texts    []string // of title and text elements, in order
	ids      []string
	refs     []string // ids that are referred to
	width    int
	height   int
	frames   [][2]int // where the frames are
}

func parse(t rapid.TB, svg []byte) seen {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	d.Strict = true
	s := seen{elements: map[string]int{}}
	depth := 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("not well-formed: %v\n%s", err, svg)
		}
		switch e := token.(type) {
		case xml.StartElement:
			depth++
			if e.Name.Space != "http://www.w3.org/2000/svg" {
				t.Fatalf("the element %v is not SVG", e.Name)
			}
			s.elements[e.Name.Local]++
			if e.Name.Local == "text" || e.Name.Local == "title" {
				s.texts = append(s.texts, "")
			}
			for _, a := range e.Attr {
				var x, y int
				switch {
				case a.Name.Local == "id":
					s.ids = append(s.ids, a.Value)
				case a.Name.Local == "href":
					s.refs = append(s.refs, strings.TrimPrefix(a.Value, "#"))
				case strings.HasPrefix(a.Value, "url("):
					s.refs = append(s.refs, strings.TrimSuffix(strings.TrimPrefix(a.Value, "url(#"), ")"))
				case e.Name.Local == "svg" && a.Name.Local == "viewBox":
					if _, err := fmt.Sscanf(a.Value, "0 0 %d %d", &s.width, &s.height); err != nil {
						t.Fatal(err)
					}
				case a.Name.Local == "transform":
					if _, err := fmt.Sscanf(a.Value, "translate(%d %d)", &x, &y); err != nil {
						t.Fatal(err)
					}
					s.frames = append(s.frames, [2]int{x, y})
				}
			}
		case xml.EndElement:
			depth--
		case xml.CharData:
			if n := len(s.texts); n > 0 && depth > 1 && strings.TrimSpace(string(e)) != "" && !strings.Contains(string(e), "@media") {
				s.texts[n-1] += string(e)
			}
		}
	}
	return s
}

// TestAppend draws strips of all sizes with texts of any characters: what comes
// out is SVG that stands alone, says what it was given, and has every frame within
// its borders, clear of the others.
func TestAppend(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune(`ab1<>&"'é棋]]>`)), 1, 12, -1)
		strip := Strip{
			Title: text.Draw(t, "title"), Checked: rapid.Bool().Draw(t, "checked"),
			Rows: rapid.IntRange(1, 8).Draw(t, "rows"), Cols: rapid.IntRange(2, 8).Draw(t, "columns"),
		}
		want := []string{strip.Title, strip.Title}
		arrows := 0
		squares := rapid.IntRange(0, strip.Rows*strip.Cols-1)
		for range rapid.IntRange(0, 20).Draw(t, "frames") {
			f := Frame{From: squares.Draw(t, "from"), To: squares.Draw(t, "to")}
			if f.From != f.To {
				arrows++
			}
			for range rapid.IntRange(0, 3).Draw(t, "pieces") {
				p := Piece{Square: squares.Draw(t, "square"), Text: text.Draw(t, "text")}
				if strip.Checked {
					p.Kind = Kind(rapid.IntRange(0, 2).Draw(t, "kind"))
				}
				if f.Pieces = append(f.Pieces, p); p.Kind == Tile {
					want = append(want, p.Text)
				}
			}
			lines := rapid.SliceOfN(text, 1, 2).Draw(t, "caption")
			f.Caption = strings.Join(lines, "\n")
			want = append(want, lines...)
			strip.Frames = append(strip.Frames, f)
		}
		got := parse(t, strip.Append(nil))
		if !slices.Equal(got.texts, want) {
			t.Fatalf("texts %q, want %q", got.texts, want)
		}
		for _, ref := range got.refs {
			if !slices.Contains(got.ids, ref) {
				t.Fatalf("nothing has the id %q", ref)
			}
		}
		if n := got.elements["path"]; n != 1+arrows+2*len(slices.DeleteFunc([]bool{strip.Checked}, func(b bool) bool { return !b })) {
			t.Fatalf("%d paths for %d arrows", n, arrows)
		}
		for _, name := range []string{"script", "a", "image", "foreignObject"} {
			if got.elements[name] > 0 {
				t.Fatalf("there is an element %s", name)
			}
		}
		if len(got.frames) != len(strip.Frames) {
			t.Fatalf("%d frames, want %d", len(got.frames), len(strip.Frames))
		}
		for i, f := range got.frames {
			if f[0] < gap || f[0]+strip.Cols*cell+gap > got.width || f[1] < head || f[1]+strip.Rows*cell+caption > got.height {
				t.Fatalf("frame %d at %v is out of %dx%d", i, f, got.width, got.height)
			}
			for _, g := range got.frames[:i] {
				if max(f[0]-g[0], g[0]-f[0]) < strip.Cols*cell && max(f[1]-g[1], g[1]-f[1]) < strip.Rows*cell+caption {
					t.Fatalf("frames at %v and %v overlap", f, g)
				}
			}
		}
	})
}

// FuzzAppend: whatever bytes the texts have, the drawing is well-formed.
func FuzzAppend(f *testing.F) {
	f.Add("a<b>&\"", "two\nlines", "7")
	f.Add("\x00\xff", "]]>", "-->")
	f.Fuzz(func(t *testing.T, title, caption, text string) {
		s := Strip{Title: title, Rows: 2, Cols: 2, Frames: []Frame{{Caption: caption, Pieces: []Piece{{Text: text}}, To: 3}}}
		if got := parse(t, s.Append(nil)); got.elements["svg"] != 1 {
			t.Fatalf("%v", got)
		}
	})
}
