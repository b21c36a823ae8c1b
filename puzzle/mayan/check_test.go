package mayan

import (
	"testing"

	"github.com/deepen-go/deepen/puzzle"
)

func solved(moves Moves) puzzle.Answer {
	return puzzle.Answer{Status: puzzle.Solved, Cost: len(moves), LowerBound: puzzle.None, Solution: moves}
}

func TestCheck(t *testing.T) {
	const sample, easy = "3: 1/2 1/2 3 4/3 1/2 4 3 4", "2: /1 1//1/"
	short := solved(Moves{{1, 0, 1}})
	short.Cost = 2
	for _, tt := range []struct {
		mode Mode
		text string
		ans  puzzle.Answer
		want string // "": accepted
	}{
		{Exact, sample, solved(Moves{{2, 1, 1}, {3, 1, 1}, {3, 0, 1}}), ""},
		{Exact, sample, puzzle.Answer{Status: puzzle.Infeasible, Cost: puzzle.None}, ""},
		{Exact, sample, puzzle.Answer{}, ""},
		{Exact, sample, puzzle.Answer{Status: puzzle.Solved, Cost: 3}, "no moves are given"},
		{Exact, sample, solved(Moves{{2, 1, 1}, {3, 1, 1}}), "2 moves given, exactly 3 are asked for"},
		{AtMost, easy, solved(Moves{{1, 0, 1}, {1, 0, 1}, {2, 0, -1}}), "3 moves given, at most 2 are allowed"},
		{Min, easy, short, "the cost is given as 2, but there are 1 moves"},
		{Exact, sample, solved(Moves{{2, 1, 1}, {3, 1, 1}, {4, 7, 1}}), "move 3 (4 7 1): no block at column 4, row 7"},
		{Exact, sample, solved(Moves{{2, 1, 1}, {3, 1, 1}, {-1, 0, 1}}), "move 3 (-1 0 1): no block at column -1, row 0"},
		{Exact, sample, solved(Moves{{2, 1, 1}, {3, 1, 1}, {1 << 62, -1 << 62, 1}}), "move 3 (4611686018427387904 -4611686018427387904 1): no block at column 4611686018427387904, row -4611686018427387904"},
		{Exact, sample, solved(Moves{{2, 1, 1}, {4, 0, 1}, {3, 0, 1}}), "move 2 (4 0 1): drags off the board"},
		{Exact, sample, solved(Moves{{0, 0, -1}, {4, 0, 1}, {3, 0, 1}}), "move 1 (0 0 -1): drags off the board"},
		{Exact, sample, solved(Moves{{0, 0, 2}, {4, 0, 1}, {3, 0, 1}}), "move 1 (0 0 2): the direction is neither 1 nor -1"},
		{Exact, sample, solved(Moves{{2, 1, 1}, {3, 1, 1}, {3, 0, -1}}), "the board is not empty after 3 moves"},
		{Exact, easy, solved(Moves{{1, 0, 1}, {0, 0, 1}}), "the board is empty before the last move"},
		{Exact, "3: /1 1//1/", solved(Moves{{1, 0, 1}, {0, 0, 1}, {0, 0, 1}}), "the board is empty before move 2 of 3"},
		{Exact, easy, solved(Moves{{1, 0, -1}, {3, 0, -1}}), ""},
		{Exact, "2: /1/1 1//", solved(Moves{{1, 0, 1}, {2, 0, 1}}), ""},
		{AtMost, "2: /1/1 1//", solved(Moves{{1, 0, 1}, {2, 0, 1}}), "move 1 (1 0 1): swaps two blocks of one colour, which mode atmost does not allow"},
		{AtMost, "2: /1/1 1//", solved(Moves{{2, 0, -1}, {2, 0, 1}}), "move 1 (2 0 -1): swaps two blocks of one colour, which mode atmost does not allow"},
		{AtMost, easy, solved(Moves{{1, 1, 1}}), ""},
		{Min, easy, solved(Moves{{1, 0, -1}, {3, 0, -1}}), ""},
		{Exact, "1: ////", solved(Moves{{0, 0, 1}}), "the board is empty before the last move"},
		{AtMost, "1: ////", solved(Moves{}), ""},
	} {
		want := puzzle.Verdict{}
		if tt.want != "" {
			want = puzzle.Wrong("%s", tt.want)
		}
		if got := Kind.Check(mustParse(t, tt.mode, tt.text), tt.ans); got != want {
			t.Errorf("%v %s, %v: got %q, want %q", tt.mode, tt.text, tt.ans, got.Reason, tt.want)
		}
	}
}

