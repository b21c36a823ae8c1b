// Package puzzle is the contract between the puzzles and the faces that show
// them (the command, and whatever else wants to read, solve and judge puzzles
// without knowing which one it has).
//
// A tour, in the order in which a batch meets the types:
//
//	Kind          one puzzle: its name, formats and options, and makers for the rest
//	Reader        turns text into instances, and goes on after a bad one
//	Instance      one thing to solve, with everything that decides its answer
//	Solver        finds the best solution of an instance and proves it
//	Answer        what a solver, or a contestant, says of an instance
//	Verdict       what a checker says of an answer
//
// Each puzzle lives in a room of its own below this folder, all furnished alike:
//
//	doc.go        the rules, the data layout with a drawing, the short names used
//	puzzle.go     the instance, its state and its moves; the Kind
//	format.go     every text format, read and written
//	solve.go      which engine, which bound, which mode
//	kernel.go     the hot loop
//	check.go      judges an answer by the rules alone, never calling the solver
//
// and, where a puzzle offers more (see more.go), table.go for tables that are
// kept, generate.go for new instances, rate.go, explain.go and render.go, and
// format_write.go for the formats that it is converted to.
//
// Package all lists the rooms by name.
//
// Parsing and printing are line-oriented so that they can be fast: an instance
// is parsed from bytes, an answer is appended to bytes.
package puzzle
