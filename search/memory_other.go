//go:build !linux

package search

// MaxHashMiB returns the largest table that is allowed, in MiB.
func MaxHashMiB() int { return assumedHashMiB }
