// Package proof proves results of positions. Sound bounds on the final margin come from the
// squares where the sides can still build (reach.go, bounds.go). A verdict, which is cheaper
// than the margin, shows who wins (verdict.go). A search to the end of the game finds the exact
// margin (solver.go). It leaves out moves that change nothing (zone.go).
package proof

import (
	"slices"

	"cathedral/engine"
	"cathedral/search/evaluation"
	"cathedral/search/ordering"
)

// Solver proves margins by searching positions to the end of the game with sound bounds only.
// It gives up when the effort allowed is spent, and then its answers mean nothing.
type Solver struct {
	// Table keeps the results of the solver.
	Table *Table
	// Team, if not nil, helps with every question.
	Team *Team

	spend   func(nodes, effort int) bool
	history *ordering.History
	ranker  *ordering.Ranker
	packer  *packer // of proofs
	little  *packer // of Bounds
	compare *packer // of comparisons and forks, emptied for each question: with few steps, answers depend on those before
	frames  []frame // by ply below the root
	log     *Log    // the table's, to which notes belongs
	notes   *notebook
	nodes   uint64
	effort  uint64 // spent, in nodes of the usual cost
	limit   uint64 // effort at which to give up
	gaveUp  bool
	ration  uint64 // nodes at which an attempt ends
	starved bool   // it has ended
	// disturbers is zone.disturbers, follow is zone.with, and patience is usualPatience. Tests
	// change them.
	disturbers func(zone, *engine.Position, *reach) engine.Bitboard
	follow     func(rest zone, before, after *engine.Position, m engine.Move, r *reach, known bool) zone
	patience   func(s *Solver, ply int) uint64
	plain      bool                                                     // a test uses no rule
	fired      func(rule rule, p *engine.Position, need int, wins bool) // if not nil, a test looks at what rules infer
	ahead      engine.Side                                              // expected to win the margin asked for
	skipped    uint64                                                   // moves that zones refuted
	work       *teamwork                                                // the team's question; nil: a question of its own
	helps      *Team                                                    // whose questions others put; nil: it puts them itself
	overtaken  overtaken
	closed     []closing // closings, and placements that spoil one: space for secured
	spoilers   [pairedClosings][]engine.Bitboard
	fillings   fillings
}

// rule is a way, besides waits and bounds, to answer whether the side to move wins need squares.
type rule int

const (
	byLeavingOut rule = iota // leftout.go
	byClosings               // secured.go
)

// frame is the state of the solver at a ply.
type frame struct {
	node      evaluation.Node
	picker    ordering.Picker
	reach     reach
	known     bool // whether the reach is
	idle      bool // the move that led here was a wait, which is not legal
	asked     bool // the solver tries moves to answer whether the side to move wins need squares
	need      int
	threats   []threat
	answers   []engine.Move   // that were tried as threats
	postponed []attempt       // of the side ahead
	wins      wins            // of the side ahead from this ply, in this question
	replies   []link          // the moves refuted one by one, if there is a log
	secured   engine.Bitboard // the squares of the closings that a bound rests on
}

// threat is a proof that the enemy wins even if the side to move waits.
type threat struct {
	zone       zone
	disturbers engine.Bitboard // see zone.disturbers
	answer     engine.Move     // the enemy's first move in the proof, NoMove if it is not known
	proof      link            // for the log
	used       bool            // it refuted a move
}

// NewSolver returns a solver that orders moves by history and adds to it. It passes to spend
// the nodes that it has played and their effort, in nodes of the usual cost, and gives up when
// spend returns false.
func NewSolver(history *ordering.History, spend func(nodes, effort int) bool) *Solver {
	s := &Solver{spend: spend, history: history, packer: newPacker(proofMemory), little: newPacker(littleMemory), compare: newPacker(littleMemory), ration: noRation, disturbers: zone.disturbers, follow: zone.with, patience: (*Solver).usualPatience}
	s.ranker = ordering.NewRanker(history, func(effort int) { s.take(0, effort) })
	return s
}

// noRation lets an attempt continue while the effort suffices.
const noRation = 1 << 63

// Allow lets the following proofs spend effort, in nodes of the usual cost.
func (s *Solver) Allow(effort uint64) { s.gaveUp, s.limit = false, s.effort+effort }

func (s *Solver) take(nodes, effort int) {
	s.nodes += uint64(nodes)
	s.effort += uint64(effort)
	if !s.spend(nodes, effort) || s.work != nil && s.work.isDone(s.helps) {
		s.gaveUp = true
	}
}

