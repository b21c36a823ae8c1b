package knights

import (
	"bytes"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// This file is a literal twin of the puzzle for the tests: positions are strings
// of the squares row by row, moves follow the rules word by word, and a plain
// breadth-first search knows every distance. It uses nothing of the package but
// Square and Moves.

// twin is the size of the board.
type twin struct{ rows, cols int }

// neighbours calls yield for every move, in operator order: the squares from
// the top left to the bottom right whose knight can jump to the blank.
func (w twin) neighbours(s string, yield func(square int, t string)) {
	blank := strings.IndexByte(s, '*')
	for i := range s {
		dr, dc := i/w.cols-blank/w.cols, i%w.cols-blank%w.cols
		if dr*dr == 1 && dc*dc == 4 || dr*dr == 4 && dc*dc == 1 {
			t := []byte(s)
			t[blank], t[i] = t[i], '*'
			yield(i, string(t))
		}
	}
}

// depths gives the distance to target of every position within most moves; most
// -1 means all that can reach it. As a move can be taken back, the search runs
// from the target.
func (w twin) depths(target string, most int) map[string]int {
	depth := map[string]int{target: 0}
	for queue := []string{target}; len(queue) > 0; queue = queue[1:] {
		d := depth[queue[0]]
		if d == most {
			break
		}
		w.neighbours(queue[0], func(_ int, t string) {
			if _, ok := depth[t]; !ok {
				depth[t] = d + 1
				queue = append(queue, t)
			}
		})
	}
	return depth
}

// first walks from s to the target, always by the first move that leads nearer.
func (w twin) first(depth map[string]int, s string) Moves {
	moves := make(Moves, 0, depth[s])
	for depth[s] > 0 {
		near, nearer := 0, ""
		w.neighbours(s, func(i int, t string) {
			if d, ok := depth[t]; ok && nearer == "" && d == depth[s]-1 {
				near, nearer = i, t
			}
		})
		moves, s = append(moves, Square{near / w.cols, near % w.cols}), nearer
	}
	return moves
}

// text joins the rows of s by /.
func (w twin) text(s string) string {
	var rows []string
	for ; s != ""; s = s[w.cols:] {
		rows = append(rows, s[:w.cols])
	}
	return strings.Join(rows, "/")
}

// squares is the inverse of text.
func squares(text string) (twin, string) {
	rows := strings.Split(text, "/")
	return twin{len(rows), len(rows[0])}, strings.Join(rows, "")
}

// positions lists all positions with the knights of s.
func positions(s string) (all []string) {
	left := map[byte]int{}
	for i := range len(s) {
		left[s[i]]++
	}
	var place func(prefix []byte)
	place = func(prefix []byte) {
		if len(prefix) == len(s) {
			all = append(all, string(prefix))
		}
		for _, c := range []byte("*01") {
			if left[c] > 0 {
				left[c]--
				place(append(prefix, c))
				left[c]++
			}
		}
	}
	place(make([]byte, 0, len(s)))
	return all
}

// shuffled is a random position with the knights of s.
func shuffled(s string, draw func(lo, hi int) int) string {
	t := []byte(s)
	for i := len(t) - 1; i > 0; i-- {
		j := draw(0, i)
		t[i], t[j] = t[j], t[i]
	}
	return string(t)
}

// twice checks a property of random numbers with rapid, which likes small and
// odd ones and shrinks what fails, and with many that are evenly spread.
func twice(t *testing.T, evenly int, property func(t rapid.TB, draw func(lo, hi int) int)) {
	rapid.Check(t, func(t *rapid.T) {
		property(t, func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "number") })
	})
	if testing.Short() {
		evenly /= 10
	}
	for seed := range uint64(evenly) {
		rng := rand.New(rand.NewPCG(seed, 0))
		property(t, func(lo, hi int) int { return lo + rng.IntN(hi-lo+1) })
	}
}

// labelled is a board of the original puzzle with its distance.
type labelled struct {
	text  string
	depth int
}

// readLabelled reads a file of boards with their distances.
func readLabelled(t testing.TB, file string) (boards []labelled) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		f := strings.Fields(string(line))
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		depth, err := strconv.Atoi(f[1])
		if err != nil {
			t.Fatal(err)
		}
		boards = append(boards, labelled{f[0], depth})
	}
	return boards
}

// histogram tells, for a target, how many positions there are and how many of
// them are at each distance.
type histogram struct {
	target string
	states int
	counts []int
}

func readHistograms(t testing.TB) (hs []histogram) {
	data, err := os.ReadFile("testdata/histograms.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		f := strings.Fields(strings.Replace(string(line), ":", "", 1))
		if f[0] == "#" {
			continue
		}
		var ns []int
		for _, s := range f[1:] {
			n, err := strconv.Atoi(s)
			if err != nil {
				t.Fatal(err)
			}
			ns = append(ns, n)
		}
		hs = append(hs, histogram{f[0], ns[0], ns[1:]})
	}
	return hs
}
