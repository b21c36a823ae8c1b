package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
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
	version    = 1
	headerSize = 32
	maxKey     = 1 << 12
	extension  = ".table"
	unfinished = ".unfinished" // of a file that is being written

	// chunk is how much is read or written between two looks at the context.
	chunk = 8 << 20
)

// castagnoli is the polynomial that processors have an instruction for. Its table
// is made when it is needed, as that takes a third of a millisecond.
var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

// header is the start of a file, without the key.
type header struct {
	version  uint32
	keyLen   uint32
	size     uint64
	checksum uint32 // of the table
}

// append appends the header's bytes, and key.
func (h header) append(dst []byte, key string) []byte {
	start := len(dst)
	dst = append(dst, magic...)
	dst = binary.LittleEndian.AppendUint32(dst, h.version)
	dst = binary.LittleEndian.AppendUint32(dst, h.keyLen)
	dst = binary.LittleEndian.AppendUint64(dst, h.size)
	dst = binary.LittleEndian.AppendUint32(dst, h.checksum)
	sum := crc32.Update(crc32.Checksum(dst[start:], castagnoli()), castagnoli(), []byte(key))
	dst = binary.LittleEndian.AppendUint32(dst, sum)
	return append(dst, key...)
}

// readHeader reads a header and its key, and checks them against the length of
// the file.
func readHeader(f *os.File) (h header, key string, err error) {
	var b [headerSize]byte
	if _, err := io.ReadFull(f, b[:]); err != nil {
		return h, "", damage(err, "no header")
	}
	if string(b[:len(magic)]) != magic {
		return h, "", damage(nil, "no magic bytes")
	}
	h = header{
		version:  binary.LittleEndian.Uint32(b[8:]),
		keyLen:   binary.LittleEndian.Uint32(b[12:]),
		size:     binary.LittleEndian.Uint64(b[16:]),
		checksum: binary.LittleEndian.Uint32(b[24:]),
	}
	if h.version != version {
		return h, "", fmt.Errorf("%w, %d instead of %d", ErrVersion, h.version, version)
	}
	if h.keyLen > maxKey {
		return h, "", damage(nil, "key too long")
	}
	k := make([]byte, h.keyLen)
	if _, err := io.ReadFull(f, k); err != nil {
		return h, "", damage(err, "no key")
	}
	sum := crc32.Update(crc32.Checksum(b[:headerSize-4], castagnoli()), castagnoli(), k)
	if sum != binary.LittleEndian.Uint32(b[headerSize-4:]) {
		return h, "", damage(nil, "wrong checksum of the header")
	}
	info, err := f.Stat()
	if err != nil {
		return h, "", err
	}
	if want := headerSize + uint64(h.keyLen) + h.size; uint64(info.Size()) != want {
		return h, "", damage(nil, fmt.Sprintf("%d bytes instead of %d", info.Size(), want))
	}
	return h, string(k), nil
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

// readFile returns the table of a file.
func readFile(ctx context.Context, path, key string, size int64) ([]byte, error) {
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	h, k, err := readHeader(f)
	switch {
	case err != nil:
		return nil, err
	case k != key:
		return nil, damage(nil, fmt.Sprintf("it is of the table %q", k))
	case h.size != uint64(size):
		return nil, damage(nil, fmt.Sprintf("a table of %d bytes instead of %d", h.size, size))
	}
	table := make([]byte, size)
	sum := uint32(0)
	for at := 0; at < len(table); at += chunk {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		part := table[at:min(at+chunk, len(table))]
		if _, err := io.ReadFull(f, part); err != nil {
			return nil, damage(err, "cut short")
		}
		sum = crc32.Update(sum, castagnoli(), part)
	}
	if sum != h.checksum {
		return nil, damage(nil, "wrong checksum of the table")
	}
	return table, nil
}

// checkFile reads a file as readFile does, and keeps nothing.
func checkFile(ctx context.Context, path string) (key string, size int64, err error) {
	f, err := open(path)
	if err != nil {
		return "", 0, err
	}
	defer func() { _ = f.Close() }()
	h, key, err := readHeader(f)
	if err != nil {
		return "", 0, err
	}
	sum := uint32(0)
	for part := make([]byte, chunk); ; {
		if err := ctx.Err(); err != nil {
			return key, int64(h.size), err
		}
		n, err := f.Read(part)
		sum = crc32.Update(sum, castagnoli(), part[:n])
		if err == io.EOF {
			break
		}
		if err != nil {
			return key, int64(h.size), err
		}
	}
	if sum != h.checksum {
		return key, int64(h.size), damage(nil, "wrong checksum of the table")
	}
	return key, int64(h.size), nil
}

// writeFile writes a table under another name and renames it.
func writeFile(ctx context.Context, path, key string, table []byte) (err error) {
	if len(key) > maxKey {
		return fmt.Errorf("the key has %d bytes, at most %d are allowed", len(key), maxKey)
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
	sum := crc32.Checksum(table, castagnoli())
	h := header{version, uint32(len(key)), uint64(len(table)), sum}
	if _, err = f.Write(h.append(nil, key)); err != nil {
		return err
	}
	for at := 0; at < len(table); at += chunk {
		if err = ctx.Err(); err != nil {
			return err
		}
		if _, err = f.Write(table[at:min(at+chunk, len(table))]); err != nil {
			return err
		}
		if err = f.Sync(); err != nil { // piece by piece, so that none takes long
			return err
		}
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
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
