package exactcover

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// The problems here are the classic ones of exact cover. They ask for one solution.

// text puts a problem together of words, as the DLX format has them.
type text struct {
	primary, secondary []string
	options            []string
}

func (t *text) problem() *Problem {
	all := strings.Join(t.primary, " ")
	if len(t.secondary) > 0 {
		all += " | " + strings.Join(t.secondary, " ")
	}
	p, err := Parse(all + "\n" + strings.Join(t.options, "\n"))
	if err != nil {
		panic(err) // a fault of the builder's
	}
	return p
}

// each returns the names made of format and the numbers from lo to hi.
func each(format string, lo, hi int) (names []string) {
	for i := lo; i <= hi; i++ {
		names = append(names, fmt.Sprintf(format, i))
	}
	return names
}

// Queens is the problem of n queens that do not attack one another: rows and columns
// are primary items, diagonals secondary ones.
func Queens(n int) *Problem {
	t := &text{
		primary:   slices.Concat(each("r%d", 1, n), each("c%d", 1, n)),
		secondary: slices.Concat(each("a%d", 2, 2*n), each("b%d", 1-n, n-1)),
	}
	for r := 1; r <= n; r++ {
		for c := 1; c <= n; c++ {
			t.options = append(t.options, fmt.Sprintf("r%d c%d a%d b%d", r, c, r+c, r-c))
		}
	}
	return t.problem()
}

// Langford asks for the numbers 1, 1, 2, 2, … n, n in a row, with k others between the
// two ks. Every arrangement has a mirror image that counts as well.
func Langford(n int) *Problem {
	t := &text{primary: slices.Concat(each("d%d", 1, n), each("s%d", 1, 2*n))}
	for k := 1; k <= n; k++ {
		for at := 1; at+k+1 <= 2*n; at++ {
			t.options = append(t.options, fmt.Sprintf("d%d s%d s%d", k, at, at+k+1))
		}
	}
	return t.problem()
}

// Latin asks for a Latin square of n rows; given has what stands in some cells, row by
// row, from 1, and 0 in the others. Nil leaves all cells open.
func Latin(n int, given []int) *Problem {
	t := &text{}
	for i := 1; i <= n; i++ {
		for j := 1; j <= n; j++ {
			t.primary = append(t.primary, fmt.Sprintf("c%d,%d", i, j), fmt.Sprintf("r%d=%d", i, j), fmt.Sprintf("k%d=%d", i, j))
		}
	}
	for r := range n {
		for c := range n {
			for v := 1; v <= n; v++ {
				if given == nil || given[r*n+c] == 0 || given[r*n+c] == v {
					t.options = append(t.options, fmt.Sprintf("c%d,%d r%d=%d k%d=%d", r+1, c+1, r+1, v, c+1, v))
				}
			}
		}
	}
	return t.problem()
}

// pentominoes are the twelve, by the letters that they look like.
var pentominoes = map[string]string{
	"F": ".XX/XX./.X.", "I": "XXXXX", "L": "XXXX/X...", "N": "XXX./..XX", "P": "XX/XX/X.", "T": "XXX/.X./.X.",
	"U": "X.X/XXX", "V": "X../X../XXX", "W": "X../XX./.XX", "X": ".X./XXX/.X.", "Y": "XXXX/.X..", "Z": "XX./.X./.XX",
}

// Pentominoes asks for the twelve pentominoes to fill a board: rows joined by /, X a
// cell and . none. Rotated and reflected solutions count.
func Pentominoes(board string) *Problem {
	rows := strings.Split(board, "/")
	t := &text{}
	name := func(r, c int) string { return fmt.Sprintf("%d,%d", r+1, c+1) }
	for r, row := range rows {
		for c := range row {
			if row[c] == 'X' {
				t.primary = append(t.primary, name(r, c))
			}
		}
	}
	for _, letter := range slices.Sorted(slices.Values([]string{"F", "I", "L", "N", "P", "T", "U", "V", "W", "X", "Y", "Z"})) {
		t.primary = append(t.primary, letter)
		for _, shape := range turned(pentominoes[letter]) {
			for r := range rows {
				for c := range rows[r] {
					if option, ok := placed(rows, shape, r, c, name); ok {
						t.options = append(t.options, letter+option)
					}
				}
			}
		}
	}
	return t.problem()
}

// cell is a row and a column.
type cell [2]int

// turned returns the different orientations of a shape.
func turned(shape string) (all [][]cell) {
	var cells []cell
	for r, row := range strings.Split(shape, "/") {
		for c := range row {
			if row[c] == 'X' {
				cells = append(cells, cell{r, c})
			}
		}
	}
	for i := range 8 {
		one := slices.Clone(cells)
		for j, at := range cells {
			one[j] = cell{at[1], -at[0]} // a quarter turn
			if i == 4 {
				one[j] = cell{at[0], -at[1]}
			}
		}
		cells = slices.Clone(one)
		top, left := slices.MinFunc(one, func(a, b cell) int { return a[0] - b[0] })[0], slices.MinFunc(one, func(a, b cell) int { return a[1] - b[1] })[1]
		for j := range one {
			one[j][0] -= top
			one[j][1] -= left
		}
		slices.SortFunc(one, func(a, b cell) int { return slices.Compare(a[:], b[:]) })
		if !slices.ContainsFunc(all, func(other []cell) bool { return slices.Equal(one, other) }) {
			all = append(all, one)
		}
	}
	return all
}

// placed names the cells of a shape whose corner is at r, c, if they are on the board.
func placed(rows []string, shape []cell, r, c int, name func(r, c int) string) (option string, ok bool) {
	for _, at := range shape {
		r, c := r+at[0], c+at[1]
		if r >= len(rows) || c >= len(rows[r]) || rows[r][c] != 'X' {
			return "", false
		}
		option += " " + name(r, c)
	}
	return option, true
}

// Random makes a problem with the given numbers of items and options, which has a
// solution: one is put in first.
func Random(rng *rand.Rand, primary, secondary, options int) *Problem {
	t := &text{primary: each("p%d", 1, primary), secondary: each("s%d", 1, secondary)}
	colours := make([]int, secondary) // of the solution that is put in
	for i := range colours {
		colours[i] = rng.IntN(3)
	}
	for at := rng.Perm(primary); len(at) > 0; {
		n := min(len(at), 1+rng.IntN(4))
		var words []string
		for _, i := range at[:n] {
			words = append(words, t.primary[i])
		}
		for i, colour := range colours {
			if rng.IntN(4) == 0 {
				words = append(words, fmt.Sprintf("%s:%d", t.secondary[i], colour))
			}
		}
		at = at[n:]
		t.options = append(t.options, strings.Join(words, " "))
	}
	for len(t.options) < options {
		var words []string
		for _, i := range rng.Perm(primary)[:min(primary, 1+rng.IntN(4))] {
			words = append(words, t.primary[i])
		}
		for i := range secondary {
			if rng.IntN(4) == 0 {
				words = append(words, fmt.Sprintf("%s:%d", t.secondary[i], rng.IntN(3)))
			}
		}
		t.options = append(t.options, strings.Join(words, " "))
	}
	rng.Shuffle(len(t.options), func(i, j int) { t.options[i], t.options[j] = t.options[j], t.options[i] })
	return t.problem()
}
