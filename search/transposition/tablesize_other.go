//go:build !linux

package transposition

// MaxHashMiB returns the size in MiB of the largest table allowed.
func MaxHashMiB() int { return assumedMaxMiB }
