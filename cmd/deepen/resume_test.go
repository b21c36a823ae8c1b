package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// countKind is knights with a solver of its own: it counts to a number that the
// board decides, and can be saved and resumed at any. Its answer is unknown, with
// the number as the bound, unless it gets there.
type countKind struct {
	puzzle.Kind
	slow func(number uint64) // called at every step
}

type countSolver struct {
	slow func(uint64)
}

func (k countKind) NewSolver() puzzle.Solver { return countSolver{k.slow} }

func (k countKind) Check(puzzle.Instance, puzzle.Answer) puzzle.Verdict { return puzzle.Verdict{} }

const countSteps = 1000

func (s countSolver) Solve(ctx context.Context, inst puzzle.Instance, limits budget.Limits) puzzle.Answer {
	ans := puzzle.Answer{Cost: puzzle.None, LowerBound: puzzle.None}
	first := inst.AppendNative(nil)[0]
	if limits.Resume != nil {
		if len(limits.Resume) != 9 || limits.Resume[0] != first {
			ans.Limit = "resume"
			return ans
		}
		ans.Resumed = binary.BigEndian.Uint64(limits.Resume[1:])
		ans.Generated = ans.Resumed
	}
	meter := budget.NewMeter(ctx, limits)
	for due := uint64(0); ans.Generated < countSteps; ans.Generated++ {
		save := func() {
			if limits.Save != nil {
				limits.Save(func() []byte { return binary.BigEndian.AppendUint64([]byte{first}, ans.Generated) })
			}
		}
		s.slow(ans.Generated)
		save()
		var err error
		if due, err = meter.Poll(budget.Progress{Generated: ans.Generated, Lower: int(ans.Generated), Upper: -1}); err != nil {
			ans.Limit = budget.Name(err)
			ans.LowerBound = int(ans.Generated)
			save()
			return ans
		}
		_ = due // the steps are few: poll at each
	}
	ans.Status = puzzle.Infeasible
	return ans
}

// countRun runs a batch of counting instances with a checkpoint.
type countRun struct {
	*testing.T
	file    string // the checkpoint
	input   string
	threads int
	nodes   uint64
	slow    func(uint64)
	out     io.Writer
}

func (c *countRun) run(ctx context.Context, resume bool) (code int, stdout, stderr string) {
	c.Helper()
	var out, errs bytes.Buffer
	a := &app{stdin: strings.NewReader(c.input), stdout: &out, stderr: &errs}
	if c.out != nil {
		a.stdout = c.out
	}
	in := kindReading("knights")
	if c.slow == nil {
		c.slow = func(uint64) {}
	}
	in.kind = countKind{in.kind, c.slow}
	in.format = "native"
	opt := &solving{limits: limits{threads: max(c.threads, 1)}, saving: saving{checkpoint: c.file, every: time.Hour}, stats: true, output: "jsonl"}
	if resume {
		opt.saving.resume = c.file
	}
	b := &batch{app: a, reading: in, solving: opt, settings: puzzle.Settings{}}
	b.limits = budget.Limits{Nodes: c.nodes, Crew: budget.NewCrew(opt.threads)}
	if err := b.keep(); err != nil {
		return exitUsage, "", err.Error()
	}
	code = b.run(ctx)
	return code, out.String(), errs.String()
}

func newCountRun(t *testing.T, boards int) *countRun {
	return &countRun{T: t, file: filepath.Join(t.TempDir(), "run.ckpt"), input: strings.Repeat(quickBoard+"\n", boards)}
}

// TestInterruptedInstanceGoesOn interrupts in the middle of the second of three
// instances: it is unknown then, and goes on from its state.
func TestInterruptedInstanceGoesOn(t *testing.T) {
	defer goleak.VerifyNone(t)
	c := newCountRun(t, 3)
	ctx, cancel := context.WithCancel(t.Context())
	seen := 0
	c.slow = func(n uint64) {
		if n == 500 {
			if seen++; seen == 2 {
				cancel()
			}
		}
	}
	code, out, _ := c.run(ctx, false)
	if code != exitInterrupted || !strings.Contains(out, `"-:2","puzzle":"knights","status":"unknown"`) {
		t.Fatalf("exit status %d, %s", code, out)
	}
	ckpt, err := readCheckpoint(c.file)
	must(err)
	if ckpt.Answered != 1 || len(ckpt.InHand) != 1 || ckpt.InHand[0].Instance != 2 || ckpt.InHand[0].Generated != 500 {
		t.Fatalf("%+v", ckpt)
	}
	code, out, errs := c.run(t.Context(), true)
	lines := strings.Split(out, "\n")
	if code != exitOK || errs != "" || len(lines) != 3 {
		t.Fatalf("exit status %d, %q, %q", code, out, errs)
	}
	if want := `"resumed_generated":500`; !strings.Contains(lines[0], `"-:2"`) || !strings.Contains(lines[0], `"generated":1000,`) ||
		!strings.Contains(lines[0], want) || !strings.Contains(lines[1], `"-:3"`) || strings.Contains(lines[1], "resumed") {
		t.Errorf("%s", out)
	}
	// And then nothing is left.
	code, out, errs = c.run(t.Context(), true)
	if code != exitOK || out != "" || !strings.Contains(errs, "nothing is left to do: the checkpoint has answers to all 3 instances") {
		t.Errorf("exit status %d, %q, %q", code, out, errs)
	}
}

