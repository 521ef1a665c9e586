package engine

import "math/bits"

// A position's hash key is the exclusive or of random words, one for each statement
// of the position text. The statements are a building's letter on a square, a mark of
// territory, the first square of a spared piece, the ply and the rules. The ply decides the
// side to move, and whether the Cathedral is still to come. See Zobrist, A New Hashing Method with
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

func mix(x uint64) uint64 { return Mix((x + 1) * goldenGamma) }

// goldenGamma is the odd number next to 2^64 divided by the golden ratio.
const goldenGamma = 0x9e3779b97f4a7c15

// Mix scrambles the bits of x with the finaliser of SplitMix64 (Steele, Lea and Flood,
// Fast Splittable Pseudorandom Number Generators, 2014). Different numbers stay different.
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// SecondKey returns a hash of the position's text and rules that is independent of
// Key: positions that have the same key by chance have different second keys. It is
// computed from scratch, in about the time of playing a move.
//
// The text makes up to 24 words. NH (Black, Halevi, Krawczyk, Krovetz and Rogaway, UMAC, 1999)
// adds up products of two words, each plus a factor, in 128 bits. For random factors, two texts
// have the same sum with a probability of 2^-64, whichever bits they differ in. The high half of
// two more products makes 64 bits of the sum (Dietzfelbinger, Universal Hashing and k-Wise
// Independent Random Variables via Integer Arithmetic without Primes, 1996).
func (p *Position) SecondKey() uint64 {
	rules := uint64(p.rules.Set) << 1
	if p.rules.OptionalCapture {
		rules++
	}
	f := &secondKeyFactors
	sum := sum128{}.plus(f[0]+rules, f[1]+(uint64(p.cathedralPiece)<<16|uint64(p.ply)))
	if !p.spared.IsEmpty() {
		spared := p.sparedFirsts()
		sum = sum.plus(f[2]+spared.lo, f[3]+spared.hi)
	}
	for side := range p.placed {
		placed, territory, f := &p.placed[side], p.territory[side], f[4+10*side:][:10]
		// A text does not show how two equal buildings that touch are cut.
		taverns := placed[0].Squares().Or(placed[1].Squares())
		stables := placed[2].Squares().Or(placed[3].Squares())
		inns := placed[4].Squares().Or(placed[5].Squares())
		sum = sum.plus(f[0]+taverns.lo, f[1]+taverns.hi).plus(f[2]+stables.lo, f[3]+stables.hi).plus(f[4]+inns.lo, f[5]+inns.hi).
			plus(f[6]+(uint64(placed[6])<<48|uint64(placed[7])<<32|uint64(placed[8])<<16|uint64(placed[9])),
				f[7]+(uint64(placed[10])<<48|uint64(placed[11])<<32|uint64(placed[12])<<16|uint64(placed[13]))).
			plus(f[8]+territory.lo, f[9]+territory.hi)
	}
	half := sum128{}.plus(sum.high, f[24]).plus(sum.low, f[25])
	return half.high + sum.high*f[26] + sum.low*f[27]
}

// sum128 is a sum of products modulo 2^128.
type sum128 struct{ high, low uint64 }

func (s sum128) plus(a, b uint64) sum128 {
	high, low := bits.Mul64(a, b)
	low, carry := bits.Add64(s.low, low, 0)
	return sum128{s.high + high + carry, low}
}

// sparedFirsts returns the first square in reading order of each spared piece.
func (p *Position) sparedFirsts() Bitboard {
	var firsts Bitboard
	if p.cathedral.Intersects(p.spared) {
		firsts = firsts.With(p.cathedral.First())
	}
	for _, side := range []Side{Light, Dark} {
		for piece := range p.Pieces(side) {
			if piece.Squares().Intersects(p.spared) {
				firsts = firsts.With(piece.Squares().First())
			}
		}
	}
	return firsts
}

// secondKeyFactors are a factor for each word, and for the halves of the sum the low halves of two
// factors and then the high ones.
var secondKeyFactors = makeSecondKeyFactors()

func makeSecondKeyFactors() [28]uint64 {
	var factors [28]uint64
	for i := range factors {
		factors[i] = mix(keySecond + uint64(i))
	}
	return factors
}
