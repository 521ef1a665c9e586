package engine

import "strings"

// Building is a kind of building: one of the eleven that each side owns, or the
// Cathedral.
type Building uint8

const (
	Tavern Building = iota
	Stable
	Inn
	Bridge
	SquareBuilding // the building called square; Square is a square of the board
	Manor
	Abbey
	Tower
	Infirmary
	Castle
	Academy
	Cathedral
)

// NumBuildings is the number of kinds a side owns, Tavern to Academy.
const NumBuildings = int(Cathedral)

// SideSquares is the number of squares that all the buildings of a side cover.
const SideSquares = 47

// buildings describes each kind. The drawings show the north position with the top
// row first, as in RULES.md. Light's form is drawn only if it differs.
var buildings = [NumBuildings + 1]struct {
	name   string
	code   string
	letter byte
	copies int
	north  string
	light  string
}{
	Tavern:         {"tavern", "TA", 't', 2, "X", ""},
	Stable:         {"stable", "ST", 's', 2, "X/X", ""},
	Inn:            {"inn", "IN", 'i', 2, "X./XX", ""},
	Bridge:         {"bridge", "BR", 'b', 1, "X/X/X", ""},
	SquareBuilding: {"square", "SQ", 'q', 1, "XX/XX", ""},
	Manor:          {"manor", "MA", 'm', 1, ".X./XXX", ""},
	Abbey:          {"abbey", "AB", 'a', 1, "XX./.XX", ".XX/XX."},
	Tower:          {"tower", "TO", 'o', 1, "XX./.XX/..X", ""},
	Infirmary:      {"infirmary", "IF", 'f', 1, ".X./XXX/.X.", ""},
	Castle:         {"castle", "CS", 'c', 1, "X.X/XXX", ""},
	Academy:        {"academy", "AC", 'y', 1, ".XX/XX./.X.", "XX./.XX/.X."},
	Cathedral:      {"Cathedral", "CA", '+', 1, ".X./XXX/.X./.X.", ""},
}

// sizes is the number of squares of each kind.
var sizes = [NumBuildings + 1]int{1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6}

// Size returns the number of squares that the building covers.
func (b Building) Size() int { return sizes[b] }

// Copies returns the number of copies that a side owns. There is one
// Cathedral.
func (b Building) Copies() int { return buildings[b].copies }

// String returns the building's name, such as "castle".
func (b Building) String() string { return buildings[b].name }

// Code returns the two capital letters that name the building in a move.
func (b Building) Code() string { return buildings[b].code }

// letter returns the letter that stands for the building in a position text:
// a capital for Light's, '+' for the Cathedral.
func (b Building) letter(side Side) byte {
	letter := buildings[b].letter
	if side == Light && b != Cathedral {
		letter -= 'a' - 'A'
	}
	return letter
}

// buildingOfLetter returns the building and the side that a letter of a position
// text stands for. The side of the Cathedral is Light and means nothing.
func buildingOfLetter(letter byte) (Building, Side, bool) {
	for b := Tavern; b <= Cathedral; b++ {
		for _, side := range []Side{Light, Dark} {
			if b.letter(side) == letter {
				return b, side, true
			}
		}
	}
	return 0, 0, false
}

// buildingOfCode returns the building that has the code, in capitals or not.
func buildingOfCode(code string) (Building, bool) {
	for b := Tavern; b <= Cathedral; b++ {
		if strings.EqualFold(b.Code(), code) {
			return b, true
		}
	}
	return 0, false
}
