// Package exactcover is exact cover with colours (Knuth, TAOCP 7.2.2.1) as a puzzle: the
// formats, the answers and the checker of the engine package cover.
//
// # Rules
//
// There are primary and secondary items, and options, each of some items. Choose options
// so that every primary item is in exactly one of them. A secondary item may be in one at
// most, or in any number that give it the same colour.
//
//	a b c | x      the items, | before the secondary ones
//	a c            the options 1 to 4
//	c x:1
//	a b x:1        two solutions: options 1 and 4, and options 2 and 3, which
//	b x:2          give x the same colour
//
// The solutions are counted as sets of options; two options that have the same items are
// two. The first solution is the first that the search meets: it branches on the primary
// item with the fewest options left, the first of several, and tries its options in
// their order. The options of a solution are written in the problem's order.
//
// # Formats
//
// The DLX format is that of Knuth's programs: a line that begins with | is a comment, the
// first other line has the items, each further line an option. Names have any characters
// but white space, | and :. One character is enough for a colour, and any word may be one
// here. The native format has the same on one line, with || between.
//
// An answer has the number of options, and then each option on a line.
//
// # Layout
//
// A [Problem] is a [cover.Problem] with names:
//
//	Names     [ a │ b │ c │ x ]       items 0, 1, 2 are primary; 3 is secondary
//	Colours   [ 1 │ 2 ]               colours 1 and 2
//	Options   [ {0,0} {2,0} ]         a c
//	          [ {2,0} {3,1} ]         c x:1
//
// Generated counts options that were tried, Expanded items that were branched on.
//
// # Files
//
//	puzzle.go         Problem, Selection, Kind
//	format.go         readers of problems and answers
//	format_write.go   writers
//	solve.go          Solve, by package cover
//	check.go          Check, by the rules alone
//	build.go          queens, Langford, Latin squares, pentominoes, random problems
//	generate.go       some of them from the command line
//
// # Short names
//
//	p, s    a problem, a selection
//	b, t    a problem in the making, from a reader or a builder
//	e       an entry of an option: an item with its colour
//	f       a field of a line, a fault in it, or a format
package exactcover
