package friends

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// noon is when the games of the tests begin.
var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// deviceOf returns the device at which a player sits.
func deviceOf(player role) device { return device{byte(player) + 1} }

// startGame returns a game in which the host plays Light, and both players are there.
func startGame(t *testing.T, control string) *game {
	t.Helper()
	g, err := newGame(newID(), engine.Rules{}, Even{}, control, engine.Light)
	enginetest.Must(t, err)
	for _, player := range []role{host, invited} {
		enginetest.Must(t, g.meet(player, deviceOf(player), "", noon, nil))
	}
	return g
}

// startFairGame returns a fair game in which the host plays Light.
func startFairGame(t *testing.T, fair string) *game {
	t.Helper()
	g, err := newGame(newID(), engine.Rules{}, Even{Fair: fair}, "", engine.Light)
	enginetest.Must(t, err)
	return g
}

// A fair game refuses other first buildings of Dark, and decides who wins, now and after a
// restart and in the rematch.
func TestAFairGameOfFriends(t *testing.T) {
	if _, err := newGame(newID(), engine.Rules{}, Even{Fair: "fair"}, "", engine.Light); err == nil {
		t.Error("a fair game that does not exist begins")
	}
	g := startFairGame(t, "stable-1.5")
	g.mustPlay(t, noon, "CAnF5")
	if err := g.play(invited, 1, "TAnA1", noon); err == nil || err.Error() != "Dark begins with a stable; Dark has 1.5 in advance." {
		t.Errorf("a tavern as the first building: %v", err)
	}
	g.mustPlay(t, noon, "STnA1", "TAnJ10", "TAnA9")
	stored, err := json.Marshal(g)
	enginetest.Must(t, err)
	if g, err = decodeGame(stored); err != nil || g.fair.HalfSquares != -3 {
		t.Fatalf("stored as %s: %v", stored, err)
	}

	for fair, want := range map[string]string{"-18": "1/2-1/2", "-18.5": "0-1", "-17.5": "1-0"} {
		g := startFairGame(t, fair)
		g.playLightBy18(t)
		if g.Result != want {
			t.Errorf("%s: %s", fair, g.Result)
		}
		g.rematch(t)
		if g.Result != playing || g.fair.String() != fair {
			t.Errorf("%s: the rematch is played with %s", fair, g.fair)
		}
	}
}

// playLightBy18 plays a game that Light wins by 18 squares.
func (g *game) playLightBy18(t *testing.T) {
	t.Helper()
	for _, move := range lightBy18 {
		if move != "pass" { // the game plays it by itself
			g.mustPlay(t, noon, move)
		}
	}
}

// rematch begins the next game.
func (g *game) rematch(t *testing.T) {
	t.Helper()
	for _, by := range []role{host, invited} {
		enginetest.Must(t, g.offer(by, rematch, noon))
	}
}

// pairOf returns the pair in the state of a game.
func pairOf(t *testing.T, g *game) *statePair {
	t.Helper()
	var message struct{ Friend state }
	enginetest.Must(t, json.Unmarshal(g.stateFor(view{host, true}, [2]bool{}, noon), &message))
	return message.Friend.Pair
}

// The squares of a first game are kept for the second, for the sides that the players have
// then. After the second, or one that was given up, another pair begins.
func TestTheSquaresOfTwoGamesAreAddedUp(t *testing.T) {
	g, err := newGame(newID(), engine.Rules{}, Even{TwoGames: true}, "", engine.Light)
	enginetest.Must(t, err)
	g.playLightBy18(t)
	light, dark := g.position.Unplaced(engine.Light), g.position.Unplaced(engine.Dark)
	if pair := pairOf(t, g); pair.Games != 0 || pair.Squares.Light != 0 || dark-light != 18 {
		t.Fatalf("the first game: %+v, %d and %d left", pair, light, dark)
	}
	g.rematch(t)
	stored, err := json.Marshal(g)
	enginetest.Must(t, err)
	g, err = decodeGame(stored)
	enginetest.Must(t, err)
	if pair := pairOf(t, g); pair.Games != 1 || pair.Squares.Light != dark || pair.Squares.Dark != light {
		t.Errorf("the second game: %+v", pair)
	}
	g.playLightBy18(t)
	g.rematch(t)
	if pair := pairOf(t, g); pair.Games != 0 || pair.Squares.Light != 0 || pair.Squares.Dark != 0 {
		t.Errorf("the next pair: %+v", pair)
	}
	enginetest.Must(t, g.resign(host, noon))
	g.rematch(t)
	if pair := pairOf(t, g); pair.Games != 0 {
		t.Errorf("after a game that was given up: %+v", pair)
	}
	if pair := pairOf(t, startGame(t, "")); pair != nil {
		t.Errorf("a game by itself is in the pair %+v", pair)
	}
}

