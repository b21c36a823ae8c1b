package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// Store keeps tables in a folder. Create it with [New]. Its methods may be called
// from several goroutines, and several processes may use one folder. A table
// that was loaded or built stays in memory as long as the store, shared by all
// who ask for it.
type Store struct {
	folder string
	mu     sync.Mutex // guards tables; held while one is loaded
	tables map[string][]byte
}

// New returns a store on folder, which need not exist yet: the first Build makes
// it.
func New(folder string) *Store {
	return &Store{folder: folder, tables: map[string][]byte{}}
}

// Folder returns the store's folder.
func (s *Store) Folder() string { return s.folder }

// Load returns the table with the given key and size in bytes, or ok false when
// there is no sound one; [Store.Open] tells why.
func (s *Store) Load(ctx context.Context, key string, size int64) (table []byte, ok bool) {
	table, err := s.Open(ctx, key, size)
	return table, err == nil
}

// Open returns the table with the given key and size in bytes. Without a file,
// the error is [os.ErrNotExist]; with a bad one it is [ErrVersion] or
// [ErrDamaged]; it may be that of ctx, or of the file system. The table must not
// be written to.
func (s *Store) Open(ctx context.Context, key string, size int64) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if table, ok := s.tables[key]; ok && int64(len(table)) == size {
		return table, nil
	}
	table, err := readFile(ctx, s.path(key), key, size)
	if err != nil {
		return nil, fmt.Errorf("table %q: %w", key, err)
	}
	s.tables[key] = table
	return table, nil
}

// retry is how often a lock that another process holds is tried.
const retry = 25 * time.Millisecond

// Build returns the table with the given key and size, and calls build for it
// when there is no sound one. It waits while another process builds it, and
// then takes that one's. Whether the folder can be written to is found out before
// anything is built. An error of build, of ctx or of the file system is
// returned; no half-written file is left under the table's name.
func (s *Store) Build(ctx context.Context, key string, size int64, build func(ctx context.Context) ([]byte, error)) ([]byte, error) {
	if table, err := s.Open(ctx, key, size); err == nil {
		return table, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(s.folder, 0o755); err != nil {
		return nil, err
	}
	path := s.path(key)
	lock := flock.New(lockPath(path), flock.SetPermissions(0o644)) // other users wait, too
	if _, err := lock.TryLockContext(ctx, retry); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("cannot lock the table's file: %w", err)
	}
	defer func() { _ = lock.Close() }() // unlocks; nothing can be done if that fails

	if table, err := s.Open(ctx, key, size); err == nil {
		return table, nil // another process was first
	}
	removeUnfinished(path)
	table, err := build(ctx)
	if err != nil {
		return nil, err
	}
	if int64(len(table)) != size {
		return nil, fmt.Errorf("table %q: %d bytes were built instead of %d", key, len(table), size)
	}
	if err := writeFile(ctx, path, key, table); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tables[key] = table
	return table, nil
}

// Remove deletes the table with the given key, if there is one, from the folder
// and from memory.
func (s *Store) Remove(key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tables, key)
	if err := os.Remove(s.path(key)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// File describes a file of a store.
type File struct {
	Path  string
	Key   string // "" when it cannot be read
	Bytes int64  // of the table
	Err   error  // nil when the table is sound
}

// List reads and checks every table of the folder, in the order of their names.
// It costs the time of reading them all. A folder that does not exist has none.
func (s *Store) List(ctx context.Context) ([]File, error) {
	found, err := names(s.folder, "", extension)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	var files []File
	for _, name := range found {
		f := File{Path: filepath.Join(s.folder, name)}
		f.Key, f.Bytes, f.Err = checkFile(ctx, f.Path)
		if err := ctx.Err(); err != nil {
			return files, err
		}
		files = append(files, f)
	}
	return files, nil
}
