package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// sampleCheckpoint has every field.
func sampleCheckpoint() *checkpoint {
	return &checkpoint{
		Program:  "v1",
		Puzzle:   "knights",
		Settings: map[string]string{"output": "jsonl", "minimal": "false"},
		Inputs:   []string{"a.txt", "-"},
		mark:     mark{17, 0xfedcba9876543210},
		Status:   exitUnknown,
		Output:   place{File: "1:2", Offset: 12345, End: 12350},
		InHand:   []saved{{18, 5, 1000, []byte{0, 1, 255}}, {20, 6, 0, []byte("x")}},
	}
}

func TestCheckpointComesBack(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.ckpt")
	for range 2 { // the second replaces the first
		if err := sampleCheckpoint().write(file); err != nil {
			t.Fatal(err)
		}
	}
	got, err := readCheckpoint(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sampleCheckpoint(), got, cmp.AllowUnexported(checkpoint{})); diff != "" {
		t.Error(diff)
	}
	if left, _ := filepath.Glob(file + "?*"); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

// TestDamagedCheckpointIsRefused damages a file in every place: each bit of
// each byte, each length.
func TestDamagedCheckpointIsRefused(t *testing.T) {
	text, err := sampleCheckpoint().encode()
	must(err)
	if _, err := decodeCheckpoint(text); err != nil {
		t.Fatal(err)
	}
	for i := range text {
		for bit := range 8 {
			bad := bytes.Clone(text)
			bad[i] ^= 1 << bit
			if _, err := decodeCheckpoint(bad); err == nil {
				t.Errorf("bit %d of byte %d: not noticed", bit, i)
			}
		}
		if _, err := decodeCheckpoint(text[:i]); err == nil {
			t.Errorf("cut to %d bytes: not noticed", i)
		}
	}
	if _, err := decodeCheckpoint(append(text, ' ')); err == nil {
		t.Error("one byte more: not noticed")
	}
}

// FuzzCheckpoint reads bodies under a right checksum: what is accepted must make
// sense and come back the same.
func FuzzCheckpoint(f *testing.F) {
	text, err := sampleCheckpoint().encode()
	must(err)
	_, body, _ := bytes.Cut(text, []byte("\n"))
	f.Add(body)
	f.Add([]byte("{}"))
	f.Add([]byte(`{"answered":5,"in_hand":[{"instance":3}]}`))
	f.Add([]byte(`{"status":77} {}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		c, err := decodeCheckpoint(append(checkpointHeader(body), body...))
		if err != nil {
			return
		}
		if err := c.check(); err != nil {
			t.Errorf("accepted although %v", err)
		}
		text, err := c.encode()
		must(err)
		again, err := decodeCheckpoint(text)
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if diff := cmp.Diff(c, again, cmp.AllowUnexported(checkpoint{})); diff != "" {
			t.Error(diff)
		}
		_, _ = decodeCheckpoint(body)
	})
}

// TestCompareCheckpoints changes one setting at a time.
func TestCompareCheckpoints(t *testing.T) {
	if err := sampleCheckpoint().compare(sampleCheckpoint()); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*checkpoint){
		"version v2":      func(c *checkpoint) { c.Program = "v2" },
		"puzzle tiles":    func(c *checkpoint) { c.Puzzle = "tiles" },
		"input: a.txt":    func(c *checkpoint) { c.Inputs = c.Inputs[:1] },
		"--output=text":   func(c *checkpoint) { c.Settings["output"] = "text" },
		`now it is "fa`:   func(c *checkpoint) { delete(c.Settings, "minimal") },
		"--max-moves=14,": func(c *checkpoint) { c.Settings["max-moves"] = "14" },
	} {
		c := sampleCheckpoint()
		change(c)
		if err := sampleCheckpoint().compare(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %s", err, want)
		}
	}
}

// TestDigestTellsInstancesApart compares random batches that differ a little.
func TestDigestTellsInstancesApart(t *testing.T) {
	digestOf := func(lines []string) (d digest) {
		in := kindReading("knights")
		src := &source{name: "-", r: strings.NewReader(strings.Join(lines, "\n")), close: func() error { return nil }}
		must(in.each(src, nil, func(it item) bool {
			d, _ = d.with(&it, nil)
			return true
		}))
		return d
	}
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.SampledFrom([]string{quickBoard, deepBoard, "11111/01111/00*11/00001/00000"}), 2, 8).Draw(t, "lines")
		other := append([]string(nil), lines...)
		i := rapid.IntRange(0, len(lines)-1).Draw(t, "i")
		j := rapid.IntRange(0, len(lines)-1).Draw(t, "j")
		other[i], other[j] = other[j], other[i]
		same := lines[i] == lines[j]
		if (digestOf(lines) == digestOf(other)) != same {
			t.Fatalf("%q and %q: same %v", lines, other, same)
		}
		if digestOf(lines) == digestOf(lines[1:]) {
			t.Fatalf("%q: the first does not count", lines)
		}
	})
}

