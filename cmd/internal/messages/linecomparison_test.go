package messages

import (
	"reflect"
	"testing"

	"cathedral/cmd/internal/review"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// shownComparison is the comparison of two lines in a message.
type shownComparison struct {
	Plies          int
	Better, Played struct {
		Gains []struct {
			Ply      int
			Side     string
			Claimed  []int
			Captured []shownPiece
		}
		Margin *int
	}
	Reasons []struct {
		Kind                 review.Kind
		Side, Building, Move string
		Better, Played       int
		Plies                int
	}
}

// TestComparisonsOfLinesAreThoseOfReviews compares a line to the end of a game, with captures,
// with one that begins with a small building.
func TestComparisonsOfLinesAreThoseOfReviews(t *testing.T) {
	const game = `"CAnF3","ACwG2","CSeB4","TOsG10"`
	better := []string{"MAsB8", "BReJ1", "INeC2", "INwD6", "INnD2", "MAeJ5", "TAnJ10", "TAnC6", "STeH7", "TAnA8"}
	played := []string{"TAnA1", "TAnJ10", "TAnA10"}
	var shown shownComparison
	decodeJSON(t, newAsker(t).mustAsk(`"do":"compare","moves":[%s],"better":%s,"played":%s`, game, asJSON(better), asJSON(played))["compare"], &shown)

	before := engine.Start(engine.Rules{})
	for _, text := range []string{"CAnF3", "ACwG2", "CSeB4", "TOsG10"} {
		before = before.Play(enginetest.Move(t, &before, text))
	}
	parse := func(line []string) (moves []engine.Move) {
		p := before
		for _, text := range line {
			m := enginetest.Move(t, &p, text)
			moves, p = append(moves, m), p.Play(m)
		}
		return moves
	}
	want := review.Compare(&before, parse(better), parse(played))
	if shown.Plies != want.Plies || len(shown.Better.Gains) != len(want.Better.Gains) || len(shown.Reasons) != len(want.Reasons) ||
		shown.Better.Margin != nil || shown.Played.Margin != nil || len(want.Reasons) == 0 {
		t.Fatalf("got %+v, want %+v", shown, want)
	}
	for i, reason := range want.Reasons {
		got := shown.Reasons[i]
		if got.Kind != reason.Kind || got.Side != SideName(reason.Side) || got.Better != reason.Better || got.Played != reason.Played || got.Plies != reason.Plies {
			t.Errorf("got the reason %+v, want %+v", got, reason)
		}
	}
}

// TestComparisonsShowGainsAndTheEnd compares the captures and the end of a game with themselves.
func TestComparisonsShowGainsAndTheEnd(t *testing.T) {
	start := engine.Start(engine.Rules{})
	const text = "CAnF3 ACwG2 CSeB4 TOsG10 MAsB8 BReJ1 INeC2 INwD6 INnD2 MAeJ5 TAnJ10 TAnC6 STeH7 TAnA8 BRnC8 STnE1 " +
		"STeH9 STeF7 TAnB10 INnD9 ABeD4 TAnH8 SQnG5 CSwI9"
	moves, err := record.ParseMoves(text, start)
	if err != nil {
		t.Fatal(err)
	}
	var line []string
	p := start
	const first = 12
	for _, m := range moves {
		line, p = append(line, m.String()), p.Play(m)
	}
	var shown shownComparison
	decodeJSON(t, newAsker(t).mustAsk(`"do":"compare","moves":%s,"better":%s,"played":%s`, asJSON(line[:first]), asJSON(line[first:]), asJSON(line[first:]))["compare"], &shown)
	if !reflect.DeepEqual(shown.Better, shown.Played) || len(shown.Reasons) != 0 || shown.Better.Margin == nil || *shown.Better.Margin != p.Margin(engine.Light) {
		t.Errorf("of the same line twice it says %+v", shown)
	}
	page := newAsker(t)
	gains := shown.Better.Gains
	for ply := range shown.Plies {
		last := page.view(`"moves":%s`, asJSON(line[:first+ply+1])).Last
		if len(last.Claimed)+len(last.Captured) == 0 {
			continue
		}
		if len(gains) == 0 || gains[0].Ply != ply || gains[0].Side != last.Side || !reflect.DeepEqual(gains[0].Claimed, last.Claimed) || !reflect.DeepEqual(gains[0].Captured, last.Captured) {
			t.Fatalf("ply %d: gains %+v, and the view says %+v", ply, gains, last)
		}
		gains = gains[1:]
	}
	if len(gains) > 0 || len(shown.Better.Gains) == 0 {
		t.Errorf("gains %+v, of which %+v are too many", shown.Better.Gains, gains)
	}
}

func TestComparisonsNeedLegalLines(t *testing.T) {
	page := newAsker(t)
	page.refused("better: want at least one move", `"do":"compare","moves":["CAnF5"],"better":[],"played":["TAnA1"]`)
	page.refused("played: want at least one move", `"do":"compare","moves":["CAnF5"],"better":["TAnA1"]`)
	page.refused("played: move 2", `"do":"compare","moves":["CAnF5"],"better":["TAnA1"],"played":["TAnA1","TAnA1"]`)
	page.refused("move 1", `"do":"compare","moves":["TAnA1"],"better":["TAnA1"],"played":["TAnA1"]`)
}
