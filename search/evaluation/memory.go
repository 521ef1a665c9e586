package evaluation

// Memory keeps estimates of positions for EvaluateNear, since a search comes to three of ten
// positions again. It belongs to one thread. What it has changes no estimate (E193).
type Memory [1 << 15]estimates

// estimates are what is kept of a position. The zero value is that of none.
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
