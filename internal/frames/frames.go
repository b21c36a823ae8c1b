// Package frames draws the solutions of board puzzles: one frame for the start and
// one after each move, in a grid, as an SVG document that stands alone.
//
//	┌───────────────────────────┐
//	│ title                     │    A frame is a board with its pieces, perhaps
//	│ ┌─────┐  ┌─────┐  ┌─────┐ │    an arrow for the move that led to it, and a
//	│ │     │  │     │  │     │ │    caption. The colours follow the reader's
//	│ └─────┘  └─────┘  └─────┘ │    choice of dark or light.
//	│ caption  caption  caption │
//	└───────────────────────────┘
//
// There are no scripts, fonts or links in the document.
package frames

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
)

// Strip is what is drawn.
type Strip struct {
	Title      string
	Rows, Cols int  // of the board
	Checked    bool // its squares alternate between two colours
	Frames     []Frame
}

// Frame is a board at one time.
type Frame struct {
	Caption string // below the board, in at most two lines, parted by \n
	Pieces  []Piece
	// From and To are the squares of the move, row by row from 0; equal when there
	// is none to show.
	From, To int
}

// Piece stands on a square.
type Piece struct {
	Square int
	Kind   Kind
	Text   string // on a Tile
	Colour int    // of a Tile, from 1; 0: the usual one
	Marked bool   // a Tile that is about to go
}

// Kind is what a piece looks like.
type Kind uint8

// The kinds.
const (
	Tile        Kind = iota // a block with a text
	WhiteKnight             // of chess
	BlackKnight
)

// Measures in the drawing's units, which are pixels at its natural size.
const (
	cell    = 36  // a square
	gap     = 24  // between frames, and around them
	caption = 16  // a line
	least   = 165 // the width of a frame, for its caption
	head    = 40  // title
)

// colours in the light: background, text, board, dark squares, lines, arrow, white
// and black pieces, tiles; and in the dark.
const style = `
  .paper { fill: #ffffff }
  text { fill: #1f2328; font-family: system-ui, "DejaVu Sans", Arial, sans-serif; font-size: 12px }
  .title { font-size: 17px; font-weight: 600 }
  .note { fill: #57606a }
  .board { fill: #f3eee3; stroke: #8c7b62; stroke-width: 1.5 }
  .dark { fill: #ddd0b8 }
  .white { fill: #ffffff; stroke: #222222; stroke-width: 1.6; stroke-linejoin: round }
  .black { fill: #2b2b2b; stroke: #000000; stroke-width: 1.6; stroke-linejoin: round }
  .tile { fill: #e3eefb; stroke: #4a78ad; stroke-width: 1.2 }
  .number { text-anchor: middle; font-size: 15px; font-weight: 600 }
  .from { fill: none; stroke: #c2410c; stroke-width: 1.5; stroke-dasharray: 3 3 }
  .to { fill: #c2410c; fill-opacity: 0.18 }
  .arrow { fill: none; stroke: #c2410c; stroke-width: 2.4; stroke-linecap: round }
  .tip { fill: #c2410c }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #15181c }
    text { fill: #e6e8eb }
    .note { fill: #a3abb5 }
    .board { fill: #4a443a; stroke: #a08f74 }
    .dark { fill: #39342c }
    .white { fill: #f4f4f4; stroke: #0b0b0b }
    .black { fill: #101010; stroke: #b9b9b9 }
    .tile { fill: #22384f; stroke: #7fb0e6 }
    .from { stroke: #ff9a5c }
    .to { fill: #ff9a5c }
    .arrow { stroke: #ff9a5c }
    .tip { fill: #ff9a5c }
  }
`

// knight is the outline of a chess knight, 36 units wide.
const knight = "M9 30.5H27.5C28 22.5 28.5 10 17.5 7.5L17 4.5L13.8 7.6C10.5 9 9.5 12 8.3 14.8L5.6 19.6C5 21.2 6.6 23.2 8.6 22.6L11.6 20.6C13.5 20.3 15 19.8 16.2 18.6C16 22.8 9.5 24.5 9 30.5Z"

