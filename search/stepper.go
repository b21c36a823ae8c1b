package search

import "math/bits"

// Stepper is a search space told move by move, for kernels that kernelgen
// specialises. Its methods are so small that the compiler can put them in
// line, and a child that is cut is only looked at, never made. There are at most
// 64 operators, numbered from 0 in operator order.
//
// States are passed by value, which is fastest for those that fit a few
// machine words; for larger ones see [InPlace].
type Stepper[S any] interface {
	// Moves returns the operators of s, as a set of bits: operator i is bit i.
	// It may leave out an operator that no optimal path needs after last, the
	// operator that led to s; when last is NoOp it leaves out none.
	Moves(s S, last int) uint64
	// Look returns the cost of operator op in s, at least 1, and the heuristic
	// of the state it leads to; h is that of s.
	Look(s S, h, op int) (cost, next int)
	// Apply returns the state that operator op leads to.
	Apply(s S, op int) S
	// Heuristic and Goal are those of [Domain].
	Heuristic(s S) int
	Goal(s S) bool
}

// InPlace is a [Stepper] that changes one state to and fro instead of making
// new ones: for states that are large to copy.
type InPlace[S any] interface {
	Moves(s *S, last int) uint64
	Look(s *S, h, op int) (cost, next int)
	// Apply makes the move op in s.
	Apply(s *S, op int)
	// Undo takes op back: Apply and then Undo leave s as it was.
	Undo(s *S, op int)
	Heuristic(s S) int
	Goal(s S) bool
}

// Steps is the [Domain] that a [Stepper] tells: the same successors in the same
// order, so that every search of this package can use it.
type Steps[S any, D Stepper[S]] struct{ Stepper D }

// Batch makes a [Domain] of a [Stepper].
func Batch[S any, D Stepper[S]](d D) Steps[S, D] { return Steps[S, D]{d} }

// Expand implements [Domain].
func (b Steps[S, D]) Expand(dst []Edge[S], from *Edge[S]) []Edge[S] {
	for moves := b.Stepper.Moves(from.State, int(from.Op)); moves != 0; moves &= moves - 1 {
		op := bits.TrailingZeros64(moves)
		cost, h := b.Stepper.Look(from.State, int(from.H), op)
		dst = append(dst, Edge[S]{
			State: b.Stepper.Apply(from.State, op), Op: int32(op), Cost: int32(cost), H: int32(h),
		})
	}
	return dst
}

// Heuristic implements [Domain].
func (b Steps[S, D]) Heuristic(s S) int { return b.Stepper.Heuristic(s) }

// Goal implements [Domain].
func (b Steps[S, D]) Goal(s S) bool { return b.Stepper.Goal(s) }

// StepsInPlace is the [Domain] that an [InPlace] tells.
type StepsInPlace[S any, D InPlace[S]] struct{ Stepper D }

// BatchInPlace makes a [Domain] of an [InPlace].
func BatchInPlace[S any, D InPlace[S]](d D) StepsInPlace[S, D] { return StepsInPlace[S, D]{d} }

// Expand implements [Domain].
func (b StepsInPlace[S, D]) Expand(dst []Edge[S], from *Edge[S]) []Edge[S] {
	for moves := b.Stepper.Moves(&from.State, int(from.Op)); moves != 0; moves &= moves - 1 {
		op := bits.TrailingZeros64(moves)
		cost, h := b.Stepper.Look(&from.State, int(from.H), op)
		dst = append(dst, Edge[S]{State: from.State, Op: int32(op), Cost: int32(cost), H: int32(h)})
		b.Stepper.Apply(&dst[len(dst)-1].State, op)
	}
	return dst
}

// Heuristic implements [Domain].
func (b StepsInPlace[S, D]) Heuristic(s S) int { return b.Stepper.Heuristic(s) }

// Goal implements [Domain].
func (b StepsInPlace[S, D]) Goal(s S) bool { return b.Stepper.Goal(s) }
