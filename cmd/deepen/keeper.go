package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/deepen-go/deepen/budget"
)

// saving holds the flags of checkpoints.
type saving struct {
	checkpoint string
	resume     string
	every      time.Duration
}

func (s *saving) bind(verb *cobra.Command) {
	flags := verb.PersistentFlags()
	flags.StringVar(&s.checkpoint, "checkpoint", "", "`file` in which to keep how far the run is")
	flags.DurationVar(&s.every, "checkpoint-every", 30*time.Second, "`time` between two checkpoints")
	flags.StringVar(&s.resume, "resume", "", "go on where the checkpoint in this `file` was written; it may be missing if --checkpoint names it, too")
	must(verb.MarkPersistentFlagFilename("checkpoint"))
	must(verb.MarkPersistentFlagFilename("resume"))
}

func (s *saving) check() error {
	if s.every <= 0 {
		return errors.New("--checkpoint-every must be positive")
	}
	return nil
}

// settled is how much of some output a checkpoint may count as answered. An
// instance that a limit stopped counts as soon as another one is answered after
// it; so the last one of the input can go on with a larger limit. One that the
// interrupt stopped never counts, nor does what follows it.
type settled struct {
	stage         // up to here all counts
	open    stage // an instance that a limit stopped, the last one; otherwise zero
	stopped bool  // the interrupt stopped an instance
}

// stage is a place between two instances.
type stage struct {
	mark
	bytes int // of standard output before it
	code  int // the gravest exit status before it
}

// add counts one more instance, whose output is already part of all.
func (s *settled) add(o, all *output) {
	end := stage{o.mark, len(all.stdout), all.code}
	switch {
	case s.stopped:
	case o.fate == stopped:
		s.stopped = true
	case o.fate == limited:
		if s.open.Answered > 0 {
			s.stage = s.open
		}
		s.open = end
	default:
		s.stage, s.open = end, stage{}
	}
}

// fate is how an instance ended.
type fate uint8

const (
	decided fate = iota // or bad
	limited             // a limit stopped it
	stopped             // the interrupt stopped it
)

// refusal is the error of a checkpoint that does not serve.
type refusal struct {
	file   string
	reason error
}

func (r *refusal) Error() string { return fmt.Sprintf("checkpoint %s: %v", r.file, r.reason) }
func (r *refusal) Unwrap() error { return r.reason }

// keeper writes the checkpoints of a batch, and takes it up from one.
//
//	reader ── admit ──► skips what is answered, compares, then lets pass
//	worker ── hand ───► gives a search its saved state, takes new ones
//	writer ── printed ► moves the mark
//	ticker ── save ───► the file
//
// The methods of a nil keeper let everything pass and keep nothing.
type keeper struct {
	file   string // to write
	source string // the file of from, to be named
	every  time.Duration
	out    *outlet
	warn   func(error)

	// The reader's alone.
	from    *checkpoint // to go on from; nil for a run from the start
	begun   bool        // all that from knows was found in the input
	sent    bool        // some instance is left to solve
	read    int         // instances read
	digest  digest      // of them
	held    []item      // read, and not to be solved before begun
	scratch []byte

	// epoch counts the times that states were asked for.
	epoch atomic.Int64

	mu      sync.Mutex    // guards the following
	now     checkpoint    // without the states
	states  map[int]saved // of instances that are not printed, by number
	stopped bool          // the mark moves no more
	before  int64         // where the output began that is being printed
	open    checkpoint    // after the last instance, if a limit stopped it: now, when another follows
	stop    chan struct{} // nil when no ticker runs
	closed  bool

	ticker  sync.WaitGroup
	writing sync.Mutex // one save at a time
}

