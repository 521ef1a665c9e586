package rating

import (
	"maps"
	"slices"

	"cathedral/engine/record"
)

// Report holds all statistics of a ledger's games, to be printed with String or written
// as JSON.
type Report struct {
	Timekeeping Timekeeping `json:"timekeeping"` // what a reader has to know first

	Games      int       `json:"games"`      // games that count
	Pairs      int       `json:"pairs"`      // of them, each of two games
	Unpaired   int       `json:"unpaired"`   // of them, without a partner
	Unfinished int       `json:"unfinished"` // games without a result
	LeftOut    int       `json:"left_out"`   // copies and their partners, which do not count
	Copies     []Copy    `json:"copies"`     // games that repeat others
	Matches    []Match   `json:"matches"`    // of two players each, in the order of their first games
	Light      Party     `json:"light"`      // the side Light, in all games
	Standings  []Ranking `json:"standings"`  // the strongest first
	// Connected is false if no chain of games connects some of the players.
	Connected bool      `json:"connected"`
	Forfeits  []Forfeit `json:"forfeits"`
	Sides     SideModel `json:"sides"`
	// SPRT is the test of the first match. With more matches than one, each has its
	// own.
	SPRT *Test `json:"sprt,omitempty"`
	// Machines are those that played a match of two players, if there are several.
	Machines *Machines `json:"machines,omitempty"`
	// Player is the player whose matches are listed even if there are more players
	// than two; "": none. The caller may set it, and Superiority.
	Player      string       `json:"player,omitempty"`
	Superiority *Superiority `json:"superiority,omitempty"`
	// Anchored shows the table of two players, whose Elo is relative to a known one.
	Anchored bool `json:"-"`
}

// Party holds the statistics of one party, a player or a side.
type Party struct {
	Games    int      `json:"games"`
	Points   float64  `json:"points"`
	Score    Estimate `json:"score"` // points per game
	Elo      Estimate `json:"elo"`
	Margin   Estimate `json:"margin"`       // squares per game
	Margined int      `json:"margin_games"` // games with a margin
}

// Match holds the statistics of a player against an opponent.
type Match struct {
	Player   string `json:"player"`
	Opponent string `json:"opponent"`
	Party
	Results                 Count       `json:"results"`
	AsLight                 Count       `json:"as_light"`
	AsDark                  Count       `json:"as_dark"`
	NormalizedElo           Estimate    `json:"normalized_elo"`
	LikelihoodOfSuperiority Number      `json:"los"`
	Pairs                   Pentanomial `json:"pairs"` // LL, LD, WL or DD, WD, WW
	Unpaired                int         `json:"unpaired"`
	Light                   Party       `json:"light"`
	Unfinished              int         `json:"unfinished"`
	SPRT                    *Test       `json:"sprt,omitempty"`
	LeftOut                 int         `json:"left_out"`
}

// Ranking is a player's row in the table of players.
type Ranking struct {
	Player string `json:"player"`
	Party
	Results Count `json:"results"`
}

// Forfeit counts a player's losses by one kind of misbehaviour.
type Forfeit struct {
	Player      string             `json:"player"`
	Termination record.Termination `json:"termination"`
	Games       int                `json:"games"`
}

// Report computes all statistics. test may be nil.
func (l *Ledger) Report(test *SPRT) *Report {
	// Empty lists are [] in JSON, not null.
	report := &Report{Timekeeping: l.time, Connected: l.Connected(), Matches: []Match{}, Standings: []Ranking{}, Forfeits: []Forfeit{}, Copies: append([]Copy{}, l.counted.Copies...)}
	var light Sample
	for _, key := range l.pairings {
		tally := l.tallies[key]
		light = light.Plus(&tally.Light)
		report.Unfinished += tally.Unfinished
		report.LeftOut += tally.LeftOut
		match := NewMatch(l.players[key.first], l.players[key.second], tally)
		if test != nil && len(l.pairings) > 1 && key.first != key.second {
			match.SPRT = test.State(&tally.Sample)
		}
		report.Matches = append(report.Matches, match)
	}
	if len(l.pairings) == 1 {
		report.Machines = l.newMachines(l.pairings[0])
	}
	report.Sides = l.SideModel()
	report.Games, report.Pairs, report.Unpaired = light.Games(), light.Pairs.Pairs(), light.Singles.Games()
	report.Light = newParty(&light)
	for _, standing := range l.Standings() {
		ranking := Ranking{standing.Player, newParty(&standing.Sample), standing.Results}
		ranking.Elo = standing.Elo
		report.Standings = append(report.Standings, ranking)
		forfeits := l.Forfeits(standing.Player)
		for _, by := range slices.Sorted(maps.Keys(forfeits)) {
			report.Forfeits = append(report.Forfeits, Forfeit{standing.Player, by, forfeits[by]})
		}
	}
	if test != nil {
		sample := &Sample{}
		if len(l.pairings) > 0 {
			sample = &l.tallies[l.pairings[0]].Sample
		}
		report.SPRT = test.State(sample)
	}
	return report
}

// NewMatch returns the statistics of a player's tally against an opponent.
func NewMatch(player, opponent string, tally *Tally) Match {
	return Match{
		Player:                  player,
		Opponent:                opponent,
		Party:                   newParty(&tally.Sample),
		Results:                 tally.Results(),
		AsLight:                 tally.AsLight,
		AsDark:                  tally.AsDark,
		NormalizedElo:           tally.NormalizedElo(),
		LikelihoodOfSuperiority: tally.LikelihoodOfSuperiority(),
		Pairs:                   tally.Pairs,
		Unpaired:                tally.Singles.Games(),
		Light:                   newParty(&tally.Light),
		Unfinished:              tally.Unfinished,
		LeftOut:                 tally.LeftOut,
	}
}

func newParty(s *Sample) Party {
	score := s.Score()
	return Party{
		Games:    s.Games(),
		Points:   s.Points(),
		Score:    score,
		Elo:      score.elo(),
		Margin:   s.Margin(),
		Margined: s.Margins.Games(),
	}
}
