package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"

	"cathedral/bench/match"
	"cathedral/bench/rating"
)

// matchText tells a person how a match goes: remarks, faults and the result on
// out, the progress on err.
type matchText struct {
	options *matchOptions
	out     io.Writer
	ledger  *rating.Ledger
	bar     *progressbar.ProgressBar // nil: the progress is told in lines
	begin   time.Time
	told    time.Time // when the progress was told last
	earlier int       // games that were recorded before the match began
}

// How often the progress is told, in lines and in a bar.
const (
	plainInterval = 15 * time.Second
	barInterval   = 200 * time.Millisecond
)

func newMatchText(options *matchOptions, out io.Writer, ledger *rating.Ledger) *matchText {
	now := time.Now()
	return &matchText{options: options, out: out, ledger: ledger, begin: now, told: now}
}

func (t *matchText) event(event match.Event) {
	switch event := event.(type) {
	case match.Started:
		t.started(&event)
	case match.Notice:
		t.say("%s\n", event.Text)
	case match.Warning:
		t.say("%s: %s: %s (further ones are counted)\n", event.Player, event.Kind, event.Sample)
	case match.Finished:
		t.finished(&event)
	}
}

// say writes a remark, above the progress bar where there is one.
func (t *matchText) say(format string, arguments ...any) {
	if t.options.quiet {
		return
	}
	if t.bar != nil {
		t.bar.Clear()
	}
	fmt.Fprintf(t.out, format, arguments...)
}

func (t *matchText) started(event *match.Started) {
	plan := &t.options.plan
	t.say("%s: %d games, %d at a time, %s rules\n", strings.Join(event.Players, ", "), event.Games, event.Concurrency, plan.Rules.Set)
	for i := range plan.Players {
		t.say("  %s: %s\n", plan.Players[i].Name, plan.Players[i].Control)
	}
	t.say("Openings: %s. Seed %d.\n", t.options.book, event.Seed)
	if event.Recorded > 0 {
		t.say("%d games are in %s already.\n", event.Recorded, plan.Record)
	}
	t.earlier = event.Recorded
	if t.options.interactive && !t.options.quiet {
		t.bar = progressbar.NewOptions(event.Games,
			progressbar.OptionSetWriter(t.options.err),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(false), // it would count recorded games
			progressbar.OptionSetWidth(20),
			progressbar.OptionClearOnFinish(),
		)
	}
}

func (t *matchText) finished(event *match.Finished) {
	if event.Fault >= 0 && !event.Recorded {
		record := event.Record
		t.say("Game %s, %s - %s, ply %d: %s\n", record.Tag("Round"), record.Tag("White"), record.Tag("Black"),
			record.Start.Ply()+len(record.Moves), event.Cause)
	}
	t.progress(event)
}

// progress tells the progress, if it is time to.
func (t *matchText) progress(event *match.Finished) {
	interval := plainInterval
	if t.bar != nil {
		interval = barInterval
	}
	now := time.Now()
	if t.options.quiet || now.Sub(t.told) < interval {
		return
	}
	t.told = now
	if t.bar == nil {
		fmt.Fprintf(t.options.err, "%d of %d games, %s left; %s\n", event.Played, event.Games, t.left(event), t.standing())
		return
	}
	t.bar.Describe(t.left(event) + " left; " + t.standing())
	t.bar.Set(event.Played)
}

// left returns how long the rest of the match takes, going by the games that were
// played now.
func (t *matchText) left(event *match.Finished) string {
	played := event.Played - t.earlier
	if played <= 0 {
		return "?"
	}
	perGame := time.Since(t.begin) / time.Duration(played)
	return (perGame * time.Duration(event.Games-event.Played)).Round(time.Second).String()
}

// standing returns how the match stands, in a few words.
func (t *matchText) standing() string {
	players := t.ledger.Players()
	if len(players) == 2 {
		tally := t.ledger.Tally(players[0], players[1])
		line := rating.NewMatch(players[0], players[1], &tally)
		return line.Line()
	}
	standings := t.ledger.Standings()
	return fmt.Sprintf("%s leads", standings[0].Player)
}

func (t *matchText) end(summary *match.Summary, report *rating.Report) {
	if t.bar != nil {
		t.bar.Clear()
	}
	out := t.out
	switch {
	case summary.Interrupted:
		fmt.Fprintf(out, "Interrupted after %d of %d games.%s\n", summary.Played, summary.Games, continuation(t.options.plan.Record))
	case summary.Decided:
		fmt.Fprintf(out, "Decided after %d of %d games.\n", summary.Played, summary.Games)
	}
	io.WriteString(out, report.String())
	for _, warning := range summary.Warnings {
		fmt.Fprintf(out, "%s: %s (%d in all), first: %s\n", warning.Player, warning.Kind, warning.Count, warning.Sample)
	}
}

// continuation tells how an interrupted match goes on.
func continuation(record string) string {
	if record == "" {
		return ""
	}
	return " The same command continues it."
}
