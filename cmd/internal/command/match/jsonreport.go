package match

import (
	"encoding/json"
	"io"

	"cathedral/bench/match"
	"cathedral/bench/rating"
	"cathedral/engine/record"
)

// jsonReport reports a match to programs. Each event is a line of JSON; its
// "event" names the kind.
type jsonReport struct {
	encoder  *json.Encoder
	options  *options
	ledger   *rating.Ledger
	players  []string
	recorded int // games of earlier runs
}

func newJSONReport(o *options, out io.Writer, ledger *rating.Ledger) *jsonReport {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return &jsonReport{encoder: encoder, options: o, ledger: ledger}
}

// The lines by their "event": start, notice, warning, game, end.
type (
	startLine struct {
		Event string `json:"event"`
		match.Started
	}
	noticeLine struct {
		Event string `json:"event"`
		match.Notice
	}
	warningLine struct {
		Event string `json:"event"`
		match.WarningCount
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
		Fault       string `json:"fault,omitempty"` // the player that lost by a fault
		match.Finished
		// The match of two players after this game. Only the last of the recorded games has it.
		Elo *rating.Estimate `json:"elo,omitempty"`
		LOS *rating.Number   `json:"los,omitempty"`
		// SPRT is the state of the test, if there is one.
		SPRT *rating.Test `json:"sprt,omitempty"`
	}
	endLine struct {
		Event string `json:"event"`
		*match.Summary
		Report   *rating.Report `json:"report"`
		Overruns []float64      `json:"overruns_ms"` // the longest of each player
	}
)

func (j *jsonReport) event(event match.Event) {
	switch event := event.(type) {
	case match.Started:
		j.players, j.recorded = event.Players, event.Recorded
		j.write(startLine{"start", event})
	case match.Notice:
		j.write(noticeLine{"notice", event})
	case match.Warning:
		j.write(warningLine{"warning", match.WarningCount{Warning: event, Count: 1}})
	case match.Finished:
		game := event.Record
		line := gameLine{
			Event: "game", Round: game.Tag("Round"), Light: game.Tag("White"), Dark: game.Tag("Black"),
			Result: game.Result, Score: game.Tag("Score"), Termination: game.Tag(record.TerminationTag), Cause: event.Cause,
			Finished: event,
		}
		if event.Fault >= 0 {
			line.Fault = j.players[event.Fault]
		}
		if !event.Recorded || event.Played == j.recorded {
			j.addStanding(&line)
		}
		j.write(line)
	}
}

// addStanding adds the state of a match of two players.
func (j *jsonReport) addStanding(line *gameLine) {
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

func (j *jsonReport) end(summary *match.Summary, report *rating.Report) {
	line := endLine{Event: "end", Summary: summary, Report: report, Overruns: []float64{}}
	for _, overrun := range summary.Overruns {
		line.Overruns = append(line.Overruns, float64(overrun.Microseconds())/1000)
	}
	j.write(line)
}

// write writes a line. The writer keeps the error.
func (j *jsonReport) write(line any) { _ = j.encoder.Encode(line) }
