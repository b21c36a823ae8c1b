package budget

import (
	"sync"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"
)

// Never are more goroutines busy than there are places, however solvers and
// helpers come and go, and nobody is left behind.
func TestCrewKeepsItsPlaces(t *testing.T) {
	defer goleak.VerifyNone(t)
	const places, solvers, rounds = 3, 5, 200
	c := NewCrew(places)
	var busy, most atomic.Int32
	work := func() {
		n := busy.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		busy.Add(-1)
	}
	var all sync.WaitGroup
	for range solvers {
		all.Go(func() {
			for range rounds {
				c.Enter()
				var helpers sync.WaitGroup
				for range places {
					helpers.Add(1)
					if !c.Hire(func() { defer helpers.Done(); work() }) {
						helpers.Done()
					}
				}
				work()
				helpers.Wait()
				c.Leave()
			}
		})
	}
	all.Wait()
	if most.Load() > places {
		t.Errorf("%d busy with %d places", most.Load(), places)
	}
	for range places { // all have come back
		c.Enter()
	}
}

// A solver that waits is told to the helpers, and gets the place of the first that
// goes.
func TestCrewHelperGivesWay(t *testing.T) {
	defer goleak.VerifyNone(t)
	c := NewCrew(2)
	c.Enter()
	if !c.Hire(func() {
		for !c.Wanted() {
		}
	}) {
		t.Fatal("no helper although a place is free")
	}
	c.Enter() // returns only when the helper has gone
	if c.Hire(func() {}) {
		t.Error("a helper although no place is free")
	}
	c.Leave()
	c.Leave()
}

func TestNoCrew(t *testing.T) {
	var c *Crew
	c.Enter()
	if c.Wanted() || c.Hire(func() { t.Error("hired") }) {
		t.Error("a nil crew must lend nobody")
	}
	c.Leave()
}
