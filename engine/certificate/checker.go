package certificate

import (
	"io"

	"cathedral/engine"
)

// The bytes that nodes begin with.
const (
	nodeEnd           = 0
	nodeBound         = 1
	nodePass          = 2
	nodeMove          = 3
	nodeReplies       = 4
	nodeReference     = 5
	nodeLastReference = 6
	nodeClosings      = 7
	nodeWithout       = 8
	nodeKeptMove      = 19
	nodeKeptReplies   = 20
	nodeKeptWithout   = 24
)

// deepest is the number of nodes that may follow each other. Every node but a reference and
// one that leaves out buildings is a ply after the one before, so no game that ends comes near it.
const deepest = engine.MaxPly

// checker checks the claims of a certificate one after the other.
type checker struct {
	in     reader
	meter  meter
	totals Totals
	old    bool // the file has version 1
	claim  int  // the number of the claim, counted from 1; 0 outside of claims

	first  engine.Move // of the winner, in the position of the claim; NoMove: another step
	winner engine.Side // the side for which something is to be shown
	margin int         // its least final margin that is to be shown
	frames []*frame    // by the depth of the node
	line   [deepest]Turn
	kept   keptNodes
	packer packer
	moves  []engine.Move
	routes *routes // that walks need; nil if none is wanted
}

// frame holds what belongs to the node that is being read at some depth.
type frame struct {
	position engine.Position
	ground   ground
	grounded bool         // whether ground is that of the position
	replies  moveSet      // the legal moves that have no reply yet
	answered shapeSquares // the placements that waits answer
}

func newChecker(r io.Reader, limits Limits) *checker {
	c := &checker{in: newReader(r), meter: newMeter(limits)}
	c.packer.meter = &c.meter
	return c
}

// check reads the proof of a claim.
func (c *checker) check(claim Claim) error {
	c.winner, c.margin = claim.goal()
	c.first = engine.NoMove
	c.kept.reset()
	c.frame(0).begin(&claim.Position)
	_, err := c.node(0, false)
	return err
}

// frame returns the frame at a depth.
func (c *checker) frame(depth int) *frame {
	if depth == len(c.frames) {
		c.frames = append(c.frames, new(frame))
	}
	return c.frames[depth]
}

func (f *frame) begin(p *engine.Position) {
	f.position, f.grounded = *p, false
}

// findGround returns the ground of the frame's position. It is computed when it is first
// asked for, because many nodes do without.
func (f *frame) findGround() *ground {
	if !f.grounded {
		f.ground.find(&f.position)
		f.grounded = true
	}
	return &f.ground
}

// after reads the node after a turn from the node at a depth. If buildings are left out, its position is in its
// frame.
func (c *checker) after(turn Turn, depth int, judged bool) (zone, error) {
	if depth+1 == deepest {
		return zone{}, c.fault(depth, c.in.offset(), "there are more than %d nodes, each after the other", deepest)
	}
	from, to := c.frames[depth], c.frame(depth+1)
	to.grounded = false
	switch turn {
	case LeaveOut:
	case Wait:
		from.position.PlayInto(&to.position, engine.Pass)
		to.ground, to.grounded = *from.findGround(), true // it knows neither ply nor turn
	default:
		from.position.PlayInto(&to.position, engine.Move(turn))
	}
	c.line[depth] = turn
	return c.node(depth+1, judged)
}

// node reads the node at a depth, whose position is in its frame, and returns its zone.
// If no wait is judged by the zone, it is not worked out and may be anything.
func (c *checker) node(depth int, judged bool) (zone, error) {
	at := c.in.offset()
	kind, err := c.in.byte()
	if err != nil {
		return zone{}, c.broken(depth, at, err)
	}
	if !c.meter.step() {
		return zone{}, ErrLimit
	}
	c.totals.Nodes++
	return c.step(depth, at, kind, judged)
}

// step reads the rest of a node of a kind.
func (c *checker) step(depth int, at int64, kind byte, judged bool) (zone, error) {
	if newer := kind == nodeClosings || kind == nodeWithout || kind == nodeKeptWithout; newer && c.old {
		return zone{}, c.fault(depth, at, "in version 1, no node begins with the byte %d", kind)
	}
	switch kind {
	case nodeEnd:
		return zone{}, c.end(depth, at)
	case nodeBound:
		_, err := c.bound(depth, at, false)
		return zone{}, err
	case nodePass:
		if !c.frames[depth].position.IsLegal(engine.Pass) {
			return zone{}, c.fault(depth, at, "a pass is not legal")
		}
		return c.after(Turn(engine.Pass), depth, judged)
	case nodeMove:
		return c.move(depth, at, judged)
	case nodeReplies:
		return c.replies(depth, at, judged)
	case nodeReference, nodeLastReference:
		return c.reference(depth, at, kind == nodeLastReference)
	case nodeClosings:
		return c.closings(depth, at)
	case nodeWithout:
		return c.without(depth, at)
	case nodeKeptMove, nodeKeptReplies, nodeKeptWithout:
		return c.keep(depth, at, kind)
	}
	return zone{}, c.fault(depth, at, "no node begins with the byte %d", kind)
}

// end checks the end of a game.
func (c *checker) end(depth int, at int64) error {
	p := &c.frames[depth].position
	if !p.Over() {
		return c.fault(depth, at, "the game is not over")
	}
	if margin := p.Margin(c.winner); margin < c.margin {
		return c.fault(depth, at, "the game ends with the margin %d for %s, which should be %d or more", margin, c.winner, c.margin)
	}
	return nil
}

// move reads a move of the winner and the node after it.
func (c *checker) move(depth int, at int64, judged bool) (zone, error) {
	f := c.frames[depth]
	p := &f.position
	if p.Side() != c.winner {
		return zone{}, c.fault(depth, at, "a move of %s, but %s is to move", c.winner, p.Side())
	}
	at = c.in.offset()
	m, err := c.in.move()
	if err != nil {
		return zone{}, c.broken(depth, at, err)
	}
	if !p.IsLegal(m) {
		return zone{}, c.fault(depth, at, "%s is not legal: %v", m, p.Check(m))
	}
	if depth == 0 {
		c.first = m
	}
	z, err := c.after(Turn(m), depth, judged)
	if err != nil || !judged {
		return zone{}, err
	}
	next := &c.frames[depth+1].position // still that after the move
	taken := m.Squares().Or(next.Territory(c.winner).AndNot(p.Territory(c.winner)))
	z.built = z.built.Or(taken)
	if !z.loose.Contains(taken) && (p.CathedralPending() || m.Squares().FloodWithin(taken) != taken ||
		!f.findGround().safe[c.winner].Grow().Intersects(m.Squares())) {
		z.loose = z.loose.Or(taken)
	}
	return z, nil
}
