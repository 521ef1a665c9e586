package messages

// Games in messages, and their conversion to and from records.

import (
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
	Fair  string `json:"fair"`  // the text of the fair game, "" for none
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

// record returns the game as a record, without its result and without tags but Fair. It
// returns an error if a move is illegal, or not allowed by the fair game.
func (g *GameText) record() (*record.Game, error) {
	start, err := g.startPosition()
	if err != nil {
		return nil, err
	}
	game := record.New(start)
	game.Comment = g.Comment
	if game.Moves, err = g.lineOfPlay.record(start, 0); err != nil || g.Fair == "" {
		return game, err
	}
	game.SetTag(record.FairTag, g.Fair)
	return game, game.CheckFair()
}

// fairOf returns the fair game of a record whose tag Fair has been checked.
func fairOf(game *record.Game) engine.FairGame {
	fair, _ := game.Fair()
	return fair
}

// CheckFair returns an error if fair does not allow the legal move of p. The error has a
// code, the name of the restriction.
func CheckFair(fair engine.FairGame, p *engine.Position, move engine.Move) error {
	if fair.Allows(p, move) {
		return nil
	}
	return NewCoded(fair.First.String(), fair.Rule())
}

func (g *GameText) startPosition() (engine.Position, error) {
	rules, err := g.RulesOfPlay()
	if err != nil || g.Start == "" {
		return engine.Start(rules), err
	}
	position, err := engine.ParsePosition(g.Start, rules)
	if err != nil {
		return position, NewCoded("noPosition", "start: "+err.Error())
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
		const most = 60 // bytes that the error quotes
		rules.Set, err = engine.ParseRuleSet(r.Rules[:min(len(r.Rules), most)])
	}
	return rules, err
}

// NewGameText returns gameRecord as a game in a message.
func NewGameText(gameRecord *record.Game) GameText {
	game := GameText{
		RulesText:  NewRulesText(gameRecord.Rules),
		Start:      startText(&gameRecord.Start),
		lineOfPlay: newLineOfPlay(gameRecord.Moves),
		Comment:    gameRecord.Comment,
		Tags:       []Tag{},
		Result:     gameRecord.Result,
	}
	if fair := fairOf(gameRecord); fair != (engine.FairGame{}) {
		game.Fair = fair.String()
	}
	for _, t := range gameRecord.Tags {
		if t.Name != record.FairTag {
			game.Tags = append(game.Tags, Tag(t))
		}
	}
	return game
}

// startText returns the text of start, the position in which a game begins, or "" for the
// usual start.
func startText(start *engine.Position) string {
	usual := engine.Start(start.Rules())
	if text := start.String(); text != usual.String() {
		return text
	}
	return ""
}
