package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"cathedral/engine"
)

// mirrorImages returns, for each placement of the Cathedral by its number, the number of
// its mirror image. The mirror image of a position is another position: each side's abbeys and
// academies are the mirror images of the other's. All other buildings are their own, so
// what the two placements are worth differs by little, and they are studied together.
func mirrorImages() []int {
	all := engine.CathedralPlacements()
	images := make([]int, len(all))
	for number, placement := range all {
		mirrored := mirror(placement.Squares())
		images[number] = slices.IndexFunc(all, func(m engine.Move) bool { return m.Squares() == mirrored })
	}
	return images
}

// mirror returns squares with the columns in reverse order.
func mirror(squares engine.Bitboard) engine.Bitboard {
	var mirrored engine.Bitboard
	for square := range squares.Squares() {
		mirrored = mirrored.With(engine.NewSquare(square.Row(), engine.Columns-1-square.Column()))
	}
	return mirrored
}

// placementPair has Light's margins in the games from a placement of the Cathedral and from its
// mirror image, which have the numbers first and second.
type placementPair struct {
	first, second int
	margins       [2]sample
}

// all returns the margins of both placements.
func (p *placementPair) all() sample { return slices.Concat(p.margins[0], p.margins[1]) }

// pairPlacements returns the pairs of placements of games, in the order of the board.
func pairPlacements(games []gameFacts) []placementPair {
	images := mirrorImages()
	var pairs []placementPair
	at := map[int]int{}
	for number, image := range images {
		if number < image {
			at[number] = len(pairs)
			pairs = append(pairs, placementPair{first: number, second: image})
		}
	}
	for i := range games {
		number := games[i].placement
		pair := &pairs[at[min(number, images[number])]]
		which := 0
		if number == pair.second {
			which = 1
		}
		pair.margins[which] = append(pair.margins[which], float64(games[i].margin))
	}
	return pairs
}

// fewestGames is the number of games that a placement needs for a mean that says something.
const fewestGames = 5

// comparePlacements says how well games tell pairs of placements apart, by an analysis of variance
// between pairs and the correlation of mirror images. Pairs with few games do not count. The
// analysis is against what mirror images differ by, since games from a placement share openings.
func comparePlacements(pairs []placementPair) (v variance, mirrors [3]float64) {
	var groups []sample
	var means [2]sample
	for i := range pairs {
		halves := pairs[i].margins
		if min(len(halves[0]), len(halves[1])) < fewestGames {
			continue
		}
		var group sample
		for half, margins := range halves {
			means[half] = append(means[half], margins.mean())
			group = append(group, slices.Repeat(sample{margins.mean()}, len(margins))...)
		}
		groups = append(groups, group)
	}
	mirrors[0], mirrors[1], mirrors[2] = correlation(means[0], means[1])
	return analyseParts(groups, 2*len(groups)), mirrors
}

func square(x float64) float64 { return x * x }

// placementValues says what pairs of placements are worth to Light between equals, by games of
// equals and of practice together. The two placements of a pair show how far their margins can
// be trusted: values differ less than the margins.
type placementValues struct {
	kinds    [][]placementPair // of equals and of practice, without kinds that have few games of a placement
	values   sample            // by pair, in the order of the board; all the same if not apart
	interval float64           // half the width of the 95 % interval of each value
	apart    bool              // placements that are mirror images agree on which pairs are better
}

// placementValues returns the values of the pairs of placements.
func (r *Report) placementValues() placementValues {
	v := placementValues{values: make(sample, len(engine.CathedralPlacements())/2)}
	images, weights := [2]sample{slices.Clone(v.values), slices.Clone(v.values)}, 0.0
	for _, games := range [][]gameFacts{r.games, r.practice} {
		pairs, fewest := pairPlacements(games), len(games)
		var means, differences sample
		for _, p := range pairs {
			fewest = min(fewest, len(p.margins[0]), len(p.margins[1]))
			first, second := p.margins[0].mean(), p.margins[1].mean()
			means, differences = append(means, first, second), append(differences, first-second)
		}
		if fewest < fewestGames {
			continue
		}
		v.kinds = append(v.kinds, pairs)
		weight := 1 / square(differences.deviation())
		weights += weight
		for i, mean := range means {
			images[i%2][i/2] += weight * (mean - means.mean())
		}
	}
	for i := range v.values {
		v.values[i] = (images[0][i] + images[1][i]) / 2 / weights
	}
	agree, least, _ := correlation(images[0], images[1])
	reliability := 2 * agree / (1 + agree) // of the mean of two, by Spearman and Brown
	v.apart = least > 0
	v.interval = 1.96 * v.values.deviation() * math.Sqrt(reliability*(1-reliability))
	for i, away := range v.values {
		v.values[i] = r.margins().mean()
		if v.apart {
			v.values[i] += reliability * away
		}
	}
	return v
}

// order returns the numbers of the pairs, the best for Light first.
func (v *placementValues) order() []int {
	order := make([]int, len(v.values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(v.values[b], v.values[a]) })
	return order
}

// agreed returns the pairs that are in the best quarter by the margins of every kind of games, or
// in the worst one if sign is -1, in their order.
func (v *placementValues) agreed(sign float64) []int {
	return slices.DeleteFunc(v.order(), func(i int) bool {
		return slices.ContainsFunc(v.kinds, func(pairs []placementPair) bool {
			better := 0
			for _, other := range pairs {
				if sign*other.all().mean() > sign*pairs[i].all().mean() {
					better++
				}
			}
			return better >= len(pairs)/4
		})
	})
}

// String names the best and the worst places for Light, and their difference.
func (v *placementValues) String() string {
	var names [2][]string
	var means [2]sample
	for at, sign := range []float64{1, -1} {
		for _, i := range v.agreed(sign) {
			placement := engine.CathedralPlacements()[v.kinds[0][i].first].String()
			names[at] = append(names[at], strings.TrimPrefix(placement, "CAn"))
			means[at] = append(means[at], v.values[i])
		}
	}
	if len(names[0]) == 0 || len(names[1]) == 0 {
		return "No place is best or worst in both kinds of game.\n"
	}
	away := v.interval * math.Sqrt(1/float64(len(means[0]))+1/float64(len(means[1])))
	return fmt.Sprintf("Best for Light in both kinds of game: %s.\nWorst: %s.\nThey differ by %.1f ± %.1f squares.\n",
		strings.Join(names[0], ", "), strings.Join(names[1], ", "), means[0].mean()-means[1].mean(), away)
}

// placements is the table of the best pairs of placements for Light, with the places on
// which all games agree; or a sentence that says that games cannot tell them apart.
func (r *Report) placements() string {
	v := r.placementValues()
	if !v.apart {
		return "These games cannot distinguish the placements of the Cathedral.\n"
	}
	var t markdown
	t.text.WriteString(v.String() + "\n")
	header := []string{"Cathedral", "value", "games of equals", "margin", "of practice", "margin"}
	t.row(header[:2+2*len(v.kinds)]...)
	order := v.order()
	for _, i := range order[:min(shownPlaces, len(order))] {
		all, p := engine.CathedralPlacements(), v.kinds[0][i]
		row := []string{fmt.Sprintf("%s, %s", all[p.first], all[p.second]), fmt.Sprintf("%+.1f ± %.1f", v.values[i], v.interval)}
		for _, pairs := range v.kinds {
			margins := pairs[i].all()
			row = append(row, fmt.Sprint(len(margins)), margins.signed(1))
		}
		t.row(row...)
	}
	return t.String()
}
