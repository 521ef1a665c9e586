package search

import (
	"cathedral/engine"
	"cathedral/search/evaluation"
)

// Ranking of moves. A position has hundreds of placements, and most are never
// looked at: what stands at the front of the list is what is searched. A move is
// judged by what it does on the board, without playing it: the sum of things
// counted times weights, which are fitted so that the move that a search found
// best is likely to come first (package bench/tune).

// rankFeature is one thing that is counted of a move. The first of them are the
// kinds of building.
type rankFeature uint8

const (
	// Squares that the building covers:
	coversOwnPocket       = rankFeature(engine.Cathedral) + iota // in a pocket of the side
	coversEnemyPocket                                            // or the enemy's
	coversOwnWidePocket                                          // behind a wider gap
	coversEnemyWidePocket                                        //
	coversOwnInfluence                                           // that the side reaches first
	coversEnemyInfluence                                         // that the enemy reaches first
	coversTerritory                                              // of the side
	coversEdge                                                   // on the edge of the board
	coversSecondRing                                             // a square from it
	coversThirdRing                                              // two
	coversFourthRing                                             // three
	coversNearLast                                               // around the enemy's last building
	coversOffLast                                                // a square farther
	coversNearCathedral                                          // around the Cathedral
	coversBesideOwn                                              // beside walls of the side
	coversBesideEnemy                                            // beside walls of the enemy
	coversCornerOwn                                              // that touch walls of the side with a corner alone
	coversCornerEnemy                                            // and of the enemy
	coversNearLoneOwn                                            // around lone buildings of the side
	coversNearLoneEnemy                                          // and of the enemy
	// Squares around the building:
	touchesOwn
	touchesEnemy
	touchesCathedral
	touchesTerritory
	touchesLoneOwn
	touchesLoneEnemy
	touchesOwnPocket
	touchesEnemyPocket
	touchesLast
	touchesOwnInfluence
	touchesEnemyInfluence
	// Things that are so or not:
	joinsOwn       // it touches a wall of the side
	joinsOwnAtEdge // and stands at the edge
	fillsTerritory // it stands on territory of the side alone
	// What it wins beside a wide pocket, when it touches a wall of the side:
	gains        // something
	gainsFew     // squares, up to fewGained
	gainsSquares // squares, up to mostGained
	numRankFeatures
)

// rankNames are the names of the features.
var rankNames = [numRankFeatures]string{
	"tavern", "stable", "inn", "bridge", "square", "manor", "abbey", "tower", "infirmary", "castle", "academy",
	"covers own pocket", "covers enemy's pocket", "covers own wide pocket", "covers enemy's wide pocket",
	"covers own influence", "covers enemy's influence", "covers own territory",
	"covers edge", "covers second ring", "covers third ring", "covers fourth ring",
	"covers near last building", "covers off last building", "covers near Cathedral",
	"covers beside own wall", "covers beside enemy's wall", "covers at own corner", "covers at enemy's corner",
	"covers near own lone building", "covers near enemy's lone building",
	"touches own wall", "touches enemy's wall", "touches Cathedral", "touches own territory",
	"touches own lone building", "touches enemy's lone building", "touches own pocket", "touches enemy's pocket",
	"touches last building", "touches own influence", "touches enemy's influence",
	"joins own wall", "joins own wall at the edge", "fills own territory",
	"gains", "gains few squares", "gains squares",
}

const (
	firstCover = coversOwnPocket
	firstTouch = touchesOwn
	firstFact  = joinsOwn
	numGrounds = int(firstFact - firstCover)
)

// rankWeights are what one of each feature is worth, in thousandths of a natural
// logarithm of odds: the model is that of package bench/tune.
type rankWeights [numRankFeatures]weight

// weight is what one count of a feature is worth with an empty and with a full city.
type weight struct{ empty, full int32 }

// fullCity is the number of squares that both sides' buildings cover in all.
const fullCity = 2 * engine.SideSquares

// rankWorths are the weights at one moment of the game.
type rankWorths [numRankFeatures]int32

// defaultRankWorths has what defaultRankWeights come to, by squares built on.
var defaultRankWorths = defaultRankWeights.worths()

func (w *rankWeights) worths() *[fullCity + 1]rankWorths {
	table := new([fullCity + 1]rankWorths)
	for built := range table {
		for i := range w {
			table[built][i] = (w[i].empty*int32(fullCity-built) + w[i].full*int32(built)) / fullCity
		}
	}
	return table
}

// ranker ranks the moves of one position.
type ranker struct {
	closing closing     // beside wide pockets, where alone gains are looked for
	history []int32     // by plain move
	worth   *rankWorths // of each feature in this position
	cover   squareMap   // what it is worth to cover a square
	touch   squareMap   // and to have it beside the building
}

// prepare sets out what the moves of a position are worth. last is the building
// that was placed before, NoMove where that is not known.
func (r *ranker) prepare(p *engine.Position, f *evaluation.Features, last engine.Move, history []int32, worths *[fullCity + 1]rankWorths) {
	r.closing.find(p, f, f.Ground[p.Side()].Wide)
	r.history = history
	r.worth = &worths[f.Built()]
	r.cover, r.touch = squareMap{}, squareMap{}
	// What no placement covers or touches need not be added.
	grounds, covered := groundsOf(p, f, last), p.Open(p.Side())
	touched := covered.Grow()
	for i := range grounds {
		feature := firstCover + rankFeature(i)
		if feature < firstTouch {
			r.cover.add(grounds[i].And(covered), r.worth[feature])
		} else {
			r.touch.add(grounds[i].And(touched), r.worth[feature])
		}
	}
}

// smallBuilding is the largest size of the buildings that enough larger ones rank
// before.
const smallBuilding = 3

