package study

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
	"cathedral/search/book"
)

// The quantiles are those of printed tables; the analysis of variance is an example of
// Wikipedia's.
func TestStatisticsAgreeWithTables(t *testing.T) {
	for _, c := range []struct{ f, between, within, want float64 }{
		{4.9646, 1, 10, 0.05}, {3.4928, 2, 20, 0.05}, {2.3053, 5, 100, 0.05}, {1, 7, 7, 0.5}, {0, 3, 3, 1},
	} {
		if got := upperTailF(c.f, c.between, c.within); math.Abs(got-c.want) > 2e-4 {
			t.Errorf("F(%v, %v) of %v or more has the probability %v, want %v", c.between, c.within, c.f, got, c.want)
		}
	}
	// Student's quantile for four degrees of freedom is 2.7764.
	if got, want := (sample{1, 2, 3, 4, 5}).interval(), 2.7764*math.Sqrt(2.5)/math.Sqrt(5); math.Abs(got-want) > 1e-3 {
		t.Errorf("the interval of five numbers is %v, want %v", got, want)
	}
	v := analyseVariance([]sample{{6, 8, 4, 5, 3, 4}, {8, 12, 9, 11, 6, 8}, {}, {13, 9, 11, 8, 7, 12}})
	if v.Between != 2 || v.Within != 15 || math.Abs(v.F-9.2647) > 1e-3 || math.Abs(v.P-0.0023988) > 1e-5 {
		t.Errorf("the analysis of variance is %+v", v)
	}
	r, low, high := correlation(sample{1, 2, 3, 4, 5, 6}, sample{2, 1, 4, 3, 7, 5})
	if math.Abs(r-16/math.Sqrt(17.5*70/3)) > 1e-9 || low >= r || high <= r || high > 1 {
		t.Errorf("the correlation is %v, from %v to %v", r, low, high)
	}
	if got, want := (sample{0, 0, 0, 0, 0, 0, 0}).percentage(), "0.0 (0.0 to 35.4)"; got != want {
		t.Errorf("none of seven is %s, want %s", got, want)
	}
}

// randomGame returns a finished game of random moves under rules, with a placement of the
// Cathedral.
func randomGame(rules engine.Rules, placement engine.Move, random *rand.Rand) *record.Game {
	p := engine.Start(rules)
	game := record.New(p)
	for !p.Over() {
		moves := p.Moves(nil)
		move := moves[random.IntN(len(moves))]
		for quarters := range 4 {
			if turned := placement.Rotate(quarters); p.PlacesCathedral() && p.IsLegal(turned) {
				move = turned
				break
			}
		}
		game.Moves = append(game.Moves, record.Move{Move: move})
		p = p.Play(move)
	}
	game.Moves[1].Comment = "+1.50/3 0.000s"
	game.Result = record.Result(p.Outcome())
	return game
}

func randomGames(rules engine.Rules, count int) []*record.Game {
	random := rand.New(rand.NewPCG(1, 2))
	placements := engine.CathedralPlacements()
	games := make([]*record.Game, count)
	for i := range games {
		games[i] = randomGame(rules, placements[i%len(placements)], random)
	}
	return games
}

// The sums of the report agree with the games: each counts once, under its placement.
func TestAReportCountsEveryGameOnce(t *testing.T) {
	for _, rules := range []engine.Rules{{}, {Set: engine.Woods}, {Set: engine.Mattel, OptionalCapture: true}} {
		games := randomGames(rules, 56)
		other := randomGames(engine.Rules{Set: engine.Classic, OptionalCapture: true}, 3)
		unfinished := record.New(engine.Start(rules))
		report := NewReport(rules, nil, slices.Concat(games, other, []*record.Game{unfinished}))
		if len(report.games) != len(games) {
			t.Fatalf("%v: %d games count, want %d", rules, len(report.games), len(games))
		}
		sum := 0
		for _, game := range games {
			positions := game.Positions()
			sum += positions[len(positions)-1].Margin(engine.Light)
		}
		margins := 0.0
		for _, margin := range report.margins() {
			margins += margin
		}
		if margins != float64(sum) {
			t.Errorf("%v: the margins are %v together, want %d", rules, margins, sum)
		}
		if rules.Set != engine.Woods { // where the building may be in the way of all rotations
			for _, pair := range pairPlacements(report.games) {
				if len(pair.margins[0]) != 1 || len(pair.margins[1]) != 1 {
					t.Errorf("%v: placements %d and %d have %d and %d games, want 1 each", rules, pair.first, pair.second, len(pair.margins[0]), len(pair.margins[1]))
				}
			}
		}
	}
}

