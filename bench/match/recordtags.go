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

// addTags adds the tags of fixture f to the record of a game that has just ended, with what
// the worker's record states. The time of day is that of this machine, since a worker's clock
// may be wrong.
func (p *Plan) addTags(f fixture, made, given *record.Game, key string) {
	light, dark := &p.Players[f.player[engine.Light]], &p.Players[f.player[engine.Dark]]
	controls := [2]string{light.Control.String(), dark.Control.String()}
	duration, _ := time.ParseDuration(given.Tag(durationTag)) // 0 on an error
	scale := scaleOf(given)
	began := time.Now().Add(-duration)
	ended, rule := given.Termination()
	set := made.SetTag
	set("Event", p.Event)
	set("Date", began.Format("2006.01.02"))
	set("Round", f.String())
	set("White", light.Name)
	set("Black", dark.Name)
	set("Score", given.Tag("Score"))
	set(record.TerminationTag, string(ended))
	if controls[0] == controls[1] {
		set("TimeControl", controls[0])
	} else {
		set("WhiteTimeControl", controls[engine.Light])
		set("BlackTimeControl", controls[engine.Dark])
	}
	if rule != record.NoRule {
		set(record.AdjudicationTag, string(rule))
	}
	if ended != record.Normal {
		set(record.CauseTag, escaped(given.Tag(record.CauseTag)))
	}
	if p.Fair != (engine.FairGame{}) {
		set(record.FairTag, p.Fair.String())
	}
	set(seedTag, fmt.Sprint(p.Seed))
	set(whiteEngineTag, p.identities[f.player[engine.Light]])
	set(blackEngineTag, p.identities[f.player[engine.Dark]])
	set(refereeTag, p.referee())
	set(hostTag, escaped(given.Tag(hostTag)))
	set(keyTag, key)
	set(timeTag, began.Format("15:04:05"))
	if scale > 0 {
		set(referenceTag, fmt.Sprint(p.ReferenceSpeed))
		set(scaleTag, fmt.Sprintf("%.4g", scale))
	}
	set(durationTag, fmt.Sprintf("%.3fs", duration.Seconds()))
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
	return plan.checkOpening(f, game)
}

// checkOpening returns an error if a game does not begin as fixture f of the plan does.
func (p *Plan) checkOpening(f fixture, game *record.Game) error {
	begin := p.opening(f.round)
	played := game.Moves[:min(len(game.Moves), len(begin.Moves))]
	isBegun := slices.EqualFunc(played, begin.Moves, func(m record.Move, want engine.Move) bool { return m.Move == want })
	if game.Start.String() != begin.Start.String() || !isBegun {
		hint := ""
		if len(p.Openings) > 0 && f.round >= len(p.Openings) && p.OpeningsEnd != opening.Repeat {
			hint = "; it may be one that was played again (--openings-end repeat)"
		}
		return fmt.Errorf("it begins with another opening than this match would have (%s)%s", begin.String(), hint)
	}
	return nil
}
