package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/internal/lines"
	"github.com/deepen-go/deepen/puzzle"
	"github.com/deepen-go/deepen/puzzle/all"
)

const (
	quickBoard = "10110/01*11/10111/01001/00000" // 7 moves
	deepBoard  = "0*000/10100/11100/01110/11011" // 39 moves
)

// TestFirstAnswerAtOnce holds the input open after one line: its answer must
// not wait for the next question.
func TestFirstAnswerAtOnce(t *testing.T) {
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- run(t.Context(), []string{"solve", "knights", "--format", "native"}, in, out, io.Discard)
		_ = out.Close()
	}()
	r := bufio.NewReader(answers)
	for i := range 3 {
		if _, err := fmt.Fprintln(feed, quickBoard); err != nil {
			t.Fatal(err)
		}
		line, err := r.ReadString('\n')
		if want := fmt.Sprintf("-:%d  7 moves:", i+1); err != nil || !strings.HasPrefix(line, want) {
			t.Fatalf("got %q, %v; want %q…", line, err, want)
		}
	}
	_ = feed.Close()
	if code := <-done; code != exitOK {
		t.Errorf("exit status %d", code)
	}
}

// TestFirstAnswerWithoutFormat does the same where the format has to be guessed:
// a line that is there is enough for that, too.
func TestFirstAnswerWithoutFormat(t *testing.T) {
	for name, line := range map[string]string{
		"knights": quickBoard,
		"mayan":   "2: /1/1 1//",
		"squares": "3: 12 17 23",
		"sudoku":  ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.",
		"tiles":   "1 2 5 3 0 4 6 7 8",
	} {
		in, feed := io.Pipe()
		answers, out := io.Pipe()
		done := make(chan int, 1)
		go func() {
			done <- run(t.Context(), []string{"solve", name}, in, out, io.Discard)
			_ = out.Close()
		}()
		if _, err := fmt.Fprintln(feed, line); err != nil {
			t.Fatal(err)
		}
		got := make(chan string, 1)
		r := bufio.NewReader(answers)
		go func() {
			answer, _ := r.ReadString('\n')
			got <- answer
		}()
		select {
		case answer := <-got:
			if !strings.HasPrefix(answer, "-:1  ") {
				t.Errorf("%s: %q", name, answer)
			}
		case <-time.After(20 * time.Second): // not a measurement: it would wait for ever
			t.Errorf("%s: no answer while the input is open", name)
		}
		_ = feed.Close()
		if code := <-done; code != exitOK {
			t.Errorf("%s: exit status %d", name, code)
		}
	}
}

// TestAnswersDoNotWaitForTheirChunk has quick boards and then one that takes for
// ever in the same read: the quick ones must be answered meanwhile.
func TestAnswersDoNotWaitForTheirChunk(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	answers, out := io.Pipe()
	done := make(chan int, 1)
	go func() {
		in := strings.NewReader(strings.Repeat(quickBoard+"\n", 2000) + strings.Repeat(deepBoard+"\n", 300))
		done <- run(ctx, []string{"solve", "knights", "--format", "native", "--threads", "1"}, in, out, io.Discard)
		_ = out.Close()
	}()
	r := bufio.NewReader(answers)
	for i := range 2000 {
		line, err := r.ReadString('\n')
		if want := fmt.Sprintf("-:%d  7 moves:", i+1); err != nil || !strings.HasPrefix(line, want) {
			t.Fatalf("got %q, %v; want %q…", line, err, want)
		}
	}
	cancel()
	rest, _ := io.ReadAll(r)
	if code := <-done; code != exitInterrupted || !strings.Contains(string(rest), "unknown (interrupted)") {
		t.Errorf("exit status %d, %.200q", code, rest)
	}
}

// endless repeats a text, and counts the bytes it gave.
type endless struct {
	text string
	n    int
	most int // end after this many bytes
}

func (e *endless) Read(p []byte) (int, error) {
	if e.n >= e.most {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), e.most-e.n)], e.text[e.n%len(e.text):])
	e.n += n
	return n, nil
}

// peakHeap counts lines and watches the memory.
type peakHeap struct {
	lines int
	peak  uint64
}

