package check_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/hitting"
	"github.com/deepen-go/deepen/proof/check"
	"github.com/deepen-go/deepen/proof/opb"
	"github.com/deepen-go/deepen/proof/veripb"
)

// certified is a formula with a proof of the engine.
type certified struct {
	formula string
	proof   []string // lines, without their ends
	optimum int64
}

func certification(p *hitting.Problem) (certified, error) {
	var formula, proof bytes.Buffer
	if err := opb.Write(&formula, p.Elements, p.Sets); err != nil {
		return certified{}, err
	}
	w := veripb.New(&proof, p.Elements, len(p.Sets))
	r := hitting.Prove(context.Background(), p, budget.Limits{}, w)
	if err := w.Close(); err != nil {
		return certified{}, err
	}
	if !r.Proven || !w.Complete() {
		return certified{}, fmt.Errorf("no proof: %+v", r)
	}
	return certified{formula.String(), strings.Split(strings.TrimSuffix(proof.String(), "\n"), "\n"), int64(len(r.Elements))}, nil
}

func certify(t testing.TB, p *hitting.Problem) certified {
	t.Helper()
	c, err := certification(p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// base is a small problem whose proof has all rules: a dominated element, packed
// sets, cores, totalizers, and the supposition of the last step. Inequalities are
// deleted only in long searches, so here that is put in.
func base(t testing.TB) certified {
	p := &hitting.Problem{Elements: 12}
	rng := rand.New(rand.NewPCG(5, 5))
	for range 22 {
		var set []int32
		for _, e := range rng.Perm(11)[:3] {
			set = append(set, int32(e+1))
		}
		p.Sets = append(p.Sets, set)
	}
	p.Sets = append(p.Sets, []int32{1, 12}, []int32{1, 12, 2})
	c := certify(t, p)
	i := slices.IndexFunc(c.proof, func(line string) bool { return strings.HasPrefix(line, "o ") })
	c.proof = slices.Insert(c.proof, i, "del id 1 2")
	return c
}

// mutation is a change of a proof: a line that is dropped, two that change
// places, or a line with another text.
type mutation struct {
	kind string // drop, swap, edit
	i, j int    // lines from 1
	text string
}

func (m mutation) String() string {
	switch m.kind {
	case "drop":
		return fmt.Sprintf("drop %d", m.i)
	case "swap":
		return fmt.Sprintf("swap %d %d", m.i, m.j)
	}
	return fmt.Sprintf("edit %d %s", m.i, m.text)
}

func parseMutation(t *testing.T, s string) (m mutation) {
	t.Helper()
	kind, rest, _ := strings.Cut(s, " ")
	first, rest, _ := strings.Cut(rest, " ")
	m.kind = kind
	var err error
	if m.i, err = strconv.Atoi(first); err != nil {
		t.Fatal(err)
	}
	switch kind {
	case "swap":
		if m.j, err = strconv.Atoi(rest); err != nil {
			t.Fatal(err)
		}
	case "edit":
		m.text = rest
	}
	return m
}

func (m mutation) apply(proof []string) string {
	lines := append([]string(nil), proof...)
	switch m.kind {
	case "drop":
		lines = append(lines[:m.i-1], lines[m.i:]...)
	case "swap":
		lines[m.i-1], lines[m.j-1] = lines[m.j-1], lines[m.i-1]
	case "edit":
		lines[m.i-1] = m.text
	}
	return strings.Join(lines, "\n") + "\n"
}

// mutate draws a mutation: drop, swap, or a word that is changed, left out or
// put in twice.
func mutate(rng *rand.Rand, proof []string) mutation {
	i := 1 + rng.IntN(len(proof))
	switch rng.IntN(8) {
	case 0:
		return mutation{kind: "drop", i: i}
	case 1:
		return mutation{kind: "swap", i: i, j: 1 + rng.IntN(len(proof))}
	}
	words := strings.Fields(proof[i-1])
	at := rng.IntN(len(words))
	w := words[at]
	switch n, err := strconv.Atoi(w); {
	case rng.IntN(6) == 0:
		words = append(words[:at], words[at+1:]...)
	case rng.IntN(10) == 0:
		words = append(words[:at+1], words[at:]...)
	case err == nil:
		words[at] = strconv.Itoa([]int{n + 1, n - 1, -n, 2 * n, 0, n + 1 + rng.IntN(5), n - 1 - rng.IntN(5), 1}[rng.IntN(8)])
	case strings.HasPrefix(w, "~"):
		words[at] = w[1:]
	case strings.HasPrefix(w, "x") && rng.IntN(2) == 0:
		words[at] = "~" + w
	case strings.HasPrefix(w, "x"):
		words[at] = "x" + strconv.Itoa(1+rng.IntN(30))
	default:
		words[at] = []string{"+", "*", "d", "s", "w", ">=", ";", "->", "rup", "red", "pol", "o", "del", "c", "id"}[rng.IntN(15)]
	}
	return mutation{kind: "edit", i: i, text: strings.Join(words, " ")}
}

func accepts(t testing.TB, c certified, proof string) bool {
	t.Helper()
	r, err := check.Check(strings.NewReader(c.formula), strings.NewReader(proof), check.Options{})
	if err != nil {
		if !errors.As(err, new(*check.Refused)) {
			t.Fatalf("not refused, but %v", err)
		}
		return false
	}
	if !r.Solved || r.Best != c.optimum {
		t.Fatalf("a proof of %d is accepted, and the optimum is %d:\n%s", r.Best, c.optimum, proof)
	}
	return true
}

// TestMutations changes proofs by the thousand. What is still accepted must
// still say the optimum.
func TestMutations(t *testing.T) {
	c := base(t)
	if !accepts(t, c, strings.Join(c.proof, "\n")) {
		t.Fatal("the proof itself is refused")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	n := 6000
	if testing.Short() {
		n = 1000
	}
	accepted := 0
	for range n {
		proof := mutate(rng, c.proof).apply(c.proof)
		if rng.IntN(4) == 0 { // two changes
			lines := strings.Split(strings.TrimSuffix(proof, "\n"), "\n")
			if m := mutate(rng, c.proof); m.i <= len(lines) && m.j <= len(lines) {
				proof = m.apply(lines)
			}
		}
		if accepts(t, c, proof) {
			accepted++
		}
	}
	if accepted < n/50 || accepted > n/2 {
		t.Errorf("%d of %d changed proofs are accepted; these changes test little", accepted, n)
	}
}

const mutants = "testdata/mutants.txt"

// TestMutants holds the verdicts against those of the reference checker, recorded
// by TestReference: what it refuses is refused.
func TestMutants(t *testing.T) {
	c := recorded(t)
	data, err := os.ReadFile(mutants)
	if err != nil {
		t.Fatal(err)
	}
	n, both := 0, 0
	for line := range strings.Lines(string(data)) {
		verdict, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			continue
		}
		n++
		m := parseMutation(t, text)
		accepted := accepts(t, c, m.apply(c.proof))
		if accepted && verdict == "refused" {
			t.Errorf("%s: accepted, but the reference refuses it", m)
		}
		if accepted {
			both++
		}
	}
	if n < 500 || both < n/10 {
		t.Errorf("only %d of %d mutants are accepted", both, n)
	}
}

// recorded is the certified problem that the mutants are of. It is kept as files,
// so that a change of the engine does not change them.
func recorded(t *testing.T) certified {
	t.Helper()
	formula, err := os.ReadFile("testdata/base.opb")
	if err != nil {
		t.Fatal(err)
	}
	proof, err := os.ReadFile("testdata/base.pbp")
	if err != nil {
		t.Fatal(err)
	}
	r, err := check.Check(bytes.NewReader(formula), bytes.NewReader(proof), check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return certified{string(formula), strings.Split(strings.TrimSuffix(string(proof), "\n"), "\n"), r.Best}
}

// TestReference compares with the reference checker, whose command line
// DEEPEN_VERIPB gives ("python3 …/veripb_bin.py"). With DEEPEN_VERIPB_RECORD it
// writes the files that TestMutants reads.
func TestReference(t *testing.T) {
	command := strings.Fields(os.Getenv("DEEPEN_VERIPB"))
	if len(command) == 0 {
		t.Skip("DEEPEN_VERIPB does not name the reference checker")
	}
	dir := t.TempDir()
	reference := func(c certified, proof string) bool {
		f, p := filepath.Join(dir, "f.opb"), filepath.Join(dir, "p.pbp")
		if err := os.WriteFile(f, []byte(c.formula), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(proof), 0o666); err != nil {
			t.Fatal(err)
		}
		args := append(append([]string(nil), command[1:]...), "--requireUnsat", f, p)
		return exec.Command(command[0], args...).Run() == nil
	}
	c := base(t)
	record := os.Getenv("DEEPEN_VERIPB_RECORD") != ""
	if record {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, "testdata/base.opb", c.formula)
		write(t, "testdata/base.pbp", strings.Join(c.proof, "\n")+"\n")
	}
	if !reference(c, strings.Join(c.proof, "\n")+"\n") {
		t.Fatal("the reference refuses the proof itself")
	}
	n, _ := strconv.Atoi(os.Getenv("DEEPEN_VERIPB_MUTANTS"))
	n = max(n, 600)
	seed, _ := strconv.Atoi(os.Getenv("DEEPEN_VERIPB_SEED"))
	rng := rand.New(rand.NewPCG(3, uint64(seed)))
	var lines strings.Builder
	both, ours, theirs := 0, 0, 0
	for range n {
		m := mutate(rng, c.proof)
		proof := m.apply(c.proof)
		we, they := accepts(t, c, proof), reference(c, proof)
		verdict := "refused"
		switch {
		case we && they:
			both++
		case we:
			ours++
			t.Errorf("%s: accepted here, refused by the reference", m)
		case they:
			theirs++
			t.Logf("%s: refused here, accepted by the reference", m)
		}
		if they {
			verdict = "accepted"
		}
		fmt.Fprintf(&lines, "%s\t%s\n", verdict, m)
	}
	t.Logf("%d mutants: %d accepted by both, %d only here, %d only by the reference", n, both, ours, theirs)
	if record {
		write(t, mutants, lines.String())
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
