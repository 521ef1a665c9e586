package friends

import (
	"bytes"
	"crypto/subtle"
	"encoding/base64"
	"time"

	"cathedral/cmd/internal/messages"
	"cathedral/engine"
	"cathedral/engine/wording"
)

// device is the hash of the key of a browser, or of several that share it on purpose. It is
// empty for no device.
type device []byte

var (
	errSeatHeld = messages.NewCoded("seatHeld", "another device holds this seat")
	errNotAsked = messages.NewCoded("notAsked", "this device does not ask for the seat any more")
	errAskLater = messages.NewCoded("askLater", "the seat was refused, or another device asks for it: ask again in a minute")
)

// longestName is the number of characters that are kept of a player's name.
const longestName = 30

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

// mark returns a short text that distinguishes a device from others, "" for none.
func (d device) mark() string {
	const bytes = 6
	return base64.RawURLEncoding.EncodeToString(d[:min(len(d), bytes)])
}

// meet records that a device has opened a link, under a name, which may be "". A device
// that does not get the seat asks for it, if mayAsk returns no error but the time of day. The clock
// of a game over days begins to run when both players have opened their links.
func (g *game) meet(who role, d device, name string, now time.Time, mayAsk func() (time.Time, error)) error {
	if who == watcher {
		return errUnchanged
	}
	changed := len(g.Holders[who]) == 0
	if !g.sit(who, d) {
		if bytes.Equal(g.Asking[who], d) {
			return errUnchanged
		}
		at, err := mayAsk()
		if err != nil {
			return err
		}
		g.Asking[who], g.AskedAt[who] = d, at.UnixMilli()
		return nil
	}
	if name = wording.Clean(name, longestName); name != "" && name != g.Names[who] {
		g.Names[who] = name
		changed = true
	}
	if g.Result == playing && !g.Met[who] {
		g.Met[who], changed = true, true
		if !g.control.isLive() {
			g.startClock(now)
		}
	}
	if !changed {
		return errUnchanged
	}
	return nil
}

// handOver gives the seat of a side to the device with a mark, if that asks for it.
func (g *game) handOver(side engine.Side, mark string) error {
	player := g.playerOf(side)
	if mark == "" || g.Asking[player].mark() != mark {
		return errNotAsked
	}
	g.Holders[player], g.Asking[player], g.Notices[player] = g.Asking[player], nil, nil
	g.Handed++
	return nil
}

// keep refuses the device with a mark, if that asks for the seat of a side.
func (g *game) keep(side engine.Side, mark string, now time.Time) error {
	player := g.playerOf(side)
	if mark == "" || g.Asking[player].mark() != mark {
		return errNotAsked
	}
	g.Refused[player], g.RefusedAt[player], g.Asking[player] = g.Asking[player], now.UnixMilli(), nil
	return nil
}
