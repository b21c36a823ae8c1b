package knights

import (
	"io"

	"github.com/deepen-go/deepen/internal/lines"
	"github.com/deepen-go/deepen/puzzle"
)

// Check judges an answer by the rules alone: a solution is played move by move
// on a plain board and has to end in the target within the move limit, and the
// cost has to be its number of moves. An answer without a solution, as the
// judge's format has it, passes unless its cost is impossible.
func Check(b *Board, ans puzzle.Answer) puzzle.Verdict {
	if ans.Status != puzzle.Solved {
		return puzzle.Verdict{}
	}
	if ans.Cost < 0 {
		return puzzle.Wrong("a solved board needs a number of moves, not %d", ans.Cost)
	}
	if b.MaxMoves != NoLimit && ans.Cost > b.MaxMoves {
		return puzzle.Wrong("%d moves, but at most %d are allowed", ans.Cost, b.MaxMoves)
	}
	if ans.Solution == nil {
		return puzzle.Verdict{}
	}
	moves, ok := ans.Solution.(Moves)
	if !ok {
		return puzzle.Verdict{Outcome: puzzle.Presentation, Reason: "not a solution of knights"}
	}
	if len(moves) != ans.Cost {
		return puzzle.Wrong("the cost is %d, but there are %d moves", ans.Cost, len(moves))
	}
	board := b.plain(b.Start)
	blank := Square{b.Start.Blank / b.Cols, b.Start.Blank % b.Cols}
	for i, m := range moves {
		if m.Row < 0 || m.Row >= b.Rows || m.Col < 0 || m.Col >= b.Cols {
			return puzzle.Wrong("move %d: %d,%d is off the board", i+1, m.Row, m.Col)
		}
		dr, dc := m.Row-blank.Row, m.Col-blank.Col
		if dr*dr+dc*dc != 5 {
			return puzzle.Wrong("move %d: %d,%d is not a knight's jump from the blank at %d,%d", i+1, m.Row, m.Col, blank.Row, blank.Col)
		}
		board[blank.Row][blank.Col], board[m.Row][m.Col] = board[m.Row][m.Col], '*'
		blank = m
	}
	want := b.plain(b.Target)
	for r := range board {
		if string(board[r]) != string(want[r]) {
			return puzzle.Wrong("after %d moves row %d is %s, in the target it is %s", len(moves), r, board[r], want[r])
		}
	}
	return puzzle.Verdict{}
}

// plain returns the rows of p as characters.
func (b *Board) plain(p Position) (rows [][]byte) {
	for r := range b.Rows {
		row := make([]byte, b.Cols)
		for c := range row {
			switch i := r*b.Cols + c; {
			case i == p.Blank:
				row[c] = '*'
			case p.White>>i&1 == 1:
				row[c] = '1'
			default:
				row[c] = '0'
			}
		}
		rows = append(rows, row)
	}
	return rows
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
