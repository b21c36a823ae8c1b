package puzzle

import (
	"fmt"
	"io"
)

// NewWriter returns a [Writer] of a format that puts one instance after another.
// The function appends a whole instance, line endings included; its error is a
// [*FormatError].
func NewWriter(w io.Writer, add func(dst []byte, inst Instance) ([]byte, error)) Writer {
	return &plainWriter{w: w, add: add}
}

// NewCountedWriter is [NewWriter] for a format whose first line is the number of
// instances. It keeps the text in memory until Close.
func NewCountedWriter(w io.Writer, add func(dst []byte, inst Instance) ([]byte, error)) Writer {
	return &countedWriter{w: w, add: add}
}

// plainWriter writes instances as they come.
type plainWriter struct {
	w   io.Writer
	add func(dst []byte, inst Instance) ([]byte, error)
	buf []byte
}

func (p *plainWriter) Write(inst Instance) error {
	text, err := p.add(p.buf[:0], inst)
	if err != nil {
		return err
	}
	p.buf = text
	_, err = p.w.Write(text)
	return err
}

func (p *plainWriter) Close() error { return nil }

// countedWriter gathers the instances, as their number comes first.
type countedWriter struct {
	w    io.Writer
	add  func(dst []byte, inst Instance) ([]byte, error)
	text []byte
	n    int
}

func (c *countedWriter) Write(inst Instance) error {
	text, err := c.add(c.text, inst)
	if err != nil {
		return err
	}
	c.text = text
	c.n++
	return nil
}

func (c *countedWriter) Close() error {
	if _, err := fmt.Fprintln(c.w, c.n); err != nil {
		return err
	}
	_, err := c.w.Write(c.text)
	return err
}
