package check_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/deepen-go/deepen/hitting"
	"github.com/deepen-go/deepen/proof/check"
)

// triangle: two of three elements are needed.
const triangle = `* #variable= 3 #constraint= 3
min: 1 x1 1 x2 1 x3 ;
1 x1 1 x2 >= 1 ;
1 x2 1 x3 >= 1 ;
1 x1 1 x3 >= 1 ;
`

const triangleProof = `pseudo-Boolean proof version 1.2
f 3
* the three together, halved: x1 + x2 + x3 >= 2
pol 1 2 + 3 + 2 d
o x1 x2 ~x3
pol 4 5 +
c 6
`

func run(formula, proof string) (check.Result, error) {
	return check.Check(strings.NewReader(formula), strings.NewReader(proof), check.Options{})
}

func TestTriangle(t *testing.T) {
	r, err := run(triangle, triangleProof)
	if err != nil || !r.Solved || r.Best != 2 || r.Inequalities != 3 || r.Variables != 3 || r.Lines != 7 {
		t.Errorf("%+v, %v", r, err)
	}
	if got := fmt.Sprint(r.Rules); got != "map[c:1 f:1 o:1 pol:2]" {
		t.Errorf("rules %s", got)
	}
}

// TestRules has, for each rule, uses that are right and uses that are wrong. The
// lines go after "f 3"; a reason of "" means that all of them are accepted and only
// the end, "the proof ends without a contradiction", is missing.
func TestRules(t *testing.T) {
	const open = "the proof ends without a contradiction"
	for _, test := range []struct {
		name, lines, reason string
	}{
		{"rup of a consequence", "rup 1 x1 1 x2 1 x3 >= 1 ;", ""},
		{"rup of what follows, but not by propagation", "rup 1 x1 1 x2 1 x3 >= 2 ;", "unit propagation does not show"},
		{"rup of what does not follow", "rup 1 x1 >= 1 ;", "unit propagation does not show"},
		{"rup of a trivial one", "rup 1 x1 >= 0 ;\nrup -1 x1 >= -1 ;", ""},
		{"rup with factors", "rup 2 x1 1 x2 1 x3 >= 2 ;", ""},
		{"rup with factors that does not follow", "rup 2 x1 1 x2 1 x3 >= 3 ;", "unit propagation does not show"},
		{"rup by an equality", "rup 1 x1 1 x2 = 1 ;", "not an equality"},
		{"rup without a semicolon", "rup 1 x1 1 x2 >= 1", "; is missing"},
		{"rup with more on the line", "rup 1 x1 1 x2 >= 1 ; x1", `"x1" is too much`},
		{"rup after deletion", "del id 1\nrup 1 x1 1 x2 >= 1 ;", "unit propagation does not show"},
		{"rup from a unit that was deleted", "red 1 x9 >= 1 ; x9 -> 1\nrup 1 x9 1 x8 >= 1 ;\ndel id 4\nrup 1 x9 >= 1 ;", "unit propagation does not show"},
		{"rup from a contradiction", "rup 1 x1 1 ~x1 >= 1 ;\npol 1 x1 w x2 w\nrup 1 x1 >= 1 ;", "unit propagation does not show"},

		{"pol: add, divide", "pol 1 2 + 3 + 2 d\ndel id 1 2 3\nrup 1 x1 1 x3 >= 1 ;", ""},
		{"pol: divide by more", "pol 1 2 + 3 + 3 d\ndel id 1 2 3\nrup 1 x1 1 x3 >= 1 ;", "unit propagation does not show"},
		{"pol: literals cancel", "pol 1 ~x1 + ~x2 +\nc 4", "no contradiction"},
		{"pol: multiply and saturate", "pol 1 3 * s\nrup 1 x1 1 x2 >= 1 ;", ""},
		{"pol: multiply by nothing", "pol 1 0 *", "a factor and a divisor"},
		{"pol: multiply by less", "pol 1 -2 *", "a factor and a divisor"},
		{"pol: divide by nothing", "pol 1 0 d", "a factor and a divisor"},
		{"pol: divide by an inequality", "pol 1 2 3 + d", "a factor and a divisor"},
		{"pol: weaken", "pol 1 x1 w\nrup 1 x2 >= 1 ;", "unit propagation does not show"},
		{"pol: weaken by a number", "pol 1 2 w", "a variable is expected"},
		{"pol of two", "pol 1 2", "leaves 2 inequalities"},
		{"pol of none", "pol", "leaves 0 inequalities"},
		{"pol: too few", "pol 1 +", "an operand is missing"},
		{"pol of a later one", "pol 4", "there is no inequality 4"},
		{"pol of none such", "pol 0", "there is no inequality 0"},
		{"pol from the last", "pol -1 -3 +\nrup 1 x1 >= 0 ;", ""},
		{"pol of a deleted one", "del id 2\npol 2", "inequality 2 was deleted"},
		{"pol that overflows", "pol 1 1000000000000000000 * 1000000000000000000 *", "too large"},
		{"pol with a word", "pol 1 2 plus 3", "leaves 4 inequalities"},

		{"red of a new variable", "red 2 ~x9 1 x1 1 x2 >= 2 ; x9 -> 0\nred 1 x9 1 ~x1 1 ~x2 >= 1 ; x9 -> 1", ""},
		{"red of a new variable the wrong way", "red 2 ~x9 1 x1 1 x2 >= 2 ; x9 -> 1", "the inequality itself"},
		{"red that undoes one before", "red 1 x9 1 x1 >= 1 ; x9 -> 1\nred 1 ~x9 1 x1 >= 1 ; x9 -> 0", "an inequality that is held"},
		{"red without a witness", "red 1 x9 >= 1 ;", "the inequality itself"},
		{"red that follows anyway", "red 1 x1 1 x2 1 x3 >= 1 ;", ""},
		{"red: x1 stands in for x2", "red 1 ~x2 1 x1 >= 1 ; x1 -> x2 x2 -> x1", ""},
		{"red: only half of an exchange", "red 1 ~x2 1 x1 >= 1 ; x1 -> x2", "the objective larger"},
		{"red: nothing stands in", "red 1 ~x2 >= 1 ; x2 -> 0", "an inequality that is held"},
		{"red: the objective grows", "red 1 x2 >= 1 ; x2 -> 1", "the objective larger"},
		{"red: a witness of a negated literal", "red 1 x9 >= 1 ; ~x9 -> 0", "must map variables"},
		{"red: a witness that maps twice", "red 1 x9 >= 1 ; x9 -> 1 x9 -> 1", "twice"},
		{"red: half a witness", "red 1 x9 >= 1 ; x9 ->", "a literal is expected"},
		{"red with a subproof", "red 1 x9 >= 1 ; x9 -> 1 ; begin", "a literal is expected"},

		{"del of none", "del id", "numbers of inequalities"},
		{"del twice", "del id 1 1", "was deleted"},
		{"del by text", "del find 1 x1 >= 1 ;", "deletion by"},
		{"d", "d 1 2", ""},

		{"o that is no solution", "o x1 ~x2 ~x3", "breaks an inequality"},
		{"o of a part", "o x1 x2", "gives no value to x3"},
		{"o twice the same variable", "o x1 x2 x2", "twice"},
		{"o of a deleted inequality", "del id 2\no x1 ~x2 ~x3", "breaks inequality 2 of the formula"},
		{"o that leaves a variable open", "rup 1 x9 >= 0 ;\no x1 x2 ~x3", "forces no value of x9"},
		{"o that forces a variable", "red 1 ~x9 1 ~x1 >= 1 ; x9 -> 0\no x1 x2 ~x3", ""},
		{"o, and no better one is left", "o x1 x2 ~x3\nrup 1 ~x1 1 ~x2 >= 1 ;\no x1 x2 ~x3", "breaks an inequality"},

		{"c of what can hold", "c 1", "no contradiction"},
		{"c of nothing", "c", "a whole number is expected"},
		{"a second formula", "f 3", "loaded already"},
		{"an assumption", "a 1 x1 >= 1 ;", `rule "a" is not supported`},
		{"a solution that is only shown", "v x1 x2 ~x3", `rule "v" is not supported`},
		{"a comment", "* rup 1 x1 >= 1 ;\n\n", ""},
		{"a huge number", "rup 99999999999999999999 x1 >= 1 ;", "too large"},
		{"a bad name", "rup 1 x >= 1 ;", "a literal is expected"},
	} {
		_, err := run(triangle, "pseudo-Boolean proof version 1.2\nf 3\n"+test.lines+"\n")
		want := test.reason
		if want == "" {
			want = open
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", test.name, err, want)
		}
	}
}

