// Package termination lists the ways in which a game of a match can end, with the
// words that game records and reports have for them.
package termination

import (
	"strings"
)

// Termination is how a game ended, in the word of the record's tag Termination.
type Termination string

const (
	Unknown      Termination = ""
	Normal       Termination = "normal"       // on the board
	TimeForfeit  Termination = "time forfeit" // an answer came too late
	IllegalMove  Termination = "illegal move" // broken output too: it is not a move
	Crash        Termination = "crash"        // the engine's process ended, or closed its pipes
	Silence      Termination = "silence"      // the engine did not answer
	Adjudication Termination = "adjudication" // a rule ended the game: see Rule
	Unterminated Termination = "unterminated" // the game was broken off
)

// All returns the terminations, but for Unknown.
func All() []Termination {
	return []Termination{Normal, TimeForfeit, IllegalMove, Crash, Silence, Adjudication, Unterminated}
}

// IsForfeit reports whether a player lost by what it did and not on the board.
func (t Termination) IsForfeit() bool {
	switch t {
	case TimeForfeit, IllegalMove, Crash, Silence:
		return true
	}
	return false
}

// Rule is the rule by which a game was adjudicated, in the word of the record's tag
// Adjudication.
type Rule string

const (
	NoRule      Rule = ""
	Resignation Rule = "resign" // the loser's scores were bad for long enough
	Draw        Rule = "draw"   // both players' scores were even for long enough
	Proof       Rule = "proven" // the final score is proven: the tag Score has it
)

// The tags of game records that say how a game ended.
const (
	Tag     = "Termination"
	RuleTag = "Adjudication"
	// CauseTag has a sentence for people that no program should read.
	CauseTag = "Cause"
)

// Of returns how a game ended, and the rule if it was adjudicated. tag returns the
// value of a tag of the game's record, "" when there is none. Words are read in
// either case; a word that is not in the list is Unknown.
func Of(tag func(name string) string) (Termination, Rule) {
	var found Termination
	for _, t := range All() {
		if strings.EqualFold(tag(Tag), string(t)) {
			found = t
		}
	}
	if found != Adjudication {
		return found, NoRule
	}
	// Records from before the tag Adjudication only say in their Cause, in English,
	// that the final score is proven.
	if tag(RuleTag) == "" && strings.Contains(tag(CauseTag), "proven") {
		return found, Proof
	}
	return found, Rule(tag(RuleTag))
}
