package proof

import "cathedral/engine"

// A side that loses has hundreds of moves, and most of them change nothing. Waiting shows what
// a proof depends on (relevance-zone search: Shih et al., A Novel Approach to Solving
// Goal-Achieving Problems for Board Games, arXiv 2112.02563).
//
// B is to move in a position P, and A has to win a margin. Let B wait: it passes, even if that
// is illegal. If A still wins, the proof has a zone, and certain squares disturb the proof.
// Every move of B that covers none of these squares is refuted. They are found as follows.
//
//   - A square is built if somewhere in the proof A builds on it, or a building of A's
//     makes it A's territory. So every square that A captures is built.
//   - A building of A's and the squares that it claims are loose if they touch none of A's
//     safe ground (reach.go) of that moment, or if the claim does not touch the building.
//   - At P, add to the loose squares A's exposed buildings, A's territory, and the
//     Cathedral. Flood from them over all squares but B's buildings that are not exposed,
//     and all squares in A's safe ground or beside it. The squares that disturb the proof are
//     those of the flood and around it, and all that are built.
//
// If A moves at a node and wins, the zone of the node is that of the proof after the move,
// with the move added. If B moves and loses, it is the union of the zones of its moves and of
// the waits that stand for moves. A leaf, whether decided by bounds or by the end of the game,
// and a forced pass add nothing, except for the closings of secured.go.
//
// # Proof
//
// Let the real game R continue with a move m that disturbs nothing. A plays the moves that the
// proof has for a virtual game V, in which B has waited instead. Later moves of B that the
// proof leaves out are left out of V in the same way. So R is V with a set M of additional
// buildings of B's. None of them disturbed anything in the position of V in which it was
// placed. The following stays true.
//
// (1) A has the same buildings and the same territory in both games, and the Cathedral is the
// same. A claims and captures the same squares in both. A region that A takes in V is built,
// so no building of M lies in it. A region that A cannot take in V contains two pieces, so A
// cannot take it in R either. No building of M is ever captured.
//
// (2) A region that B claims or captures in V falls into parts in R, each with one foreign
// piece at most, so B takes them all. If B takes a region X in R alone, some m of M has cut it
// off; X is a region of the complement of B's buildings. So X touches m. X has no square in
// A's safe ground or beside it, since that ground is free of B's buildings for good and holds
// two pieces, or one that was spared. X would hold them too. X has no square of a building of
// B's that was not exposed when m was placed, for it still stands. So X lies in the part of
// the mask of the flood that touches m, which no loose square is in.
//
// (3) X holds no piece and none of A's territory. The flood begins at A's exposed buildings,
// A's territory and the Cathedral, as they were when m was placed. Pieces that were not exposed
// are in safe ground. If a building that A has placed since is loose, the flood begins there. If
// not, it touched safe ground when it was built, and X would hold that ground too, for all of
// it is free of B's buildings. If A has claimed territory since, it is free of B's buildings and
// touches the building that claimed it, so X would hold that building.
//
// (4) A can build in R where it builds in V. No building of M stands there. No X lies there
// either. A loose building is where the flood begins. If the building touches safe ground,
// follow it and that ground from a square in X. Suppose that X, when it was claimed, ended on
// this way. Then it ended at a building of B's that A has captured since. Whatever A claimed
// first on this way, then or before, it claimed with the whole way so far, since A has built
// nothing on it. So the square is no longer B's. Suppose that X did not end. Then it held all
// pieces of that ground that stood, which by (3) were none, and A could not build them later.
//
// (5) B's open squares and its hand in R are those of V without the buildings of M. So B can
// build in V whatever it builds in R. If B plays a move that the proof leaves out, the
// building goes to M and V waits. If B has to pass in R then M is not empty, or B passes in V
// too. If the proof has a wait at that node that stands for a move of M, V waits: the zone of
// the node includes that of the wait. It does not include the zone of a wait that stands for
// no move, so V must not follow such a wait. Otherwise the proof has looked at all moves of M,
// and V plays one of them, which then is in V. It claims nothing that R does not have. R was
// settled when B built last. It already had all of its present walls then. The pieces against
// it were the present ones, and perhaps a Cathedral that A has captured since. So a region
// that B can take only now holds what A has captured or claimed since: A's territory. But it
// touches the building of M that V plays, and so holds none, for the reasons of (2) and (3).
//
// (6) A's open squares in R are some of those in V. So A must pass in R if it passes in V. If
// neither side can build in R, but B can in V, let V place all of M. Then the boards are the
// same, neither side can build, and the margin is one of those that the proof has.
//
// (7) If V is over then M is empty, because B could otherwise place a building of M. If bounds
// decide V then they decide R. A's safe ground in V is safe in R, since B reaches no more and A
// has the same pieces. As in (4), nothing of M or of an X lies in it, so A gains as much there
// as in V. B ends with its buildings in V and those of its hand in V that fit into its reach in
// V: the buildings of M are part of such a packing.
//
// # Buildings left out
//
// The argument holds at every node of a proof, not only after a wait. Let V be a position that is proven
// for A, and P be V with one or two buildings of B's that stand already (leftout.go). By the zone of that proof,
// they disturb nothing in V, with either side to move. Then M begins with them, and the rest follows as above.
// All that (1) to (7) say of earlier moves is seen in the two positions. A has the same buildings and territory in both, the
// Cathedral is the same, and B's territory differs in M alone. Neither side has anything left to settle,
// in P or in V, so R has taken every region that it had when B built last, as (5) wants. V need not
// have come about by a wait: it is a position, and its proof says nothing of how it arose.
//
// The proof of P has the zone of that of V, since it builds where that builds. So another building
// may be left out of P in turn, or P be reached in a proof that leaves out others. Buildings of all these sets are
// judged in positions without them, so none stands in A's safe ground or on a square that is built.
//
// Three assumptions depend on the rules. First, a building settles everything that it
// encloses, and the sides move in turn. All rule sets are like that from ply 3 on, with the
// Cathedral placed; earlier, every move disturbs. Second, nobody has a choice in a capture.
// With optional capture there is one, and every move disturbs. Third, m itself must not settle
// squares that it does not touch. A capture of A's may leave such squares behind, or a position
// text may begin with them (engine.Position.Unsettled). In such a position B does not wait, and
// the zone of its proof is the whole city.
//
// Even if every move disturbs, moves of one kind are left out: those that fill safe territory
// of B's that B's buildings close. Such a building changes nothing for A, now or later, and
// walls nothing off for B. If B waits instead, it keeps all its other moves, and can place the
// building when no others are left. The building must settle nothing then either. So if a
// capture of A's leaves something behind anywhere in the proof, which makes the zone the whole
// city, the wait stands for no move. There, zones serve no other purpose, so this need not
// agree with the above.

