package match

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"cathedral/bench/match/player"
	"cathedral/engine/record"
)

// The tags that say who played a game and who was the referee. Their values are words
// as in a player's specification, such as "id='Engine 1.2' program=0123456789abcdef".
// A match is continued only by the same players under the same rules of adjudication.
const (
	whiteEngineTag = "WhiteEngine"
	blackEngineTag = "BlackEngine"
	refereeTag     = "Referee"
)

// The tags about the circumstances of a game, which are never compared.
const (
	hostTag     = "Host" // the name that the machine gives itself
	keyTag      = "Key"  // that delivered the game
	timeTag     = "Time" // of day, when the game began
	durationTag = "Duration"
)

// referee returns the value of the referee's tag.
func (p *Plan) referee() string {
	var words []string
	if p.Version != "" {
		words = append(words, player.Setting{Key: "version", Value: p.Version}.String())
	}
	rules := p.Adjudication
	if rule := rules.Resign; rule != nil {
		word := fmt.Sprintf("resign=moves=%d,score=%g", rule.Moves, float64(rule.Centi)/100)
		if rule.TwoSided {
			word += ",twosided"
		}
		words = append(words, word)
	}
	if rule := rules.Draw; rule != nil {
		words = append(words, fmt.Sprintf("draw=ply=%d,moves=%d,score=%g", rule.Plies, rule.Moves, float64(rule.Centi)/100))
	}
	return strings.Join(append(words, fmt.Sprintf("proven=%t", rules.Proven)), " ")
}

// differences compares the players and the referee with those of a recorded game. It returns
// a phrase for each difference. A record without the tags cannot be compared,
// which is a difference too.
func (p *Plan) differences(f fixture, game *record.Game) []string {
	var found []string
	white, black := &p.Players[f.player[0]], &p.Players[f.player[1]]
	for _, compared := range []struct {
		who, tag, now string
		player        *player.Specification
	}{
		{white.Name, whiteEngineTag, p.identities[f.player[0]], white},
		{black.Name, blackEngineTag, p.identities[f.player[1]], black},
		{"the referee", refereeTag, p.referee(), &player.Specification{}},
	} {
		then := game.Tag(compared.tag)
		if then == "" {
			found = append(found, fmt.Sprintf("it does not identify %s (tag %s)", compared.who, compared.tag))
			continue
		}
		was, is := identityWords(compared.player.Known(then)), identityWords(compared.now)
		delete(was, "version") // of the referee
		delete(is, "version")
		isStarted := is["id"] != ""
		if !isStarted {
			delete(was, "id")
		}
		keys := maps.Clone(was)
		maps.Copy(keys, is)
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			file, isFile := strings.CutPrefix(key, player.FilePrefix)
			if was[key] == is[key] || isFile && (!isStarted || compared.player.Ignores(file)) {
				continue
			}
			difference := fmt.Sprintf("%s of %s was %s and is %s", key, compared.who, shown(was[key]), shown(is[key]))
			if isFile {
				difference += fmt.Sprintf(" (ignore=%s leaves it out)", file)
			}
			found = append(found, difference)
		}
	}
	return found
}

// identityWords returns the words of a tag by their keys. A tag that is not in the form
// of identity has one word.
func identityWords(value string) map[string]string {
	settings, err := player.ParseSettings(value)
	if err != nil {
		settings = []player.Setting{{Key: "all", Value: value}}
	}
	words := map[string]string{}
	for _, setting := range settings {
		words[setting.Key] = setting.Value
	}
	return words
}

func shown(value string) string {
	if value == "" {
		return "not set"
	}
	return fmt.Sprintf("%q", value)
}