// TestLimitedInstances: a limit's "unknown" is the answer, but for the last
// instance, which goes on with a larger one.
func TestLimitedInstances(t *testing.T) {
	c := newCountRun(t, 3)
	c.nodes = 300
	code, out, _ := c.run(t.Context(), false)
	if code != exitUnknown || strings.Count(out, `"limit":"nodes"`) != 3 {
		t.Fatalf("exit status %d, %s", code, out)
	}
	c.nodes = 700
	code, out, _ = c.run(t.Context(), true)
	if code != exitUnknown || strings.Count(out, "\n") != 1 || !strings.Contains(out, `"-:3"`) || !strings.Contains(out, `"generated":700,`) {
		t.Fatalf("exit status %d, %s", code, out)
	}
	c.nodes = 0
	code, out, _ = c.run(t.Context(), true)
	if code != exitUnknown || !strings.Contains(out, `"status":"infeasible"`) || !strings.Contains(out, `"resumed_generated":700`) {
		t.Fatalf("exit status %d, %s", code, out) // unknown because of the first two
	}
	code, out, errs := c.run(t.Context(), true)
	if code != exitUnknown || out != "" || !strings.Contains(errs, "nothing is left") {
		t.Errorf("exit status %d, %q, %q", code, out, errs)
	}
}

// TestStatesOfSeveralThreads interrupts two instances at once.
func TestStatesOfSeveralThreads(t *testing.T) {
	defer goleak.VerifyNone(t)
	c := newCountRun(t, 2)
	c.threads = 2
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	arrived := make(chan bool, 2)
	c.slow = func(n uint64) {
		if n == 400 {
			if arrived <- true; len(arrived) == 2 {
				cancel()
			}
			<-ctx.Done()
		}
	}
	if code, out, _ := c.run(ctx, false); code != exitInterrupted {
		t.Fatalf("exit status %d, %s", code, out)
	}
	ckpt, err := readCheckpoint(c.file)
	must(err)
	if ckpt.Answered != 0 || len(ckpt.InHand) != 2 {
		t.Fatalf("%+v", ckpt)
	}
	c.slow, c.threads = nil, 1
	code, out, _ := c.run(t.Context(), true)
	if code != exitOK || strings.Count(out, `"resumed_generated":400`) != 2 || strings.Count(out, `"generated":1000,`) != 2 {
		t.Errorf("exit status %d, %s", code, out)
	}
}

// TestRefusedCheckpoints resumes what does not fit: nothing is printed, and the
// checkpoint stays as it is.
func TestRefusedCheckpoints(t *testing.T) {
	c := newCountRun(t, 3)
	ctx, cancel := context.WithCancel(t.Context())
	seen := 0
	c.slow = func(uint64) {
		if seen++; seen == countSteps+10 {
			cancel()
		}
	}
	_, _, _ = c.run(ctx, false)
	c.slow = nil
	good, err := os.ReadFile(c.file)
	must(err)
	input := c.input
	other := strings.ReplaceAll(quickBoard, "*", "0") + "\n"
	for name, test := range map[string]struct {
		change func()
		want   string
	}{
		"another first instance":  {func() { c.input = other + input }, "another input: the first 1 instance differ"},
		"another in hand":         {func() { c.input = quickBoard + "\n" + other + quickBoard + "\n" }, "another input: -:2 differs"},
		"too short":               {func() { c.input = quickBoard + "\n" }, "this one ends after 1 instance"},
		"empty":                   {func() { c.input = "" }, "another input"},
		"cut short":               {func() { must(os.WriteFile(c.file, good[:len(good)/2], 0o600)) }, "damaged"},
		"empty file":              {func() { must(os.WriteFile(c.file, nil, 0o600)) }, "no checkpoint"},
		"a state of another kind": {func() { spoilState(c.file) }, "its state of -:2 is not one"},
	} {
		must(os.WriteFile(c.file, good, 0o600))
		c.input = input
		test.change()
		before, err := os.ReadFile(c.file)
		must(err)
		code, out, errs := c.run(t.Context(), true)
		if code != exitUsage || out != "" || !strings.Contains(errs, test.want) {
			t.Errorf("%s: exit status %d, %q, %q; want %q", name, code, out, errs, test.want)
		}
		if name == "a state of another kind" { // which is found out by the search
			if ckpt, err := readCheckpoint(c.file); err != nil || ckpt.Answered != 1 || len(ckpt.InHand) != 1 {
				t.Errorf("%s: %+v, %v", name, ckpt, err)
			}
		} else if after, _ := os.ReadFile(c.file); !bytes.Equal(before, after) {
			t.Errorf("%s: the checkpoint was written to", name)
		}
	}
}

