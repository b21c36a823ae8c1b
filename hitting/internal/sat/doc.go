// Package sat decides whether a set of clauses can be satisfied: conflict-driven
// clause learning in the manner of MiniSat (Eén and Sörensson, "An Extensible
// SAT-solver", 2003), with what later solvers found to matter.
//
// A tour, one concept a file:
//
//	sat.go        literals, the solver's state, adding clauses
//	arena.go      where clauses lie
//	propagate.go  unit propagation over two watched literals
//	analyse.go    from a conflict to the clause that explains it
//	order.go      which variable to decide next
//	clean.go      which learnt clauses to forget
//	search.go     the search, under assumptions, and the core of a failure
//
// The solver is incremental: clauses and variables may be added between calls
// of [Solver.Solve], which decides the clauses under assumptions and, when they
// contradict the clauses, names a subset of them that does.
//
// It is deterministic: it knows no clock and no random numbers, and its
// floating-point operations are single additions and multiplications, which
// give the same bits on every machine.
//
// The short names:
//
//	v       a variable, from 0
//	p, q    literals: 2v is the variable true, 2v+1 false
//	c       the place of a clause in the arena
//	level   number of decisions before a literal became true; 0: it always is
//	lbd     number of distinct levels in a learnt clause (Audemard and Simon, 2009)
package sat
