//go:build !amd64

package ordering

import "cathedral/search/evaluation"

func sumRows(units *[evaluation.Hidden]int16, rows *[NumPlacements][evaluation.Hidden]int8, placements []uint16, sums []int32) {
	sumRowsPlainly(units, rows, placements, sums)
}
