package veripb

import (
	"bufio"
	"io"
	"strconv"
)

// Writer writes the steps of one proof. It implements hitting.ProofLog. The first
// error that writing meets stays, and nothing is written after it: see
// [Writer.Close].
type Writer struct {
	w        *bufio.Writer
	elements int
	last     int // the number that was given last
	size     int64
	complete bool
	buf      []byte
}

// New returns a writer of a proof on a formula with the given numbers of
// elements and of sets, and begins the proof.
func New(w io.Writer, elements, sets int) *Writer {
	p := &Writer{w: bufio.NewWriterSize(w, 1<<16), elements: elements, last: sets}
	p.buf = append(p.buf, "pseudo-Boolean proof version 1.2\nf"...)
	p.int(sets)
	p.end()
	return p
}

// Close writes what is still held back, and returns the first error. It does
// not close the underlying writer.
func (p *Writer) Close() error { return p.w.Flush() }

// Complete reports whether the proof has ended in a contradiction.
func (p *Writer) Complete() bool { return p.complete }

// Size returns the number of bytes written so far.
func (p *Writer) Size() int64 { return p.size }

// Implied writes a rup line.
func (p *Writer) Implied(clause []int) int {
	p.begin("rup")
	for _, lit := range clause {
		p.term(1, lit)
	}
	p.atLeast(1)
	return p.step()
}

// Dominated writes a red line, whose witness exchanges the two elements.
func (p *Writer) Dominated(e, by int) int {
	p.begin("red")
	p.term(1, -e)
	p.atLeast(1)
	p.assign(e, '0')
	p.assign(by, '1')
	return p.step()
}

// Count writes two red lines, whose witnesses set the new variable.
func (p *Writer) Count(v int, literals []int, k int) (only, also int) {
	p.begin("red")
	p.term(k, -v)
	for _, lit := range literals {
		p.term(1, lit)
	}
	p.atLeast(k)
	p.assign(v, '0')
	only = p.step()

	k = len(literals) - k + 1
	p.begin("red")
	p.term(k, v)
	for _, lit := range literals {
		p.term(1, -lit)
	}
	p.atLeast(k)
	p.assign(v, '1')
	return only, p.step()
}

// Combine writes a pol line.
func (p *Writer) Combine(numbers, factors, literals []int, divisor int) int {
	p.begin("pol")
	for i, n := range numbers {
		p.int(n)
		if factors[i] != 1 {
			p.int(factors[i])
			p.buf = append(p.buf, " *"...)
		}
		if i > 0 {
			p.buf = append(p.buf, " +"...)
		}
	}
	for i, lit := range literals {
		p.lit(lit)
		if i > 0 || len(numbers) > 0 {
			p.buf = append(p.buf, " +"...)
		}
	}
	if divisor != 1 {
		p.int(divisor)
		p.buf = append(p.buf, " d"...)
	}
	return p.step()
}

// Forget writes a del line.
func (p *Writer) Forget(numbers []int) {
	p.begin("del id")
	for _, n := range numbers {
		p.int(n)
	}
	p.end()
}

// Solution writes an o line with the values of all elements.
func (p *Writer) Solution(elements []int) int {
	p.begin("o")
	for e := 1; e <= p.elements; e++ {
		if len(elements) > 0 && elements[0] == e {
			elements = elements[1:]
			p.lit(e)
		} else {
			p.lit(-e)
		}
	}
	return p.step()
}

// Contradiction writes a c line.
func (p *Writer) Contradiction(number int) {
	p.begin("c")
	p.int(number)
	p.end()
	p.complete = true
}

func (p *Writer) begin(rule string) { p.buf = append(p.buf[:0], rule...) }

func (p *Writer) int(n int) { p.buf = strconv.AppendInt(append(p.buf, ' '), int64(n), 10) }

func (p *Writer) lit(lit int) {
	if lit < 0 {
		p.buf = append(p.buf, " ~x"...)
		lit = -lit
	} else {
		p.buf = append(p.buf, " x"...)
	}
	p.buf = strconv.AppendInt(p.buf, int64(lit), 10)
}

func (p *Writer) term(factor, lit int) {
	p.int(factor)
	p.lit(lit)
}

func (p *Writer) atLeast(degree int) {
	p.buf = append(p.buf, " >="...)
	p.int(degree)
	p.buf = append(p.buf, " ;"...)
}

func (p *Writer) assign(v int, value byte) {
	p.lit(v)
	p.buf = append(p.buf, " -> "...)
	p.buf = append(p.buf, value)
}

// step ends a line that has a number, and returns it.
func (p *Writer) step() int {
	p.end()
	p.last++
	return p.last
}

func (p *Writer) end() {
	p.buf = append(p.buf, '\n')
	n, _ := p.w.Write(p.buf) // the error stays: see Close
	p.size += int64(n)
}
