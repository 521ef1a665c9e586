package engine

import "math/bits"

// windows has the board as seen from a placement in each row: five rows of it, from the one
// above the anchor, in one word. A column more on the left is not passable.
type windows struct {
	passable, claim, stop [Rows]uint64
}

const (
	windowRow  = 0x7fe
	windowBits = windowRow | windowRow<<stride | windowRow<<(2*stride) | windowRow<<(3*stride) | windowRow<<(4*stride)
)

// window returns the five rows from the one above row.
func (b Bitboard) window(row int) uint64 {
	switch from := (row - 1) * stride; {
	case row == 0:
		return b.lo << (stride + 1) & windowBits
	case from < wordBits:
		return (b.lo>>from | b.hi<<(wordBits-from)) << 1 & windowBits
	default:
		return b.hi >> (from - wordBits) << 1
	}
}

// fromWindow returns the squares of a window.
func fromWindow(w uint64, row int) Bitboard {
	w >>= 1
	switch from := (row - 1) * stride; {
	case row == 0:
		return Bitboard{lo: w >> stride}
	case from < wordBits:
		return Bitboard{w << from & wordSquares, w >> (wordBits - from)}
	default:
		return Bitboard{hi: w << (from - wordBits)}
	}
}

// find prepares w for the side of g.
func (w *windows) find(g *Gains) {
	claim := g.passable.AndNot(g.position.territory[g.side])
	stop := g.foreign.Or(g.outside)
	wide := Bitboard{g.passable.lo | g.passable.lo<<1 | g.passable.lo>>1, g.passable.hi | g.passable.hi<<1 | g.passable.hi>>1}
	above, below := wide.above(), wide.below()
	for row := range w.passable {
		w.passable[row] = g.passable.window(row)
		w.claim[row] = claim.window(row)
		w.stop[row] = stop.window(row) | above.window(row)&windowRow | below.window(row)&(windowRow<<(4*stride))
	}
}

// The squares of each shape in the window of its anchor in column A, and those around it.
var (
	windowBody = makeWindowBodies()
	windowRing = makeWindowRings()
)

func makeWindowBodies() (all [NumShapes + 1]uint64) {
	for s := range all {
		for _, at := range shapes[s].squares {
			all[s] |= 1 << ((at.row+1)*stride + at.column + 1)
		}
	}
	return all
}

func makeWindowRings() (all [NumShapes + 1]uint64) {
	for s, body := range windowBody {
		all[s] = growWindow(body) &^ body
	}
	return all
}

// growWindow is Grow within a window.
func growWindow(x uint64) uint64 {
	x |= x<<1 | x>>1
	return x | x<<stride | x>>stride
}

// floodWindow returns the squares of mask that are connected with x.
func floodWindow(x, mask uint64) uint64 {
	for {
		grown := growWindow(growWindow(x)&mask) & mask
		if grown == x {
			return x
		}
		x = grown
	}
}

// outlook is what the squares around a building have been found to lead to.
type outlook struct {
	parts   int    // of the ring around it, divided by walls
	away    int    // of these, parts that lead out of the window or to a foreign piece
	regions int    // that end within the window and hold no piece
	closed  uint64 // their squares
}

// around looks around a building that touches walls in two places or more.
func (w *windows) around(body, ring uint64, row int) (a outlook) {
	passable, stop := w.passable[row]&^body, w.stop[row]
	ring &= passable
	// Squares less their neighbors by a side: there is no way around in a circle.
	a.parts = bits.OnesCount64(ring) - bits.OnesCount64(ring&(ring>>1)) - bits.OnesCount64(ring&(ring>>stride))
	if a.parts != 2 {
		return w.aroundMore(ring, passable, stop)
	}
	part := ring &^ stop // first what may end soon
	if part == 0 {
		a.away = 2
		return a
	}
	part &= -part
	for {
		grown := growWindow(part) & passable
		if grown&stop != 0 {
			break
		}
		if grown == part {
			a.closed = part
			return a
		}
		part = grown
	}
	part &= ring
	part = ring &^ floodWindow(part, ring)
	for part&stop == 0 {
		grown := growWindow(part) & passable
		if grown == part {
			a.closed = part
			return a
		}
		part = grown
	}
	a.away = 2
	return a
}

// aroundMore looks at a ring that is not in two parts.
func (w *windows) aroundMore(ring, passable, stop uint64) (a outlook) {
	for ring != 0 {
		part := floodWindow(ring&-ring, ring)
		ring &^= part
		a.parts++
		if part&a.closed != 0 {
			continue
		}
		for part&stop == 0 {
			grown := growWindow(part) & passable
			if grown == part {
				break
			}
			part = grown
		}
		if part&stop != 0 {
			a.away++
			continue
		}
		a.regions++
		a.closed |= part
	}
	return a
}
