// Package trust holds a fast path against a simple one on many random instances.
// Tests alone import it.
//
// A room or an engine states a [Comparison]: how an instance is drawn, and how
// the two paths are compared on it. [Run] does so a few thousand times in an
// ordinary test, and as often as the environment says in a long one:
//
//	DEEPEN_TRUST        how many instances
//	DEEPEN_TRUST_SEED   the seed, 1 unless it is set
//	DEEPEN_TRUST_FIRST  the number of the first instance, 0 unless it is set
//
// An instance depends on the seed and its number only, not on the number of
// threads. So a disagreement is told with the instance and with the settings that
// repeat it alone. 'make trust' does the long runs of all of them; what it found
// the last time is in doc/reliability.md.
//
//	trust.go    Comparison, Run, and the goroutines
//	report.go   the settings, and the lines of a result
package trust
