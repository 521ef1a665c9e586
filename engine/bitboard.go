package engine

import (
	"iter"
	"math/bits"
	"strings"
)

// Bitboard is a set of squares, packed into 128 bits: rows 1 to 5 in lo, rows 6
// to 10 in hi, twelve bits a row. Column A is the lowest bit of its row; the two
// bits after column J are padding and belong to no square:
//
//	bit of lo      0  1  2  3  4  5  6  7  8  9 10 11
//	row 1         A1 B1 C1 D1 E1 F1 G1 H1 I1 J1  .  .
//	bit           12 13 14 ...
//	row 2         A2 B2 C2 ...
//
// Padding stops a sideways shift at the board's edge and keeps it within its
// word; only shifts up and down carry rows from one word into the other. Every
// Bitboard that leaves this package has its padding clear.
//
// The words are two fields because the compiler keeps fields, but not the elements
// of an array, in registers.
type Bitboard struct{ lo, hi uint64 }

const (
	wordRows = 5
	wordBits = wordRows * stride
	// wordSquares has the bits of the fifty squares of one word.
	wordSquares = 0x3ff | 0x3ff<<stride | 0x3ff<<(2*stride) | 0x3ff<<(3*stride) | 0x3ff<<(4*stride)
)

// AllSquares returns the set of all hundred squares.
func AllSquares() Bitboard { return Bitboard{wordSquares, wordSquares} }

// InnerSquares returns the squares that are at least margin squares away from the
// edge. For a margin other than 1 or 2 it returns the empty set.
func InnerSquares(margin int) Bitboard {
	const one = 0x1fe
	const two = 0x0fc
	switch margin {
	case 1:
		return Bitboard{
			one<<stride | one<<(2*stride) | one<<(3*stride) | one<<(4*stride),
			one | one<<stride | one<<(2*stride) | one<<(3*stride),
		}
	case 2:
		return Bitboard{
			two<<(2*stride) | two<<(3*stride) | two<<(4*stride),
			two | two<<stride | two<<(2*stride),
		}
	}
	return Bitboard{}
}

// BoardOf returns the set of the given squares.
func BoardOf(squares ...Square) Bitboard {
	var b Bitboard
	for _, square := range squares {
		b = b.With(square)
	}
	return b
}

// And returns the squares that are in both b and o.
func (b Bitboard) And(o Bitboard) Bitboard { return Bitboard{b.lo & o.lo, b.hi & o.hi} }

// Or returns the squares that are in b, in o or in both.
func (b Bitboard) Or(o Bitboard) Bitboard { return Bitboard{b.lo | o.lo, b.hi | o.hi} }

// AndNot returns the squares in b that are not in o.
func (b Bitboard) AndNot(o Bitboard) Bitboard { return Bitboard{b.lo &^ o.lo, b.hi &^ o.hi} }

// IsEmpty reports whether the set is empty.
func (b Bitboard) IsEmpty() bool { return b.lo|b.hi == 0 }

// Count returns the number of squares in the set.
func (b Bitboard) Count() int { return bits.OnesCount64(b.lo) + bits.OnesCount64(b.hi) }

// Intersects reports whether b and o have a square in common.
func (b Bitboard) Intersects(o Bitboard) bool { return b.lo&o.lo|b.hi&o.hi != 0 }

// Contains reports whether every square of o is in b.
func (b Bitboard) Contains(o Bitboard) bool { return o.lo&^b.lo|o.hi&^b.hi == 0 }

// Has reports whether s is in the set.
func (b Bitboard) Has(s Square) bool { return b.Intersects(single(s)) }

// With returns the set with s added.
func (b Bitboard) With(s Square) Bitboard { return b.Or(single(s)) }

// Without returns the set with s removed.
func (b Bitboard) Without(s Square) Bitboard { return b.AndNot(single(s)) }

// First returns the first square in reading order. The set must not be empty.
func (b Bitboard) First() Square {
	if b.lo != 0 {
		return Square(bits.TrailingZeros64(b.lo))
	}
	return Square(wordBits + bits.TrailingZeros64(b.hi))
}

// WithoutFirst returns the set without its first square in reading order. The
// set must not be empty.
func (b Bitboard) WithoutFirst() Bitboard {
	if b.lo != 0 {
		return Bitboard{b.lo & (b.lo - 1), b.hi}
	}
	return Bitboard{0, b.hi & (b.hi - 1)}
}

