package frames

import (
	"bytes"
	"fmt"
)

// second is how long a frame of a film is shown.
const second = 1.0

// AppendFilm appends the frames as a film: one after another in one place, a second
// each, over and over. The document is animated by its style sheet; where that is
// not done, or less motion is asked for, it shows the first frame.
func (s *Strip) AppendFilm(dst []byte) []byte {
	width, height := s.pitch()+gap, head+gap/2+s.Rows*cell+2*caption+gap
	d := drawing{strip: s, out: bytes.NewBuffer(dst)}
	d.f(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">`+"\n", width, height, width, height)
	d.f("<title>")
	d.text(s.Title)
	d.f("</title>\n<style>%s%s</style>\n", style, s.reel())
	d.defs()
	d.f(`<rect class="paper" width="%d" height="%d"/>`+"\n", width, height)
	d.f(`<text class="title" x="%d" y="%d">`, gap, head-10)
	d.text(s.Title)
	d.f("</text>\n")
	for i := range s.Frames {
		d.f(`<g transform="translate(%d %d)"><g class="shot" style="animation-delay:%gs"`, gap, head+gap/2, float64(i)*second)
		if i > 0 {
			d.f(` visibility="hidden"`)
		}
		d.f(">\n")
		d.frame(&s.Frames[i])
		d.f("</g></g>\n")
	}
	d.f("</svg>\n")
	return d.out.Bytes()
}

// reel is the style that shows each frame in its turn. The first is visible until
// its turn is over, the others hidden until theirs comes.
func (s *Strip) reel() string {
	n := max(len(s.Frames), 1)
	if n == 1 {
		return ""
	}
	return fmt.Sprintf(`  @media (prefers-reduced-motion: no-preference) {
    .shot { animation: shot %gs step-end infinite }
  }
  @keyframes shot { 0%% { visibility: visible } %.4f%% { visibility: hidden } 100%% { visibility: hidden } }
`, float64(n)*second, 100/float64(n))
}

// hue spreads the colours of tiles around the circle, neighbours far apart.
func hue(colour int) int { return colour * 137 % 360 }