// lightBy18 are the moves of a game that Light wins by 18 squares.
var lightBy18 = strings.Fields("CAeJ9 ABnH3 CSsE3 CSsI2 STeC8 ACnB1 ACsH5 TAnD10 IFnF6 INnA6 TOsF9 INeB4 ABnI6 STeE1 BReG10 " +
	"STnC5 STnJ9 TAnD4 INnA8 TAnJ2 MAsE6 BRnF1 SQnC9 pass INnH9 pass TAnC4 pass TAnI5")

// mustPlay plays moves in turn, each at a time.
func (g *game) mustPlay(t *testing.T, now time.Time, moves ...string) {
	t.Helper()
	for _, move := range moves {
		if err := g.play(g.playerOf(g.position.Side()), len(g.Moves), move, now); err != nil {
			t.Fatalf("%s: %v", move, err)
		}
	}
}

// playRandomly plays random moves to the end of the game.
func (g *game) playRandomly(t *testing.T, random *rand.Rand) {
	t.Helper()
	for g.Result == playing {
		moves := g.position.Moves(nil)
		g.mustPlay(t, noon, moves[random.IntN(len(moves))].String())
	}
}

func TestMovesAreRefusedOutOfTurn(t *testing.T) {
	g := startGame(t, "")
	for _, test := range []struct {
		by   role
		ply  int
		move string
		want error
	}{
		{invited, 0, "CAnF5", errOutOfTurn},
		{host, 1, "CAnF5", errOutOfTurn},
		{host, -1, "CAnF5", errOutOfTurn},
		{host, 0, "CAnF5", nil},
		{host, 0, "CAnF5", errUnchanged}, // sent again after a connection was lost
		{host, 0, "CAnE5", errOutOfTurn},
		{host, 1, "TAnA1", errOutOfTurn},
		{invited, 0, "CAnF5", errOutOfTurn}, // the other's move
		{invited, 1, "CSnE8", nil},
		{invited, 2, "CSnE8", errOutOfTurn},
	} {
		if err := g.play(test.by, test.ply, test.move, noon); !errors.Is(err, test.want) {
			t.Errorf("%+v: %v", test, err)
		}
	}
	if err := g.play(host, 2, "CSnE8", noon); err == nil || !strings.Contains(err.Error(), "built on") {
		t.Errorf("an illegal move: %v", err)
	}
	if want := []string{"CAnF5", "CSnE8"}; !slices.Equal(g.Moves, want) {
		t.Errorf("the moves are %s", g.Moves)
	}
}

// In whole games of each rule set, forced passes are played at once, and the result
// is that of the board.
func TestWholeGames(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	passes := 0
	for _, set := range engine.RuleSets() {
		for range 20 {
			g, err := newGame(newID(), engine.Rules{Set: set}, Even{}, "", engine.Dark)
			enginetest.Must(t, err)
			if g.sideOf(host) != engine.Dark || g.sideOf(invited) != engine.Light {
				t.Fatal("the host does not play the side that was asked for")
			}
			g.playRandomly(t, random)
			if !g.position.Over() || g.Points[host]+g.Points[invited] != 1 {
				t.Fatalf("after %s: result %s, points %v", g.Moves, g.Result, g.Points)
			}
			for _, move := range g.Moves {
				if move == "pass" {
					passes++
				}
			}
			if err := g.play(host, len(g.Moves), "pass", noon); err != errOver {
				t.Errorf("a move after the end: %v", err)
			}
			if err := g.resign(host, noon); err != errOver {
				t.Errorf("resigning after the end: %v", err)
			}
			if err := g.offer(host, takeback, noon); err != errOver {
				t.Errorf("taking back after the end: %v", err)
			}
		}
	}
	if passes == 0 {
		t.Error("no game had a pass")
	}
}

