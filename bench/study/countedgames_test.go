package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/record"
)

// countedGame is a game that counts.
type countedGame struct {
	*record.Game
	margin    float64 // Light's, by the tag Score
	cathedral engine.Move
	positions []engine.Position
}

// countedGames are the games of the study by the names of their files; all of practice are one list.
type countedGames struct {
	played  map[string]int
	counted map[string][]countedGame
}

// countGames reads the games of the study. The first counts of those that are the same up to ply 8, turned
// or not.
func countGames(t *testing.T) countedGames {
	t.Helper()
	games := countedGames{map[string]int{}, map[string][]countedGame{}}
	seen := map[string]bool{}
	for _, file := range []string{"classic", "practice-30k", "practice-60k", "woods", "mattel", "optional"} {
		name, _, _ := strings.Cut(file, "-")
		for _, game := range recordedGames(t, file) {
			games.played[name]++
			g := countedGame{Game: game, margin: float64(lightMargin(t, game)), positions: []engine.Position{game.Start}}
			for ply, played := range game.Moves[:8] {
				p := g.positions[ply]
				if p.PlacesCathedral() {
					g.cathedral = played.Move
				}
				g.positions = append(g.positions, p.Play(played.Move))
			}
			turned := g.positions[8]
			least := turned.Key()
			for range 3 {
				turned = turned.Rotate(1)
				least = min(least, turned.Key())
			}
			if opening := fmt.Sprint(game.Rules, least); !seen[opening] {
				seen[opening] = true
				games.counted[name] = append(games.counted[name], g)
			}
		}
	}
	return games
}

// facingNorth returns a placement of the Cathedral, turned to face north.
func facingNorth(placement engine.Move) string {
	for !strings.HasPrefix(placement.String(), "CAn") {
		placement = placement.Rotate(1)
	}
	return placement.String()
}

// mirrored returns the mirror image of a placement of the Cathedral that faces north.
func mirrored(place string) string {
	return place[:3] + string('A'+'J'-place[3]) + place[4:]
}

func marginsOf(games []countedGame) numbers {
	margins := make(numbers, len(games))
	for i := range games {
		margins[i] = games[i].margin
	}
	return margins
}

// placePair has Light's margins in the games from a place of the Cathedral and from its mirror image.
type placePair struct {
	place   string // the one further left
	margins [2]numbers
}

func (p *placePair) all() numbers { return slices.Concat(p.margins[0], p.margins[1]) }

// pairs returns all pairs of places, in the order of their names.
func pairs(games []countedGame) []placePair {
	var pairs []placePair
	for _, placement := range engine.CathedralPlacements() {
		if place := facingNorth(placement); place < mirrored(place) {
			pairs = append(pairs, placePair{place: place})
		}
	}
	slices.SortFunc(pairs, func(a, b placePair) int { return cmp.Compare(a.place, b.place) })
	for i := range games {
		place, half := facingNorth(games[i].cathedral), 0
		if image := mirrored(place); image < place {
			place, half = image, 1
		}
		at := slices.IndexFunc(pairs, func(p placePair) bool { return p.place == place })
		pairs[at].margins[half] = append(pairs[at].margins[half], games[i].margin)
	}
	return pairs
}

// valuedPlaces says what the pairs of places are worth to Light.
type valuedPlaces struct {
	equals, practice []placePair
	values           numbers
	interval         float64 // half the width of that of 95 %
}

// placementValues values places as EVIDENCE.md says: games of both kinds count by how well mirror images
// agree in them. The values are shrunk towards the mean by as much as mirror images disagree.
func placementValues(games *countedGames) valuedPlaces {
	v := valuedPlaces{equals: pairs(games.counted["classic"]), practice: pairs(games.counted["practice"])}
	halves, weights := [2]numbers{make(numbers, len(v.equals)), make(numbers, len(v.equals))}, 0.0
	for _, kind := range [][]placePair{v.equals, v.practice} {
		var differences, means numbers
		for i := range kind {
			first, second := kind[i].margins[0].mean(), kind[i].margins[1].mean()
			differences, means = append(differences, first-second), append(means, first, second)
		}
		weight := 1 / square(differences.deviation())
		weights += weight
		for i := range kind {
			for half, margins := range kind[i].margins {
				halves[half][i] += weight * (margins.mean() - means.mean())
			}
		}
	}
	var away numbers
	for i := range v.equals {
		away = append(away, (halves[0][i]+halves[1][i])/2/weights)
	}
	agree, _, _ := correlation(halves[0], halves[1])
	trusted := 2 * agree / (1 + agree) // the reliability of the mean of two, by Spearman and Brown
	v.interval = 1.96 * away.deviation() * math.Sqrt(trusted*(1-trusted))
	for _, squares := range away {
		v.values = append(v.values, marginsOf(games.counted["classic"]).mean()+trusted*squares)
	}
	return v
}

// order returns the numbers of the pairs, the best for Light first.
func (v *valuedPlaces) order() []int {
	return best(len(v.values), func(i int) float64 { return v.values[i] })
}

// best returns the numbers below count, those with the highest values first.
func best(count int, value func(i int) float64) []int {
	order := make([]int, count)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value(b), value(a)) })
	return order
}
