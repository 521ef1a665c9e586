package evaluation

// Memory keeps estimates for EvaluateNear, because three of ten positions of a search come up
// again (E193). It belongs to one thread. Its contents change no estimate.
type Memory [1 << 15]estimates

// estimates are what a Memory keeps of one position. The zero value belongs to no position.
type estimates struct {
	key      uint64
	rough    int16 // without the gains of the side that waits
	full     int16
	complete bool // full is known
	canPlace bool // the side to move has a legal placement of a building
	bestGain int8 // of the side to move
}

// at returns the place of the position with a key. It may have the estimates of another.
func (m *Memory) at(key uint64) *estimates { return &m[key%uint64(len(m))] }
