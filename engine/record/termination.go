package record

import (
	"slices"
	"strings"
)

// Termination is the way in which a game ended. Its text is the value of the tag Termination.
type Termination string

const (
	UnknownTermination Termination = ""

	Normal       Termination = "normal"       // on the board
	TimeForfeit  Termination = "time forfeit" // an answer came too late
	IllegalMove  Termination = "illegal move" // or output that is not a move
	Crash        Termination = "crash"        // the engine's process ended, or closed its pipes
	Silence      Termination = "silence"      // the engine did not answer
	Adjudication Termination = "adjudication" // a rule ended the game: see AdjudicationRule
	Unterminated Termination = "unterminated" // the game was not finished
)

// Terminations returns the terminations except UnknownTermination.
func Terminations() []Termination {
	return []Termination{Normal, TimeForfeit, IllegalMove, Crash, Silence, Adjudication, Unterminated}
}

// IsForfeit reports whether a player lost by misbehaviour and not on the board.
func (t Termination) IsForfeit() bool {
	return slices.Contains([]Termination{TimeForfeit, IllegalMove, Crash, Silence}, t)
}

// AdjudicationRule is the rule by which a game was adjudicated. Its text is the value of the
// tag Adjudication.
type AdjudicationRule string

const (
	NoRule       AdjudicationRule = ""
	Resignation  AdjudicationRule = "resign" // the loser's scores were bad for long enough
	DrawByScores AdjudicationRule = "draw"   // both players' scores were even for long enough
	ProvenScore  AdjudicationRule = "proven" // the final score, in the tag Score, is proven
)

// The tags about the end of a game.
const (
	TerminationTag  = "Termination"
	AdjudicationTag = "Adjudication"
	// CauseTag has a sentence for people. Programs should not parse it.
	CauseTag = "Cause"
)

// Termination returns how the game ended, by its tags in letters of either case, and the rule if
// it was adjudicated. A word that is not in the list is UnknownTermination.
func (g *Game) Termination() (Termination, AdjudicationRule) {
	found := Termination(g.termination())
	if !slices.Contains(Terminations(), found) {
		found = UnknownTermination
	}
	if found != Adjudication {
		return found, NoRule
	}
	// Records from before the tag Adjudication say only in the English sentence of
	// their Cause that the final score is proven.
	rule := g.Tag(AdjudicationTag)
	if rule == "" && strings.Contains(g.Tag(CauseTag), "proven") {
		return found, ProvenScore
	}
	return found, AdjudicationRule(rule)
}

// termination returns the tag Termination in small letters, or "" if it is unknown.
func (g *Game) termination() string {
	if word := g.Tag(TerminationTag); word != unknownTag {
		return strings.ToLower(word)
	}
	return ""
}