// spoilState puts a state into a checkpoint that no search has written.
func spoilState(file string) {
	c, err := readCheckpoint(file)
	must(err)
	c.InHand[0].State[0] ^= 1
	must(c.write(file))
}

func TestCheckpointThatCannotBeWritten(t *testing.T) {
	c := newCountRun(t, 1)
	c.file = filepath.Join(t.TempDir(), "missing", "run.ckpt")
	if code, out, errs := c.run(t.Context(), false); code != exitUsage || out != "" || !strings.Contains(errs, "no such file") {
		t.Errorf("exit status %d, %q, %q", code, out, errs)
	}
	c.file = t.TempDir()
	if code, out, errs := c.run(t.Context(), false); code != exitUsage || out != "" || !strings.Contains(errs, c.file) {
		t.Errorf("exit status %d, %q, %q", code, out, errs)
	}
}

// witness is a solver that notes what it is told before and with an instance.
type witness struct {
	puzzle.Kind
	before *[]int
	helped *int // instances for which there was a free helper
}

func (w witness) NewSolver() puzzle.Solver { return w }

func (w witness) Check(puzzle.Instance, puzzle.Answer) puzzle.Verdict { return puzzle.Verdict{} }

func (w witness) Prepare(before int) { *w.before = append(*w.before, before) }

func (w witness) Solve(_ context.Context, _ puzzle.Instance, limits budget.Limits) puzzle.Answer {
	done := make(chan bool)
	if limits.Crew.Hire(func() { close(done) }) {
		<-done
		*w.helped++
	}
	return puzzle.Answer{Status: puzzle.Infeasible, Cost: puzzle.None, LowerBound: puzzle.None}
}

// TestWhatASolverIsTold runs three files, one of which is bad: the number of the
// instances before goes on through all of them. One thread has no helper.
func TestWhatASolverIsTold(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for i, text := range []string{quickBoard + "\nx\n" + quickBoard, "", quickBoard + "\n" + quickBoard} {
		files = append(files, filepath.Join(dir, fmt.Sprint(i)))
		must(os.WriteFile(files[i], []byte(text), 0o600))
	}
	before, helped := runWitness(t, 1, "", append(files, filepath.Join(dir, "missing")))
	if want := "[0 2 4 5]"; fmt.Sprint(before) != want || helped != 0 {
		t.Errorf("before %v, want %s; %d helped", before, want, helped)
	}
	// One text is one chunk here, so one solver: the other thread is free.
	before, helped = runWitness(t, 2, strings.Repeat(quickBoard+"\n", 3), nil)
	if want := "[0 1 2]"; fmt.Sprint(before) != want || helped != 3 {
		t.Errorf("before %v, want %s; %d helped", before, want, helped)
	}
}

func runWitness(t *testing.T, threads int, stdin string, files []string) (before []int, helped int) {
	in := kindReading("knights")
	in.kind, in.format = witness{in.kind, &before, &helped}, "native"
	opt := &solving{limits: limits{threads: threads}}
	a := &app{stdin: strings.NewReader(stdin), stdout: io.Discard, stderr: io.Discard}
	b := &batch{app: a, reading: in, solving: opt, files: files}
	var err error
	b.limits, err = opt.budget(1)
	must(err)
	b.cost.Store(int64(time.Microsecond)) // as if measured: a chunk holds many
	if code := b.run(t.Context()); (code == exitUsage) != (files != nil) {
		t.Errorf("exit status %d", code)
	}
	return before, helped
}

// killer runs a command again and again and kills it at random moments.
type killer struct {
	*testing.T
	rng    *rand.Rand
	stdin  string
	args   []string
	answer string    // file that standard output is appended to
	signal os.Signal // that kills it
}

