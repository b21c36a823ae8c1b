package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCheckedInKernelsAreCurrent writes again what the go:generate lines of
// package search ask for.
func TestCheckedInKernelsAreCurrent(t *testing.T) {
	files, err := filepath.Glob("../*.go")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^//go:generate go run \./kernelgen (.*)$`)
	n := 0
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range line.FindAllSubmatch(src, -1) {
			n++
			c := config{dir: ".."}
			flags := flag.NewFlagSet(file, flag.ContinueOnError)
			flags.StringVar(&c.typ, "type", "", "")
			flags.StringVar(&c.out, "out", "", "")
			flags.BoolVar(&c.generic, "generic", false, "")
			if err := flags.Parse(strings.Fields(string(m[1]))); err != nil {
				t.Fatal(err)
			}
			want, err := generate(c)
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			got, err := os.ReadFile(filepath.Join("..", c.out))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s is not current; run go generate ./search", c.out)
			}
			if !regexp.MustCompile(`^// Code generated .* DO NOT EDIT\.\n`).Match(got) {
				t.Errorf("%s does not say that it is generated", c.out)
			}
		}
	}
	if n < 6 {
		t.Errorf("only %d go:generate lines were found", n)
	}
}

// aProgram is a user's own: counting down to zero by two or three, in a state
// type from another package.
const aProgram = `package main

import (
	"context"
	"fmt"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/search"

	num "example.com/user/number"
)

//go:generate go run github.com/deepen-go/deepen/search/kernelgen -type countdown -out kernel.go -func solve

type countdown struct{ steps [2]int }

func (c *countdown) Moves(s num.Number, last int) uint64 { return 3 }
func (c *countdown) Look(s num.Number, h, op int) (cost, next int) {
	return 1, c.Heuristic(s - num.Number(c.steps[op]))
}
func (c *countdown) Apply(s num.Number, op int) num.Number { return s - num.Number(c.steps[op]) }
func (c *countdown) Heuristic(s num.Number) int {
	if s < 0 {
		return 1000
	}
	return (int(s) + 2) / 3
}
func (c *countdown) Goal(s num.Number) bool { return s == 0 }

func main() {
	c := &countdown{[2]int{2, 3}}
	opt := search.IDAOptions{All: true, MaxSolutions: 2, MaxCost: 100}
	a := solve(context.Background(), c, 17, opt, budget.Limits{})
	b := search.IDAStar(context.Background(), search.Batch[num.Number](c), 17, opt, budget.Limits{})
	fmt.Println(a.Cost, a.Count, a.Paths, a.Generated == b.Generated)
}
`

// TestInAModuleOfItsOwn generates, builds and runs a kernel where a user would: in
// a module that knows this one by its path alone.
func TestInAModuleOfItsOwn(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a module")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/user\n\ngo 1.26.0\n\nrequire github.com/deepen-go/deepen v0.0.0\n\n"+
		"replace github.com/deepen-go/deepen => "+root+"\n")
	write("main.go", aProgram)
	write("number/number.go", "package number\n\ntype Number int\n")
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	run("generate", "./...")
	run("vet", "./...")
	// 17 = 5*3 + 2 in six ways.
	if got, want := run("run", "."), "6 6 [[0 1 1 1 1 1] [1 0 1 1 1 1]] true\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestGenerateRefuses(t *testing.T) {
	for _, c := range []struct {
		name, src, style, want string
	}{
		{"no such type", "package p", "", "no type d in"},
		{"no methods", "package p; type d int", "", "type d lacks methods; for style step: Moves, Look, Apply, Heuristic, Goal; for style inplace"},
		{"a generic type", "package p; type d[S any] struct{}", "", "type d is generic"},
		{"no such style", "package p; type d int", "fast", `no style is called "fast"`},
		{"in place without Undo", "package p; type d int\n" +
			"func (d) Moves(*int, int) uint64\nfunc (d) Look()\nfunc (d) Apply()\nfunc (d) Heuristic(int) int\nfunc (d) Goal()", "",
			"for style step: Moves with the state by value; for style inplace: Undo; for style expand: Expand"},
		{"no state", "package p; type d int\nfunc (d) Expand()\nfunc (d) Heuristic() int\nfunc (d) Goal()", "", "d.Heuristic must have one parameter"},
		{"an import of another name", "package p; import \"x/go-y\"; type d int\nfunc (d) Expand()\nfunc (d) Heuristic(y.S) int\nfunc (d) Goal()", "",
			"no import is called y; give it that name"},
		{"no Go", "package", "", "expected 'IDENT'"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(c.src), 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := generate(config{typ: "d", dir: dir, style: c.style, out: "kernel.go"})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
	if _, err := generate(config{typ: "d", dir: filepath.Join(t.TempDir(), "none")}); err == nil {
		t.Error("a folder that is not there is accepted")
	}
}

// TestGenerateChooses: the fastest style that the methods allow, unless another
// is asked for; the domain is a pointer when one of its methods wants one.
func TestGenerateChooses(t *testing.T) {
	const src = `package p

type d struct{}

func (d) Moves(s uint64, last int) uint64
func (d) Look(s uint64, h, op int) (cost, next int)
func (d) Apply(s uint64, op int) uint64
func (*d) Expand(dst []search.Edge[uint64], from *search.Edge[uint64]) []search.Edge[uint64]
func (d) Heuristic(s uint64) int
func (d) Goal(s uint64) bool
`
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	// What is to be written, test files and files for other systems do not count.
	for _, name := range []string{"kernel.go", "p_test.go", "p_plan9.go"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("package p; no Go"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for style, want := range map[string]string{
		"":       "visit(s uint64, h, room, depth, last int)",
		"step":   "k.domain.Look(s, h, op)",
		"expand": "visit(e *search.Edge[uint64], room, depth int)",
	} {
		got, err := generate(config{typ: "d", dir: dir, style: style, out: "kernel.go", fn: "Solve"})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{want, "func Solve(ctx context.Context, d *d, root uint64,", "type solveKernel struct"} {
			if !bytes.Contains(got, []byte(want)) {
				t.Errorf("style %q: the kernel lacks %q", style, want)
			}
		}
	}
}