// A game that is the same as another up to newGamePly, turned or not, is a copy.
func TestAReportDoesNotCountCopies(t *testing.T) {
	games := randomGames(engine.Rules{}, 9)
	turned := record.New(engine.Start(engine.Rules{}))
	for i, move := range games[0].Moves {
		if i > newGamePly {
			break
		}
		turned.Moves = append(turned.Moves, record.Move{Move: move.Move.Rotate(1)})
	}
	positions := turned.Positions()
	for p := positions[len(positions)-1]; !p.Over(); { // another end
		move := p.Moves(nil)[0]
		turned.Moves = append(turned.Moves, record.Move{Move: move})
		p = p.Play(move)
	}
	if report := NewReport(engine.Rules{}, nil, append(slices.Repeat(games, 2), turned)); len(report.games) != len(games) {
		t.Errorf("%d games count, want %d", len(report.games), len(games))
	}
}

// Each placement of the table of first moves can be played, and then each of the replies; after
// the first of these, each of the answers.
func TestTheMovesOfTheTableCanBePlayed(t *testing.T) {
	for _, rules := range []engine.Rules{{}, {Set: engine.Mattel}} {
		tree := grow(t, filepath.Join(t.TempDir(), "tree.txt"), quick(rules), Growth{Positions: 400, Share: 50})
		moves, answers := 0, 0
		for _, line := range NewReport(rules, book.New(tree.Entries()), nil).lines {
			p := engine.Start(rules)
			for _, choices := range [][]book.Move{{{Move: line.placement}}, line.replies, line.answers} {
				for _, choice := range choices {
					if !p.IsLegal(choice.Move) {
						t.Errorf("%v: %s cannot be played in %s", rules, choice.Move, &p)
					}
				}
				if len(choices) > 0 {
					p = p.Play(choices[0].Move)
				}
			}
			moves, answers = moves+1+len(line.replies)+len(line.answers), answers+len(line.answers)
		}
		if moves < 6 || answers == 0 {
			t.Errorf("%v: only %d moves, %d of them answers", rules, moves, answers)
		}
	}
}

// Fair games, those of a level and those with a swap do not count, nor for a tree.
func TestAReportCountsOrdinaryGamesAlone(t *testing.T) {
	games := randomGames(engine.Rules{}, 8)
	for i, tag := range []record.Tag{{Name: record.FairTag, Value: "4.5"}, {Name: "Level", Value: "1405"}, {Name: record.SwapTag, Value: "true"}} {
		games[i].SetTag(tag.Name, tag.Value)
	}
	games[3].SetTag(record.FairTag, "any")
	tree := newTree(quick(engine.Rules{}))
	tree.AddGames(games)
	start := engine.Start(engine.Rules{})
	canonical, _ := book.Canonical(&start)
	if report := NewReport(engine.Rules{}, nil, games); len(report.games) != 5 || tree.games[canonical.Key()].Games() != 5 {
		t.Errorf("%d games count, and %d for the tree, want 5", len(report.games), tree.games[canonical.Key()].Games())
	}
}

