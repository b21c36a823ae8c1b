// Command kernelgen writes the IDA* kernel for a search space of your own.
//
// Generic code calls the methods of a domain through a dictionary, which keeps
// the compiler from putting them in line. kernelgen expands the text of
// [search.IDAStar] for one concrete type instead, in that type's own package, so
// that its methods are called directly or vanish into the loop. The result is a
// function with the same contract: the same answers, the same node counts, the
// same limits.
//
//	//go:generate go run github.com/deepen-go/deepen/search/kernelgen -type kitchen -out kitchen_kernel.go
//
// writes, for a type kitchen with states of type pancakes,
//
//	func kitchenIDAStar(ctx context.Context, d kitchen, root pancakes, opt search.IDAOptions, limits budget.Limits) search.Result[int32]
//
// It searches with the helpers of limits.Crew, and then calls d from several
// goroutines at once: its methods must only read, or it must have a method Clone
// (search.Cloner). In style inplace copies of a state must share nothing that
// Apply changes.
//
// Here d is *kitchen if any of the methods has a pointer receiver.
//
// # Three styles
//
// Which methods the type has decides the style, the fastest first:
//
//	step     Moves(s S, last int) uint64, Look, Apply        search.Stepper
//	inplace  Moves(s *S, last int) uint64, Look, Apply, Undo search.InPlace
//	expand   Expand                                          search.Domain
//
// all with Heuristic(s S) int and Goal(s S) bool. Small states (a few machine
// words) are best in style step: the compiler keeps them in registers, makes no
// child that is cut, and puts methods in line as long as each stays within its
// inlining budget (go build -gcflags=-m says "can inline").
//
// # Flags
//
//	-type NAME   the domain's type, not generic itself
//	-out FILE    the file to write
//	-dir DIR     the folder of the package (default: the current one)
//	-func NAME   the function to write (default: NAMEIDAStar)
//	-style NAME  step, inplace or expand, when the type has the methods of several
//	-generic     write the generic kernel of package search itself
//
// Run it again after an update of the module, as the text may have changed; a
// test that runs it with -out into a temporary folder and compares keeps a
// project honest.
//
// # How it works
//
// idastar.tmpl holds the one text of the search below a threshold, with slots for
// the types and a branch for each style; package search's own generic kernel comes
// from it too. The same text is there twice: visit, which begins a node, and
// resume, which goes on at a position; search.Kernel explains. The loop of
// thresholds is [search.RunIDAStar]. kernelgen reads the package's syntax only, so it also works while the
// file it is about to write is missing.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	var c config
	out := flag.String("out", "", "the `file` to write")
	flag.StringVar(&c.typ, "type", "", "the domain's type `name`")
	flag.StringVar(&c.dir, "dir", ".", "the `folder` of its package")
	flag.StringVar(&c.fn, "func", "", "the function `name` to write (default: the type's, then IDAStar)")
	flag.StringVar(&c.style, "style", "", "step, inplace or expand (default: the first that the type's methods allow)")
	flag.BoolVar(&c.generic, "generic", false, "write the generic kernel of package search itself")
	flag.Parse()
	if *out == "" || (c.typ == "") != c.generic || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	c.out = filepath.Base(*out)
	src, err := generate(c)
	if err == nil {
		err = os.WriteFile(*out, src, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "kernelgen:", err)
		os.Exit(1)
	}
}
