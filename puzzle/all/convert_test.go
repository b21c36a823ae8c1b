package all

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/puzzle/knights"
)

// written is the text of instances in a format. Those that it cannot hold are
// left out of kept.
func written(t rapid.TB, kind puzzle.Kind, format string, settings puzzle.Settings, insts []puzzle.Instance) (text string, kept []puzzle.Instance) {
	var out bytes.Buffer
	w, err := kind.(puzzle.Converter).NewWriter(&out, format, settings)
	if err != nil {
		t.Fatal(err)
	}
	for _, inst := range insts {
		switch err := w.Write(inst); {
		case err == nil:
			kept = append(kept, inst)
		case !errors.As(err, new(*puzzle.FormatError)):
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String(), kept
}

// read returns the instances of a text, and how many could not be read.
func read(t rapid.TB, kind puzzle.Kind, format string, settings puzzle.Settings, text string) (insts []puzzle.Instance, bad int) {
	r, err := kind.NewReader(strings.NewReader(text), format, settings)
	if err != nil {
		t.Fatal(err)
	}
	for range strings.Count(text, "\n") + len(text) + 2 {
		switch inst, err := r.Read(); {
		case err == io.EOF:
			return insts, bad
		case err != nil:
			bad++
		default:
			insts = append(insts, inst)
		}
	}
	t.Fatalf("%s, %s: no end of %q", kind.Info().Name, format, text)
	return nil, 0
}

// wantSame compares instances. The move limit that a format of knights brings
// along is no part of them.
func wantSame(t rapid.TB, what, text string, got, want []puzzle.Instance) {
	plain := func(insts []puzzle.Instance) (all []puzzle.Instance) {
		for _, inst := range insts {
			if b, ok := inst.(*knights.Board); ok {
				c := *b
				c.MaxMoves = 0
				inst = &c
			}
			all = append(all, inst)
		}
		return all
	}
	if !reflect.DeepEqual(plain(got), plain(want)) {
		t.Fatalf("%s: %d instances came back as %d others:\n%s", what, len(want), len(got), text)
	}
}

// drawn is a random instance as a line of the native format, the settings that it
// is to be read with, and the formats that have room for it.
type drawn struct {
	native   string
	settings puzzle.Settings
	room     []string
}

const classic = "11111/01111/00*11/00001/00000"

// shuffled is a board of knights with those of text, each somewhere.
func shuffled(t *rapid.T, text string) string {
	squares := rapid.Permutation([]rune(strings.ReplaceAll(text, "/", ""))).Draw(t, "squares")
	var rows []string
	for cols := strings.IndexByte(text, '/'); len(squares) > 0; squares = squares[cols:] {
		rows = append(rows, string(squares[:cols]))
	}
	return strings.Join(rows, "/")
}

func drawCover(t *rapid.T) drawn {
	names := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z#;,0-9é]{1,3}`), 1, 8, rapid.ID[string]).Draw(t, "items")
	primary := rapid.IntRange(1, len(names)).Draw(t, "primary")
	text := strings.Join(names[:primary], " ")
	if primary < len(names) {
		text += " | " + strings.Join(names[primary:], " ")
	}
	for range rapid.IntRange(1, 6).Draw(t, "options") {
		text += " ||"
		for _, i := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(names)-1), 1, -1, rapid.ID[int]).Draw(t, "option") {
			text += " " + names[i]
			if i >= primary && rapid.Bool().Draw(t, "coloured") {
				text += ":" + rapid.StringMatching(`[a-z0-9]{1,2}`).Draw(t, "colour")
			}
		}
	}
	return drawn{text, nil, []string{"native", "dlx"}}
}

func drawKnights(t *rapid.T) drawn {
	switch rapid.IntRange(0, 2).Draw(t, "sort of board") {
	case 0:
		return drawn{shuffled(t, classic), nil, []string{"native", "bzoj1085"}}
	case 1:
		return drawn{shuffled(t, classic), puzzle.Settings{"target": "*1111/11111/11100/00000/00000"}, []string{"native"}}
	}
	return drawn{shuffled(t, "1111/0*11/0000"), nil, []string{"native"}}
}

