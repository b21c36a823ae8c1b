package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"github.com/deepen-go/deepen/search"
)

var _ search.TableStore = (*Store)(nil)

const (
	key      = "tiles 4x4 1,2,3"
	testNote = "what there is to say"
)

// table returns n bytes that look like no other table's.
func table(n int, seed uint64) []byte {
	rng := rand.New(rand.NewPCG(seed, 0))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
}

// builder returns a build function that counts its calls.
func builder(t []byte, calls *atomic.Int64) func(context.Context) (table, note []byte, err error) {
	return func(context.Context) (table, note []byte, err error) {
		calls.Add(1)
		return bytes.Clone(t), []byte(testNote), nil
	}
}

// keep puts a table into a fresh folder and returns its file.
func keep(t *testing.T, folder string, content []byte) (path string) {
	t.Helper()
	s := New(folder, nil)
	if _, _, err := s.Build(t.Context(), key, int64(len(content)), builder(content, new(atomic.Int64))); err != nil {
		t.Fatal(err)
	}
	return s.path(key)
}

func TestBuildAndLoad(t *testing.T) {
	for _, n := range []int{0, 1, 1000, chunk, chunk + 1, 2*chunk + 77} {
		folder := filepath.Join(t.TempDir(), "not", "there [yet]*?")
		want := table(n, 1)
		s := New(folder, nil)
		if _, _, ok := s.Load(t.Context(), key, int64(n)); ok {
			t.Error("a table out of nothing")
		}
		if _, _, err := s.Open(t.Context(), key, int64(n)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Open: %v", err)
		}
		var calls atomic.Int64
		for i := range 3 {
			if i == 2 {
				s = New(folder, nil) // another process
			}
			got, note, err := s.Build(t.Context(), key, int64(n), builder(want, &calls))
			if err != nil || !bytes.Equal(got, want) || string(note) != testNote {
				t.Fatalf("%d bytes: Build: %v", n, err)
			}
			if got, note, ok := s.Load(t.Context(), key, int64(n)); !ok || !bytes.Equal(got, want) || string(note) != testNote {
				t.Fatalf("%d bytes: Load: %v", n, ok)
			}
		}
		if calls.Load() != 1 {
			t.Errorf("built %d times", calls.Load())
		}
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) != 2 {
			t.Errorf("the folder has %v, %v", entries, err)
		}
	}
}

func TestKeysThatLookAlike(t *testing.T) {
	s := New(t.TempDir(), nil)
	keys := []string{"a b", "a-b", "a/b", "../a b", strings.Repeat("x", 100), strings.Repeat("x", 101), "", "é"}
	for i, k := range keys {
		if _, _, err := s.Build(t.Context(), k, 10, builder(table(10, uint64(i)), new(atomic.Int64))); err != nil {
			t.Fatal(err)
		}
	}
	fresh := New(s.Folder(), nil)
	for i, k := range keys {
		if got, _, ok := fresh.Load(t.Context(), k, 10); !ok || !bytes.Equal(got, table(10, uint64(i))) {
			t.Errorf("%q: %v", k, ok)
		}
	}
	files, err := fresh.List(t.Context())
	if err != nil || len(files) != len(keys) {
		t.Errorf("%d files, %v", len(files), err)
	}
	if _, _, err := s.Build(t.Context(), strings.Repeat("k", maxKey+1), 1, builder(table(1, 1), new(atomic.Int64))); err == nil {
		t.Error("an endless key was taken")
	}
}