// The best placements are those that are good between equals and in practice, and values
// differ as far as mirror images agree.
func TestTheBestPlacementsAreGoodInAllGames(t *testing.T) {
	report, random := Report{}, rand.New(rand.NewPCG(1, 2))
	add := func(games *[]gameFacts, favourite int, scatter float64) {
		for number, image := range mirrorImages() {
			place := min(number, image)
			margin := float64(-place) / 4
			if place == favourite {
				margin = 20
			}
			margin += scatter * random.NormFloat64()
			*games = append(*games, slices.Repeat([]gameFacts{{placement: number, margin: int(math.Round(margin))}}, fewestGames)...)
		}
	}
	last := pairPlacements(nil)[27].first
	add(&report.games, -1, 1)
	add(&report.practice, last, 1)
	v := report.placementValues()
	if best := v.agreed(1); !v.apart || len(best) < 3 || slices.Contains(best, 27) || v.order()[0] != 27 {
		t.Errorf("best are %v, of the order %v", best, v.order())
	}
	report.games, report.practice = nil, nil
	add(&report.games, -1, 1000)
	if v := report.placementValues(); v.apart || v.values.deviation() != 0 {
		t.Errorf("games of chance tell placements apart: %v", v.values)
	}
}

// Squares given to Light turn losses into draws and draws into wins.
func TestSquaresGivenInAdvanceAreAddedToTheMargin(t *testing.T) {
	margins := sample{-3, -2, -2, 0, 4}
	for given, want := range [][3]int{{1, 1, 3}, {2, 0, 3}, {2, 2, 1}, {4, 1, 0}, {5, 0, 0}} {
		games := margins.count(float64(given))
		if got := [3]int{games.Wins, games.Draws, games.Losses}; got != want {
			t.Errorf("with %d squares the results are %v, want %v", given, got, want)
		}
	}
}

// All tables are as wide as their headers.
func TestTablesAreWhole(t *testing.T) {
	for _, rules := range []engine.Rules{{}, {Set: engine.Woods}} {
		tree := grow(t, filepath.Join(t.TempDir(), "tree.txt"), quick(rules), Growth{Positions: 150, Share: 100})
		report := NewReport(rules, book.New(tree.Entries()), randomGames(rules, 56*fewestGames))
		for _, table := range report.Tables() {
			columns := 0
			for line := range strings.Lines(table.Text) {
				switch bars := strings.Count(line, "|"); {
				case bars == 0:
					columns = 0
				case columns == 0:
					columns = bars
				case bars != columns:
					t.Errorf("%s: a row with %d bars under a header with %d: %s", table.Name, bars, columns, line)
				}
			}
			if strings.Contains(table.Text, "NaN") || strings.Contains(table.Text, "Inf") {
				t.Errorf("%s has figures that are none:\n%s", table.Name, table.Text)
			}
		}
	}
}

// The prose around tables stays, and tables come again at their marks.
func TestTablesReplaceWhatStandsBetweenTheirMarks(t *testing.T) {
	table := func(name, text string) Table { return Table{name, text} }
	first, err := ReplaceTables("# Title\n", []Table{table("a", "1\n"), table("b", "2\n")})
	enginetest.Must(t, err)
	prose := strings.Replace(first, "<!-- study: b -->", "Prose.\n\n<!-- study: b -->", 1)
	second, err := ReplaceTables(prose, []Table{table("b", "3\n")})
	want := "# Title\n\n<!-- study: a -->\n1\n<!-- end of study -->\n\nProse.\n\n<!-- study: b -->\n3\n<!-- end of study -->\n"
	if err != nil || second != want {
		t.Errorf("got %q, %v, want %q", second, err, want)
	}
	if _, err := ReplaceTables("<!-- study: a -->\n", []Table{table("a", "1\n")}); err == nil {
		t.Error("a mark without an end is not an error")
	}
}

// Each placement has another one as its mirror image, whose mirror image it is.
func TestMirrorImagesArePairs(t *testing.T) {
	images := mirrorImages()
	for number, image := range images {
		if image < 0 || image == number || images[image] != number {
			t.Errorf("the mirror image of placement %d is %d", number, image)
		}
	}
}
