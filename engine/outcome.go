package engine

// Outcome is how a game stands.
type Outcome uint8

const (
	Undecided Outcome = iota
	LightWins
	DarkWins
	Draw
)

// String returns "undecided", "Light wins", "Dark wins" or "draw".
func (o Outcome) String() string {
	return [...]string{"undecided", "Light wins", "Dark wins", "draw"}[o]
}

// Outcome returns how the game ended, or Undecided while it goes on.
func (p *Position) Outcome() Outcome {
	if !p.Over() {
		return Undecided
	}
	switch margin := p.Margin(Light); {
	case margin > 0:
		return LightWins
	case margin < 0:
		return DarkWins
	}
	return Draw
}

// Margin returns the opponent's unplaced squares less the side's own: how many
// squares the side would win by if the game ended here.
func (p *Position) Margin(side Side) int {
	return p.Unplaced(side.Opponent()) - p.Unplaced(side)
}
