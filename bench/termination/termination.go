// Package termination lists the ways in which a game of a match can end, and their
// words in game records and reports.
package termination

import (
	"slices"
	"strings"
)

// Termination is the way a game ended. Its text is the value of the record's tag
// Termination.
type Termination string

const (
	Unknown      Termination = ""
	Normal       Termination = "normal"       // on the board
	TimeForfeit  Termination = "time forfeit" // an answer came too late
	IllegalMove  Termination = "illegal move" // or output that is not a move
	Crash        Termination = "crash"        // the engine's process ended, or closed its pipes
	Silence      Termination = "silence"      // the engine did not answer
	Adjudication Termination = "adjudication" // a rule ended the game: see Rule
	Unterminated Termination = "unterminated" // the game was not finished
)

// All returns the terminations except Unknown.
func All() []Termination {
	return []Termination{Normal, TimeForfeit, IllegalMove, Crash, Silence, Adjudication, Unterminated}
}

// IsForfeit reports whether a player lost by misbehaviour and not on the board.
func (t Termination) IsForfeit() bool {
	return slices.Contains([]Termination{TimeForfeit, IllegalMove, Crash, Silence}, t)
}

// Rule is the rule by which a game was adjudicated. Its text is the value of the
// record's tag Adjudication.
type Rule string

const (
	NoRule      Rule = ""
	Resignation Rule = "resign" // the loser's scores were bad for long enough
	Draw        Rule = "draw"   // both players' scores were even for long enough
	Proof       Rule = "proven" // the final score, in the tag Score, is proven
)

// The tags of game records about the end of a game.
const (
	Tag     = "Termination"
	RuleTag = "Adjudication"
	// CauseTag has a sentence for people. Programs should not parse it.
	CauseTag = "Cause"
)

// Of returns the termination of a game, and the rule if it was adjudicated. tag returns
// the value of a tag of the game's record, or "" if the record lacks it. Of ignores
// case. A word that is not in the list is Unknown.
func Of(tag func(name string) string) (Termination, Rule) {
	found := Termination(strings.ToLower(tag(Tag)))
	if !slices.Contains(All(), found) {
		found = Unknown
	}
	if found != Adjudication {
		return found, NoRule
	}
	// Records from before the tag Adjudication say only in the English sentence of
	// their Cause that the final score is proven.
	if tag(RuleTag) == "" && strings.Contains(tag(CauseTag), "proven") {
		return found, Proof
	}
	return found, Rule(tag(RuleTag))
}
