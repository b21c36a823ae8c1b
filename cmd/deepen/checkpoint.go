package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc64"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/deepen-go/deepen/puzzle"
)

// checkpoint is all that a run needs to know to go on where another one was cut
// off. The file is a line with the version and a checksum of the rest, which is
// JSON for people to look at.
type checkpoint struct {
	Program  string            `json:"program"` // the version that wrote it
	Puzzle   string            `json:"puzzle"`
	Settings map[string]string `json:"settings"` // that decide what is printed
	Inputs   []string          `json:"inputs"`
	mark
	Status int     `json:"status"` // the exit status so far
	Output place   `json:"output"` // where the answers end
	InHand []saved `json:"in_hand"`
}

// mark is how far a run is: so many instances are answered and printed.
type mark struct {
	Answered int    `json:"answered"`
	Digest   digest `json:"digest"`
}

// saved is the state of the search of an instance that is not answered.
type saved struct {
	Instance  int    `json:"instance"` // its number in the run, from 1
	Digest    digest `json:"digest"`
	Generated uint64 `json:"generated"` // nodes, to show
	State     []byte `json:"state"`
}

// digest is a checksum over the instances up to one. It tells another input by
// accident, and not one made to deceive.
type digest uint64

// polynomial makes its table when it is needed: most runs have no checkpoint.
var polynomial = sync.OnceValue(func() *crc64.Table { return crc64.MakeTable(crc64.ECMA) })

// with returns the digest after one more instance. The scratch space is returned
// for the next.
func (d digest) with(it *item, scratch []byte) (digest, []byte) {
	b := it.appendID(scratch[:0])
	b = append(b, 0)
	b = append(b, it.format.Name...)
	b = append(b, 0)
	if it.err != nil {
		b = append(b, it.err.Error()...)
	} else {
		b = it.inst.AppendNative(b)
	}
	b = append(b, 0)
	return digest(crc64.Update(uint64(d), polynomial(), b)), b
}

const (
	checkpointMagic   = "deepen checkpoint"
	checkpointVersion = 1
)

// encode returns the file's content.
func (c *checkpoint) encode() ([]byte, error) {
	body, err := json.MarshalIndent(c, "", " ")
	if err != nil {
		return nil, err
	}
	body = append(body, '\n')
	return append(checkpointHeader(body), body...), nil
}

func checkpointHeader(body []byte) []byte {
	return fmt.Appendf(nil, "%s %d %016x\n", checkpointMagic, checkpointVersion, crc64.Checksum(body, polynomial()))
}

// decodeCheckpoint reads a file's content. It accepts nothing that encode has
// not written.
func decodeCheckpoint(text []byte) (*checkpoint, error) {
	head, body, _ := bytes.Cut(text, []byte("\n"))
	rest, ok := strings.CutPrefix(string(head), checkpointMagic+" ")
	if !ok {
		return nil, errors.New("it is no checkpoint, or is damaged")
	}
	if v, _, _ := strings.Cut(rest, " "); v != fmt.Sprint(checkpointVersion) {
		return nil, fmt.Errorf("it has version %q of the format, this program reads %d", v, checkpointVersion)
	}
	if string(head)+"\n" != string(checkpointHeader(body)) {
		return nil, errors.New("it is damaged: the checksum is wrong")
	}
	c := &checkpoint{}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(c); err != nil {
		return nil, fmt.Errorf("it is damaged: %w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("it is damaged: there is more than one value")
	}
	return c, c.check()
}

// check refuses what no run can have come to.
func (c *checkpoint) check() error {
	if c.Answered < 0 || c.Output.Offset < 0 || c.Output.End < 0 || gravest(c.Status, exitOK) != c.Status {
		return errors.New("it is damaged: a number makes no sense")
	}
	last := c.Answered
	for _, s := range c.InHand {
		if s.Instance <= last {
			return errors.New("it is damaged: the instances in hand are out of order")
		}
		last = s.Instance
	}
	return nil
}

// compare says in which setting a checkpoint is of another run than c.
func (c *checkpoint) compare(other *checkpoint) error {
	switch {
	case c.Program != other.Program:
		return fmt.Errorf("it is of version %s of this program, which is %s", other.Program, c.Program)
	case c.Puzzle != other.Puzzle:
		return fmt.Errorf("it is of the puzzle %s", other.Puzzle)
	case !slices.Equal(c.Inputs, other.Inputs):
		return fmt.Errorf("it is of another input: %s", strings.Join(other.Inputs, " "))
	}
	names := maps.Clone(c.Settings)
	maps.Copy(names, other.Settings)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if was, is := other.Settings[name], c.Settings[name]; was != is {
			return fmt.Errorf("it was made with --%s=%s, and now it is %q", name, was, is)
		}
	}
	return nil
}

