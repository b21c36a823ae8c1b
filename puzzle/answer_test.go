package puzzle

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// list is a solution for tests: some numbers.
type list []int

func (l list) AppendText(dst []byte) []byte {
	return append(AppendInts(append(dst, "numbers "...), l), '!')
}
func (l list) AppendJudge(dst []byte) []byte { return append(AppendInts(dst, l), '\n') }
func (l list) AppendJSON(dst []byte) []byte {
	return append(AppendInts(append(dst, `{"numbers":`...), l), '}')
}

func TestAppendJSON(t *testing.T) {
	for _, test := range []struct {
		name    string
		answer  Answer
		id      string
		seconds float64
		stats   bool
		want    string
	}{
		{
			"solved", Answer{Status: Solved, Cost: 2, LowerBound: 2, Solution: list{7, 8}, Generated: 12, Expanded: 3}, "a.txt:1", 0.25, false,
			`{"id":"a.txt:1","puzzle":"p","status":"solved","cost":2,"lower_bound":2,"solution":{"numbers":[7,8]},"generated":12,"expanded":3,"seconds":0.250000}`,
		},
		{
			"cost zero", Answer{Status: Solved, Solution: list{}}, "-:1", 0, false,
			`{"id":"-:1","puzzle":"p","status":"solved","cost":0,"lower_bound":0,"solution":{"numbers":[]},"generated":0,"expanded":0,"seconds":0.000000}`,
		},
		{
			"a nil list is no null", Answer{Status: Solved, Solution: list(nil)}, "-:1", 0, false,
			`{"id":"-:1","puzzle":"p","status":"solved","cost":0,"lower_bound":0,"solution":{"numbers":[]},"generated":0,"expanded":0,"seconds":0.000000}`,
		},
		{
			"counted", Answer{Status: Solved, Cost: None, LowerBound: None, Solution: list{1}, Count: Count{true, 2, false}}, "-:3", 1e-7, false,
			`{"id":"-:3","puzzle":"p","status":"solved","cost":null,"lower_bound":null,"solution":{"numbers":[1]},"solutions":2,"solutions_complete":false,"generated":0,"expanded":0,"seconds":0.000000}`,
		},
		{
			"counted, none", Answer{Status: Infeasible, Cost: None, LowerBound: None, Count: Count{true, 0, true}}, "-:4", 1234567.25, false,
			`{"id":"-:4","puzzle":"p","status":"infeasible","cost":null,"lower_bound":null,"solution":null,"solutions":0,"solutions_complete":true,"generated":0,"expanded":0,"seconds":1234567.250000}`,
		},
		{
			"move limit", Answer{Status: Infeasible, Cost: None, LowerBound: 16, Limit: LimitMoves}, "-:5", 0, false,
			`{"id":"-:5","puzzle":"p","status":"infeasible","cost":null,"lower_bound":16,"solution":null,"limit":"moves","generated":0,"expanded":0,"seconds":0.000000}`,
		},
		{
			"nothing known", Answer{Cost: None, LowerBound: None, Limit: "time"}, "-:6", 0, false,
			`{"id":"-:6","puzzle":"p","status":"unknown","cost":null,"lower_bound":null,"solution":null,"limit":"time","generated":0,"expanded":0,"seconds":0.000000}`,
		},
		{
			"best so far", Answer{Cost: 9, LowerBound: 4, Solution: list{9}, Limit: "nodes", Generated: 1<<64 - 1, Expanded: 1}, "-:7", 10, false,
			`{"id":"-:7","puzzle":"p","status":"unknown","cost":9,"lower_bound":4,"solution":{"numbers":[9]},"limit":"nodes","generated":18446744073709551615,"expanded":1,"seconds":10.000000}`,
		},
		{
			"stats", Answer{Status: Solved, Cost: 3, LowerBound: 3, Solution: list{1, 2, 3}, Generated: 9, Expanded: 5, Iterations: []Iteration{{Threshold: 1, Generated: 2, Expanded: 1}, {Threshold: 3, Generated: 7, Expanded: 4}}}, "-:8", 0, true,
			`{"id":"-:8","puzzle":"p","status":"solved","cost":3,"lower_bound":3,"solution":{"numbers":[1,2,3]},"generated":9,"expanded":5,"seconds":0.000000,"iterations":[{"threshold":1,"generated":2,"expanded":1},{"threshold":3,"generated":7,"expanded":4}]}`,
		},
		{
			"stats without iterations", Answer{Status: Solved, Solution: list{}}, "-:9", 0, true,
			`{"id":"-:9","puzzle":"p","status":"solved","cost":0,"lower_bound":0,"solution":{"numbers":[]},"generated":0,"expanded":0,"seconds":0.000000,"iterations":[]}`,
		},
		{
			"iterations are not shown unasked", Answer{Status: Solved, Solution: list{}, Iterations: []Iteration{{Threshold: 1, Generated: 2, Expanded: 1}}}, "-:9", 0, false,
			`{"id":"-:9","puzzle":"p","status":"solved","cost":0,"lower_bound":0,"solution":{"numbers":[]},"generated":0,"expanded":0,"seconds":0.000000}`,
		},
		{
			"escaping", Answer{Cost: None, LowerBound: None}, "C:\\new \"dir\"\t\x01棋\xff<&>:1", 0, false,
			`{"id":"C:\\new \"dir\"\t\u0001棋\ufffd<&>:1","puzzle":"p","status":"unknown","cost":null,"lower_bound":null,"solution":null,"generated":0,"expanded":0,"seconds":0.000000}`,
		},
		{
			"html is left alone", Answer{Cost: None, LowerBound: None}, "<a&b>", 0, false,
			`{"id":"<a&b>","puzzle":"p","status":"unknown","cost":null,"lower_bound":null,"solution":null,"generated":0,"expanded":0,"seconds":0.000000}`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := test.answer.AppendJSON([]byte("before "), test.id, "p", test.seconds, test.stats)
			if string(got) != "before "+test.want+"\n" {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
			if !json.Valid([]byte(test.want)) {
				t.Error("not JSON")
			}
		})
	}
}

