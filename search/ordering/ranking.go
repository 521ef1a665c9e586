// Package ordering decides in which order a search tries the moves of a position. A
// position has hundreds of moves, and only the front of the list is searched. A move
// is ranked by its effect on the board, without being played. The rank is the sum of
// its counts times their weights. In the opening a policy, which sees the whole board,
// adds to it. Both were fitted so that the move that a search found best is likely to
// come first. The history, which the search itself has learned, counts beside the rank.
package ordering

import (
	"slices"

	"cathedral/engine"
	"cathedral/search/evaluation"
	"cathedral/search/strength"
)

// rankFeature is a feature of a placement. The first ones are the kinds of building.
type rankFeature uint8

const (
	// Squares that the building covers:
	coversOwnPocket       = rankFeature(engine.Cathedral) + iota // in a pocket of the side
	coversEnemyPocket                                            // in a pocket of the enemy
	coversOwnWidePocket                                          // behind a wider gap in the walls of the side
	coversEnemyWidePocket                                        // behind a wider gap in the walls of the enemy
	coversOwnInfluence                                           // that the side reaches first
	coversEnemyInfluence                                         // that the enemy reaches first
	coversTerritory                                              // of the side
	coversEdge                                                   // on the edge of the board
	coversSecondRing                                             // one square from the edge
	coversThirdRing                                              // two squares
	coversFourthRing                                             // three squares
	coversNearLast                                               // around the enemy's last building
	coversOffLast                                                // one square farther away
	coversNearCathedral                                          // around the Cathedral
	coversBesideOwn                                              // beside walls of the side
	coversBesideEnemy                                            // beside walls of the enemy
	coversCornerOwn                                              // that touch walls of the side only at a corner
	coversCornerEnemy                                            // the same for walls of the enemy
	coversNearLoneOwn                                            // around lone buildings of the side
	coversNearLoneEnemy                                          // around lone buildings of the enemy
	coversGains                                                  // that large gains of the side would enclose
	coversGainMoves                                              // that buildings would cover for them
	coversEnemyGainMoves                                         // the same for large gains of the enemy
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
	// Facts, which count 0 or 1:
	joinsOwn       // it touches a wall of the side
	joinsOwnAtEdge // and stands at the edge
	fillsTerritory // it stands only on territory of the side
	gains          // it wins anything
	// Squares elsewhere:
	gainsFew     // won, up to fewGained
	gainsSquares // won, up to mostGained
	parries      // by which the enemy's largest gain becomes less, up to mostGained
	numRankFeatures
)

const (
	firstCover = coversOwnPocket
	firstTouch = touchesOwn
	firstFact  = joinsOwn
	numGrounds = int(firstFact - firstCover)
)

// rankWeights has the weight of each feature, in thousandths of the logarithm of
// odds.
type rankWeights [numRankFeatures]weight

// weight is the worth of one count of a feature with an empty and with a full city.
type weight struct{ empty, full int32 }

// fullCity is the number of squares that the buildings of both sides cover
// altogether.
const fullCity = 2 * engine.SideSquares

// phaseWeights has the weights at one moment of the game, and phaseTable has those
// for each number of squares built on.
type (
	phaseWeights [numRankFeatures]int32
	phaseTable   [fullCity + 1]struct {
		weights phaseWeights
		rings   squareMap // what covering a square is worth by its ring alone
	}
)

// phases has the weights that the engine plays with.
var phases = defaultRankWeights.phases()

func (w *rankWeights) phases() *phaseTable {
	table := new(phaseTable)
	for built := range table {
		for i := range w {
			table[built].weights[i] = (w[i].empty*int32(fullCity-built) + w[i].full*int32(built)) / fullCity
		}
		for feature := coversEdge; feature <= coversFourthRing; feature++ {
			table[built].rings.add(rings[feature-coversEdge], table[built].weights[feature])
		}
	}
	return table
}

// Ranker lists the moves of positions with their ranks. Each thread has its own.
type Ranker struct {
	history *History
	spend   func(effort int)
	scores  []int32       // of the history, by plain move
	weights *phaseWeights // for this position
	cover   squareMap     // the worth of covering a square
	touch   squareMap     // the worth of touching a square
	list    []engine.Move // scratch

	position *engine.Position
	// The legal placements; those that touch no wall of the side; and those on its territory.
	legal      *engine.Maps
	free, home engine.Maps
	owned      bool // whether the side has territory; if not, home is empty
	enclosures []engine.Enclosure
	threats    threats
	idle       engine.Maps // the placements that do not touch upon the largest threat, if there is one

	// The squares that each plain move wins, and the anchors by shape that win any. They are zero
	// but while moves are ranked.
	gains   []uint8
	winning [engine.NumShapes + 1]engine.Bitboard

	attention *strength.Attention // nil: all moves are noticed
	policyPly int                 // the last ply of the game whose moves the policy ranks
	counsel   counsel
}

