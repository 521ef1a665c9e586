package strength

import (
	"math"
	"sort"
)

// ladder has the levels with their measured ratings, weakest first. Those without a
// name lie below a first game: they join the scale to the player that draws among all
// moves. The ratings are estimates from a few hundred games a level.
var ladder = [...]Level{
	{Elo: 195, Depth: 1, Span: 100_000, Nodes: 2_000, Whim: 7},
	{Elo: 345, Depth: 1, Span: 100_000, Nodes: 2_000, Whim: 3.5},
	{Elo: 580, Depth: 1, Span: 100_000, Nodes: 2_000, Whim: 2},
	{Elo: 790, Depth: 1, Span: 80, Nodes: 2_000, Whim: 1.2},
	{Name: "Visitor", Elo: 960, Depth: 1, Span: 80, Nodes: 2_000, Whim: 0.3},
	{Name: "Pilgrim", Elo: 1079, Depth: 1.2, Span: 120, Nodes: 2_000, Whim: 0.25},
	{Name: "Labourer", Elo: 1198, Depth: 1.45, Span: 175, Nodes: 2_000, Whim: 0.25},
	{Name: "Apprentice", Elo: 1317, Depth: 1.83, Span: 277, Nodes: 2_000, Whim: 0.2},
	{Name: "Carpenter", Elo: 1436, Depth: 2.24, Span: 408, Nodes: 2_500, Whim: 0.2},
	{Name: "Journeyman", Elo: 1555, Depth: 2.66, Span: 603, Nodes: 3_000, Whim: 0.2},
	{Name: "Stonecutter", Elo: 1674, Depth: 3.2, Span: 1_000, Nodes: 4_000, Whim: 0.2},
	{Name: "Mason", Elo: 1793, Depth: 3.72, Span: 1_580, Nodes: 4_500, Whim: 0.2},
	{Name: "Foreman", Elo: 1912, Depth: 4.6, Span: 3_500, Nodes: 6_000, Whim: 0.2},
	{Name: "Surveyor", Elo: 2031, Depth: 8, Span: 20_000, Nodes: 7_400, Whim: 0.14, Proofs: 0.1},
	{Name: "Master builder", Elo: 2150, Depth: 96, Span: 200_000, Nodes: 9_500, Whim: 0.08, Proofs: 0.5},
	{Name: "Architect", Elo: 2270, Depth: 96, Span: 1_000_000, Nodes: 16_000, Whim: 0.05, Proofs: 1},
}

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

// AtElo returns the player of a rating: a level, or one between two levels, all of whose
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