// run runs the command once, and kills it after some time unless that is 0. It
// reports whether the command ended by itself, and its exit status.
func (k *killer) run(after time.Duration) (ended bool, code int) {
	k.Helper()
	out, err := os.OpenFile(k.answer, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	must(err)
	defer func() { must(out.Close()) }()
	var errs bytes.Buffer
	cmd := exec.Command("deepen", k.args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(k.stdin), out, &errs
	must(cmd.Start())
	if after > 0 {
		timer := time.AfterFunc(after, func() { _ = cmd.Process.Signal(k.signal) }) // it may have ended
		defer timer.Stop()
	}
	err = cmd.Wait()
	if status := (*exec.ExitError)(nil); errors.As(err, &status) && !status.Exited() {
		return false, 0
	}
	if strings.Contains(errs.String(), "deepen: checkpoint") {
		k.Fatalf("after a kill: %s", errs.String())
	}
	code = cmd.ProcessState.ExitCode()
	return code != exitInterrupted, code
}

// killed kills the command so many times, each time at a random moment up to most
// from its start, and lets it end then. It returns the exit status.
func (k *killer) killed(times int, most time.Duration) int {
	k.Helper()
	for n := 0; n < times; {
		ended, _ := k.run(time.Duration(1 + k.rng.Int64N(int64(most))))
		if !ended {
			n++
			continue
		}
		// It was quicker: from the start again.
		must(os.Truncate(k.answer, 0))
		must(os.Remove(k.checkpoint()))
	}
	ended, code := k.run(0)
	if !ended {
		k.Fatal("somebody else has killed it")
	}
	return code
}

func (k *killer) checkpoint() string { return k.answer + ".ckpt" }

func newKiller(t *testing.T, seed uint64, stdin string, args ...string) *killer {
	k := &killer{T: t, rng: rand.New(rand.NewPCG(seed, 1)), stdin: stdin, answer: filepath.Join(t.TempDir(), "answers"), signal: os.Kill}
	k.args = append(args, "--checkpoint", k.checkpoint(), "--resume", k.checkpoint(), "--checkpoint-every", "5ms")
	return k
}

// answers returns what was printed, without what differs from run to run.
func (k *killer) answers() string {
	text, err := os.ReadFile(k.answer)
	must(err)
	return withoutSeconds(k.T, string(text))
}

// TestKilledBatch kills a batch 24 times, on one and on three threads, and
// compares the file of answers with that of a run that was let be.
func TestKilledBatch(t *testing.T) {
	input := batchText(1, 2000)
	for _, threads := range []int{1, 3} {
		args := []string{"solve", "knights", "--no-cache", "--format", "native", "--output", "jsonl", "--threads", fmt.Sprint(threads)}
		want := newKiller(t, 0, input, args...)
		_, status := want.run(0)
		k := newKiller(t, uint64(threads), input, args...)
		if code := k.killed(12, 150*time.Millisecond); code != status {
			t.Errorf("%d threads: exit status %d, without a kill %d", threads, code, status)
		}
		if k.answers() != want.answers() {
			t.Errorf("%d threads: other answers than without a kill:\n%s", threads, firstDifference(k.answers(), want.answers()))
		}
	}
}

// TestInterruptedBatch does the same with an interrupt, after which the answers so
// far are printed, and "unknown" for those in hand.
func TestInterruptedBatch(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals to send")
	}
	input := batchText(2, 1500)
	args := []string{"solve", "knights", "--no-cache", "--format", "native", "--output", "jsonl", "--threads", "2"}
	want := newKiller(t, 0, input, args...)
	_, status := want.run(0)
	k := newKiller(t, 3, input, args...)
	k.signal = os.Interrupt
	if code := k.killed(8, 150*time.Millisecond); code != status {
		t.Errorf("exit status %d, without an interrupt %d", code, status)
	}
	if k.answers() != want.answers() {
		t.Errorf("other answers than without an interrupt:\n%s", firstDifference(k.answers(), want.answers()))
	}
}

func firstDifference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return fmt.Sprintf("line %d:\n%s\n%s", i+1, as[i], bs[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(as), len(bs))
}

// TestKilledInstance kills one long search 20 times: the answer, and the nodes of
// all runs together, are those of one run.
func TestKilledInstance(t *testing.T) {
	board := "1 6 12 14 3 2 15 8 4 5 13 9 0 7 11 10" // 47,506,056 nodes
	if testing.Short() {
		board = "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6" // 15,300,442
	}
	args := []string{"solve", "tiles", "--heuristic", "manhattan", "--output", "jsonl", "--threads", "2"}
	want := newKiller(t, 0, board+"\n", args...)
	_, _ = want.run(0)
	k := newKiller(t, 7, board+"\n", args...)
	if code := k.killed(20, 120*time.Millisecond); code != exitOK {
		t.Errorf("exit status %d", code)
	}
	if got, want := k.answers(), want.answers(); got != want || !strings.Contains(want, `"status":"solved"`) {
		t.Errorf("%s\nwithout a kill\n%s", got, want)
	}
}
