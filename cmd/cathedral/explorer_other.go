//go:build !windows

package main

// ownsConsole returns false: only Windows opens a console for a program.
func ownsConsole() bool { return false }
