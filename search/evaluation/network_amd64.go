package evaluation

import "golang.org/x/sys/cpu"

// addRows is addRowsPlainly, and does the same by vector instructions if it can.
func addRows(sums, before *hiddenSums, rows *[NumInputs]hiddenSums, come, gone []uint16) {
	if cpu.X86.HasAVX2 {
		addRowsAVX2(sums, before, rows, come, gone)
	} else {
		addRowsPlainly(sums, before, rows, come, gone)
	}
}

// output is outputPlainly, and does the same by vector instructions if it can.
func output(n *network, phase int, moving, waiting *hiddenSums, movingCounts, waitingCounts *Counts) int32 {
	if cpu.X86.HasAVX2 {
		return outputAVX2(moving, waiting, movingCounts, waitingCounts, &n.pairs, &n.secondBias, &n.direct[phase], &n.output[phase])
	}
	return outputPlainly(n, phase, moving, waiting, movingCounts, waitingCounts)
}

//go:noescape
func addRowsAVX2(sums, before *hiddenSums, rows *[NumInputs]hiddenSums, come, gone []uint16)

//go:noescape
func outputAVX2(moving, waiting *hiddenSums, movingCounts, waitingCounts *Counts,
	pairs *secondPairs, bias *[Second]int32, direct *[2 * Hidden]int16, output *[Second]int16) int32
