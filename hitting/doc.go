// Package hitting finds smallest hitting sets: given sets over some elements,
// the fewest elements that meet every set. (Equivalently: minimum set cover,
// minimum transversal of a hypergraph, a monotone 0-1 programme of unit costs.)
//
// A tour, in the order in which a problem meets the parts, one concept a file:
//
//	problem.go            what is asked, and the result
//	solve.go              the way through all of the following, and who does what
//	system.go             the incidences, both ways round
//	reduce.go             rules that make the problem smaller
//	  reduce_unit.go        take the element of a set of one
//	  reduce_superset.go    drop a set that contains another
//	  reduce_dominated.go   drop an element that another one can stand in for
//	  reduce_triangle.go    three pairs in a ring, and one set more for each corner
//	split.go              components that share nothing are solved one by one
//	pack.go               a lower bound: sets that share no element
//	ascent.go             another one: fractions of sets
//	local.go              an upper bound: greedy, then local search
//	bits.go               branch and bound, when sets and elements fit into words
//	cores.go              core-guided search, for all others
//	  shrink.go             smaller cores
//	  totalizer.go          counting in clauses
//	  internal/sat          the satisfiability solver
//	cover.go              branch and bound, when the sets are the edges of a graph
//	  internal/indep        largest independent sets
//	optima.go             all smallest hitting sets: how many, and what they share
//	packing.go            a largest packing, for those who want to see the bound
//	state.go              saved states: the bounds so far
//	proof.go              what all of these tell a proof, and how it ends
//	pacer.go              polls the budget in all of these phases
//
// # Which search
//
// A component of at most 63 elements and 64 sets goes to [Bits] for at most
// 262,144 nodes, some tenths of a second. All others, and those that are not
// done by then, go to the core-guided search. That one is good at problems with
// structure, where small cores raise the packing bound to the optimum.
//
// It is bad at sets drawn at random. For those that are pairs there is a third
// search: a component of at most 640 elements, each set of which is a pair, with
// at least two sets for each element, goes to the branch and bound for graphs
// after 2000 conflicts. Random graphs of 200 vertices and 1000 edges take a second
// or a few. Larger sets drawn at random remain hard: 200 sets of five out of 90
// elements are too much.
//
// # Short names
//
//	e, f    elements, from 0 (in Problem and Result from 1)
//	s, t    sets, from 0
//	occ     the sets of an element
//	p       a literal, which is also a wish: see cores.go
//	y       a system; c, a component; l, the local search; o, the core-guided one
//	x, w    what is told to a proof: of the problem, of a component
package hitting
