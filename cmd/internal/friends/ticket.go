package friends

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"

	"cathedral/cmd/internal/messages"
)

// role is the part in a game of those who hold one of its links.
type role int

const (
	host    role = iota // the player who invites
	invited             // the other player
	watcher             // a spectator
	numRoles
)

// other returns the other player.
func (r role) other() role { return invited - r }

// A token is the text in a link: the id of a game, with which anybody may watch, and a
// secret of 144 bits, as a key is. Both are in the URL's alphabet of base64, without padding.
const (
	idBytes, secretBytes = 9, 18
	idLength             = idBytes * 4 / 3
	keyLength            = secretBytes * 4 / 3
	tokenLength          = idLength + keyLength
)

// hashOf returns the form in which a token is stored: its SHA-256. The secret is random, so
// that one round is enough.
func hashOf(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

var (
	// errNoGame is the error for a text of another form than a token.
	errNoGame = messages.NewCoded("noFriendGame", "the link opens no game: it is incomplete")
	// errExpired is the error for every token that opens no game. It does not reveal whether a
	// game with that id exists.
	errExpired = messages.NewCoded("expired", "the invitation has expired, or the game has been removed after a long time")
)

// newID returns the id of a new game.
func newID() string { return randomText(idBytes) }

// newToken returns a new token of a game.
func newToken(id string) string { return id + randomText(secretBytes) }

func randomText(length int) string {
	random := make([]byte, length)
	rand.Read(random) // never fails
	return base64.RawURLEncoding.EncodeToString(random)
}

// Ticket is what a visitor shows to open a game: the token of a link, and a key that the
// visitor's browser has made for itself. The first key that comes with a player's token holds
// that player's seat; from then on the token without this key only watches.
type Ticket struct {
	Token string `json:"token"`
	Key   string `json:"key"` // of 24 letters, digits, - and _; those who watch need none
}

// errKey is the error for a ticket of a player whose key has another form.
var errKey = fmt.Errorf("key: want %d letters, digits, - or _", keyLength)

// parseKey returns the form in which a key is stored.
func parseKey(key string) (device, error) {
	if len(key) != keyLength {
		return nil, errKey
	}
	if _, err := base64.RawURLEncoding.Strict().DecodeString(key); err != nil {
		return nil, errKey
	}
	return hashOf(key), nil
}

// parseToken returns the id of the game that a token names, and the token's hash. The id alone, as
// the address of a player's page has it, is a token without a hash: it opens the game to watch.
func parseToken(token string) (id string, hash []byte, err error) {
	if len(token) != tokenLength && len(token) != idLength {
		return "", nil, errNoGame
	}
	if _, err := base64.RawURLEncoding.Strict().DecodeString(token); err != nil {
		return "", nil, errNoGame
	}
	if len(token) == idLength {
		return token, nil, nil
	}
	return token[:idLength], hashOf(token), nil
}
