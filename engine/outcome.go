package engine

// Outcome is the result of a game, or Undecided before its end.
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

// Outcome returns the result of the game, or Undecided before its end.
func (p *Position) Outcome() Outcome { return FairGame{}.Outcome(p) }

// Margin returns the opponent's unplaced squares less the side's own. If the game
// ended here, the side would win by this number of squares, or lose by it if it is
// negative.
func (p *Position) Margin(side Side) int {
	return p.Unplaced(side.Opponent()) - p.Unplaced(side)
}
