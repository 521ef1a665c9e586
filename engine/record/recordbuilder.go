package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cathedral/engine"
)

// gameBuilder collects the tokens of a game.
type gameBuilder struct {
	variationStack
	rules    engine.Rules // of a game whose tags do not state them
	game     *Game
	tagLines map[string]int // the line of each tag
	started  bool           // the movetext has begun: the rules and the start are known
	result   string         // the value of the tag, or ""
	number   string         // of the last line with a number, "1"
}

func newGameBuilder(rules engine.Rules) *gameBuilder {
	lines := variationStack{lines: []*lineBuilder{{}}}
	return &gameBuilder{variationStack: lines, rules: rules, game: &Game{}, tagLines: map[string]int{}}
}

// isEmpty reports whether nothing of the game has been read.
func (b *gameBuilder) isEmpty() bool { return !b.hasBegun() && len(b.main().comments) == 0 }

// hasBegun reports whether more than comments has been read.
func (b *gameBuilder) hasBegun() bool { return b.started || len(b.tagLines) > 0 }

// isClosedBy reports whether a tag begins the next game. It does after the movetext,
// and so does a second tag Event.
func (b *gameBuilder) isClosedBy(t token) bool {
	return b.started || t.name == "Event" && b.tagLines["Event"] > 0
}

// ends reports whether a token ends the game: a result, the end of a line that is a game, or a
// blank line in a list of moves.
func (b *gameBuilder) ends(t token) bool {
	switch t.kind {
	case wordToken:
		return b.depth() == 0 && isResult(t.text)
	case blankToken:
		return b.isList()
	case endToken:
		return b.hasBegun()
	}
	return false
}

// isList reports whether the game is a list of moves without tags, of which a move
// has been read.
func (b *gameBuilder) isList() bool {
	return b.depth() == 0 && len(b.main().moves) > 0 && len(b.tagLines) == 0
}

// isClosedByLine reports whether a line begins the next game of a file with a list of
// moves on each line. Such a line is numbered 0, or 1 unless the number before was 0, or it has no
// number and places the Cathedral, which the game has done already. Every other line continues the
// moves of the line before.
func (b *gameBuilder) isClosedByLine(line string, names Names) bool {
	if end := strings.IndexAny(line, "#{(;"); end >= 0 {
		line = line[:end]
	}
	words := strings.Fields(line)
	for i, word := range words {
		move := withoutNumber(word)
		switch number := strings.TrimSuffix(word, move); {
		case i == 0 && number != "" && !isResult(word):
			before := b.number
			b.number = strings.TrimSuffix(number, ".")
			return b.isList() && (b.number == "0" || b.number == "1" && before != "0")
		case !b.isList():
			return false
		case b.main().position.CathedralPending():
		case names[strings.ToLower(move)] != "":
			return names[strings.ToLower(move)] == engine.Cathedral.Code()
		case len(move) > 2 && strings.EqualFold(move[:2], engine.Cathedral.Code()):
			return true
		}
	}
	return false
}

// add adds a token to the game. The token must not be one that ends the game.
func (b *gameBuilder) add(t token) error {
	switch t.kind {
	case blankToken, endToken:
		return nil
	case tagToken:
		return b.addTag(t)
	case commentToken:
		if b.skipped == 0 {
			b.top().comments = append(b.top().comments, t.text)
		}
		return nil
	}
	if err := b.start(); err != nil {
		return err
	}
	return b.variationStack.add(t)
}

// addTag adds a tag. Some match runners write White and Black in small letters, so the tags
// of the roster are known in any letters.
func (b *gameBuilder) addTag(t token) error {
	if i := slices.IndexFunc(roster, func(name string) bool { return strings.EqualFold(name, t.name) }); i >= 0 {
		t.name = roster[i]
	}
	if line := b.tagLines[t.name]; line > 0 {
		return t.fault("tag", fmt.Errorf("tag %.30q is already on line %d", t.name, line))
	}
	b.game.Tags = append(b.game.Tags, Tag{t.name, t.text})
	b.tagLines[t.name] = t.line
	return nil
}

