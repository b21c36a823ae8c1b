package search

import "context"

// TableStore keeps finished tables from one run to the next. Engines and puzzles
// see this interface only, so that they run where there are no files; package
// store implements it on a folder. Its methods may be called from several
// goroutines.
type TableStore interface {
	// Load returns the table with the given key and size in bytes, and the note
	// that was kept with it, or ok false when there is no sound one or ctx is done
	// first. They are shared and must not be written to.
	Load(ctx context.Context, key string, size int64) (table, note []byte, ok bool)
	// Build returns the table and its note, and calls build for them and keeps
	// them when there is no sound one. When another process is building the same table, Build waits
	// for that one's. It fails with the error of ctx or of build, or
	// when the table cannot be kept.
	Build(ctx context.Context, key string, size int64, build func(ctx context.Context) (table, note []byte, err error)) (table, note []byte, err error)
}
