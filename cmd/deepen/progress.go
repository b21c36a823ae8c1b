package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/docker/go-units"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/deepen-go/deepen/budget"
)

// display holds the flags that say what is shown of a run in progress.
type display struct {
	mode    string
	quiet   bool
	noColor bool
	table   bool // a table is built, and nothing solved
}

func (d *display) bind(verb *cobra.Command) {
	flags := verb.PersistentFlags()
	flags.StringVar(&d.mode, "progress", "auto", "auto (a bar, when standard error is a terminal), none, or jsonl (a JSON line a second on standard error)")
	flags.BoolVar(&d.quiet, "quiet", false, "no progress, as --progress none")
	flags.BoolVar(&d.noColor, "no-color", false, "no colours on the terminal (also: NO_COLOR)")
	must(verb.RegisterFlagCompletionFunc("progress", cobra.FixedCompletions([]string{"auto", "none", "jsonl"}, cobra.ShellCompDirectiveNoFileComp)))
}

func (d *display) check() error {
	switch d.mode {
	case "", "auto", "none", "jsonl":
		return nil
	}
	return fmt.Errorf("--progress must be auto, none or jsonl, not %q", d.mode)
}

// progress shows how far a run is: as a bar on a terminal, once the run takes a
// moment, or as JSON lines. Without either it shows nothing.
type progress struct {
	stderr io.Writer
	table  bool
	start  time.Time
	stop   chan struct{} // nil when nothing is shown
	ended  sync.WaitGroup

	mu       sync.Mutex // guards the following
	answered int        // instances, with those of earlier runs
	offset   int64      // bytes of the input answered
	skipped  int64      // bytes of the input that earlier runs answered
	total    int64      // bytes of all the input, or -1
	count    int        // instances of all the input, or -1
	hands    []*hand
	run      meter // of all the nodes
	single   meter // of the instance shown
	shownOf  int   // its number

	screen sync.Mutex // guards the terminal
	shown  bool       // the bar is on it
}

// hand is the instance that one solver has in hand. Its methods may be called
// from several goroutines; a nil hand notes nothing.
type hand struct {
	mu     sync.Mutex
	number int    // of the instance, from 1; 0: none
	file   string // and index are its id
	index  int
	base   uint64 // nodes that a saved state brought along
	done   uint64 // nodes of the instances before it
	search budget.Progress
	began  time.Time
}

// begin notes the next instance, and the nodes that its saved state brings along.
func (h *hand) begin(it *item, resumed uint64) {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.number, h.file, h.index = it.before+1, it.file, it.index
	h.base = resumed
	h.began = time.Now()
	h.search = budget.Progress{Generated: resumed, Lower: -1, Upper: -1}
}

// report takes the progress of the search.
func (h *hand) report(q budget.Progress) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.search = q
}

// end notes that the instance is done.
func (h *hand) end() {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.done += max(h.search.Generated, h.base) - h.base
	h.number, h.base, h.search = 0, 0, budget.Progress{}
}

// generated is the number of nodes of the search, as reported last.
func (h *hand) generated() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.search.Generated
}

const (
	progressDelay = 300 * time.Millisecond
	progressEvery = 100 * time.Millisecond
	linesEvery    = time.Second
)

// newProgress begins to show a run on the files.
func (a *app) newProgress(files []string, d *display) *progress {
	return a.newProgressOf(func() int64 { return inputSize(orStdin(files)) }, d)
}

// newGenerating begins to show a run that makes count instances; one of them
// stands for a byte of input.
func (a *app) newGenerating(count int, d *display) *progress {
	return a.newProgressOf(func() int64 { return int64(count) }, d)
}

func (a *app) newProgressOf(total func() int64, d *display) *progress {
	p := &progress{stderr: a.stderr, table: d.table, count: -1, start: time.Now()}
	show := func() { p.show(!d.noColor && os.Getenv("NO_COLOR") == "") }
	switch {
	case d.quiet || d.mode == "none":
		return p
	case d.mode == "jsonl":
		show = p.writeLines
	case !isTerminal(a.stderr) || os.Getenv("TERM") == "dumb":
		return p
	}
	p.total = total()
	p.stop = make(chan struct{})
	p.ended.Go(show)
	return p
}

// isTerminal reports whether w is a terminal.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// inputSize adds up the sizes of the files; it is -1 when one has none.
func inputSize(files []string) int64 {
	var sum int64
	for _, name := range files {
		info, err := os.Stat(name)
		if name == "-" || err != nil || !info.Mode().IsRegular() {
			return -1
		}
		sum += info.Size()
	}
	return sum
}