// TestDamage: a file with any one byte changed, or cut at any place, or with
// something behind, is not taken, and is built again.
func TestDamage(t *testing.T) {
	folder := t.TempDir()
	want := table(120, 2)
	path := keep(t, folder, want)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	check := func(what string, file []byte, wantErr error) {
		t.Helper()
		if err := os.WriteFile(path, file, 0o644); err != nil {
			t.Fatal(err)
		}
		warned := 0
		s := New(folder, func(error) { warned++ })
		for range 2 {
			if _, _, ok := s.Load(t.Context(), key, 120); ok || warned != 1 {
				t.Fatalf("%s: loaded %v, warned %d times", what, ok, warned)
			}
		}
		if f := s.Inspect(t.Context(), key); !errors.Is(f.Err, wantErr) {
			t.Fatalf("%s: Inspect: %v, want %v", what, f.Err, wantErr)
		}
		if got, _, err := s.Open(t.Context(), key, 120); err == nil || got != nil || !errors.Is(err, wantErr) {
			t.Fatalf("%s: %v, want %v", what, err, wantErr)
		}
		files, err := s.List(t.Context())
		if err != nil || len(files) != 1 || !errors.Is(files[0].Err, wantErr) {
			t.Fatalf("%s: List: %+v, %v", what, files, err)
		}
		if checked++; checked%8 > 0 { // writing forces the disk
			return
		}
		var calls atomic.Int64
		if got, _, err := s.Build(t.Context(), key, 120, builder(want, &calls)); err != nil || !bytes.Equal(got, want) || calls.Load() != 1 {
			t.Fatalf("%s: %v, built %d times", what, err, calls.Load())
		}
		if again, err := os.ReadFile(path); err != nil || !bytes.Equal(again, whole) {
			t.Fatalf("%s: not the same file again: %v", what, err)
		}
	}
	for i := range whole {
		if testing.Short() && i > 60 && i%50 > 0 {
			continue
		}
		for _, flip := range []byte{1, 0x80} {
			file := bytes.Clone(whole)
			file[i] ^= flip
			wantErr := ErrDamaged
			if 8 <= i && i < 12 {
				wantErr = ErrVersion
			}
			check(fmt.Sprintf("byte %d ^ %#x", i, flip), file, wantErr)
		}
		if i%7 == 0 || i < 40 {
			check(fmt.Sprintf("cut at %d", i), whole[:i], ErrDamaged)
		}
	}
	check("a byte behind", append(bytes.Clone(whole), 0), ErrDamaged)
	check("twice", append(bytes.Clone(whole), whole...), ErrDamaged)
}

// TestOtherTables: another size, another key, or another version in an otherwise
// sound file.
func TestOtherTables(t *testing.T) {
	folder := t.TempDir()
	path := keep(t, folder, table(300, 3))
	s := New(folder, nil)
	for _, size := range []int64{0, 299, 301} {
		if _, _, err := s.Open(t.Context(), key, size); !errors.Is(err, ErrDamaged) {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
	if err := os.Rename(path, s.path("another key")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Open(t.Context(), "another key", 300); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), key) {
		t.Errorf("another key: %v", err)
	}
	content := table(300, 3)
	for _, v := range []uint32{0, version + 1} {
		h := header{version: v, keyLen: uint32(len(key)), size: 300, packed: 300}
		if err := os.WriteFile(path, append(h.bytes(key, nil), content...), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.Open(t.Context(), key, 300); !errors.Is(err, ErrVersion) {
			t.Errorf("version %d: %v", v, err)
		}
	}
	// An absurd length with a sound header costs no memory.
	h := header{version: version, keyLen: uint32(len(key)), size: 1 << 62}
	if err := os.WriteFile(path, h.bytes(key, nil), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Open(t.Context(), key, 1<<62); !errors.Is(err, ErrDamaged) {
		t.Errorf("an absurd length: %v", err)
	}
}

// TestBuildersAtOnce: of many goroutines, each with a store of its own, one
// builds.
func TestBuildersAtOnce(t *testing.T) {
	folder := t.TempDir()
	want := table(chunk+5, 4)
	var calls atomic.Int64
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			got, _, err := New(folder, nil).Build(t.Context(), key, int64(len(want)), func(ctx context.Context) ([]byte, []byte, error) {
				time.Sleep(50 * time.Millisecond)
				return builder(want, &calls)(ctx)
			})
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("Build: %v", err)
			}
		})
	}
	group.Wait()
	if calls.Load() != 1 {
		t.Errorf("built %d times", calls.Load())
	}
}

