package check

import (
	"errors"
	"fmt"
)

// value is an operand of pol: a sum, or a number, which may be that of an
// inequality. A sum that is just l >= 0 remembers its variable.
type value struct {
	sum   *sum // nil for a number
	n     int64
	v     int
	isLit bool
}

// pol is the rule of that name, an expression in reverse Polish notation. A number
// is a factor or a divisor where an operator asks for one, and otherwise the
// number of an inequality; a literal l is l >= 0, or the variable to be weakened.
func (c *checker) pol(w *words) error {
	defer func() {
		for _, x := range c.stack {
			c.release(x)
		}
		c.stack = c.stack[:0]
	}()
	for word := w.next(); len(word) > 0; word = w.next() {
		if err := c.operate(word); err != nil {
			return err
		}
	}
	if len(c.stack) != 1 {
		return fmt.Errorf("the expression leaves %d inequalities instead of one", len(c.stack))
	}
	s, err := c.operand()
	if err != nil {
		return err
	}
	defer c.release(value{sum: s})
	q, err := s.inequality()
	if err != nil {
		return err
	}
	return c.db.add(q)
}

// operate applies one word of an expression.
func (c *checker) operate(word []byte) error {
	switch string(word) {
	case "+":
		return c.plus()
	case "*", "d":
		return c.scale(word[0])
	case "s":
		s, err := c.operand()
		if err != nil {
			return err
		}
		s.saturate()
		c.stack = append(c.stack, value{sum: s})
		return nil
	case "w":
		return c.weaken()
	}
	if word[0] == '~' || letter(word[0]) {
		l, err := c.lit(word)
		if err != nil {
			return err
		}
		c.db.grow(len(c.name))
		s := c.newSum()
		s.term(1, l)
		c.stack = append(c.stack, value{sum: s, v: l.v(), isLit: true})
		return nil
	}
	n, err := number(word)
	if err != nil {
		return err
	}
	c.stack = append(c.stack, value{n: n})
	return nil
}

var errOperand = errors.New("an operand is missing in the expression")

func (c *checker) pop() (value, error) {
	if len(c.stack) == 0 {
		return value{}, errOperand
	}
	x := c.stack[len(c.stack)-1]
	c.stack = c.stack[:len(c.stack)-1]
	return x, nil
}

// operand pops an inequality as a sum that may be changed.
func (c *checker) operand() (*sum, error) {
	x, err := c.pop()
	if err != nil || x.sum != nil {
		return x.sum, err
	}
	q, _, err := c.db.get(x.n)
	if err != nil {
		return nil, err
	}
	s := c.newSum()
	s.add(q)
	return s, nil
}

func (c *checker) plus() error {
	x, err := c.pop()
	if err != nil {
		return err
	}
	defer c.release(x)
	s, err := c.operand()
	if err != nil {
		return err
	}
	c.stack = append(c.stack, value{sum: s})
	if x.sum == nil {
		q, _, err := c.db.get(x.n)
		if err != nil {
			return err
		}
		s.add(q)
		return s.err
	}
	s.addSum(x.sum)
	return s.err
}

// scale multiplies or divides by a number.
func (c *checker) scale(operator byte) error {
	x, err := c.pop()
	if err != nil {
		return err
	}
	if x.sum != nil || x.n < 1 {
		c.release(x)
		return errors.New("a factor and a divisor must be a number from 1")
	}
	s, err := c.operand()
	if err != nil {
		return err
	}
	c.stack = append(c.stack, value{sum: s})
	if operator == '*' {
		s.multiply(x.n)
	} else {
		s.divide(x.n)
	}
	return s.err
}

func (c *checker) weaken() error {
	x, err := c.pop()
	if err != nil {
		return err
	}
	defer c.release(x)
	if !x.isLit {
		return errors.New("a variable is expected before w")
	}
	s, err := c.operand()
	if err != nil {
		return err
	}
	s.weaken(x.v)
	c.stack = append(c.stack, value{sum: s})
	return s.err
}

// newSum returns an empty sum; release lets it be used again.
func (c *checker) newSum() *sum {
	if n := len(c.free); n > 0 {
		s := c.free[n-1]
		c.free = c.free[:n-1]
		return s
	}
	return new(sum)
}

func (c *checker) release(x value) {
	if x.sum != nil {
		x.sum.reset()
		c.free = append(c.free, x.sum)
	}
}
