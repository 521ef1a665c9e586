package messages

// The advantages of a better line over the one that was played.

import (
	"errors"
	"fmt"

	"cathedral/cmd/internal/review"
	"cathedral/engine"
)

// compareRequest asks for the comparison of two lines that begin after a game.
type compareRequest struct {
	gameRequest
	Better []string `json:"better"`
	Played []string `json:"played"`
}

// lineComparison is a review.Comparison in a message.
type lineComparison struct {
	Plies   int          `json:"plies"`
	Better  lineGains    `json:"better"`
	Played  lineGains    `json:"played"`
	Reasons []lineReason `json:"reasons"`
}

type lineGains struct {
	Gains  []lineGain `json:"gains"`
	Margin *int       `json:"margin"` // for Light; nil if the line does not end the game
}

type lineGain struct {
	Ply  int    `json:"ply"`
	Side string `json:"side"`
	settlement
}

type lineReason struct {
	Kind     review.Kind `json:"kind"`
	Side     string      `json:"side"`
	Building string      `json:"building"` // its code, "" if the reason is about none
	Move     string      `json:"move"`     // "" if the reason is about none
	Better   int         `json:"better"`
	Played   int         `json:"played"`
	Plies    int         `json:"plies"`
}

func (Rulebook) compare(r *compareRequest) (*lineComparison, error) {
	game, err := r.record()
	if err != nil {
		return nil, err
	}
	before := game.Positions()[len(game.Moves)]
	better, err := legalLine(before, r.Better)
	if err != nil {
		return nil, fmt.Errorf("better: %w", err)
	}
	played, err := legalLine(before, r.Played)
	if err != nil {
		return nil, fmt.Errorf("played: %w", err)
	}
	compared := review.Compare(&before, better, played)
	answer := &lineComparison{
		Plies:   compared.Plies,
		Better:  newLineGains(&before, &compared.Better),
		Played:  newLineGains(&before, &compared.Played),
		Reasons: []lineReason{},
	}
	for _, reason := range compared.Reasons {
		answer.Reasons = append(answer.Reasons, newLineReason(reason))
	}
	return answer, nil
}

// legalLine returns the moves of a line that begins at a position. It returns an error if the
// line has no moves or an illegal one.
func legalLine(position engine.Position, texts []string) ([]engine.Move, error) {
	if len(texts) == 0 {
		return nil, errors.New("want at least one move")
	}
	line := lineOfPlay{Moves: texts}
	recorded, err := line.record(position, 0)
	moves := make([]engine.Move, len(recorded))
	for i, move := range recorded {
		moves[i] = move.Move
	}
	return moves, err
}

func newLineGains(before *engine.Position, line *review.Line) lineGains {
	answer := lineGains{Gains: make([]lineGain, len(line.Gains))}
	for i, gain := range line.Gains {
		settled := settlement{Claimed: squares(gain.Claimed), Captured: make([]piece, len(gain.Captured))}
		for j, captured := range gain.Captured {
			settled.Captured[j] = newPiece(before, captured, gain.Side.Opponent())
		}
		answer.Gains[i] = lineGain{gain.Ply, SideName(gain.Side), settled}
	}
	if line.Ends {
		answer.Margin = &line.Margin
	}
	return answer
}

func newLineReason(reason review.Reason) lineReason {
	answer := lineReason{
		Kind: reason.Kind, Side: SideName(reason.Side),
		Better: reason.Better, Played: reason.Played, Plies: reason.Plies,
	}
	switch reason.Kind {
	case review.NoRoom, review.Shut, review.Places:
		answer.Building = reason.Building.Code()
	case review.Threat, review.Plan:
		answer.Move = reason.Move.String()
	}
	return answer
}
