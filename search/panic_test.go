package search

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"github.com/deepen-go/deepen/budget"
)

// mined is an endless tree of two moves a node that panics after so many nodes.
type mined struct{ left *atomic.Int64 }

func (b mined) Expand(dst []Edge[int], _ *Edge[int]) []Edge[int] {
	if b.left.Add(-1) < 0 {
		panic("enough of this tree")
	}
	return append(dst, Edge[int]{Op: 0, Cost: 1}, Edge[int]{Op: 1, Cost: 1})
}

func (mined) Heuristic(int) int { return 0 }

func (mined) Goal(int) bool { return false }

// A domain that panics does so in the goroutine that called the search, whoever
// searched the node, and all helpers are gone.
func TestPanicReachesTheCaller(t *testing.T) {
	defer goleak.VerifyNone(t)
	for places := 1; places <= 4; places++ {
		for _, nodes := range []int64{0, 1000, 100_000} {
			var left atomic.Int64
			d := mined{&left}
			for name, run := range map[string]func(budget.Limits){
				"IDAStar": func(l budget.Limits) {
					IDAStar(context.Background(), d, 0, IDAOptions{Threshold: 30}, l)
				},
				"BranchAndBound": func(l budget.Limits) {
					branchAndBound(context.Background(), d, 0, BranchOptions{Upper: 30}, l, branchPace{first: 5000, quota: 1000, most: 8})
				},
			} {
				left.Store(nodes)
				crew := budget.NewCrew(places)
				crew.Enter()
				got := recovered(func() { run(budget.Limits{Crew: crew}) })
				if !strings.Contains(got, "enough of this tree") {
					t.Errorf("%s, %d places, %d nodes: recovered %q", name, places, nodes, got)
				}
				crew.Leave()
				for range places { // all helpers have given their places back
					crew.Enter()
				}
			}
		}
	}
}

// recovered returns what f panics with, as a text.
func recovered(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return ""
}
