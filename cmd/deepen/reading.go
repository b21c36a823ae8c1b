package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/deepen-go/deepen/internal/lines"
	"github.com/deepen-go/deepen/puzzle"
)

// reading is how instances are read: the puzzle, the format and the options
// that the flags gave.
type reading struct {
	kind    puzzle.Kind
	info    puzzle.Info
	format  string // "" means to guess
	options map[string]*string

	// reuse, if not nil, returns an instance that nobody uses any more, or nil: the
	// next one that is read may take its place.
	reuse func() puzzle.Instance
}

// settings returns the puzzle's options, and an error when one has a bad value
// or the format is unknown.
func (in *reading) settings() (puzzle.Settings, error) {
	s := settingsOf(in.options)
	format := in.format
	if format == "" {
		format = in.info.Formats[0].Name
	} else if _, ok := in.info.Format(format); !ok {
		return nil, fmt.Errorf("%s has no format %q; see 'deepen formats %s'", in.info.Name, format, in.info.Name)
	}
	_, err := in.kind.NewReader(strings.NewReader(""), format, s)
	return s, err
}

// item is an instance on its way from a file to the output.
type item struct {
	file   string
	index  int    // in its file, from 1
	before int    // items of the run before this one, in all files
	digest digest // of the items up to this one; only with a checkpoint
	offset int64  // bytes of all the input up to the instance's end
	format *puzzle.Format
	inst   puzzle.Instance    // nil when err is set
	err    *puzzle.InputError // what is wrong with the instance
}

// id is the instance's name in the output.
func (it *item) id() string { return string(it.appendID(nil)) }

func (it *item) appendID(dst []byte) []byte {
	return strconv.AppendInt(append(append(dst, it.file...), ':'), int64(it.index), 10)
}

// source is a text that instances are read from. It counts the bytes read.
type source struct {
	name   string
	r      io.Reader
	close  func() error
	before func() // called before each read, which may wait; may be nil
	n      int64

	format puzzle.Format // given or guessed, known once reading has begun
}

func (s *source) Read(p []byte) (int, error) {
	if s.before != nil {
		s.before()
	}
	n, err := s.r.Read(p)
	s.n += int64(n)
	return n, err
}

// open opens the named file; "-" is standard input.
func (a *app) open(name string) (*source, error) {
	if name == "-" {
		return &source{name: name, r: a.stdin, close: func() error { return nil }}, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return &source{name: name, r: f, close: f.Close}, nil
}

// each reads the instances of src and gives them to yield, until that returns
// false or the text ends. The error is about the file, not about an instance.
func (in *reading) each(src *source, settings puzzle.Settings, yield func(item) bool) error {
	text := bufio.NewReaderSize(src, lines.Max)
	format := in.format
	if format == "" {
		head, err := src.head(text)
		if err != nil {
			return fileError(src.name, err)
		}
		format = in.kind.Guess(src.name, head)
	}
	f, ok := in.info.Format(format)
	if !ok {
		return fmt.Errorf("%s has no format %q", in.info.Name, format)
	}
	src.format = f
	reader, err := in.kind.NewReader(text, format, settings)
	if err != nil {
		return err
	}
	read := reader.Read
	if again, ok := reader.(puzzle.Rereader); ok && in.reuse != nil {
		read = func() (puzzle.Instance, error) { return again.Reread(in.reuse()) }
	}
	for index, n := 1, 0; ; index, n = index+1, n+1 {
		it := item{file: src.name, index: index, before: n, format: &f}
		it.inst, err = read()
		it.offset = src.n - int64(text.Buffered())
		switch {
		case err == nil:
		case err == io.EOF:
			return nil
		case asInput(err, &it):
			it.inst = nil
			if it.err.Whole && index == 1 {
				// What is wrong before the first instance is none itself.
				it.index, index = 0, 0
			}
		default:
			return fileError(src.name, err)
		}
		if !yield(it) {
			return nil
		}
	}
}

// asInput notes that the item is bad, if err says so.
func asInput(err error, it *item) bool {
	var bad *puzzle.InputError // its address escapes, the item's must not
	if !errors.As(err, &bad) {
		return false
	}
	it.err = bad
	return true
}

// head returns what there is to guess a format from: the beginning of the text up
// to its first line with something on it at least, without waiting for more than
// that, and of a file its end as well.
func (s *source) head(text *bufio.Reader) ([]byte, error) {
	_, err := text.Peek(1) // waits for the first read
	head, _ := text.Peek(text.Buffered())
	seen, content := 0, false // bytes looked at, and whether there is something among them
	complete := func() bool {
		for ; seen < len(head); seen++ {
			if content = content || bytes.IndexByte([]byte(" \t\r\n\ufeff"), head[seen]) < 0; content && head[seen] == '\n' {
				return true
			}
		}
		return false
	}
	for err == nil && !complete() {
		_, err = text.Peek(text.Buffered() + 1) // reads on
		head, _ = text.Peek(text.Buffered())
	}
	if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
		return nil, err
	}
	const most = 1 << 10
	if f, ok := s.r.(*os.File); ok {
		info, err := f.Stat()
		if err != nil || !info.Mode().IsRegular() || info.Size() <= int64(len(head)) {
			return head, nil
		}
		tail := make([]byte, min(most, info.Size()))
		n, _ := f.ReadAt(tail, info.Size()-int64(len(tail))) // a guess can do without
		_, tail, _ = bytes.Cut(tail[:n], []byte("\n"))
		head = append(append(slices.Clip(head), '\n'), tail...)
	}
	return head, nil
}

// eachFile reads all files, in order, standard input when there are none, until
// ctx is done or yield returns false. It calls before whenever it is about to wait for input, and fail
// for a file that cannot be read; it then goes on with the next.
func (a *app) eachFile(ctx context.Context, in *reading, files []string, settings puzzle.Settings, before func(), fail func(error), yield func(item) bool) {
	var offset int64
	n := 0
	more := true
	for _, name := range orStdin(files) {
		src, err := a.open(name)
		if err != nil {
			fail(err)
			continue
		}
		src.before = before
		err = in.each(src, settings, func(it item) bool {
			it.offset += offset
			it.before = n
			n++
			more = yield(it) && ctx.Err() == nil
			return more
		})
		offset += src.n
		if cerr := src.close(); err == nil {
			err = cerr
		}
		if err != nil {
			fail(err)
		}
		if !more || ctx.Err() != nil {
			return
		}
	}
}

// orStdin returns the files, or "-" when there are none.
func orStdin(files []string) []string {
	if len(files) == 0 {
		return []string{"-"}
	}
	return files
}

// fileError names the file, unless err does so already.
func fileError(name string, err error) error {
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}
