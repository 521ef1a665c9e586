package protocol

// Some engines write a bestmove line twice. The second may come after the next go, and then
// only the position that was asked tells it from an answer.

import (
	"cmp"
	"strings"
	"sync"
	"time"

	"cathedral/engine"
	"cathedral/protocol/wire"
)

// answerWatch follows what is sent to an engine and which bestmoves it answers. Its methods
// may be called from several goroutines.
type answerWatch struct {
	mutex       sync.Mutex
	rules       engine.Rules // of the next position
	set, asked  positionSent // for the next go, and by the last one
	at          time.Time    // of the last go; zero: none was sent
	outstanding int          // searches without an answer
	answered    string       // the move of the last bestmove
	from        positionSent // that it was the answer in
}

// positionSent is a command that sets a position, with the rules by which it is read.
type positionSent struct {
	line  string // "": none was sent
	rules engine.Rules
}

// sent notes a line that is sent at a time of the client's clock.
func (w *answerWatch) sent(line string, at time.Time) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	switch words := wire.Words(line); {
	case len(words) == 0:
	case words[0] == "position":
		w.set = positionSent{line, w.rules}
	case words[0] == "uginewgame", words[0] == "ucinewgame":
		w.set = positionSent{"position startpos", w.rules}
	case words[0] == "setoption":
		w.rules = RulesAfter(words, w.rules)
	case words[0] == "go" && !isCount(words):
		w.asked, w.at = w.set, at
		w.outstanding++
	}
}

// isRepetition reports whether a line is a bestmove with the last answer's move, which was legal,
// and cannot be an answer itself. That is so if no go is outstanding, if it came before the go,
// or if the move is illegal there.
func (w *answerWatch) isRepetition(line *engineLine) bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	move, _, _ := wire.ParseBestMove(line.text)
	if move == "" || w.at.IsZero() {
		return false
	}
	isLater := w.outstanding == 1 && !line.at.Before(w.at)
	if move == w.answered && w.outstanding < 2 && w.from.admits(move) && !(isLater && w.asked.admits(move)) {
		return true
	}
	w.answered, w.from, w.outstanding = move, w.asked, max(0, w.outstanding-1)
	return false
}

// admits reports whether a move, or none, can be an answer in the position, as everything can
// if that is unknown.
func (p *positionSent) admits(move string) bool {
	position, _, err := ParsePosition(cmp.Or(p.line, "position startpos"), p.rules)
	if err != nil || move == "none" {
		return err != nil || position.Over()
	}
	_, err = engine.ParseLegalMove(move, &position)
	return err == nil
}

// RulesAfter returns the rules of the next position after a command setoption with these words,
// which are those of wire.Words, if it was rules before.
func RulesAfter(words []string, rules engine.Rules) engine.Rules {
	if len(words) != 5 {
		return rules
	}
	switch value := words[4]; strings.ToLower(words[2]) {
	case "rules":
		if set, err := engine.ParseRuleSet(value); err == nil {
			rules.Set = set
		}
	case "optionalcapture":
		rules.OptionalCapture = strings.EqualFold(value, "true")
	}
	return rules
}
