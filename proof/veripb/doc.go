// Package veripb writes pseudo-Boolean proofs in the format of VeriPB, syntax
// 1.2 (Bogaerts, Gocht, McCreesh and Nordström, "Certified Symmetry and Dominance
// Breaking for Combinatorial Optimisation", 2022).
//
//	writer.go    the lines of a proof, one for each step
//
// [Writer] has the methods of hitting.ProofLog, whose documentation says what
// each step means. Variable v is called x and its number: x1, x2, … are those of
// the formula, as package proof/opb writes it, and those after them the proof's
// own.
package veripb
