package budget

import (
	"encoding/binary"
	"hash/crc32"
	"math"
)

// StateWriter builds a state for [Limits.Save]: a kind, numbers, and a checksum
// of all that. States are small and written often, so they are plain varints:
//
//	[ kind | number | number … | CRC-32C ]
type StateWriter struct{ buf []byte }

// NewStateWriter begins a state. The kind names what wrote it, with the version
// of its layout; states of another kind are not understood.
func NewStateWriter(kind string) *StateWriter {
	w := &StateWriter{}
	w.Bytes([]byte(kind))
	return w
}

// Uint adds a number.
func (w *StateWriter) Uint(n uint64) { w.buf = binary.AppendUvarint(w.buf, n) }

// Int adds a number that may be negative.
func (w *StateWriter) Int(n int) { w.buf = binary.AppendVarint(w.buf, int64(n)) }

// Bool adds yes or no.
func (w *StateWriter) Bool(b bool) {
	n := uint64(0)
	if b {
		n = 1
	}
	w.Uint(n)
}

// Bytes adds a text or another state.
func (w *StateWriter) Bytes(b []byte) {
	w.Uint(uint64(len(b)))
	w.buf = append(w.buf, b...)
}

// Ints adds a list of numbers; nil and an empty one are kept apart.
func (w *StateWriter) Ints(ns []int32) {
	if ns == nil {
		w.Uint(0)
		return
	}
	w.Uint(uint64(len(ns)) + 1)
	for _, n := range ns {
		w.Int(int(n))
	}
}

// Iterations adds a list of iterations.
func (w *StateWriter) Iterations(its []Iteration) {
	w.Uint(uint64(len(its)))
	for _, it := range its {
		w.Int(it.Threshold)
		w.Uint(it.Generated)
		w.Uint(it.Expanded)
	}
}

// Seal returns the state with its checksum. The writer is not used any more.
func (w *StateWriter) Seal() []byte {
	return binary.LittleEndian.AppendUint32(w.buf, sum(w.buf))
}

func sum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// StateReader reads what a [StateWriter] wrote, in the same order. Whatever does
// not fit makes it fail; from then on it gives zeros, and Close tells.
type StateReader struct {
	buf []byte
	bad bool
}

// OpenState opens a state of the given kind.
func OpenState(kind string, state []byte) *StateReader {
	r := &StateReader{}
	if n := len(state) - 4; n < 0 || binary.LittleEndian.Uint32(state[n:]) != sum(state[:n]) {
		r.bad = true
	} else {
		r.buf = state[:n]
	}
	r.Must(string(r.Bytes()) == kind)
	return r
}

// Must makes the reader fail unless ok.
func (r *StateReader) Must(ok bool) {
	if !ok {
		r.buf, r.bad = nil, true
	}
}

// Uint reads a number.
func (r *StateReader) Uint() uint64 {
	n, size := binary.Uvarint(r.buf)
	if size <= 0 {
		r.Must(false)
		return 0
	}
	r.buf = r.buf[size:]
	return n
}

// Int reads a number that may be negative.
func (r *StateReader) Int() int {
	n, size := binary.Varint(r.buf)
	if size <= 0 || n != int64(int(n)) {
		r.Must(false)
		return 0
	}
	r.buf = r.buf[size:]
	return int(n)
}

// Bool reads yes or no.
func (r *StateReader) Bool() bool {
	n := r.Uint()
	r.Must(n <= 1)
	return n == 1
}

// Len reads the length of a list whose elements take a byte each at least, so
// that a damaged length cannot ask for more memory than the state justifies.
func (r *StateReader) Len() int {
	n := r.Uint()
	if n > uint64(len(r.buf)) {
		r.Must(false)
		return 0
	}
	return int(n)
}

// Bytes reads a text or another state, which shares memory with this one.
func (r *StateReader) Bytes() []byte {
	n := r.Len()
	b := r.buf[:n:n]
	r.buf = r.buf[n:]
	return b
}

// Ints reads a list of numbers.
func (r *StateReader) Ints() []int32 {
	n := r.Uint()
	if n == 0 {
		return nil
	}
	if n--; n > uint64(len(r.buf)) {
		r.Must(false)
		return nil
	}
	ns := make([]int32, n)
	for i := range ns {
		v := r.Int()
		r.Must(v >= math.MinInt32 && v <= math.MaxInt32)
		ns[i] = int32(v)
	}
	return ns
}

// Iterations reads a list of iterations.
func (r *StateReader) Iterations() []Iteration {
	its := make([]Iteration, r.Len())
	for i := range its {
		its[i] = Iteration{Threshold: r.Int(), Generated: r.Uint(), Expanded: r.Uint()}
	}
	if len(its) == 0 {
		return nil
	}
	return its
}

// Close returns [ErrResume] if anything did not fit or is left over.
func (r *StateReader) Close() error {
	if r.bad || len(r.buf) > 0 {
		return ErrResume
	}
	return nil
}
