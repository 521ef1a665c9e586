package evaluation

import (
	"math/bits"

	"cathedral/engine"
)

// The features are what the evaluation counts, for each side by itself.
const (
	unplacedSquares   = iota // squares of the buildings in the hand
	unfitSquares             // of these, squares of buildings that fit nowhere
	tightSquares             // and of those that fit in three places at most
	roomForLarge             // binary length of the number of places, summed over buildings of four and five
	roomForSmall             // the same for buildings of up to three
	territorySquares         // empty squares that are the side's
	spareTerritory           // of these, squares beyond what the hand can fill
	pocketSquares            // open squares that the enemy reaches only through a gap of two or less
	widePocketSquares        // and those behind a gap of four or less
	influencedSquares        // contested squares that the side's buildings reach first
	loneSquares              // squares of buildings that touch no other and could be captured
	hangingSquares           // of these, squares that stand in a pocket of the enemy
	hangingCathedral         // squares of the Cathedral in a pocket of the side
	borderSquares            // squares built on along the board's edge
	elbowRoom                // open squares that touch the side's buildings
	numFeatures
)

// featureNames has the names of the features.
var featureNames = [numFeatures]string{
	"unplaced squares", "that fit nowhere", "that hardly fit", "room for large buildings",
	"room for small buildings", "territory", "territory to spare", "pockets", "wide pockets",
	"influence", "lone buildings", "hanging buildings", "Cathedral in a pocket",
	"built on the border", "elbow room",
}

// FeatureNames returns the names of the features, in the order of Counts.
func FeatureNames() []string { return append([]string(nil), featureNames[:]...) }

// Features are what the evaluation counts in one position, and what it finds on the
// way. The arrays are by side. The counts are whole numbers, so that every machine
// finds the same value.
type Features struct {
	Counts   [2]Counts
	Ground   [2]Ground
	Maps     [2]engine.Maps // all placements on open squares, of buildings in the hand or not
	CanPlace [2]bool        // whether the side has a legal placement of a building
}

// Counts has one side's count of each feature, in the order of FeatureNames.
type Counts [numFeatures]int32

// Ground is the part of the city that one side holds, or is about to hold.
type Ground struct {
	Influence engine.Bitboard // contested squares that the side reaches first
	Pocket    engine.Bitboard // squares behind gaps of two or less in the side's walls
	Wide      engine.Bitboard // squares behind gaps of four or less
	Lone      engine.Bitboard // the side's buildings that touch no other
}

// influenceRounds is how many squares away from its buildings a side is taken to
// have influence.
const influenceRounds = 4

// count counts all features of a position.
func (f *Features) count(p *engine.Position) {
	f.Counts = [2]Counts{}
	for _, side := range [2]engine.Side{engine.Light, engine.Dark} {
		unplaced := int32(p.Unplaced(side))
		territory := int32(p.Territory(side).Count())
		f.Counts[side][unplacedSquares] = unplaced
		f.Counts[side][territorySquares] = territory
		f.Counts[side][spareTerritory] = max(0, territory-unplaced)
		f.CanPlace[side] = f.Counts[side].countRoom(p, side, &f.Maps[side])
	}
	f.countGround(p)
}

// countRoom writes the side's maps, counts what still fits where, and reports
// whether anything does.
func (c *Counts) countRoom(p *engine.Position, side engine.Side, maps *engine.Maps) bool {
	any := false
	engine.PlacementMaps(p.Open(side), side, maps)
	hand := p.Hand(side)
	for b := engine.Tavern; b < engine.Cathedral; b++ {
		copies := int32(hand.Count(b))
		if copies == 0 {
			continue
		}
		places := int32(0)
		for i := range engine.ShapesOf(b) {
			places += int32(maps.At(i).Count())
		}
		any = any || places > 0
		squares := int32(b.Size())
		switch {
		case places < copies:
			c[unfitSquares] += squares * (copies - places)
		case places <= 3:
			c[tightSquares] += squares
		}
		if b >= engine.SquareBuilding {
			c[roomForLarge] += int32(bits.Len32(uint32(places)))
		} else {
			c[roomForSmall] += int32(bits.Len32(uint32(places)))
		}
	}
	return any
}

