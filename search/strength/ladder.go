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
	{Name: "Child", Elo: 43, Depth: 1, Span: 100_000, Nodes: 20_000, Whim: 30},
	{Elo: 194, Depth: 1, Span: 100_000, Nodes: 2_000, Whim: 7},
	{Elo: 329, Depth: 1, Span: 100_000, Nodes: 2_000, Whim: 3.5},
	{Elo: 555, Depth: 1, Span: 100_000, Nodes: 2_000, Whim: 2},
	{Elo: 734, Depth: 1, Span: 80, Nodes: 2_000, Whim: 1.2},
	{Name: "Visitor", Elo: 882, Depth: 1, Span: 76, Nodes: 2_000, Whim: 0.3},
	{Name: "Pilgrim", Elo: 995, Depth: 1.16, Span: 107, Nodes: 2_000, Whim: 0.265},
	{Name: "Labourer", Elo: 1107, Depth: 1.35, Span: 150, Nodes: 2_000, Whim: 0.25},
	{Name: "Apprentice", Elo: 1220, Depth: 1.6, Span: 210, Nodes: 2_000, Whim: 0.228},
	{Name: "Carpenter", Elo: 1332, Depth: 1.9, Span: 289, Nodes: 2_240, Whim: 0.207},
	{Name: "Journeyman", Elo: 1445, Depth: 2.28, Span: 422, Nodes: 2_670, Whim: 0.2},
	{Name: "Stonecutter", Elo: 1557, Depth: 2.77, Span: 663, Nodes: 3_230, Whim: 0.2},
	{Name: "Mason", Elo: 1670, Depth: 3.36, Span: 1_130, Nodes: 3_940, Whim: 0.2},
	{Name: "Foreman", Elo: 1782, Depth: 4.17, Span: 2_210, Nodes: 4_830, Whim: 0.196},
	{Name: "Surveyor", Elo: 1895, Depth: 6.42, Span: 6_520, Nodes: 5_930, Whim: 0.162},
	{Name: "Master builder", Elo: 2007, Depth: 11.2, Span: 36_000, Nodes: 7_430, Whim: 0.102, Proofs: 0.2},
	{Name: "Architect", Elo: 2120, Depth: 96, Span: Everything, Nodes: 12_500, Whim: 0.033, Proofs: 1},
}

// FirstGame is the rating of the level for a first game, at which a player of limited strength
// plays by default.
const FirstGame = 882

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
