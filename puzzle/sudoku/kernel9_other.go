//go:build !amd64 || purego

package sudoku

// fastest9 returns the fastest program for propagate9 that this machine runs.
func fastest9() propagator9 { return propagate9 }