func TestBeginning(t *testing.T) {
	for _, test := range []struct{ name, proof, reason string }{
		{"empty", "", "line 1: the proof is empty"},
		{"no version", "f 3\n", "line 1: the first line must be"},
		{"an unknown version", "pseudo-Boolean proof version 2.0\n", `line 1: version "2.0"`},
		{"no f", "pseudo-Boolean proof version 1.2\nrup >= 0 ;\n", "line 2: the first rule must be f"},
		{"another formula", "pseudo-Boolean proof version 1.2\nf 4\n", "line 2: the proof is for a formula of 4 inequalities, not of 3"},
		{"no end", strings.TrimSuffix(triangleProof, "c 6\n"), "not complete"},
		{"half a line", strings.TrimSuffix(triangleProof, " 6\n"), "line 7: a whole number is expected"},
	} {
		_, err := run(triangle, test.proof)
		if refused := (*check.Refused)(nil); !errors.As(err, &refused) || !strings.HasPrefix(err.Error(), test.reason) && !strings.Contains(err.Error(), test.reason) {
			t.Errorf("%s: %v, want %q", test.name, err, test.reason)
		}
	}
}

func TestFormulas(t *testing.T) {
	const head = "* #variable= 2 #constraint= 1\n"
	for _, test := range []struct{ name, formula, reason string }{
		{"empty", "", "line 1: the file is empty"},
		{"no header", "min: 1 x1 ;\n", "line 1: the header is expected"},
		{"a bad header", "* #variable= a #constraint= 1\n", "line 1: a number is expected"},
		{"no semicolon", head + "1 x1 >= 1\n", "line 2: ; is missing"},
		{"no relation", head + "1 x1 1 x2\n", "line 2: an inequality is expected"},
		{"a bad literal", head + "1 y >= 1 ;\n", "line 2: a literal is expected"},
		{"a bad factor", head + "1.5 x1 >= 1 ;\n", "line 2: a whole number is expected"},
		{"twice in the objective", head + "min: 1 x1 1 x1 ;\n", "line 2: variable x1 is twice"},
		{"an objective at the end", head + "1 x1 >= 1 ;\nmin: 1 x1 ;\n", "line 3: a whole number is expected"},
		{"too large", head + "4611686018427387904 x1 >= 1 ;\n", "line 2: the numbers become too large"},
		{"too large together", head + "1000000000000000000 x1 1000000000000000000 x2 >= 1 ;\n", "line 2: the numbers become too large"},
	} {
		_, err := run(test.formula, triangleProof)
		if fault := (*check.FormulaError)(nil); !errors.As(err, &fault) || !strings.HasPrefix(err.Error(), test.reason) {
			t.Errorf("%s: %v, want %q", test.name, err, test.reason)
		}
	}
}

