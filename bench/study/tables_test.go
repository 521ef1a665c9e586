package study

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"cathedral/bench/benchtest"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
	"cathedral/search/book"
	"cathedral/search/book/builtin"
)

// readTable returns the rows of a file in tables, without its ".csv" and its header.
func readTable(t *testing.T, name string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(benchtest.Read(t, "tables/"+name+".csv"))).ReadAll()
	enginetest.Must(t, err)
	return rows[1:]
}

// states reports the rows of a file in tables that are not those that were counted.
func states(t *testing.T, name string, counted []string) {
	t.Helper()
	rows := readTable(t, name)
	if len(rows) != len(counted) {
		t.Errorf("%s has %d rows, want %d", name, len(rows), len(counted))
		return
	}
	for i, row := range rows {
		if got := strings.Join(row, ","); got != counted[i] {
			t.Errorf("%s states %s\nand the games say %s", name, got, counted[i])
		}
	}
}

// fourRules are the names of the files of games between equals.
var fourRules = []string{"classic", "woods", "mattel", "optional"}

// The tables, which the code of an earlier commit made, are counted again from the records.
func TestTheTablesAreThoseOfTheGames(t *testing.T) {
	games := countGames(t)
	checkResults(t, &games)
	checkPlacements(t, &games)
	checkBuildings(t, &games)
	checkFirstClaims(t, &games)
	checkSearches(t, games.counted["classic"])
	checkStatements(t, &games)
}

// checkResults counts the results by the tag Result, and with squares given to Light by the tag Score.
func checkResults(t *testing.T, games *countedGames) {
	var results, given []string
	for _, name := range fourRules {
		list := games.counted[name]
		margins, ends := marginsOf(list), map[string]int{}
		for i := range list {
			ends[list[i].Tag("Result")]++
		}
		of := func(won, drawn, lost int) string {
			points := (float64(won) + float64(drawn)/2) / float64(len(list))
			return fmt.Sprintf("%d,%d,%d,%s", won, drawn, lost, score("%.1f,%.1f,%.1f", points, len(list)))
		}
		results = append(results, fmt.Sprintf("%s,%d,%d,%s,%.2f,%.2f,%.2f", name, games.played[name], len(list), of(ends["1-0"], ends["1/2-1/2"], ends["0-1"]),
			margins.mean(), margins.interval(), margins.deviation()))
		for squares := range 9 {
			var signs [3]int // of Light's margins with the squares: negative, none, positive
			for _, margin := range margins {
				signs[1+cmp.Compare(margin+float64(squares), 0)]++
			}
			given = append(given, fmt.Sprintf("%s,%d,%s", name, squares, of(signs[2], signs[1], signs[0])))
		}
	}
	states(t, "results", results)
	states(t, "squares-given", given)
}

// checkPlacements compares the places of the Cathedral.
func checkPlacements(t *testing.T, games *countedGames) {
	var images, placements []string
	for _, name := range []string{"classic", "practice", "woods"} {
		images = append(images, name+","+mirrorImages(games.counted[name]))
	}
	states(t, "mirror-images", images)
	values := placementValues(games)
	for _, i := range values.order()[:10] {
		place, equals, practice := values.equals[i].place, values.equals[i].all(), values.practice[i].all()
		placements = append(placements, fmt.Sprintf("%s,%s,%.1f,%.1f,%d,%.1f,%.1f,%d,%.1f,%.1f", place, mirrored(place), values.values[i], values.interval,
			len(equals), equals.mean(), equals.interval(), len(practice), practice.mean(), practice.interval()))
	}
	states(t, "classic-placements", placements)
}

// mirrorImages returns an analysis of variance of the places of the Cathedral, against what their
// mirror images differ by, and the correlation of mirror images. Places with fewer than five games do not count.
func mirrorImages(games []countedGame) string {
	var firsts, seconds, all numbers
	within, between, squares := 0.0, 0.0, 0.0
	pairs := slices.DeleteFunc(pairs(games), func(p placePair) bool { return min(len(p.margins[0]), len(p.margins[1])) < 5 })
	for i := range pairs {
		all = append(all, pairs[i].all()...)
	}
	for i := range pairs {
		first, second, both := pairs[i].margins[0], pairs[i].margins[1], pairs[i].all()
		firsts, seconds = append(firsts, first.mean()), append(seconds, second.mean())
		size := float64(len(both))
		within += float64(len(first)*len(second)) / size * square(first.mean()-second.mean())
		between += size * square(both.mean()-all.mean())
		squares += size * size
	}
	degrees, count := float64(len(pairs)-1), float64(len(all))
	between, within = between/degrees, within/(degrees+1)
	spread := math.Sqrt(max(0, between-within) / ((count - squares/count) / degrees))
	chance := distuv.F{D1: degrees, D2: degrees + 1}.Survival(between / within)
	r, low, high := correlation(firsts, seconds)
	return fmt.Sprintf("%.2f,%.0f,%.0f,%.2g,%.2f,%.2f,%.2f,%.2f", between/within, degrees, degrees+1, chance, spread, r, low, high)
}

// leastShare is the least share of the games, in per cent, with which a building is in the table.
const leastShare = 3.5

