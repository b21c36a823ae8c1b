package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// TestMemoryLimitIsKept measures processes whose searches would take more than
// they may, or whose input is large.
func TestMemoryLimitIsKept(t *testing.T) {
	if testing.Short() {
		t.Skip("with the race detector a process takes several times as much")
	}
	const slack = 64 << 10 // KiB that a process may have above the limit
	const deepest = "0*000/10100/11100/01110/11011\n"
	for _, test := range []struct {
		name    string
		limit   int // MiB
		args    []string
		stdin   string
		code    int
		mention string // on standard output
	}{
		{"all solutions", 16, []string{"knights", "--all"}, deepest, exitUnknown, `"limit":"memory"`},
		{"both ends", 48, []string{"knights", "--max-nodes", "5000000", "--target", "111111/111111/111111/000*00/000000/000000"},
			"010110/100101/1101*0/101010/011001/110010\n", exitUnknown, `"lower_bound":`},
		{"database", 64, []string{"tiles", "--no-cache"},
			"14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n", exitOK, `"cost":57`},
		{"hitting set", 16, []string{"squares", "--max-nodes", "3000"}, "30:\n", exitUnknown, `"lower_bound":`},
		{"long lines", 16, []string{"sudoku"}, strings.Repeat(strings.Repeat(".", 1_000_000)+"\n", 10), exitUsage, `"status":"error"`},
		{"many threads", 16, []string{"sudoku", "--threads", "64"}, strings.Repeat(hardGrid+"\n", 200), exitOK, `"status":"solved"`},
	} {
		cmd := exec.Command("deepen-peak", append([]string{"solve", "--output", "jsonl", "--max-memory", fmt.Sprint(test.limit, "MiB")}, test.args...)...)
		var out, errs bytes.Buffer
		cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(test.stdin), &out, &errs
		_ = cmd.Run() // its status is compared below
		if code := cmd.ProcessState.ExitCode(); code != test.code || !strings.Contains(out.String(), test.mention) {
			t.Errorf("%s: exit status %d, want %d; %.300q, %.300q", test.name, code, test.code, out.String(), errs.String())
		}
		_, peak, found := strings.Cut(errs.String(), "VmHWM:")
		if !found {
			t.Skip("this system does not tell the peak")
		}
		var kib int
		if _, err := fmt.Sscan(peak, &kib); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d KiB of %d MiB", test.name, kib, test.limit)
		if kib > test.limit<<10+slack {
			t.Errorf("%s: %d KiB with a limit of %d MiB", test.name, kib, test.limit)
		}
	}
}

const hardGrid = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