// TestNormalForm reads inequalities with negative factors, variables that come
// twice and equalities.
func TestNormalForm(t *testing.T) {
	const formula = `* #variable= 3 #constraint= 2
min: -2 x1 1 ~x2 ;
1 x1 1 x2 = 1 ;
-1 x3 2 x3 -1 ~x1 -1 ~x1 >= -2 ;
`
	r, err := run(formula, `pseudo-Boolean proof version 1.2
f 3
o x1 ~x2 x3
pol 2 x1 +
rup 1 x1 1 x2 >= 1 ;
rup 1 ~x1 1 ~x2 >= 1 ;
rup >= 1 ;
c -1
`)
	if err != nil || r.Best != -1 || r.Inequalities != 3 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestInfeasible(t *testing.T) {
	r, err := run("* #variable= 0 #constraint= 1\nmin: ;\n>= 1 ;\n", "pseudo-Boolean proof version 1.2\nf 1\nc 1\n")
	if err != nil || r.Solved {
		t.Errorf("%+v, %v", r, err)
	}
	r, err = run("* #variable= 0 #constraint= 0\nmin: ;\n", "pseudo-Boolean proof version 1.2\nf 0\no\nc 1\n")
	if err != nil || !r.Solved || r.Best != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestMemory(t *testing.T) {
	long := "pseudo-Boolean proof version 1.2\nf 3\n" + strings.Repeat("rup 1 x1 1 x2 1 x3 >= 1 ;\n", 1000)
	check1 := func(proof string, memory int64) error {
		_, err := check.Check(strings.NewReader(triangle), strings.NewReader(proof), check.Options{Memory: memory})
		return err
	}
	if err := check1(long, 100_000); err == nil || !strings.Contains(err.Error(), "more memory") {
		t.Errorf("%v", err)
	}
	if err := check1(strings.Replace(long, "\nrup", "\n* "+strings.Repeat("a", 200_000)+"\nrup", 1), 100_000); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("%v", err)
	}
	var deleting strings.Builder
	for i := range 10_000 { // one is held at a time
		fmt.Fprintf(&deleting, "rup 1 x1 1 x2 1 x3 >= 1 ;\ndel id %d\n", 4+i)
	}
	if err := check1("pseudo-Boolean proof version 1.2\nf 3\n"+deleting.String(), 100_000); err == nil || !strings.Contains(err.Error(), "not complete") {
		t.Errorf("%v", err)
	}
}

// drawProblem draws small problems of every shape.
func drawProblem(t *rapid.T) *hitting.Problem {
	p := &hitting.Problem{Elements: rapid.IntRange(1, 14).Draw(t, "elements")}
	element := rapid.Int32Range(1, int32(p.Elements))
	p.Sets = rapid.SliceOfN(rapid.SliceOfN(element, 1, 4), 0, 30).Draw(t, "sets")
	return p
}

// TestProofs proves random problems, and refuses each proof for another problem.
func TestProofs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		c := certifyRapid(t, p)
		proof := strings.Join(c.proof, "\n")
		if r, err := run(c.formula, proof); err != nil || r.Best != c.optimum {
			t.Fatalf("%+v, %v, want %d\n%s\n%s", r, err, c.optimum, c.formula, proof)
		}
		q := drawProblem(t)
		d := certifyRapid(t, q)
		r, err := run(d.formula, proof)
		if err == nil && r.Best != d.optimum {
			t.Fatalf("a proof of %d is accepted for a problem whose optimum is %d", r.Best, d.optimum)
		}
	})
}

