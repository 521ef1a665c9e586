package engine

// A position's hash key is the exclusive or of random words, one for each statement
// of the position text: a building's letter on a square, a mark of territory, the
// first square of a spared piece, the ply (which tells the side to move and whether
// the Cathedral is still to come), and the rules. Zobrist, A New Hashing Method with
// Application for Game Playing (1970). A mixing function makes the words from
// numbers, so no table has to be filled.

// Each kind of statement has its own range of numbers.
const (
	keyPieces = iota << 24
	keyTerritory
	keySpared
	keyPly
	keyRules
	keySecond // the factors of SecondKey
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

// SecondKey returns a hash of the position's text and rules that is independent of
// Key: positions that have the same key by chance have different second keys. It is
// computed from scratch, as a sum of products (Carter and Wegman, Universal Classes of
// Hash Functions, 1979), in about the time of playing a move.
func (p *Position) SecondKey() uint64 {
	sum := rulesKey(p.rules) ^ uint64(p.cathedralPiece)<<16 ^ uint64(p.ply)
	factors := secondKeyFactors[:]
	add := func(words ...uint64) {
		for i, word := range words {
			sum += factors[i] * word
		}
		factors = factors[len(words):]
	}
	add(p.spared.lo, p.spared.hi)
	for side := range p.placed {
		placed, territory := &p.placed[side], p.territory[side]
		// A text does not tell how two equal buildings that touch are cut.
		for first := 0; first < firstSlot[Bridge]; first += 2 {
			both := placed[first].Squares().Or(placed[first+1].Squares())
			add(both.lo, both.hi)
		}
		add(uint64(placed[6])<<48|uint64(placed[7])<<32|uint64(placed[8])<<16|uint64(placed[9]),
			uint64(placed[10])<<48|uint64(placed[11])<<32|uint64(placed[12])<<16|uint64(placed[13]),
			territory.lo, territory.hi)
	}
	return mix(sum)
}

// secondKeyFactors are odd, so that no product loses a bit.
var secondKeyFactors = makeSecondKeyFactors()

func makeSecondKeyFactors() [22]uint64 {
	var factors [22]uint64
	for i := range factors {
		factors[i] = mix(keySecond+uint64(i)) | 1
	}
	return factors
}
