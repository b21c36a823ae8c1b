// Package all lists the puzzles by name, for the faces that offer every one of
// them. A program that needs one puzzle imports that puzzle's package instead.
package all

import (
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/puzzle/exactcover"
	"github.com/deepen-go/deepen/puzzle/hittingset"
	"github.com/deepen-go/deepen/puzzle/knights"
	"github.com/deepen-go/deepen/puzzle/mayan"
	"github.com/deepen-go/deepen/puzzle/squares"
	"github.com/deepen-go/deepen/puzzle/sudoku"
	"github.com/deepen-go/deepen/puzzle/tiles"
)

// Kinds returns every puzzle, in the order in which they are listed everywhere.
func Kinds() []puzzle.Kind {
	return []puzzle.Kind{exactcover.Kind, hittingset.Kind, knights.Kind, mayan.Kind, squares.Kind, sudoku.Kind, tiles.Kind}
}

// Kind returns the puzzle of the given name.
func Kind(name string) (puzzle.Kind, bool) {
	for _, k := range Kinds() {
		if k.Info().Name == name {
			return k, true
		}
	}
	return nil, false
}
