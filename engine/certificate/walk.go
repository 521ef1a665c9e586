package certificate

import (
	"bytes"

	"cathedral/engine"
)

// Walk is a walk through the verified proof of a claim. Whatever the loser plays, the proof has
// an answer for the winner. The section "Playing by a proof" of search/proof/CERTIFICATES.md
// describes how the answer is found.
type Walk struct {
	Claim  Claim
	Winner engine.Side // the side that reaches Margin, or more, whatever the other plays
	Margin int         // in squares
	Proof  Proof

	file   []byte // the whole certificate
	first  int64  // the place in it of the first node
	routes *routes
}

// routes are facts about places in a file that the checker finds, and that a reader of single
// nodes could not.
type routes struct {
	disturbances map[int64]engine.Bitboard // what disturbs a wait, by the node after it
	references   map[int64]int64           // the node that a reference names
}

// Walks verifies a certificate, as [Verify] does with the same errors, and returns a walk for
// each of its claims. The walks keep the file, which must not be modified afterwards.
func Walks(file []byte, limits Limits) ([]*Walk, error) {
	c := newChecker(bytes.NewReader(file), limits)
	c.routes = &routes{map[int64]engine.Bitboard{}, map[int64]int64{}}
	var walks []*Walk
	err := c.file(func(claim Claim, proof Proof) {
		winner, margin := claim.goal()
		walks = append(walks, &Walk{
			Claim: claim, Winner: winner, Margin: margin, Proof: proof,
			file: file, first: c.in.offset() - proof.Bytes, routes: c.routes,
		})
	})
	if err != nil {
		return nil, err
	}
	return walks, nil
}

// Begin returns the place of the claim's position.
func (w *Walk) Begin() *Place {
	p := &Place{Position: w.Claim.Position, walk: w, proof: w.Claim.Position}
	p.enter(w.first)
	return p
}

// node is a node of a proof, without the contents of the nodes after it.
type node struct {
	kind  byte          // that of a node that is not kept
	moves []engine.Move // before the nodes after it, those that are left out, or packings one after the other
	after []int64       // the place of the node after each move, or after a pass; or the end of each packing in moves
	waits []int64       // the place of the node after each wait
}

// packing returns a packing of a bound, or of closings, where the first move is the closing.
func (n *node) packing(i int) []engine.Move {
	return n.moves[append([]int64{0}, n.after...)[i]:n.after[i]]
}

// read returns the node at a place of the file: for a reference, the node that it names.
func (w *Walk) read(at int64) *node {
	if named, found := w.routes.references[at]; found {
		at = named
	}
	n := new(node)
	c := cursor{file: w.file, at: at}
	c.node(n)
	return n
}

// cursor reads a part of a file that the checker has verified, so it checks nothing itself.
type cursor struct {
	file   []byte
	at     int64
	passed node // a node that nobody looks at: those within it are read into it, too
}

func (c *cursor) byte() byte {
	c.at++
	return c.file[c.at-1]
}

func (c *cursor) number() (number int) {
	for shift := 0; ; shift += 7 {
		b := c.byte()
		if number |= int(b&0x7f) << shift; b < 0x80 {
			return number
		}
	}
}

func (c *cursor) move() engine.Move {
	high := engine.Move(c.byte())
	return high<<8 | engine.Move(c.byte())
}

// node reads a node into n, and passes over all nodes after it.
func (c *cursor) node(n *node) {
	*n = node{c.byte(), n.moves[:0], n.after[:0], n.waits[:0]}
	if n.kind >= nodeKeptMove {
		n.kind -= nodeKeptMove - nodeMove
		c.number()
	}
	switch n.kind {
	case nodeBound:
		c.packing(n)
	case nodeClosings:
		for range c.number() {
			c.packing(n)
		}
	case nodePass:
		n.after = c.pass(n.after)
	case nodeMove:
		c.branch(n)
	case nodeWithout:
		c.placements(n, c.number())
		n.after = c.pass(n.after)
	case nodeReplies:
		for range c.number() {
			n.waits = c.pass(n.waits)
		}
		for range c.number() {
			c.branch(n)
		}
	case nodeReference, nodeLastReference: // only passed over
		c.number()
	}
}

func (c *cursor) placements(n *node, count int) {
	for range count {
		n.moves = append(n.moves, c.move())
	}
}

func (c *cursor) packing(n *node) {
	c.placements(n, int(c.byte()))
	n.after = append(n.after, int64(len(n.moves)))
}

// branch reads a move, and passes over the node after it.
func (c *cursor) branch(n *node) {
	c.placements(n, 1)
	n.after = c.pass(n.after)
}

// pass passes over a node and all nodes after it, and adds the place of the node to a list.
func (c *cursor) pass(places []int64) []int64 {
	places = append(places, c.at)
	c.node(&c.passed)
	return places
}
