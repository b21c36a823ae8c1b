// Package hittingset is the room of minimum hitting set as a puzzle of its own:
// given sets over the elements 1 to n, choose the fewest elements that meet
// every set. It is what package hitting solves; here are its text formats, its
// checker and its generator.
//
// # Formats
//
//	hgr, pace   c a comment            opb   * #variable= 4 #constraint= 2
//	            p hs 4 2                     min: +1 x1 +1 x2 +1 x3 +1 x4 ;
//	            1 2 3                        +1 x1 +1 x2 +1 x3 >= 1 ;
//	            3 4                          +1 x3 +1 x4 >= 1 ;
//
// hgr is the format of the PACE challenge of 2025, and pace is the same text
// answered as its judge wants it. A text may hold several instances, one after
// another. An opb file is a pseudo-Boolean programme; those that are hitting
// sets are read, and any other is refused at the place where it is another.
//
// # Files
//
//	puzzle.go        the instance, the solution, and the kind
//	format.go        hgr, and the judge's answers
//	format_opb.go    pseudo-Boolean programmes
//	format_write.go  writes all formats
//	solve.go         the way to package hitting
//	prove.go         the same, with a proof of optimality
//	check.go         judges an answer by the rules alone
//	generate.go      random families, one of them of known optimum
//	rate.go          how hard an instance is
//
// # Short names
//
//	n, m    the numbers of elements and of sets
//	e, s    an element, and a set
package hittingset