// stopped reports whether the answers mean nothing any more.
func (s *Solver) stopped() bool { return s.gaveUp || s.starved || s.overtaken.ply > 0 }

// report lets a test look at what a rule infers.
func (s *Solver) report(by rule, p *engine.Position, need int, wins bool) {
	if s.fired != nil {
		s.fired(by, p, need, wins)
	}
}

// start makes p the root.
func (s *Solver) start(p *engine.Position) {
	if s.frames == nil {
		s.frames = make([]frame, ordering.MaxPly+2)
	}
	s.frames[0].node.Start(p, engine.NoMove)
	s.frames[0].idle = false
	if s.log != s.Table.log {
		if s.log, s.notes = s.Table.log, nil; s.log != nil {
			s.notes = s.log.newNotebook()
		}
	}
}

// play plays m from the frame of ply into the next.
func (s *Solver) play(ply int, m engine.Move) {
	s.take(1, 1)
	next := &s.frames[ply+1]
	next.node.Play(&s.frames[ply].node, m)
	next.idle = false
}

// provenDepth is the depth with which a proof's best move is added to the history. The larger
// it is, the more the search's order of moves follows proofs. E122.
const provenDepth = 4

// proves reports whether the side to move in the frame of ply wins need squares. It returns
// the zone of the proof or refutation, and its step in the log.
func (s *Solver) proves(ply, need int) (wins bool, z zone, at step) {
	if s.effort >= s.limit || ply >= ordering.MaxPly {
		s.gaveUp = true
	}
	if s.nodes >= s.ration {
		s.starved = true
	}
	s.lookBack(ply)
	if s.stopped() {
		return false, z, noStep
	}

	// 1. Look the position up.
	frame := &s.frames[ply]
	p := frame.node.Position()
	before := s.nodes
	known, at, found := s.recall(p, need)
	if found {
		return known.move != engine.NoMove, known.zone, at
	}

	// 2. End here if the game is over; play a forced pass.
	side := p.Side()
	if !p.PlacesCathedral() && !p.CanPlace(side) {
		if !p.CanPlace(side.Opponent()) {
			return p.Margin(side) >= need, z, endStep
		}
		s.play(ply, engine.Pass)
		wins, z, at = s.provesNext(ply, need)
		return wins, z, s.logWon(newLink(engine.Pass, at))
	}

	// 3. Try bounds on the result of all moves.
	if outcome, at := s.bounded(ply, need); outcome != 0 {
		return outcome > 0, zone{built: frame.secured}, at
	}

	// 4. Look the position up without some of the loser's buildings.
	without, at, hint, found := s.recallWithout(ply, need)
	if found {
		s.report(byLeavingOut, p, need, without.move != engine.NoMove)
		return without.move != engine.NoMove, without.zone, at
	}

	// 5. Try the moves. The answer to a wait often refutes a move that disturbs it, too. The
	// side that is expected to win begins with the move whose proof is likely to be small.
	frame.asked, frame.need = true, need
	first := known.move
	if first == engine.NoMove && ply > 0 && !frame.idle && len(s.frames[ply-1].threats) > 0 {
		first = s.frames[ply-1].threats[0].answer
	}
	if first == engine.NoMove && side == s.ahead {
		first = hint // a picker leaves it out if it is not legal
	}
	frame.picker.Begin(s.ranker, &frame.node, first, false, ordering.All)
	move, expected := engine.NoMove, s.ahead
	if side == s.ahead && !p.PlacesCathedral() {
		var decided bool
		if first, at, decided = s.cheapestWin(ply, need); decided {
			move = first
			z, at = s.won(ply, move, zone{}, at)
		}
		frame.picker.Begin(s.ranker, &frame.node, first, false, ordering.All)
	}
	if move == engine.NoMove {
		move, z, at = s.provesByMove(ply, need)
	}
	frame.asked, s.ahead = false, expected
	if s.overtaken.ply == ply {
		s.overtaken.ply = 0
		known, at = s.overtaken.known, s.overtaken.at
		return known.move != engine.NoMove, known.zone, at
	}
	if s.stopped() {
		return false, z, noStep
	}
	s.Table.store(p, entry{zone: z, move: move, need: int8(need), effort: uint16(min(s.nodes-before, mostEffort))}, at)
	return move != engine.NoMove, z, at
}