// hand returns a new hand, for one more solver.
func (p *progress) hand() *hand {
	p.mu.Lock()
	defer p.mu.Unlock()
	h := &hand{}
	p.hands = append(p.hands, h)
	return h
}

// advance notes that n more instances are answered, the last of which ends at
// the given offset of the input.
func (p *progress) advance(n int, offset int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answered += n
	p.offset = offset
}

// skip is advance for instances that an earlier run has answered.
func (p *progress) skip(n int, offset int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answered += n
	p.offset, p.skipped = offset, offset
}

// end notes how many instances the input has.
func (p *progress) end(count int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count = count
}

// state is what there is to show at one moment. Its JSON is documented in
// doc/long-runs.md. A nil number is not known.
type state struct {
	Elapsed        float64  `json:"elapsed"`
	Answered       int      `json:"answered"`
	Generated      uint64   `json:"generated"`
	Rate           *float64 `json:"rate"`
	InputShare     *float64 `json:"input_share"`
	InputLeft      *float64 `json:"input_seconds_left"`
	ID             string   `json:"id,omitempty"`
	OfInstance     uint64   `json:"instance_generated"`
	Lower          *int     `json:"lower_bound"`
	Upper          *int     `json:"upper_bound"`
	Iteration      *uint64  `json:"iteration_generated"`
	Estimate       *uint64  `json:"iteration_estimate"`
	IterationLeft  *float64 `json:"iteration_seconds_left"`
	oneInstance    bool     // in the whole input
	iterationShare float64
}

// look takes the state of now. Of the instances in hand it shows the one that came
// first.
func (p *progress) look(now time.Time) state {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := state{
		Elapsed:     math.Round(now.Sub(p.start).Seconds()*1000) / 1000,
		Answered:    p.answered,
		oneInstance: p.count == 1,
	}
	var first hand // a copy of what is needed
	for _, h := range p.hands {
		h.mu.Lock()
		s.Generated += h.done + max(h.search.Generated, h.base) - h.base
		if h.number > 0 && (first.number == 0 || h.number < first.number) {
			first.number, first.file, first.index, first.search = h.number, h.file, h.index, h.search
			first.base, first.began = h.base, h.began
		}
		h.mu.Unlock()
	}
	if p.run.old.at.IsZero() {
		p.run = newMeter(p.start, 0)
	}
	s.Rate = p.run.measure(now, s.Generated)
	if p.total > 0 {
		s.InputShare = known(float64(p.offset) / float64(p.total))
		if p.offset > p.skipped {
			s.InputLeft = known(math.Ceil(now.Sub(p.start).Seconds() * float64(p.total-p.offset) / float64(p.offset-p.skipped)))
		}
	}
	if first.number > 0 {
		p.lookAt(&s, now, &first)
	}
	return s
}

// lookAt adds what is known of one instance.
func (p *progress) lookAt(s *state, now time.Time, h *hand) {
	if h.number != p.shownOf {
		p.single, p.shownOf = newMeter(h.began, h.base), h.number
	}
	rate := p.single.measure(now, h.search.Generated)
	s.ID = (&item{file: h.file, index: h.index}).id()
	q := h.search
	s.OfInstance = q.Generated
	if q.Lower >= 0 {
		s.Lower = &q.Lower
	}
	if q.Upper >= 0 {
		s.Upper = &q.Upper
	}
	if q.Total == 0 {
		return
	}
	total := max(q.Total, q.Done)
	s.Iteration, s.Estimate = &q.Done, &total
	s.iterationShare = float64(q.Done) / float64(total)
	if rate != nil && *rate > 0 {
		s.IterationLeft = known(math.Ceil(float64(total-q.Done) / *rate))
	}
}

func known[T any](v T) *T { return &v }

// meter measures a rate over the last seconds.
type meter struct {
	old, recent sample
}

type sample struct {
	at    time.Time
	nodes uint64
}

// newMeter returns a meter that has begun to measure at a time.
func newMeter(at time.Time, nodes uint64) meter {
	return meter{sample{at, nodes}, sample{at, nodes}}
}

const (
	// window is the least time between the two samples that a meter keeps: a rate
	// is of the last one to two windows.
	window = 5 * time.Second
	// tooEarly is the least time that says anything about a rate.
	tooEarly = 50 * time.Millisecond
)

// measure returns the nodes a second, or nil when it is too early to say.
func (m *meter) measure(now time.Time, nodes uint64) *float64 {
	elapsed := now.Sub(m.old.at)
	if nodes <= m.old.nodes || elapsed < tooEarly {
		return nil
	}
	rate := float64(nodes-m.old.nodes) / elapsed.Seconds()
	if now.Sub(m.recent.at) >= window {
		m.old, m.recent = m.recent, sample{now, nodes}
	}
	return known(math.Round(rate))
}

