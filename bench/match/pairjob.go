package match

import (
	"encoding/json"
	"fmt"
	"slices"

	"cathedral/bench/farm"
	"cathedral/bench/match/opening"
	"cathedral/bench/match/player"
	"cathedral/engine"
)

// JobKind is the kind of the jobs of a match.
const JobKind = "match"

// pairJob describes games of a pair to a worker, which knows nothing else of the match.
type pairJob struct {
	Rules           string          `json:"rules"` // the name of the set
	OptionalCapture bool            `json:"optionalCapture,omitempty"`
	Fair            engine.FairGame `json:"fair,omitzero"`
	Start           string          `json:"start,omitempty"` // a position text; "": the usual start
	Moves           []string        `json:"moves"`           // of the opening
	Random          int             `json:"random,omitempty"`
	Adjudication    Adjudication    `json:"adjudication"`
	ReferenceSpeed  uint64          `json:"referenceSpeed,omitempty"` // see Plan; 0: the times are not scaled
	Games           []gameJob       `json:"games"`
}

// gameJob describes one game of a pair.
type gameJob struct {
	Round   string        `json:"round"`
	Players [2]contestant `json:"players"` // by side
	Seeds   [2]uint64     `json:"seeds"`
}

// contestant is a player with the checksum of its program. A job never says how a program is
// started: the worker has to know the program by its name and checksum.
type contestant struct {
	player.Specification
	Program string // complete when the engine has been started once; "": it is built in
}

// contestant describes a player of the plan in a job.
func (p *Plan) contestant(index int) contestant {
	from := &p.Players[index]
	c := contestant{Specification: player.Specification{
		Name: from.Name, Options: from.Options, Techniques: from.Techniques,
		Control: from.Control, Margin: from.Margin, Ponder: from.Ponder,
	}}
	if from.IsBuiltIn() {
		c.Command = from.Command
	} else {
		c.Program = p.programs[index].Checksum()
	}
	return c
}

// nextPair returns the number of the first fixtures that make a job: those of a pair, or one
// if the games of a pair may be played at the same time.
func nextPair(fixtures []fixture, wholePairs bool) int {
	count := 1
	for wholePairs && count < len(fixtures) && fixtures[count].pair == fixtures[0].pair {
		count++
	}
	return count
}

// job returns the job of some fixtures of one pair.
func (p *Plan) job(fixtures []fixture) farm.Job {
	begin := p.opening(fixtures[0].round)
	pair := pairJob{
		Rules: p.Rules.Set.String(), OptionalCapture: p.Rules.OptionalCapture, Fair: p.Fair,
		Moves: opening.Words(begin.Moves), Random: begin.Random, Adjudication: p.Adjudication,
		ReferenceSpeed: p.ReferenceSpeed,
	}
	if usual := engine.Start(p.Rules); begin.Start != usual {
		pair.Start = begin.Start.String()
	}
	for _, f := range fixtures {
		game := gameJob{Round: f.String()}
		for _, side := range []engine.Side{engine.Light, engine.Dark} {
			game.Players[side] = p.contestant(f.player[side])
			game.Seeds[side] = p.gameSeed(f, side)
		}
		pair.Games = append(pair.Games, game)
	}
	return farm.Job{ID: fmt.Sprint(fixtures[0].pair + 1), Payload: pair}
}

// readPairJob reads the description of a pair and its opening.
func readPairJob(payload json.RawMessage) (pair pairJob, begin opening.Opening, err error) {
	if err := json.Unmarshal(payload, &pair); err != nil {
		return pair, begin, err
	}
	rules := engine.Rules{OptionalCapture: pair.OptionalCapture}
	if rules.Set, err = engine.ParseRuleSet(pair.Rules); err != nil {
		return pair, begin, err
	}
	begin = opening.Opening{Start: engine.Start(rules), Random: pair.Random}
	if pair.Start != "" {
		if begin.Start, err = engine.ParsePosition(pair.Start, rules); err != nil {
			return pair, begin, err
		}
	}
	if begin.Moves, err = opening.PlayWords(begin.Start, pair.Moves); err != nil {
		return pair, begin, fmt.Errorf("the opening: %w", err)
	}
	return pair, begin, nil
}

// specification returns how to start a contestant of a job with the engines that a worker
// has, and the options that the worker's own specification sets. It is an error if the worker does not
// have the same program.
func (c *contestant) specification(engines []contestant) (found player.Specification, own []player.Option, err error) {
	i := slices.IndexFunc(engines, func(e contestant) bool { return e.Name == c.Name })
	if i >= 0 {
		own = engines[i].Options
	}
	if c.Program == "" {
		found.Command = c.Command
		if !found.IsBuiltIn() {
			return found, nil, fmt.Errorf("%q is not a built-in player", c.Command)
		}
	} else {
		if i < 0 {
			return found, nil, fmt.Errorf("no engine %q here", c.Name)
		}
		if engines[i].Program != c.Program {
			return found, nil, fmt.Errorf("%s is another program here: its checksum is %s and not %s", c.Name, engines[i].Program, c.Program)
		}
		found = engines[i].Specification
	}
	found.Name, found.Options, found.Techniques = c.Name, c.Options, c.Techniques
	found.Control, found.Margin, found.Ponder = c.Control, c.Margin, c.Ponder
	return found, own, nil
}
