package match

import (
	"fmt"
	"io"
	"strings"
	"time"

	"cathedral/bench/match"
	"cathedral/bench/rating"
	"cathedral/cmd/internal/command"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// textReport reports a match to a person: notices, faults and the result on out,
// the progress on standard error.
type textReport struct {
	options  *options
	out      io.Writer
	ledger   *rating.Ledger
	progress *command.Progress // nil: the match is quiet or has not begun
}

func (t *textReport) event(event match.Event) {
	switch event := event.(type) {
	case match.Started:
		t.started(&event)
	case match.Notice:
		t.say("%s\n", event.Text)
	case match.Warning:
		t.say("%s: %s: %s (later ones are only counted)\n", event.Player, event.Kind, event.Sample)
	case match.Finished:
		t.finished(&event)
	}
}

// say writes a line in place of the progress bar, unless the match is quiet.
func (t *textReport) say(format string, arguments ...any) {
	if t.options.quiet {
		return
	}
	t.progress.End()
	fmt.Fprintf(t.out, format, arguments...)
}

func (t *textReport) started(event *match.Started) {
	plan := &t.options.plan
	playing := fmt.Sprintf("%d at a time", event.Concurrency)
	if event.Concurrency == 0 {
		playing = "played by workers"
	}
	t.say("%s: %s, %s, %s rules\n", strings.Join(event.Players, ", "), wording.Count(event.Games, "game"), playing, plan.Rules.Set)
	if plan.Fair != (engine.FairGame{}) {
		t.say("Fair games: %s\n", plan.Fair.Rule())
	}
	for i := range plan.Players {
		t.say("  %s: %s\n", plan.Players[i].Name, plan.Players[i].Control)
	}
	if event.ReferenceSpeed > 0 {
		t.say("Times are for a machine of %d nodes a second; workers scale them to their speed.\n", event.ReferenceSpeed)
	}
	t.say("Openings: %s. Seed %d.\n", t.options.book, event.Seed)
	if event.Recorded > 0 {
		t.say("%s already has %s.\n", plan.Record, wording.Count(event.Recorded, "game"))
	}
	if !t.options.quiet {
		t.progress = t.options.NewProgress("games", event.Games)
		t.progress.Standing = t.standing
		t.progress.Set(event.Recorded)
	}
}

func (t *textReport) finished(event *match.Finished) {
	game := event.Record
	ply := game.Start.Ply() + len(game.Moves)
	switch {
	case event.Recorded:
	case event.Fault >= 0:
		t.say("Game %s, %s - %s, ply %d: %s\n", game.Tag("Round"), game.Tag("White"), game.Tag("Black"), ply, event.Cause)
	case t.options.gameLines:
		adjudicated := ""
		if ended, _ := game.Termination(); ended != record.Normal {
			adjudicated = ": " + event.Cause
		}
		t.say("Game %s, %s - %s: %s (%s), ply %d%s\n", game.Tag("Round"), game.Tag("White"), game.Tag("Black"),
			game.Result, game.Tag("Score"), ply, adjudicated)
	}
	t.progress.Set(event.Played)
}

// standing returns the state of the match in a few words.
func (t *textReport) standing() string {
	players := t.ledger.Players()
	if len(players) == 2 {
		tally := t.ledger.Tally(players[0], players[1])
		match := rating.NewMatch(players[0], players[1], &tally)
		line := match.Line()
		if test := t.options.test; test != nil {
			line += ", " + test.State(&tally.Sample).Line()
		}
		return line
	}
	standings := t.ledger.Standings()
	return fmt.Sprintf("%s leads", standings[0].Player)
}

func (t *textReport) end(summary *match.Summary, report *rating.Report) {
	t.progress.End()
	out := t.out
	switch {
	case summary.Interrupted:
		fmt.Fprintf(out, "Interrupted after %d of %s.", summary.Played, wording.Count(summary.Games, "game"))
		if t.options.plan.Record != "" {
			io.WriteString(out, " Run the same command to continue.")
		}
		fmt.Fprintln(out)
	case summary.Decided:
		fmt.Fprintf(out, "Decided after %d of %s.\n", summary.Played, wording.Count(summary.Games, "game"))
	}
	io.WriteString(out, report.String())
	for i, overrun := range summary.Overruns {
		if player := &t.options.plan.Players[i]; overrun >= time.Millisecond {
			fmt.Fprintf(out, "%s was up to %d ms late (margin %d ms).\n", player.Name, overrun.Milliseconds(), player.Margin.Milliseconds())
		}
	}
	for _, warning := range summary.Warnings {
		fmt.Fprintf(out, "%s: %s (%d in all), first: %s\n", warning.Player, warning.Kind, warning.Count, warning.Sample)
	}
}
