package engine_test

import (
	"fmt"
	"slices"
	"strings"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/enginetest/naive"
)

// What is compared at every ply of a game that the engine and the naive game
// both play.

// compare holds everything that the engine says of a position against the
// naive game, whose legal moves are given.
func (g *twinGame) compare(moves []naive.Move) error {
	text := g.naive.String()
	if got := g.engine.String(); got != text {
		return differ("position text", got, text)
	}
	if err := g.compareState(); err != nil {
		return err
	}
	if err := g.compareKey(text); err != nil {
		return err
	}
	if err := g.compareMoves(moves); err != nil {
		return err
	}
	if g.random.IntN(8) == 0 {
		// Every move, also those that a game would not choose.
		for _, move := range moves {
			if _, err := g.compareMove(move); err != nil {
				return err
			}
		}
	}
	return nil
}

// sparedSquares returns the squares of the spared pieces.
func sparedSquares(g *naive.Game) (spared engine.Bitboard) {
	for _, piece := range g.Pieces {
		if piece.Spared {
			spared = spared.Or(enginetest.Squares(piece.Squares...))
		}
	}
	return spared
}

// cutAlike reports whether both cut the spared pieces out of equal letters in the
// same way. A text leaves that open where two buildings of a kind touch. It
// changes nothing in play, since such buildings can never be captured, but the
// first square of a spared one may be another once the board is turned.
func (g *twinGame) cutAlike() bool { return g.engine.Spared() == sparedSquares(g.naive) }

func differ(what string, got, want any) error {
	return fmt.Errorf("%s:\n got %v\nwant %v", what, got, want)
}

// compareState compares the parts of the position.
func (g *twinGame) compareState() error {
	p, n := &g.engine, g.naive
	if (p.Side() == engine.Light) != (n.Side() == naive.Light) || p.Ply() != n.Ply || p.Rules() != enginetest.EngineRules(n.Rules) {
		return differ("side, ply and rules", fmt.Sprint(p.Side(), p.Ply(), p.Rules()), fmt.Sprint(n.Side(), n.Ply, n.Rules))
	}
	if p.CathedralPending() != (n.Ply <= n.CathedralPly()) {
		return differ("Cathedral to come", p.CathedralPending(), n.Ply <= n.CathedralPly())
	}
	var standing [3]engine.Bitboard
	var territory [3]engine.Bitboard
	spared := sparedSquares(n)
	var count [3]int
	for _, piece := range n.Pieces {
		count[piece.Owner]++
		standing[piece.Owner] = standing[piece.Owner].Or(enginetest.Squares(piece.Squares...))
	}
	for row, line := range n.Territory {
		for column, owner := range line {
			territory[owner] = territory[owner].With(engine.NewSquare(row, column))
		}
	}
	empty := engine.AllSquares().AndNot(standing[naive.Nobody].Or(standing[naive.Light]).Or(standing[naive.Dark]))
	// Which squares a spared piece has among equal letters is open, see cutAlike.
	same := p.CathedralSquares() == standing[naive.Nobody] && p.Spared().Count() == spared.Count() && p.Empty() == empty
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		owner := enginetest.NaiveOwner(side)
		same = same && p.Buildings(side) == standing[owner] && p.Territory(side) == territory[owner] &&
			p.Open(side) == empty.AndNot(territory[owner.Opponent()]) && p.Unplaced(side) == n.UnplacedSquares(owner) &&
			p.Hand(side).Squares() == n.UnplacedSquares(owner)
		for building := range naive.Cathedral {
			same = same && p.Hand(side).Count(engine.Building(building)) == n.Unplaced(owner, building)
		}
		pieces, covered := 0, engine.Bitboard{}
		for piece := range p.Pieces(side) {
			pieces++
			covered = covered.Or(piece.Squares())
		}
		same = same && pieces == count[owner] && covered == standing[owner]
	}
	if !same {
		return fmt.Errorf("the parts of the position are not what its text says:\n%s\n%s", n, p.Drawing())
	}
	if outcome := p.Outcome().String(); outcome != n.Outcome() || p.Over() != n.Over() {
		return differ("outcome", fmt.Sprint(outcome, p.Over()), fmt.Sprint(n.Outcome(), n.Over()))
	}
	return nil
}