// zone is the part of the city that a proof depends on.
type zone struct {
	built engine.Bitboard // squares that the side that wins builds on, or comes to own
	loose engine.Bitboard // of these, squares that touch none of its safe ground then
}

func (z zone) or(o zone) zone { return zone{z.built.Or(o.built), z.loose.Or(o.loose)} }

// wholeCity is the zone of a proof that depends on everything.
func wholeCity() zone { return zone{built: engine.AllSquares()} }

// hasZones reports whether the argument covers a position.
func hasZones(p *engine.Position) bool {
	return p.Ply() >= engine.OpeningPlies && !p.Rules().OptionalCapture
}

// with returns the zone of a proof that begins with a move of the position before, if z
// is that of the rest. The reach is that of the position before, if it is known.
func (z zone) with(before, after *engine.Position, m engine.Move, r *reach, known bool) zone {
	side, squares := before.Side(), m.Squares()
	taken := squares.Or(after.Territory(side).AndNot(before.Territory(side)))
	z.built = z.built.Or(taken)
	if !known || !squares.Grow().Intersects(r.safe[side]) || squares.FloodWithin(taken) != taken {
		z.loose = z.loose.Or(taken)
	}
	return z
}

// disturbers returns the squares that matter to a proof with the zone z, which says that the
// enemy wins from p even if the side to move waits. A move that covers none of them does not
// disturb the proof. The reach r is that of p.
func (z zone) disturbers(p *engine.Position, r *reach) engine.Bitboard {
	return z.disturbersOf(p, r, p.Side())
}

// disturbersOf is disturbers for a proof that the enemy of side wins, with either side to move.
func (z zone) disturbersOf(p *engine.Position, r *reach, side engine.Side) engine.Bitboard {
	enemy := side.Opponent()
	besideSafe := r.safe[enemy].Grow()
	within := engine.AllSquares().AndNot(p.Buildings(side).AndNot(r.exposed[side])).AndNot(besideSafe)
	loose := z.loose.Or(r.exposed[enemy]).Or(p.Territory(enemy))
	if cathedral := p.CathedralSquares(); !cathedral.Intersects(besideSafe) {
		loose = loose.Or(cathedral)
	}
	return z.built.Or(loose.FloodWithin(within).Grow())
}
