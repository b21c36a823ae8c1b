//go:build linux || darwin

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/creack/pty"
)

// onTerminal runs deepen with standard error on a pseudo-terminal and returns
// what appeared there, and on standard output.
func onTerminal(t *testing.T, env []string, args ...string) (screen, stdout string) {
	t.Helper()
	terminal, tty, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	must(pty.Setsize(tty, &pty.Winsize{Rows: 24, Cols: 120}))
	cmd := exec.Command("deepen", args...)
	cmd.Env = append(append(os.Environ(), "TERM=xterm"), env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, tty
	must(cmd.Start())
	must(tty.Close())
	seen, _ := io.ReadAll(terminal) // ends in an error when the process does
	_ = cmd.Wait()                  // the status is not what is tested here
	must(terminal.Close())
	return string(seen), out.String()
}

func TestProgressOnTerminal(t *testing.T) {
	file := filepath.Join(t.TempDir(), "far.txt")
	must(os.WriteFile(file, []byte(deepBoard+"\n"+deepBoard+"\n"), 0o600))
	args := []string{"solve", "knights", "--timeout", "800ms", "--threads", "1", file}

	screen, out := onTerminal(t, nil, args...)
	for _, want := range []string{
		`0 answered; [0-9.]+[kM]? nodes, [0-9.]+[kM]?/s, at least [0-9]+`, // the search in hand
		`1 answered;.* 50%, [0-9]+s left`,                                 // how far the batch is
	} {
		if !regexp.MustCompile(want).MatchString(screen) {
			t.Errorf("no match for %s in %q", want, screen)
		}
	}
	if n := bytes.Count([]byte(out), []byte("\n")); n != 2 {
		t.Errorf("standard output is %q", out)
	}

	for name, env := range map[string][]string{"--quiet": nil, "--quiet=false": {"TERM=dumb"}} {
		if screen, _ := onTerminal(t, env, append(args, name)...); screen != "" {
			t.Errorf("%s %v: %q", name, env, screen)
		}
	}
}

// TestNoProgressOnPipe is the same batch with standard error on a pipe.
func TestNoProgressOnPipe(t *testing.T) {
	code, _, errs := deepen(t, deepBoard+"\n", "solve", "knights", "--timeout", "500ms")
	if code != exitUnknown || errs != "" {
		t.Errorf("exit status %d, standard error %q", code, errs)
	}
}
