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
	folder string // "" for a store in memory
	warn   func(error)

	mu     sync.Mutex // guards what follows; held while a table is loaded
	tables map[string]kept
	warned map[string]bool          // keys
	works  map[string]chan struct{} // of builds in memory: full while one is at work
}

// kept is a table in memory.
type kept struct{ table, note []byte }

// New returns a store on folder, which need not exist yet: the first Build makes
// it. Warn, unless it is nil, is called once for each table that is there and
// cannot be used; Load itself says no more than that there is none.
func New(folder string, warn func(error)) *Store {
	return &Store{folder: folder, warn: warn, tables: map[string]kept{}, warned: map[string]bool{}, works: map[string]chan struct{}{}}
}

// InMemory returns a store that keeps tables for this process alone.
func InMemory() *Store { return New("", nil) }

// Folder returns the store's folder; it is empty for a store in memory.
func (s *Store) Folder() string { return s.folder }

// Load returns the table with the given key and size in bytes and the note that
// was kept with it, or ok false when there is no sound one; [Store.Open] tells
// why.
func (s *Store) Load(ctx context.Context, key string, size int64) (table, note []byte, ok bool) {
	table, note, err := s.Open(ctx, key, size)
	if err != nil && s.warn != nil && ctx.Err() == nil && !errors.Is(err, os.ErrNotExist) {
		s.mu.Lock()
		first := !s.warned[key]
		s.warned[key] = true
		s.mu.Unlock()
		if first {
			s.warn(err)
		}
	}
	return table, note, err == nil
}

// Open returns the table with the given key and size in bytes, and its note.
// Without a file, the error is [os.ErrNotExist]; with a bad one it is [ErrVersion]
// or [ErrDamaged]; it may be that of ctx, or of the file system. What it returns
// must not be written to.
func (s *Store) Open(ctx context.Context, key string, size int64) (table, note []byte, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k, ok := s.tables[key]; ok && int64(len(k.table)) == size {
		return k.table, k.note, nil
	}
	if s.folder == "" {
		return nil, nil, fmt.Errorf("table %q: %w", key, os.ErrNotExist)
	}
	table, note, err = readFile(ctx, s.path(key), key, size)
	if err != nil {
		return nil, nil, fmt.Errorf("table %q: %w", key, err)
	}
	s.tables[key] = kept{table, note}
	return table, note, nil
}

// retry is how often a lock that another process holds is tried.
const retry = 25 * time.Millisecond

// Build returns the table with the given key and size, and calls build for it
// and its note when there is no sound one. It waits while another process builds
// it, and then takes that one's. Whether the folder can be written to is found out
// before anything is built. An error of build, of ctx or of the file system is
// returned; no half-written file is left under the table's name.
func (s *Store) Build(ctx context.Context, key string, size int64, build func(ctx context.Context) (table, note []byte, err error)) (table, note []byte, err error) {
	if table, note, err := s.Open(ctx, key, size); err == nil {
		return table, note, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	unlock, err := s.lock(ctx, key)
	if err != nil {
		return nil, nil, err
	}
	defer unlock()
	if table, note, err := s.Open(ctx, key, size); err == nil {
		return table, note, nil // another one was first
	}
	table, note, err = build(ctx)
	if err != nil {
		return nil, nil, err
	}
	if int64(len(table)) != size {
		return nil, nil, fmt.Errorf("table %q: %d bytes were built instead of %d", key, len(table), size)
	}
	if s.folder != "" {
		if err := writeFile(ctx, s.path(key), key, table, note); err != nil {
			return nil, nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tables[key] = kept{table, note}
	return table, note, nil
}

// lock waits until nobody else builds the table.
func (s *Store) lock(ctx context.Context, key string) (unlock func(), err error) {
	if s.folder == "" {
		s.mu.Lock()
		work := s.works[key]
		if work == nil {
			work = make(chan struct{}, 1)
			s.works[key] = work
		}
		s.mu.Unlock()
		select {
		case work <- struct{}{}:
			return func() { <-work }, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
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
	removeUnfinished(path)
	return func() { _ = lock.Close() }, nil // unlocks; nothing can be done if that fails
}

// Remove deletes the table with the given key, if there is one, from the folder
// and from memory.
func (s *Store) Remove(key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tables, key)
	if s.folder == "" {
		return nil
	}
	if err := os.Remove(s.path(key)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// File describes a file of a store.
type File struct {
	Path   string
	Key    string // "" when it cannot be read
	Note   []byte // what was kept with the table
	Bytes  int64  // of the table
	Stored int64  // of the table in the file
	Err    error  // nil when the table is sound
}

// Inspect reads and checks the file of a table without keeping it in memory. Its
// error may be [os.ErrNotExist], or that of ctx.
func (s *Store) Inspect(ctx context.Context, key string) File {
	f := checkFile(ctx, s.path(key))
	if f.Err == nil && f.Key != key {
		f.Err = damage(nil, fmt.Sprintf("it is of the table %q", f.Key))
	}
	return f
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
		f := checkFile(ctx, filepath.Join(s.folder, name))
		if err := ctx.Err(); err != nil {
			return files, err
		}
		files = append(files, f)
	}
	return files, nil
}