// TestOutletGoesBack uses real files in the ways that a shell opens them.
func TestOutletGoesBack(t *testing.T) {
	const kept, lost = "kept\n", "lost\n"
	dir := t.TempDir()
	n := 0
	open := func(content string, flag int) *os.File {
		n++
		file := filepath.Join(dir, string(rune('a'+n)))
		must(os.WriteFile(file, []byte(content), 0o600))
		f, err := os.OpenFile(file, os.O_WRONLY|flag, 0)
		must(err)
		t.Cleanup(func() { must(f.Close()) })
		return f
	}
	for _, test := range []struct {
		name    string
		content string // of the file that is standard output
		flag    int
		file    bool  // it is the one that the checkpoint knows
		end     int64 // that the checkpoint knows
		want    string
		back    bool
	}{
		{"appending", kept + lost, os.O_APPEND, true, 0, kept + "new\n", true},
		{"at the end", kept + lost, 0, true, 0, kept + "new\n", true},
		{"nothing lost", kept, os.O_APPEND, true, int64(len(kept)), kept + "new\n", true},
		{"an unknown answer after it", kept + lost, os.O_APPEND, true, int64(len(kept + lost)), kept + "new\n", true},
		{"others printed, too", kept + lost, os.O_APPEND, true, int64(len(kept)), kept + lost + "new\n", false},
		{"another file", kept + lost, os.O_APPEND, false, 0, kept + lost + "new\n", false},
		{"shorter", "k\n", os.O_APPEND, true, 0, "k\nnew\n", false},
		{"fresh", "", os.O_APPEND, false, 0, "new\n", false},
	} {
		f := open(test.content, test.flag)
		o, err := newOutlet(f)
		must(err)
		if o.Offset != int64(len(test.content)) || o.File == "" {
			t.Fatalf("%s: %+v", test.name, o.place)
		}
		p := place{File: "none", Offset: int64(len(kept)), End: test.end}
		if test.file {
			p.File = o.File
		}
		back, err := o.goBack(p)
		if back != test.back || err != nil {
			t.Errorf("%s: %v, %v", test.name, back, err)
		}
		_, err = f.WriteString("new\n")
		must(err)
		o.advance(len("new\n"))
		got, err := os.ReadFile(f.Name())
		must(err)
		if string(got) != test.want || o.Offset != int64(len(got)) {
			t.Errorf("%s: %q, offset %d; want %q", test.name, got, o.Offset, test.want)
		}
	}
	var b bytes.Buffer
	o, err := newOutlet(&b)
	must(err)
	if back, err := o.goBack(place{Offset: 7}); back || err != nil {
		t.Errorf("a pipe: %v, %v", back, err)
	}
	if o.advance(3); o.Offset != 10 || o.File != "" {
		t.Errorf("a pipe: %+v", o.place)
	}
}

// batchText has quick, slower, bad and impossible boards, the same for the same
// seed.
func batchText(seed uint64, n int) string {
	rng := rand.New(rand.NewPCG(seed, 0))
	var b strings.Builder
	for range n {
		switch rng.IntN(20) {
		case 0:
			b.WriteString("10110/01*11/1x111/01001/00000\n")
		case 1:
			b.WriteString("\n")
		default:
			b.WriteString(randomBoard(rng) + "\n")
		}
	}
	return b.String()
}

// randomBoard walks at random from the target.
func randomBoard(rng *rand.Rand) string {
	cells := []byte("11111" + "01111" + "00*11" + "00001" + "00000")
	blank := 12
	for range rng.IntN(25) {
		r, c := blank/5+[]int{1, 2, 2, 1, -1, -2, -2, -1}[rng.IntN(8)], 0
		var cs []int
		for i := range 5 {
			if dr, dc := r-blank/5, i-blank%5; dr*dr+dc*dc == 5 {
				cs = append(cs, i)
			}
		}
		if r < 0 || r > 4 || cs == nil {
			continue
		}
		c = cs[rng.IntN(len(cs))]
		cells[blank], cells[r*5+c] = cells[r*5+c], cells[blank]
		blank = r*5 + c
	}
	rows := make([]string, 5)
	for i := range rows {
		rows[i] = string(cells[5*i : 5*i+5])
	}
	return strings.Join(rows, "/")
}
