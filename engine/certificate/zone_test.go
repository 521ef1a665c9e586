package certificate

import (
	"bytes"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// The zones of proofs that are written by hand.
func TestZones(t *testing.T) {
	const apart = "LLO4M2/LOO3MMM1/OO8/10/5+4/4+++3/5+4/4c+c3/4ccc3/10 d - 5"
	open := enginetest.Position(t, openPosition, engine.Rules{})
	bound := []byte{nodeBound, 0}
	moveTo := func(p engine.Position, move string) []byte {
		return new(writer).bytes(nodeMove).move(enginetest.Move(t, &p, move)).bytes(bound...).text
	}
	waited := open.Play(engine.Pass)
	wait := new(writer).bytes(nodeReplies, 1).bytes(moveTo(waited, "TAnC6")...)
	wait.bytes(replies(open.Moves(nil)).text[2:]...)

	for _, test := range []struct {
		name, position string
		winner         engine.Side
		proof          []byte
		built, loose   string
	}{
		{"bound", openPosition, engine.Light, bound, "none", "none"},
		{"beside safe ground", openPosition, engine.Light, moveTo(open, "TAnC6"), "C6", "none"},
		{"in safe ground", openPosition, engine.Light, moveTo(open, "TAnA8"), "A8", "none"},
		{"without safe ground", apart, engine.Dark, moveTo(enginetest.Position(t, apart, engine.Rules{}), "STeI10"), "H10 I10", "H10 I10"},
		{"claimed elsewhere", unsettledPosition, engine.Light,
			moveTo(enginetest.Position(t, unsettledPosition, engine.Rules{}), "TAnJ10"), "A1 B1 A2 J10", "A1 B1 A2 J10"},
		{"the Cathedral is to come", startPosition, engine.Light,
			moveTo(engine.Start(engine.Rules{}), "CAnB1"), "B1 A2 B2 C2 B3 B4", "B1 A2 B2 C2 B3 B4"},
		{"a wait and replies", openPosition, engine.Dark, wait.text, "C6", "none"},
	} {
		p := enginetest.Position(t, test.position, engine.Rules{})
		z := zoneOf(t, &p, test.winner, test.proof)
		if z.built.String() != test.built || z.loose.String() != test.loose {
			t.Errorf("%s: built %s, loose %s; want %s and %s", test.name, z.built, z.loose, test.built, test.loose)
		}
	}
	p := enginetest.Position(t, unsettledPosition, engine.Rules{})
	if z := zoneOf(t, &p, engine.Dark, replies(p.Moves(nil)).text); z.built != engine.AllSquares() {
		t.Errorf("an unsettled side: built %s, want the whole city", z.built)
	}
}

// zoneOf returns the zone of a node.
func zoneOf(t *testing.T, p *engine.Position, winner engine.Side, proof []byte) zone {
	t.Helper()
	c := newChecker(bytes.NewReader(proof), Limits{})
	c.winner, c.margin = winner, -engine.SideSquares
	c.frame(0).begin(p)
	z, err := c.node(0, true)
	enginetest.Must(t, err)
	return z
}

func TestDisturbance(t *testing.T) {
	all := engine.AllSquares()
	inner := engine.InnerSquares(2)
	open := enginetest.Position(t, openPosition, engine.Rules{})
	optional := enginetest.Position(t, openPosition, engine.Rules{OptionalCapture: true})
	early := enginetest.Position(t, "10/10/10/10/5+4/4+++3/5+4/4c+c3/4ccc3/10 l - 2", engine.Rules{})
	apart := enginetest.Position(t, "LLO4M2/LOO3MMM1/OO8/10/5+4/4+++3/5+4/4c+c3/4ccc3/10 d - 5", engine.Rules{})
	c6 := engine.BoardOf(engine.NewSquare(5, 2))
	lightHome := open.Territory(engine.Light) // closed, and safe ground
	for _, test := range []struct {
		name     string
		position engine.Position
		winner   engine.Side
		zone     zone
		want     engine.Bitboard
	}{
		{"only what is built", open, engine.Dark, zone{built: c6}, c6},
		{"loose ground near safe ground", open, engine.Dark, zone{built: c6, loose: c6}, c6},
		{"from the Cathedral everywhere", apart, engine.Light, zone{}, all},
		{"optional captures: all but the home", optional, engine.Dark, zone{}, all.AndNot(lightHome)},
		{"optional captures: the whole city", optional, engine.Dark, zone{built: all}, all},
		{"early: there is no home yet", early, engine.Dark, zone{built: inner}, all},
		{"early: the whole city", early, engine.Dark, zone{built: all}, all},
	} {
		var g ground
		g.find(&test.position)
		if got := test.zone.disturbance(&test.position, test.winner, &g); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
