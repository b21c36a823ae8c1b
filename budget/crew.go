package budget

import "sync/atomic"

// Crew is the number of goroutines that a run may keep busy, shared by all its
// searches. Whoever solves holds a place; a search that can use more goroutines
// hires them while places are free, and they go as soon as somebody waits for
// one:
//
//	places  [ solver 1 │ solver 2 │ helper of 1 │ free ]
//
// How many helpers a search gets changes how long it takes and nothing else.
// The methods of a nil Crew grant nobody a helper.
type Crew struct {
	places  chan struct{} // one for each free place
	waiting atomic.Int32  // solvers that wait for a place
}

// NewCrew returns a crew with n places, all free.
func NewCrew(n int) *Crew {
	c := &Crew{places: make(chan struct{}, n)}
	for range n {
		c.places <- struct{}{}
	}
	return c
}

// Enter takes a place for the calling goroutine, and waits until one is free.
func (c *Crew) Enter() {
	if c == nil {
		return
	}
	select {
	case <-c.places:
	default:
		c.waiting.Add(1)
		<-c.places
		c.waiting.Add(-1)
	}
}

// Leave gives the place of the calling goroutine back.
func (c *Crew) Leave() {
	if c != nil {
		c.places <- struct{}{}
	}
}

// Hire runs work in a goroutine of its own if a place is free, and reports
// whether it does. The place is given back when work returns, which it should do
// when [Crew.Wanted] says so. Hire does not wait for work; its caller has to.
func (c *Crew) Hire(work func()) bool {
	if c == nil || c.Wanted() {
		return false
	}
	select {
	case <-c.places:
		go func() {
			defer c.Leave()
			work()
		}()
		return true
	default:
		return false
	}
}

// Wanted reports whether a solver waits for a place: a helper should finish what
// it has in hand and return.
func (c *Crew) Wanted() bool { return c != nil && c.waiting.Load() > 0 }
