package engine

// Side is a player: Light, who places the Cathedral, or Dark.
type Side uint8

const (
	Light Side = iota
	Dark
)

// Opponent returns the other side.
func (s Side) Opponent() Side { return s ^ 1 }

// String returns "Light" or "Dark".
func (s Side) String() string {
	if s == Light {
		return "Light"
	}
	return "Dark"
}