// String returns the names of the squares in reading order, such as "A1 B2", or
// "none" for the empty set.
func (b Bitboard) String() string {
	if b.IsEmpty() {
		return "none"
	}
	var names []string
	for square := range b.Squares() {
		names = append(names, square.String())
	}
	return strings.Join(names, " ")
}

// Squares yields the squares of the set in reading order.
func (b Bitboard) Squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; !b.IsEmpty(); b = b.WithoutFirst() {
			if !yield(b.First()) {
				return
			}
		}
	}
}

// Grow returns the set and all squares that touch it by side or corner.
func (b Bitboard) Grow() Bitboard {
	lo := b.lo | b.lo<<1 | b.lo>>1
	hi := b.hi | b.hi<<1 | b.hi>>1
	return Bitboard{
		(lo | lo<<stride | lo>>stride | hi<<(wordBits-stride)) & wordSquares,
		(hi | hi<<stride | hi>>stride | lo>>(wordBits-stride)) & wordSquares,
	}
}

// GrowOrthogonally returns the set and all squares that touch it by a side.
func (b Bitboard) GrowOrthogonally() Bitboard {
	return Bitboard{
		(b.lo | b.lo<<1 | b.lo>>1 | b.lo<<stride | b.lo>>stride | b.hi<<(wordBits-stride)) & wordSquares,
		(b.hi | b.hi<<1 | b.hi>>1 | b.hi<<stride | b.hi>>stride | b.lo>>(wordBits-stride)) & wordSquares,
	}
}

// Isolated returns the squares of the set that touch no other square of it by a side.
func (b Bitboard) Isolated() Bitboard {
	return Bitboard{
		b.lo &^ (b.lo<<1 | b.lo>>1 | b.lo<<stride | b.lo>>stride | b.hi<<(wordBits-stride)),
		b.hi &^ (b.hi<<1 | b.hi>>1 | b.hi<<stride | b.hi>>stride | b.lo>>(wordBits-stride)),
	}
}

// FloodWithin returns the squares of mask that are connected with b, inside mask,
// through sides and corners. Squares of b outside mask count for nothing.
func (b Bitboard) FloodWithin(mask Bitboard) Bitboard {
	flood := b.And(mask)
	for flood != mask { // often all of mask is flooded, which saves the last step
		grown := flood.Grow().And(mask).Grow().And(mask)
		if grown == flood {
			break
		}
		flood = grown
	}
	return flood
}

// floodOrthogonally returns the squares of mask that are connected with b, inside mask, through
// sides.
func (b Bitboard) floodOrthogonally(mask Bitboard) Bitboard {
	for flood := b.And(mask); ; {
		grown := flood.GrowOrthogonally().And(mask)
		if grown == flood {
			return flood
		}
		flood = grown
	}
}

// below returns the squares whose neighbor below is in the set.
func (b Bitboard) below() Bitboard {
	return Bitboard{b.lo>>stride | b.hi<<(wordBits-stride)&wordSquares, b.hi >> stride}
}

// above returns the squares whose neighbor above is in the set.
func (b Bitboard) above() Bitboard {
	return Bitboard{b.lo << stride & wordSquares, (b.hi<<stride | b.lo>>(wordBits-stride)) & wordSquares}
}

// moved returns the set moved down and right by an offset. No square may leave the
// board.
func (b Bitboard) moved(by offset) Bitboard {
	down := by.row * stride
	return Bitboard{
		b.lo << down << by.column & wordSquares,
		(b.hi<<down | b.lo>>(wordBits-down)) << by.column & wordSquares,
	}
}

// Words returns the two words of the set, from which BitboardOfWords makes it again.
func (b Bitboard) Words() (lo, hi uint64) { return b.lo, b.hi }

// BitboardOfWords returns the set whose Words are lo and hi.
func BitboardOfWords(lo, hi uint64) Bitboard { return Bitboard{lo & wordSquares, hi & wordSquares} }

// Hash returns a hash of the set; distinct sets almost never collide.
func (b Bitboard) Hash() uint64 { return mix(b.lo ^ mix(b.hi)) }

func single(s Square) Bitboard {
	// A shift by 64 or more gives 0 in Go, which makes the halves exclusive.
	return Bitboard{
		uint64(1) << s & wordSquares,
		uint64(1) << (s - wordBits) & wordSquares,
	}
}
