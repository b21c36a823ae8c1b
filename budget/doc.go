// Package budget says what a search may spend and how it tells how far it is.
//
// An engine knows no clock, no file and no terminal. It is given a
// context.Context (which carries the deadline and the interrupt) and a [Limits]
// (nodes, memory, and somebody to report to). It counts its own nodes and every
// few thousand of them asks a [Meter] whether to go on:
//
//	meter := budget.NewMeter(ctx, limits)
//	due, err := meter.Poll(budget.Progress{})
//	for err == nil && !done {
//	        … generate one node …
//	        if generated >= due {
//	                due, err = meter.Poll(budget.Progress{Generated: generated})
//	        }
//	}
//
// So the hot loop pays for one comparison a node, a node limit is kept exactly,
// and an interrupt is seen within [Interval] nodes.
//
// A limit that was reached is an answer, not a failure: engines stop, keep what
// they have proven so far, and name the limit with [Name].
//
// The package imports nothing else of this module.
package budget
