package certificate

import (
	"fmt"
	"slices"

	"cathedral/engine"
)

// Place is a place in a walk: a position after any moves of the loser and the proof's answers.
// A place does not change.
type Place struct {
	Position engine.Position
	// Waited reports whether the last move of the loser made no difference: the proof continues
	// as if the loser had passed.
	Waited bool

	walk     *Walk
	node     *node
	proof    engine.Position // the position in the proof, without the buildings of idle
	idle     []engine.Move   // the loser's placements for which the proof has waited
	counting bool            // a bound has been reached
	count    Count           // that of the bound, if so
	unplaced int             // the loser's squares in the position of the bound
}

// Count explains why the winner is sure of the margin of a claim: only squares remain to be
// counted.
type Count struct {
	Ground  engine.Bitboard // where the winner can build, and never loses anything
	Packing []engine.Move   // the buildings that the winner is still to place there
	Exposed int             // squares of buildings that the winner may lose at most
	Most    int             // squares that the loser may still place at most
}

func (p *Place) loser() engine.Side { return p.walk.Winner.Opponent() }

// enter makes the node at a place of the file the node of p.
func (p *Place) enter(at int64) {
	switch p.node = p.walk.read(at); p.node.kind {
	case nodeWithout:
		for _, m := range p.node.moves {
			p.proof.LeaveOut(p.loser(), m)
			p.idle = append(slices.Clip(p.idle), m.Plain())
		}
		p.enter(p.node.after[0])
	case nodeBound:
		p.begin(p.node.packing(0))
	}
}

// begin begins to count with a packing, perhaps after a closing.
func (p *Place) begin(packing []engine.Move) {
	var g ground
	g.find(&p.proof)
	winner := p.walk.Winner
	exposed, packed := g.exposed[winner].Count(), 0
	own := g.safe[winner].And(p.proof.Open(winner))
	for _, m := range packing {
		packed += m.Building().Size()
		own = own.Or(m.Squares())
	}
	p.counting, p.unplaced = true, p.proof.Unplaced(p.loser())
	p.count = Count{
		Ground:  own,
		Packing: packing,
		Exposed: exposed,
		Most:    packed - exposed + p.proof.Margin(winner) - p.walk.Margin,
	}
}

// Next returns the only move by which the walk continues: the winner's answer, or a pass that
// the rules force. It is [engine.NoMove] if the loser has a choice or the game is over.
func (p *Place) Next() engine.Move {
	switch {
	case p.Position.Over():
		return engine.NoMove
	case p.Position.IsLegal(engine.Pass):
		return engine.Pass
	case p.Position.Side() == p.loser():
		return engine.NoMove
	case !p.counting:
		return p.node.moves[0]
	case len(p.count.Packing) > 0:
		return p.count.Packing[0]
	}
	// The margin is certain, so any move will do.
	return slices.MaxFunc(p.Position.Moves(nil), func(a, b engine.Move) int {
		return a.Building().Size() - b.Building().Size()
	})
}

// After returns the place after a move. It returns an error if the move is not legal, or is not
// [Place.Next] when there is one.
func (p *Place) After(m engine.Move) (*Place, error) {
	if !p.Position.IsLegal(m) {
		return nil, fmt.Errorf("%s is not legal: %w", m, p.Position.Check(m))
	}
	if next := p.Next(); next != engine.NoMove && m != next {
		return nil, fmt.Errorf("%s is not the proof's answer, %s", m, next)
	}
	after := *p
	after.Position, after.Waited = p.Position.Play(m), false
	switch {
	case p.counting:
		if len(p.count.Packing) > 0 && p.Position.Side() == p.walk.Winner {
			after.count.Packing = p.count.Packing[1:]
		}
		return &after, nil
	case p.node.kind == nodeClosings:
		i := 0
		for m.Squares().Intersects(p.node.packing(i)[0].Squares()) {
			i++
		}
		after.begin(p.node.packing(i))
		return &after, nil
	case p.node.kind == nodeReplies && m == engine.Pass:
		return &after, after.passIdly()
	case p.node.kind == nodeReplies:
		return &after, after.reply(m)
	}
	after.proof = p.proof.Play(m)
	after.enter(p.node.after[0])
	return &after, nil
}

// reply enters the node after a placement of the loser: the placement's own node, or the one
// after a wait that answers it.
func (p *Place) reply(m engine.Move) error {
	if p.follow(m) {
		return nil
	}
	p.idle = append(slices.Clip(p.idle), m)
	p.Waited = true
	return p.wait(m)
}

// passIdly enters the node after a pass that is forced only by the buildings for which the
// proof has waited. In the proof, the loser may still place them: it waits once more, or places one.
func (p *Place) passIdly() error {
	for i, m := range p.idle {
		if p.follow(m) {
			p.idle = slices.Delete(slices.Clone(p.idle), i, i+1)
			return nil
		}
	}
	return p.wait(p.idle...)
}

// follow enters the node after a move of the loser, if the proof has one.
func (p *Place) follow(m engine.Move) bool {
	i := slices.Index(p.node.moves, m)
	if i < 0 {
		return false
	}
	p.proof = p.proof.Play(m)
	p.enter(p.node.after[i])
	return true
}

// wait enters the node after a wait that answers one of some placements. There is one, or the
// certificate would not have been verified.
func (p *Place) wait(placements ...engine.Move) error {
	for _, at := range p.node.waits {
		for _, m := range placements {
			if !m.Squares().Intersects(p.walk.routes.disturbances[at]) {
				p.proof = p.proof.Play(engine.Pass)
				p.enter(at)
				return nil
			}
		}
	}
	return fmt.Errorf("the proof has no answer to %v", placements)
}

// Replies returns the loser's moves that the proof answers one by one; all others are
// answered as if the loser had passed. It is empty if the loser is not to move, or if
// only squares remain to be counted.
func (p *Place) Replies() []engine.Move {
	if p.Next() != engine.NoMove || p.counting {
		return nil
	}
	if p.node.kind == nodeClosings {
		return p.Position.Moves(nil)
	}
	return slices.DeleteFunc(slices.Clone(p.node.moves), func(m engine.Move) bool { return !p.Position.IsLegal(m) })
}

// Zone returns the squares that matter when the loser has a choice: a placement that covers
// none of them makes no difference. It is the whole city if the proof does not wait.
func (p *Place) Zone() engine.Bitboard {
	zone := engine.AllSquares()
	for _, at := range p.node.waits {
		if squares := p.walk.routes.disturbances[at]; squares.Count() < zone.Count() {
			zone = squares
		}
	}
	return zone
}

// Count returns the count, and whether only squares remain to be counted.
func (p *Place) Count() (count Count, counting bool) {
	count = p.count
	count.Most -= p.unplaced - p.Position.Unplaced(p.loser())
	return count, p.counting
}
