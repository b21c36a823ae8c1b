package exactcover

import (
	"context"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

const (
	board6x10 = "XXXXXXXXXX/XXXXXXXXXX/XXXXXXXXXX/XXXXXXXXXX/XXXXXXXXXX/XXXXXXXXXX"
	chess     = "XXXXXXXX/XXXXXXXX/XXXXXXXX/XXX..XXX/XXX..XXX/XXXXXXXX/XXXXXXXX/XXXXXXXX"
)

// counted solves p, counting all, and checks the answer.
func counted(t *testing.T, name string, p *Problem, want int64) puzzle.Answer {
	t.Helper()
	p.Most = 0
	ans := Solve(context.Background(), p, budget.Limits{})
	if ans.Count != (puzzle.Count{Valid: true, N: want, Complete: true}) || (want > 0) != (ans.Status == puzzle.Solved) {
		t.Errorf("%s: %v, %+v; %d is known", name, ans.Status, ans.Count, want)
	}
	if v := Check(p, ans); v.Outcome != puzzle.Accepted {
		t.Errorf("%s: %s", name, v.Reason)
	}
	t.Log(name, ans.Count.N, ans.Generated)
	return ans
}

func TestTimes(t *testing.T) {
	counted(t, "6x10", Pentominoes(board6x10), 9356)
	counted(t, "chess", Pentominoes(chess), 520)
	counted(t, "langford 8", Langford(8), 300)
	counted(t, "queens 10", Queens(10), 724)
	counted(t, "latin 5", Latin(5, nil), 161280)
}
