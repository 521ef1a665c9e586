package study

import (
	"context"
	"fmt"
	"strconv"

	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search"
)

// series is what the games of one file have in common.
type series struct {
	event string
	rules engine.Rules
	seed  uint64
	nodes uint64
}

// studyGame is a game of a study that is being played.
type studyGame struct {
	record   *record.Game
	position engine.Position
}

// begin begins the game of a number, from 0.
func (s series) begin(number int) studyGame {
	start := engine.Start(s.rules)
	game := studyGame{record.New(start), start}
	for _, tag := range []record.Tag{
		{Name: "Event", Value: s.event},
		{Name: "Round", Value: fmt.Sprint(number + 1)},
		{Name: "White", Value: "Cathedral"},
		{Name: "Black", Value: "Cathedral"},
		{Name: "Seed", Value: fmt.Sprint(s.seed)},
		{Name: "Nodes", Value: fmt.Sprint(s.nodes)},
	} {
		game.record.SetTag(tag.Name, tag.Value)
	}
	return game
}

// play plays the best move of a search or, once the final score is proven, all moves that
// prove it.
func (g *studyGame) play(info search.Info) {
	moves := info.PV[:1]
	if _, proven := info.ProvenEnd(g.position); proven {
		moves = info.PV
	}
	comment := record.MoveComment{Centi: info.Score.Centi, Depth: info.Depth}
	for i, move := range moves {
		played := record.Move{Move: move}
		if i == 0 {
			played.Comment = comment.String()
		}
		g.add(played)
	}
}

func (g *studyGame) add(move record.Move) {
	g.record.Moves = append(g.record.Moves, move)
	g.position = g.position.Play(move.Move)
}

// end returns the record of the game, which is over.
func (g *studyGame) end() *record.Game {
	g.record.Result = record.Result(g.position.Outcome())
	return g.record
}

// placementOf returns the placement of the Cathedral in the game of a number, from 0: each of
// the 56 has its turn. In woods, Dark's first building decides which of its rotations is
// played.
func placementOf(number int) engine.Move {
	placements := engine.CathedralPlacements()
	return placements[number%len(placements)]
}

// placementLimits returns the limits of the search that places the Cathedral in the game of
// a number.
func placementLimits(p *engine.Position, number int) search.Limits {
	placement := placementOf(number)
	if p.Ply() == 0 { // an empty board: all rotations are alike
		return search.Limits{Moves: []engine.Move{placement}, Depth: 1}
	}
	var limits search.Limits
	for quarters := range 4 {
		limits.Moves = append(limits.Moves, placement.Rotate(quarters))
	}
	return limits
}

// searchDeep searches a position, and returns the last value of each line too. A search that
// is not deep enough to tell which move is better is repeated with twice the nodes, until it
// has at least most.
func searchDeep(ctx context.Context, searcher *search.Searcher, p *engine.Position, limits search.Limits, options search.Options, most uint64) (found search.Result, lines []search.Info, err error) {
	for ; ; limits.Nodes *= 2 {
		lines = make([]search.Info, options.MultiPV)
		found = searcher.Search(ctx, p, limits, options, func(info search.Info) {
			if info.Score.Bound == search.Exact {
				lines[info.MultiPV-1] = info
			}
		})
		if found.Info.Score.Final || lines[0].Depth >= leastDepth || limits.Nodes >= most || ctx.Err() != nil {
			return found, lines, ctx.Err()
		}
	}
}

// numberOf returns the number of a game of the series.
func (s series) numberOf(game *record.Game) (int, error) {
	round, err := strconv.Atoi(game.Tag("Round"))
	if err != nil || round < 1 {
		return 0, fmt.Errorf("round %q is not a number of a game", game.Tag("Round"))
	}
	expected := s.begin(round - 1).record
	for _, name := range []string{"Event", "Seed", "Nodes"} {
		if game.Tag(name) != expected.Tag(name) {
			return 0, fmt.Errorf("game %d has %s %q, want %q: name a new file", round, name, game.Tag(name), expected.Tag(name))
		}
	}
	if rules := game.Start.Rules(); rules != s.rules {
		return 0, fmt.Errorf("game %d has the rules %v, want %v: name a new file", round, rules, s.rules)
	}
	return round - 1, nil
}
