package bench

import (
	"encoding/binary"
	"hash"

	"cathedral/search"
)

// iterations holds the last exact report of each depth. The reports before it may
// depend on the clock.
type iterations struct{ done []search.Info }

func (it *iterations) add(info search.Info) {
	if info.Score.Bound != search.Exact {
		return
	}
	if last := len(it.done) - 1; last >= 0 && it.done[last].Depth == info.Depth {
		it.done[last] = info
		return
	}
	it.done = append(it.done, info)
}

// write adds the iterations to a signature.
func (it *iterations) write(signature hash.Hash64) {
	var bytes []byte
	for _, info := range it.done {
		bytes = binary.LittleEndian.AppendUint64(bytes[:0], info.Nodes)
		bytes = binary.LittleEndian.AppendUint32(bytes, uint32(info.Depth))
		bytes = binary.LittleEndian.AppendUint32(bytes, uint32(int32(info.Score.Centi)))
		for _, move := range info.PV {
			bytes = binary.LittleEndian.AppendUint16(bytes, uint16(move))
		}
		signature.Write(bytes)
	}
}
