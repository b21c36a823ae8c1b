//go:build !unix && !windows

package main

import "os"

// fileIdentity names no file: this system does not.
func fileIdentity(*os.File, os.FileInfo) string { return "" }