func TestJudge(t *testing.T) {
	infeasible := puzzle.Answer{Status: puzzle.Infeasible, Cost: puzzle.None, LowerBound: puzzle.None}
	beyond := puzzle.Answer{Status: puzzle.Infeasible, Cost: puzzle.None, LowerBound: 3, Limit: puzzle.LimitMoves}
	a, b := Move{1, 0, 1}, Move{1, 0, -1}
	for _, tt := range []struct {
		mode      Mode
		ans, best puzzle.Answer
		outcome   puzzle.Outcome
		reason    string
	}{
		{Exact, solved(Moves{a, b}), solved(Moves{a, b}), puzzle.Accepted, ""},
		{Exact, solved(Moves{a, b}), solved(Moves{a, a}), puzzle.WrongAnswer, "valid, but not the first in order: move 2 should be 1 0 1, not 1 0 -1"},
		{Exact, solved(Moves{a, a}), solved(Moves{a, b}), puzzle.Failure, "the answer is valid and before the reference in order: move 2 is 1 0 1, not 1 0 -1"},
		{Exact, infeasible, infeasible, puzzle.Accepted, ""},
		{Exact, infeasible, solved(Moves{a, b}), puzzle.WrongAnswer, "no solution given, but there is one"},
		{Exact, puzzle.Answer{}, infeasible, puzzle.WrongAnswer, "no decision given"},
		{Exact, solved(Moves{a, b}), infeasible, puzzle.Failure, "the answer has a valid solution where the reference has none"},
		{AtMost, infeasible, beyond, puzzle.Accepted, ""},
		{AtMost, solved(Moves{b}), solved(Moves{a, b}), puzzle.WrongAnswer, "valid, but not the first in order: move 1 should be 1 0 1, not 1 0 -1"},
		{AtMost, solved(Moves{a}), solved(Moves{a, b}), puzzle.Failure, "the answer or the reference goes on after the board is empty"},
		{Min, solved(Moves{a, a}), solved(Moves{b}), puzzle.WrongAnswer, "valid, but 2 moves where 1 suffice"},
		{Min, solved(Moves{b}), solved(Moves{a, a}), puzzle.Failure, "the answer's cost 1 is valid and better than the reference's 2"},
		{Min, solved(Moves{b}), solved(Moves{a}), puzzle.WrongAnswer, "valid, but not the first in order: move 1 should be 1 0 1, not 1 0 -1"},
	} {
		got := Kind.Judge(&Board{mode: tt.mode}, tt.ans, tt.best)
		if want := (puzzle.Verdict{Outcome: tt.outcome, Reason: tt.reason}); got != want {
			t.Errorf("%v, %v against %v: got %v %q, want %v %q", tt.mode, tt.ans, tt.best, got.Outcome, got.Reason, want.Outcome, want.Reason)
		}
	}
}

// TestPlain holds the checker's physics to the rules, drawn by hand.
func TestPlain(t *testing.T) {
	for _, tt := range []struct {
		name, before string
		move         Move
		after        string
	}{
		{"a block leaves its column and what lay above falls", "1: 1 2 3/4", Move{0, 1, 1}, "1: 1 3/4 2"},
		{"it falls in the other column", "1: 1 2 3/", Move{0, 2, 1}, "1: 1 2/3"},
		{"a swap", "1: 1 2/3 4", Move{0, 0, 1}, "1: 3 2/1 4"},
		{"runs that cross vanish together", "1: 2/2/1 2 2/2", Move{2, 0, 1}, "1: ///1"},
		{"nothing vanishes while falling", "1: 2 2 1//3 1/3 1", Move{0, 2, 1}, "1: 2 2/1/3 1/3 1"},
		{"what falls may make a run", "1: 1 1 2 1/", Move{0, 2, 1}, "1: /2"},
		{"a chain", "1: 2 1 1 3 1 2 2/", Move{0, 3, 1}, "1: /3"},
		{"four in a row", "1: 1/1 1//1", Move{1, 1, 1}, "1: ///"},
		{"a swap of equal colours", "1: 1 2/1", Move{1, 0, -1}, "1: 1 2/1"},
	} {
		b := newPlain(mustParse(t, Exact, tt.before))
		fault := b.play(tt.move)
		got := (&Board{columns: b.trimmed(), moves: 1}).AppendNative(nil)
		if string(got) != tt.after || fault != "" {
			t.Errorf("%s: got %s, want %s (%s)", tt.name, got, tt.after, fault)
		}
	}
}

// trimmed returns the columns without their empty cells.
func (b plain) trimmed() [][]uint8 {
	columns := make([][]uint8, len(b))
	for x := range b {
		for _, colour := range b[x] {
			if colour != 0 {
				columns[x] = append(columns[x], colour)
			}
		}
	}
	return columns
}
