package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/docker/go-units"
	"golang.org/x/term"

	"github.com/deepen-go/deepen/budget"
)

// progress is the bar of a batch. It shows on a terminal only, and only when
// the batch takes a moment; otherwise its methods do nothing.
type progress struct {
	stderr io.Writer
	total  int64 // bytes of all the input, or -1
	table  bool  // a table is built, and nothing solved
	stop   chan struct{}
	ended  sync.WaitGroup

	answered atomic.Int64
	offset   atomic.Int64                    // bytes of the input answered
	search   atomic.Pointer[budget.Progress] // of some instance in hand

	mu    sync.Mutex // guards the terminal
	shown bool       // the bar is on it
}

const (
	progressDelay = 300 * time.Millisecond
	progressEvery = 100 * time.Millisecond
)

func (a *app) newProgress(files []string, opt *solving) *progress {
	p := &progress{stderr: a.stderr}
	if opt.quiet || !isTerminal(a.stderr) || os.Getenv("TERM") == "dumb" {
		return p
	}
	p.total = inputSize(orStdin(files))
	p.table = opt.table
	p.stop = make(chan struct{})
	p.ended.Go(func() { p.show(!opt.noColor && os.Getenv("NO_COLOR") == "") })
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

// show draws the bar until the batch ends.
func (p *progress) show(colour bool) {
	start := time.Now()
	wait := time.NewTimer(progressDelay)
	defer wait.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-wait.C:
			wait.Reset(progressEvery)
		}
		p.mu.Lock()
		p.shown = true
		fmt.Fprint(p.stderr, clearLine, p.line(colour, time.Since(start)))
		p.mu.Unlock()
	}
}

// clearLine goes to the start of the terminal's line and empties it.
const clearLine = "\r\x1b[K"

// line is what the terminal shows: what is known and, where the size of the
// input is, a bar, the share that is done, and the time that the rest will take
// at the same rate.
func (p *progress) line(colour bool, elapsed time.Duration) string {
	s := p.describe()
	offset := p.offset.Load()
	if p.total <= 0 {
		return fmt.Sprintf("%s; %v", s, elapsed.Round(time.Second))
	}
	tail := fmt.Sprintf(" %d%%", 100*offset/p.total)
	if offset > 0 {
		left := elapsed.Seconds() * float64(p.total-offset) / float64(offset)
		tail += fmt.Sprintf(", %v left", time.Duration(math.Ceil(left))*time.Second)
	}
	const least = 10
	width, _, err := term.GetSize(int(p.stderr.(*os.File).Fd()))
	if err != nil || width <= 0 {
		return s + tail // some terminals have no size
	}
	if room := width - 1 - len(s) - len(tail) - len(" []"); room >= least {
		done := int(int64(room) * offset / p.total)
		bar := strings.Repeat("=", done)
		if colour {
			bar = "\x1b[32m" + bar + "\x1b[0m"
		}
		return s + " [" + bar + strings.Repeat("-", room-done) + "]" + tail
	}
	s += tail
	return s[:min(len(s), max(width-1, 0))] // a line that wraps cannot be taken away
}

// describe says in a few words what is known.
func (p *progress) describe() string {
	if p.table {
		var q budget.Progress
		if latest := p.search.Load(); latest != nil {
			q = *latest
		}
		s := count(q.Generated) + " states"
		if q.Lower >= 0 {
			s = fmt.Sprintf("layer %d, %s", q.Lower, s)
		}
		if q.Total > 0 {
			s += fmt.Sprintf(", %d%%", 100*q.Done/q.Total)
		}
		return s
	}
	s := fmt.Sprintf("%d answered", p.answered.Load())
	if q := p.search.Load(); q != nil {
		s += "; " + count(q.Generated) + " nodes"
		if q.Lower >= 0 {
			s += fmt.Sprintf(", at least %d", q.Lower)
		}
		if q.Upper >= 0 {
			s += fmt.Sprintf(", at most %d", q.Upper)
		}
	}
	return s
}

// count is a large number in a few characters: 1.234M.
func count(n uint64) string {
	return units.CustomSize("%.4g%s", float64(n), 1000, []string{"", "k", "M", "G", "T"})
}

// report takes the progress of a search.
func (p *progress) report(q budget.Progress) {
	if p.stop != nil {
		p.search.Store(&q)
	}
}

// advance notes that n more instances are answered, the last of which ends at
// the given offset of the input.
func (p *progress) advance(n int, offset int64) {
	p.answered.Add(int64(n))
	p.offset.Store(offset)
}

// pause calls print with the bar out of the way.
func (p *progress) pause(print func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
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
