package puzzle

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/deepen-go/deepen/budget"
)

// Status is what is known of an instance.
type Status uint8

// The statuses.
const (
	Unknown    Status = iota // a limit was reached first
	Solved                   // the solution is proven best
	Infeasible               // it is proven that there is no solution
)

// String returns the status as it stands in the JSON lines.
func (s Status) String() string {
	switch s {
	case Solved:
		return "solved"
	case Infeasible:
		return "infeasible"
	}
	return "unknown"
}

// ParseStatus is the inverse of [Status.String].
func ParseStatus(s string) (Status, bool) {
	switch s {
	case "solved":
		return Solved, true
	case "infeasible":
		return Infeasible, true
	case "unknown":
		return Unknown, true
	}
	return Unknown, false
}

// None stands for a cost or a bound that there is none of. It is not the zero
// value: an [Answer] that has no cost must say so.
const None = -1

// LimitMoves is the [Answer.Limit] of an instance that is infeasible only
// because of its move limit.
const LimitMoves = "moves"

// LimitSolutions is the [Answer.Limit] of an instance that is infeasible only
// because it has fewer solutions than the number of the one that was asked for;
// Count has them.
const LimitSolutions = "solutions"

// Answer is what is said of an instance, by a solver or by a contestant.
type Answer struct {
	Status Status
	// Cost is the solution's cost, or None. It is None for puzzles without a
	// cost and for infeasible instances.
	Cost int
	// LowerBound is the proven lower bound, or None.
	LowerBound int
	// Solution is the best found, or nil. A judge's format that asks for the
	// cost alone gives answers with a cost and no solution.
	Solution Solution
	// Limit names what stopped the search (see [budget.Name]), or is
	// [LimitMoves] for an instance without a solution within its move limit, or
	// [LimitSolutions].
	Limit string
	// Count is the number of solutions, for puzzles that count them; where there
	// is a cost, of optimal solutions.
	Count Count
	// List has the first of the counted solutions in the puzzle's order, when
	// they were asked for. Nil means that they were not.
	List []Solution
	// Generated and Expanded are the nodes of the search, all iterations
	// together; what a node is, each puzzle's documentation says.
	Generated, Expanded uint64
	// Iterations are the iterations of an iterative search, in order. The last
	// one may be incomplete.
	Iterations []Iteration
	// Resumed is how many of Generated were brought along by a saved state.
	Resumed uint64
	// Method says in a few words how the answer was found, where the solver had a
	// choice: "table 5x5, loaded". It may be empty.
	Method string
}

// Count is a number of solutions.
type Count struct {
	Valid    bool  // false: this puzzle does not count
	N        int64 // solutions found
	Complete bool  // there are no others
}

// Iteration is the work at one threshold.
type Iteration = budget.Iteration

// Solution is a solution of one puzzle, ready to be printed.
type Solution interface {
	// AppendText appends the solution for people, on one line and without a
	// line ending: "3 moves: …".
	AppendText(dst []byte) []byte
	// AppendJudge appends the answer to a solved instance as the judge wants
	// it, every line ended.
	AppendJudge(dst []byte) []byte
	// AppendJSON appends the JSON object of the solution.
	AppendJSON(dst []byte) []byte
}

// AppendJudge appends the judge's answer: the solution's own, -1 when there is
// none, ? when it is unknown.
func (a *Answer) AppendJudge(dst []byte) []byte {
	switch {
	case a.Status == Solved && a.Solution != nil:
		return a.Solution.AppendJudge(dst)
	case a.Status == Infeasible:
		return append(dst, "-1\n"...)
	}
	return append(dst, "?\n"...)
}

// AppendText appends the answer for people, on one line and without a line
// ending.
func (a *Answer) AppendText(dst []byte) []byte {
	switch a.Status {
	case Solved:
		if a.Solution == nil {
			return append(dst, "solved"...)
		}
		dst = a.Solution.AppendText(dst)
		if a.List == nil {
			return dst
		}
		dst = append(dst, "; "...)
		dst = strconv.AppendInt(dst, a.Count.N, 10)
		if !a.Count.Complete {
			dst = append(dst, " or more"...)
		}
		if a.Cost != None {
			dst = append(dst, " optimal"...)
		}
		dst = append(dst, " solution"...)
		if a.Count.N != 1 || !a.Count.Complete {
			dst = append(dst, 's')
		}
		return dst
	case Infeasible:
		if a.Limit == LimitMoves && a.LowerBound != None {
			dst = append(dst, "infeasible: more than "...)
			dst = strconv.AppendInt(dst, int64(a.LowerBound-1), 10)
			if a.LowerBound == 2 {
				return append(dst, " move is needed"...)
			}
			return append(dst, " moves are needed"...)
		}
		if a.Limit == LimitSolutions {
			dst = append(dst, "infeasible: there are no more solutions than "...)
			return strconv.AppendInt(dst, a.Count.N, 10)
		}
		return append(dst, "infeasible: there is no solution"...)
	}
	dst = append(dst, "unknown"...)
	switch a.Limit {
	case "":
	case "interrupt":
		dst = append(dst, " (interrupted)"...)
	case "nodes":
		dst = append(dst, " (node limit)"...)
	default:
		dst = append(dst, " ("...)
		dst = append(dst, a.Limit...)
		dst = append(dst, " limit)"...)
	}
	if a.LowerBound != None {
		dst = append(dst, ": at least "...)
		dst = strconv.AppendInt(dst, int64(a.LowerBound), 10)
	}
	if a.Solution != nil {
		dst = append(dst, "; best found: "...)
		dst = a.Solution.AppendText(dst)
	}
	return dst
}

