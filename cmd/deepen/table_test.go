package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/puzzle/all"
	"github.com/deepen-go/deepen/store"
)

// tableFile returns the file of the only table in a folder.
func tableFile(t *testing.T, folder string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.table"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	return files[0]
}

// TestDamagedTable: solving and explaining say once that a table is
// damaged, and answer all the same; verify refuses it; build replaces it.
func TestDamagedTable(t *testing.T) {
	folder := t.TempDir()
	if code, _, stderr := deepen(t, "", "table", "build", "tiles", "--board", "3x3", "--quiet", "--cache-dir", folder); code != exitOK || stderr != "" {
		t.Fatalf("build: exit %d, %s", code, stderr)
	}
	file := tableFile(t, folder)
	boards := strings.Repeat("8 6 7 2 5 4 3 0 1\n1 2 5 3 0 4 6 7 8\n", 20)
	_, want, stderr := deepen(t, boards, "solve", "tiles", "--cache-dir", folder)
	if stderr != "" || !strings.HasPrefix(want, "-:1  31 moves: ") && !strings.Contains(want, " moves: ") {
		t.Fatalf("solve: %s%s", want, stderr)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)/2] ^= 1
	if err := os.WriteFile(file, content, 0o644); err != nil {
		t.Fatal(err)
	}
	code, got, stderr := deepen(t, boards, "solve", "tiles", "--threads", "3", "--cache-dir", folder)
	if code != exitOK || got != want {
		t.Errorf("solve with a damaged table: exit %d\n%s", code, got)
	}
	if strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "deepen: warning: table ") || !strings.Contains(stderr, "damaged") {
		t.Errorf("not one warning: %q", stderr)
	}
	code, _, stderr = deepen(t, boards, "explain", "tiles", "--cache-dir", folder)
	if code != exitOK || strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "deepen: warning: table ") {
		t.Errorf("explain with a damaged table: exit %d, %q", code, stderr)
	}
	if code, _, stderr := deepen(t, "", "table", "verify", "tiles", "--board", "3x3", "--cache-dir", folder); code != exitRefused || !strings.Contains(stderr, "damaged") {
		t.Errorf("verify: exit %d, %s", code, stderr)
	}
	if code, stdout, _ := deepen(t, "", "table", "info", "tiles", "--board", "3x3", "--cache-dir", folder); code != exitOK || !strings.Contains(stdout, "but not usable: the file is damaged") {
		t.Errorf("info: exit %d, %s", code, stdout)
	}
	if code, _, _ := deepen(t, "", "table", "build", "tiles", "--board", "3x3", "--quiet", "--cache-dir", folder); code != exitOK {
		t.Errorf("build again: exit %d", code)
	}
	if code, _, stderr := deepen(t, "", "table", "verify", "tiles", "--board", "3x3", "--quiet", "--cache-dir", folder); code != exitOK || stderr != "" {
		t.Errorf("verify again: exit %d, %s", code, stderr)
	}
}

// TestWrongTable: a table whose file is sound and one of whose cells is wrong is
// refused, and the board is named.
func TestWrongTable(t *testing.T) {
	for _, args := range [][]string{{"knights", "3x4", "mod3"}, {"knights", "3x4", "byte"}, {"tiles", "2x3", "mod3"}, {"tiles", "2x3", "byte"}} {
		kind, _ := all.Kind(args[0])
		table, err := kind.(puzzle.Tabler).Table(puzzle.Settings{"board": args[1], "cell": args[2]})
		if err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		flags := []string{args[0], "--board", args[1], "--cell", args[2], "--quiet", "--cache-dir", folder}
		if code, _, stderr := deepen(t, "", append([]string{"table", "build"}, flags...)...); code != exitOK {
			t.Fatalf("build: exit %d, %s", code, stderr)
		}
		s := store.New(folder, nil)
		right, note, err := s.Open(t.Context(), table.Key(), table.Size())
		if err != nil {
			t.Fatal(err)
		}
		wrong := bytes.Clone(right)
		wrong[len(wrong)/2+1] ^= 2
		if err := s.Remove(table.Key()); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.Build(t.Context(), table.Key(), table.Size(), func(context.Context) ([]byte, []byte, error) { return wrong, note, nil }); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := deepen(t, "", append([]string{"table", "verify"}, flags...)...)
		if code != exitRefused || stdout != "" || !strings.HasPrefix(stderr, "deepen: "+args[0]+" "+args[1]+" "+args[2]+": wrong (") {
			t.Errorf("%v: exit %d, %s%s", args, code, stdout, stderr)
		}
	}
}
