package engine

// Hash keys. A position's key is the exclusive or of one random word for each
// thing that its text says: a building's letter on a square, a territory mark,
// the first square of a spared piece, the ply (and with it the side to move and
// whether the Cathedral is to come), and the rules. Zobrist, A New Hashing
// Method with Application for Game Playing (1970). The words come from a
// counter through a mixing function, so that no table has to be filled.

// Domains keep the words of different things apart.
const (
	keyPieces = iota << 24
	keyTerritory
	keySpared
	keyPly
	keyRules
)

func pieceKey(side Side, b Building, square Square) uint64 {
	if b == Cathedral {
		side = Light // the Cathedral is nobody's
	}
	return mix(keyPieces + uint64(side)<<16 + uint64(b)<<8 + uint64(square))
}

func territoryKey(side Side, square Square) uint64 {
	return mix(keyTerritory + uint64(side)<<16 + uint64(square))
}

func sparedKey(first Square) uint64 { return mix(keySpared + uint64(first)) }

func plyKey(ply int) uint64 { return mix(keyPly + uint64(ply)) }

func rulesKey(r Rules) uint64 {
	word := uint64(r.Set)
	if r.OptionalCapture {
		word |= 1 << 8
	}
	return mix(keyRules + word)
}

// mix is the finaliser of SplitMix64 (Steele, Lea and Flood, Fast Splittable
// Pseudorandom Number Generators, 2014).
func mix(x uint64) uint64 {
	x = (x + 1) * 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
