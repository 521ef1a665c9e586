package study

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"testing"

	"cathedral/bench/rating"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// The gain by the book that EVIDENCE.md states is that of the pairs of its confirmation that count.
// All pairs with the same place of the Cathedral depend on each other.
func TestTheDocumentsGainByTheBookIsThatOfItsGames(t *testing.T) {
	observations, sum := observed(t, recordedGames(t, "book-confirmation")), 0.0
	places := map[string]numbers{}
	for _, games := range observations {
		gain := 0.0
		for _, game := range games {
			margin := float64(lightMargin(t, game))
			if game.Tag("White") == "plain" {
				margin = -margin
			}
			gain += margin / float64(len(games))
		}
		place := games[0].Moves[0].Move.String()
		places[place] = append(places[place], gain)
		sum += gain
	}
	mean, residues := sum/float64(len(observations)), 0.0
	for _, gains := range places {
		residues += square(float64(len(gains)) * (gains.mean() - mean))
	}
	clusters := float64(len(places))
	interval := student(len(places)-1) * math.Sqrt(residues*clusters/(clusters-1)) / float64(len(observations))
	says(t, "EVIDENCE.md", fmt.Sprintf("%+.2f ± %.2f squares more a game than without (%d pairs that count from %d places", mean, interval, len(observations), len(places)))
}

// The results of a stronger Light that EVIDENCE.md states are those of its games that count.
func TestAStrongerLightOfTheDocument(t *testing.T) {
	points, margins := map[string]numbers{}, map[string]numbers{}
	games := slices.DeleteFunc(recordedGames(t, "stronger-light"), func(game *record.Game) bool { return game.Tag("White") == "weak" })
	for _, observation := range observed(t, games) {
		game := observation[0]
		weaker := game.Tag("BlackTimeControl")
		points[weaker] = append(points[weaker], map[string]float64{"1-0": 1, "1/2-1/2": 0.5, "0-1": 0}[game.Tag("Result")])
		margins[weaker] = append(margins[weaker], float64(lightMargin(t, game)))
	}
	for weaker, times := range map[string]string{"nodes=10000": "10", "nodes=1000": "100", "nodes=100": "1,000"} {
		says(t, "EVIDENCE.md", fmt.Sprintf("| %s | %d | %s | %+.1f ± %.1f |", times, len(points[weaker]),
			score("%.1f (%.1f to %.1f)", points[weaker].mean(), len(points[weaker])), margins[weaker].mean(), margins[weaker].interval()))
	}
}

// observed returns the pairs that count, and the games without a partner, after a check of each game.
func observed(t *testing.T, games []*record.Game) [][]*record.Game {
	t.Helper()
	var observations rating.Observations
	counted := map[string][]*record.Game{}
	for i, game := range games {
		enginetest.Must(t, game.Check())
		played := rating.RecordedGame(game)
		played.Name = strconv.Itoa(i)
		counts, partner := observations.Add(played)
		observation := []*record.Game{game}
		if partner != nil {
			observation = append(observation, counted[partner.Name]...)
			delete(counted, partner.Name)
		}
		if counts {
			counted[played.Name] = observation
		}
	}
	return slices.Collect(maps.Values(counted))
}

// lightMargin returns the margin of Light that the tag Score of a game states, in squares.
func lightMargin(t *testing.T, game *record.Game) int {
	t.Helper()
	var light, dark int
	if _, err := fmt.Sscanf(game.Tag("Score"), "%d-%d", &light, &dark); err != nil {
		t.Fatal(err)
	}
	return dark - light
}
