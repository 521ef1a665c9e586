// Package selfplay plays games of the engine against itself, as jobs that any worker can
// do. What the engine may play in them is up to its callers, which study the opening or
// tune the engine.
package selfplay

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"cathedral/bench/jobs"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search"
)

// Series holds the settings that the games of one file share. Each game has a number, from 0.
type Series struct {
	Event string // the name of the series
	Rules engine.Rules
	Seed  uint64 // determines every random choice
	Nodes uint64 // searched for each move, at least 1
	Fair  engine.FairGame
	Level int  // the Elo of both sides; 0: full strength
	Swap  bool // one side was chosen after Dark's first building
}

// Random returns the source of the random choices of the game of a number.
func (s Series) Random(number int) *rand.Rand { return rand.New(rand.NewPCG(s.Seed, uint64(number))) }

// Begin begins the game of a number. It returns an error if the series, which may come from
// another machine, is impossible.
func (s Series) Begin(number int) (*Game, error) {
	if s.Nodes < 1 || !slices.Contains(engine.RuleSets(), s.Rules.Set) || number < 0 {
		return nil, fmt.Errorf("a game cannot have the number %d, %d nodes and the rule set %d", number, s.Nodes, s.Rules.Set)
	}
	start := engine.Start(s.Rules)
	game := &Game{record.New(start), start}
	for _, tag := range append(s.tags(number), record.Tag{Name: "White", Value: "Cathedral"}, record.Tag{Name: "Black", Value: "Cathedral"}) {
		game.Record.SetTag(tag.Name, tag.Value)
	}
	return game, nil
}

// levelTag is the tag of games that were played at a level.
const levelTag = "Level"

// IsOrdinary reports whether game was played at full strength and by the rules alone: it is
// not a fair game, one of a level or one with a swap. The record must be one that a reader returned.
func IsOrdinary(game *record.Game) bool {
	fair, err := game.Fair()
	return err == nil && fair == (engine.FairGame{}) && game.Tag(levelTag) == "" && game.Tag(record.SwapTag) == ""
}

// tags returns the tags that identify the game of a number.
func (s Series) tags(number int) []record.Tag {
	tags := []record.Tag{
		{Name: "Event", Value: s.Event},
		{Name: "Round", Value: fmt.Sprint(number + 1)},
		{Name: "Seed", Value: fmt.Sprint(s.Seed)},
		{Name: "Nodes", Value: fmt.Sprint(s.Nodes)},
	}
	if s.Fair != (engine.FairGame{}) {
		tags = append(tags, record.Tag{Name: record.FairTag, Value: s.Fair.String()})
	}
	if s.Level != 0 {
		tags = append(tags, record.Tag{Name: levelTag, Value: fmt.Sprint(s.Level)})
	}
	if s.Swap {
		tags = append(tags, record.Tag{Name: record.SwapTag, Value: "true"})
	}
	return tags
}

// NumberOf returns the number of a game, or an error if the game is not one of the series.
func (s Series) NumberOf(game *record.Game) (int, error) {
	round, err := strconv.Atoi(game.Tag("Round"))
	if err != nil || round < 1 {
		return 0, fmt.Errorf("round %.30q is not a number of a game", game.Tag("Round"))
	}
	for _, tag := range s.tags(round - 1) {
		if got := game.Tag(tag.Name); got != tag.Value {
			return 0, fmt.Errorf("game %d has %s %.30q, want %q: name a new file", round, tag.Name, got, tag.Value)
		}
	}
	if rules := game.Start.Rules(); rules != s.Rules {
		return 0, fmt.Errorf("game %d has the rules %v, want %v: name a new file", round, rules, s.Rules)
	}
	return round - 1, nil
}

// NewTask returns the task of playing games, as jobs.Searching does; play plays the game of
// a payload. The result of a job is the text of its game's record.
func NewTask[payload any](name string, hashMiB int, play func(context.Context, *search.Searcher, payload) (*record.Game, error)) jobs.Task[payload, string] {
	return jobs.Searching(name, hashMiB, func(ctx context.Context, searcher *search.Searcher, job payload) (string, error) {
		game, err := play(ctx, searcher, job)
		if err != nil {
			return "", err
		}
		return Text(game)
	})
}

// Text returns the text of the record of a game, or the error of record.Game.Write.
func Text(game *record.Game) (string, error) {
	var written strings.Builder
	err := game.Write(&written)
	return written.String(), err
}

// Read returns the game of a number from the text of its record, a result of a job. The
// error is a *jobs.RefusedError.
func (s Series) Read(number int, text string) (*record.Game, error) {
	game, err := record.NewReader(strings.NewReader(text)).Next()
	if err != nil {
		return nil, jobs.Refuse("game %d: %w", number+1, err)
	}
	switch its, err := s.NumberOf(game); {
	case err != nil:
		return nil, &jobs.RefusedError{Reason: err}
	case its != number:
		return nil, jobs.Refuse("it is game %d and not game %d", its+1, number+1)
	}
	return game, nil
}
