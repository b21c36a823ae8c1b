// Package opb writes minimum hitting set problems in the OPB format of the
// pseudo-Boolean competitions (Roussel and Manquinho, "Input/Output Format and
// Solver Requirements for the Competitions of Pseudo-Boolean Solvers", 2012), as
// the formulas that proofs are about.
package opb

import (
	"bufio"
	"io"
	"strconv"
)

// Write writes the problem: take the fewest of elements 1, 2, … so that each set
// has one that is taken. Variable xE says that element E is taken. There is one
// constraint for each set, in order; an element that a set lists twice is
// written once.
func Write(w io.Writer, elements int, sets [][]int32) error {
	b := bufio.NewWriterSize(w, 1<<16)
	var line []byte
	line = append(line, "* #variable= "...)
	line = strconv.AppendInt(line, int64(elements), 10)
	line = append(line, " #constraint= "...)
	line = strconv.AppendInt(line, int64(len(sets)), 10)
	line = append(line, "\nmin:"...)
	for e := range elements {
		line = appendTerm(line, int32(e+1))
	}
	line = append(line, " ;\n"...)
	if _, err := b.Write(line); err != nil {
		return err
	}
	listed := make([]int, elements+1) // the last set that lists the element
	for i, set := range sets {
		line = line[:0]
		for _, e := range set {
			if listed[e] <= i {
				listed[e] = i + 1
				line = appendTerm(line, e)
			}
		}
		line = append(line, " >= 1 ;\n"...)
		if _, err := b.Write(line[1:]); err != nil {
			return err
		}
	}
	return b.Flush()
}

func appendTerm(line []byte, e int32) []byte {
	return strconv.AppendInt(append(line, " 1 x"...), int64(e), 10)
}