// newCheckpoint returns the checkpoint of a run that has answered nothing.
func newCheckpoint(info puzzle.Info, settings puzzle.Settings, s *solving, format string, files []string) checkpoint {
	all := map[string]string{"format": format, "output": s.output}
	maps.Copy(all, settings)
	maps.DeleteFunc(all, func(_, value string) bool { return value == "" })
	return checkpoint{
		Program:  version(),
		Puzzle:   info.Name,
		Settings: all,
		Inputs:   orStdin(files),
		InHand:   []saved{},
	}
}

// readCheckpoint reads a file. A missing one is [os.ErrNotExist].
func readCheckpoint(file string) (*checkpoint, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return decodeCheckpoint(text)
}

// write puts the checkpoint in the file's place, at once and for good: whoever
// reads it, even after a power cut, finds the old one or the new one.
func (c *checkpoint) write(file string) (err error) {
	text, err := c.encode()
	if err != nil {
		return err
	}
	// Always the same name, so that a run that is killed over and over leaves one.
	f, err := os.OpenFile(file+".unfinished", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // it only takes space
		return err
	}
	return syncFolder(filepath.Dir(file))
}

// syncFolder makes a change of name last, where the system can do that.
func syncFolder(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return nil //nolint:nilerr // a folder that cannot be read can still be written to
	}
	err = d.Sync()
	if cerr := d.Close(); err == nil {
		err = cerr
	}
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, os.ErrPermission) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// place is a place in what is printed.
type place struct {
	// File names the file that standard output is, if it is one, as the system
	// does.
	File   string `json:"file,omitempty"`
	Offset int64  `json:"offset"` // in the file; otherwise bytes printed
	// End is the offset of the end of all output, once the run has ended by
	// itself. What stands after it others have printed.
	End int64 `json:"end,omitempty"`
}

// outlet is standard output, which knows its place.
type outlet struct {
	file *os.File // nil unless it is a regular file
	place
}

// newOutlet returns the outlet of w, and goes to the end of it when it is a file.
func newOutlet(w io.Writer) (*outlet, error) {
	f, ok := w.(*os.File)
	if !ok {
		return &outlet{}, nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return &outlet{}, nil //nolint:nilerr // then it is no file with a place
	}
	o := &outlet{file: f, place: place{File: fileIdentity(f, info)}}
	o.Offset, err = f.Seek(0, io.SeekEnd)
	return o, err
}

// goBack cuts off what was printed after p, and reports whether that was
// possible: standard output has to be the same file.
func (o *outlet) goBack(p place) (bool, error) {
	if o.file == nil {
		o.Offset = p.Offset
		return false, nil
	}
	ours := o.File != "" && o.File == p.File
	if !ours || o.Offset < p.Offset || p.End > 0 && o.Offset != p.End {
		return false, nil
	}
	if err := o.file.Truncate(p.Offset); err != nil {
		return false, err
	}
	var err error
	o.Offset, err = o.file.Seek(p.Offset, io.SeekStart)
	return err == nil, err
}

// advance moves on after n bytes were printed. In a file, others may have printed
// as well: standard error, say.
func (o *outlet) advance(n int) {
	o.Offset += int64(n)
	if o.file != nil {
		if at, err := o.file.Seek(0, io.SeekCurrent); err == nil {
			o.Offset = at
		}
	}
}

// sync makes what was printed last.
func (o *outlet) sync() {
	if o.file != nil {
		_ = o.file.Sync() // if it cannot be, it will be soon
	}
}
