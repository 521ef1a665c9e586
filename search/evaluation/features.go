package evaluation

import (
	"math/bits"

	"cathedral/engine"
)

// The features that the evaluation counts, for each side by itself.
const (
	unplacedSquares   = iota // squares of the buildings in the hand
	unfitSquares             // of these, squares of buildings that fit nowhere
	tightSquares             // squares of buildings that fit in at most three places
	roomForLarge             // binary length of the number of places, summed over buildings of four and five squares
	roomForSmall             // the same for buildings of up to three squares
	territorySquares         // empty squares of the side's territory
	spareTerritory           // territory squares in excess of the unplaced squares
	pocketSquares            // open squares that the enemy reaches only through gaps of at most two squares
	widePocketSquares        // the same for gaps of at most four squares
	influencedSquares        // contested squares that the side's buildings reach first
	loneSquares              // squares of buildings that touch no other and could be captured
	hangingSquares           // of these, squares in a pocket of the enemy
	hangingCathedral         // squares of the Cathedral in a pocket of the side
	borderSquares            // squares built on along the edge of the board
	elbowRoom                // open squares that touch the side's buildings
	bestGain                 // the most squares that the side's next building can win, at most maxGain
	manyGains                // binary length of the number of placements that win at least LargeGain
	reachSquares             // squares of all regions that such placements settle
	numFeatures
)

// LargeGain is the least gain that is large, in squares.
const LargeGain = 3

const (
	maxGain  = 25
	maxCount = boardSquares // the largest count of any feature
)

// featureNames has the name of each feature.
var featureNames = [numFeatures]string{
	"unplaced squares", "that fit nowhere", "that hardly fit", "room for large buildings",
	"room for small buildings", "territory", "territory to spare", "pockets", "wide pockets",
	"influence", "lone buildings", "hanging buildings", "Cathedral in a pocket",
	"built on the border", "elbow room", "best gain", "large gains", "within reach",
}

// FeatureNames returns the names of the features, in the order of Counts.
func FeatureNames() []string { return append([]string(nil), featureNames[:]...) }

// Features holds the counts of one position, and what the evaluation computes on the
// way. The arrays are indexed by side. The counts are integers, so that every
// machine computes the same value.
type Features struct {
	Counts   [2]Counts
	Ground   [2]Ground
	Maps     [2]engine.Maps // placements on open squares, whether the building is in the hand or not
	CanPlace [2]bool        // whether the side has a legal placement of a building

	places, home [2]rooms // of the hand's buildings, on open squares and in the side's territory
}

// Counts has one side's count of each feature, in the order of FeatureNames.
type Counts [numFeatures]int32

// Ground is the part of the city that one side holds, or is about to hold.
type Ground struct {
	Influence engine.Bitboard // contested squares that the side reaches first
	Pocket    engine.Bitboard // squares behind gaps of at most two squares in the side's walls
	Wide      engine.Bitboard // squares behind gaps of at most four squares
	Lone      engine.Bitboard // the side's buildings that touch no other
}

// influenceRounds is the distance in squares to which a side has influence around
// its buildings.
const influenceRounds = 4

// count counts all features of p but the gains. before is a position played before p, or nil.
func (f *Features) count(p *engine.Position, before *Node) {
	f.Counts, f.CanPlace, f.places, f.home = [2]Counts{}, [2]bool{}, [2]rooms{}, [2]rooms{}
	for _, side := range [2]engine.Side{engine.Light, engine.Dark} {
		unplaced := int32(p.Unplaced(side))
		territory := int32(p.Territory(side).Count())
		f.Counts[side][unplacedSquares] = unplaced
		f.Counts[side][territorySquares] = territory
		f.Counts[side][spareTerritory] = max(0, territory-unplaced)
		f.countRoom(p, side)
		f.countHome(p, side, before)
	}
	f.countGround(p)
}

