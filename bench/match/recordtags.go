package match

import (
	"fmt"
	"slices"
	"time"

	"cathedral/bench/match/opening"
	"cathedral/engine"
	"cathedral/engine/record"
)

// seedTag is the tag with the match's seed. The match also writes the tags of every
// record and those about the end of its game.
const seedTag = "Seed"

// addTags adds the result and the tags of fixture f to the record of a game that has just
// ended. The time of day is that of this machine, since a worker's clock may be wrong.
func (g *gameResult) addTags(made *record.Game, plan *Plan, f fixture) {
	light, dark := &plan.Players[f.player[engine.Light]], &plan.Players[f.player[engine.Dark]]
	controls := [2]string{light.Control.String(), dark.Control.String()}
	began := time.Now().Add(-g.Duration)
	made.Result = record.Result(g.Outcome)
	set := made.SetTag
	set("Event", plan.Event)
	set("Date", began.Format("2006.01.02"))
	set("Round", f.String())
	set("White", light.Name)
	set("Black", dark.Name)
	set("Score", fmt.Sprintf("%d-%d", g.Light, g.Dark))
	set(record.TerminationTag, string(g.Termination))
	if controls[0] == controls[1] {
		set("TimeControl", controls[0])
	} else {
		set("WhiteTimeControl", controls[engine.Light])
		set("BlackTimeControl", controls[engine.Dark])
	}
	if g.Rule != record.NoRule {
		set(record.AdjudicationTag, string(g.Rule))
	}
	if g.Termination != record.Normal {
		set(record.CauseTag, g.Cause)
	}
	if plan.Fair != (engine.FairGame{}) {
		set(record.FairTag, plan.Fair.String())
	}
	set(seedTag, fmt.Sprint(plan.Seed))
	set(whiteEngineTag, plan.identities[f.player[engine.Light]])
	set(blackEngineTag, plan.identities[f.player[engine.Dark]])
	set(refereeTag, plan.referee())
	set(hostTag, g.Host)
	set(keyTag, g.key)
	set(timeTag, began.Format("15:04:05"))
	if g.TimeScale > 0 {
		set(referenceTag, fmt.Sprint(plan.ReferenceSpeed))
		set(scaleTag, fmt.Sprintf("%.4g", g.TimeScale))
	}
	set(durationTag, fmt.Sprintf("%.3fs", g.Duration.Seconds()))
}

// checkRecord returns an error if a recorded game does not match fixture f of the
// plan.
func checkRecord(plan *Plan, f fixture, game *record.Game) error {
	light, dark := &plan.Players[f.player[engine.Light]], &plan.Players[f.player[engine.Dark]]
	for _, expected := range []struct{ tag, want string }{
		{"White", light.Name}, {"Black", dark.Name}, {"Rules", plan.Rules.Set.String()},
		{"OptionalCapture", map[bool]string{true: "true"}[plan.Rules.OptionalCapture]},
		{record.FairTag, map[bool]string{true: plan.Fair.String()}[plan.Fair != engine.FairGame{}]},
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
	begin := plan.opening(f.round)
	played := game.Moves[:min(len(game.Moves), len(begin.Moves))]
	isBegun := slices.EqualFunc(played, begin.Moves, func(m record.Move, want engine.Move) bool { return m.Move == want })
	if game.Start.String() != begin.Start.String() || !isBegun {
		hint := ""
		if len(plan.Openings) > 0 && f.round >= len(plan.Openings) && plan.OpeningsEnd != opening.Repeat {
			hint = "; it may be one that was played again (--openings-end repeat)"
		}
		return fmt.Errorf("it begins with another opening than this match would have (%s)%s", begin.String(), hint)
	}
	return nil
}
