package main

import (
	"encoding/json"
	"io"

	"cathedral/bench/match"
	"cathedral/bench/rating"
	"cathedral/bench/termination"
)

// matchJSON reports a match to programs. Each event is a line of JSON; its
// "event" names the kind.
type matchJSON struct {
	encoder *json.Encoder
	options *matchOptions
	ledger  *rating.Ledger
	players []string
}

func newMatchJSON(options *matchOptions, out io.Writer, ledger *rating.Ledger) *matchJSON {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return &matchJSON{encoder: encoder, options: options, ledger: ledger}
}

// The lines by their "event": start, notice, warning, game, end.
type (
	startLine struct {
		Event       string   `json:"event"`
		Players     []string `json:"players"`
		Games       int      `json:"games"`
		Recorded    int      `json:"recorded"` // games that the record had
		Concurrency int      `json:"concurrency"`
		Seed        uint64   `json:"seed"`
		Reference   uint64   `json:"reference_speed,omitempty"` // nodes a second, if workers scale the clocks
	}
	noticeLine struct {
		Event string `json:"event"`
		Text  string `json:"text"`
	}
	warningLine struct {
		Event  string `json:"event,omitempty"`
		Player string `json:"player"`
		Kind   string `json:"kind"`
		Sample string `json:"sample"`
		Count  int    `json:"count"`
	}
	gameLine struct {
		Event       string `json:"event"`
		Round       string `json:"round"`
		Light       string `json:"light"`
		Dark        string `json:"dark"`
		Result      string `json:"result"`
		Score       string `json:"score"` // Light's and Dark's unplaced squares
		Termination string `json:"termination"`
		Cause       string `json:"cause"`
		Fault       string `json:"fault,omitempty"`  // the player that lost by a fault
		Plies       int    `json:"plies"`            // played by the players, without the opening
		Recorded    bool   `json:"recorded"`         // played by an earlier run
		Worker      string `json:"worker,omitempty"` // that played the game
		// TimeScale is the factor of the worker's clocks, if they were scaled.
		TimeScale float64 `json:"time_scale,omitempty"`
		Played    int     `json:"played"`
		Games     int     `json:"games"`
		// The match of two players after this game.
		Elo *rating.Estimate `json:"elo,omitempty"`
		LOS *rating.Number   `json:"los,omitempty"`
		// SPRT is the state of the test, if there is one.
		SPRT *rating.Test `json:"sprt,omitempty"`
	}
	endLine struct {
		Event       string         `json:"event"`
		Played      int            `json:"played"`
		Games       int            `json:"games"`
		Decided     bool           `json:"decided"`
		DecidedBy   string         `json:"decided_by,omitempty"` // the round of a game
		Interrupted bool           `json:"interrupted"`
		Faults      int            `json:"faults"`
		Warnings    []warningLine  `json:"warnings"`
		Report      *rating.Report `json:"report"`
		Overruns    []float64      `json:"overruns_ms"` // the longest of each player
	}
)

func (j *matchJSON) event(event match.Event) {
	switch event := event.(type) {
	case match.Started:
		j.players = event.Players
		j.write(startLine{"start", event.Players, event.Games, event.Recorded, event.Concurrency, event.Seed, event.ReferenceSpeed})
	case match.Notice:
		j.write(noticeLine{"notice", event.Text})
	case match.Warning:
		j.write(warningLine{"warning", event.Player, event.Kind, event.Sample, 1})
	case match.Finished:
		record := event.Record
		line := gameLine{
			Event: "game", Round: record.Tag("Round"), Light: record.Tag("White"), Dark: record.Tag("Black"),
			Result: record.Result, Score: record.Tag("Score"), Termination: record.Tag(termination.Tag), Cause: event.Cause,
			Plies: event.Plies, Recorded: event.Recorded, Worker: event.Worker, TimeScale: event.TimeScale, Played: event.Played, Games: event.Games,
		}
		if event.Fault >= 0 {
			line.Fault = j.players[event.Fault]
		}
		j.addStanding(&line)
		j.write(line)
	}
}

// addStanding adds the state of a match of two players.
func (j *matchJSON) addStanding(line *gameLine) {
	if len(j.players) != 2 {
		return
	}
	tally := j.ledger.Tally(j.players[0], j.players[1])
	elo, los := tally.Elo(), tally.LikelihoodOfSuperiority()
	line.Elo, line.LOS = &elo, &los
	if test := j.options.test; test != nil {
		line.SPRT = test.State(&tally.Sample)
	}
}

func (j *matchJSON) end(summary *match.Summary, report *rating.Report) {
	line := endLine{
		Event: "end", Played: summary.Played, Games: summary.Games, Decided: summary.Decided, DecidedBy: summary.DecidedBy,
		Interrupted: summary.Interrupted, Faults: summary.Faults, Warnings: []warningLine{}, Report: report, Overruns: []float64{},
	}
	for _, overrun := range summary.Overruns {
		line.Overruns = append(line.Overruns, float64(overrun.Microseconds())/1000)
	}
	for _, warning := range summary.Warnings {
		line.Warnings = append(line.Warnings, warningLine{"", warning.Player, warning.Kind, warning.Sample, warning.Count})
	}
	j.write(line)
}

// write writes a line. The writer keeps the error.
func (j *matchJSON) write(line any) { _ = j.encoder.Encode(line) }
