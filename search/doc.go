// Package search finds shortest paths in implicit graphs: graphs that are too
// large to be written down and are given by a function that makes the
// successors of a state.
//
// # A tour
//
//	search.go         the words: Domain, Edge, Result
//	idastar.go        IDAStar: iterative-deepening A*, next-threshold jumps, no memory
//	bidirectional.go  Bidirectional: breadth-first from both ends, unit costs,
//	                  proves that there is no path
//
// # Which one
//
// [IDAStar] needs a heuristic and next to no memory; it visits a state once for
// every path to it, so it suits trees and short solutions. On a finite graph
// with cycles it cannot notice that there is no solution. [Bidirectional] needs
// undirected unit-cost moves and memory for about the square root of the space
// within the solution's depth; it never visits a state twice and stops when one
// side has seen all it can reach.
//
// Both give the same answer: of the optimal paths, the first in the order in
// which the domain lists its operators.
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
//	expanded    nodes whose successors were made
//	generated   nodes made as a successor
//	layer       the states at one distance from an end of the search
package search
