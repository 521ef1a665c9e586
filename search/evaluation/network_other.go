//go:build !amd64

package evaluation

func addRows(sums, before *hiddenSums, rows *[NumInputs]hiddenSums, come, gone []uint16) {
	addRowsPlainly(sums, before, rows, come, gone)
}

func output(n *network, phase int, moving, waiting *hiddenSums, movingCounts, waitingCounts *Counts) int32 {
	return outputPlainly(n, phase, moving, waiting, movingCounts, waitingCounts)
}