func (p *peakHeap) Write(b []byte) (int, error) {
	before := p.lines
	p.lines += bytes.Count(b, []byte("\n"))
	if before>>14 != p.lines>>14 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		p.peak = max(p.peak, m.HeapAlloc)
	}
	return len(b), nil
}

func TestMemoryStaysFlat(t *testing.T) {
	count := 200_000
	if testing.Short() {
		count = 40_000
	}
	line := "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n"
	in := &endless{text: line, most: count * len(line)}
	var out peakHeap
	code := run(t.Context(), []string{"solve", "sudoku", "--format", "native", "--output", "jsonl"}, in, &out, io.Discard)
	if code != exitOK || out.lines != count {
		t.Fatalf("exit status %d, %d lines; want 0, %d", code, out.lines, count)
	}
	// Two read buffers, the solvers, some chunks in flight.
	if const24 := uint64(24 << 20); out.peak > const24 {
		t.Errorf("the heap grew to %d MiB", out.peak>>20)
	}
}

func TestEndlessLineIsRefused(t *testing.T) {
	for _, name := range []string{"knights", "mayan", "squares", "sudoku"} {
		in := &endless{text: "1", most: 100 << 20}
		var out, errs bytes.Buffer
		if code := run(t.Context(), []string{"solve", name}, in, &out, &errs); code != exitUsage {
			t.Errorf("%s: exit status %d", name, code)
		}
		if !strings.HasPrefix(errs.String(), "-:1:1: the line is longer than") || out.Len() > 0 {
			t.Errorf("%s: %q, %q", name, out.String(), errs.String())
		}
		if in.n > 4*lines.Max {
			t.Errorf("%s: read %d bytes of the line", name, in.n)
		}
	}
}

// TestSameOutputOnAnyThreads solves a batch with good, bad and slow instances.
func TestSameOutputOnAnyThreads(t *testing.T) {
	defer goleak.VerifyNone(t)
	var in strings.Builder
	for i := range 600 {
		switch {
		case i%97 == 5:
			in.WriteString("10110/01*11/10111/01x01/00000\n")
		case i%31 == 7:
			in.WriteString("11001/10110/00111/10101/0*000\n")
		default:
			in.WriteString(quickBoard + "\n")
		}
	}
	var first, firstErrs string
	for _, threads := range []string{"1", "2", "8"} {
		code, out, errs := deepen(t, in.String(), "solve", "knights", "--stats", "--threads", threads, "--output", "jsonl")
		if code != exitUsage {
			t.Fatalf("exit status %d", code)
		}
		out = withoutSeconds(t, out)
		if first == "" {
			first, firstErrs = out, errs
		}
		if out != first || errs != firstErrs {
			t.Errorf("--threads %s prints something else", threads)
		}
		if n := strings.Count(out, "\n"); n != 600 {
			t.Errorf("%d lines", n)
		}
	}
}

// withoutSeconds drops what differs from run to run, and checks that every line
// is JSON.
func withoutSeconds(t *testing.T, out string) string {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(out) {
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		delete(m, "seconds")
		text, err := json.Marshal(m)
		must(err)
		b.Write(append(text, '\n'))
	}
	return b.String()
}

// TestInterrupt sends a real signal to a real process, whose input stays open.
func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals to send")
	}
	cmd := exec.Command("deepen", "solve", "knights", "--format", "native", "--output", "jsonl", "--threads", "1")
	stdin, err := cmd.StdinPipe()
	must(err)
	stdout, err := cmd.StdoutPipe()
	must(err)
	must(cmd.Start())
	_, err = fmt.Fprintf(stdin, "%s\n%s\n", quickBoard, deepBoard)
	must(err)
	r := bufio.NewReader(stdout)
	if line, err := r.ReadString('\n'); err != nil || !strings.Contains(line, `"status":"solved"`) {
		t.Fatalf("%q, %v", line, err)
	}
	time.Sleep(150 * time.Millisecond) // so that the deep board is in hand
	must(cmd.Process.Signal(syscall.SIGINT))
	rest, err := io.ReadAll(r)
	must(err)
	var line struct {
		Status, Limit string
		LowerBound    int `json:"lower_bound"`
	}
	if err := json.Unmarshal(rest, &line); err != nil {
		t.Fatalf("%v: %q", err, rest)
	}
	if line.Status != "unknown" || line.Limit != "interrupt" || line.LowerBound < 10 || line.LowerBound > 39 {
		t.Errorf("the last line is %s", rest)
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != exitInterrupted {
		t.Errorf("%v, want exit status 130", err)
	}
}

