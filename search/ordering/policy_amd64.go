package ordering

import (
	"golang.org/x/sys/cpu"

	"cathedral/search/evaluation"
)

// sumRows does what sumRowsPlainly does, by vector instructions if there are any.
func sumRows(units *[evaluation.Hidden]int16, rows *[NumPlacements][evaluation.Hidden]int8, placements []uint16, sums []int32) {
	if cpu.X86.HasAVX2 {
		sumRowsAVX2(units, rows, placements, sums)
	} else {
		sumRowsPlainly(units, rows, placements, sums)
	}
}

//go:noescape
func sumRowsAVX2(units *[evaluation.Hidden]int16, rows *[NumPlacements][evaluation.Hidden]int8, placements []uint16, sums []int32)
