package main

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// ownsConsole reports whether no other program uses the console, as when Explorer has
// started this one.
func ownsConsole() bool {
	list := windows.NewLazySystemDLL("kernel32.dll").NewProc("GetConsoleProcessList")
	var processes [2]uint32
	count, _, _ := list.Call(uintptr(unsafe.Pointer(&processes[0])), uintptr(len(processes)))
	return count == 1
}
