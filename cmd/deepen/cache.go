package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/spf13/pflag"

	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/store"
)

// cache is where tables live between runs, as the flags say.
type cache struct {
	dir  string
	off  bool
	warn func(error) // of a table that is there and cannot be used; may be nil

	once  sync.Once
	store *store.Store // shared by all solvers; see newSolver
}

func (c *cache) bind(flags *pflag.FlagSet) {
	flags.StringVar(&c.dir, "cache-dir", "", "`folder` of the tables (default: DEEPEN_CACHE, or deepen in the user's cache folder)")
	flags.BoolVar(&c.off, "no-cache", false, "use no tables from earlier runs, and keep none")
}

// folder returns the folder of the tables.
func (c *cache) folder() (string, error) {
	if c.dir != "" {
		return c.dir, nil
	}
	if dir := os.Getenv("DEEPEN_CACHE"); dir != "" {
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder for the tables (see --cache-dir): %w", err)
	}
	return filepath.Join(dir, "deepen"), nil
}

// newSolver returns a solver that may use the tables that are there, and those
// that others of this run have built.
func (c *cache) newSolver(kind puzzle.Kind) puzzle.Solver {
	solver := kind.NewSolver()
	if user, ok := solver.(puzzle.TableUser); ok {
		c.once.Do(c.openStore)
		user.UseStore(c.store)
	}
	return solver
}

// openStore makes the store of this run. A table that cannot be used is told of once.
func (c *cache) openStore() {
	c.store = store.InMemory()
	if dir, err := c.folder(); err == nil && !c.off {
		c.store = store.New(dir, func(err error) {
			if c.warn != nil {
				c.warn(err)
			}
		})
	}
}
