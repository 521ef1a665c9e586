package proof

import "cathedral/engine"

// The effort spent on forks. E144.
const (
	// Up to forkTries placements fail, each with forkSteps steps of packing.
	forkTries = 12
	forkSteps = 20
	// A placement may cost the enemy forkCost squares more than it covers. Others are not found.
	forkCost = 3
)

// fork looks for a second threat after the wait at ply has shown the first: a placement of the
// enemy that decides by bounds, apart from the first threat. Then one move of the side to move
// must disturb both. Without it, a second threat is only found when a move has been searched
// and refuted.
func (s *Solver) fork(ply, need int) {
	frame := &s.frames[ply]
	p, r, first := frame.node.Position(), &frame.reach, frame.threats[0].disturbers
	contested := first.And(r.fillable(p.Side()))
	if contested.IsEmpty() {
		return
	}
	m := engine.NoMove
	for m, _ = range s.closings(p, r, p.Side().Opponent(), 1-need, contested, forkTries, forkCost) {
		break
	}
	waited := s.frames[ply+1].node.Position() // in the frame since the wait
	if !waited.IsLegal(m) {
		return
	}
	s.play(ply+1, m)
	after := s.frames[ply+2].node.Position()
	if after.Side() != p.Side() {
		return
	}
	outcome, at := s.bounded(ply+2, need)
	if outcome >= 0 {
		return
	}
	z := s.follow(zone{built: s.frames[ply+2].secured}, waited, after, m, r, true)
	t := threat{zone: z, disturbers: s.disturbers(z, p, r), answer: m, proof: newLink(m, at)}
	if !t.disturbers.Contains(contested) {
		frame.threats = append(frame.threats, t)
	}
}
