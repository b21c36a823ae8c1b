package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/docker/go-units"

	"github.com/deepen-go/deepen/budget"
	"github.com/deepen-go/deepen/puzzle"
)

// batch solves the instances of files and prints the answers in input order:
//
//	          ┌─ work ──► solvers (one a thread) ─┐
//	reader ───┤                                   │ chunk.done
//	          └─ order ─────────────────────────► writer
//
// The reader groups instances into chunks, so that a thousand fast ones cost
// little more than their solving. A chunk goes off when it is full, which is
// some milliseconds of work by what the solvers have measured, or when the
// reader would have to wait for more input: an answer never waits for the next
// question. The channels are short, so memory does not grow with the input.
type batch struct {
	*app
	*reading
	*solving
	settings puzzle.Settings
	files    []string
	limits   budget.Limits

	progress *progress
	watched  bool         // somebody asks how far a search is
	keeper   *keeper      // nil without a checkpoint
	free     chan *chunk  // that are printed, to be filled again
	cost     atomic.Int64 // nanoseconds an instance, as measured last
	code     int          // the gravest exit status so far; the writer's
}

const (
	mostItems = 512                   // in a chunk
	chunkWork = 2 * time.Millisecond  // of solving in a chunk
	longest   = 50 * time.Millisecond // that an answer waits for the rest of its chunk
	grace     = 2 * time.Second       // to print the answers after an interrupt
)

// chunk is a run of instances with its output.
type chunk struct {
	items []item
	err   error         // a file that could not be read, after the items
	fatal error         // the run cannot go on
	done  chan struct{} // closed when all items are solved

	mu     sync.Mutex
	output output // what is not yet printed
}

// newChunk returns an empty chunk, one that was printed if there is one: its
// output and, if they are wanted, its instances keep their memory for the next.
func (b *batch) newChunk(instances bool) *chunk {
	select {
	case c := <-b.free:
		if !instances {
			clear(c.items)
		}
		*c = chunk{items: c.items[:0], done: make(chan struct{}), output: c.output}
		return c
	default:
		return &chunk{done: make(chan struct{})}
	}
}

// old returns an instance that the chunk has had when it was filled before, and
// has no more, or nil.
func (c *chunk) old() (inst puzzle.Instance) {
	if n := len(c.items); n < cap(c.items) {
		last := &c.items[:n+1][n]
		inst, last.inst = last.inst, nil
	}
	return inst
}

// output is what there is to print of some instances.
type output struct {
	stdout, stderr []byte
	code           int   // the gravest exit status
	answered       int   // number of instances
	offset         int64 // of the last one's end in the input
	fatal          error // the run cannot go on

	mark    mark // of one instance: up to it
	fate    fate // and how it ended
	settled settled
}

// take returns the output so far and leaves an empty one in the memory of spent.
func (c *chunk) take(spent output) output {
	c.mu.Lock()
	defer c.mu.Unlock()
	o := c.output
	c.output = spent.emptied()
	c.output.settled.stopped = o.settled.stopped
	return o
}

// emptied returns an empty output with the memory of o, unless that is much.
func (o *output) emptied() output {
	const much = 1 << 18
	var e output
	if cap(o.stdout) <= much {
		e.stdout = o.stdout[:0]
	}
	if cap(o.stderr) <= much {
		e.stderr = o.stderr[:0]
	}
	return e
}

// run solves everything and returns the exit status.
func (b *batch) run(ctx context.Context) int {
	work := make(chan *chunk)
	order := make(chan *chunk, 4*b.threads)
	b.free = make(chan *chunk, 4*b.threads)
	b.progress = b.newProgress(b.files, &b.display)
	defer b.progress.close()
	b.watched = b.progress.stop != nil || b.keeper != nil
	if b.keeper != nil {
		b.keeper.warn = func(err error) {
			b.progress.pause(func() { fmt.Fprintf(b.stderr, "deepen: %v\n", err) })
		}
		b.code = b.keeper.now.Status
		defer b.keeper.close()
		if err := b.keeper.start(); err != nil {
			fmt.Fprintf(b.stderr, "deepen: %v\n", err)
			return exitUsage
		}
	}

	// Whoever does not read the answers must not keep an interrupted run for ever.
	ended := make(chan struct{})
	defer close(ended)
	defer context.AfterFunc(ctx, func() {
		select {
		case <-ended:
		case <-time.After(grace):
			b.keeper.save()
			os.Exit(exitInterrupted)
		}
	})()
	inner, stop := context.WithCancel(ctx) // ends with the run, too
	defer stop()
	var solvers sync.WaitGroup
	idle := b.threads // solvers that are not yet started
	start := func() {
		if idle > 0 {
			idle--
			solvers.Go(func() { b.solve(inner, work) })
		}
	}
	go b.read(inner, work, order, start)
	if err := b.write(ctx, order); err != nil {
		b.progress.close()
		fmt.Fprintf(b.stderr, "deepen: %v\n", err)
		if errors.As(err, new(*refusal)) {
			return exitUsage
		}
		return exitInternal
	}
	if ctx.Err() != nil {
		// The reader may be waiting for input that never comes; the process
		// ends without it.
		return gravest(b.code, exitInterrupted)
	}
	solvers.Wait()
	if b.keeper.idle() {
		fmt.Fprintf(b.stderr, "deepen: nothing is left to do: the checkpoint has answers to all %s\n", plural(b.keeper.now.Answered, "instance"))
	}
	return b.code
}

