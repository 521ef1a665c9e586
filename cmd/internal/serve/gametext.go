package serve

// Games in messages, and their conversion to and from records.

import (
	"fmt"

	"cathedral/engine"
	"cathedral/engine/record"
)

// gameText is a game in a message.
type gameText struct {
	Rules           string `json:"rules"`
	OptionalCapture bool   `json:"optionalCapture"`
	Start           string `json:"start"` // a position text, "" for the usual start
	lineOfPlay

	Comment string `json:"comment"` // before the first move
	Tags    []tag  `json:"tags"`
	Result  string `json:"result"` // "": the result on the board
}

type tag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// record returns the game as a record, without its tags and its result. It returns an
// error if a move is illegal.
func (g *gameText) record() (*record.Game, error) {
	start, err := g.startPosition()
	if err != nil {
		return nil, err
	}
	game := record.New(start)
	game.Comment = g.Comment
	game.Moves, err = g.lineOfPlay.record(start, 0)
	return game, err
}

func (g *gameText) startPosition() (engine.Position, error) {
	rules, err := g.rules()
	if err != nil || g.Start == "" {
		return engine.Start(rules), err
	}
	position, err := engine.ParsePosition(g.Start, rules)
	if err != nil {
		return position, fmt.Errorf("start: %w", err)
	}
	return position, nil
}

func (g *gameText) rules() (engine.Rules, error) {
	rules := engine.Rules{OptionalCapture: g.OptionalCapture}
	var err error
	if g.Rules != "" {
		rules.Set, err = engine.ParseRuleSet(g.Rules)
	}
	return rules, err
}

// newGameText converts a record.
func newGameText(gameRecord *record.Game) gameText {
	game := gameText{
		Rules:           gameRecord.Rules.Set.String(),
		OptionalCapture: gameRecord.Rules.OptionalCapture,
		Start:           startText(&gameRecord.Start),
		lineOfPlay:      newLineOfPlay(gameRecord.Moves),
		Comment:         gameRecord.Comment,
		Tags:            make([]tag, len(gameRecord.Tags)),
		Result:          gameRecord.Result,
	}
	for i, t := range gameRecord.Tags {
		game.Tags[i] = tag(t)
	}
	return game
}

// startText returns the text of the position in which a game begins, "" for the
// usual start.
func startText(start *engine.Position) string {
	usual := engine.Start(start.Rules())
	if text := start.String(); text != usual.String() {
		return text
	}
	return ""
}

// shortened quotes a text of the page for an error, truncated if it is long.
func shortened(text string) string {
	const most = 60
	if len(text) > most {
		return fmt.Sprintf("%.*q...", most, text)
	}
	return fmt.Sprintf("%q", text)
}
