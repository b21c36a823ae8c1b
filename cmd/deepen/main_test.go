package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the command itself available to the scripts and to the tests
// that need a process of their own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"deepen": main, "deepen-peak": mainPeak})
}

// mainPeak is main, and prints the memory that the process has had at most as the
// system counts it, if it tells, on standard error.
func mainPeak() {
	code := run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	status, _ := os.ReadFile("/proc/self/status") // Linux has it
	for line := range strings.Lines(string(status)) {
		if strings.HasPrefix(line, "VmHWM:") {
			_, _ = os.Stderr.WriteString(line)
		}
	}
	os.Exit(code)
}

// TestScript runs the scripts in testdata/script: output, exit status and error
// text of every verb.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"status": status, "valid-json": validJSON},
		Setup: func(env *testscript.Env) error {
			env.Setenv("EXAMPLES", examplesDir())
			return nil
		},
	})
}

// status runs a command and compares its exit status: status 4 deepen solve ….
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command [args...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("exit status %s, want %s", got, args[0])
	}
}

// validJSON checks that every line of stdout is a JSON object of its own.
func validJSON(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: valid-json")
	}
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			ts.Fatalf("%v: %s", err, line)
		}
	}
}

func examplesDir() string {
	wd, err := os.Getwd()
	must(err)
	return wd + "/../../examples"
}

// deepen runs the command within this process.
func deepen(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(context.Background(), args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

func TestReferenceIsCurrent(t *testing.T) {
	want, err := os.ReadFile("../../doc/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	if _, got, _ := deepen(t, "", "formats", "--output", "markdown"); got != string(want) {
		t.Error("doc/formats.md is not what the code says; run go generate ./cmd/deepen")
	}
}

func TestGravest(t *testing.T) {
	order := []int{exitOK, exitUnknown, exitUsage, exitInterrupted, exitInternal}
	for i, a := range order {
		for j, b := range order {
			if got, want := gravest(a, b), order[max(i, j)]; got != want {
				t.Errorf("gravest(%d, %d) = %d, want %d", a, b, got, want)
			}
		}
	}
}
