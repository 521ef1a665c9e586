package match

import (
	"fmt"
	"time"

	"cathedral/bench/termination"
	"cathedral/engine"
	"cathedral/engine/record"
)

// seedTag is the tag with the match's seed. The match also writes the tags of every
// record and those of package termination.
const seedTag = "Seed"

// record returns the record of the game, which has just ended.
func (g *game) record(plan *Plan, f fixture) *record.Game {
	gameRecord := record.New(g.start)
	light, dark := g.score()
	gameRecord.Result = record.Result(g.verdict.outcome)
	controls := [2]string{g.clocks[engine.Light].control.String(), g.clocks[engine.Dark].control.String()}
	set := gameRecord.SetTag
	set("Event", plan.Event)
	set("Date", g.began.Format("2006.01.02"))
	set("Round", f.String())
	set("White", g.names[engine.Light])
	set("Black", g.names[engine.Dark])
	set("Score", fmt.Sprintf("%d-%d", light, dark))
	set(termination.Tag, string(g.verdict.termination))
	if controls[0] == controls[1] {
		set("TimeControl", controls[0])
	} else {
		set("WhiteTimeControl", controls[engine.Light])
		set("BlackTimeControl", controls[engine.Dark])
	}
	if g.verdict.rule != termination.NoRule {
		set(termination.RuleTag, string(g.verdict.rule))
	}
	if g.verdict.termination != termination.Normal {
		set(termination.CauseTag, g.verdict.cause)
	}
	set(seedTag, fmt.Sprint(plan.Seed))
	set(whiteEngineTag, plan.identities[f.player[engine.Light]])
	set(blackEngineTag, plan.identities[f.player[engine.Dark]])
	set(refereeTag, plan.referee())
	set(hostTag, plan.host)
	set(timeTag, g.began.Format("15:04:05"))
	set(durationTag, fmt.Sprintf("%.3fs", time.Since(g.began).Seconds()))
	gameRecord.Moves = make([]record.Move, len(g.moves))
	for i, move := range g.moves {
		gameRecord.Moves[i] = record.Move{Move: move, Comment: g.comments[i]}
	}
	return gameRecord
}

// checkRecord returns an error if a recorded game does not match fixture f of the
// plan.
func checkRecord(plan *Plan, f fixture, game *record.Game) error {
	light, dark := &plan.Players[f.player[engine.Light]], &plan.Players[f.player[engine.Dark]]
	for _, expected := range []struct{ tag, want string }{
		{"White", light.Name}, {"Black", dark.Name}, {"Rules", plan.Rules.Set.String()},
		{"OptionalCapture", map[bool]string{true: "true"}[plan.Rules.OptionalCapture]},
		{seedTag, fmt.Sprint(plan.Seed)},
	} {
		if got := game.Tag(expected.tag); got != expected.want {
			return fmt.Errorf("%s is %q, but this match would have %q", expected.tag, got, expected.want)
		}
	}
	controls := game.Tag("WhiteTimeControl") + " " + game.Tag("BlackTimeControl")
	if controls == " " {
		controls = game.Tag("TimeControl") + " " + game.Tag("TimeControl")
	}
	if want := light.Control.String() + " " + dark.Control.String(); controls != want {
		return fmt.Errorf("the time controls are %q, but this match would have %q", controls, want)
	}
	opening := plan.opening(f.round)
	var played []engine.Move
	for _, move := range game.Moves[:min(len(game.Moves), len(opening.Moves))] {
		played = append(played, move.Move)
	}
	if game.Start.String() != opening.Start.String() || movesText(played) != movesText(opening.Moves) {
		hint := ""
		if len(plan.Openings) > 0 && f.round >= len(plan.Openings) && plan.OpeningsEnd != RepeatOpenings {
			hint = "; it may be one that was played again (--openings-end repeat)"
		}
		return fmt.Errorf("it begins with another opening than this match would have (%s)%s", opening.String(), hint)
	}
	return nil
}
