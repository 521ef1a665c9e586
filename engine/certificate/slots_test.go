package certificate

import (
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// What a slot holds, and for how long.
func TestSlots(t *testing.T) {
	// Two of Light's moves with a move of Dark in between lead to the same position in
	// either order. All other moves of Light are answered by bounds.
	p := enginetest.Position(t, openPosition, engine.Rules{})
	one, two := enginetest.Move(t, &p, "TAnA8"), enginetest.Move(t, &p, "TAnC10")
	waited := p.Play(engine.Pass)
	between := enginetest.Move(t, &waited, "TAnA1")
	both := enginetest.PlayLine(t, p, []engine.Move{one, between, two})
	last := enginetest.Move(t, &both, "TAnC1")
	ended := both.Play(last)

	bound := new(writer).bytes(nodeBound, 0).text
	same := func(kind ...byte) []byte { return new(writer).bytes(kind...).text }
	move := func(kind ...byte) []byte { return new(writer).bytes(kind...).move(last).bytes(bound...).text }
	// proof has first where the position comes up for the first time, second for the
	// second time, and other in another position later.
	proof := func(first, second, other []byte) []byte {
		node := func(p engine.Position, at map[engine.Move][]byte) []byte {
			moves := p.Moves(nil)
			w := new(writer).bytes(nodeReplies, 0).number(len(moves))
			for _, m := range moves {
				w.move(m)
				if after, special := at[m]; special {
					w.bytes(after...)
					continue
				}
				w.bytes(bound...)
			}
			return w.text
		}
		answer := func(m, then engine.Move, after []byte) []byte {
			next := enginetest.PlayLine(t, p, []engine.Move{m, between})
			at := map[engine.Move][]byte{then: after}
			if m == two && other != nil {
				at[next.Moves(nil)[len(next.Moves(nil))-1]] = other
			}
			return new(writer).bytes(nodeMove).move(between).bytes(node(next, at)...).text
		}
		return node(p, map[engine.Move][]byte{one: answer(one, two, first), two: answer(two, one, second)})
	}
	nested := new(writer).bytes(nodeKeptMove, 3).move(last).bytes(nodeKeptReplies, 3)
	nested.bytes(replies(ended.Moves(nil)).text[1:]...)

	for _, test := range []struct {
		name                 string
		first, second, other []byte
		reason               string
	}{
		{"twice", move(nodeMove), move(nodeMove), nil, ""},
		{"reference", move(nodeKeptMove, 3), same(nodeReference, 3), nil, ""},
		{"last reference", move(nodeKeptMove, 3), same(nodeLastReference, 3), nil, ""},
		{"slot written long", move(nodeKeptMove, 3), same(nodeLastReference, 0x83, 0), nil, ""},
		{"highest slot", move(nodeKeptMove, 0xff, 0xff, 0xff, 1), same(nodeReference, 0xff, 0xff, 0xff, 1), nil, ""},
		{"other slot", move(nodeKeptMove, 3), same(nodeReference, 4), nil, "there is no node in slot 4"},
		{"kept twice", move(nodeKeptMove, 3), move(nodeKeptMove, 3), nil, "slot 3 is not free"},
		{"kept in two slots", move(nodeKeptMove, 3), move(nodeKeptMove, 4), nil, ""},
		{"kept within", nested.text, move(nodeMove), nil, "slot 3 is not free at the end of the node"},
		{"other position", move(nodeKeptMove, 3), same(nodeReference, 3), same(nodeReference, 3), "is about another position"},
		{"after the last", move(nodeKeptMove, 3), same(nodeLastReference, 3), same(nodeReference, 3), "there is no node in slot 3"},
		{"free again", move(nodeKeptMove, 3), same(nodeLastReference, 3), bound, ""},
	} {
		text := proof(test.first, test.second, test.other)
		_, err := verify(newWriter().claim(Claim{p, false, 47}).bytes(text...).line("end 1").text)
		if test.reason != "" {
			wantFault(t, err, test.reason)
		} else if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
	}

	text := proof(move(nodeKeptMove, 3), same(nodeReference, 3), nil)
	w := newWriter().claim(Claim{p, false, 47}).bytes(text...).claim(Claim{p, false, 47}).bytes(text...)
	if _, err := verify(w.line("end 2").text); err != nil {
		t.Errorf("the slots are not free at the end of a claim: %v", err)
	}
	w = newWriter().claim(Claim{p, false, 47}).bytes(text...).claim(Claim{both, true, -47}).bytes(nodeReference, 3)
	_, err := verify(w.line("end 2").text)
	wantFault(t, err, "claim 2, ")
	wantFault(t, err, "there is no node in slot 3")
}
