//go:build !linux

package transposition

// MaxHashMiB returns the size in MiB of the largest table allowed.
func MaxHashMiB() int { return assumedMaxMiB }

// tryMemory returns nil: what the system would give is not known.
func tryMemory(int) error { return nil }