// checkBuildings counts what each side builds first, and where.
func checkBuildings(t *testing.T, games *countedGames) {
	shares := map[string]*[6]int{} // by the games and what is counted
	for name, list := range games.counted {
		for i := range list {
			var built [2]engine.Bitboard
			var turns [2]int
			for ply := range 7 {
				p, move := &list[i].positions[ply], list[i].Moves[ply].Move
				if p.PlacesCathedral() {
					continue
				}
				side, squares := p.Side(), move.Squares()
				around := squares.GrowOrthogonally()
				for what, is := range map[string]bool{
					move.Building().String(): true, "at the edge": !engine.InnerSquares(1).Contains(squares),
					"beside the Cathedral":  around.Intersects(list[i].cathedral.Squares()),
					"beside the other side": around.Intersects(built[1-side]), "beside its own side": around.Intersects(built[side]),
				} {
					key := name + "," + what
					if shares[key] == nil {
						shares[key] = new([6]int)
					}
					if is {
						shares[key][3*int(side)+turns[side]]++
					}
				}
				built[side] = built[side].Or(squares)
				turns[side]++
			}
		}
	}
	var kinds []string
	for b := range engine.Cathedral {
		kinds = append([]string{b.String()}, kinds...)
	}
	where := []string{"at the edge", "beside the Cathedral", "beside the other side", "beside its own side"}
	var counted []string
	for _, name := range fourRules {
		for _, what := range append(kinds, where...) {
			line, seen := name+","+what, false
			for _, count := range cmp.Or(shares[name+","+what], new([6]int)) {
				share := 100 * float64(count) / float64(len(games.counted[name]))
				line += fmt.Sprintf(",%.0f", share)
				seen = seen || share >= leastShare
			}
			if seen {
				counted = append(counted, line)
			}
		}
	}
	states(t, "buildings", counted)
}

// checkFirstClaims plays the games until a side claims its first territory.
func checkFirstClaims(t *testing.T, games *countedGames) {
	var counted []string
	for _, name := range fourRules {
		var squares, plies numbers
		dark := 0
		for _, game := range games.counted[name] {
			p := game.Start
			for _, played := range game.Moves {
				if claimed := p.Settlement(played.Move).Claimed; !claimed.IsEmpty() {
					squares, plies, dark = append(squares, float64(claimed.Count())), append(plies, float64(p.Ply())), dark+int(p.Side())
					break
				}
				p = p.Play(played.Move)
			}
		}
		counted = append(counted, fmt.Sprintf("%s,%d,%s,%.1f,%.1f,%.1f,%.1f", name, len(plies), score("%.1f,%.1f,%.1f", float64(dark)/float64(len(plies)), len(plies)),
			squares.mean(), squares.interval(), plies.mean(), plies.interval()))
	}
	states(t, "first-claims", counted)
}

// checkSearches compares the values of the searches in games with how the games ended. The errors in the
// last columns are not counted again.
func checkSearches(t *testing.T, games []countedGame) {
	var counted []string
	for ply, row := range readTable(t, "classic-searches") {
		var better numbers // for Light than the search expected
		for _, game := range games {
			if ply >= len(game.Moves) {
				continue
			}
			if comment, searched := record.ParseMoveComment(game.Moves[ply].Comment); searched {
				expected := float64(comment.Centi) / 100
				if ply%2 == 1 { // Dark's
					expected = -expected
				}
				better = append(better, game.margin-expected)
			}
		}
		counted = append(counted, fmt.Sprintf("%d,%d,%.2f,%.2f,%.2f,%s", ply, len(better), better.mean(), better.interval(), better.deviation(), strings.Join(row[5:], ",")))
	}
	states(t, "classic-searches", counted)
}

// The first moves are the best explored ones of the built-in book.
func TestTheFirstMovesAreThoseOfTheBook(t *testing.T) {
	opening, err := builtin.Open()
	enginetest.Must(t, err)
	var counted []string
	for _, row := range readTable(t, "classic-placements") {
		p := benchtest.After(t, engine.Rules{}, row[0])
		for _, side := range []string{"Dark", "Light"} {
			moves := slices.DeleteFunc(opening.Moves(&p), func(m book.Move) bool { return m.Unexplored })
			for _, m := range moves[:3] {
				counted = append(counted, fmt.Sprintf("%s,%s,%s,%.1f", row[0], side, m.Move, float64(m.Centi)/100))
			}
			p = p.Play(moves[0].Move)
		}
	}
	states(t, "classic-first-moves", counted)
}

// The errors that values assume are those that were measured in the games, but for the last digit: some
// games were played again since.
func TestTheErrorsOfValuesAreThoseOfTheTable(t *testing.T) {
	for _, row := range readTable(t, "classic-searches")[1:] {
		var ply int
		var search, line, game float64
		_, err := fmt.Sscan(strings.Join([]string{row[0], row[5], row[6], row[7]}, " "), &ply, &search, &line, &game)
		enginetest.Must(t, err)
		for _, pair := range [][2]float64{{searchError(ply), search}, {lineError(ply), line}, {gameError(ply), game}} {
			if math.Abs(pair[0]/100-pair[1]) > 0.011 {
				t.Errorf("at ply %d a value assumes an error of %v hundredths, and the table says %v squares", ply, pair[0], pair[1])
			}
		}
	}
}