// recall returns the entry that decides whether the side to move in p wins need squares, as
// Table.probe does. With a log, results proven without it do not count.
func (s *Solver) recall(p *engine.Position, need int) (known entry, at step, found bool) {
	known, at, found = s.Table.probe(p, need)
	return known, at, found && (s.notes == nil || at != noStep)
}

// provesNext is proves for the position after a move of the frame of ply, and for the side
// that made the move.
func (s *Solver) provesNext(ply, need int) (wins bool, z zone, at step) {
	if s.frames[ply].node.Position().Side() == s.frames[ply+1].node.Position().Side() {
		return s.proves(ply+1, need)
	}
	wins, z, at = s.proves(ply+1, 1-need)
	return !wins, z, at
}

// won records that m, which has been played from the frame of ply into the next, wins. It
// returns the zone of the proof and its step in the log. Those of the rest are z and at.
func (s *Solver) won(ply int, m engine.Move, z zone, at step) (zone, step) {
	frame := &s.frames[ply]
	s.history.Remember(&frame.node, provenDepth, nil, m)
	return s.follow(z, frame.node.Position(), s.frames[ply+1].node.Position(), m, &frame.reach, frame.known), s.logWon(newLink(m, at))
}

// The effort spent on zones. E119, E125.
const (
	// A wait may take waitAtLeast nodes, and waitShare times the nodes spent at this node so
	// far. Larger numbers prove more waits, and lose more on those that fail. A wait that was
	// given up is tried again when the node has taken waitAgain times as much.
	waitAtLeast = 20
	waitShare   = 1
	waitAgain   = 2
	// threatAtLeast and threatShare are the same for a second threat, with the nodes of the
	// move that it answers.
	threatAtLeast = 20
	threatShare   = 2
	// A node has up to mostThreats threats, from up to mostAnswers answers.
	mostThreats = 4
	mostAnswers = 8
)

// provesByMove is proves for the moves in the picker of the frame of ply, whose reach must be
// known. It returns the winning move, or NoMove. It may change the side that is ahead.
func (s *Solver) provesByMove(ply, need int) (move engine.Move, z zone, at step) {
	frame := &s.frames[ply]
	p, picker := frame.node.Position(), &frame.picker
	side, before := p.Side(), s.nodes
	unsettled := p.Unsettled(side)
	if unsettled {
		z = wholeCity()
	}
	frame.threats, frame.answers, frame.replies = frame.threats[:0], frame.answers[:0], frame.replies[:0]
	frame.postponed = frame.postponed[:0]
	// No two waits follow each other, since nothing would have changed.
	mayWait := frame.known && !unsettled && !frame.idle && p.CanPlace(side.Opponent()) &&
		(hasZones(p) || !frame.reach.home(side).IsEmpty())
	waitAfter := uint64(0) // nodes to spend here before the next wait
	threats := 0           // whose moves have been dropped
	fresh := uint64(noRation)
	if side == s.ahead && (ply > 0 || s.helps != nil) { // the caller wants the root's moves in their order
		fresh = s.patience(s, ply)
	}
	refuted := 0 // of the side ahead
	busy := s.work.inProgress()
	for a := frame.next(fresh); a.move != engine.NoMove; a = frame.next(fresh) {
		m := a.move
		if mayWait && picker.Index() > len(frame.postponed) && s.nodes-before >= waitAfter {
			mayWait = s.wait(ply, need, waitAtLeast+waitShare*(s.nodes-before))
			if s.stopped() {
				return engine.NoMove, z, noStep
			}
			waitAfter = waitAgain * (s.nodes - before)
		}
		if threats < len(frame.threats) {
			threats = len(frame.threats)
			if ply > 0 { // the caller knows the root's moves by their indexes
				picker.Drop(func(m engine.Move) bool { return s.skips(frame, m, &z) })
			}
		}
		if s.skips(frame, m, &z) {
			continue
		}
		task := busy.Task(p.Key(), m, 0, side != s.ahead)
		if busy.Has(task) && picker.Defer(m) {
			continue
		}
		nodes := s.nodes
		s.play(ply, m)
		busy.Begin(task)
		around := s.begin(a.nodes)
		wins, rest, at := s.provesNext(ply, need)
		inTime := s.end(around)
		busy.End(task)
		if s.stopped() {
			return engine.NoMove, z, noStep
		}
		if !inTime {
			frame.postpone(a)
			continue
		}
		if wins {
			if side == s.ahead {
				frame.wins.add(s.nodes - nodes)
			}
			z, at = s.won(ply, m, rest, at)
			return m, z, at
		}
		z = z.or(rest)
		if side == s.ahead {
			if refuted++; refuted == enoughRefuted {
				s.ahead, fresh = side.Opponent(), noRation
			}
		}
		if s.notes != nil {
			frame.replies = append(frame.replies, newLink(m, at))
		}
		if len(frame.threats) > 0 && hasZones(p) {
			s.threaten(ply, need, s.nodes-nodes)
			if s.stopped() {
				return engine.NoMove, z, noStep
			}
		}
	}
	return engine.NoMove, z, s.logLost(frame)
}

