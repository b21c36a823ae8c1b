package store

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// The faults of a file.
var (
	// ErrVersion reports that a file has another version of the format.
	ErrVersion = errors.New("the file has another version")
	// ErrDamaged reports that a file is cut short, too long, of another table,
	// or changed.
	ErrDamaged = errors.New("the file is damaged")
)

const (
	magic      = "DEEPTAB\n"
	version    = 2
	headerSize = 44
	maxKey     = 1 << 12
	maxNote    = 1 << 20
	extension  = ".table"
	unfinished = ".unfinished" // of a file that is being written

	// chunk is how much is read or written between two looks at the context.
	chunk = 8 << 20
	// window is how far back the compression looks. More makes distances hardly
	// smaller and takes memory, of which there is little beside a large table.
	window = 1 << 18
	// expansion is what a compressed byte can become at most: a block of 128 KiB
	// takes at least four.
	expansion = 1 << 15
)

// castagnoli is the polynomial that processors have an instruction for. Its table
// is made when it is needed, as that takes a third of a millisecond.
var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

// header is the start of a file, without the key and the note.
type header struct {
	version  uint32
	keyLen   uint32
	size     uint64 // of the table
	packed   uint64 // of the table as it is in the file
	noteLen  uint32
	checksum uint32 // of the packed table
}

// bytes returns the header's bytes, the key and the note.
func (h header) bytes(key string, note []byte) []byte {
	dst := []byte(magic)
	dst = binary.LittleEndian.AppendUint32(dst, h.version)
	dst = binary.LittleEndian.AppendUint32(dst, h.keyLen)
	dst = binary.LittleEndian.AppendUint64(dst, h.size)
	dst = binary.LittleEndian.AppendUint64(dst, h.packed)
	dst = binary.LittleEndian.AppendUint32(dst, h.noteLen)
	dst = binary.LittleEndian.AppendUint32(dst, h.checksum)
	sum := crc32.Update(crc32.Checksum(dst, castagnoli()), castagnoli(), []byte(key))
	sum = crc32.Update(sum, castagnoli(), note)
	dst = binary.LittleEndian.AppendUint32(dst, sum)
	return append(append(dst, key...), note...)
}

// readHeader reads a header with its key and its note, and checks them against
// the length of the file.
func readHeader(f *os.File) (h header, key string, note []byte, err error) {
	var b [headerSize]byte
	if _, err := io.ReadFull(f, b[:12]); err != nil {
		return h, "", nil, damage(err, "no header")
	}
	if string(b[:len(magic)]) != magic {
		return h, "", nil, damage(nil, "no magic bytes")
	}
	if h.version = binary.LittleEndian.Uint32(b[8:]); h.version != version {
		return h, "", nil, fmt.Errorf("%w, %d instead of %d", ErrVersion, h.version, version)
	}
	if _, err := io.ReadFull(f, b[12:]); err != nil {
		return h, "", nil, damage(err, "no header")
	}
	h.keyLen = binary.LittleEndian.Uint32(b[12:])
	h.size = binary.LittleEndian.Uint64(b[16:])
	h.packed = binary.LittleEndian.Uint64(b[24:])
	h.noteLen = binary.LittleEndian.Uint32(b[32:])
	h.checksum = binary.LittleEndian.Uint32(b[36:])
	if h.keyLen > maxKey || h.noteLen > maxNote {
		return h, "", nil, damage(nil, "key or note too long")
	}
	text := make([]byte, h.keyLen+h.noteLen)
	if _, err := io.ReadFull(f, text); err != nil {
		return h, "", nil, damage(err, "no key")
	}
	sum := crc32.Update(crc32.Checksum(b[:headerSize-4], castagnoli()), castagnoli(), text)
	if sum != binary.LittleEndian.Uint32(b[headerSize-4:]) {
		return h, "", nil, damage(nil, "wrong checksum of the header")
	}
	info, err := f.Stat()
	if err != nil {
		return h, "", nil, err
	}
	if want := headerSize + uint64(len(text)) + h.packed; uint64(info.Size()) != want {
		return h, "", nil, damage(nil, fmt.Sprintf("%d bytes instead of %d", info.Size(), want))
	}
	if h.size/expansion > h.packed {
		return h, "", nil, damage(nil, "no table could become so small")
	}
	return h, string(text[:h.keyLen]), text[h.keyLen:], nil
}

// damage returns an ErrDamaged, or err when that is not just the end of the file.
func damage(err error, what string) error {
	if err != nil && err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return fmt.Errorf("%w: %s", ErrDamaged, what)
}

// open opens a table's file. What is no regular file, and might never answer, is
// not opened.
func open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, damage(nil, "it is no regular file")
	}
	return os.Open(path)
}

