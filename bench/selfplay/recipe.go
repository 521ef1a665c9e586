// Package selfplay plays games of the engine against itself. A file of them that was interrupted is
// continued with the games that it would have had; only those in progress are played again. A [Recipe]
// says which they are; [Append] has workers play them and writes them to a file.
package selfplay

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search"
)

// Recipe describes games of the engine against itself, which have numbers from 0. The recipe,
// the number of a game and the engine determine the game, so games can be played in any order
// and anywhere. Every game ends on the board: when the engine has proven the final score, it
// plays the line that it has proven.
type Recipe struct {
	Event string // the name of the series
	Rules engine.Rules
	Seed  uint64 // determines every random choice
	Nodes uint64 // searched for each move, at least 1
	// Late is the number of nodes from ply lateMoves on, where proofs need them; 0: Nodes.
	Late    uint64 `json:",omitempty"`
	HashMiB int    // the size of a search's table, on which its moves depend, at least 1
	// RandomPlies is the greatest length of a game's random opening, in plies; the least is one
	// ply. 0: games have none.
	RandomPlies int
	// Noise makes one move in Noise after the opening a random one of the likely moves, so
	// that the games reach positions that good play avoids. 0: none.
	Noise int
	// Asides is the percentage of searched moves beside which another likely move is tried,
	// at random. The record has it as a variation, with the reply that a search chooses.
	Asides int `json:",omitempty"`
	// Placements has each placement of the Cathedral begin a game in turn.
	Placements bool
	// Spread is the number of moves, by both sides together, that are picked among the best,
	// so that games differ. If Nodes do not suffice to value several moves, more are searched.
	Spread int
	// Fair restricts Dark's first building and says who wins. With squares in advance both
	// sides play for squares, in other games for a win first.
	Fair engine.FairGame `json:",omitzero"`
	// Level is the Elo of the level at which both sides play, whose own mistakes make the games
	// differ; 0 is full strength.
	Level int `json:",omitempty"`
	// Swap has one player choose the side when the other has placed Dark's first building.
	Swap bool `json:",omitempty"`
	// InOrder keeps a file in the order of the games' numbers, so that the recipe and the
	// engine determine every byte of it.
	InOrder bool
}

// Training returns a recipe of games to tune the engine by.
func Training() Recipe {
	return Recipe{
		Event: "Self-play for tuning", Nodes: 1500, Late: 6000, HashMiB: 16,
		RandomPlies: 5, Noise: 10, Asides: 60, InOrder: true,
	}
}

// FromPlacements returns a recipe of games to study the opening by.
func FromPlacements() Recipe {
	return Recipe{Event: "Opening study", HashMiB: 32, Placements: true, Spread: 4}
}

// searcher returns a searcher for the games, which has learned nothing.
func (r *Recipe) searcher() (*search.Searcher, error) {
	const most = 256 // MiB, for a recipe of another machine
	if r.HashMiB < 1 || r.HashMiB > most {
		return nil, fmt.Errorf("a table of %d MiB: want 1 to %d", r.HashMiB, most)
	}
	return search.New(r.HashMiB)
}

// begin begins game number. It is an error if the recipe, which may come from
// another machine, is one that cannot be.
func (r *Recipe) begin(number int) (*game, error) {
	if r.Nodes < 1 || !slices.Contains(engine.RuleSets(), r.Rules.Set) || number < 0 {
		return nil, fmt.Errorf("a game cannot have the number %d, %d nodes and the rule set %d", number, r.Nodes, r.Rules.Set)
	}
	start := engine.Start(r.Rules)
	g := &game{record.New(start), start}
	for _, tag := range append(r.tags(number), record.Tag{Name: "White", Value: "Cathedral"}, record.Tag{Name: "Black", Value: "Cathedral"}) {
		g.record.SetTag(tag.Name, tag.Value)
	}
	return g, nil
}

// lateMoves is the first ply of the moves that are searched with Recipe.Late nodes.
const lateMoves = 12

// nodes returns the nodes of a search of p.
func (r *Recipe) nodes(p *engine.Position) uint64 {
	if r.Late > 0 && p.Ply() >= lateMoves {
		return r.Late
	}
	return r.Nodes
}

// random returns a source of the random choices of game number.
func (r *Recipe) random(number int) *rand.Rand { return rand.New(rand.NewPCG(r.Seed, uint64(number))) }

const (
	// NoiseTag is the tag of games with random openings. Its value is Recipe's Noise.
	NoiseTag = "Noise"
	levelTag = "Level" // of games that were played at a level
)

// IsOrdinary reports whether game was played at full strength and by the rules alone: it is
// not a fair game, one of a level or one with a swap. The record must be one that a reader returned.
func IsOrdinary(game *record.Game) bool {
	fair, err := game.Fair()
	return err == nil && fair == (engine.FairGame{}) && game.Tag(levelTag) == "" && game.Tag(record.SwapTag) == ""
}

// tags returns the tags that identify game number.
func (r *Recipe) tags(number int) []record.Tag {
	tags := []record.Tag{
		{Name: "Event", Value: r.Event},
		{Name: "Round", Value: fmt.Sprint(number + 1)},
		{Name: "Seed", Value: fmt.Sprint(r.Seed)},
		{Name: "Nodes", Value: fmt.Sprint(r.Nodes)},
	}
	if r.Fair != (engine.FairGame{}) {
		tags = append(tags, record.Tag{Name: record.FairTag, Value: r.Fair.String()})
	}
	if r.Level != 0 {
		tags = append(tags, record.Tag{Name: levelTag, Value: fmt.Sprint(r.Level)})
	}
	if r.Swap {
		tags = append(tags, record.Tag{Name: record.SwapTag, Value: "true"})
	}
	if r.RandomPlies > 0 {
		tags = append(tags, record.Tag{Name: NoiseTag, Value: fmt.Sprint(r.Noise)})
	}
	if r.Late > 0 {
		tags = append(tags, record.Tag{Name: "Late", Value: fmt.Sprint(r.Late)})
	}
	if r.Asides > 0 {
		tags = append(tags, record.Tag{Name: "Asides", Value: fmt.Sprint(r.Asides)})
	}
	return tags
}

// numberOf returns the number of a game. It is an error if the game is not one of the
// recipe.
func (r *Recipe) numberOf(game *record.Game) (int, error) {
	round, err := strconv.Atoi(game.Tag("Round"))
	if err != nil || round < 1 {
		return 0, fmt.Errorf("round %.30q is not a number of a game", game.Tag("Round"))
	}
	for _, tag := range r.tags(round - 1) {
		if got := game.Tag(tag.Name); got != tag.Value {
			return 0, fmt.Errorf("game %d has %s %.30q, want %q: name a new file", round, tag.Name, got, tag.Value)
		}
	}
	if rules := game.Start.Rules(); rules != r.Rules {
		return 0, fmt.Errorf("game %d has the rules %v, want %v: name a new file", round, rules, r.Rules)
	}
	return round - 1, nil
}
