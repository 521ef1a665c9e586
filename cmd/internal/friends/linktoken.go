package friends

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"

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

// A token is the text in a link: the id of a game, which is not secret, and a
// secret of 144 bits. Both are in the URL's alphabet of base64, without padding.
const (
	idBytes, secretBytes = 9, 18
	idLength             = idBytes * 4 / 3
	tokenLength          = idLength + secretBytes*4/3
)

// hashOf returns the form in which a token is stored: its SHA-256. The secret is random, so
// that one round is enough.
func hashOf(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// errNoGame is the error for every token that opens no game. It does not reveal whether a game
// with that id exists.
var errNoGame = messages.NewCoded("noFriendGame", "the link opens no game: it may be incomplete, or the game may have been removed after a long time")

// newID returns the id of a new game.
func newID() string { return randomText(idBytes) }

// newToken returns a new token of a game.
func newToken(id string) string { return id + randomText(secretBytes) }

func randomText(length int) string {
	random := make([]byte, length)
	rand.Read(random) // never fails
	return base64.RawURLEncoding.EncodeToString(random)
}

// parseToken returns the id of the game that a token names, and the token's hash.
func parseToken(token string) (id string, hash []byte, err error) {
	if len(token) != tokenLength {
		return "", nil, errNoGame
	}
	if _, err := base64.RawURLEncoding.Strict().DecodeString(token); err != nil {
		return "", nil, errNoGame
	}
	return token[:idLength], hashOf(token), nil
}
