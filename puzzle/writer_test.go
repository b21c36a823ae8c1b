package puzzle

import (
	"errors"
	"strings"
	"testing"
)

// word is an instance for tests.
type word string

func (w word) AppendNative(dst []byte) []byte { return append(dst, w...) }

// addWord is a format that has no room for long words.
func addWord(dst []byte, inst Instance) ([]byte, error) {
	if len(inst.(word)) > 3 {
		return append(dst, "half of it"...), NoRoom("short", "%q is long", inst)
	}
	return append(inst.AppendNative(dst), '\n'), nil
}

func TestWriters(t *testing.T) {
	for want, open := range map[string]func(*strings.Builder) Writer{
		"one\ntwo\n":    func(b *strings.Builder) Writer { return NewWriter(b, addWord) },
		"2\none\ntwo\n": func(b *strings.Builder) Writer { return NewCountedWriter(b, addWord) },
	} {
		var b strings.Builder
		w := open(&b)
		for _, inst := range []word{"one", "three", "two"} {
			err := w.Write(inst)
			if fault := (*FormatError)(nil); errors.As(err, &fault) != (len(inst) > 3) {
				t.Errorf("%s: %v", inst, err)
			} else if fault != nil && err.Error() != `the format short cannot hold it: "three" is long` {
				t.Error(err)
			}
		}
		if err := w.Close(); err != nil || b.String() != want {
			t.Errorf("%q, %v; want %q", b.String(), err, want)
		}
	}
}

// full fails after so many writes.
type full int

var errFull = errors.New("the disk is full")

func (f *full) Write(p []byte) (int, error) {
	if *f--; *f < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWritersFail(t *testing.T) {
	for n := range 3 {
		room := full(n)
		w := NewCountedWriter(&room, addWord)
		if err := errors.Join(w.Write(word("one")), w.Close()); errors.Is(err, errFull) != (n < 2) {
			t.Errorf("after %d writes: %v", n, err)
		}
		room = full(n)
		w = NewWriter(&room, addWord)
		if err := errors.Join(w.Write(word("one")), w.Write(word("two")), w.Close()); errors.Is(err, errFull) != (n < 2) {
			t.Errorf("after %d writes: %v", n, err)
		}
	}
}
