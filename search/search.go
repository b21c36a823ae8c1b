package search

import "github.com/deepen-go/deepen/budget"

// Edge is a move together with the state it leads to.
type Edge[S any] struct {
	State S
	Op    int32 // the operator, in the domain's own numbering, not negative
	Cost  int32 // of the move, at least 1
	H     int32 // heuristic of State
}

// Domain is a search space for [IDAStar] and its relatives: how states follow
// one another, and how far they are from a goal at least.
type Domain[S any] interface {
	// Expand appends the successors of from.State to dst, in operator order,
	// and returns the extended slice. It may leave out a successor that no
	// optimal path needs, such as the one that undoes from.Op; when from.Op is
	// NoOp, as at the root, it leaves out none. It must not keep from or dst.
	Expand(dst []Edge[S], from *Edge[S]) []Edge[S]
	// Heuristic returns an admissible estimate (never more than the true cost)
	// of the cost from s to the nearest goal. It is asked for the root only;
	// the other states bring theirs in Edge.H.
	Heuristic(s S) int
	// Goal reports whether s is a goal. It is asked only where the heuristic
	// is 0.
	Goal(s S) bool
}

// NoOp is the operator of the root.
const NoOp int32 = -1

// Status says how a search ended.
type Status uint8

// The ends of a search.
const (
	Stopped   Status = iota // a limit was reached; see Result.Err
	Found                   // an optimal path was found
	Exhausted               // there is no path at all
	Exceeded                // there is no path within the cost that was asked for
)

// Result is what a search found.
type Result[P any] struct {
	Status Status
	// Path is the optimal path: of Bidirectional the states without the first,
	// of the other searches the operators. A search that improves its answer
	// step by step ([BranchAndBound]) leaves the best so far also when it is
	// Stopped.
	Path []P
	// Cost is the cost of Path, when there is one.
	Cost int
	// Lower is the proven lower bound of the cost, whatever the status.
	Lower int
	// Count is the number of optimal paths and Paths the first of them in
	// operator order, where IDAOptions.All asks for them. When Err is set as
	// well, the count was cut short and there may be more.
	Count uint64
	Paths [][]P
	// Generated and Expanded are the nodes of all iterations together.
	Generated, Expanded uint64
	// Iterations are the iterations (of Bidirectional: the layers) in order;
	// the last may be incomplete.
	Iterations []budget.Iteration
	// Resumed is how many of Generated the saved state brought along.
	Resumed uint64
	// Err is the limit that stopped the search.
	Err error
}