// Append appends the drawing.
func (s *Strip) Append(dst []byte) []byte {
	across := s.across()
	down := (len(s.Frames) + across - 1) / across
	width := gap + across*s.pitch()
	lines := 1
	for _, f := range s.Frames {
		lines = max(lines, 1+bytes.Count([]byte(f.Caption), []byte("\n")))
	}
	tall := s.Rows*cell + lines*caption + gap
	height := head + gap/2 + down*tall
	d := drawing{strip: s, out: bytes.NewBuffer(dst)}
	d.f(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">`+"\n", width, height, width, height)
	d.f("<title>")
	d.text(s.Title)
	d.f("</title>\n<style>%s</style>\n", style)
	d.defs()
	d.f(`<rect class="paper" width="%d" height="%d"/>`+"\n", width, height)
	d.f(`<text class="title" x="%d" y="%d">`, gap, head-10)
	d.text(s.Title)
	d.f("</text>\n")
	for i := range s.Frames {
		d.f(`<g transform="translate(%d %d)">`+"\n", gap+i%across*s.pitch(), head+gap/2+i/across*tall)
		d.frame(&s.Frames[i])
		d.f("</g>\n")
	}
	d.f("</svg>\n")
	return d.out.Bytes()
}

// pitch is the distance of frames side by side.
func (s *Strip) pitch() int { return max(s.Cols*cell, least) + gap }

// across is the number of frames side by side: about four for three below one
// another, as a screen is, but a few in one row.
func (s *Strip) across() int {
	n := len(s.Frames)
	if n <= 4 {
		return max(n, 1)
	}
	ratio := 4. / 3 * float64(s.Rows*cell+2*caption+gap) / float64(s.pitch())
	return min(max(int(math.Ceil(math.Sqrt(float64(n)*ratio))), 2), 8)
}

// drawing is a strip that is being written.
type drawing struct {
	strip *Strip
	out   *bytes.Buffer
}

func (d *drawing) f(format string, args ...any) { fmt.Fprintf(d.out, format, args...) }

// text writes a text of any characters.
func (d *drawing) text(s string) { _ = xml.EscapeText(d.out, []byte(s)) } // a buffer takes everything

// defs writes what frames have in common.
func (d *drawing) defs() {
	s := d.strip
	d.f("<defs>\n" + `<marker id="tip" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="5.5" markerHeight="5.5" orient="auto"><path class="tip" d="M0 0L10 5L0 10Z"/></marker>` + "\n")
	d.f(`<g id="board"><rect class="board" width="%d" height="%d" rx="2"/>`, s.Cols*cell, s.Rows*cell)
	for i := range s.Rows * s.Cols {
		if s.Checked && (i/s.Cols+i%s.Cols)%2 == 1 {
			d.f(`<rect class="dark" x="%d" y="%d" width="%d" height="%d"/>`, i%s.Cols*cell, i/s.Cols*cell, cell, cell)
		}
	}
	d.f("</g>\n")
	if s.Checked {
		d.f(`<g id="w"><path class="white" d="%s"/><circle class="black" cx="13.6" cy="13" r="0.6"/></g>`+"\n", knight)
		d.f(`<g id="b"><path class="black" d="%s"/><circle class="white" cx="13.6" cy="13" r="0.6"/></g>`+"\n", knight)
	}
	d.f("</defs>\n")
}

// frame writes a frame at the origin.
func (d *drawing) frame(f *Frame) {
	s := d.strip
	d.f(`<use href="#board"/>` + "\n")
	corner := func(square int) (x, y int) { return square % s.Cols * cell, square / s.Cols * cell }
	if f.From != f.To {
		x, y := corner(f.To)
		d.f(`<rect class="to" x="%d" y="%d" width="%d" height="%d"/>`+"\n", x, y, cell, cell)
		x, y = corner(f.From)
		d.f(`<rect class="from" x="%d" y="%d" width="%d" height="%d" rx="4"/>`+"\n", x+4, y+4, cell-8, cell-8)
	}
	for _, p := range f.Pieces {
		x, y := corner(p.Square)
		switch p.Kind {
		case WhiteKnight:
			d.f(`<use href="#w" x="%d" y="%d"/>`+"\n", x, y)
		case BlackKnight:
			d.f(`<use href="#b" x="%d" y="%d"/>`+"\n", x, y)
		default:
			d.tile(&p, x, y)
		}
	}
	if f.From != f.To {
		d.arrow(f.From, f.To)
	}
	for i, line := range bytes.Split([]byte(f.Caption), []byte("\n")) {
		class := ""
		if i > 0 {
			class = ` class="note"`
		}
		d.f(`<text%s x="0" y="%d">`, class, s.Rows*cell+(i+1)*caption)
		d.text(string(line))
		d.f("</text>\n")
	}
}

// tile writes a tile, its corner at (x,y). A colour shines through in both the
// light and the dark.
func (d *drawing) tile(p *Piece, x, y int) {
	box := fmt.Sprintf(`x="%d" y="%d" width="%d" height="%d" rx="4"`, x+2, y+2, cell-4, cell-4)
	d.f(`<rect class="tile" %s`, box)
	if p.Colour > 0 {
		d.f(` style="fill:hsl(%d 70%% 60%% / 0.55)"`, hue(p.Colour))
	}
	d.f("/>")
	if p.Marked {
		d.f(`<rect class="from" %s/>`, box)
	}
	d.f(`<text class="number" x="%d" y="%d">`, x+cell/2, y+cell/2+5)
	d.text(p.Text)
	d.f("</text>\n")
}

// arrow writes the arrow of a move, from the middle of a square to just before the
// piece on the other.
func (d *drawing) arrow(from, to int) {
	const short = 0.36 * cell
	middle := func(square int) (x, y float64) {
		return (float64(square%d.strip.Cols) + 0.5) * cell, (float64(square/d.strip.Cols) + 0.5) * cell
	}
	x, y := middle(from)
	u, v := middle(to)
	far := math.Hypot(u-x, v-y)
	d.f(`<path class="arrow" marker-end="url(#tip)" d="M%.1f %.1fL%.1f %.1f"/>`+"\n", x, y, u-(u-x)*short/far, v-(v-y)*short/far)
}