// start begins the movetext: it reads the rules and the first position from the tags
// and removes these tags from the list.
func (b *gameBuilder) start() error {
	if b.started {
		return nil
	}
	b.started = true
	rules, err := b.takeRules()
	if err != nil {
		return err
	}
	start := engine.Start(rules)
	if text, found := b.takeTag("FEN"); found && text != "startpos" {
		if start, err = engine.ParsePosition(text, rules); err != nil {
			return b.tagFault("FEN", err)
		}
	}
	b.game.Rules, b.game.Start, b.main().position = rules, start, start
	result, found := b.takeTag("Result")
	if found && !isResult(result) {
		return b.tagFault("Result", noResult(result))
	}
	b.result = result
	return nil
}

// takeRules reads the rules from their tags. A game with the tag Rules but without
// OptionalCapture has no optional captures.
func (b *gameBuilder) takeRules() (engine.Rules, error) {
	rules := b.rules
	if text, found := b.takeTag("Rules"); found {
		var err error
		rules.OptionalCapture = false
		if rules.Set, err = engine.ParseRuleSet(text); err != nil {
			return rules, b.tagFault("Rules", err)
		}
	}
	if text, found := b.takeTag("OptionalCapture"); found {
		rules.OptionalCapture = strings.EqualFold(text, "true")
		if !rules.OptionalCapture && !strings.EqualFold(text, "false") {
			return rules, b.tagFault("OptionalCapture", fmt.Errorf("%.30q is neither true nor false", text))
		}
	}
	return rules, nil
}

// takeTag removes a tag from the list. It returns its value, and whether the list had
// it.
func (b *gameBuilder) takeTag(name string) (value string, found bool) {
	for i, tag := range b.game.Tags {
		if tag.Name == name {
			b.game.Tags = slices.Delete(b.game.Tags, i, i+1)
			return tag.Value, true
		}
	}
	return "", false
}

// tagFault returns an error about the value of a tag.
func (b *gameBuilder) tagFault(name string, err error) error {
	return &LineError{Line: b.tagLines[name], Err: fmt.Errorf("tag %s: %w", name, err), code: "tag"}
}

// finish completes the record at the token that ended it: the result, or the first
// token after a game without one.
func (b *gameBuilder) finish(end token) (*Game, error) {
	if b.depth() > 0 {
		return nil, openVariation(b.opened)
	}
	if err := b.start(); err != nil {
		return nil, err
	}
	line := b.main()
	line.takeComments()
	game := b.game
	game.Comment, game.Moves = line.comment, line.moves
	switch hasResult := end.kind == wordToken; {
	case hasResult && b.result != "" && b.result != end.text:
		return nil, fmt.Errorf("the result is %s, but the tag Result says %s", end.text, b.result)
	case hasResult:
		game.Result = end.text
	case b.result != "":
		return nil, end.fault("cutOff", fmt.Errorf("the game ends without its result %s: it may be cut off", b.result))
	case len(line.moves) == 0 && end.kind != endToken:
		return nil, end.fault("cutOff", errors.New("a game without moves or a result: it may be cut off"))
	default:
		game.Result = game.ResultAt(&line.position)
	}
	if err := game.CheckFair(); err != nil {
		return nil, &LineError{Line: b.tagLines[FairTag], Err: err, code: "tag"}
	}
	if err := game.checkResult(&line.position); err != nil {
		return nil, err
	}
	if err := game.checkScore(&line.position); err != nil {
		return nil, &LineError{Line: b.tagLines["Score"], Err: err, code: "wrongResult"}
	}
	return game, nil
}

// cut returns the game as far as it has been read, without what its tags say of its end; nil
// if no move has been.
func (b *gameBuilder) cut() *Game {
	line, game := b.main(), b.game
	line.takeComments()
	game.Comment, game.Moves = line.comment, line.moves
	b.takeTag("Score")
	b.takeTag(TerminationTag)
	if len(game.Moves) == 0 || game.CheckFair() != nil {
		return nil
	}
	game.Result = game.ResultAt(&line.position)
	return game
}