// writeLines writes the state as a JSON line every second, and once at the end.
func (p *progress) writeLines() {
	tick := time.NewTicker(linesEvery)
	defer tick.Stop()
	write := func(s state) {
		line, err := json.Marshal(s)
		must(err) // numbers and strings always encode
		p.pause(func() { fmt.Fprintf(p.stderr, "%s\n", line) })
	}
	for {
		select {
		case <-p.stop:
			write(p.look(time.Now()))
			return
		case now := <-tick.C:
			write(p.look(now))
		}
	}
}

// show draws the bar until the run ends.
func (p *progress) show(colour bool) {
	wait := time.NewTimer(progressDelay)
	defer wait.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-wait.C:
			wait.Reset(progressEvery)
		}
		width, _, err := term.GetSize(int(p.stderr.(*os.File).Fd()))
		if err != nil {
			width = 0 // some terminals have no size
		}
		line := p.line(p.look(time.Now()), colour, width)
		p.screen.Lock()
		p.shown = true
		fmt.Fprint(p.stderr, clearLine, line)
		p.screen.Unlock()
	}
}

// clearLine goes to the start of the terminal's line and empties it.
const clearLine = "\r\x1b[K"

// line is what the terminal shows: what is known, and a bar with the share that is
// done and the time that the rest will take at the same rate. The bar is that of
// the iteration when there is one instance, otherwise that of the input.
func (p *progress) line(s state, colour bool, width int) string {
	text := s.describe(p.table)
	share, left := s.bar()
	if share < 0 {
		text = fmt.Sprintf("%s; %v", text, time.Duration(s.Elapsed)*time.Second)
		return shorten(text, width)
	}
	tail := fmt.Sprintf(" %d%%", int(100*share))
	if left != nil {
		tail += fmt.Sprintf(", %v left", duration(*left))
	}
	const least = 10
	room := width - 1 - len(text) - len(tail) - len(" []")
	if room < least {
		return shorten(text+tail, width)
	}
	done := int(float64(room) * share)
	bar := strings.Repeat("=", done)
	if colour {
		bar = "\x1b[32m" + bar + "\x1b[0m"
	}
	return text + " [" + bar + strings.Repeat("-", room-done) + "]" + tail
}

// bar returns what the bar shows; a share of -1 means that there is none.
func (s *state) bar() (share float64, left *float64) {
	switch {
	case s.Estimate != nil && (s.oneInstance || s.InputShare == nil):
		return s.iterationShare, s.IterationLeft
	case s.InputShare != nil && !s.oneInstance:
		return *s.InputShare, s.InputLeft
	}
	return -1, nil
}

// duration is a number of seconds for people.
func duration(seconds float64) time.Duration {
	const most = 1e9 // some thirty years, and no overflow
	return time.Duration(min(seconds, most)) * time.Second
}

// shorten cuts a line off where it would wrap: then it could not be taken away.
func shorten(s string, width int) string {
	if width <= 0 {
		return s
	}
	return s[:min(len(s), width-1)]
}

// describe says in a few words what is known.
func (s *state) describe(table bool) string {
	if table {
		text := count(s.OfInstance) + " states"
		if s.Lower != nil {
			text = fmt.Sprintf("layer %d, %s", *s.Lower, text)
		}
		return text
	}
	text := fmt.Sprintf("%d answered", s.Answered)
	if s.OfInstance > 0 {
		text += "; " + count(s.OfInstance) + " nodes"
		if s.Rate != nil {
			text += ", " + count(uint64(*s.Rate)) + "/s"
		}
	}
	if s.Lower != nil {
		text += fmt.Sprintf(", at least %d", *s.Lower)
	}
	if s.Upper != nil {
		text += fmt.Sprintf(", at most %d", *s.Upper)
	}
	if s.Estimate != nil && !s.oneInstance && s.InputShare != nil {
		text += fmt.Sprintf(" (%d%% of it)", int(100*s.iterationShare))
	}
	return text
}

// count is a large number in a few characters: 1.234M.
func count(n uint64) string {
	return units.CustomSize("%.4g%s", float64(n), 1000, []string{"", "k", "M", "G", "T"})
}

// pause calls print with the bar out of the way.
func (p *progress) pause(print func()) {
	p.screen.Lock()
	defer p.screen.Unlock()
	if p.shown {
		p.shown = false
		fmt.Fprint(p.stderr, clearLine)
	}
	print()
}

// close takes the bar away for good. It may be called twice.
func (p *progress) close() {
	if p.stop == nil {
		return
	}
	close(p.stop)
	p.ended.Wait()
	p.stop = nil
	p.pause(func() {})
}