// The clock of a side runs first after its own first move, however long that takes.
func TestTheClockRunsOnTheServer(t *testing.T) {
	g := startGame(t, "60+2")
	g.mustPlay(t, noon.Add(time.Hour), "CAnF5")
	if g.flag(noon.Add(2*time.Hour)) || g.Clock.runs() {
		t.Error("the clock runs for a side that has not moved")
	}
	begin := noon.Add(3 * time.Hour)
	g.mustPlay(t, begin, "CSnE8")
	g.mustPlay(t, begin.Add(10*time.Second), "TAnA1")
	g.mustPlay(t, begin.Add(15*time.Second), "TAnJ1")
	if want := [2]int64{52_000, 57_000}; g.Clock.Left != want {
		t.Errorf("the clocks show %v, want %v", g.Clock.Left, want)
	}
	if g.flag(begin.Add(66 * time.Second)) {
		t.Error("the time is up too early")
	}
	if !g.flag(begin.Add(67*time.Second)) || g.Result != "0-1" || g.Termination != "time" {
		t.Errorf("the time is up: result %s, %s", g.Result, g.Termination)
	}
}

func TestDaysAreForEachMove(t *testing.T) {
	g := startGame(t, "3d")
	g.mustPlay(t, noon.Add(2*day), "CAnF5")
	g.mustPlay(t, noon.Add(4*day), "CSnE8")
	if got := g.Clock.left(engine.Light, noon.Add(5*day)); got != (2 * day).Milliseconds() {
		t.Errorf("%d ms are left", got)
	}
	if !g.flag(noon.Add(7*day)) || g.Result != "0-1" {
		t.Errorf("the result is %s", g.Result)
	}
}

func TestTakingBackNeedsBoth(t *testing.T) {
	g := startGame(t, "60+5")
	if err := g.offer(host, takeback, noon); err != errNoMove {
		t.Errorf("without a move: %v", err)
	}
	g.mustPlay(t, noon, "CAnF5", "CSnE8", "TAnA1")
	enginetest.Must(t, g.offer(invited, takeback, noon))
	if err := g.offer(invited, takeback, noon); err != errUnchanged || len(g.Moves) != 3 {
		t.Errorf("offered twice by one: %v, %s", err, g.Moves)
	}
	enginetest.Must(t, g.offer(host, takeback, noon.Add(3*time.Second)))
	if want := []string{"CAnF5"}; !slices.Equal(g.Moves, want) || g.position.Side() != engine.Dark || !g.Clock.runs() {
		t.Errorf("taken back to %s", g.Moves)
	}
	if g.Clock.left(engine.Dark, noon.Add(3*time.Second)) != 57_000 {
		t.Errorf("the clocks show %v", g.Clock.Left) // 60 s, 3 s of thought
	}
	g.mustPlay(t, noon, "CSnE8")
	enginetest.Must(t, g.offer(invited, takeback, noon))
	if err := g.decline(); err != nil || g.Offer != nil {
		t.Errorf("declined: %v, %v", err, g.Offer)
	}
	if err := g.decline(); err != errNoOffer {
		t.Errorf("nothing was offered: %v", err)
	}
}

// A player may offer a draw and move: the offer stands until the other player moves.
func TestADrawNeedsBoth(t *testing.T) {
	g := startGame(t, "60+0")
	g.mustPlay(t, noon, "CAnF5")
	enginetest.Must(t, g.offer(invited, draw, noon))
	g.mustPlay(t, noon, "CSnE8")
	if g.Offer == nil || *g.Offer != (offer{invited, draw}) {
		t.Errorf("after a move with the offer there is %+v", g.Offer)
	}
	g.mustPlay(t, noon, "TAnA1") // playing on declines
	if g.Offer != nil || g.Result != playing {
		t.Errorf("after a move of the other there is %+v", g.Offer)
	}
	enginetest.Must(t, g.offer(invited, takeback, noon))
	g.mustPlay(t, noon, "TAnJ1")
	if g.Offer != nil {
		t.Errorf("who has moved on takes back: %+v", g.Offer)
	}
	for _, by := range []role{invited, host} {
		enginetest.Must(t, g.offer(by, draw, noon))
	}
	if g.Result != "1/2-1/2" || g.Termination != "agreement" || g.Points != [2]float64{0.5, 0.5} || g.Clock.runs() {
		t.Errorf("the game has ended %s, %s, points %v", g.Result, g.Termination, g.Points)
	}
	if err := g.offer(host, draw, noon); err != errOver {
		t.Errorf("a draw after the end: %v", err)
	}
}

