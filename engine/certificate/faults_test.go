package certificate

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// Positions for proofs that are written by hand.
const (
	// openPosition is one in which both sides can place something, and Light is to move.
	openPosition = "dyddmdiifd/dyymmmifff/yy1+1bbbfi/M++++addii/MM1+aaoccd/MF2aoo1cs/FFFOooIccs/LFYOOIIBBB/YYYIOOCLCL/LYLIILCCCL l - 20"
	// unsettledPosition is one in which Light is to move, and may settle a corner anywhere.
	unsettledPosition = "2O7/1OO7/OO8/10/5+4/4+++3/5+4/4c+c3/4ccc3/10 l - 4"
	// startPosition is the start of a game.
	startPosition = "10/10/10/10/10/10/10/10/10/10 l C 0"
)

// Files that say nothing, or no claim that could be proven.
func TestFaultsOfLines(t *testing.T) {
	claim := func(words string) string { return head + "\nclaim " + words + "\n" }
	for _, test := range []struct{ text, reason string }{
		{"", "byte 0: the file is cut off"},
		{"Cathedral certificate 2", "byte 23: the file is cut off"},
		{"Cathedral certificate 3\nend 0\n", `byte 0: the file does not begin with the line "Cathedral certificate 2"`},
		{"Cathedral certificate 2\r\nend 0\r\n", "does not begin"},
		{head + "\n", "byte 24: the file is cut off"},
		{head + "\n\nend 0\n", `byte 24: "" is the line of neither`},
		{head + "\nclaims\n", `"claims" is the line of neither`},
		{head + "\nend 1\n", `the last line is "end 1", but the number of claims is 0`},
		{head + "\nend 00\n", `the last line is "end 00"`},
		{head + "\nend 0\n\n", "byte 30: there is something after the last line"},
		{head + "\n" + strings.Repeat("x", 600) + "\n", "the line is longer than 512 bytes"},
		{claim(""), "claim 1, byte 24: the claim is neither of a margin at least nor at most"},
		{claim("at least"), "neither of a margin"},
		{claim("exactly 3 classic " + startPosition), "neither of a margin"},
		{claim("at least three classic " + startPosition), `"three" is not a whole number from -47 to 47`},
		{claim("at least +3 classic " + startPosition), `"+3" is not`},
		{claim("at least 03 classic " + startPosition), `"03" is not`},
		{claim("at least -0 classic " + startPosition), `"-0" is not`},
		{claim("at most 48 classic " + startPosition), `"48" is not`},
		{claim("at most -9223372036854775808 classic " + startPosition), "is not a whole number"},
		{claim("at most  3 classic " + startPosition), `"" is not`},
		{claim("at most 3 chess " + startPosition), `"chess" is not a rule set`},
		{claim("at most 3 Classic " + startPosition), `"Classic" is not written in small letters`},
		{claim("at most 3 optional-capture classic " + startPosition), "is not a rule set"},
		{claim("at most 3 classic"), "field 1 (board) is missing"},
		{claim("at most 3 classic optional-capture"), "position text"},
		{claim("at most 3 classic " + startPosition[1:]), "board row 1"},
		{claim("at most 3 classic  " + startPosition), "are not separated by single spaces"},
		{claim("at most 3 classic " + startPosition + " "), "are not separated by single spaces"},
		{claim("at most 3 classic " + startPosition + "\r"), "are not separated by single spaces"},
	} {
		_, err := verify([]byte(test.text))
		wantFault(t, err, test.reason)
	}
	if claims, err := verify([]byte(head + "\nend 0\n")); err != nil || len(claims) != 0 {
		t.Errorf("a file without claims: %v, %v", claims, err)
	}
}

