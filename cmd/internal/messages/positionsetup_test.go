package messages

import (
	"encoding/json"
	"strings"
	"testing"

	"cathedral/engine"
)

// setup asks for a position that is set up.
func (p *asker) setup(format string, arguments ...any) (setup struct {
	View shownView
	Room struct{ Light, Dark string }
}) {
	p.t.Helper()
	decodeJSON(p.t, p.mustAsk(`"do":"setup",`+format, arguments...)["setup"], &setup)
	return setup
}

// What a view shows can be set up again, and a corner that is walled off is territory.
func TestAPositionIsSetUpFromItsPieces(t *testing.T) {
	page := newAsker(t)
	answer := page.mustAsk(`"do":"view","moves":["CAnF5","TOeD1","TAnJ10","STnA3"]`)
	var shown struct {
		Position string
		Pieces   json.RawMessage
	}
	decodeJSON(t, answer["view"], &shown)
	setup := page.setup(`"pieces":%s,"side":"light"`, shown.Pieces)
	if setup.View.Position != shown.Position || len(setup.View.Territory.Dark) != 5 || setup.View.Legal == "" {
		t.Errorf("%s is set up as %+v", shown.Position, setup.View)
	}
	if moved := page.setup(`"pieces":%s,"side":"dark"`, shown.Pieces); moved.View.Side != "dark" || moved.View.Legal == setup.View.Legal {
		t.Errorf("Dark is to move in %+v", moved.View)
	}
}

// There is room for each unplaced building of a side on each free square, even if the other
// side is to move or owns the territory. The Cathedral is among Light's buildings until it is
// placed.
func TestThereIsRoomOnFreeSquares(t *testing.T) {
	page := newAsker(t)
	empty := page.setup(`"side":"light"`)
	const placements, ofTheCathedral = 2141, 224
	if light, dark := len(strings.Fields(empty.Room.Light)), len(strings.Fields(empty.Room.Dark)); light != placements+ofTheCathedral || dark != placements {
		t.Errorf("room for %d and %d placements", light, dark)
	}
	start := engine.Start(engine.Rules{})
	if empty.View.Position != start.String() {
		t.Errorf("the empty board is %s", empty.View.Position)
	}
	closed := page.setup(`"side":"light","pieces":[{"side":"","move":"CAnF5"},{"side":"dark","move":"TOeD1"},{"side":"dark","move":"STnA3"},{"side":"light","move":"TAnJ10"}]`)
	light := strings.Fields(closed.Room.Light)
	for _, move := range light {
		if strings.HasPrefix(move, "CA") || strings.HasSuffix(move, "J10") {
			t.Errorf("there is room for %s", move)
		}
	}
	if !strings.Contains(closed.Room.Light, "TAnA1") || strings.Contains(closed.Room.Dark, "TOn") {
		t.Error("territory has no room, or a building that is placed has")
	}
}

func TestSetupsSayWhatIsWrong(t *testing.T) {
	page := newAsker(t)
	for request, want := range map[string]string{
		`"pieces":[]`: "neither light nor dark",
		`"side":"light","pieces":[{"side":"grey","move":"TAnA1"}]`:                                 "neither light nor dark",
		`"side":"light","pieces":[{"side":"dark","move":"TAnK1"}]`:                                 "K1",
		`"side":"light","pieces":[{"side":"dark","move":"TAnA1"},{"side":"light","move":"TAnA1"}]`: "A1 is built on",
		`"side":"light","pieces":[{"side":"","move":"CAnF5"},{"side":"","move":"CAnB1"}]`:          "only one Cathedral",
		`"side":"light","rules":"chess"`:                                                           "chess",
	} {
		page.refused(want, `"do":"setup",%s`, request)
	}
}
