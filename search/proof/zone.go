package proof

import "cathedral/engine"

// A side that loses has hundreds of moves, and most of them change nothing. Waiting shows what
// a proof depends on (relevance-zone search: Shih et al., A Novel Approach to Solving
// Goal-Achieving Problems for Board Games, arXiv 2112.02563).
//
// B is to move in a position P, and A is to win a margin. Let B wait: it passes, legal or
// not. If A wins all the same, the proof has a zone, and every move of B is refuted that
// covers none of the squares that disturb it. They are found like this.
//
//   - A square is built if somewhere in the proof A builds on it, or a building of A's
//     makes it A's territory. So all that A captures is built.
//   - A building of A's and what it claims are loose if they touch none of A's safe ground
//     (reach.go) of that moment. So are they if a claim does not touch the building.
//   - At P, add to the loose squares A's exposed buildings, A's territory, and the
//     Cathedral. Flood from them over all squares but B's buildings that are not exposed,
//     and all squares in A's safe ground or beside it. The squares of the flood and around
//     it, and all that is built, are those that disturb the proof.
//
// The zone of a node that A wins is that of the move's proof, with the move; of a node
// that B loses, all zones of its moves and of the waits that stand for moves, together. A
// leaf, whether bounds or the end of the game decide it, and a forced pass add nothing.
//
// # Why it is so
//
// Let the game R go on with a move m that disturbs nothing. A plays as the proof says for
// a game V in which B has waited instead. B's moves that the proof leaves out in turn are
// left out of V in turn: R is V with a set M of additional buildings of B's, each of which
// disturbed nothing in the position of V in which it was placed. The following stays true.
//
// (1) A has the same buildings and the same territory in both, and the Cathedral is the
// same. A claims and captures the same: what it takes in V is built, so that no building
// of M lies in it; and what it cannot take in V, for two pieces are in it, it cannot take
// in R. No building of M is ever captured.
//
// (2) What B claims and captures in V falls into parts in R, each with one foreign piece
// at most, so B takes them all. What B takes in R alone is a region X of the complement of
// its buildings that some m of M has cut off. So X touches m. X has no square in A's safe
// ground or beside it, since that ground is free of B's buildings for good and holds two
// pieces, or one that was spared: X would hold them too. X has no square of a building
// of B's that was not exposed when m was placed, for it still stands. So X lies in the
// part of the mask of the flood that touches m, which no loose square is in.
//
// (3) X holds no piece and none of A's territory. An exposed building of A's, A's
// territory and the Cathedral, as they were when m was placed, are where the flood begins.
// What was not exposed is in safe ground. What A has built since is loose, and the flood
// begins there, or touched safe ground when it was built, which X would hold with it, all
// of it being free of B's buildings. What A has claimed since is free of B's buildings
// and touches the building that claimed it, so X would hold that.
//
// (4) A can build in R where it builds in V. No building of M stands there. And no X lies
// there: not where it is loose; and if it touches safe ground then follow the building
// and that ground from a square in X. If X, when it was claimed, ended on the way, it was
// at a building of B's that A has captured since. What A claims then, or whatever A claimed
// first on this way, it claims with the whole way so far, since A has built nothing on it:
// then the square is no longer B's. If X did not end, it held all pieces of that ground that
// stood, which by (3) were none, and A could not build them later.
//
// (5) B's open squares and its hand in R are those of V without the buildings of M. So what B
// builds in R it can build in V. If B builds a move that the proof leaves out, it goes to M
// and V waits. If B has to pass in R then M is not empty, or B passes in V too. If the proof
// has a wait at that node that stands for a move of M, V waits: the zone of the node has that
// of the wait. It does not have that of a wait that stands for no move, so V must not follow
// such a wait. Otherwise the proof has looked at all moves of M, and V plays one of them,
// which then is in V. It claims nothing that R does not have. R was settled when B built last.
// It had all walls of today then, and the pieces against it were none but those of today and
// perhaps a Cathedral that A has captured since. So a region that B can take only now holds
// what A has captured or claimed since: A's territory. But it touches the building of M that V
// plays, and so holds none, for the reasons of (2) and (3).
//
// (6) A's open squares in R are some of those in V. So it must pass when V passes. If
// neither can build in R, but B can in V, let V place all of M: the board is the same,
// neither can build, and the margin is one of those that the proof has.
//
// (7) If V is over then M is empty, because B could place a building of M. If bounds decide
// V then they decide R. A's safe ground in V is safe in R, since B reaches no more and A
// has the same pieces, and nothing of M or of an X lies in it, as in (4): so A gains there
// what it gains in V. And B ends with what it has in V and what packs into its reach in V
// from its hand in V: the buildings of M are part of such a packing.
//
// Three assumptions depend on the rules. A building settles whatever it encloses, and the
// sides move in turn, as all rule sets have it from ply 3 on, with the Cathedral placed:
// earlier, every move disturbs. With optional capture, the side that captures has a choice,
// which this argument does not cover: there, too, every move disturbs. And m itself must not
// settle what it does not touch: a capture of A's may leave that behind, or a position text
// may begin with it (engine.Position.Unsettled). In such a position B does not wait, and the
// zone of its proof is the whole city.
//
// Even if every move disturbs, one kind is left out: moves that fill B's own safe territory if
// B's buildings close it. Such a building changes nothing for A, now or later, and walls
// nothing off for B. If B waits, it can do all that it could do after it, and place the
// building when nothing else is left. It must settle nothing then either: if a capture of A's
// leaves something behind anywhere in the proof, so that its zone is the whole city, then the
// wait stands for no move. Zones are not used otherwise there, so this need not agree with the
// above.

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
	side, enemy := p.Side(), p.Side().Opponent()
	besideSafe := r.safe[enemy].Grow()
	within := engine.AllSquares().AndNot(p.Buildings(side).AndNot(r.exposed[side])).AndNot(besideSafe)
	loose := z.loose.Or(r.exposed[enemy]).Or(p.Territory(enemy))
	if cathedral := p.CathedralSquares(); !cathedral.Intersects(besideSafe) {
		loose = loose.Or(cathedral)
	}
	return z.built.Or(loose.FloodWithin(within).Grow())
}
