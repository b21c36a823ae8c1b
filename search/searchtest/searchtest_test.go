package searchtest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"
	"github.com/deepen-go/deepen/search/searchtest"
)

// line is a walk on the numbers 0 to 20: operator 0 goes down by one, operator
// 1 up by two at cost 2, operator 2, if set, down by two at cost 2. The goal is
// 0.
type line struct {
	twoDown bool
	h       func(int) int
	broken  func(dst []search.Edge[int], e *search.Edge[int]) []search.Edge[int]
}

func (l line) Expand(dst []search.Edge[int], from *search.Edge[int]) []search.Edge[int] {
	add := func(s int, op, cost int32) {
		if s >= 0 && s <= 20 {
			dst = append(dst, search.Edge[int]{State: s, Op: op, Cost: cost, H: int32(l.Heuristic(s))})
		}
	}
	add(from.State-1, 0, 1)
	add(from.State+2, 1, 2)
	if l.twoDown {
		add(from.State-2, 2, 2)
	}
	if l.broken != nil {
		dst = l.broken(dst, from)
	}
	return dst
}

func (l line) Heuristic(s int) int {
	if l.h != nil {
		return l.h(s)
	}
	return s
}

func (line) Goal(s int) bool { return s == 0 }

// recorder notes the faults that a check finds.
type recorder struct{ faults []string }

func (*recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.faults = append(r.faults, fmt.Sprintf(format, args...))
}

func TestFaultsAreFound(t *testing.T) {
	extra := func(op, cost int32) func(dst []search.Edge[int], e *search.Edge[int]) []search.Edge[int] {
		return func(dst []search.Edge[int], e *search.Edge[int]) []search.Edge[int] {
			if e.State == 7 {
				dst = append(dst, search.Edge[int]{State: 6, Op: op, Cost: cost, H: 6})
			}
			return dst
		}
	}
	calls := 0
	roots := []int{9}
	kernel := func(change func(*search.Result[int32])) searchtest.IDAStar[int, line] {
		return func(ctx context.Context, d line, root int, opt search.IDAOptions, limits budget.Limits) search.Result[int32] {
			r := search.IDAStar(ctx, d, root, opt, limits)
			change(&r)
			return r
		}
	}
	for _, c := range []struct {
		name  string
		check func(t searchtest.TB)
		want  string // part of the message; none: no fault
	}{
		{"sound", func(t searchtest.TB) {
			searchtest.Moves(t, line{}, roots, searchtest.OneWay, 100)
			searchtest.Heuristic(t, line{}, roots, searchtest.Consistent, 100, 0)
			searchtest.Kernel(t, line{}, kernel(func(*search.Result[int32]) {}), roots, 20)
			searchtest.SameAnswers(t, line{}, searchtest.Blind[int](line{}), roots, 12)
		}, ""},
		{"not invertible", func(t searchtest.TB) { searchtest.Moves(t, line{}, roots, searchtest.Invertible, 100) },
			"state 9: operator 0 leads to 8 at cost 1, but no move leads back"},
		{"free move", func(t searchtest.TB) {
			searchtest.Moves(t, line{broken: extra(5, 0)}, roots, searchtest.OneWay, 100)
		}, "state 7: operator 5 costs 0"},
		{"negative operator", func(t searchtest.TB) {
			searchtest.Moves(t, line{broken: extra(-2, 1)}, roots, searchtest.OneWay, 100)
		}, "state 7: operator -2 is negative"},
		{"operator twice", func(t searchtest.TB) {
			searchtest.Moves(t, line{broken: extra(0, 1)}, roots, searchtest.OneWay, 100)
		}, "state 7: operator 0 occurs twice"},
		{"not appended", func(t searchtest.TB) {
			searchtest.Moves(t, line{broken: func(dst []search.Edge[int], e *search.Edge[int]) []search.Edge[int] {
				if e.State == 7 {
					return dst[:1]
				}
				return dst
			}}, roots, searchtest.OneWay, 100)
		}, "state 7: Expand appended"},
		{"changing", func(t searchtest.TB) {
			searchtest.Moves(t, line{broken: func(dst []search.Edge[int], _ *search.Edge[int]) []search.Edge[int] {
				calls++
				return dst[:len(dst)-calls%2]
			}}, roots, searchtest.OneWay, 100)
		}, "state 9: Expand appended"},
		{"more after a move than at a root", func(t searchtest.TB) {
			searchtest.Moves(t, line{broken: func(dst []search.Edge[int], e *search.Edge[int]) []search.Edge[int] {
				if e.Op == search.NoOp {
					return dst[:len(dst)-1]
				}
				return dst
			}}, roots, searchtest.OneWay, 100)
		}, "state 8, reached by operator 0: operator 1 is not"},
		{"not admissible", func(t searchtest.TB) {
			searchtest.Heuristic(t, line{h: func(s int) int {
				if s == 13 {
					return 14
				}
				return s
			}}, roots, searchtest.Admissible, 100)
		}, "13 with heuristic 14, but from there a goal is only 13 away: not admissible"},
		{"negative heuristic", func(t searchtest.TB) {
			searchtest.Heuristic(t, line{h: func(s int) int { return s - 1 }}, roots, searchtest.Admissible, 100, 0)
		}, "state 0: the heuristic is -1"},
		{"not consistent", func(t searchtest.TB) {
			searchtest.Heuristic(t, line{h: func(s int) int {
				if s == 5 {
					return 1
				}
				return s
			}}, roots, searchtest.Consistent, 100)
		}, "state 6: the heuristic is 6, but operator 0 leads at cost 1 to 5, where it is 1: not consistent"},
		{"admissible will do", func(t searchtest.TB) {
			searchtest.Heuristic(t, line{h: func(s int) int { return s % 5 }}, roots, searchtest.Admissible, 100)
		}, ""},
		{"goal that is not seen", func(t searchtest.TB) {
			searchtest.Heuristic(t, line{h: func(s int) int { return s + 1 }}, roots, searchtest.Admissible, 100, 0)
		}, "a goal is only"},
		{"large space", func(t searchtest.TB) { searchtest.Heuristic(t, line{}, roots, searchtest.Admissible, 5) },
			"more than 5 states"},
		{"too many roots", func(t searchtest.TB) {
			searchtest.Heuristic(t, line{}, []int{1, 2, 3}, searchtest.Admissible, 2)
		}, "more than 2 states"},
		{"kernel that counts otherwise", func(t searchtest.TB) {
			searchtest.Kernel(t, line{}, kernel(func(r *search.Result[int32]) { r.Expanded++ }), roots, 20)
		}, "root 9"},
		{"kernel that does not report", func(t searchtest.TB) {
			searchtest.Kernel(t, line{}, func(ctx context.Context, d line, root int, opt search.IDAOptions, limits budget.Limits) search.Result[int32] {
				limits.Report = nil
				return search.IDAStar(ctx, d, root, opt, limits)
			}, roots, 20)
		}, "the reports differ"},
		{"no cost", func(t searchtest.TB) {
			searchtest.Kernel(t, line{}, kernel(func(*search.Result[int32]) {}), roots, 0)
		}, "must be positive"},
		{"wrong table", func(t searchtest.TB) {
			wrong := line{twoDown: true, h: func(s int) int {
				if s == 8 {
					return 10
				}
				return s
			}}
			searchtest.SameAnswers(t, wrong, searchtest.Blind[int](line{twoDown: true}), roots, 12)
		}, "root 9: one domain gives cost 9 and path"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var r recorder
			c.check(&r)
			switch {
			case c.want == "" && len(r.faults) > 0:
				t.Errorf("a fault where there is none: %q", r.faults)
			case c.want != "" && (len(r.faults) != 1 || !strings.Contains(r.faults[0], c.want)):
				t.Errorf("%q, want one that has %q", r.faults, c.want)
			}
		})
	}
}

