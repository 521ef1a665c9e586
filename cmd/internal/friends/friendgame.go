package friends

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"cathedral/cmd/internal/messages"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// game is the game of two friends, and after a rematch their next one, with the same
// links. It is stored as JSON. A change is made to a copy, which takes the place of
// the game when it is stored.
type game struct {
	ID     string           `json:"id"`
	Hashes [numRoles][]byte `json:"hashes"` // of the tokens, by role
	messages.RulesText
	Even
	Second      bool              `json:"second"`    // this is the second of the two
	FirstLeft   [2]int            `json:"firstLeft"` // squares that the players could not place in the first
	Control     string            `json:"control"`
	Number      int               `json:"number"` // of the game, from 1
	Light       role              `json:"light"`  // who plays Light
	Points      [2]float64        `json:"points"` // of the players, in all games that have ended
	Moves       []string          `json:"moves"`
	Holders     [2]device         `json:"holders"`   // of the players' seats; empty before the first visit
	Asking      [2]device         `json:"-"`         // for a seat that another device holds, while it is here
	AskedAt     [2]int64          `json:"-"`         // milliseconds since 1970
	Refused     [2]device         `json:"refused"`   // the device that was refused a seat last
	RefusedAt   [2]int64          `json:"refusedAt"` // milliseconds since 1970
	Handed      int               `json:"handed"`    // how often a seat has been handed over
	Names       [2]string         `json:"names"`     // that the players have given themselves
	Notices     [2][]noticeTarget `json:"notices"`   // of browsers of the seats; replaced, never changed
	Notice      notice            `json:"notice"`    // of the turn
	Met         [2]bool           `json:"met"`       // the players who have opened their link
	Clock       friendClock       `json:"clock"`
	Result      string            `json:"result"`      // as in records
	Termination string            `json:"termination"` // resign, time or agreement; "" if the board has decided
	Offer       *offer            `json:"offer"`
	Changed     int64             `json:"changed"` // milliseconds since 1970
	TurnAt      int64             `json:"turnAt"`  // the time of day when the turn came, in milliseconds since 1970; 0: unknown, or nobody has moved
	Inviter     []byte            `json:"inviter"` // a hash of the network address; empty: unknown, or this machine

	control  timeControl
	fair     engine.FairGame
	position engine.Position // after the moves
}

// offer is an offer that the other player has not answered.
type offer struct {
	By   role   `json:"by"`
	What string `json:"what"`
}

// The kinds of offers.
const (
	takeback = "takeback"
	draw     = "draw"
	rematch  = "rematch"
)

const playing = "*" // the result of an unfinished game

// Errors that say why a request is refused.
var (
	errWatching  = errors.New("watchers do not play")
	errOver      = messages.NewCoded("over", "the game is over")
	errNotOver   = errors.New("the game is not over")
	errNoMove    = messages.NewCoded("noMove", "you have no move to take back")
	errNoOffer   = messages.NewCoded("noOffer", "nothing was offered")
	errTimeIsUp  = messages.NewCoded("timeIsUp", "the time is up")
	errOutOfTurn = messages.NewCoded("outOfTurn", "it is not your turn")
	errUnchanged = errors.New("nothing changes") // no failure: it is so already
)

// newGame returns a game before its first move. The hashes of its tokens are
// missing.
func newGame(id string, rules engine.Rules, even Even, control string, hostSide engine.Side) (*game, error) {
	g := &game{ID: id, RulesText: messages.NewRulesText(rules), Even: even, Control: control, Number: 1, Light: host, Result: playing}
	if hostSide == engine.Dark {
		g.Light = invited
	}
	if err := g.prepare(); err != nil {
		return nil, err
	}
	g.Clock = newFriendClock(g.control)
	return g, nil
}