// keysOf returns both keys of a position.
func keysOf(p *engine.Position) [2]uint64 { return [2]uint64{p.Key(), p.SecondKey()} }

// compareKey checks that the keys of the position that the game has led to are those that
// the text gives, and that they are no other text's.
func (g *twinGame) compareKey(text string) error {
	parsed, err := engine.ParsePosition(text, g.engine.Rules())
	if err != nil {
		return fmt.Errorf("the engine's own text %q is refused: %w", text, err)
	}
	keys, kept := keysOf(&parsed), keysOf(&g.engine)
	if keys != kept || parsed.String() != text {
		return differ("keys and text after parsing the text",
			fmt.Sprintf("%x %s", keys, &parsed), fmt.Sprintf("%x %s", kept, text))
	}
	for i, key := range keys {
		texts := g.series.texts[i]
		if other, known := texts[key]; known && other != text {
			return fmt.Errorf("two texts have the key %x:\n%s\n%s", key, text, other)
		}
		texts[key] = text
	}
	return nil
}

// compareMoves compares the legal moves in every form that the engine gives
// them in, and tries some that are not legal.
func (g *twinGame) compareMoves(moves []naive.Move) error {
	legal := make(map[string]bool, len(moves))
	for _, move := range moves {
		legal[move.String()] = true
	}
	list := g.engine.Moves(nil)
	if len(list) != len(legal) || g.engine.CountMoves() != len(legal) || g.engine.IsLegal(engine.Pass) != legal["pass"] {
		return differ("number of moves, as list and as count, and forced pass",
			fmt.Sprint(len(list), g.engine.CountMoves(), g.engine.IsLegal(engine.Pass)), fmt.Sprint(len(legal), len(legal), legal["pass"]))
	}
	found := make(map[string]bool, len(list))
	for _, move := range list {
		text := move.String()
		if !legal[text] || found[text] {
			return fmt.Errorf("the list of moves has %s, which is not legal or not new", text)
		}
		found[text] = true
		if err := g.engine.Check(move); err != nil || !g.engine.IsLegal(move) {
			return fmt.Errorf("the list of moves has %s, but it is legal: %v, %v", text, g.engine.IsLegal(move), err)
		}
	}
	for range 12 {
		move, text, err := g.randomMove()
		if err != nil {
			return err
		}
		if g.engine.IsLegal(move) != legal[text] || (g.engine.Check(move) == nil) != legal[text] {
			return differ("legality of "+text, fmt.Sprint(g.engine.IsLegal(move), g.engine.Check(move)), legal[text])
		}
	}
	return nil
}

// randomMove returns any move at all with its text: mostly one that is not
// legal, also the other side's, one that spares nothing, a pass, or none.
func (g *twinGame) randomMove() (engine.Move, string, error) {
	kind := g.random.IntN(20)
	switch kind {
	case 0:
		return engine.Pass, "pass", nil
	case 1:
		return engine.NoMove, "none", nil
	case 2:
		return engine.Pass.Sparing(), "pass-", nil
	}
	owner := naive.Owner(g.random.IntN(3))
	placements := naive.EmptyBoard().Placements[owner]
	ofBuilding := placements[g.random.IntN(len(placements))]
	if len(ofBuilding) == 0 {
		ofBuilding = naive.EmptyBoard().Placements[naive.Nobody][naive.Cathedral]
	}
	text := ofBuilding[g.random.IntN(len(ofBuilding))].Text
	if kind < 6 {
		text += "-"
	}
	move, err := engine.ParseMove(text, enginetest.EngineSide(owner))
	if err != nil {
		return engine.NoMove, "", fmt.Errorf("ParseMove(%q): %w", text, err)
	}
	if owner == g.naive.Side().Opponent() && !g.sameForBoth(text) {
		text += " (the other side's)"
	}
	return move, text, nil
}