// rank appends the placements with their ranks, those of the largest buildings
// first. Small buildings are left out where so many larger ones can be placed as
// are wanted, except those that may close something: else they rank behind.
func (r *ranker) rank(moves []scoredMove, wanted int) []scoredMove {
	p := r.closing.position
	side, hand := p.Side(), p.Hand(p.Side())
	for b := engine.Academy; ; b-- {
		if hand.Has(b) {
			all := b.Size() > smallBuilding || len(moves) < wanted
			for i, end := engine.ShapeRange(b); i < end; i++ {
				anchors := r.closing.legal.At(i)
				if !all {
					anchors = r.closing.at(i)
				}
				moves = r.rankShape(moves, engine.SideShape(side, i), i, anchors)
			}
		}
		if b == engine.Tavern {
			return moves
		}
	}
}

// rankShape appends placements of a shape, which is the i-th of the side.
func (r *ranker) rankShape(moves []scoredMove, shape engine.Shape, i int, anchors engine.Bitboard) []scoredMove {
	c, foot := &r.closing, &footprints[shape]
	free, apart, home := c.free.At(i), c.apart.At(i), c.home.At(i)
	worth := r.worth[shape.Building()]
	for ; !anchors.IsEmpty(); anchors = anchors.WithoutFirst() {
		anchor := anchors.First()
		m := engine.NewMove(shape, anchor)
		score := r.history[m] + worth + r.cover.sum(foot.covered, anchor) + r.touch.sum(foot.touched, anchor)
		joined := !free.Has(anchor)
		if joined {
			score += r.worth[joinsOwn]
			if foot.edge.Has(anchor) {
				score += r.worth[joinsOwnAtEdge]
			}
		}
		switch {
		case home.Has(anchor):
			score += r.worth[fillsTerritory]
		case joined && !apart.Has(anchor):
			score += r.worthOfGain(c.gains.Of(m))
		}
		moves = append(moves, scoredMove{m, score})
		if p := c.position; p.Rules().OptionalCapture && p.IsLegal(m.Sparing()) {
			moves = append(moves, scoredMove{m.Sparing(), score})
		}
	}
	return moves
}

// worthOfGain returns what it is worth to win so many squares.
func (r *ranker) worthOfGain(gain int) int32 {
	if gain == 0 {
		return 0
	}
	return r.worth[gains] + r.worth[gainsFew]*int32(min(gain, fewGained)) + r.worth[gainsSquares]*int32(min(gain, mostGained))
}

// The squares that a move wins count up to these numbers.
const (
	fewGained  = 4
	mostGained = 20
)

// edge has the squares along the edge of the board, rings those that are so many
// squares away from it.
var (
	edge  = rings[0]
	rings = makeRings()
)

func makeRings() [engine.Rows / 2]engine.Bitboard {
	var all [engine.Rows / 2]engine.Bitboard
	for square := range engine.AllSquares().Squares() {
		row, column := square.Row(), square.Column()
		ring := min(row, column, engine.Rows-1-row, engine.Columns-1-column)
		all[ring] = all[ring].With(square)
	}
	return all
}

// groundsOf returns the sets of squares that the features count, those that are
// covered and those that are touched, in the order of the features.
func groundsOf(p *engine.Position, f *evaluation.Features, last engine.Move) [numGrounds]engine.Bitboard {
	side, enemy := p.Side(), p.Side().Opponent()
	mine, theirs := &f.Ground[side], &f.Ground[enemy]
	own, others, cathedral := p.Buildings(side), p.Buildings(enemy), p.CathedralSquares()
	besideOwn, besideOthers := own.GrowOrthogonally(), others.GrowOrthogonally()
	territory, open := p.Territory(side), p.Open(side)
	nearLast := last.Squares().Grow()
	return [numGrounds]engine.Bitboard{
		coversOwnPocket - firstCover:       mine.Pocket,
		coversEnemyPocket - firstCover:     theirs.Pocket,
		coversOwnWidePocket - firstCover:   mine.Wide.AndNot(mine.Pocket),
		coversEnemyWidePocket - firstCover: theirs.Wide.AndNot(theirs.Pocket),
		coversOwnInfluence - firstCover:    mine.Influence,
		coversEnemyInfluence - firstCover:  theirs.Influence,
		coversTerritory - firstCover:       territory,
		coversEdge - firstCover:            rings[0],
		coversSecondRing - firstCover:      rings[1],
		coversThirdRing - firstCover:       rings[2],
		coversFourthRing - firstCover:      rings[3],
		coversNearLast - firstCover:        nearLast,
		coversOffLast - firstCover:         nearLast.Grow().AndNot(nearLast),
		coversNearCathedral - firstCover:   cathedral.Grow(),
		coversBesideOwn - firstCover:       besideOwn,
		coversBesideEnemy - firstCover:     besideOthers,
		coversCornerOwn - firstCover:       own.Grow().AndNot(besideOwn),
		coversCornerEnemy - firstCover:     others.Grow().AndNot(besideOthers),
		coversNearLoneOwn - firstCover:     mine.Lone.Grow(),
		coversNearLoneEnemy - firstCover:   theirs.Lone.Grow(),
		touchesOwn - firstCover:            own,
		touchesEnemy - firstCover:          others,
		touchesCathedral - firstCover:      cathedral,
		touchesTerritory - firstCover:      territory,
		touchesLoneOwn - firstCover:        mine.Lone,
		touchesLoneEnemy - firstCover:      theirs.Lone,
		touchesOwnPocket - firstCover:      mine.Pocket.And(open),
		touchesEnemyPocket - firstCover:    theirs.Pocket.And(open),
		touchesLast - firstCover:           last.Squares(),
		touchesOwnInfluence - firstCover:   mine.Influence,
		touchesEnemyInfluence - firstCover: theirs.Influence,
	}
}
