package book

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"

	"cathedral/engine"
)

// plyLoss is the loss, in hundredths of a square, that makes a position as unlikely to
// come up as one more ply does. The study's trees use the same, so that a book loses what
// they found last.
const plyLoss = 20

// strayLoss is the loss of the line to a position that no line of the book leads to: more
// than any other line loses.
const strayLoss = 200 * engine.SideSquares * engine.MaxPly

// Within returns the book whose file has at most limit bytes: b itself, or one without
// the positions that are least likely to come up. The shorter and
// better the line that leads to a position, the more likely the position. Each move counts
// by its loss against the best one, and each ply by a fifth of a square. The priorities are those of
// T. Lincke, Strategies for the Automatic Construction of Opening Books (2000). All
// placements of the Cathedral are equally likely. Positions that no line of the book leads to
// from the start of a game are the least likely. A book within a smaller limit is a part of
// that within a larger one.
func (b *Book) Within(limit int) (*Book, error) {
	children := b.children()
	likely := b.mostLikely(children)
	var fault error
	fits := func(count int) bool {
		var size byteCounter
		err := b.only(likely[:count]).write(&size, children)
		if err != nil && !errors.Is(err, errTooMany) {
			fault = err
		}
		return err == nil && int(size) <= limit
	}
	if fits(len(likely)) || fault != nil {
		return b, fault
	}
	count := sort.Search(len(likely), func(count int) bool { return !fits(count + 1) })
	if count == 0 {
		return nil, fmt.Errorf("%d bytes are too few for a position", limit)
	}
	return b.only(likely[:count]), nil
}

// byteCounter counts the bytes that are written to it.
type byteCounter int

// Write implements io.Writer.
func (c *byteCounter) Write(text []byte) (int, error) {
	*c += byteCounter(len(text))
	return len(text), nil
}

// only returns the book with the positions of the given keys.
func (b *Book) only(keys []uint64) *Book {
	part := &Book{entries: make(map[uint64]Entry, len(keys))}
	for _, key := range keys {
		part.entries[key] = b.entries[key]
	}
	return part
}

// mostLikely returns the keys of all positions, the likeliest first. Each comes after one
// that leads to it.
func (b *Book) mostLikely(children map[uint64][]uint64) []uint64 {
	var keys []uint64 // in the order of a walk, so that the result is always the same
	b.walk(children, func(e *Entry, _ []bool) bool {
		canonical, _ := Canonical(&e.Position)
		keys = append(keys, canonical.Key())
		return true
	})
	losses := make(map[uint64]int, len(keys)) // of the best line to each
	for _, root := range b.roots(children) {
		if root.Ply() > 0 {
			canonical, _ := Canonical(&root)
			losses[canonical.Key()] = strayLoss + root.Ply()*plyLoss
		}
	}
	byPly := slices.Clone(keys)
	slices.SortStableFunc(byPly, func(a, o uint64) int {
		first, second := b.entries[a], b.entries[o]
		return cmp.Compare(first.Position.Ply(), second.Position.Ply())
	})
	for _, key := range byPly {
		entry := b.entries[key]
		for i, child := range children[key] {
			loss := losses[key] + plyLoss
			if !entry.Position.PlacesCathedral() {
				loss += max(0, entry.Moves[0].Centi-entry.Moves[i].Centi)
			}
			if known, found := losses[child]; !found || loss < known {
				losses[child] = loss
			}
		}
	}
	slices.SortStableFunc(keys, func(a, o uint64) int { return cmp.Compare(losses[a], losses[o]) })
	return keys
}
