package tiles_test

import (
	"context"
	"io"
	"os"
	"testing"
	"time"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/puzzle/tiles"
	"github.com/deepen-go/deepen/store"
)

// TestLargeDatabase solves Korf's hundred problems with the 7-8 database and
// pins their nodes. DEEPEN_TABLES names the folder where it is kept; it is built
// if it is not there, in half a minute and 2.1 GB of memory.
func TestLargeDatabase(t *testing.T) {
	folder := os.Getenv("DEEPEN_TABLES")
	if folder == "" {
		t.Skip("DEEPEN_TABLES is not set")
	}
	begin := time.Now()
	lap := func(what string) {
		t.Logf("%s: %v", what, time.Since(begin))
		begin = time.Now()
	}
	table, _ := tiles.TableFor(4, 4)
	if _, err := table.Build(context.Background(), store.New(folder, nil), budget.Limits{}); err != nil {
		t.Fatal(err)
	}
	lap("build or load")
	kept := store.New(folder, nil)
	if _, _, ok := kept.Load(t.Context(), table.Key(), table.Bytes); !ok {
		t.Fatal("not loaded")
	}
	lap("load")
	solver := tiles.NewSolver()
	solver.UseStore(kept)
	for _, test := range []struct {
		heuristic string
		nodes     uint64
	}{{"pdb", 3_832_499}, {"auto", 16_938_145}} {
		f, err := os.Open("testdata/korf100.txt")
		if err != nil {
			t.Fatal(err)
		}
		r, err := tiles.Kind.NewReader(f, "korf", puzzle.Settings{"heuristic": test.heuristic})
		if err != nil {
			t.Fatal(err)
		}
		nodes, moves := uint64(0), 0
		for {
			b, err := r.Read()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			a := solver.Solve(t.Context(), b, budget.Limits{})
			nodes += a.Generated
			moves += a.Cost
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
		lap(test.heuristic)
		if nodes != test.nodes || moves != 5305 {
			t.Errorf("%s: %d nodes, %d moves in all; pinned are %d and 5305", test.heuristic, nodes, moves, test.nodes)
		}
	}
}

// TestLargeSizes builds the databases of the other usual sizes and solves boards
// of some depth with them and without.
func TestLargeSizes(t *testing.T) {
	folder := os.Getenv("DEEPEN_TABLES")
	if folder == "" {
		t.Skip("DEEPEN_TABLES is not set")
	}
	for _, test := range []struct{ text, size string }{
		{"5 6 1 3 4 10 0 2 8 9 15 11 7 13 14 16 17 12 18 19", "4x5"},
		{"1 6 2 3 4 5 0 7 8 9 10 16 11 13 14 15 12 17 18 19 20 21 22 23 24", "5x5"},
	} {
		b, err := tiles.Parse(test.text)
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		table, _ := tiles.TableFor(b.Rows, b.Cols)
		kept := store.New(folder, nil)
		if _, err := table.Build(context.Background(), kept, budget.Limits{}); err != nil {
			t.Fatal(err)
		}
		t.Logf("%v: %v", table, time.Since(begin))
		b.Heuristic = tiles.PDB
		without := tiles.Solve(t.Context(), b, budget.Limits{})
		solver := tiles.NewSolver()
		solver.UseStore(kept)
		with := solver.Solve(t.Context(), b, budget.Limits{})
		t.Logf("%v with %d nodes, and %d without the table", with, with.Generated, without.Generated)
		if with.Status != without.Status || with.Cost != without.Cost || with.Generated > without.Generated {
			t.Errorf("%v with the table, %v without", with, without)
		}
	}
}