// Built returns how many squares the buildings of both sides cover, from 0 to twice
// engine.SideSquares.
func (f *Features) Built() int {
	return fullCity - int(f.Counts[engine.Light][unplacedSquares]+f.Counts[engine.Dark][unplacedSquares])
}

// countGround counts who holds which part of the city.
func (f *Features) countGround(p *engine.Position) {
	light, dark := p.Buildings(engine.Light), p.Buildings(engine.Dark)
	besideLight, besideDark := light.Grow(), dark.Grow()
	contested := p.Empty().AndNot(p.Territory(engine.Light)).AndNot(p.Territory(engine.Dark))
	f.Ground[engine.Light].Influence, f.Ground[engine.Dark].Influence = influence(light, dark, contested)
	f.countGroundOf(p, engine.Light, light, dark, besideLight, contested.AndNot(besideDark))
	f.countGroundOf(p, engine.Dark, dark, light, besideDark, contested.AndNot(besideLight))
}

// countGroundOf counts what one side holds with its walls, which together with the
// squares beside them are grown; free are contested squares that touch nothing of
// the others.
func (f *Features) countGroundOf(p *engine.Position, side engine.Side, walls, others, grown, free engine.Bitboard) {
	counts, ground, cathedral := &f.Counts[side], &f.Ground[side], p.CathedralSquares()
	ground.Lone = p.Lone(side)
	// Pieces that touch others hold their ground; those that stand alone and the
	// Cathedral are what a pocket may catch.
	prey := p.Lone(side.Opponent())
	holding := others.AndNot(prey)
	if holding.IsEmpty() {
		holding = others.Or(cathedral)
	}
	near, wide := pockets(walls, grown, holding)
	ground.Pocket, ground.Wide = near, wide
	counts[influencedSquares] = int32(ground.Influence.Count())
	counts[loneSquares] = int32(ground.Lone.Count())
	counts[pocketSquares] = int32(near.And(free).Count())
	counts[widePocketSquares] = int32(wide.And(free).Count())
	counts[borderSquares] = int32(walls.AndNot(engine.InnerSquares(1)).Count())
	counts[elbowRoom] = int32(grown.And(p.Open(side)).Count())
	counts[hangingCathedral] = int32(near.And(cathedral).Count())
	f.Counts[side.Opponent()][hangingSquares] = int32(near.And(prey).Count())
}

// influence returns for each side the contested squares that its buildings reach
// first, a square in each direction a round. Ties are nobody's.
func influence(light, dark, contested engine.Bitboard) (ofLight, ofDark engine.Bitboard) {
	open := contested
	for round := 0; round < influenceRounds && !open.IsEmpty(); round++ {
		toLight, toDark := light.Grow().And(open), dark.Grow().And(open)
		open = open.AndNot(toLight.Or(toDark))
		light = light.Or(toLight.AndNot(toDark))
		dark = dark.Or(toDark.AndNot(toLight))
	}
	return light.And(contested), dark.And(contested)
}

// pockets returns the squares that cannot be reached from the enemy's holding
// pieces without passing between the side's walls, or a wall and the edge, where
// they are at most two squares apart (near), or at most four (wide). It widens
// walls and edge by a square, or two, sees what is still connected, and gives the
// margin back: the opening of mathematical morphology. grown are the walls, widened
// by a square.
func pockets(walls, grown, holding engine.Bitboard) (near, wide engine.Bitboard) {
	around := holding.Grow().Grow()
	pass1 := engine.InnerSquares(1).AndNot(grown)
	near = engine.AllSquares().AndNot(around.FloodWithin(pass1).Grow()).AndNot(walls)
	pass2 := engine.InnerSquares(2).AndNot(grown.Grow())
	wide = engine.AllSquares().AndNot(around.Grow().FloodWithin(pass2).Grow().Grow()).AndNot(walls)
	return near, wide
}
