// Package check checks proofs of optimality: pseudo-Boolean proofs in the syntax
// of VeriPB 1.2, on a formula in OPB. It shares nothing with what writes proofs.
//
//	check.go       Check: the formula, then the proof line by line
//	rules.go       what each rule may do, and when it is refused
//	  rule_pol.go    sums and quotients
//	  rule_red.go    what a witness has to show
//	formula.go     reads OPB
//	words.go       lines, words, literals, and inequalities as text
//	inequality.go  the normal form, negation, implication
//	sum.go         the arithmetic of the rules pol and red, with overflow refused
//	database.go    inequalities by number, what they force, and deletion
//	propagate.go   unit propagation, by watched literals and by slack
//
// # What is checked
//
// An inequality Σ a·l >= d has positive whole factors a, and each variable once;
// l is a variable or its negation. The rules:
//
//	f N         the formula's inequalities, numbered from 1, are N
//	o LITERALS  a solution, and from here on a better one is wanted
//	rup C       C, which unit propagation finds to follow
//	pol …       a sum, multiple, quotient, saturation or weakening of others
//	red C ; ω   C, since a solution that breaks C is as good when changed by ω
//	del id N …  forget inequalities
//	c N         inequality N cannot hold
//
// Together: a proof that is accepted has a c line, and then no solution is
// better than the best of its o lines.
//
// The invariant behind it: to each solution s of the formula that is better than
// the o lines so far there is a solution of all inequalities that are held, at
// least as good as s. Deletion can only make it easier to keep.
//
// Whatever the reference checker refuses is meant to be refused here; the
// reverse does not hold. Not supported, and so refused: subproofs, dominance,
// solutions to be enumerated, levels, assumptions.
package check