// countRoom computes the side's maps, counts the room for the buildings in its hand,
// and finds out whether any of them fits.
func (f *Features) countRoom(p *engine.Position, side engine.Side) {
	c, maps := &f.Counts[side], &f.Maps[side]
	engine.PlacementMaps(p.Open(side), side, maps)
	hand := p.Hand(side)
	for b := engine.Tavern; b < engine.Cathedral; b++ {
		copies := int32(hand.Count(b))
		if copies == 0 {
			continue
		}
		places := int32(maps.Places(b))
		f.places[side].set(b, int(places))
		f.CanPlace[side] = f.CanPlace[side] || places > 0
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
}

// countHome counts the room for the buildings in side's hand in its territory, which is
// mostly the same as before.
func (f *Features) countHome(p *engine.Position, side engine.Side, before *Node) {
	territory, held := p.Territory(side), f.places[side].closed()
	if territory.IsEmpty() {
		f.home[side] = held
		return
	}
	if before != nil && before.counted && before.position.Territory(side) == territory {
		if was := before.features.home[side]; was.closed()&held == held {
			f.home[side] = was & (15 * held)
			return
		}
	}
	var maps engine.Maps
	engine.PlacementMaps(territory, side, &maps)
	for b := range p.Hand(side).LargestFirst() {
		f.home[side].set(b, maps.Places(b))
	}
}

// Built returns the number of squares that the buildings of both sides cover, from 0
// to twice engine.SideSquares.
func (f *Features) Built() int {
	return fullCity - int(f.Counts[engine.Light][unplacedSquares]+f.Counts[engine.Dark][unplacedSquares])
}

// countGround computes the ground of both sides and counts its features.
func (f *Features) countGround(p *engine.Position) {
	light, dark := p.Buildings(engine.Light), p.Buildings(engine.Dark)
	besideLight, besideDark := light.Grow(), dark.Grow()
	contested := p.Empty().AndNot(p.Territory(engine.Light)).AndNot(p.Territory(engine.Dark))
	f.Ground[engine.Light].Influence, f.Ground[engine.Dark].Influence = influence(light, dark, contested)
	f.countGroundOf(p, engine.Light, light, dark, besideLight, contested.AndNot(besideDark))
	f.countGroundOf(p, engine.Dark, dark, light, besideDark, contested.AndNot(besideLight))
}

// countGroundOf counts the features of side's ground. walls are its buildings, grown
// are the walls and the squares around them, others are the enemy's buildings, and
// free are the contested squares that do not touch others.
func (f *Features) countGroundOf(p *engine.Position, side engine.Side, walls, others, grown, free engine.Bitboard) {
	counts, ground, cathedral := &f.Counts[side], &f.Ground[side], p.CathedralSquares()
	ground.Lone = p.Lone(side)
	// Pieces that touch others hold their ground. Lone buildings and the Cathedral
	// can be caught in a pocket.
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

// influence returns, for each side, the contested squares that its buildings reach
// first, moving one square in any direction each round. A tie belongs to nobody.
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

// pockets returns the squares that the enemy's holding pieces can reach only through
// a gap between two of the side's walls, or between a wall and the edge. The gap has at
// most two squares (near) or four (wide). pockets widens walls and edge by one or two
// squares, finds the squares that are still connected to holding, and widens these
// in turn: the opening of mathematical morphology. grown are the walls, widened by
// one square.
func pockets(walls, grown, holding engine.Bitboard) (near, wide engine.Bitboard) {
	around := holding.Grow().Grow()
	pass1 := engine.InnerSquares(1).AndNot(grown)
	near = engine.AllSquares().AndNot(around.FloodWithin(pass1).Grow()).AndNot(walls)
	pass2 := engine.InnerSquares(2).AndNot(grown.Grow())
	wide = engine.AllSquares().AndNot(around.Grow().FloodWithin(pass2).Grow().Grow()).AndNot(walls)
	return near, wide
}
