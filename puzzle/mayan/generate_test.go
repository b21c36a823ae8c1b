package mayan

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// TestGenerate holds every board against what was asked for, by the literal search.
func TestGenerate(t *testing.T) {
	w := Wanted{Width: 5, Height: 6, Moves: 2, MinColours: 1, MaxColours: 3, MinBlocks: 5, MaxBlocks: 12, UniqueFirst: true}
	g, err := NewGenerator(w, 4)
	if err != nil {
		t.Fatal(err)
	}
	kinds, keys := map[shape]bool{}, map[string]bool{}
	for range 60 {
		b, err := g.Next(t.Context(), budget.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		s, colours := shape{}, map[int]bool{}
		for _, column := range b.Columns() {
			for _, c := range column {
				colours[c] = true
				s.blocks++
			}
		}
		s.colours = len(colours)
		kinds[s] = true
		if s.colours > 3 || s.blocks < 5 || s.blocks > 12 || b.Moves() != 2 || b.Mode() != Exact || b.Height() != 6 {
			t.Fatalf("%s: %+v", b.AppendNative(nil), s)
		}
		if _, err := New(b.Columns(), 2, Rules{Height: 6}); err != nil {
			t.Fatal(err)
		}
		start, wins := newPlain(b), 0
		if twinDepth(start, 1, Exact) != nil || twinDepth(start, 2, Exact) == nil {
			t.Fatalf("%s is not cleared by 2 moves, or by fewer", b.AppendNative(nil))
		}
		start.distinct(func(next plain) { wins += min(1, int(literalWays(next, 1))) })
		if wins != 1 {
			t.Fatalf("%s has %d first moves", b.AppendNative(nil), wins)
		}
		key := canonical(b.columns)
		if keys[key] {
			t.Fatalf("%s comes twice", b.AppendNative(nil))
		}
		keys[key] = true
	}
	if made, tried := g.Made(); made != 60 || tried < 60 {
		t.Errorf("%d made, %d tried", made, tried)
	}
	if len(kinds) < 10 {
		t.Errorf("the boards are of %d shapes: %v", len(kinds), kinds)
	}
}

// TestGenerateIndex: a board depends on seed, index and settings alone.
func TestGenerateIndex(t *testing.T) {
	gen, s := Kind.(puzzle.Generator), Kind.NewSolver()
	settings := puzzle.Settings{"moves": "1", "blocks": "6-9", "colours": "2"}
	board := func(s puzzle.Solver, seed, i uint64) string {
		b, err := gen.Generate(t.Context(), s, seed, i, settings, budget.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		return string(b.AppendNative(nil))
	}
	var first []string
	for i := range uint64(5) {
		first = append(first, board(s, 1, i))
	}
	for _, i := range []uint64{3, 1, 4} {
		if got := board(s, 1, i); got != first[i] {
			t.Errorf("board %d is %s, was %s", i, got, first[i])
		}
		if got := board(Kind.NewSolver(), 1, i); got != first[i] {
			t.Errorf("board %d is %s for a new solver, was %s", i, got, first[i])
		}
	}
	if slices.Contains(first, board(s, 2, 0)) && slices.Contains(first, board(s, 2, 1)) {
		t.Error("another seed makes the same boards")
	}
}

func TestGenerateStops(t *testing.T) {
	w := Wanted{Width: 2, Height: 2, Moves: 1, MinColours: 1, MaxColours: 1, MinBlocks: 3, MaxBlocks: 4}
	g, err := NewGenerator(w, 1)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := g.Next(t.Context(), budget.Limits{}); !errors.Is(err, ErrNotFound) || b != nil {
		t.Errorf("%v, %v", b, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.Next(ctx, budget.Limits{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	w = Wanted{Width: 5, Height: 7, Moves: 3, MinColours: 2, MaxColours: 3, MinBlocks: 15, MaxBlocks: 15}
	if g, err = NewGenerator(w, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := g.Next(t.Context(), budget.Limits{Nodes: 1}); !errors.Is(err, budget.ErrNodes) {
		t.Error(err)
	}
	for _, bad := range []puzzle.Settings{
		{"moves": "0"}, {"moves": "9"}, {"colours": "4-2"}, {"colours": "16"}, {"blocks": "x"}, {"blocks": "36"},
		{"size": "5"}, {"size": "9x7"}, {"size": "1x7", "blocks": "6"}, {"blocks": "8", "colours": "3"},
	} {
		_, err := Kind.(puzzle.Generator).Generate(t.Context(), Kind.NewSolver(), 1, 0, bad, budget.Limits{})
		if !errors.As(err, new(*puzzle.SettingsError)) || strings.HasPrefix(err.Error(), "mayan") {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

// TestCanonical mirrors boards and renames their colours, and changes a block.
func TestCanonical(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		columns := make([][]uint8, 5)
		for x := range columns {
			for range rnd.IntN(5) {
				columns[x] = append(columns[x], uint8(1+rnd.IntN(3)))
			}
		}
		names := rnd.Perm(3)
		other := make([][]uint8, 5)
		for x, column := range columns {
			for _, c := range column {
				other[4-x] = append(other[4-x], uint8(1+names[c-1]))
			}
		}
		if canonical(columns) != canonical(other) {
			t.Fatalf("%v and %v differ", columns, other)
		}
		other[2] = append(other[2], 9)
		if canonical(columns) == canonical(other) {
			t.Fatalf("%v and %v are alike", columns, other)
		}
	}
}