// decodeGame decodes a game that was stored, and checks all of it.
func decodeGame(stored []byte) (*game, error) {
	g := &game{Notice: notice{Told: true, Warned: true}} // of earlier versions, which did not store it
	if err := json.Unmarshal(stored, g); err != nil {
		return nil, err
	}
	switch {
	case g.Number < 1:
		return nil, fmt.Errorf("game %d", g.Number)
	case g.Light != host && g.Light != invited:
		return nil, fmt.Errorf("light is played by %d", g.Light)
	case g.Offer != nil && (g.Offer.By != host && g.Offer.By != invited || !isOffer(g.Offer.What)):
		return nil, fmt.Errorf("offer %+v", *g.Offer)
	case g.Second && !g.TwoGames:
		return nil, errors.New("a second game without a first")
	case !slices.Contains([]string{playing, "1-0", "0-1", "1/2-1/2"}, g.Result):
		return nil, fmt.Errorf("result %q", g.Result)
	}
	for player, name := range g.Names {
		g.Names[player] = wording.Clean(name, longestName)
	}
	return g, g.prepare()
}

// isOffer reports whether something can be offered at all.
func isOffer(what string) bool { return what == takeback || what == draw || what == rematch }

// prepare computes the fields that are not stored. It returns an error if the rules, the fair
// game, the time control or a move is invalid.
func (g *game) prepare() error {
	rules, err := g.RulesOfPlay()
	if err != nil {
		return err
	}
	if g.control, err = parseControl(g.Control); err != nil {
		return err
	}
	g.fair = engine.FairGame{}
	if g.Fair != "" {
		if g.fair, err = engine.ParseFairGame(g.Fair); err != nil {
			return err
		}
	}
	g.position = engine.Start(rules)
	for i, text := range g.Moves {
		move, err := g.parseMove(text)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		g.position = g.position.Play(move)
	}
	return nil
}

// parseMove reads a move that the rules and the fair game allow now.
func (g *game) parseMove(text string) (engine.Move, error) {
	move, err := engine.ParseLegalMove(text, &g.position)
	if err == nil {
		err = messages.CheckFair(g.fair, &g.position, move)
	}
	return move, err
}

// copied returns a copy that can be changed.
func (g *game) copied() *game {
	other := *g
	other.Moves = slices.Clip(slices.Clone(g.Moves))
	return &other
}

// sideOf returns the side of a player.
func (g *game) sideOf(player role) engine.Side {
	if player == g.Light {
		return engine.Light
	}
	return engine.Dark
}

// playerOf returns the player of a side.
func (g *game) playerOf(side engine.Side) role {
	if side == engine.Light {
		return g.Light
	}
	return g.Light.other()
}

// sideAt returns the side that was or is to move after a number of moves.
func (g *game) sideAt(ply int) engine.Side {
	if (len(g.Moves)-ply)%2 == 0 {
		return g.position.Side()
	}
	return g.position.Side().Opponent()
}

// startClock lets the clock of the side to move run if its time counts. Over days it does when both players
// have come. In a live game each side makes its first move before, since one may have to read first.
func (g *game) startClock(now time.Time) {
	if g.control.isLive() && len(g.Moves) > 1 || !g.control.isLive() && g.Met == [2]bool{true, true} {
		g.Clock.begin(g.position.Side(), g.control, now)
	}
}

// isPaused reports whether the clock stands since a restart of the server.
func (g *game) isPaused() bool {
	return g.control.isLive() && g.Result == playing && len(g.Moves) > 1 && !g.Clock.runs()
}

// hasBegun reports whether both sides have moved, in this game or an earlier one.
func (g *game) hasBegun() bool { return len(g.Moves) > 1 || g.Number > 1 }

// play plays a move after a number of moves, and the passes that it forces. The
// number keeps a move that is sent again from being played again.
func (g *game) play(by role, ply int, text string, now time.Time) error {
	switch {
	case ply >= 0 && ply < len(g.Moves) && g.Moves[ply] == text && g.playerOf(g.sideAt(ply)) == by:
		return errUnchanged
	case g.Result != playing:
		return errOver
	case ply != len(g.Moves) || g.playerOf(g.position.Side()) != by:
		return errOutOfTurn
	}
	move, err := g.parseMove(text)
	if err != nil {
		return err
	}
	side, paused := g.position.Side(), g.isPaused()
	ran := g.Clock.runs()
	g.Clock.stop(side, now)
	if ran {
		g.Clock.Left[side] += g.control.increment.Milliseconds()
	}
	g.advance(move)
	for !g.position.Over() && !g.position.CanPlace(g.position.Side()) {
		g.advance(engine.Pass)
	}
	// A move declines the other player's offer and withdraws one's own, unless that is of a draw.
	if g.Offer != nil && *g.Offer != (offer{by, draw}) {
		g.Offer = nil
	}
	switch {
	case g.position.Over():
		g.finish(record.Result(g.fair.Outcome(&g.position)), "")
	case ran:
		g.Clock.begin(g.position.Side(), g.control, now)
	case !paused:
		g.startClock(now)
	}
	return nil
}