// String is [Answer.AppendText] as a string.
func (a Answer) String() string { return string(a.AppendText(nil)) }

// AppendJSON appends the answer as one JSON line, with its line ending. The
// line has the iterations when stats is true.
func (a *Answer) AppendJSON(dst []byte, id, kind string, seconds float64, stats bool) []byte {
	dst = append(dst, `{"id":`...)
	dst = appendString(dst, id)
	dst = append(dst, `,"puzzle":`...)
	dst = appendString(dst, kind)
	dst = append(dst, `,"status":"`...)
	dst = append(dst, a.Status.String()...)
	dst = append(dst, `","cost":`...)
	dst = appendBound(dst, a.Cost)
	dst = append(dst, `,"lower_bound":`...)
	dst = appendBound(dst, a.LowerBound)
	dst = append(dst, `,"solution":`...)
	if a.Solution == nil {
		dst = append(dst, "null"...)
	} else {
		dst = a.Solution.AppendJSON(dst)
	}
	if a.Count.Valid {
		dst = append(dst, `,"solutions":`...)
		dst = strconv.AppendInt(dst, a.Count.N, 10)
		dst = append(dst, `,"solutions_complete":`...)
		dst = strconv.AppendBool(dst, a.Count.Complete)
	}
	if a.List != nil {
		dst = append(dst, `,"solution_list":[`...)
		for i, s := range a.List {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = s.AppendJSON(dst)
		}
		dst = append(dst, ']')
	}
	if a.Limit != "" {
		dst = append(dst, `,"limit":`...)
		dst = appendString(dst, a.Limit)
	}
	dst = append(dst, `,"generated":`...)
	dst = strconv.AppendUint(dst, a.Generated, 10)
	dst = append(dst, `,"expanded":`...)
	dst = strconv.AppendUint(dst, a.Expanded, 10)
	dst = append(dst, `,"seconds":`...)
	dst = strconv.AppendFloat(dst, seconds, 'f', 6, 64)
	if stats {
		if a.Method != "" {
			dst = append(dst, `,"method":`...)
			dst = appendString(dst, a.Method)
		}
		if a.Resumed > 0 {
			dst = append(dst, `,"resumed_generated":`...)
			dst = strconv.AppendUint(dst, a.Resumed, 10)
		}
		dst = append(dst, `,"iterations":[`...)
		for i, it := range a.Iterations {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, `{"threshold":`...)
			dst = strconv.AppendInt(dst, int64(it.Threshold), 10)
			dst = append(dst, `,"generated":`...)
			dst = strconv.AppendUint(dst, it.Generated, 10)
			dst = append(dst, `,"expanded":`...)
			dst = strconv.AppendUint(dst, it.Expanded, 10)
			dst = append(dst, '}')
		}
		dst = append(dst, ']')
	}
	return append(dst, "}\n"...)
}

// AppendErrorJSON appends the JSON line of an instance that could not be read,
// with its line ending.
func AppendErrorJSON(dst []byte, id, kind string, e *InputError) []byte {
	dst = append(dst, `{"id":`...)
	dst = appendString(dst, id)
	dst = append(dst, `,"puzzle":`...)
	dst = appendString(dst, kind)
	dst = append(dst, `,"status":"error","error":`...)
	dst = appendString(dst, e.Msg)
	dst = append(dst, `,"line":`...)
	dst = strconv.AppendInt(dst, int64(e.Line), 10)
	dst = append(dst, `,"column":`...)
	dst = strconv.AppendInt(dst, int64(e.Column), 10)
	return append(dst, "}\n"...)
}

// AppendValidJSON appends the JSON line of an instance that could be read, for
// faces that only validate, with its line ending.
func AppendValidJSON(dst []byte, id, kind string) []byte {
	dst = append(dst, `{"id":`...)
	dst = appendString(dst, id)
	dst = append(dst, `,"puzzle":`...)
	dst = appendString(dst, kind)
	return append(dst, `,"status":"valid"}`+"\n"...)
}

func appendBound(dst []byte, n int) []byte {
	if n == None {
		return append(dst, "null"...)
	}
	return strconv.AppendInt(dst, int64(n), 10)
}

// appendString appends s as a JSON string, escaping no more than JSON asks for.
// Plain ASCII, the usual case, takes the fast way.
func appendString(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			var quoted bytes.Buffer
			enc := json.NewEncoder(&quoted)
			enc.SetEscapeHTML(false)
			_ = enc.Encode(s) // a string always encodes
			return append(dst, bytes.TrimSuffix(quoted.Bytes(), []byte("\n"))...)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"')
}

// AppendInts appends a JSON array of numbers, "[]" when there are none.
func AppendInts(dst []byte, ns []int) []byte {
	dst = append(dst, '[')
	for i, n := range ns {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return append(dst, ']')
}
