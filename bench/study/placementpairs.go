package study

import (
	"slices"

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

// placementComparison says how well games tell pairs of placements apart.
type placementComparison struct {
	variance variance // of all games, between pairs
	// halves is the correlation of the means between two halves of the games, every second
	// one, and predicted the one that the games' scatter leads to expect.
	halves    [3]float64 // with its 95 % interval
	predicted float64
	mirrors   [3]float64 // the correlation of the two placements of a pair, with its interval
}

// fewestGames is the number of games that a placement needs for a mean that says something.
const fewestGames = 5

// comparePlacements compares pairs, of which those with few games do not count.
func comparePlacements(pairs []placementPair) placementComparison {
	var c placementComparison
	var samples []sample
	var halves [2]sample
	var mirrors [2]sample
	for i := range pairs {
		p := &pairs[i]
		if len(p.margins[0]) < fewestGames || len(p.margins[1]) < fewestGames {
			continue
		}
		all := p.all()
		samples = append(samples, all)
		var parts [2]sample
		for j, margin := range all {
			parts[j%2] = append(parts[j%2], margin)
		}
		for half := range 2 {
			halves[half] = append(halves[half], parts[half].mean())
			mirrors[half] = append(mirrors[half], p.margins[half].mean())
		}
	}
	c.variance = analyseVariance(samples)
	c.halves[0], c.halves[1], c.halves[2] = correlation(halves[0], halves[1])
	c.mirrors[0], c.mirrors[1], c.mirrors[2] = correlation(mirrors[0], mirrors[1])
	between := c.variance.Spread * c.variance.Spread
	games := float64(c.variance.Within+c.variance.Between+1) / float64(max(1, len(samples)))
	c.predicted = between / (between + 2*c.variance.Deviation*c.variance.Deviation/games)
	return c
}

func square(x float64) float64 { return x * x }