// advance appends a legal move.
func (g *game) advance(move engine.Move) {
	g.Moves = append(g.Moves, move.String())
	g.position = g.position.Play(move)
}

// finish ends the game. The clock must be stopped.
func (g *game) finish(result, termination string) {
	g.Result, g.Termination, g.Offer = result, termination, nil
	light, dark := &g.Points[g.Light], &g.Points[g.Light.other()]
	switch result {
	case "1-0":
		*light++
	case "0-1":
		*dark++
	default:
		*light += 0.5
		*dark += 0.5
	}
}

// lose ends a game that a side has lost for another reason than the board.
func (g *game) lose(side engine.Side, termination string, now time.Time) {
	g.Clock.stop(g.position.Side(), now)
	result := "1-0"
	if side == engine.Light {
		result = "0-1"
	}
	g.finish(result, termination)
}

// resign ends the game as lost by a player.
func (g *game) resign(by role, now time.Time) error {
	if g.Result != playing {
		return errOver
	}
	g.lose(g.sideOf(by), "resign", now)
	return nil
}

// flag ends the game if the time of the side to move is up, and reports whether it
// did.
func (g *game) flag(now time.Time) bool {
	side := g.position.Side()
	if !g.Clock.runs() || g.Clock.left(side, now) > 0 {
		return false
	}
	g.lose(side, "time", now)
	return true
}

// offer offers something to the other player. It is agreed on if the other player
// has offered the same.
func (g *game) offer(by role, what string, now time.Time) error {
	switch {
	case !isOffer(what):
		return fmt.Errorf("offer: want %s, %s or %s", takeback, draw, rematch)
	case what != rematch && g.Result != playing:
		return errOver
	case what == rematch && g.Result == playing:
		return errNotOver
	case g.Offer != nil && *g.Offer == offer{by, what}:
		return errUnchanged
	case g.Offer != nil && *g.Offer == offer{by.other(), what}:
		return g.agree(now)
	case what == takeback && g.lastChoice(by) < 0:
		return errNoMove
	}
	g.Offer = &offer{by, what}
	return nil
}

// agree carries out the offer.
func (g *game) agree(now time.Time) error {
	by, what := g.Offer.By, g.Offer.What
	choice := g.lastChoice(by)
	if what == takeback && choice < 0 {
		return errNoMove
	}
	g.Offer = nil
	switch what {
	case draw:
		g.Clock.stop(g.position.Side(), now)
		g.finish("1/2-1/2", "agreement")
		return nil
	case rematch:
		g.Second = g.TwoGames && !g.Second && (g.Termination == "" || g.Termination == "agreement")
		g.FirstLeft = [2]int{}
		if g.Second {
			for _, player := range []role{host, invited} {
				g.FirstLeft[player] = g.position.Unplaced(g.sideOf(player))
			}
		}
		g.Number++
		g.Light = g.Light.other()
		g.Moves, g.Result, g.Termination = nil, playing, ""
		g.Clock = newFriendClock(g.control)
		g.position = engine.Start(g.position.Rules())
		g.startClock(now)
		return nil
	}
	ran := g.Clock.runs()
	g.Clock.stop(g.position.Side(), now)
	g.Moves = g.Moves[:choice]
	if ran {
		defer func() { g.Clock.begin(g.position.Side(), g.control, now) }()
	}
	return g.prepare()
}

// lastChoice returns the ply of the last move of a player that was not a pass, or
// -1.
func (g *game) lastChoice(player role) int {
	for ply := len(g.Moves) - 1; ply >= 0; ply-- {
		if g.playerOf(g.sideAt(ply)) == player && g.Moves[ply] != engine.Pass.String() {
			return ply
		}
	}
	return -1
}

// decline takes an offer away, whichever player made it.
func (g *game) decline() error {
	if g.Offer == nil {
		return errNoOffer
	}
	g.Offer = nil
	return nil
}
