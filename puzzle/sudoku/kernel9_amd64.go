//go:build !purego

package sudoku

import "golang.org/x/sys/cpu"

//go:generate go run -C _asm . -out ../kernel9_amd64.s

// propagateAVX2 does what propagate9 does, in vectors of 16 lanes: a rule at a
// time, for all rows and digits at once, without looking whether it has anything
// to do.
//
//go:noescape
func propagateAVX2(at *grid9, f *fork9, threes bool) int

// fastest9 returns the fastest program for propagate9 that this machine runs.
func fastest9() propagator9 {
	if cpu.X86.HasAVX2 {
		return propagateAVX2
	}
	return propagate9
}
