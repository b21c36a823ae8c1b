//go:build unix

package main

import (
	"fmt"
	"os"
	"syscall"
)

// fileIdentity names a file as the system does, by device and inode; "" where it
// does not.
func fileIdentity(_ *os.File, info os.FileInfo) string {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("%d:%d", s.Dev, s.Ino)
	}
	return ""
}
