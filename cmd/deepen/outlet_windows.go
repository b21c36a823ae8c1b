package main

import (
	"fmt"
	"os"
	"syscall"
)

// fileIdentity names a file as the system does, by volume and index; "" where it
// does not.
func fileIdentity(f *os.File, _ os.FileInfo) string {
	var d syscall.ByHandleFileInformation
	if syscall.GetFileInformationByHandle(syscall.Handle(f.Fd()), &d) != nil {
		return ""
	}
	return fmt.Sprintf("%d:%d:%d", d.VolumeSerialNumber, d.FileIndexHigh, d.FileIndexLow)
}
