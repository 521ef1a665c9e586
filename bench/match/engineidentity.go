package match

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

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
	hostTag     = "Host"
	timeTag     = "Time" // of day, when the game began
	durationTag = "Duration"
)

// identity returns the value of a player's tag. id is what the engine calls itself, and
// program the checksum of its files. Limits are not part of it: they have the tag
// TimeControl.
func (s *Specification) identity(id, program string) string {
	var words []string
	add := func(key, value string) {
		if value != "" {
			words = append(words, quoteWord(key+"="+value))
		}
	}
	add("id", id)
	add("program", program)
	var arguments []string
	for _, argument := range s.Arguments {
		arguments = append(arguments, quoteWord(argument))
	}
	add("args", strings.Join(arguments, " "))
	for _, list := range []struct {
		prefix  string
		options []Option
	}{{"option.", s.Options}, {"technique.", s.Techniques}} {
		for _, option := range slices.SortedFunc(slices.Values(list.options), func(a, b Option) int {
			return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
		}) {
			words = append(words, quoteWord(list.prefix+option.Name+"="+option.Value))
		}
	}
	add("margin", fmt.Sprint(s.Margin.Milliseconds()))
	if s.Ponder {
		add("ponder", "true")
	}
	return strings.Join(words, " ")
}

// program returns a checksum of the player's program, in hexadecimal digits: of its
// executable file and, as that may be an interpreter, of the first file that its
// arguments name. It is "" if the program cannot be read. A built-in player's program is
// this one.
func (s *Specification) program() string {
	inDirectory := func(path string) string {
		if filepath.IsAbs(path) {
			return path
		}
		return filepath.Join(s.Directory, path)
	}
	path, err := s.Command, error(nil)
	switch {
	case s.isBuiltIn():
		path, err = os.Executable()
	case strings.ContainsRune(path, filepath.Separator):
		path = inDirectory(path)
	default:
		path, err = exec.LookPath(path)
	}
	sum := sha256.New()
	if err != nil || addFile(sum, path) != nil {
		return ""
	}
	for _, argument := range s.Arguments {
		if addFile(sum, inDirectory(argument)) == nil {
			break
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// addFile writes the content of a regular file to sum.
func addFile(sum io.Writer, path string) error {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a file", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(sum, file)
	return err
}

// referee returns the value of the referee's tag.
func (p *Plan) referee() string {
	var words []string
	if p.Version != "" {
		words = append(words, quoteWord("version="+p.Version))
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

// differences returns what is different about the players and the referee of a recorded
// game: a phrase for each difference. A record without the tags cannot be compared,
// which is a difference too.
func (p *Plan) differences(f fixture, game *record.Game) []string {
	var found []string
	for _, compared := range []struct{ who, tag, now string }{
		{p.Players[f.player[0]].Name, whiteEngineTag, p.identities[f.player[0]]},
		{p.Players[f.player[1]].Name, blackEngineTag, p.identities[f.player[1]]},
		{"the referee", refereeTag, p.referee()},
	} {
		then := game.Tag(compared.tag)
		if then == "" {
			found = append(found, fmt.Sprintf("of %s it does not tell what to compare (tag %s)", compared.who, compared.tag))
			continue
		}
		was, is := identityWords(then), identityWords(compared.now)
		delete(was, "version") // of the referee
		delete(is, "version")
		if is["id"] == "" { // the engine has not been started
			delete(was, "id")
		}
		keys := maps.Clone(was)
		maps.Copy(keys, is)
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			if was[key] != is[key] {
				found = append(found, fmt.Sprintf("%s of %s was %s and is %s", key, compared.who, shown(was[key]), shown(is[key])))
			}
		}
	}
	return found
}

// identityWords returns the words of a tag by their keys. A tag that is not in the form
// of identity has one word.
func identityWords(value string) map[string]string {
	settings, err := ParseSettings(value)
	if err != nil {
		settings = []Setting{{"all", value}}
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
