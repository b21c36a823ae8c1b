package mayan

import (
	"io"

	"github.com/deepen-go/deepen/internal/lines"
	"github.com/deepen-go/deepen/puzzle"
)

// answerReader reads answers in the judge's format: words, however they are
// spread over lines.
type answerReader struct{ *lines.Words }

func newAnswerReader(r io.Reader) puzzle.AnswerReader { return &answerReader{lines.NewWords(r)} }

// Read returns the answer to inst. The format does not say how many moves an
// answer has. In mode Exact it is the number that the instance asks for. In the
// other modes an answer ends with the move that empties the board, by the
// rules; a wrong one ends with the first move that breaks them, with the last
// move allowed, or where another answer begins. So an empty board takes
// nothing from the text in these modes: its answer is zero lines.
func (r *answerReader) Read(inst puzzle.Instance) (puzzle.Answer, error) {
	in := inst.(*Board)
	board := newPlain(in)
	moves := Moves{}
	for len(moves) != in.moves && (in.mode == Exact || !board.empty()) {
		word, err := r.Peek()
		if err == io.EOF && len(moves) > 0 {
			if in.mode == Exact {
				return puzzle.Answer{}, r.Errorf(word, "the text ends after %d of %d moves", len(moves), in.moves)
			}
			break
		} else if err != nil {
			return puzzle.Answer{}, err
		}
		if status, ok := undecided(word); ok {
			if len(moves) == 0 {
				_, _ = r.Next()
				return puzzle.Answer{Status: status, Cost: puzzle.None, LowerBound: puzzle.None}, nil
			}
			if in.mode != Exact {
				break
			}
		}
		m, err := r.move(len(moves) + 1)
		if err != nil {
			return puzzle.Answer{}, err
		}
		moves = append(moves, m)
		if in.mode != Exact && board.play(m) != "" {
			break
		}
	}
	return puzzle.Answer{Status: puzzle.Solved, Cost: len(moves), LowerBound: puzzle.None, Solution: moves}, nil
}

// undecided recognises the answers that are not a solution.
func undecided(word lines.Field) (puzzle.Status, bool) {
	switch string(word.Text) {
	case "-1":
		return puzzle.Infeasible, true
	case "?":
		return puzzle.Unknown, true
	}
	return puzzle.Unknown, false
}

// move reads the three numbers of the i-th move, counted from 1.
func (r *answerReader) move(i int) (Move, error) {
	var v [3]int
	for j, what := range []string{"column", "row", "direction (1 or -1)"} {
		word, err := r.Next()
		if err == io.EOF {
			return Move{}, r.Errorf(word, "the text ends before the %s of move %d", what, i)
		} else if err != nil {
			return Move{}, err
		}
		n, ok := word.Int()
		if !ok {
			return Move{}, r.Errorf(word, "the %s of move %d is expected, not %s", what, i, word)
		}
		v[j] = n
	}
	return Move{v[0], v[1], v[2]}, nil
}