// TestMain lets the test's own binary be the other process of
// TestProcessesAtOnce.
func TestMain(m *testing.M) {
	if folder := os.Getenv("DEEPEN_STORE_CHILD"); folder != "" {
		var calls atomic.Int64
		got, _, err := New(folder, nil).Build(context.Background(), key, 5000, func(ctx context.Context) ([]byte, []byte, error) {
			time.Sleep(200 * time.Millisecond)
			return builder(table(5000, 5), &calls)(ctx)
		})
		if err != nil || !bytes.Equal(got, table(5000, 5)) {
			fmt.Println("bad", err)
			os.Exit(1)
		}
		fmt.Println("built", calls.Load())
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestProcessesAtOnce(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	folder := t.TempDir()
	var built atomic.Int64
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			cmd := exec.Command(exe)
			cmd.Env = append(os.Environ(), "DEEPEN_STORE_CHILD="+folder)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("%v: %s", err, out)
			}
			if strings.Contains(string(out), "built 1") {
				built.Add(1)
			}
		})
	}
	group.Wait()
	if built.Load() != 1 {
		t.Errorf("built %d times", built.Load())
	}
}

func TestWaitingIsCancelled(t *testing.T) {
	folder := t.TempDir()
	s := New(folder, nil)
	lock := flock.New(lockPath(s.path(key)))
	if err := lock.Lock(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(30*time.Millisecond, cancel)
	var calls atomic.Int64
	if _, _, err := s.Build(ctx, key, 5, builder(table(5, 1), &calls)); !errors.Is(err, context.Canceled) || calls.Load() != 0 {
		t.Errorf("%v, built %d times", err, calls.Load())
	}
	if err := lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Build(t.Context(), key, 5, builder(table(5, 1), &calls)); err != nil || calls.Load() != 1 {
		t.Errorf("afterwards: %v, built %d times", err, calls.Load())
	}
}

func TestFailures(t *testing.T) {
	folder := t.TempDir()
	s := New(folder, nil)
	broken := errors.New("broken")
	if _, _, err := s.Build(t.Context(), key, 5, func(context.Context) ([]byte, []byte, error) { return nil, nil, broken }); !errors.Is(err, broken) {
		t.Errorf("a failing build: %v", err)
	}
	if _, _, err := s.Build(t.Context(), key, 5, builder(table(6, 1), new(atomic.Int64))); err == nil {
		t.Error("a table of another length was taken")
	}
	ctx, cancel := context.WithCancel(t.Context())
	build := func(context.Context) ([]byte, []byte, error) {
		cancel()
		return table(5, 1), nil, nil
	}
	if _, _, err := s.Build(ctx, key, 5, build); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled while it is written: %v", err)
	}
	if _, _, err := s.Build(ctx, key, 5, build); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before: %v", err)
	}
	if _, _, ok := s.Load(t.Context(), key, 5); ok {
		t.Error("a table after failures only")
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 1 || !strings.HasSuffix(left[0].Name(), ".lock") {
		t.Errorf("left behind: %v, %v", left, err)
	}
	// A builder that died leaves an unfinished file, which the next one removes.
	if err := os.WriteFile(s.path(key)+".123"+unfinished, table(50, 1), 0o600); err != nil {
		t.Fatal(err)
	}
	path := keep(t, folder, table(5, 1))
	if left, err := names(folder, "", unfinished); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	fresh := New(folder, nil)
	if _, _, ok := fresh.Load(ctx, key, 5); ok {
		t.Error("loaded after the end")
	}
	if _, err := fresh.List(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("List: %v", err)
	}
	if err := fresh.Remove(key); err != nil {
		t.Error(err)
	}
	if err := fresh.Remove(key); err != nil {
		t.Errorf("Remove what is not there: %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("still there: %v", err)
	}
}

// TestReadOnlyFolder: tables are loaded from it; one that is missing is an error
// before anything is built.
func TestReadOnlyFolder(t *testing.T) {
	folder := t.TempDir()
	keep(t, folder, table(300, 6))
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(folder, 0o755) })
	s := New(folder, nil)
	if _, _, ok := s.Load(t.Context(), key, 300); !ok {
		t.Error("not loaded")
	}
	if f, err := os.Create(filepath.Join(folder, "x")); err == nil {
		_ = f.Close()
		t.Skip("this user may write everywhere")
	}
	var calls atomic.Int64
	if _, _, err := s.Build(t.Context(), "another", 5, builder(table(5, 1), &calls)); !errors.Is(err, fs.ErrPermission) || calls.Load() != 0 {
		t.Errorf("%v, built %d times", err, calls.Load())
	}
}

