package messages

// Games in messages, and their conversion to and from records.

import (
	"fmt"

	"cathedral/engine"
	"cathedral/engine/record"
)

// RulesText is the rules of play in a message.
type RulesText struct {
	Rules           string `json:"rules"` // "": classic
	OptionalCapture bool   `json:"optionalCapture"`
}

// GameText is a game in a message. Its fields are described in MESSAGES.md.
type GameText struct {
	RulesText
	Start string `json:"start"` // a position text, "" for the usual start
	lineOfPlay

	Comment string `json:"comment"` // before the first move
	Tags    []Tag  `json:"tags"`
	Result  string `json:"result"` // "": the result on the board
}

// Tag is a tag of a record.
type Tag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// record returns the game as a record, without its tags and its result. It returns an
// error if a move is illegal.
func (g *GameText) record() (*record.Game, error) {
	start, err := g.startPosition()
	if err != nil {
		return nil, err
	}
	game := record.New(start)
	game.Comment = g.Comment
	game.Moves, err = g.lineOfPlay.record(start, 0)
	return game, err
}

func (g *GameText) startPosition() (engine.Position, error) {
	rules, err := g.RulesOfPlay()
	if err != nil || g.Start == "" {
		return engine.Start(rules), err
	}
	position, err := engine.ParsePosition(g.Start, rules)
	if err != nil {
		return position, fmt.Errorf("start: %w", err)
	}
	return position, nil
}

// NewRulesText returns rules in the form of messages.
func NewRulesText(rules engine.Rules) RulesText {
	return RulesText{rules.Set.String(), rules.OptionalCapture}
}

// RulesOfPlay returns the rules, or an error if they are unknown.
func (r *RulesText) RulesOfPlay() (engine.Rules, error) {
	rules := engine.Rules{OptionalCapture: r.OptionalCapture}
	var err error
	if r.Rules != "" {
		rules.Set, err = engine.ParseRuleSet(r.Rules)
	}
	return rules, err
}

// NewGameText returns gameRecord as a game in a message.
func NewGameText(gameRecord *record.Game) GameText {
	game := GameText{
		RulesText:  NewRulesText(gameRecord.Rules),
		Start:      StartText(&gameRecord.Start),
		lineOfPlay: newLineOfPlay(gameRecord.Moves),
		Comment:    gameRecord.Comment,
		Tags:       make([]Tag, len(gameRecord.Tags)),
		Result:     gameRecord.Result,
	}
	for i, t := range gameRecord.Tags {
		game.Tags[i] = Tag(t)
	}
	return game
}

// StartText returns the text of start, the position in which a game begins, or "" for the
// usual start.
func StartText(start *engine.Position) string {
	usual := engine.Start(start.Rules())
	if text := start.String(); text != usual.String() {
		return text
	}
	return ""
}

// Shortened quotes text, which comes from the page, for an error. A long text is truncated.
func Shortened(text string) string {
	const most = 60
	if len(text) > most {
		return fmt.Sprintf("%.*q...", most, text)
	}
	return fmt.Sprintf("%q", text)
}
