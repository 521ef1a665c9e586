// Package ordering says in which order a search looks at the moves of a position. A
// position has hundreds, and most are never looked at: the front of the list is what
// is searched. A move is ranked by what it does on the board, without playing it: the
// sum of counts times weights, which are fitted so that the move that a search found
// best is likely to come first (package bench/tune). What the search itself has found
// out, its history, counts beside the rank.
package ordering

import (
	"slices"

	"cathedral/engine"
	"cathedral/search/evaluation"
)

// rankFeature is one thing that is counted of a placement. The first of them are the
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

// rankNames has the names of the features.
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

// phaseWeights are the weights at one moment of the game, and phaseTable has them by
// the number of squares built on.
type (
	phaseWeights [numRankFeatures]int32
	phaseTable   [fullCity + 1]phaseWeights
)

// phases has the weights that the engine plays with.
var phases = defaultRankWeights.phases()

func (w *rankWeights) phases() *phaseTable {
	table := new(phaseTable)
	for built := range table {
		for i := range w {
			table[built][i] = (w[i].empty*int32(fullCity-built) + w[i].full*int32(built)) / fullCity
		}
	}
	return table
}

// Ranker lists the moves of positions with their ranks, for one thread.
type Ranker struct {
	history *History
	spend   func(effort int)
	closers Closers       // beside wide pockets: elsewhere gains are not looked for
	scores  []int32       // of the history, by plain move
	weights *phaseWeights // in this position
	cover   squareMap     // what it is worth to cover a square
	touch   squareMap     // and to have it beside the building
	list    []engine.Move // scratch
}

// NewRanker returns a ranker that counts what a history has learned. It calls spend
// with its effort, in nodes of the usual cost, whenever it has listed moves.
func NewRanker(history *History, spend func(effort int)) *Ranker {
	return &Ranker{history: history, spend: spend}
}

// movesOfNode is the number of moves that are ranked in about the time of a node.
const movesOfNode = 32

// append appends the legal moves of a node with their ranks. It may leave out moves
// that rank behind as many as are wanted, see rank.
func (r *Ranker) append(moves []Ranked, n *evaluation.Node, wanted int) []Ranked {
	p := n.Position()
	if p.PlacesCathedral() {
		r.list = p.Moves(r.list[:0])
		for _, m := range r.list {
			moves = append(moves, Ranked{m, r.history.scores[p.Side()][m]})
		}
	} else {
		r.prepare(n, phases)
		moves = r.rank(moves, wanted)
	}
	if len(moves) == 0 && p.IsLegal(engine.Pass) {
		moves = append(moves, Ranked{engine.Pass, 0})
	}
	killers := &r.history.killers[n.Ply()]
	for i := range moves {
		if m := &moves[i]; m.move == killers[0] || m.move == killers[1] {
			m.rank += killerWorth
		}
	}
	r.spend(len(moves) / movesOfNode)
	return moves
}

// Sorted returns the legal moves of a node, the highest ranked first.
func (r *Ranker) Sorted(n *evaluation.Node) []engine.Move {
	ranked := r.append(nil, n, All)
	slices.SortStableFunc(ranked, func(a, b Ranked) int { return int(b.rank) - int(a.rank) })
	moves := make([]engine.Move, len(ranked))
	for i := range ranked {
		moves[i] = ranked[i].move
	}
	return moves
}

// prepare works out what the moves of a node are worth.
func (r *Ranker) prepare(n *evaluation.Node, table *phaseTable) {
	p, f := n.Position(), n.Features()
	r.closers.find(n, f.Ground[p.Side()].Wide)
	r.scores = r.history.scores[p.Side()]
	r.weights = &table[f.Built()]
	r.cover, r.touch = squareMap{}, squareMap{}
	// What no placement covers or touches need not be added.
	grounds, covered := groundsOf(n), p.Open(p.Side())
	touched := covered.Grow()
	for i := range grounds {
		feature := firstCover + rankFeature(i)
		if feature < firstTouch {
			r.cover.add(grounds[i].And(covered), r.weights[feature])
		} else {
			r.touch.add(grounds[i].And(touched), r.weights[feature])
		}
	}
}

// smallBuilding is the largest size of the buildings that enough larger ones rank
// before.
const smallBuilding = 3

// rank appends the placements with their ranks, those of the largest buildings
// first. Small buildings are left out once as many larger ones as are wanted can be
// placed, except those that may close something: the others rank behind.
func (r *Ranker) rank(moves []Ranked, wanted int) []Ranked {
	p := r.closers.position
	side, hand := p.Side(), p.Hand(p.Side())
	for b := range hand.LargestFirst() {
		all := b.Size() > smallBuilding || len(moves) < wanted
		for i := range engine.ShapesOf(b) {
			anchors := r.closers.legal.At(i)
			if !all {
				anchors = r.closers.at(i)
			}
			moves = r.rankShape(moves, engine.SideShape(side, i), i, anchors)
		}
	}
	return moves
}

// rankShape appends placements of a shape, which is the i-th of the side.
func (r *Ranker) rankShape(moves []Ranked, shape engine.Shape, i int, anchors engine.Bitboard) []Ranked {
	c, foot := &r.closers, &footprints[shape]
	free, apart, home := c.free.At(i), c.apart.At(i), c.home.At(i)
	weight := r.weights[shape.Building()]
	for ; !anchors.IsEmpty(); anchors = anchors.WithoutFirst() {
		anchor := anchors.First()
		m := engine.NewMove(shape, anchor)
		rank := r.scores[m] + weight + r.cover.sum(foot.covered, anchor) + r.touch.sum(foot.touched, anchor)
		joined := !free.Has(anchor)
		if joined {
			rank += r.weights[joinsOwn]
			if foot.edge.Has(anchor) {
				rank += r.weights[joinsOwnAtEdge]
			}
		}
		switch {
		case home.Has(anchor):
			rank += r.weights[fillsTerritory]
		case joined && !apart.Has(anchor):
			rank += r.worthOfGain(c.gains.Of(m))
		}
		moves = append(moves, Ranked{m, rank})
		if p := c.position; p.Rules().OptionalCapture && p.IsLegal(m.Sparing()) {
			moves = append(moves, Ranked{m.Sparing(), rank})
		}
	}
	return moves
}

// worthOfGain returns what it is worth to win a number of squares.
func (r *Ranker) worthOfGain(gain int) int32 {
	if gain == 0 {
		return 0
	}
	return r.weights[gains] + r.weights[gainsFew]*int32(min(gain, fewGained)) + r.weights[gainsSquares]*int32(min(gain, mostGained))
}

// The squares that a move wins count up to these numbers.
const (
	fewGained  = 4
	mostGained = 20
)

// edge has the squares along the edge of the board; rings has the squares by their
// distance from it.
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
func groundsOf(n *evaluation.Node) [numGrounds]engine.Bitboard {
	p, f, last := n.Position(), n.Features(), n.Last()
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