func drawMayan(t *rapid.T) drawn {
	d := drawn{settings: puzzle.Settings{}, room: []string{"native"}}
	moves := rapid.IntRange(0, 7).Draw(t, "moves")
	width := rapid.SampledFrom([]int{5, 5, 1, 8}).Draw(t, "width")
	height := rapid.SampledFrom([]int{7, 7, 3, 15}).Draw(t, "height")
	colours := rapid.IntRange(3, 15).Draw(t, "colours")
	most := 0
	columns := make([][]int, width)
	texts := make([]string, width)
	for x := range columns {
		for y := range rapid.IntRange(0, height).Draw(t, "blocks") {
			// Unlike those beside and below, so that there is no run.
			colour := rapid.IntRange(1, colours).Filter(func(c int) bool {
				return (y == 0 || c != columns[x][y-1]) && (x == 0 || y >= len(columns[x-1]) || c != columns[x-1][y])
			}).Draw(t, "colour")
			most = max(most, colour)
			columns[x] = append(columns[x], colour)
		}
		texts[x] = strings.Trim(fmt.Sprint(columns[x]), "[]")
	}
	d.native = fmt.Sprintf("%d: %s", moves, strings.Join(texts, "/"))
	if height != 7 {
		d.settings["height"] = fmt.Sprint(height)
	}
	if d.settings["mode"] = rapid.SampledFrom([]string{"exact", "atmost", "min"}).Draw(t, "mode"); d.settings["mode"] == "min" && moves == 7 {
		d.native = "*" + d.native[1:]
	}
	if moves >= 1 && moves <= 5 && width == 5 && height == 7 && most <= 10 {
		d.room = append(d.room, "noip2011-mayan")
	}
	return d
}

func drawSquares(t *rapid.T) drawn {
	rows, cols := rapid.IntRange(1, 6).Draw(t, "rows"), rapid.IntRange(1, 6).Draw(t, "columns")
	gone := rapid.SliceOfDistinct(rapid.IntRange(1, 2*rows*cols+rows+cols), rapid.ID[int]).Draw(t, "gone")
	d := drawn{fmt.Sprintf("%dx%d: %s", rows, cols, strings.Trim(fmt.Sprint(gone), "[]")), nil, []string{"native"}}
	if rows == cols {
		d.room = append(d.room, "poj1084")
	}
	return d
}

func drawSudoku(t *rapid.T) drawn {
	box := rapid.SampledFrom([]int{3, 3, 2, 4, 5, 6}).Draw(t, "box")
	symbols := []rune(".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZa"[:box*box+1])
	if box == 4 && rapid.Bool().Draw(t, "letters") {
		symbols = []rune(".ABCDEFGHIJKLMNOP")
	}
	n := box * box * box * box
	cells := rapid.SliceOfN(rapid.SampledFrom(symbols), n, n).Draw(t, "cells")
	if box == 3 {
		return drawn{string(cells), nil, []string{"native", "poj3074", "sdk", "sdm", "ss"}}
	}
	return drawn{string(cells), nil, []string{"native"}}
}

func drawTiles(t *rapid.T) drawn {
	size := rapid.SampledFrom([]string{"", "2x6", "3x3", "4x4", "5x5", "2x2"}).Draw(t, "size")
	n := map[string]int{"": 20, "2x6": 12, "3x3": 9, "4x4": 16, "5x5": 25, "2x2": 4}[size]
	tiles := make([]int, n)
	for i := range tiles {
		tiles[i] = i
	}
	tiles = rapid.Permutation(tiles).Draw(t, "tiles")
	return drawn{strings.Trim(fmt.Sprint(tiles), "[]"), puzzle.Settings{"size": size}, []string{"native", "korf"}}
}

func drawHitting(t *rapid.T) drawn {
	n := rapid.IntRange(1, 30).Draw(t, "elements")
	sets := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(1, n), 1, 6), 0, 20).Draw(t, "sets")
	text := fmt.Sprintf("p hs %d %d", n, len(sets))
	for _, set := range sets {
		text += "\n" + strings.Trim(fmt.Sprint(set), "[]")
	}
	return drawn{text, nil, []string{"hgr", "pace", "opb"}}
}

