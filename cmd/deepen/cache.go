package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/store"
)

// cache is where tables live between runs, as the flags say.
type cache struct {
	dir string
	off bool
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

// newSolver returns a solver that may use the tables that are there.
func (c *cache) newSolver(kind puzzle.Kind) puzzle.Solver {
	solver := kind.NewSolver()
	if user, ok := solver.(puzzle.TableUser); ok && !c.off {
		if dir, err := c.folder(); err == nil {
			user.UseStore(store.New(dir))
		}
	}
	return solver
}