// TestAppendJSONDecodes holds the lines, which are built by hand, against
// encoding/json.
func TestAppendJSONDecodes(t *testing.T) {
	type object = map[string]any
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(-1, 1<<30)
		counter := rapid.Uint64Range(0, 1<<53)
		a := Answer{
			Status: rapid.SampledFrom([]Status{Unknown, Solved, Infeasible}).Draw(t, "status"),
			Cost:   n.Draw(t, "cost"), LowerBound: n.Draw(t, "lower"),
			Limit:     rapid.SampledFrom([]string{"", "time", LimitMoves}).Draw(t, "limit"),
			Generated: counter.Draw(t, "generated"), Expanded: counter.Draw(t, "expanded"),
		}
		id := rapid.String().Draw(t, "id")
		stats := rapid.Bool().Draw(t, "stats")
		bound := func(n int) any {
			if n == None {
				return nil
			}
			return float64(n)
		}
		want := object{
			"id": id, "puzzle": "p", "status": a.Status.String(), "cost": bound(a.Cost), "lower_bound": bound(a.LowerBound),
			"solution": nil, "generated": float64(a.Generated), "expanded": float64(a.Expanded), "seconds": 0.5,
		}
		if rapid.Bool().Draw(t, "has solution") {
			a.Solution = list{1}
			want["solution"] = object{"numbers": []any{1.0}}
		}
		if rapid.Bool().Draw(t, "counts") {
			a.Count = Count{Valid: true, N: 3, Complete: true}
			want["solutions"], want["solutions_complete"] = 3.0, true
		}
		if a.Limit != "" {
			want["limit"] = a.Limit
		}
		if stats {
			a.Iterations = []Iteration{{Threshold: 1, Generated: 2, Expanded: 3}}
			want["iterations"] = []any{object{"threshold": 1.0, "generated": 2.0, "expanded": 3.0}}
		}
		line := a.AppendJSON(nil, id, "p", 0.5, stats)
		if i := strings.IndexByte(string(line), '\n'); i != len(line)-1 {
			t.Fatalf("line ending at %d of %d bytes", i, len(line))
		}
		var got object
		if err := json.Unmarshal(line, &got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

func TestAppendErrorJSON(t *testing.T) {
	got := AppendErrorJSON([]byte("before "), `a "b".txt:2`, "knights", &InputError{Line: 3, Column: 17, Msg: "'é' is no\nknight"})
	want := `before {"id":"a \"b\".txt:2","puzzle":"knights","status":"error","error":"'é' is no\nknight","line":3,"column":17}` + "\n"
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if !json.Valid(got[len("before "):]) {
		t.Error("not JSON")
	}
}

func TestAppendText(t *testing.T) {
	for _, test := range []struct {
		answer Answer
		want   string
	}{
		{Answer{Status: Solved, Cost: 2, LowerBound: 2, Solution: list{1, 2}}, "numbers [1,2]!"},
		{Answer{Status: Solved, Cost: 2, LowerBound: 2}, "solved"},
		{Answer{Status: Infeasible, Cost: None, LowerBound: None}, "infeasible: there is no solution"},
		{Answer{Status: Infeasible, Cost: None, LowerBound: 16, Limit: LimitMoves}, "infeasible: more than 15 moves are needed"},
		{Answer{Status: Infeasible, Cost: None, LowerBound: None, Limit: LimitMoves}, "infeasible: there is no solution"},
		{Answer{Cost: None, LowerBound: None}, "unknown"},
		{Answer{Cost: None, LowerBound: None, Limit: "memory"}, "unknown (memory limit)"},
		{Answer{Cost: None, LowerBound: 0, Limit: "nodes"}, "unknown (node limit): at least 0"},
		{Answer{Cost: 3, LowerBound: 2, Limit: "time", Solution: list{5}}, "unknown (time limit): at least 2; best found: numbers [5]!"},
		{Answer{Cost: 3, LowerBound: None, Solution: list{5}}, "unknown; best found: numbers [5]!"},
	} {
		if got := string(test.answer.AppendText([]byte("> "))); got != "> "+test.want {
			t.Errorf("got  %q\nwant %q", got, "> "+test.want)
		}
		if got := test.answer.String(); got != test.want {
			t.Errorf("String: got %q, want %q", got, test.want)
		}
	}
}

func TestAppendJudge(t *testing.T) {
	for _, test := range []struct {
		answer Answer
		want   string
	}{
		{Answer{Status: Solved, Solution: list{1}}, "[1]\n"},
		{Answer{Status: Infeasible}, "-1\n"},
		{Answer{Status: Infeasible, LowerBound: 16, Limit: LimitMoves}, "-1\n"},
		{Answer{Limit: "time"}, "?\n"},
		{Answer{Limit: "time", Solution: list{1}}, "?\n"},
		{Answer{Status: Solved}, "?\n"}, // there is nothing to print
	} {
		if got := string(test.answer.AppendJudge([]byte("> "))); got != "> "+test.want {
			t.Errorf("%v: got %q, want %q", test.answer, got, "> "+test.want)
		}
	}
}

func TestStatus(t *testing.T) {
	for _, s := range []Status{Unknown, Solved, Infeasible} {
		if got, ok := ParseStatus(s.String()); got != s || !ok {
			t.Errorf("%v is read as %v, %v", s, got, ok)
		}
	}
	for _, s := range []string{"", "error", "Solved", "unknown "} {
		if got, ok := ParseStatus(s); got != Unknown || ok {
			t.Errorf("%q is read as %v, %v", s, got, ok)
		}
	}
}

func TestAppendInts(t *testing.T) {
	for _, test := range []struct {
		ns   []int
		want string
	}{
		{nil, "[]"}, {[]int{}, "[]"}, {[]int{-1}, "[-1]"}, {[]int{1, 20, 300}, "[1,20,300]"},
	} {
		if got := string(AppendInts(nil, test.ns)); got != test.want {
			t.Errorf("AppendInts(%v) = %s", test.ns, got)
		}
	}
}

// TestPrintingAllocatesNothing: a batch of millions reuses one buffer.
func TestPrintingAllocatesNothing(t *testing.T) {
	a := Answer{Status: Solved, Cost: 1, LowerBound: 1, Solution: list{1}, Iterations: []Iteration{{Threshold: 1, Generated: 2, Expanded: 3}}}
	buf := make([]byte, 0, 1024)
	if n := testing.AllocsPerRun(100, func() {
		buf = a.AppendJSON(buf[:0], "file:1", "p", 0.5, true)
		buf = a.AppendText(buf[:0])
		buf = a.AppendJudge(buf[:0])
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkAppendJSON(b *testing.B) {
	a := Answer{Status: Solved, Cost: 14, LowerBound: 14, Solution: list{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}, Generated: 1000, Expanded: 100}
	var buf []byte
	for b.Loop() {
		buf = a.AppendJSON(buf[:0], "examples/squares/grids.txt:17", "squares", 0.00123, false)
	}
}
