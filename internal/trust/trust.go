package trust

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"time"
)

// Comparison is a fast path beside a simple one.
type Comparison[I any] struct {
	// Name is the puzzle's or the engine's name.
	Name string
	// What says what is compared, for the report.
	What string
	// Few is how many instances an ordinary test compares; with -short it is a
	// tenth of that.
	Few uint64
	// Draw makes an instance; the same numbers make the same one. Several
	// goroutines call it at a time.
	Draw func(rng *rand.Rand) I
	// Text is the instance in its native format and whatever else is needed to
	// make it again.
	Text func(I) string
	// New returns a comparer, which keeps what solvers keep between instances.
	New func() Comparer[I]
}

// Comparer solves an instance both ways. Its error says how they disagree. The
// labels sort the instance for the report, each a heading, a colon and a value:
// "size: 3x3". It belongs to one goroutine.
type Comparer[I any] func(inst I) (labels []string, err error)

// mostTold is about how many disagreements are told before the run ends.
const mostTold = 10

// Run compares, and fails the test for each disagreement.
func Run[I any](t *testing.T, c Comparison[I]) {
	t.Helper()
	s, err := settingsOf(c.Few)
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	r := run(c, s, t.Logf)
	for _, d := range r.wrong {
		t.Errorf("%s, seed %d, instance %d: %s\n%v\nto repeat it alone, in the folder of this test: DEEPEN_TRUST=1 DEEPEN_TRUST_SEED=%d DEEPEN_TRUST_FIRST=%d go test -run '^%s$'",
			c.Name, s.seed, d.index, d.text, d.err, s.seed, d.index, t.Name())
	}
	if s.long {
		t.Logf("result\n%s", r.report(c.Name, c.What, s, time.Since(begin)))
	}
}

// disagreement is an instance on which the paths differ.
type disagreement struct {
	index uint64
	text  string
	err   error
}

// result is what was found so far.
type result struct {
	done   uint64
	labels map[string]uint64 // how many instances have each
	wrong  []disagreement
}

// batch is how many instances a goroutine takes at a time.
const batch = 100

// run compares on as many goroutines as there are processors, and tells by logf
// how far it is when the run is a long one.
func run[I any](c Comparison[I], s settings, logf func(string, ...any)) *result {
	r := &result{labels: map[string]uint64{}}
	next, end := s.first, s.first+s.count
	var mutex sync.Mutex // of r and next
	take := func() (from, to uint64) {
		mutex.Lock()
		defer mutex.Unlock()
		from = next
		if len(r.wrong) < mostTold {
			next = min(next+batch, end)
		}
		return from, next
	}
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			compare := c.New()
			for from, to := take(); from < to; from, to = take() {
				part := result{labels: map[string]uint64{}}
				for i := from; i < to; i++ {
					compareOne(&part, &c, compare, s.seed, i, logf)
				}
				mutex.Lock()
				r.add(&part)
				if step := max(s.count/20, 1); s.long && r.done/step > (r.done-part.done)/step {
					logf("%s: %d of %d instances, %d disagreements", c.Name, r.done, s.count, len(r.wrong))
				}
				mutex.Unlock()
			}
		})
	}
	wait.Wait()
	return r
}

// patience is how long an instance may take before it is named: a solver that
// never ends would not be found otherwise.
const patience = time.Minute

// compareOne compares on one instance. A solver may have kept something from the
// instances before, so what goes wrong is tried again with a new comparer.
func compareOne[I any](r *result, c *Comparison[I], compare Comparer[I], seed, index uint64, logf func(string, ...any)) {
	inst := c.Draw(rand.New(rand.NewPCG(seed, index)))
	long := time.AfterFunc(patience, func() { logf("%s, seed %d: instance %d takes long: %s", c.Name, seed, index, c.Text(inst)) })
	defer long.Stop()
	labels, err := safely(compare, inst)
	if err != nil {
		if _, again := safely(c.New(), inst); again == nil {
			err = fmt.Errorf("%w\n(only after the instances before it: a new solver agrees)", err)
		}
		r.wrong = append(r.wrong, disagreement{index, c.Text(inst), err})
	}
	r.done++
	for _, l := range labels {
		r.labels[l]++
	}
}

// safely makes a panic an error, so that it is told with its instance.
func safely[I any](compare Comparer[I], inst I) (labels []string, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return compare(inst)
}

func (r *result) add(part *result) {
	r.done += part.done
	for l, n := range part.labels {
		r.labels[l] += n
	}
	r.wrong = append(r.wrong, part.wrong...)
}