// NewRanker returns a ranker that adds the scores and killers of history to its
// ranks. After it has listed moves, it calls spend with its effort, in nodes of the
// usual cost.
func NewRanker(history *History, spend func(effort int)) *Ranker {
	return &Ranker{history: history, spend: spend, gains: make([]uint8, plainMoves)}
}

// Attend makes pickers leave out the moves that escape an attention, of which nil
// notices all. The list of [Ranker.Sorted] stays whole.
func (r *Ranker) Attend(attention *strength.Attention) { r.attention = attention }

// Consult makes the policy rank the moves of all plies of the game up to last.
func (r *Ranker) Consult(last int) { r.policyPly = last }

// consult gives those moves of n that rank first the ranks of the policy, all if all are wanted.
// The others stay behind them.
func (r *Ranker) consult(n *evaluation.Node, moves []Ranked, wanted int) {
	if wanted != All && policyMoves < len(moves) {
		selectTop(moves, policyMoves)
		moves = moves[:policyMoves]
	}
	r.counsel.ask(defaultPolicy, n, moves, r.scores)
	for i := range moves {
		moves[i].rank += aheadOfOthers
	}
}

// aheadOfOthers is more than the ranks of two moves differ.
const aheadOfOthers = 1 << 20

// movesOfNode is the number of moves that can be ranked in about the time of a node.
const movesOfNode = 32