// skips reports whether a threat refutes m, and adds the zone of the threat to z.
func (s *Solver) skips(f *frame, m engine.Move, z *zone) bool {
	t := f.refutes(m)
	if t == nil {
		return false
	}
	s.skipped++
	t.used = true
	*z = z.or(t.zone)
	return true
}

// refutes returns a threat that m does not disturb, or nil.
func (f *frame) refutes(m engine.Move) *threat {
	for i := range f.threats {
		if t := &f.threats[i]; !m.Squares().Intersects(t.disturbers) {
			return t
		}
	}
	return nil
}

// wait tries to prove, within nodes nodes, that the side to move at ply does not win need
// squares even if it waits. It reports whether it gave up.
func (s *Solver) wait(ply, need int, nodes uint64) (gaveUp bool) {
	frame := &s.frames[ply]
	s.play(ply, engine.Pass)
	s.frames[ply+1].idle = true
	around := s.begin(nodes)
	wins, z, at := s.provesNext(ply, need)
	if !s.end(around) {
		return true
	}
	if t, stands := s.threat(z, frame.node.Position(), &frame.reach); stands && !wins {
		answered, _, _ := s.Table.probe(s.frames[ply+1].node.Position(), 1-need)
		t.answer, t.proof = answered.move, newLink(engine.NoMove, at)
		frame.threats = append(frame.threats, t)
		if len(frame.threats) == 1 && hasZones(frame.node.Position()) {
			s.fork(ply, need)
		}
	}
	return false
}

// threat returns the threat of a proof that the enemy wins from p if the side to move waits. z
// is the zone of the proof, and r the reach of p. stands reports whether the wait answers any
// move.
func (s *Solver) threat(z zone, p *engine.Position, r *reach) (t threat, stands bool) {
	if hasZones(p) {
		return threat{zone: z, disturbers: s.disturbers(z, p, r)}, true
	}
	return threat{zone: z, disturbers: engine.AllSquares().AndNot(r.home(p.Side()))}, z.built != engine.AllSquares() // else a capture leaves something behind
}

// threaten tries whether the answer to the move just refuted also wins for the enemy after a
// wait. If so, it is a second threat, which the other moves must disturb too. cost is the
// number of nodes that the move took.
func (s *Solver) threaten(ply, need int, cost uint64) {
	frame, next := &s.frames[ply], &s.frames[ply+1]
	if len(frame.threats) >= mostThreats || len(frame.answers) >= mostAnswers {
		return
	}
	answered, _, _ := s.Table.probe(next.node.Position(), 1-need)
	m := answered.move
	if m == engine.NoMove || m == frame.threats[0].answer || slices.Contains(frame.answers, m) {
		return
	}
	frame.answers = append(frame.answers, m)
	if !s.playAfterWait(ply, m) {
		return
	}
	p := next.node.Position()
	around := s.begin(threatAtLeast + threatShare*cost)
	wins, z, at := s.provesNext(ply+1, 1-need)
	if !s.end(around) || !wins {
		return
	}
	z = s.follow(z, p, s.frames[ply+2].node.Position(), m, &frame.reach, frame.known)
	t := threat{zone: z, disturbers: s.disturbers(z, frame.node.Position(), &frame.reach), answer: m, proof: newLink(m, at)}
	if !t.disturbers.Contains(frame.threats[0].disturbers) {
		frame.threats = append(frame.threats, t)
	}
}

// playAfterWait has the side to move at ply wait, and plays m for the enemy. It reports false if
// m is not legal then, or if the solver has stopped.
func (s *Solver) playAfterWait(ply int, m engine.Move) bool {
	next := &s.frames[ply+1]
	s.play(ply, engine.Pass)
	next.idle = true
	if s.stopped() || !next.node.Position().IsLegal(m) {
		return false
	}
	s.play(ply+1, m)
	return true
}