// Each kind of step that does not follow.
func TestFaultsOfSteps(t *testing.T) {
	open := enginetest.Position(t, openPosition, engine.Rules{})
	start := enginetest.Position(t, startPosition, engine.Rules{})
	moves := open.Moves(nil)
	first, second := moves[0], moves[1]
	next := open.Play(first)
	answers := next.Moves(nil)

	over, stuck := endOfGame(t)
	margin := over.Margin(over.Side())

	unsettled := enginetest.Position(t, unsettledPosition, engine.Rules{})
	optional := enginetest.Position(t, openPosition, engine.Rules{OptionalCapture: true})
	tavern := enginetest.Move(t, &open, "TAnA8")
	manor := placement("MAnE5")
	outside := enginetest.Move(t, &open, "TAnC6")
	apart := enginetest.Position(t, "LLO4M2/LOO3MMM1/OO8/10/5+4/4+++3/5+4/4c+c3/4ccc3/10 d - 5", engine.Rules{})
	spared := enginetest.Position(t, openPosition+" J6", engine.Rules{})
	c3, e3, j6, j10 := placement("TAnC3"), placement("TAnE3"), placement("TAnJ6"), placement("TAnJ10")
	stable, inn, castle := placement("STnJ6"), placement("INnD9"), unsettled.PieceAt(engine.Dark, engine.NewSquare(8, 4))
	least := func(p engine.Position, margin int) Claim { return Claim{p, true, margin} }
	most := func(p engine.Position, margin int) Claim { return Claim{p, false, margin} }
	for _, test := range []struct {
		name   string
		claim  Claim
		proof  *writer
		reason string
	}{
		{"no kind", least(open, 0), new(writer).bytes(9), "no node begins with the byte 9"},
		{"no kind", least(open, 0), new(writer).bytes(18), "no node begins with the byte 18"},
		{"no kind", least(open, 0), new(writer).bytes(255), "no node begins with the byte 255"},

		{"end", least(open, -47), new(writer).bytes(nodeEnd), "the game is not over"},
		{"end", least(over, margin), new(writer).bytes(nodeEnd), ""},
		{"end", least(over, margin+1), new(writer).bytes(nodeEnd), "the game ends with the margin"},
		{"end", most(over, margin), new(writer).bytes(nodeEnd), ""},
		{"end", most(over, margin-1), new(writer).bytes(nodeEnd), "the game ends with the margin"},

		{"bound", least(start, -47), new(writer).bytes(nodeBound, 0), "the Cathedral is still to come"},
		{"bound", least(open, -47), new(writer).bytes(nodeBound, 0), ""},
		{"bound", least(open, -6), new(writer).bytes(nodeBound, 0), "but more may be covered"},
		{"bound", least(open, 47), new(writer).bytes(nodeBound, 0), "even if Dark covers nothing"},
		{"bound", least(open, -47), new(writer).bytes(nodeBound, 1).move(tavern), ""},
		{"bound", least(open, -47), new(writer).bytes(nodeBound, 1).move(outside), "C6 is not free safe ground of Light"},
		{"bound", least(open, -47), new(writer).bytes(nodeBound, 2).move(tavern).move(tavern), "A8 is not free safe ground of Light"},
		{"bound", least(open, -47), new(writer).bytes(nodeBound, 1).move(tavern.Sparing()), "places no building of Light"},
		{"bound", least(open, -47), new(writer).bytes(nodeBound, 1).move(manor), "no manor is left in the hand"},
		{"bound", least(open, -47), new(writer).bytes(nodeBound, 1).move(engine.NewMove(engine.NumShapes, 0)), "places no building of Light"},
		{"bound", least(open, -47), new(writer).bytes(nodeBound, 1).move(mirrored(engine.Dark)), "places no building of Light"},
		{"bound", least(open, -47), new(writer).bytes(nodeBound, 1, 0, 1), "the bytes 00 01 are not a move"},

		{"pass", least(open, -47), new(writer).bytes(nodePass, nodeBound, 0), "a pass is not legal"},
		{"pass", least(over, -47), new(writer).bytes(nodePass, nodeEnd), "a pass is not legal"},
		{"pass", least(stuck, -47), new(writer).bytes(nodePass, nodeBound, 0), ""},
		{"pass", least(stuck, -47), new(writer).bytes(nodePass, nodePass), "after pass: a pass is not legal"},

		{"move", least(open, -47), new(writer).bytes(nodeMove).move(first).bytes(nodeBound, 0), ""},
		{"move", most(open, 47), new(writer).bytes(nodeMove).move(first), "a move of Dark, but Light is to move"},
		{"move", least(open, -47), new(writer).bytes(nodeMove, 0xff, 0xff), "the bytes ff ff are not a move"},
		{"move", least(open, -47), new(writer).bytes(nodeMove, 0, 0), "are not a move"},
		{"move", least(open, -47), new(writer).bytes(nodeMove).move(first | 1<<14), "are not a move"},
		{"move", least(open, -47), new(writer).bytes(nodeMove).move(first.Sparing()), "captures are not optional"},
		{"move", least(optional, -47), new(writer).bytes(nodeMove).move(first.Sparing()), "the move captures nothing"},
		{"move", least(open, -47), new(writer).bytes(nodeMove).move(mirrored(engine.Dark)), "is the mirror image"},
		{"move", least(open, -47), new(writer).bytes(nodeMove).move(engine.NewMove(1, 0)), "is not legal"},

		{"replies", most(open, 47), replies(moves), ""},
		{"replies", least(open, -47), replies(moves), "replies of Dark, but Light is to move"},
		{"replies", most(stuck, 47), replies(nil), "who can place nothing"},
		{"replies", most(open, 47), replies(moves[1:]), first.String() + " is neither among the replies"},
		{"replies", most(open, 47), replies(append(slices.Clone(moves), second)), second.String() + " appears twice"},
		{"replies", most(open, 47), replies(append(slices.Clone(moves), second.Sparing())), "captures are not optional"},
		{"replies", most(open, 47), replies([]engine.Move{engine.NewMove(1, 0)}), "the reply TAnA1 is not legal: A1 is Dark's territory"},
		{"replies", most(open, 47), replies([]engine.Move{mirrored(engine.Dark)}), "is the mirror image"},
		{"replies", most(open, 47), replies([]engine.Move{engine.NewMove(engine.NumShapes, 0)}), "is not legal"},
		{"replies", most(open, 47), new(writer).bytes(nodeReplies, 0xff, 0xff, 0xff, 0xff, 0x7f), "the number is too large"},
		{"replies", most(open, 47), new(writer).bytes(nodeReplies, 0x80, 0x80, 0x80, 0x80, 0x80, 0), "the number is too large"},
		{"replies", most(start, 47), replies(start.Moves(nil)[1:]), "CAnB1 is neither among the replies"},

		{"wait", most(start, 47), new(writer).bytes(nodeReplies, 1), "a wait, but the Cathedral is still to come"},
		{"wait", most(unsettled, 47), new(writer).bytes(nodeReplies, 1), "a wait, but Light is unsettled"},
		{"wait", most(open, 47), new(writer).bytes(nodeReplies, 1, nodeEnd), "after wait: the game is not over"},
		{"wait", most(open, 47), new(writer).bytes(nodeReplies, 1, nodeMove).move(answers[0]).bytes(nodeEnd),
			"after wait " + answers[0].String() + ": the game is not over"},
		{"wait", most(open, 47), new(writer).bytes(nodeReplies, 1, nodeMove).move(outside).bytes(nodeBound, 0, 0),
			"is neither among the replies nor answered by a wait"},

		{"closings", most(open, 47), new(writer).bytes(nodeClosings, 2, 1).move(c3).bytes(1).move(e3), ""},
		{"closings", most(open, 47), new(writer).bytes(nodeClosings, 2, 1).move(c3).bytes(1).move(c3), "TAnC3 spoils every closing"},
		{"closings", most(open, 47), new(writer).bytes(nodeClosings, 0), "there are no closings, or"},
		{"closings", most(open, 47), new(writer).bytes(nodeClosings, 1, 0), "no closing that touches safe ground of Dark"},
		{"closings", most(open, 47), new(writer).bytes(nodeClosings, 1, 1).move(tavern), "A8 is not free safe ground of Dark"},
		{"closings", most(open, 47), new(writer).bytes(nodeClosings, 1, 2).move(c3).move(e3), "E3 is not free safe ground of Dark"},
		{"closings", most(open, -47), new(writer).bytes(nodeClosings, 1, 1).move(c3), "the bound lacks"},
		{"closings", most(apart, 47), new(writer).bytes(nodeClosings, 1, 1).move(j10), "no closing that touches safe ground of Light"},
		{"closings", least(open, -47), new(writer).bytes(nodeClosings, 1, 1).move(c3), "closings of Light, who is to move"},
		{"closings", most(unsettled, 47), new(writer).bytes(nodeClosings, 1, 1).move(c3), "or a side is unsettled"},
		{"closings", most(optional, 47), new(writer).bytes(nodeClosings, 1, 1).move(c3), "or captures are optional"},

		{"without", least(open, -47), new(writer).bytes(nodeWithout, 1).move(stable).bytes(nodeMove).move(tavern).bytes(nodeBound, 0), ""},
		{"without", least(open, -47), new(writer).bytes(nodeKeptWithout, 3, 1).move(stable).bytes(nodeBound, 0), ""},
		{"without", least(open, -47), new(writer).bytes(nodeWithout, 1).move(stable).bytes(nodeMove).move(j6).bytes(nodeBound, 0), "the building at J6 is left out, but disturbs the proof"},
		{"without", least(open, -47), new(writer).bytes(nodeWithout, 1).move(stable.Sparing()).bytes(nodeMove).move(j6).bytes(nodeBound, 0), "after without: TAnJ6 is not legal"},
		{"without", least(open, -47), new(writer).bytes(nodeWithout, 2).move(stable).move(stable), "STnJ6 is left out, but Dark has no such building"},
		{"without", least(open, -47), new(writer).bytes(nodeWithout, 1).move(open.CathedralPiece()), "Dark has no such building"},
		{"without", least(spared, -47), new(writer).bytes(nodeWithout, 1).move(stable), "or it was spared"},
		{"without", least(open, -47), new(writer).bytes(nodeWithout, 0), "no building is left out, or"},
		{"without", most(open, 47), new(writer).bytes(nodeWithout, 1).move(inn), "or a side is unsettled"},
		{"without", least(unsettled, -47), new(writer).bytes(nodeWithout, 1).move(castle), "or a side is unsettled"},

		{"reference", least(open, -47), new(writer).bytes(nodeReference, 0), "there is no node in slot 0"},
		{"reference", least(open, -47), new(writer).bytes(nodeReference, 0x80, 0x80, 0x80, 2), "4194304 is not the number of a slot"},
		{"reference", least(open, -47), new(writer).bytes(nodeReference, 0xff, 0xff, 0xff, 1), "there is no node in slot 4194303"},
		{"reference", least(open, -47), new(writer).bytes(nodeKeptMove, 3).move(first).bytes(nodeReference, 3), "there is no node in slot 3"},
		{"kept", least(open, -47), new(writer).bytes(nodeKeptMove, 3).move(first).bytes(nodeBound, 0), ""},
	} {
		w := newWriter().claim(test.claim)
		begin := len(w.text)
		_, err := verify(w.bytes(test.proof.text...).line("end 1").text)
		if test.reason == "" {
			if err != nil {
				t.Errorf("%s: %s: %v", test.name, test.claim, err)
			}
			continue
		}
		wantFault(t, err, test.reason)
		var step *StepError
		if errors.As(err, &step) && (step.Claim != 1 || step.Offset < int64(begin) || step.Offset > int64(len(w.text))) {
			t.Errorf("%v: want a place in the proof, which begins at byte %d", err, begin)
		}
	}
}