// sameForBoth reports whether a move's text means the same squares for both sides.
func (g *twinGame) sameForBoth(text string) bool {
	return !strings.HasPrefix(text, "AB") && !strings.HasPrefix(text, "AC")
}

// compareMove plays a legal move in both games, compares what it settles and
// the positions after it, also on a turned board, and returns the engine's.
func (g *twinGame) compareMove(chosen naive.Move) (engine.Position, error) {
	p := &g.engine
	move, err := engine.ParseMove(chosen.String(), p.Side())
	if err != nil || move.String() != chosen.String() || move.Spares() != chosen.Spares {
		return *p, fmt.Errorf("ParseMove(%q): %v, %w", chosen, move, err)
	}
	before := *p
	after := p.Play(move)
	var into engine.Position
	p.PlayInto(&into, move)
	if into != after || before != *p {
		return *p, fmt.Errorf("%s: Play and PlayInto differ, or change the position they start from", chosen)
	}
	expected := g.naive.Play(chosen)
	if got, want := after.String(), expected.String(); got != want {
		return *p, differ("position after "+chosen.String(), got, want)
	}
	if err := g.compareSettlement(chosen, move, expected); err != nil {
		return *p, err
	}
	if g.random.IntN(16) == 0 && g.cutAlike() {
		if err := g.compareTurned(move, &after, expected); err != nil {
			return *p, fmt.Errorf("%s: %w", chosen, err)
		}
	}
	return after, nil
}

// compareSettlement compares what the engine says a move settles with what it
// settled in the naive game.
func (g *twinGame) compareSettlement(chosen naive.Move, move engine.Move, after *naive.Game) error {
	wantClaimed := engine.Bitboard{}
	for row, line := range after.Territory {
		for column, owner := range line {
			if owner == g.naive.Side() && g.naive.Territory[row][column] != owner {
				wantClaimed = wantClaimed.With(engine.NewSquare(row, column))
			}
		}
	}
	var wantCaptured []string
	if chosen.Placement != nil {
		for _, i := range g.naive.Judge(chosen.Placement).Captured {
			wantCaptured = append(wantCaptured, g.naive.Pieces[i].Text)
		}
	}
	settled := g.engine.Settlement(move)
	var captured []string
	for _, piece := range settled.Captured {
		captured = append(captured, piece.String())
	}
	slices.Sort(captured)
	slices.Sort(wantCaptured)
	if settled.Claimed != wantClaimed || !slices.Equal(captured, wantCaptured) {
		return differ("settlement of "+chosen.String(),
			fmt.Sprint(squareNames(settled.Claimed), captured), fmt.Sprint(squareNames(wantClaimed), wantCaptured))
	}
	return nil
}

func squareNames(board engine.Bitboard) (names []string) {
	for square := range board.Squares() {
		names = append(names, square.String())
	}
	return names
}

// compareTurned checks that turning the board and playing commute, and that
// four quarters are a whole turn.
func (g *twinGame) compareTurned(move engine.Move, after *engine.Position, expected *naive.Game) error {
	quarters := g.random.IntN(4)
	turned := g.engine.Rotate(quarters)
	for range quarters {
		expected = expected.Turned()
	}
	if !turned.IsLegal(move.Rotate(quarters)) {
		return fmt.Errorf("after %d quarters %s is no longer legal", quarters, move.Rotate(quarters))
	}
	played, turnedAfter := turned.Play(move.Rotate(quarters)), after.Rotate(quarters)
	got := []string{played.String(), turnedAfter.String(), fmt.Sprintf("%x", played.Key())}
	want := []string{expected.String(), expected.String(), fmt.Sprintf("%x", turnedAfter.Key())}
	if !slices.Equal(got, want) {
		return differ(fmt.Sprintf("turned by %d quarters, then played; played, then turned; key", quarters), got, want)
	}
	if back := turned.Rotate(4 - quarters); back.String() != g.engine.String() || back.Key() != g.engine.Key() {
		return differ("turned all the way round", &back, &g.engine)
	}
	return nil
}