var draws = map[string]func(t *rapid.T) drawn{
	"cover": drawCover, "hitting": drawHitting, "knights": drawKnights, "mayan": drawMayan, "squares": drawSquares, "sudoku": drawSudoku, "tiles": drawTiles,
}

// TestConvert: whatever format an instance goes through, it stays what it is, and
// a format that has no room for it says so.
func TestConvert(t *testing.T) {
	for _, kind := range Kinds() {
		if _, ok := kind.(puzzle.Converter); !ok {
			continue
		}
		t.Run(kind.Info().Name, func(t *testing.T) {
			draw, ok := draws[kind.Info().Name]
			if !ok {
				t.Fatal("there are no instances for it here")
			}
			rapid.Check(t, func(t *rapid.T) {
				d := draw(t)
				insts, bad := read(t, kind, "native", d.settings, d.native)
				if len(insts) != 1 || bad > 0 {
					t.Fatalf("%q with %v gives %d instances", d.native, d.settings, len(insts))
				}
				for _, from := range kind.Info().Formats {
					text, kept := written(t, kind, from.Name, d.settings, insts)
					if room := slices.Contains(d.room, from.Name); room != (len(kept) == 1) {
						t.Fatalf("%q with %v: is there room in %s? %v", d.native, d.settings, from.Name, !room)
					} else if !room {
						continue
					}
					back, bad := read(t, kind, from.Name, d.settings, text)
					wantSame(t, from.Name, text, back, insts)
					for _, name := range d.room {
						text, kept := written(t, kind, name, d.settings, back)
						wantSame(t, from.Name+" to "+name, text, kept, insts)
						again, worse := read(t, kind, name, d.settings, text)
						wantSame(t, from.Name+" to "+name, text, again, insts)
						if bad += worse; bad > 0 {
							t.Fatalf("%q", text)
						}
					}
				}
			})
		})
	}
}

// FuzzConvert reads any text in a format, and writes what can be read in another.
func FuzzConvert(f *testing.F) {
	for i, kind := range Kinds() {
		for j, from := range kind.Info().Formats {
			for k := range kind.Info().Formats {
				f.Add(uint8(i), uint8(j), uint8(k), from.Sample+from.Sample)
			}
		}
	}
	f.Fuzz(func(t *testing.T, i, j, k uint8, text string) {
		kind := Kinds()[int(i)%len(Kinds())]
		if _, ok := kind.(puzzle.Converter); !ok {
			return
		}
		formats := kind.Info().Formats
		from, to := formats[int(j)%len(formats)].Name, formats[int(k)%len(formats)].Name
		insts, _ := read(t, kind, from, nil, text)
		out, kept := written(t, kind, to, nil, insts)
		if len(kept) == 0 {
			return // an empty text may be none
		}
		back, bad := read(t, kind, to, nil, out)
		wantSame(t, from+" to "+to, out, back, kept)
		if bad > 0 {
			t.Fatalf("%s to %s: %d faults in what was written:\n%s", from, to, bad, out)
		}
	})
}

// TestConvertRefuses: settings and formats that there are not.
func TestConvertRefuses(t *testing.T) {
	for _, kind := range Kinds() {
		c, ok := kind.(puzzle.Converter)
		if !ok {
			continue
		}
		name := kind.Info().Name
		if _, err := c.NewWriter(io.Discard, "pdf", nil); err == nil || !strings.Contains(err.Error(), name+` has no format "pdf"`) {
			t.Errorf("%s: %v", name, err)
		}
		for _, f := range kind.Info().FormatNames() {
			if _, err := c.NewWriter(io.Discard, f, puzzle.Settings{"colour": "red"}); err == nil || err.Error() != "unknown option --colour" {
				t.Errorf("%s, %s: %v", name, f, err)
			}
			if _, err := c.NewWriter(io.Discard, f, nil); err != nil {
				t.Errorf("%s, %s: %v", name, f, err)
			}
		}
		for _, option := range c.ConvertOptions() {
			if !slices.ContainsFunc(kind.Info().Options, func(o puzzle.Option) bool { return o.Name == option }) {
				t.Errorf("%s has no option %s", name, option)
			}
		}
	}
}