func certifyRapid(t *rapid.T, p *hitting.Problem) (c certified) {
	c, err := certification(p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func FuzzCheck(f *testing.F) {
	f.Add(triangle, triangleProof)
	c, err := certification(&hitting.Problem{Elements: 5, Sets: [][]int32{{1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 1}, {1, 3, 5}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(c.formula, strings.Join(c.proof, "\n"))
	f.Fuzz(func(t *testing.T, formula, proof string) {
		if len(formula) > 2000 || len(proof) > 5000 {
			return
		}
		r, err := check.Check(strings.NewReader(formula), strings.NewReader(proof), check.Options{Memory: 1 << 20})
		if err == nil && r.Solved {
			soundIfSmall(t, formula, r.Best)
		}
	})
}

// soundIfSmall tries all assignments of a formula of few variables in the plain
// form that opb.Write gives: none is better than best.
func soundIfSmall(t *testing.T, formula string, best int64) {
	names := map[string]int{}
	var sets [][]int
	for _, line := range strings.Split(formula, "\n")[1:] {
		words := strings.Fields(line)
		if len(words) == 0 || bytes.HasPrefix([]byte(line), []byte("*")) {
			continue
		}
		var set []int
		objective := words[0] == "min:"
		if objective {
			words = words[1:]
		} else {
			if len(words) < 3 || strings.Join(words[len(words)-3:], " ") != ">= 1 ;" {
				return // not plain
			}
			words = words[:len(words)-2]
		}
		words = words[:len(words)-1]
		for i := 0; i+1 < len(words); i += 2 {
			if words[i] != "1" || words[i+1][0] == '~' {
				return
			}
			if objective {
				names[words[i+1]] = len(names)
			}
			v, ok := names[words[i+1]]
			if !ok {
				return
			}
			set = append(set, v)
		}
		if !objective {
			sets = append(sets, set)
		}
	}
	if len(names) > 10 {
		return
	}
	for a := range 1 << len(names) {
		cost := int64(0)
		for v := range names {
			cost += int64(a >> names[v] & 1)
		}
		hit := true
		for _, set := range sets {
			one := false
			for _, v := range set {
				one = one || a>>v&1 == 1
			}
			hit = hit && one
		}
		if hit && cost < best {
			t.Fatalf("a proof of %d is accepted, and %b costs %d", best, a, cost)
		}
	}
}
