package strength

import (
	"math"
	"sort"
)

// ladder has the levels with their measured ratings, weakest first. Those without a
// name lie between a child and a first game: they join the scale to the player that picks
// among all moves. bench/rating/LEVELS.md says how the ratings were measured. If anything
// else of a level changes, they have to be measured again.
var ladder = [...]Level{
	{Name: "Child", Elo: 43, Depth: 1, Span: 100_000, Nodes: 20_000, Whim: 40},
	{Elo: 176, Depth: 1, Span: 100_000, Nodes: 2_000, Whim: 7},
	{Elo: 299, Depth: 1, Span: 100_000, Nodes: 2_000, Whim: 3.5},
	{Elo: 477, Depth: 1, Span: 100_000, Nodes: 2_000, Whim: 2},
	{Elo: 694, Depth: 1, Span: 80, Nodes: 2_000, Whim: 1.2},
	{Name: "Visitor", Elo: 834, Depth: 1, Span: 76, Nodes: 2_000, Whim: 0.3},
	{Name: "Pilgrim", Elo: 946, Depth: 1.12, Span: 100, Nodes: 2_000, Whim: 0.27},
	{Name: "Labourer", Elo: 1060, Depth: 1.26, Span: 130, Nodes: 2_000, Whim: 0.25},
	{Name: "Apprentice", Elo: 1175, Depth: 1.43, Span: 170, Nodes: 2_000, Whim: 0.25},
	{Name: "Carpenter", Elo: 1286, Depth: 1.66, Span: 227, Nodes: 2_000, Whim: 0.22},
	{Name: "Journeyman", Elo: 1405, Depth: 2.04, Span: 334, Nodes: 2_400, Whim: 0.2},
	{Name: "Stonecutter", Elo: 1515, Depth: 2.47, Span: 505, Nodes: 2_900, Whim: 0.2},
	{Name: "Mason", Elo: 1657, Depth: 3.07, Span: 875, Nodes: 3_600, Whim: 0.2},
	{Name: "Foreman", Elo: 1770, Depth: 3.72, Span: 1_540, Nodes: 4_400, Whim: 0.2},
	{Name: "Surveyor", Elo: 1882, Depth: 4.8, Span: 3_650, Nodes: 5_500, Whim: 0.19},
	{Name: "Master builder", Elo: 2006, Depth: 11.4, Span: 38_800, Nodes: 7_500, Whim: 0.1, Proofs: 0.2},
	{Name: "Architect", Elo: 2130, Depth: 96, Span: Everything, Nodes: 12_500, Whim: 0.033, Proofs: 1},
}

// FirstGame is the rating of the level for a first game, at which a player of limited strength
// plays by default.
const FirstGame = 834

// Levels returns the levels that have a name, weakest first. Full strength is not
// among them.
func Levels() []Level {
	var named []Level
	for _, level := range ladder {
		if level.Name != "" {
			named = append(named, level)
		}
	}
	return named
}

// EloRange returns the ratings of the weakest and of the strongest player that AtElo
// knows. Full strength lies above.
func EloRange() (least, most int) { return ladder[0].Elo, ladder[len(ladder)-1].Elo }

// AtElo returns the player whose rating is elo: a level, or one between two levels, all of whose
// numbers lie between theirs. A rating outside EloRange gets the nearest player.
func AtElo(elo int) Level {
	above := sort.Search(len(ladder), func(i int) bool { return ladder[i].Elo >= elo })
	switch {
	case above == len(ladder):
		return ladder[above-1]
	case above == 0 || ladder[above].Elo == elo:
		return ladder[above]
	}
	low, high := &ladder[above-1], &ladder[above]
	part := float64(elo-low.Elo) / float64(high.Elo-low.Elo)
	linear := func(a, b float64) float64 { return a + part*(b-a) }
	geometric := func(a, b float64) float64 { return a * math.Pow(b/a, part) }
	return Level{
		Elo:    elo,
		Depth:  linear(low.Depth, high.Depth),
		Span:   geometric(low.Span, high.Span),
		Nodes:  uint64(geometric(float64(low.Nodes), float64(high.Nodes))),
		Whim:   geometric(low.Whim, high.Whim),
		Proofs: linear(low.Proofs, high.Proofs),
	}
}
