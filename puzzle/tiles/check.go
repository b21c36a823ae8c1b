package tiles

import (
	"io"

	"github.com/deepen-go/deepen/internal/lines"
	"github.com/deepen-go/deepen/puzzle"
)

// Check judges an answer by the rules alone: a solution is played move by move
// on a plain board and has to end in the goal, and the cost has to be its number
// of moves. An answer without a solution, as the judge's format has it, passes
// unless its cost is impossible.
func Check(b *Board, ans puzzle.Answer) puzzle.Verdict {
	if ans.Status != puzzle.Solved {
		return puzzle.Verdict{}
	}
	if ans.Cost < 0 {
		return puzzle.Wrong("a solved board needs a number of moves, not %d", ans.Cost)
	}
	if ans.Solution == nil {
		return puzzle.Verdict{}
	}
	moves, ok := ans.Solution.(Moves)
	if !ok {
		return puzzle.Verdict{Outcome: puzzle.Presentation, Reason: "not a solution of tiles"}
	}
	if len(moves) != ans.Cost {
		return puzzle.Wrong("the cost is %d, but there are %d moves", ans.Cost, len(moves))
	}
	board := make([][]int, b.Rows)
	where := map[int][2]int{} // row and column of each tile
	for r := range board {
		board[r] = make([]int, b.Cols)
		for c := range board[r] {
			board[r][c] = int(b.Tiles[r*b.Cols+c])
			where[board[r][c]] = [2]int{r, c}
		}
	}
	for i, tile := range moves {
		at, ok := where[tile]
		blank := where[0]
		dr, dc := at[0]-blank[0], at[1]-blank[1]
		switch {
		case !ok || tile == 0:
			return puzzle.Wrong("move %d: there is no tile %d", i+1, tile)
		case dr*dr+dc*dc != 1:
			return puzzle.Wrong("move %d: tile %d in row %d, column %d is not beside the blank in row %d, column %d",
				i+1, tile, at[0]+1, at[1]+1, blank[0]+1, blank[1]+1)
		}
		board[blank[0]][blank[1]], board[at[0]][at[1]] = tile, 0
		where[tile], where[0] = blank, at
	}
	for r := range board {
		for c, tile := range board[r] {
			if want := r*b.Cols + c; tile != want {
				return puzzle.Wrong("after %d moves row %d, column %d has %d instead of %d", len(moves), r+1, c+1, tile, want)
			}
		}
	}
	return puzzle.Verdict{}
}

// answerReader reads a number of moves, -1 or ? for each board.
type answerReader struct{ words *lines.Words }

func newAnswerReader(r io.Reader) *answerReader { return &answerReader{lines.NewWords(r)} }

// Read implements puzzle.AnswerReader.
func (r *answerReader) Read(puzzle.Instance) (puzzle.Answer, error) {
	return r.words.Cost("number of moves")
}

// End implements puzzle.AnswerReader.
func (r *answerReader) End() error { return r.words.End() }