// begin begins an attempt that may take nodes nodes, and returns the ration of the attempt
// around it.
func (s *Solver) begin(nodes uint64) (around uint64) {
	around = s.ration
	s.ration = min(around, s.nodes+nodes)
	return around
}

// end ends an attempt, and reports whether its answer counts.
func (s *Solver) end(around uint64) bool {
	s.ration = around
	counts := !s.stopped()
	if s.starved && s.nodes < around {
		s.starved = false
	}
	return counts
}

// atLeast returns the index of the first of moves that wins need squares or more from p, -1 if
// none does. If the effort did not suffice, it reports false and the index of the first move
// that may win. likely says that a win is expected. If a team helps, earlier moves may win
// too, since a helper tries the moves in another order.
func (s *Solver) atLeast(p *engine.Position, moves []engine.Move, need int, likely bool) (first int, known bool) {
	var at step
	if s.Team == nil || s.gaveUp {
		first, at, known = s.search(p, moves, need, likely)
	} else {
		s.work = &teamwork{position: *p, moves: slices.Clone(moves), need: need, likely: likely}
		s.Team.asked.Store(s.work)
		first, at, known = s.search(p, moves, need, likely)
		if told := s.work.answer.Load(); told != nil && !known {
			first, at, known, s.gaveUp = told.first, told.proof, true, false
		}
		if known { // else the helpers continue until the next question
			s.work.answer.Store(&answer{first, at})
		}
		s.work = nil
	}
	if known && s.log != nil {
		s.log.claims.add(p, moves, need, first >= 0, at)
	}
	return first, known
}

// search is atLeast without the team. It also returns the step of the proof in the log.
func (s *Solver) search(p *engine.Position, moves []engine.Move, need int, likely bool) (first int, at step, known bool) {
	s.start(p)
	clear(s.compare.memory)
	for i := range s.frames {
		s.frames[i].wins = wins{}
	}
	frame := &s.frames[0]
	if s.ahead = p.Side(); !likely {
		s.ahead = p.Side().Opponent()
	}
	frame.reach, frame.known = findReach(p, proofEffort().exposed)
	frame.picker.BeginWith(moves)
	move, _, at := s.provesByMove(0, need)
	if s.stopped() {
		s.starved = false
		return frame.picker.Done(), noStep, false
	}
	return slices.Index(moves, move), at, true
}

// Solve returns the line of best play from p to the end of the game that begins with one of
// moves, and the final margin in squares for the side to move. It tries margins that step
// outward from guess. After each answer it calls told, if not nil, with the best move so far,
// if any, and the least and the most that the margin can be. It reports whether the effort
// allowed sufficed.
func (s *Solver) Solve(p *engine.Position, moves []engine.Move, guess int, told func(best engine.Move, least, most int)) (line []engine.Move, margin int, proven bool) {
	least, most, best := -engine.SideSquares, engine.SideSquares, moves[0]
	ordered := slices.Clone(moves)
	for need := guess; least < most; {
		need = max(least+1, min(most, need))
		first, known := s.atLeast(p, ordered, need, need <= guess)
		switch {
		case !known:
			return nil, 0, false
		case first < 0:
			most = need - 1
			need--
		default:
			toFront(ordered, first)
			best, least = ordered[0], need
			need++
		}
		if told != nil {
			told(best, least, most)
		}
	}
	line, proven = s.Line(p, best, least)
	return line, least, proven
}

// Line returns best play from p to the end of the game, which begins with best and leads to
// margin squares for the side to move. It reports whether the effort allowed sufficed.
func (s *Solver) Line(p *engine.Position, best engine.Move, margin int) ([]engine.Move, bool) {
	line, at := []engine.Move{best}, p.Play(best)
	for side := p.Side(); ; {
		if at.Side() != side {
			margin, side = -margin, at.Side()
		}
		moves := at.Moves(nil)
		if len(moves) == 0 {
			return line, true
		}
		if known, _, _ := s.Table.probe(&at, margin); known.move != engine.NoMove {
			if i := slices.Index(moves, known.move); i > 0 {
				moves[0], moves[i] = moves[i], moves[0]
			}
		}
		first, known := s.atLeast(&at, moves, margin, true)
		if !known || first < 0 {
			return nil, false
		}
		line = append(line, moves[first])
		at = at.Play(moves[first])
	}
}