// newKeeper returns the keeper of a run. now is the
// checkpoint of the run before its start.
func (s *saving) newKeeper(now checkpoint, out *outlet) (*keeper, error) {
	k := &keeper{file: s.checkpoint, source: s.resume, every: s.every, out: out, now: now, states: map[int]saved{}}
	if k.file == "" {
		k.file = s.resume
	}
	if s.resume == "" {
		return k, nil
	}
	from, err := readCheckpoint(s.resume)
	switch {
	case errors.Is(err, os.ErrNotExist) && s.resume == s.checkpoint:
		return k, nil
	case err == nil:
		err = now.compare(from)
	}
	if err != nil {
		return nil, &refusal{s.resume, err}
	}
	k.from = from
	k.now.mark, k.now.Status, k.now.Output = from.mark, from.Status, from.Output
	for _, state := range from.InHand {
		k.states[state.Instance] = state
	}
	return k, nil
}

// keep makes the keeper that the flags ask for.
func (b *batch) keep() error {
	if b.checkpoint == "" && b.resume == "" {
		return nil
	}
	out, err := newOutlet(b.app.stdout)
	if err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	b.keeper, err = b.newKeeper(newCheckpoint(b.info, b.settings, b.solving, b.format, b.files), out)
	return err
}

// refuse returns the error of a checkpoint that does not fit.
func (k *keeper) refuse(format string, args ...any) error {
	return &refusal{k.source, fmt.Errorf(format, args...)}
}

// last is the number of the last instance that the checkpoint to go on from knows.
func (k *keeper) last() int {
	switch {
	case k.from == nil:
		return 0
	case len(k.from.InHand) > 0:
		return k.from.InHand[len(k.from.InHand)-1].Instance
	}
	return k.from.Answered
}

// start writes the first checkpoint, unless the input has to be compared first.
func (k *keeper) start() error {
	if k.last() > 0 {
		return nil
	}
	return k.begin()
}

