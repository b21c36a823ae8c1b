package mayan

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// twin solves a board by the letter of the rules, on the checker's plain board:
// every move in order, nothing left out. It returns nil when there is none.
func twin(in *Board) Moves {
	switch in.mode {
	case Exact, AtMost:
		return twinDepth(newPlain(in), in.moves, in.mode)
	}
	if in.moves == NoLimit {
		return twinOpen(in)
	}
	for n := 0; n <= in.moves; n++ {
		if moves := twinDepth(newPlain(in), n, Exact); moves != nil {
			return moves
		}
	}
	return nil
}

// each calls f for every move on b in order, with the board after it, until f
// returns true.
func (b plain) each(f func(Move, plain) bool) bool {
	for x := range b {
		for y := range b[x] {
			if b[x][y] == 0 {
				continue // there is nothing to drag
			}
			for _, g := range []int{1, -1} {
				m := Move{x, y, g}
				next := b.clone()
				if next.play(m) == "" && f(m, next) {
					return true
				}
			}
		}
	}
	return false
}

func (b plain) clone() plain {
	next := make(plain, len(b))
	for x := range b {
		next[x] = slices.Clone(b[x])
	}
	return next
}

func twinDepth(b plain, n int, mode Mode) (moves Moves) {
	if b.empty() && (mode != Exact || n == 0) {
		return Moves{}
	}
	if b.empty() || n == 0 {
		return nil
	}
	b.each(func(m Move, next plain) bool {
		if mode == AtMost && b.wasted(m) {
			return false
		}
		rest := twinDepth(next, n-1, mode)
		if rest != nil {
			moves = append(Moves{m}, rest...)
		}
		return rest != nil
	})
	return moves
}

// twinOpen searches breadth-first; boards are told apart by their print.
func twinOpen(in *Board) (moves Moves) {
	type found struct {
		b     plain
		moves Moves
	}
	start := newPlain(in)
	if start.empty() {
		return Moves{}
	}
	queue := []found{{start, nil}}
	seen := map[string]bool{fmt.Sprint(start): true}
	for len(queue) > 0 && moves == nil {
		at := queue[0]
		queue = queue[1:]
		at.b.each(func(m Move, next plain) bool {
			if key := fmt.Sprint(next); !seen[key] {
				seen[key] = true
				way := append(slices.Clone(at.moves), m)
				queue = append(queue, found{next, way})
				if next.empty() {
					moves = way
				}
			}
			return moves != nil
		})
	}
	return moves
}

// pick returns a number from lo to hi: rapid's, which shrinks what fails, or a
// fixed generator's, for tests that count what they have seen.
type pick func(lo, hi int) int

func rapidPick(t *rapid.T) pick {
	return func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "n") }
}

func fixedPick(seed uint64) pick {
	rnd := rand.New(rand.NewPCG(seed, 0))
	return func(lo, hi int) int { return lo + rnd.IntN(hi-lo+1) }
}

// board makes a board without a run. Mostly every colour has three blocks or
// more, so that it may have a solution.
func (p pick) board(mode Mode, w, h, colours, moves int) *Board {
	d := draft{height: h, colours: colours, columns: make([][]uint8, w)}
	for colour := 1; colour <= colours; colour++ {
		for range p(3, 4) - p(0, 9)/9 {
			x := p(0, w-1)
			y := p(0, len(d.columns[x]))
			before := d.columns[x]
			d.columns[x] = slices.Insert(slices.Clone(before), y, uint8(colour))
			if _, _, fault := d.run(); fault != "" || len(d.columns[x]) > h {
				d.columns[x] = before
			}
		}
	}
	return d.board(moves, mode)
}

func mustParse(t testing.TB, mode Mode, text string) *Board {
	t.Helper()
	b, err := Rules{Mode: mode}.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