// steps is line told move by move.
type steps struct{}

func (steps) Moves(s, _ int) uint64 {
	var m uint64
	for op, d := range []int{-1, 2} {
		if s+d >= 0 && s+d <= 20 {
			m |= 1 << op
		}
	}
	return m
}
func (steps) Look(_, h, op int) (cost, next int) { return 1 + op, h - 1 + 3*op }
func (steps) Apply(s, op int) int                { return s - 1 + 3*op }
func (steps) Heuristic(s int) int                { return s }
func (steps) Goal(s int) bool                    { return s == 0 }

type inPlace struct{ steps }

func (p inPlace) Moves(s *int, last int) uint64           { return p.steps.Moves(*s, last) }
func (p inPlace) Look(s *int, h, op int) (cost, next int) { return p.steps.Look(*s, h, op) }
func (inPlace) Apply(s *int, op int)                      { *s += 3*op - 1 }
func (inPlace) Undo(s *int, op int)                       { *s -= 3*op - 1 }

func TestStyles(t *testing.T) {
	roots := []int{0, 1, 9, 20}
	searchtest.StepKernel(t, steps{}, func(ctx context.Context, _ steps, root int, opt search.IDAOptions, limits budget.Limits) search.Result[int32] {
		return search.IDAStar(ctx, line{}, root, opt, limits)
	}, roots, 25)
	searchtest.InPlaceKernel(t, inPlace{}, func(ctx context.Context, _ inPlace, root int, opt search.IDAOptions, limits budget.Limits) search.Result[int32] {
		return search.IDAStar(ctx, line{}, root, opt, limits)
	}, roots, 25)
}

// The moves of line commute: of down-up and up-down, the first is enough, but for
// the end: at 0 only up-down is possible.
func TestMachine(t *testing.T) {
	roots := []int{0, 3, 9, 20}
	var all []int
	for s := range 21 {
		all = append(all, s)
	}
	m, err := search.Learn(t.Context(), line{twoDown: true}, all, 3, budget.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	searchtest.Machine(t, line{twoDown: true}, m, roots, 22)
	// What is learned from the middle alone is wrong at the ends.
	wrong, err := search.Learn(t.Context(), line{}, []int{10}, 3, budget.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var r recorder
	searchtest.Machine(&r, toOne{}, wrong, []int{0}, 3)
	if len(r.faults) != 1 || !strings.Contains(r.faults[0], "root 0: cost 3 and path [1 0]") {
		t.Errorf("the machine loses a path, but %q", r.faults)
	}
}

// toOne is line with the goal 1.
type toOne struct{ line }

func (d toOne) Expand(dst []search.Edge[int], from *search.Edge[int]) []search.Edge[int] {
	n := len(dst)
	dst = d.line.Expand(dst, from)
	for i := range dst[n:] {
		dst[n+i].H = 0
	}
	return dst
}
func (toOne) Heuristic(int) int { return 0 }
func (toOne) Goal(s int) bool   { return s == 1 }
