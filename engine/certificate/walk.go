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
	kind  byte          // nodeEnd to nodeReplies
	moves []engine.Move // the packing of a bound, or the moves of the others
	after []int64       // the place of the node after each move, or after a pass
	waits []int64       // the place of the node after each wait
}

// read returns the node at a place of the file: for a reference, the node that it names.
func (w *Walk) read(at int64) *node {
	if named, found := w.routes.references[at]; found {
		at = named
	}
	n := new(node)
	c := cursor{w.file, at}
	c.node(n)
	return n
}

// cursor reads a part of a file that the checker has verified, so it checks nothing itself.
type cursor struct {
	file []byte
	at   int64
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

// node reads a node, which is not a reference, into n. It passes over all nodes after it.
func (c *cursor) node(n *node) {
	*n = node{kind: c.byte()}
	if n.kind == nodeKeptMove || n.kind == nodeKeptReplies {
		n.kind -= nodeKeptMove - nodeMove
		c.number()
	}
	switch n.kind {
	case nodeBound:
		for range c.byte() {
			n.moves = append(n.moves, c.move())
		}
	case nodePass:
		n.after = c.nodes(1)
	case nodeMove:
		c.branches(n, 1)
	case nodeReplies:
		n.waits = c.nodes(c.number())
		c.branches(n, c.number())
	}
}

// nodes passes over a number of nodes and returns their places.
func (c *cursor) nodes(count int) (places []int64) {
	for range count {
		places = append(places, c.at)
		c.pass()
	}
	return places
}

// branches reads a number of moves of n, with a node after each.
func (c *cursor) branches(n *node, count int) {
	for range count {
		n.moves = append(n.moves, c.move())
		n.after = append(n.after, c.at)
		c.pass()
	}
}

// pass passes over a node and all nodes after it.
func (c *cursor) pass() {
	switch kind := c.byte(); kind {
	case nodeBound:
		packing := int64(c.byte())
		c.at += moveBytes * packing
	case nodePass:
		c.pass()
	case nodeReference, nodeLastReference:
		c.number()
	case nodeKeptMove, nodeKeptReplies:
		c.number()
		c.passBranches(kind - (nodeKeptMove - nodeMove))
	case nodeMove, nodeReplies:
		c.passBranches(kind)
	}
}

// passBranches passes over what follows the head of a node of moves or of replies.
func (c *cursor) passBranches(kind byte) {
	branches := 1
	if kind == nodeReplies {
		for range c.number() {
			c.pass()
		}
		branches = c.number()
	}
	for range branches {
		c.at += moveBytes
		c.pass()
	}
}

// moveBytes is the length of a move in a certificate.
const moveBytes = 2
