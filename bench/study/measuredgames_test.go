package study

import (
	"errors"
	"io"
	"math"
	"os"
	"testing"

	"cathedral/engine"
	"cathedral/engine/record"
)

// recordedGames returns the games of files in games, without their ".txt.gz".
func recordedGames(t *testing.T, names ...string) []*record.Game {
	t.Helper()
	var games []*record.Game
	for _, name := range names {
		file, err := os.Open("games/" + name + ".txt.gz")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		reader := record.NewReader(file)
		for {
			game, err := reader.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			games = append(games, game)
		}
	}
	return games
}

// The errors of searches, lines and games are those of the distinct classic games. What
// no game can show, they take from the plies around.
func TestTheErrorsAreThoseOfTheGames(t *testing.T) {
	report := NewReport(engine.Rules{}, nil, nil, recordedGames(t, "classic"))
	if len(report.games) != 1933 {
		t.Errorf("%d classic games are distinct, want 1933", len(report.games))
	}
	for ply := 1; ply <= lastBiasedPly+2; ply++ {
		measured := measureErrors(report.games, ply)
		for name, c := range map[string][2]float64{
			"search": {searchError(ply), measured.search}, "line": {lineError(ply), measured.line}, "game": {gameError(ply), measured.game},
		} {
			if math.Abs(c[0]-100*c[1]) > 1.5 {
				t.Errorf("ply %d: the error of a %s is taken to be %v, and measured %.1f", ply, name, c[0], 100*c[1])
			}
		}
	}
}

// Searches are not more hopeful for the side to move: their bias does not change its sign from ply to
// ply, but runs smoothly. For Light they are too hopeful at all plies up to lastBiasedPly.
func TestTheBiasOfSearchesDoesNotAlternate(t *testing.T) {
	report := NewReport(engine.Rules{}, nil, nil, recordedGames(t, "classic"))
	var bias [lastBiasedPly + 2]float64
	for ply := 1; ply < len(bias); ply++ {
		bias[ply] = measureErrors(report.games, ply).bias.mean()
		if ply <= lastBiasedPly != (bias[ply] < -0.1) {
			t.Errorf("at ply %d games end %.2f squares better for Light than searches expect", ply, bias[ply])
		}
	}
	optimism := 0.0 // half of how much worse for the side to move than at the plies around
	for ply := 2; ply <= 8; ply++ {
		p := report.games[0].buildings[ply-1]
		away := bias[ply] - (bias[ply-1]+bias[ply+1])/2
		optimism -= forSide(away, p.side) / 2 / 7
	}
	if math.Abs(optimism) > 0.05 {
		t.Errorf("searches are %.2f squares too hopeful for the side to move", optimism)
	}
}

// keptTree returns the tree in a file in trees, without its ".txt.gz".
func keptTree(t *testing.T, name string) *Tree {
	t.Helper()
	tree, err := ReadTree("trees/" + name + ".txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// A move of a tree loses twice the searches' optimism when the position after it is searched:
// on average, and at each ply to within 0.15 squares.
func TestTheOptimismIsThatOfATree(t *testing.T) {
	var losses sample
	var atPly [7]sample
	for _, n := range keptTree(t, "classic").sorted() {
		ply := n.Position.Ply()
		for i := range n.lines {
			if after := n.lines[i].node; after != nil && len(after.Lines) > 0 {
				loss := float64(n.lines[i].Line.Centi+after.Lines[0].Centi) - searchOptimism(ply) - searchOptimism(after.Position.Ply())
				losses = append(losses, loss)
				if ply < len(atPly) {
					atPly[ply] = append(atPly[ply], loss)
				}
			}
		}
	}
	if len(losses) < 16_000 || math.Abs(losses.mean()) > losses.interval() {
		t.Errorf("%d moves lose %s hundredths more than expected", len(losses), losses.signed(1))
	}
	for ply, losses := range atPly {
		if math.Abs(losses.mean()) > 15 {
			t.Errorf("at ply %d, %d moves lose %s hundredths more than expected", ply, len(losses), losses.signed(1))
		}
	}
}

// The intervals of a tree depend on what it has searched: they are not all the same at a ply,
// and that of the beginning allows for all placements.
func TestIntervalsAreThoseOfWhatWasSearched(t *testing.T) {
	tree := keptTree(t, "classic")
	var errors sample
	for number := range engine.CathedralPlacements() {
		studied, known := tree.afterPlacement(number)
		if !known {
			t.Fatalf("placement %d is not in the tree", number)
		}
		errors = append(errors, float64(studied.Error))
	}
	if errors.deviation() < 5 {
		t.Errorf("the intervals of the placements are %.0f ± %.1f", errors.mean(), errors.deviation())
	}
	if root := tree.root(); root.value.Error <= root.lines[root.best].value.Error {
		t.Errorf("the beginning is worth %v, and its best placement %v", root.value, root.lines[root.best].value)
	}
}

// Pairs of placements differ by more than chance in the games, and two halves of the games agree
// on them as well as their scatter predicts. The games of woods are too few for that.
func TestGamesTellPlacementsApartAsTheirErrorsPredict(t *testing.T) {
	equal := NewReport(engine.Rules{}, nil, nil, recordedGames(t, "classic", "practice-30k", "practice-60k"))
	for name, games := range map[string][]gameFacts{"equal": equal.games, "all": append(equal.games[:len(equal.games):len(equal.games)], equal.practice...)} {
		c := comparePlacements(pairPlacements(games))
		if c.variance.P > 0.01 || c.predicted < c.halves[1] || c.predicted > c.halves[2] {
			t.Errorf("%s games: p is %v, and the halves agree by %.2f, where %.2f is expected", name, c.variance.P, c.halves, c.predicted)
		}
	}
	woods := NewReport(engine.Rules{Set: engine.Woods}, nil, nil, recordedGames(t, "woods"))
	if woods.placementValues().apart {
		t.Error("the games of woods tell placements apart")
	}
}

// The mirror images of all buildings but the abbey and the academy are among those of the same
// side; those of these two are the other side's. So only rotations are symmetries of the rules.
func TestMirrorImagesExchangeAbbeysAndAcademies(t *testing.T) {
	shapes := map[engine.Side]map[engine.Bitboard]bool{}
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		shapes[side] = map[engine.Bitboard]bool{}
		for i := range engine.SideShapes {
			for square := range engine.AllSquares().Squares() {
				if squares := engine.NewMove(engine.SideShape(side, i), square).Squares(); !squares.IsEmpty() {
					shapes[side][squares] = true
				}
			}
		}
	}
	for side, other := range map[engine.Side]engine.Side{engine.Light: engine.Dark, engine.Dark: engine.Light} {
		for i := range engine.SideShapes {
			shape := engine.SideShape(side, i)
			chiral := shape.Building() == engine.Abbey || shape.Building() == engine.Academy
			for square := range engine.AllSquares().Squares() {
				squares := engine.NewMove(shape, square).Squares()
				if squares.IsEmpty() {
					continue
				}
				if image := mirror(squares); shapes[side][image] == chiral || !shapes[other][image] {
					t.Fatalf("the mirror image of %v's %v at %v is its own: %v, and the other side's: %v", side, shape.Building(), square, shapes[side][image], shapes[other][image])
				}
			}
		}
	}
	images := mirrorImages()
	for number, image := range images {
		if image < 0 || image == number || images[image] != number {
			t.Errorf("the mirror image of placement %d is %d", number, image)
		}
	}
}
