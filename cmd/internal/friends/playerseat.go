package friends

import (
	"bytes"
	"crypto/subtle"
	"strings"
	"time"
	"unicode"

	"cathedral/cmd/internal/messages"
	"cathedral/engine"
)

// device is the hash of the key of a browser, or of several that share it on purpose. It is
// empty for no device.
type device []byte

var (
	errSeatHeld = messages.NewCoded("seatHeld", "another device holds this seat")
	errNotAsked = messages.NewCoded("notAsked", "no other device asks for this seat")
)

// longestName is the number of characters that are kept of a player's name.
const longestName = 30

// cleanName returns the part of a name that can be shown in a line.
func cleanName(name string) string {
	name = strings.Join(strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }), " ")
	characters := []rune(name)
	return strings.TrimSpace(string(characters[:min(len(characters), longestName)]))
}

// holds reports whether a device holds the seat of a player.
func (g *game) holds(player role, d device) bool {
	return player != watcher && len(d) > 0 && subtle.ConstantTimeCompare(g.Holders[player], d) == 1
}

// sit gives a player's seat to a device if nobody holds it, and reports whether the
// device holds it.
func (g *game) sit(player role, d device) bool {
	if player != watcher && len(g.Holders[player]) == 0 {
		g.Holders[player] = d
	}
	return g.holds(player, d)
}

// meet records that a device has opened a link, under a name, which may be "". A device
// that does not get the seat asks for it. The clock of a game begins to run when both players
// have opened their links, and after a pause of the server when one of them is back.
func (g *game) meet(who role, d device, name string, now time.Time) error {
	if who == watcher {
		return errUnchanged
	}
	changed := len(g.Holders[who]) == 0
	if !g.sit(who, d) {
		if bytes.Equal(g.Asking[who], d) {
			return errUnchanged
		}
		g.Asking[who] = d
		return nil
	}
	if name = cleanName(name); name != "" && name != g.Names[who] {
		g.Names[who] = name
		changed = true
	}
	if g.Result == playing {
		changed = changed || !g.Met[who]
		g.Met[who] = true
		if g.Met == [2]bool{true, true} && g.control.limits() && !g.Clock.runs() {
			g.Clock.begin(g.position.Side(), g.control, now)
			changed = true
		}
	}
	if !changed {
		return errUnchanged
	}
	return nil
}

// handOver gives the seat of a side to the device that has asked for it last.
func (g *game) handOver(side engine.Side) error {
	player := g.playerOf(side)
	if len(g.Asking[player]) == 0 {
		return errNotAsked
	}
	g.Holders[player], g.Asking[player] = g.Asking[player], nil
	g.Handed++
	return nil
}

// keep refuses the device that asks for the seat of a side.
func (g *game) keep(side engine.Side) error {
	player := g.playerOf(side)
	if len(g.Asking[player]) == 0 {
		return errNotAsked
	}
	g.Asking[player] = nil
	return nil
}