func TestARematchSwapsTheSides(t *testing.T) {
	g := startGame(t, "60+0")
	if err := g.offer(host, rematch, noon); err != errNotOver {
		t.Errorf("a rematch of a game that goes on: %v", err)
	}
	g.mustPlay(t, noon, "CAnF5")
	if err := g.resign(host, noon); err != nil || g.Result != "0-1" || g.Termination != "resign" {
		t.Fatalf("resigned: %v, %s, %s", err, g.Result, g.Termination)
	}
	for _, by := range []role{invited, host} {
		enginetest.Must(t, g.offer(by, rematch, noon.Add(time.Hour)))
	}
	if g.Number != 2 || g.sideOf(host) != engine.Dark || len(g.Moves) != 0 || g.Result != playing || g.Points != [2]float64{0, 1} {
		t.Errorf("the next game is %+v", g)
	}
	if g.Clock.left(engine.Light, noon.Add(2*time.Hour)) != 60_000 || g.Clock.runs() {
		t.Errorf("its clock is %+v", g.Clock)
	}
	if err := g.play(host, 0, "CAnF5", noon); err != errOutOfTurn {
		t.Errorf("the host plays Light again: %v", err)
	}
}

func TestTimeControls(t *testing.T) {
	for text, want := range map[string]timeControl{
		"": {}, "600+5": {base: 10 * time.Minute, increment: 5 * time.Second}, "1+0": {base: time.Second}, "1d": {turn: day}, "30d": {turn: 30 * day},
	} {
		if got, err := parseControl(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"0+1", "600", "+", "600+", "+5", "600+5+5", "-1+0", "600+-5", "10801+0", "600+181", "0d", "31d", "d", "-1d", "99999999999999999999+0", "1.5d", " 600+5"} {
		if got, err := parseControl(text); err == nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

func FuzzParseControl(f *testing.F) {
	for _, text := range []string{"", "600+5", "3d", "+", "d", "1+1d"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		control, err := parseControl(text)
		if err == nil && text != "" && (control.first() <= 0 || control.first() > mostDays*day || control.isLive() == (control.turn > 0)) {
			t.Errorf("%q is read as %+v", text, control)
		}
	})
}

// Any game that can be read from the file can be continued and shown.
func FuzzDecodeGame(f *testing.F) {
	g, err := newGame("AAAAAAAAAAAA", engine.Rules{}, Even{}, "600+5", engine.Dark)
	if err != nil {
		f.Fatal(err)
	}
	for _, change := range []func(){
		func() {}, func() { g.Moves = []string{"CAnF5", "CSnE8"} }, func() { g.Offer = &offer{host, takeback} }, func() { g.Clock.Began = 1 },
		func() { g.Result, g.Termination = "1-0", "time" }, func() { g.Control = "3d" }, func() { g.Moves = []string{"pass"} },
		func() { g.Moves, g.Offer = nil, &offer{invited, takeback} }, func() { g.Offer.What = draw },
		func() { g.Holders, g.Asking, g.Names = [2]device{{1}, {2}}, [2]device{{3}, nil}, [2]string{"Ann", " "} }, func() { g.Light = watcher },
	} {
		change()
		text, err := json.Marshal(g)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, stored []byte) {
		g, err := decodeGame(stored)
		if err != nil {
			return
		}
		for who := range numRoles {
			if g.stateFor(view{who, who != watcher}, [2]bool{}, noon) == nil {
				t.Errorf("the game %+v is not shown", g)
			}
		}
		g.flag(noon)
		for _, by := range []role{host, invited} {
			g.meet(by, deviceOf(by), "a name", noon, func() (time.Time, error) { return noon, nil })
			g.offer(by, takeback, noon)
			g.offer(by, rematch, noon)
			g.handOver(g.sideOf(by), g.Asking[by].mark())
		}
		if moves := g.position.Moves(nil); len(moves) > 0 && g.Result == playing {
			if err := g.play(g.playerOf(g.position.Side()), len(g.Moves), moves[0].String(), noon); err != nil {
				t.Errorf("%s after %s: %v", moves[0], g.Moves, err)
			}
		}
		text, err := json.Marshal(g)
		enginetest.Must(t, err)
		if _, err := decodeGame(text); err != nil {
			t.Errorf("what was stored cannot be read: %v\n%s", err, text)
		}
	})
}