// brokenKind is a puzzle whose solver is wrong, or panics.
type brokenKind struct {
	puzzle.Kind
	panics bool
}

type brokenSolver struct{ panics bool }

func (s brokenSolver) Solve(context.Context, puzzle.Instance, budget.Limits) puzzle.Answer {
	if s.panics {
		panic("out of order")
	}
	return puzzle.Answer{Status: puzzle.Solved, Cost: 1}
}

func (k brokenKind) NewSolver() puzzle.Solver { return brokenSolver{k.panics} }

func (k brokenKind) Check(puzzle.Instance, puzzle.Answer) puzzle.Verdict {
	return puzzle.Wrong("not at all")
}

// TestWrongAnswerIsNotGiven makes sure that a fault of a solver ends in exit
// status 1 and an unknown answer, and not in a crash or a lie.
func TestWrongAnswerIsNotGiven(t *testing.T) {
	for _, panics := range []bool{false, true} {
		var out, errs bytes.Buffer
		a := &app{stdin: strings.NewReader("x\n"), stdout: &out, stderr: &errs}
		in := kindReading("knights")
		in.kind = brokenKind{in.kind, panics}
		a.stdin = strings.NewReader(quickBoard + "\n")
		b := &batch{app: a, reading: in, solving: &solving{limits: limits{threads: 1}, output: "jsonl"}, settings: puzzle.Settings{}}
		if code := b.run(t.Context()); code != exitInternal {
			t.Errorf("panics %v: exit status %d", panics, code)
		}
		if !strings.Contains(out.String(), `"status":"unknown"`) || !strings.Contains(errs.String(), "-:1: internal error: ") {
			t.Errorf("panics %v: %s%s", panics, out.String(), errs.String())
		}
	}
}

func kindReading(name string) *reading {
	k, ok := all.Kind(name)
	if !ok {
		panic(name)
	}
	return &reading{kind: k, info: k.Info()}
}

// failingWriter is a full disk.
type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestFullDisk(t *testing.T) {
	var errs bytes.Buffer
	code := run(t.Context(), []string{"solve", "knights"}, strings.NewReader(quickBoard+"\n"), failingWriter{}, &errs)
	if code != exitInternal || !strings.Contains(errs.String(), "no space left") {
		t.Errorf("exit status %d, %q", code, errs.String())
	}
}

// TestGuessWaitsForALine gives the text in pieces: the format must not hang on
// how they arrive.
func TestGuessWaitsForALine(t *testing.T) {
	for name, pieces := range map[string][]string{
		"knights": {"\xef", "\xbb\xbf\n", "\n1", "1111/01111/00*11/00001/00000\n"},
		"mayan":   {"\n", "2", ": /1/1 1//\n"},
		"squares": {"\n \n", "3", ": 12 17 23\n"},
		"sudoku":  {".2", "738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.\n"},
	} {
		in, feed := io.Pipe()
		go func() {
			for _, p := range pieces {
				_, _ = feed.Write([]byte(p)) // a read takes no more than a piece
			}
			_ = feed.Close()
		}()
		var out, errs bytes.Buffer
		if code := run(t.Context(), []string{"solve", name}, in, &out, &errs); code != exitOK || !strings.HasPrefix(out.String(), "-:1  ") {
			t.Errorf("%s: exit status %d, %q, %q", name, code, out.String(), errs.String())
		}
	}
}

// TestLargeJudgeFile has its end beyond what the first read brings.
func TestLargeJudgeFile(t *testing.T) {
	const line = ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.\n"
	const count = lines.Max/len(line) + 100
	file := filepath.Join(t.TempDir(), "large.in")
	must(os.WriteFile(file, []byte(strings.Repeat(line, count)+"end\n"), 0o600))
	code, out, errs := deepen(t, "", "solve", "sudoku", file)
	if code != exitOK || errs != "" || strings.Count(out, "\n") != count || !strings.HasPrefix(out, "5273894168") {
		t.Errorf("exit status %d, %d lines, %.100q, %q", code, strings.Count(out, "\n"), out, errs)
	}
}