// begin goes to the right place in the output and writes the first checkpoint. So
// a run that is killed before the next can be taken up, too.
func (k *keeper) begin() error {
	k.begun = true
	if k.from != nil {
		had := k.out.file != nil && k.out.Offset > 0
		back, err := k.out.goBack(k.from.Output)
		if err != nil {
			return fmt.Errorf("standard output: %w", err)
		}
		if had && !back {
			k.warn(errors.New("standard output does not end with the answers that the checkpoint knows; the others are appended"))
		}
	}
	k.mu.Lock()
	k.now.Output = k.out.place
	k.mu.Unlock()
	if err := k.saveNow(); err != nil {
		return &refusal{k.file, err}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.closed {
		k.stop = make(chan struct{})
		k.ticker.Go(k.tick)
	}
	return nil
}

// settle is how long the searches have to tell their states, once asked. They
// can mostly do so sooner; one that cannot is saved as it was before.
const settle = 100 * time.Millisecond

// tick writes a checkpoint every so often.
func (k *keeper) tick() {
	wait := time.NewTimer(k.every)
	defer wait.Stop()
	for {
		for _, d := range []time.Duration{max(k.every-settle, k.every/2), min(settle, k.every/2)} {
			wait.Reset(d)
			select {
			case <-k.stop:
				return
			case <-wait.C:
			}
			k.epoch.Add(1) // the second time is as good
		}
		k.save()
	}
}

// save writes a checkpoint, and warns when it cannot: the answers matter more.
func (k *keeper) save() {
	if k == nil {
		return
	}
	if err := k.saveNow(); err != nil {
		k.warn(&refusal{k.file, err})
	}
}

func (k *keeper) saveNow() error {
	k.writing.Lock()
	defer k.writing.Unlock()
	k.mu.Lock()
	c := k.now
	c.InHand = make([]saved, 0, len(k.states))
	for _, n := range slices.Sorted(maps.Keys(k.states)) {
		c.InHand = append(c.InHand, k.states[n])
	}
	k.mu.Unlock()
	k.out.sync() // the checkpoint must not know of more than is there
	return c.write(k.file)
}

// close writes the last checkpoint, if there was a first one.
func (k *keeper) close() {
	if k == nil {
		return
	}
	k.mu.Lock()
	stop := k.stop
	k.closed = true
	k.mu.Unlock()
	if stop == nil {
		return
	}
	close(stop)
	k.ticker.Wait()
	k.mu.Lock()
	k.now.Output.End = k.out.Offset
	k.mu.Unlock()
	k.save()
}

// admit takes an instance from the reader. It calls skip for one that is
// answered, and take for one that is to be solved, as soon as the input is known
// to be that of the checkpoint.
func (k *keeper) admit(it item, take func(item), skip func(n int, offset int64)) error {
	if k == nil {
		take(it)
		return nil
	}
	k.digest, k.scratch = k.digest.with(&it, k.scratch)
	it.digest = k.digest
	k.read++
	if k.begun {
		k.sent = true
		take(it)
		return nil
	}
	if k.read == k.from.Answered && k.digest != k.from.Digest {
		return k.refuse("it is of another input: the first %s differ", plural(k.read, "instance"))
	}
	if k.read > k.from.Answered {
		if state, ok := k.states[k.read]; ok && state.Digest != k.digest {
			return k.refuse("it is of another input: %s differs", it.id())
		}
		k.held = append(k.held, it)
	} else {
		skip(1, it.offset)
	}
	if k.read < k.last() {
		return nil
	}
	if err := k.begin(); err != nil {
		return err
	}
	for _, it := range k.held {
		k.sent = true
		take(it)
	}
	k.held = nil
	return nil
}

// ended is called at the end of the input. Its error is about one that ends too
// early.
func (k *keeper) ended() error {
	if k == nil || k.begun {
		return nil
	}
	return k.refuse("it is of another input: this one ends after %s", plural(k.read, "instance"))
}

// idle reports, after the end, whether a run that went on found nothing to do.
func (k *keeper) idle() bool { return k != nil && k.from != nil && !k.sent }

// hand prepares the search of an instance: it goes on from the state that there
// is of it, and its state is taken when one is asked for, or when a limit stops
// it.
func (k *keeper) hand(ctx context.Context, it *item, h *hand, limits *budget.Limits) {
	if k == nil {
		h.begin(it, 0)
		return
	}
	k.mu.Lock()
	state := k.states[it.before+1]
	k.mu.Unlock()
	h.begin(it, state.Generated)
	limits.Resume = state.State
	if ctx.Err() != nil {
		return // it will come no further
	}
	epoch := k.epoch.Load()
	nodes := limits.Nodes
	limits.Save = func(snapshot func() []byte) {
		now := k.epoch.Load()
		generated := h.generated()
		if now == epoch && ctx.Err() == nil && (nodes == 0 || generated < nodes) {
			return
		}
		epoch = now
		if state := snapshot(); len(state) > 0 {
			k.mu.Lock()
			defer k.mu.Unlock()
			k.states[it.before+1] = saved{it.before + 1, it.digest, generated, state}
		}
	}
}

// printing is told before output is printed, printed after it; before is the exit
// status without it.
func (k *keeper) printing() {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.out.advance(0)
	k.before = k.out.Offset
}

func (k *keeper) printed(o *output, before int) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.out.advance(len(o.stdout))
	if k.stopped {
		return
	}
	reach := func(s stage) checkpoint {
		c := k.now
		c.mark, c.Status, c.Output.Offset = s.mark, gravest(before, s.code), k.out.Offset
		if s.bytes < len(o.stdout) {
			c.Output.Offset = k.before + int64(s.bytes)
		}
		return c
	}
	s := &o.settled
	switch {
	case s.Answered > 0:
		k.now = reach(s.stage)
	case s.open.Answered > 0 && k.open.Answered > 0:
		k.now = k.open
	}
	switch {
	case s.open.Answered > 0:
		k.open = reach(s.open)
	case s.Answered > 0:
		k.open = checkpoint{}
	}
	maps.DeleteFunc(k.states, func(n int, _ saved) bool { return n <= k.now.Answered })
	k.stopped = s.stopped
}