// TestFolderThatIsNone: whoever may write everywhere is refused here, too.
func TestFolderThatIsNone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{file, filepath.Join(file, "below")} {
		s := New(folder, nil)
		var calls atomic.Int64
		if _, _, err := s.Build(t.Context(), key, 5, builder(table(5, 1), &calls)); err == nil || calls.Load() != 0 {
			t.Errorf("%v, built %d times", err, calls.Load())
		}
		if _, _, ok := s.Load(t.Context(), key, 5); ok {
			t.Error("loaded")
		}
	}
	if files, err := New(filepath.Join(file, "..", "nowhere"), nil).List(t.Context()); err != nil || len(files) != 0 {
		t.Errorf("List of no folder: %v, %v", files, err)
	}
}

// FuzzRead: no file makes the reader crash, and what it takes is the table.
func FuzzRead(f *testing.F) {
	content := table(40, 7)
	path := filepath.Join(f.TempDir(), "table")
	if err := writeFile(context.Background(), path, key, content, []byte(testNote)); err != nil {
		f.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(whole[:20])
	f.Add([]byte(magic))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, file []byte) {
		path := filepath.Join(t.TempDir(), "table")
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		listed := checkFile(t.Context(), path).Err
		got, _, err := readFile(t.Context(), path, key, int64(len(content)))
		if err == nil && (listed != nil || len(got) != len(content)) {
			t.Fatalf("%d bytes, %v", len(got), listed)
		}
	})
}

// TestInMemory: many goroutines share one build, a failed one is no one's, and
// nothing touches the disk.
func TestInMemory(t *testing.T) {
	s := InMemory()
	want := table(1000, 8)
	if _, _, ok := s.Load(t.Context(), key, 1000); ok {
		t.Error("a table out of nothing")
	}
	broken := errors.New("broken")
	if _, _, err := s.Build(t.Context(), key, 1000, func(context.Context) ([]byte, []byte, error) { return nil, nil, broken }); !errors.Is(err, broken) {
		t.Errorf("a failing build: %v", err)
	}
	var calls atomic.Int64
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			got, note, err := s.Build(t.Context(), key, 1000, builder(want, &calls))
			if err != nil || !bytes.Equal(got, want) || string(note) != testNote {
				t.Errorf("Build: %v", err)
			}
		})
	}
	group.Wait()
	if calls.Load() != 1 {
		t.Errorf("built %d times", calls.Load())
	}
	if err := s.Remove(key); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, _, err := s.Build(ctx, key, 1000, func(ctx context.Context) ([]byte, []byte, error) {
		cancel()
		// Whoever waits for this build gives up with its context.
		_, _, err := s.Build(ctx, key, 1000, builder(want, &calls))
		return nil, nil, err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("waiting: %v", err)
	}
}

// TestCompressed: what repeats takes little room on the disk.
func TestCompressed(t *testing.T) {
	folder := t.TempDir()
	keep(t, folder, bytes.Repeat([]byte{1, 2, 3, 4}, 1<<20))
	files, err := New(folder, nil).List(t.Context())
	if err != nil || len(files) != 1 || files[0].Bytes != 4<<20 || files[0].Stored > 1<<12 || string(files[0].Note) != testNote || files[0].Err != nil {
		t.Errorf("%+v, %v", files, err)
	}
}

func BenchmarkLoad(b *testing.B) {
	folder := b.TempDir()
	const size = 64 << 20
	if _, _, err := New(folder, nil).Build(context.Background(), key, size, builder(make([]byte, size), new(atomic.Int64))); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(size)
	for b.Loop() {
		if _, _, ok := New(folder, nil).Load(context.Background(), key, size); !ok {
			b.Fatal("not loaded")
		}
	}
}
