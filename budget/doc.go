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
// A search that can use several goroutines borrows them from the run's [Crew], and
// gives them back when somebody else waits for a place:
//
//	Limits.Crew    places shared by all searches of a run
//	Limits.Save    is offered the state of the search, wherever it can go on from
//	Limits.Resume  such a state, to go on from; a [StateWriter] made it
//
// Helpers change no answer and no count, and neither does a stop with a resumption
// where the search saves its place; one that saves its bounds alone, as package
// hitting does, adds up what both runs have generated.
//
// A limit that was reached is an answer, not a failure: engines stop, keep what
// they have proven so far, and name the limit with [Name].
//
// The package imports nothing else of this module.
package budget