// readFile returns the table of a file, and its note.
func readFile(ctx context.Context, path, key string, size int64) (table, note []byte, err error) {
	f, err := open(path)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = f.Close() }()
	h, k, note, err := readHeader(f)
	switch {
	case err != nil:
		return nil, nil, err
	case k != key:
		return nil, nil, damage(nil, fmt.Sprintf("it is of the table %q", k))
	case h.size != uint64(size):
		return nil, nil, damage(nil, fmt.Sprintf("a table of %d bytes instead of %d", h.size, size))
	}
	table = make([]byte, size)
	rest := table
	if err := unpack(ctx, f, h, func() []byte {
		part := rest[:min(chunk, len(rest))]
		rest = rest[len(part):]
		return part
	}); err != nil {
		return nil, nil, err
	}
	return table, note, nil
}

// unpack reads the table behind the header piece by piece into what next
// returns, until that is empty, and checks all that can be checked.
func unpack(ctx context.Context, f io.Reader, h header, next func() []byte) error {
	sum := crc32.New(castagnoli())
	in := bufio.NewReaderSize(io.TeeReader(f, sum), 1<<16)
	z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(window))
	if err != nil {
		return damage(nil, err.Error())
	}
	defer z.Close()
	for part := next(); len(part) > 0; part = next() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := io.ReadFull(z, part); err != nil {
			return packDamage(err)
		}
	}
	// The end of the frame, and of the file.
	switch n, err := io.Copy(io.Discard, z); {
	case err != nil:
		return packDamage(err)
	case n > 0:
		return damage(nil, "the table is too long")
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return err
	}
	if sum.Sum32() != h.checksum {
		return damage(nil, "wrong checksum of the table")
	}
	return nil
}

// packDamage is an ErrDamaged for what the decompression complains of, and the
// file system's error as it is.
func packDamage(err error) error {
	if errors.As(err, new(*os.PathError)) {
		return err
	}
	return damage(nil, err.Error())
}

// checkFile reads a file as readFile does, and keeps nothing but the note.
func checkFile(ctx context.Context, path string) (file File) {
	file.Path = path
	f, err := open(path)
	if err != nil {
		file.Err = err
		return file
	}
	defer func() { _ = f.Close() }()
	h, key, note, err := readHeader(f)
	file.Key, file.Bytes, file.Stored, file.Note = key, int64(h.size), int64(h.packed), note
	if err != nil {
		file.Err = err
		return file
	}
	part, left := make([]byte, min(h.size, 1<<16)), h.size
	file.Err = unpack(ctx, f, h, func() []byte {
		n := min(left, uint64(len(part)))
		left -= n
		return part[:n]
	})
	return file
}

// writeFile writes a table under another name and renames it.
func writeFile(ctx context.Context, path, key string, table, note []byte) (err error) {
	if len(key) > maxKey || len(note) > maxNote {
		return fmt.Errorf("key and note have %d and %d bytes, at most %d and %d are allowed", len(key), len(note), maxKey, maxNote)
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*"+unfinished)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	if err = f.Chmod(0o644); err != nil { // a table is no secret
		return err
	}
	h := header{version: version, keyLen: uint32(len(key)), size: uint64(len(table)), noteLen: uint32(len(note))}
	start := h.bytes(key, note)
	if _, err = f.Write(start); err != nil {
		return err
	}
	out := &summed{file: f, sum: crc32.New(castagnoli())}
	z, err := zstd.NewWriter(out, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(window), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return err
	}
	for at := 0; at < len(table); at += chunk {
		if err = ctx.Err(); err != nil {
			_ = z.Close()
			return err
		}
		if _, err = z.Write(table[at:min(at+chunk, len(table))]); err != nil {
			_ = z.Close()
			return err
		}
		if err = f.Sync(); err != nil { // piece by piece, so that none takes long
			_ = z.Close()
			return err
		}
	}
	if err = z.Close(); err != nil {
		return err
	}
	h.packed, h.checksum = uint64(out.n), out.sum.Sum32()
	if _, err = f.WriteAt(h.bytes(key, note)[:headerSize], 0); err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// summed adds up what is written.
type summed struct {
	file io.Writer
	sum  hash.Hash32
	n    int64
}

func (s *summed) Write(p []byte) (int, error) {
	n, err := s.file.Write(p)
	_, _ = s.sum.Write(p[:n]) // never fails
	s.n += int64(n)
	return n, err
}

// removeUnfinished deletes what builders that died left behind. The lock must
// be held.
func removeUnfinished(path string) {
	folder, name := filepath.Split(path)
	left, _ := names(folder, name+".", unfinished)
	for _, name := range left {
		_ = os.Remove(filepath.Join(folder, name)) // it only takes space
	}
}

// names returns the names in a folder that start and end like that, sorted.
func names(folder, start, end string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if name := e.Name(); strings.HasPrefix(name, start) && strings.HasSuffix(name, end) {
			names = append(names, name)
		}
	}
	return names, nil
}

// path returns the file of a key: as much of it as a name can show, and its
// checksum, which keeps apart what looks alike.
func (s *Store) path(key string) string {
	name := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return r
		}
		return '-'
	}, key)
	const most = 60
	if len(name) > most {
		name = name[:most]
	}
	return filepath.Join(s.folder, fmt.Sprintf("%s-%08x%s", name, crc32.Checksum([]byte(key), castagnoli()), extension))
}

func lockPath(path string) string { return strings.TrimSuffix(path, extension) + ".lock" }
