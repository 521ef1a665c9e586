package messages

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/record"
)

// shownView is as much of a view as the tests look at.
type shownView struct {
	Position  string
	Side      string
	Ply       int
	Over      bool
	Result    string
	Margin    float64
	Fair      *fairGame
	Score     struct{ Light, Dark int }
	Cathedral string
	Pieces    []shownPiece
	Territory struct{ Light, Dark []int }
	Hands     struct{ Light, Dark map[string]int }
	Last      *struct {
		Move, Side       string
		Squares, Claimed []int
		Captured         []shownPiece
	}
	Legal   string
	Settles map[string]struct {
		Claimed  []int
		Captured []shownPiece
	}
}

type shownPiece struct {
	Move, Building, Side string
	Squares              []int
	Spared               bool
}

// view asks for a view.
func (p *asker) view(format string, arguments ...any) *shownView {
	p.t.Helper()
	v := get[shownView](p, "view", ","+format, arguments...)
	return &v
}

// The view is compared with the engine at every ply of games with captures, passes and an
// end.
func TestViewsSayWhatTheEngineKnows(t *testing.T) {
	page := newAsker(t)
	for _, rules := range []engine.Rules{{}, {Set: engine.Mattel}, {Set: engine.Woods, OptionalCapture: true}} {
		position := engine.Start(rules)
		var moves []string
		for seed := uint64(7); ; seed = seed*6364136223846793005 + 1442695040888963407 {
			v := page.view(`"rules":%q,"optionalCapture":%t,"moves":%s`, rules.Set, rules.OptionalCapture, asJSON(moves))
			checkView(t, v, &position)
			legal := position.Moves(nil)
			if len(legal) == 0 {
				break
			}
			chosen := legal[(seed>>33)%uint64(len(legal))]
			for _, move := range legal { // rather one that captures
				if move.IsPlacement() && len(position.Settlement(move).Captured) > 0 {
					chosen = move
				}
			}
			moves = append(moves, chosen.String())
			position = position.Play(chosen)
		}
		if len(moves) < 20 {
			t.Errorf("%v: a game of %d plies", rules, len(moves))
		}
	}
}

func checkView(t *testing.T, v *shownView, p *engine.Position) {
	t.Helper()
	if v.Position != p.String() || v.Side != strings.ToLower(p.Side().String()) || v.Ply != p.Ply() || v.Over != p.Over() ||
		v.Result != record.Result(p.Outcome()) || v.Score.Light != p.Unplaced(engine.Light) || v.Score.Dark != p.Unplaced(engine.Dark) {
		t.Fatalf("%+v\nis not %s", v, p)
	}
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		marked, hand := v.Territory.Light, v.Hands.Light
		if side == engine.Dark {
			marked, hand = v.Territory.Dark, v.Hands.Dark
		}
		if got := boardOf(marked); got != p.Territory(side) {
			t.Fatalf("%s: territory of %s: %v", p, side, marked)
		}
		for b := engine.Tavern; b < engine.Cathedral; b++ {
			if hand[b.Code()] != p.Hand(side).Count(b) {
				t.Fatalf("%s: hand of %s: %v", p, side, hand)
			}
		}
	}
	built := map[string]engine.Bitboard{}
	for _, piece := range v.Pieces {
		built[piece.Side] = built[piece.Side].Or(boardOf(piece.Squares))
	}
	if built["light"] != p.Buildings(engine.Light) || built["dark"] != p.Buildings(engine.Dark) || built[""] != p.CathedralSquares() {
		t.Fatalf("%s: pieces %v", p, v.Pieces)
	}
	legal := p.Moves(nil)
	if words := strings.Fields(v.Legal); !slices.EqualFunc(words, legal, func(word string, move engine.Move) bool { return word == move.String() }) {
		t.Fatalf("%s: legal: %s", p, v.Legal)
	}
	for _, move := range legal {
		want := p.Settlement(move)
		got, found := v.Settles[move.String()]
		if found != (!want.Claimed.IsEmpty() || len(want.Captured) > 0) || boardOf(got.Claimed) != want.Claimed || len(got.Captured) != len(want.Captured) {
			t.Fatalf("%s: %s settles %+v, want %+v", p, move, got, want)
		}
	}
}

// boardOf returns the set of the squares that messages number.
func boardOf(numbers []int) engine.Bitboard {
	var set engine.Bitboard
	for _, number := range numbers {
		set = set.With(engine.NewSquare(number/engine.Columns, number%engine.Columns))
	}
	return set
}