// read reads all files and sends their instances off. It calls start, which
// starts one more solver, when none is free to take a chunk at once.
func (b *batch) read(ctx context.Context, work, order chan<- *chunk, start func()) {
	defer close(work)
	defer close(order)
	wanted := false
	c := b.newChunk(wanted)
	b.reuse = func() puzzle.Instance {
		wanted = true
		return c.old()
	}
	send := func() {
		if len(c.items) == 0 && c.err == nil && c.fatal == nil {
			return
		}
		select {
		case order <- c:
			select {
			case work <- c:
			default:
				start()
				work <- c
			}
		case <-ctx.Done():
		}
		c = b.newChunk(wanted)
	}
	fail := func(err error) {
		c.err = err
		send()
	}
	take := func(it item) {
		c.items = append(c.items, it)
		if cost := b.cost.Load(); cost == 0 || len(c.items) >= mostItems || int64(len(c.items))*cost >= int64(chunkWork) {
			send()
		}
	}
	count := 0
	b.eachFile(ctx, b.reading, b.files, b.settings, send, fail, func(it item) bool {
		count++
		c.fatal = b.keeper.admit(it, take, b.progress.skip)
		return c.fatal == nil
	})
	if c.fatal == nil && ctx.Err() == nil {
		c.fatal = b.keeper.ended()
		b.progress.end(count)
	}
	send()
}

// worker solves the chunks of one thread.
type worker struct {
	*batch
	solver puzzle.Solver
	limits budget.Limits
	hand   *hand // nil when nobody asks
	timed  bool  // the time of each instance is printed

	// Of the instance in hand.
	stdout, stderr []byte
	ans            puzzle.Answer
}

// solve solves chunks until there are no more.
func (b *batch) solve(ctx context.Context, work <-chan *chunk) {
	w := &worker{batch: b, limits: b.limits, timed: b.output == "jsonl" || b.stats}
	w.renew()
	if b.watched {
		w.hand = b.progress.hand()
		w.limits.Report = w.hand.report
	}
	for c := range work {
		b.limits.Crew.Enter()
		start := time.Now()
		for i := range c.items {
			it := &c.items[i]
			o := output{stdout: w.stdout[:0], stderr: w.stderr[:0], answered: 1, offset: it.offset}
			o.mark = mark{it.before + 1, it.digest}
			w.item(ctx, &o, it)
			w.stdout, w.stderr = o.stdout, o.stderr
			c.add(&o)
		}
		if n := len(c.items); n > 0 {
			b.cost.Store(max(1, int64(time.Since(start))/int64(n)))
		}
		b.limits.Crew.Leave()
		close(c.done)
	}
}

// renew takes a new solver.
func (w *worker) renew() {
	w.solver = w.newSolver(w.kind)
	if s, ok := w.solver.(puzzle.Reuser); ok {
		s.Reuse() // an answer is printed before the next
	}
}

// add appends the output of an instance.
func (c *chunk) add(o *output) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.output.stdout = append(c.output.stdout, o.stdout...)
	c.output.stderr = append(c.output.stderr, o.stderr...)
	c.output.code = gravest(c.output.code, o.code)
	c.output.answered += o.answered
	c.output.offset = o.offset
	if c.output.fatal == nil {
		c.output.fatal = o.fatal
	}
	c.output.settled.add(o, &c.output)
}