// append appends the legal moves of n with their ranks to moves, which consult lets the policy
// change. It may leave out moves that rank behind wanted others; see rank.
func (r *Ranker) append(moves []Ranked, n *evaluation.Node, wanted int, consult bool) []Ranked {
	p := n.Position()
	if p.PlacesCathedral() {
		r.list = p.Moves(r.list[:0])
		for _, m := range r.list {
			moves = append(moves, Ranked{m, r.history.scores[p.Side()][m]})
		}
	} else {
		r.prepare(n, phases)
		if consult && p.Ply() <= r.policyPly {
			moves = r.rank(moves, max(wanted, policyMoves))
			r.consult(n, moves, wanted)
		} else {
			moves = r.rank(moves, wanted)
		}
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

// Sorted returns the legal moves of n, highest ranked first.
func (r *Ranker) Sorted(n *evaluation.Node) []engine.Move {
	moves, _ := r.Ranks(n)
	return moves
}

// Ranks returns the legal moves of n, highest ranked first, and their ranks in thousandths.
func (r *Ranker) Ranks(n *evaluation.Node) (moves []engine.Move, ranks []int32) {
	ranked := r.append(nil, n, All, true)
	slices.SortStableFunc(ranked, func(a, b Ranked) int { return int(b.rank) - int(a.rank) })
	for _, m := range ranked {
		moves, ranks = append(moves, m.move), append(ranks, m.rank)
	}
	return moves, ranks
}

// prepare computes the worths that rank the moves of n.
func (r *Ranker) prepare(n *evaluation.Node, table *phaseTable) {
	p, f := n.Position(), n.Features()
	side := p.Side()
	r.position, r.legal = p, &f.Maps[side]
	engine.PlacementMaps(p.Open(side).AndNot(p.Buildings(side).Grow()), side, &r.free)
	if owned := !p.Territory(side).IsEmpty(); owned || r.owned {
		engine.PlacementMaps(p.Territory(side), side, &r.home)
		r.owned = owned
	}
	r.enclosures = n.Enclosures(side)
	if r.threats.find(n); len(r.threats) > 0 {
		engine.PlacementMaps(p.Open(side).AndNot(r.threats[0].squares), side, &r.idle)
	}
	r.scores = r.history.scores[side]
	phase := &table[f.Built()]
	r.weights = &phase.weights
	r.cover, r.touch = phase.rings, squareMap{}
	// Squares that no placement covers or touches need no number.
	grounds, covered := groundsOf(n), p.Open(side)
	touched := covered.Grow()
	for i := range grounds {
		switch feature := firstCover + rankFeature(i); {
		case feature >= coversEdge && feature <= coversFourthRing: // among phase.rings
		case feature < firstTouch:
			r.cover.add(grounds[i].And(covered), r.weights[feature])
		default:
			r.touch.add(grounds[i].And(touched), r.weights[feature])
		}
	}
}

// smallBuilding is the size of the largest buildings that are left out if enough
// larger ones rank before them.
const smallBuilding = 3

// rank appends the placements with their ranks, largest buildings first. Once the
// list is as long as wanted, it leaves out placements of small buildings, which rank
// behind the others, except those that enclose something.
func (r *Ranker) rank(moves []Ranked, wanted int) []Ranked {
	for i := range r.enclosures {
		e := &r.enclosures[i]
		r.gains[e.Move] = uint8(e.Gain)
		winning := &r.winning[e.Move.Shape()]
		*winning = winning.With(e.Move.Anchor())
	}
	side := r.position.Side()
	hand := r.position.Hand(side)
	for b := range hand.LargestFirst() {
		all := b.Size() > smallBuilding || len(moves) < wanted
		for i := range engine.ShapesOf(b) {
			shape, anchors := engine.SideShape(side, i), r.legal.At(i)
			if !all {
				anchors = r.winning[shape]
			}
			moves = r.rankShape(moves, shape, i, anchors)
		}
	}
	for i := range r.enclosures {
		m := r.enclosures[i].Move
		r.gains[m], r.winning[m.Shape()] = 0, engine.Bitboard{}
	}
	return moves
}

// rankShape appends the placements at anchors of shape, the i-th of the side.
func (r *Ranker) rankShape(moves []Ranked, shape engine.Shape, i int, anchors engine.Bitboard) []Ranked {
	foot, free, home, idle := &footprints[shape], r.free.At(i), r.home.At(i), engine.AllSquares()
	if len(r.threats) > 0 {
		idle = r.idle.At(i)
	}
	weight := r.weights[shape.Building()]
	for ; !anchors.IsEmpty(); anchors = anchors.WithoutFirst() {
		anchor := anchors.First()
		m := engine.NewMove(shape, anchor)
		rank := r.scores[m] + weight + r.cover.sum(foot.covered, anchor) + r.touch.sum(foot.touched, anchor)
		if !free.Has(anchor) {
			rank += r.weights[joinsOwn]
			if foot.edge.Has(anchor) {
				rank += r.weights[joinsOwnAtEdge]
			}
		}
		if home.Has(anchor) {
			rank += r.weights[fillsTerritory]
		}
		rank += r.worthOfGain(int(r.gains[m]))
		if !idle.Has(anchor) {
			rank += r.weights[parries] * r.threats.parried(m)
		}
		moves = append(moves, Ranked{m, rank})
		if r.position.Rules().OptionalCapture && r.position.IsLegal(m.Sparing()) {
			moves = append(moves, Ranked{m.Sparing(), rank})
		}
	}
	return moves
}

// worthOfGain returns the worth of winning gain squares.
func (r *Ranker) worthOfGain(gain int) int32 {
	if gain == 0 {
		return 0
	}
	return r.weights[gains] + r.weights[gainsFew]*int32(min(gain, fewGained)) + r.weights[gainsSquares]*int32(min(gain, mostGained))
}

// The largest counts of squares won.
const (
	fewGained  = 4
	mostGained = 20
)

// edge has the squares along the edge of the board; rings has all squares, by their
// distance from the edge.
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

// groundsOf returns the sets of squares whose covered or touched squares are
// counted, in the order of the features.
func groundsOf(n *evaluation.Node) [numGrounds]engine.Bitboard {
	p, f, last := n.Position(), n.Features(), n.Last()
	side, enemy := p.Side(), p.Side().Opponent()
	mine, theirs := &f.Ground[side], &f.Ground[enemy]
	own, others, cathedral := p.Buildings(side), p.Buildings(enemy), p.CathedralSquares()
	besideOwn, besideOthers := own.GrowOrthogonally(), others.GrowOrthogonally()
	territory, open := p.Territory(side), p.Open(side)
	nearLast := last.Squares().Grow()
	gained, gaining := largeGains(n.Enclosures(side))
	_, endangered := largeGains(n.Enclosures(enemy))
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
		coversGains - firstCover:           gained,
		coversGainMoves - firstCover:       gaining,
		coversEnemyGainMoves - firstCover:  endangered,
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