func TestViewsTellOfTheCathedralAndTheLastMove(t *testing.T) {
	page := newAsker(t)
	for _, test := range []struct{ game, cathedral, last string }{
		{`"moves":[]`, "now", ""},
		{`"moves":["CAnF5"]`, "placed", "CAnF5"},
		{`"rules":"woods"`, "coming", ""},
		{`"rules":"woods","moves":["CSnE8"]`, "now", "CSnE8"},
		{`"start":"10/10/10/10/10/10/10/10/10/10 d - 1"`, "taken", ""},
	} {
		v := page.view("%s", test.game)
		last := ""
		if v.Last != nil {
			last = v.Last.Move
		}
		if v.Cathedral != test.cathedral || last != test.last {
			t.Errorf("%s: the Cathedral is %s and the last move %s", test.game, v.Cathedral, last)
		}
	}
	v := page.view(`"start":"3O6/2OO6/1OO7/10/4+5/3+++4/4+5/4+5/10/9t l - 10","moves":["STeB4"]`)
	if v.Last == nil || v.Last.Side != "light" || !slices.Equal(v.Last.Squares, []int{30, 31}) || !slices.Equal(v.Last.Claimed, []int{0, 1, 2, 10, 11, 20}) {
		t.Errorf("the last move: %+v", v.Last)
	}
}

func TestWholeGamesAreShown(t *testing.T) {
	page := newAsker(t)
	game := get[struct{ Views []map[string]json.RawMessage }](page, "game", `,"moves":["CAnF5","CSnE8","TOeC1"]`)
	if len(game.Views) != 4 {
		t.Fatalf("%d views", len(game.Views))
	}
	for i, v := range game.Views {
		if string(v["ply"]) != []string{"0", "1", "2", "3"}[i] || v["legal"] != nil || (string(v["last"]) == "null") != (i == 0) {
			t.Errorf("view %d: %s", i, v)
		}
	}
}

func TestFaultyGamesNameTheMove(t *testing.T) {
	page := newAsker(t)
	for _, test := range []struct{ request, want string }{
		{`"do":"view","moves":["CAnF5","CAnF5"]`, `move 2, "CAnF5": the Cathedral cannot be placed now`},
		{`"do":"game","moves":["CAnF5","CSnE8","TOeE8"]`, `move 3, "TOeE8": E8 is built on`},
		{`"do":"view","moves":["nonsense"]`, `move 1, "nonsense"`},
		{`"do":"view","rules":"chess"`, "not a rule set"},
		{`"do":"view","start":"10/10 l C 0"`, "start: "},
		{`"do":"save","moves":["CAnA1"]`, "move 1"},
		{`"do":"fly"`, `unknown request "fly"`},
		{`"do":""`, "unknown request"},
	} {
		page.refused(test.want, "%s", test.request)
	}
}

func TestIllegalMovesSayWhy(t *testing.T) {
	page := newAsker(t)
	for _, test := range []struct{ move, want, reason string }{
		{"TOeE8", "E8 is built on", `{"code":"occupied","side":"light","building":"TO","square":"E8"}`},
		{"TAnA1", "", "null"},
		{"CSnJ10", "beyond the board", "null"},
		{"pass", "may not pass", `{"code":"mayNotPass","side":"light"}`},
		{"x", `"x"`, "null"},
	} {
		answer := page.mustAsk(`"do":"why","moves":["CAnF5","CSnE8"],"move":%q`, test.move)
		if got := answer.text("why"); !strings.Contains(got, test.want) || (test.want == "") != (got == "") || answer["why"] == nil {
			t.Errorf("%s: %q, want %q", test.move, got, test.want)
		}
		if got := string(answer["reason"]); got != test.reason {
			t.Errorf("%s: the reason is %s, want %s", test.move, got, test.reason)
		}
	}
	// An error has a reason as well, unless it only wraps one and says more.
	for request, want := range map[string]string{
		`"do":"setup","side":"light","pieces":[{"move":"CSnE8","side":"dark"},{"move":"TAnE8","side":"light"}]`: `{"code":"occupied","side":"dark","building":"CS","square":"E8"}`, // Light's stand first
		`"do":"open","text":""`:                         `{"code":"nothingToRead"}`,
		`"do":"view","moves":["CAnF5","CSnE8","TOeE8"]`: "",
	} {
		answer := page.ask("%s", request)
		if got := string(answer["reason"]); answer["error"] == nil || got != want {
			t.Errorf("%s: the reason is %s, want %s", request, got, want)
		}
	}
}