// replies returns a node without waits, with a bound after each move.
func replies(moves []engine.Move) *writer {
	w := new(writer).bytes(nodeReplies, 0).number(len(moves))
	for _, m := range moves {
		w.move(m).bytes(nodeBound, 0)
	}
	return w
}

// placement returns the placement of a building that both sides have.
func placement(text string) engine.Move {
	m, _ := engine.ParseMove(text, engine.Light)
	return m
}

// mirrored returns a placement of the abbey of one side.
func mirrored(side engine.Side) engine.Move {
	for i := range engine.ShapesOf(engine.Abbey) {
		return engine.NewMove(engine.SideShape(side, i), 0)
	}
	return engine.NoMove
}

// endOfGame returns the end of a game, and a position of it in which a side has to pass.
func endOfGame(t *testing.T) (over, stuck engine.Position) {
	t.Helper()
	random := newRandom()
	for range 100 {
		p := engine.Start(engine.Rules{})
		for moves := p.Moves(nil); len(moves) > 0; moves = p.Moves(nil) {
			if moves[0] == engine.Pass {
				stuck = p
			}
			p = p.Play(moves[random.IntN(len(moves))])
		}
		if stuck.Ply() > 0 {
			return p, stuck
		}
	}
	t.Fatal("nobody ever had to pass")
	return over, stuck
}
