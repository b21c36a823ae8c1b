// Package search finds shortest paths in implicit graphs: graphs that are too
// large to be written down and are given by a function that makes the
// successors of a state.
//
// # A tour
//
//	search.go             the words: Domain, Edge, Result
//	stepper.go            Stepper, InPlace: a domain told move by move, for fast kernels
//	idastar.go            IDAStar: iterative-deepening A*, no memory
//	idastar_generic.go    its text, expanded for any Domain by kernelgen
//	idastar_run.go        RunIDAStar: thresholds, helpers and limits around a kernel
//	idastar_parts.go      the tree in parts, one for each kernel
//	idastar_estimate.go   how many nodes an iteration will have
//	idastar_state.go      saved states
//	kernel.go             Kernel: what kernelgen writes, and what all kernels share
//	kernelgen/            the command that expands the same text for your own type
//	idastar_table.go      IDAStarTable: the same with a transposition table
//	astar.go              AStar: remembers every state, for small spaces
//	branch.go             BranchAndBound: depth-first, improves its answer step by step
//	branch_rounds.go      its rounds, helpers and saved states
//	bidirectional*.go     Bidirectional: breadth-first from both ends, unit costs;
//	                      AllShortest: all the paths it could have found
//	table.go              the set of states behind it
//	depth*.go             BuildTable: the distance of every state of a finite space
//	layers.go             Layers: the layer-by-layer search behind it
//	ranking.go            Permutations, Multiset, Product, …: numbers for states
//	machine.go, learn.go  Machine, Learn: operator strings that need not be tried
//	pdb*.go               pattern databases: distances in an abstraction as a heuristic
//	panic.go              carries the panic of a helper to the caller
//	searchtest/           checks for domains of your own
//
// The example "WriteYourOwnPuzzle" leads through a domain from its state to its
// answers; "Pancake" is one with a specialised kernel.
//
// # Which one
//
//	search          memory         visits a state       no path at all
//	IDAStar         none           once a path          not noticed on cycles
//	IDAStarTable    fixed          about once, while    not noticed on cycles
//	                               the table lasts
//	BranchAndBound  none           once a path          noticed (needs Upper on cycles)
//	AStar           every state    once                 noticed
//	Bidirectional   about the      once                 noticed
//	                square root
//
// [IDAStar] suits good heuristics, trees and short solutions. [Bidirectional]
// needs undirected unit-cost moves and no heuristic. All find an optimal path,
// and all but [AStar] and a sorted [BranchAndBound] the same one: of the
// optimal paths, the first in the order in which the domain lists its
// operators.
//
// # Complete tables
//
// A space that fits memory can be known as a whole: [BuildTable] finds the distance
// of every state from the goal, in a byte or in two bits (modulo 3), and
// [VerifyTable] proves a table right. Its states are numbered, by one's own function or with
// [Permutations], [Multiset] and [Product]:
//
//	RankedSpace   rank ──► ranks of the neighbours           simple; see Ranked
//	RowSpace      row of states ──► other rows, by tables    some five times as fast
//
//	cells   [ 0 | 1 | 3 | 2 | 1 | … ]   no queue: a layer is found by going through the
//	             ▲       │               rows that the layer before has reached into
//	             └─ d-1 ─┘               a shortest path goes down, move by move
//
//	states       cells                        byte       mod 3 (while built)
//	5 x 5 knights       67,603,900            65 MiB     16 MiB (25)
//	3 x 4 tiles        239,500,800           228 MiB     57 MiB (87)
//
// # Kernels
//
// There is one text of IDA*, kernelgen/idastar.tmpl. The generic kernel is that
// text with type parameters, which cost it the inlining of the domain; a
// specialised one is the same text with your types:
//
//	                     ┌─ type parameters ──► IDAStar           any Domain
//	kernelgen/           │
//	idastar.tmpl ────────┼─ style expand ─────► yourIDAStar       Expand called directly
//	                     ├─ style step ───────► yourIDAStar       Stepper, in registers
//	                     └─ style inplace ────► yourIDAStar       InPlace, made and undone
//
// Results, counts and limits are the same node for node; searchtest checks it.
// A Stepper tells the heuristic of a child (Look) before the child is made (Apply):
// the children that are cut, about half of all or far more, are never made.
//
// # Threads, stops and resumption
//
// A depth-first search is where its path is. So IDA* can stop at any node, give
// what comes behind to another goroutine, or be written down and taken up again,
// and nothing is searched twice:
//
//	              root
//	     ╱         │        ╲
//	searched       ·         · ── part 3, waits
//	            ╱     ╲
//	       searched    · ──────── part 2, kernel B
//	                ╱     ╲
//	           at ─·       · ──── floor: here part 1, kernel A, ends
//
// Where budget.Limits.Crew has helpers, [IDAStar], the kernels of kernelgen and
// [BranchAndBound] hire them; the domain is then used by several goroutines
// at once (see [Cloner]). Answers and counts do not depend on it: those of IDA*
// are added up in depth-first order as far as the goal, and those of BranchAndBound
// come from rounds that are always the same. A node limit is kept to the node by
// hiring nobody. Both save states (budget.Limits.Save) and go on from them.
//
// # A node with its children in IDAStar
//
//	        depth d      parent edge ──► Expand ──► arena[d]  (one buffer a depth,
//	                                                  reused by every node there)
//	arena[d]     [ edge 0 | edge 1 | edge 2 | … ]
//	                 │         │
//	                 │         └ waits until edge 0's subtree is done
//	                 ▼
//	arena[d+1]   [ edge 0 | edge 1 | … ]
//
// In the other styles the children are bits that wait in a word:
//
//	moves        … 0 1 0 1 1 0        operators 1, 2 and 4; the lowest is next
//
// A child is counted as generated when its turn comes, before its f = g + h is
// held against the threshold; so the children that are cut are counted, and the
// siblings after the goal are not. The goal is recognised when it is generated.
// The first threshold is the root's h, the next one the smallest f that was
// cut. The root itself is not counted.
//
// # Names
//
//	g           cost of the path to a node
//	h           heuristic: admissible estimate of the cost from a node to a goal
//	f           g + h
//	threshold   the highest f that an iteration of IDA* allows
//	room, left  threshold - g, of a node and of its child: what a path may still cost
//	over        f - threshold of what was cut; its minimum leads to the next threshold
//	bound       a lower bound of the cost to a goal that a table learned;
//	            in BranchAndBound, the highest f that is of interest
//	rule        a state of the Machine
//	e, c        an Edge, and one to a child
//	s, t        a state and one that follows it
//	op          an operator: the number of a move
//	k, b, a, l  the search itself: a kernel, a branch and bound, an A*, a learner
//	w, r        a Walk, and the run that it is part of
//	p, q        parts of the tree, or pieces of a branch and bound
//	turn        an operator, or the place of a child among its siblings
//	at          a position: the turns to a node and the next turn there
//	floor       the depth at which a part ends
//	due         the count of nodes at which to poll the budget
//	expanded    nodes whose successors were made
//	generated   nodes made as a successor
//	layer       the states at one distance from an end of the search
//	rank        the number of a state among all
//	row, place  where a state is in a complete table
//	cell        what a table holds of a state
package search
