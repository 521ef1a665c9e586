package rating

import (
	"encoding/xml"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// playedPath returns the path of a match of games with random results, of which the first
// player wins most.
func playedPath(games int, player, opponent string) (*Path, *Ledger) {
	random := rand.New(rand.NewPCG(1, 2))
	ledger := NewLedger(player, opponent)
	path := ledger.KeepPath()
	for i := range games {
		game := Game{Light: player, Dark: opponent, Pair: fmt.Sprint(i / 2), Outcome: engine.LightWins}
		if i%2 == 1 {
			game.Light, game.Dark, game.Outcome = opponent, player, engine.DarkWins
		}
		if random.IntN(3) == 0 {
			game.Outcome = engine.Draw
		}
		ledger.Add(game)
	}
	return path, ledger
}

// attributes returns an attribute, as numbers, of the elements of a class.
func attributes(t *testing.T, picture, class, attribute string) []float64 {
	t.Helper()
	var numbers []float64
	for _, found := range regexp.MustCompile(`class="`+class+`"[^>]* `+attribute+`="([-0-9.]+)"`).FindAllStringSubmatch(picture, -1) {
		number, err := strconv.ParseFloat(found[1], 64)
		enginetest.Must(t, err)
		numbers = append(numbers, number)
	}
	return numbers
}

func TestAPictureIsWellFormedWhateverThePlayersAreCalled(t *testing.T) {
	test := &SPRT{Elo1: 5, Alpha: 0.05, Beta: 0.05}
	for _, games := range []int{0, 1, 2, 3, 7, 40, 1000} {
		for _, test := range []*SPRT{nil, test} {
			path, _ := playedPath(games, `<a & "b">`, "]]>\x01\xff")
			picture := path.SVG(test)
			if err := xml.Unmarshal([]byte(picture), new(struct{})); err != nil {
				t.Fatalf("%d games: %v in\n%s", games, err, picture)
			}
			if strings.Contains(picture, "NaN") || strings.Contains(picture, "Inf") || len(picture) > 40_000 {
				t.Errorf("%d games: %d bytes:\n%.3000s", games, len(picture), picture)
			}
			if hasTest := strings.Contains(picture, "SPRT of normalised Elo 0 against 5"); hasTest != (test != nil && games > 0) {
				t.Errorf("%d games, test %v: the picture has one: %t", games, test, hasTest)
			}
		}
	}
}

// The last points are those of the report: the score between the lines of the axis, and the
// ratio beside its bounds.
func TestAPictureEndsWithTheFiguresOfTheReport(t *testing.T) {
	path, ledger := playedPath(61, "A", "B")
	test := &SPRT{Elo1: 200, Alpha: 0.05, Beta: 0.05}
	picture := path.SVG(test)
	tally := ledger.Tally("A", "B")
	dots := attributes(t, picture, "dot", "cy")
	middles, bounds := attributes(t, picture, "middle", "y1"), attributes(t, picture, "bound", "y1")
	if len(dots) != 2 || len(middles) != 2 || len(bounds) != 2 {
		t.Fatalf("dots %v, middles %v, bounds %v in\n%s", dots, middles, bounds, picture)
	}
	grid := attributes(t, picture, "grid", "y1") // upwards, the top is 100 %
	score := 1 - 0.5*(dots[0]-grid[len(grid)-1])/(middles[0]-grid[len(grid)-1])
	if want := float64(tally.Score().Value); math.Abs(score-want) > 0.002 || !strings.Contains(picture, ">100 %<") {
		t.Errorf("the score is drawn at %.4f, want %.4f", score, want)
	}
	_, upper := test.Bounds()
	ratio := upper * (middles[1] - dots[1]) / (middles[1] - bounds[0])
	if want := test.LogLikelihoodRatio(&tally.Sample); math.Abs(ratio-want) > 0.05 || test.Decide(want) != AcceptH1 {
		t.Errorf("the ratio is drawn at %.3f, want %.3f, beyond the bound", ratio, want)
	}
}

// However many games there are, the intervals of a few hundred points are computed.
func TestPointsAreAFewHundredWholePairsAndTheLastGame(t *testing.T) {
	for _, games := range []int{0, 1, 2, 3, 479, 480, 481, 482, 5000, 100_001} {
		points := (&Path{steps: make([]Sample, games)}).points()
		if len(points) > mostPoints+1 || games > 0 && points[len(points)-1] != games {
			t.Errorf("%d games: %d points to %v", games, len(points), points[max(0, len(points)-2):])
		}
		isOdd := func(game int) bool { return game%2 == 1 && game != games }
		if slices.ContainsFunc(points, isOdd) || !slices.IsSorted(points) || games >= 2 && points[0] < 1 {
			t.Errorf("%d games: points %v", games, points)
		}
	}
}

func TestAPathHasTheGamesOfTheFirstPairingThatCount(t *testing.T) {
	ledger := NewLedger("A", "B")
	path := ledger.KeepPath()
	ledger.Add(Game{Light: "B", Dark: "A", Outcome: engine.DarkWins, Line: "x"})
	ledger.Add(Game{Light: "B", Dark: "A", Outcome: engine.DarkWins, Line: "x"}) // a copy
	ledger.Add(Game{Light: "A", Dark: "C", Outcome: engine.DarkWins})
	ledger.Add(Game{Light: "A", Dark: "B"}) // without a result
	ledger.Add(Game{Light: "A", Dark: "B", Outcome: engine.Draw})
	var points []float64
	for i := range path.steps {
		points = append(points, path.steps[i].Points())
	}
	if !slices.Equal(points, []float64{1, 1.5}) || path.player != "A" || path.opponent != "B" {
		t.Errorf("%s against %s: points %v", path.player, path.opponent, points)
	}
}