// item solves one instance and appends what is to be printed of it.
func (w *worker) item(ctx context.Context, o *output, it *item) {
	if it.err != nil {
		o.code = exitUsage
		o.stderr = appendBad(o.stderr, it)
		switch {
		case w.output == "jsonl":
			o.stdout = puzzle.AppendErrorJSON(o.stdout, it.id(), w.info.Name, it.err)
		case w.judged(it) && !it.err.Whole:
			o.stdout = append(o.stdout, "?\n"...) // so that the answers stay in line
		}
		return
	}
	var start time.Time
	if w.timed {
		start = time.Now()
	}
	ans := &w.ans
	fault := w.answer(ctx, o, it)
	var seconds float64
	if w.timed {
		seconds = time.Since(start).Seconds()
	}
	if fault != "" {
		// An answer that cannot be trusted is not given.
		o.code = exitInternal
		o.stderr = fmt.Appendf(o.stderr, "%s: internal error: %s\n", it.id(), fault)
		*ans = puzzle.Answer{Cost: puzzle.None, LowerBound: puzzle.None}
		w.renew() // the old solver may be in any state
	} else if ans.Status == puzzle.Unknown {
		o.code = gravest(o.code, exitUnknown)
		o.fate = limited
		switch ans.Limit {
		case "interrupt":
			o.fate = stopped
		case "resume":
			o.fatal = w.keeper.refuse("its state of %s is not one that this program can go on from", it.id())
		}
	}
	if ans.Limit == "memory" && w.limits.Memory > 0 {
		ans.Method = strings.TrimPrefix(ans.Method+", ", ", ") + fmt.Sprintf("not within the %s that each of the %s may take",
			units.BytesSize(float64(w.limits.Memory)), plural(w.threads, "thread"))
	}
	switch {
	case w.output == "jsonl":
		o.stdout = ans.AppendJSON(o.stdout, it.id(), w.info.Name, seconds, w.stats)
		return
	case w.judged(it):
		o.stdout = ans.AppendJudge(o.stdout)
	default:
		o.stdout = append(it.appendID(o.stdout), "  "...)
		o.stdout = ans.AppendText(o.stdout)
		o.stdout = append(o.stdout, '\n')
		for i, s := range ans.List {
			o.stdout = fmt.Appendf(o.stdout, "%s/%d  ", it.id(), i+1)
			o.stdout = append(s.AppendText(o.stdout), '\n')
		}
	}
	if w.stats {
		o.stderr = appendStats(o.stderr, it.id(), ans, seconds)
	}
}

// answer solves one instance, from where a checkpoint left it. The answer is
// w.ans unless a fault is returned.
func (w *worker) answer(ctx context.Context, o *output, it *item) (fault string) {
	if w.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, w.timeout)
		defer cancel()
	}
	prepare(w.solver, it.before)
	if !w.watched {
		return w.prove(ctx, o, it, &w.limits)
	}
	limits := w.limits
	w.keeper.hand(ctx, it, w.hand, &limits)
	defer w.hand.end()
	return w.prove(ctx, o, it, &limits)
}

// prepare tells a solver that wants to know it how many instances of the run came
// before the one that is to be solved.
func prepare(solver puzzle.Solver, before int) {
	if p, ok := solver.(puzzle.Preparer); ok {
		p.Prepare(before)
	}
}

// judged reports whether the answer to it is printed in the judge's format.
func (s *solving) judged(it *item) bool {
	return s.output == "judge" || s.output == "" && it.format.Judge
}

// appendStats appends a line for people on what a search has cost.
func appendStats(dst []byte, id string, ans *puzzle.Answer, seconds float64) []byte {
	dst = fmt.Appendf(dst, "%s  generated %d, expanded %d, %.6f s", id, ans.Generated, ans.Expanded, seconds)
	if ans.Resumed > 0 {
		dst = fmt.Appendf(dst, "; resumed with %d generated", ans.Resumed)
	}
	if ans.Method != "" {
		dst = append(append(dst, "; "...), ans.Method...)
	}
	for i, it := range ans.Iterations {
		if i == 0 {
			dst = append(dst, "; generated by threshold:"...)
		}
		dst = append(dst, ' ')
		dst = strconv.AppendInt(dst, int64(it.Threshold), 10)
		dst = append(dst, '=')
		dst = strconv.AppendUint(dst, it.Generated, 10)
	}
	return append(dst, '\n')
}

// write prints the chunks in order, until there are no more or, after an
// interrupt, none that were handed to the solvers.
func (b *batch) write(ctx context.Context, order <-chan *chunk) error {
	patience := time.NewTicker(longest)
	defer patience.Stop()
	var o output
	for {
		var c *chunk
		select {
		case c = <-order:
		default:
			select {
			case c = <-order:
			case <-ctx.Done():
			}
		}
		if c == nil { // no more, or interrupted
			return nil
		}
		if c.fatal != nil {
			return c.fatal
		}
		for done := false; !done; {
			select {
			case <-c.done:
				done = true
			case <-patience.C:
			}
			o = c.take(o)
			if err := b.print(o); err != nil {
				return err
			}
		}
		if c.err != nil {
			b.code = gravest(b.code, exitUsage)
			b.progress.pause(func() { fmt.Fprintf(b.stderr, "deepen: %v\n", c.err) })
		}
		select {
		case b.free <- c:
		default:
		}
	}
}

// print prints some answers.
func (b *batch) print(o output) (err error) {
	if o.fatal != nil {
		return o.fatal
	}
	if o.answered == 0 {
		return nil
	}
	before := b.code
	b.code = gravest(b.code, o.code)
	b.progress.advance(o.answered, o.offset)
	b.progress.pause(func() {
		b.keeper.printing()
		if len(o.stdout) > 0 {
			_, err = b.app.stdout.Write(o.stdout)
		}
		if len(o.stderr) > 0 {
			_, _ = b.app.stderr.Write(o.stderr) // there is nowhere left to complain
		}
	})
	if err != nil {
		return fmt.Errorf("writing the answers: %w", err)
	}
	b.keeper.printed(&o, before)
	return nil
}
