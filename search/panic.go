package search

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
)

// errPanic stops the others when a domain panics in one goroutine of a search.
var errPanic = errors.New("a domain panicked")

// panicked carries the first panic of a helper to the goroutine that called the
// search, where the caller can recover from it as from one in its own goroutine.
// The zero value is ready to use.
type panicked struct {
	mu    sync.Mutex
	value any
}

// keep recovers from a panic and keeps it, with the place where it happened. It
// has to be deferred.
func (p *panicked) keep() {
	if v := recover(); v != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.value == nil {
			p.value = fmt.Sprintf("%v\n\nin a helper of the search:\n%s", v, debug.Stack())
		}
	}
}

// rethrow panics with what was kept. The helpers have to be gone.
func (p *panicked) rethrow() {
	if p.value != nil {
		panic(p.value)
	}
}
