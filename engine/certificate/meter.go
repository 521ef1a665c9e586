package certificate

import "math"

// meter counts the steps of a check.
type meter struct {
	steps uint64
	limit uint64
}

func newMeter(limits Limits) meter {
	if limits.Steps == 0 {
		return meter{limit: math.MaxUint64}
	}
	return meter{limit: limits.Steps}
}

// step counts a step. It reports false, and counts nothing, at the limit.
func (m *meter) step() bool {
	if m.steps >= m.limit {
		return false
	}
	m.steps++
	return true
}
