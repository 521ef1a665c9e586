package friends

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// testClock is the clock of a machine in a test, where it is noon until the test changes that, or that
// runs in a bubble.
type testClock struct {
	mutex         sync.Mutex
	since         time.Time // zero: time stands
	passed, ahead time.Duration
}

func (c *testClock) machine() (wall time.Time, running time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	passed := c.passed
	if !c.since.IsZero() {
		passed += time.Since(c.since)
	}
	return noon.Add(passed + c.ahead), passed
}

// add lets time pass.
func (c *testClock) add(time time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.passed += time
}

// set sets the time of day ahead of the true one.
func (c *testClock) set(ahead time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.ahead = ahead
}

// openHouse opens a folder for a test, at a time that the test may change.
func openHouse(t testing.TB, folder string, now *testClock) *House {
	t.Helper()
	h, err := open(folder, 100, now.machine)
	enginetest.Must(t, err)
	t.Cleanup(func() { h.Close() })
	return h
}

// newHouse returns a house in a folder of its own, whose time stands still at noon.
func newHouse(t testing.TB) *House {
	now := new(testClock)
	return openHouse(t, filepath.Join(t.TempDir(), "games.db"), now)
}

// invite makes a game without a clock, in which the host plays Light.
func (h *House) invite(t testing.TB) Invitation {
	t.Helper()
	invitation, err := h.Invite("", engine.Rules{}, Even{}, "", engine.Light)
	enginetest.Must(t, err)
	return invitation
}

// playFirst plays the first move of each side, of which the host is Light.
func (h *House) playFirst(t testing.TB, invitation Invitation) {
	t.Helper()
	enginetest.Must(t, h.Play(ticketOf(invitation.Host), 0, "CAnF5"))
	enginetest.Must(t, h.Play(ticketOf(invitation.Invited), 1, "CSnE8"))
}

// listener is a guest that keeps the last state.
type listener struct {
	mutex sync.Mutex
	last  state
	told  int
}

// Tell implements Guest.
func (l *listener) Tell(text []byte) {
	var message struct{ Friend state }
	if err := json.Unmarshal(text, &message); err != nil {
		panic(err)
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.last = message.Friend
	l.told++
}

// ticketOf returns the ticket of the browser in which a token is opened first.
func ticketOf(token string) Ticket { return Ticket{token, token[max(0, len(token)-keyLength):]} }

// enter opens a link.
func (h *House) enter(t testing.TB, token string) (*listener, func()) {
	t.Helper()
	l := new(listener)
	leave, err := h.Enter(ticketOf(token), "", l)
	enginetest.Must(t, err)
	return l, leave
}

func TestTokensThatOpenNothing(t *testing.T) {
	h := newHouse(t)
	invitation, other := h.invite(t), h.invite(t)
	guessed := []byte(invitation.Host)
	guessed[len(guessed)-1] ^= 1
	stranger := new(listener)
	for name, token := range map[string]string{
		"none": "", "short": invitation.Host[:20], "long": invitation.Host + "A", "guessed": string(guessed),
		"of another game": invitation.Host[:idLength] + other.Host[idLength:], "huge": strings.Repeat("A", 100_000),
		"strange": strings.Repeat("é", tokenLength/2), "a hash": string(hashOf(invitation.Host)), "unknown": newToken(newID()),
	} {
		want := errNoGame
		if _, _, err := parseToken(token); err == nil {
			want = errExpired // whether or not there is a game with this id
		}
		_, err := h.Enter(ticketOf(token), "", stranger)
		for what, err := range map[string]error{
			"enter": err, "play": h.Play(ticketOf(token), 0, "CAnF5"), "resign": h.Resign(ticketOf(token)), "offer": h.Offer(ticketOf(token), takeback), "decline": h.Decline(ticketOf(token)),
		} {
			if err != want {
				t.Errorf("%s with a token that is %s: %v", what, name, err)
			}
		}
	}
	for _, watching := range []string{invitation.Watch, invitation.Host[:idLength]} {
		for what, err := range map[string]error{
			"play": h.Play(ticketOf(watching), 0, "CAnF5"), "resign": h.Resign(ticketOf(watching)), "offer": h.Offer(ticketOf(watching), takeback), "decline": h.Decline(ticketOf(watching)),
		} {
			if err != errWatching {
				t.Errorf("%s by somebody who watches: %v", what, err)
			}
		}
		if l, _ := h.enter(t, watching); l.last.ID == "" || l.last.You+l.last.Seat != "" {
			t.Errorf("who watches sees %+v", l.last)
		}
	}
	player, _ := h.enter(t, invitation.Host)
	if len(player.last.Moves) != 0 || player.last.Result != playing {
		t.Errorf("the game has changed: %+v", player.last)
	}
	if err := h.Play(ticketOf(invitation.Host), 0, "CAnF5"); err != nil || stranger.told != 0 {
		t.Errorf("who has no token is told %+v; error %v", stranger.last, err)
	}
}

// A player may offer a draw and move: the offer stands until the other player moves.
func TestADrawIsOfferedWithAMove(t *testing.T) {
	now := new(testClock)
	h := openHouse(t, filepath.Join(t.TempDir(), "games.db"), now)
	invitation := h.invite(t)
	light, _ := h.enter(t, invitation.Host)
	play := func(ply int, token, move string, want string) {
		t.Helper()
		enginetest.Must(t, h.Play(ticketOf(token), ply, move))
		offered := ""
		if offer := light.last.Offer; offer != nil {
			offered = offer.What + " by " + offer.Side
		}
		if offered != want {
			t.Errorf("after %s there is the offer %q, want %q", move, offered, want)
		}
	}
	play(0, invitation.Host, "CAnF5", "")
	enginetest.Must(t, h.Offer(ticketOf(invitation.Invited), draw))
	play(1, invitation.Invited, "CSnE8", "draw by dark")
	play(2, invitation.Host, "TAnA1", "")
	enginetest.Must(t, h.Offer(ticketOf(invitation.Invited), takeback))
	play(3, invitation.Invited, "TAnJ1", "")
}

func FuzzParseToken(f *testing.F) {
	f.Add("")
	f.Add(newToken(newID()))
	f.Fuzz(func(t *testing.T, token string) {
		if id, hash, err := parseToken(token); err == nil && (len(id) != idLength || len(hash) == 0 || len(token) != tokenLength) {
			t.Errorf("%q: id %q", token, id)
		}
	})
}

func TestTheFileHasNoTokens(t *testing.T) {
	now := new(testClock)
	file := filepath.Join(t.TempDir(), "games.db")
	h := openHouse(t, file, now)
	invitation := h.invite(t)
	enginetest.Must(t, h.Close())
	file = filepath.Join(file, fileName(invitation.Host[:idLength]))
	content, err := os.ReadFile(file)
	enginetest.Must(t, err)
	for _, token := range []string{invitation.Host, invitation.Invited, invitation.Watch} {
		if strings.Contains(string(content), token[idLength:]) {
			t.Error("a secret stands in the file")
		}
	}
	if !strings.Contains(string(content), invitation.Host[:idLength]) {
		t.Error("the game does not stand in the file")
	}
	if about, err := os.Stat(file); err != nil || about.Mode().Perm() != 0o600 {
		t.Errorf("others can read the file: %v, %v", about.Mode(), err)
	}
}

func TestGamesSurviveARestart(t *testing.T) {
	now := new(testClock)
	file := filepath.Join(t.TempDir(), "folder", "games.db")
	h := openHouse(t, file, now)
	invitation := h.invite(t)
	h.playFirst(t, invitation)
	enginetest.Must(t, h.Offer(ticketOf(invitation.Invited), takeback))
	if _, err := Open(file, 1); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("two programs open the same file: %v", err)
	}
	enginetest.Must(t, h.Close())
	if err := h.Play(ticketOf(invitation.Host), 2, "TAnA1"); err == nil {
		t.Error("a house that is closed takes moves")
	}
	h = openHouse(t, file, now)
	light, _ := h.enter(t, invitation.Host)
	if s := light.last; len(s.Moves) != 2 || s.Offer == nil || s.Offer.Side != "dark" || s.You != "light" {
		t.Errorf("after the restart there is %+v", s)
	}
	if err := h.Play(ticketOf(invitation.Host), 2, "TAnA1"); err != nil {
		t.Error(err)
	}
}

func TestTheTimeIsUpWithoutAMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := openNow(t, filepath.Join(t.TempDir(), "games.db"))
		defer h.Close()
		invitation, err := h.Invite("", engine.Rules{}, Even{}, "1+0", engine.Light)
		enginetest.Must(t, err)
		light, _ := h.enter(t, invitation.Host)
		h.enter(t, invitation.Invited)
		h.playFirst(t, invitation)
		time.Sleep(time.Second)
		synctest.Wait()
		if last := light.shown(); last.Result != "0-1" || last.Termination != "time" {
			t.Errorf("the state is %+v", last)
		}
		if err := h.Play(ticketOf(invitation.Host), 2, "TAnA1"); err != errOver {
			t.Errorf("a move after the end: %v", err)
		}
	})
}

func TestAMoveAfterTheTimeIsUpEndsTheGame(t *testing.T) {
	now := new(testClock)
	h := openHouse(t, filepath.Join(t.TempDir(), "games.db"), now)
	invitation, err := h.Invite("", engine.Rules{}, Even{}, "60+0", engine.Light)
	enginetest.Must(t, err)
	light, _ := h.enter(t, invitation.Host)
	h.enter(t, invitation.Invited)
	h.playFirst(t, invitation)
	now.add(time.Minute)
	if err := h.Play(ticketOf(invitation.Host), 2, "TAnA1"); err != errTimeIsUp {
		t.Errorf("a move when the time is up: %v", err)
	}
	if light.last.Result != "0-1" || len(light.last.Moves) != 2 {
		t.Errorf("the state is %+v", light.last)
	}
}

// Games go some time after their last change: a week if not both sides have moved, with days a
// move not before these, a month after the end, and half a year otherwise.
func TestThereIsALimitOfGamesAndOldOnesGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := new(testClock)
		file := filepath.Join(t.TempDir(), "games.db")
		h := openHouse(t, file, now)
		h.most = 4
		games := map[string]Invitation{}
		for name, control := range map[string]string{"not begun": "", "days": "30d", "ended": "", "goes on": ""} {
			invitation, err := h.Invite("", engine.Rules{}, Even{}, control, engine.Light)
			if err == nil {
				err = h.Play(ticketOf(invitation.Host), 0, "CAnF5")
			}
			if err == nil && (name == "ended" || name == "goes on") {
				err = h.Play(ticketOf(invitation.Invited), 1, "CSnE8")
			}
			enginetest.Must(t, err)
			games[name] = invitation
		}
		enginetest.Must(t, h.Resign(ticketOf(games["ended"].Host)))
		if _, err := h.Invite("", engine.Rules{}, Even{}, "", engine.Light); err != errFull {
			t.Errorf("one game too many: %v", err)
		}
		passed := time.Duration(0)
		for _, test := range []struct {
			days int
			left []string
		}{{6, []string{"not begun", "days", "ended", "goes on"}}, {8, []string{"days", "ended", "goes on"}}, {31, []string{"goes on"}}, {181, nil}} {
			now.add(time.Duration(test.days)*day - passed)
			passed = time.Duration(test.days) * day
			synctest.Wait() // a game that is being changed is not swept
			h.sweep()
			h.Close()
			h = openHouse(t, file, now)
			for name, invitation := range games {
				leave, err := h.Enter(Ticket{Token: invitation.Watch}, "", new(listener))
				if err == nil {
					leave()
				}
				if (err == nil) != slices.Contains(test.left, name) || err != nil && err != errExpired {
					t.Errorf("after %d days, the game %q: %v", test.days, name, err)
				}
			}
		}
	})
}

// If the store is full, the games of the address with most of them go first, those in
// which not both sides have moved before others. The address is not stored.
func TestOneAddressDoesNotFillTheStore(t *testing.T) {
	now := new(testClock)
	h := openHouse(t, filepath.Join(t.TempDir(), "games.db"), now)
	h.most = 4
	invite := func(from string) string {
		t.Helper()
		now.add(time.Second)
		invitation, err := h.Invite(from, engine.Rules{}, Even{}, "", engine.Light)
		enginetest.Must(t, err)
		return invitation.Host
	}
	local, honest := invite(""), invite("192.0.2.1")
	begun := invite("203.0.113.7")
	later := invite("203.0.113.7")
	for ply, move := range []string{"CAnF5", "CSnE8"} {
		enginetest.Must(t, h.change(ticketOf(begun), func(g *game, _ role, now time.Time) error { return g.play(role(ply), ply, move, now) }))
	}
	own := invite("203.0.113.7")
	other := invite("192.0.2.2")
	for name, test := range map[string]struct {
		token string
		want  error
	}{"local": {local, nil}, "honest": {honest, nil}, "begun": {begun, nil}, "later": {later, errExpired}, "own": {own, errExpired}, "other": {other, nil}} {
		if _, err := h.Enter(ticketOf(test.token), "", new(listener)); err != test.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := h.Invite("192.0.2.3", engine.Rules{}, Even{}, "", engine.Light); err != errFull {
		t.Errorf("if each address has one game: %v", err)
	}
	for _, r := range h.rooms {
		if stored, err := json.Marshal(r.game); err != nil || bytes.Contains(stored, []byte("203.0.113.7")) {
			t.Errorf("an address is stored: %s, %v", stored, err)
		}
	}
}

// A process plays many games at once and prints which moves are stored, until it is killed.
// Then each of these moves is in the file.
func TestKillingTheServerLosesNothing(t *testing.T) {
	const fileName = "CATHEDRAL_TEST_GAMES"
	if file := os.Getenv(fileName); file != "" {
		playUntilKilled(t, file)
	}
	games, kills := 50, 1
	if enginetest.IsLong() {
		games, kills = 500, 5
	}
	program, err := os.Executable()
	enginetest.Must(t, err)
	for range kills {
		file := filepath.Join(t.TempDir(), "games.db")
		child := exec.Command(program, "-test.run=^TestKillingTheServerLosesNothing$")
		child.Env = append(os.Environ(), fileName+"="+file, fmt.Sprintf("CATHEDRAL_TEST_COUNT=%d", games))
		output, err := child.StdoutPipe()
		enginetest.Must(t, err)
		enginetest.Must(t, child.Start())
		stored := map[string]int{} // the number of moves of a game, by the host's token
		lines := bufio.NewScanner(output)
		for count := 0; lines.Scan(); count++ {
			var token string
			var moves int
			if _, err := fmt.Sscanf(lines.Text(), "stored %s %d", &token, &moves); err != nil {
				continue // the killed process did not finish its line
			}
			stored[token] = max(stored[token], moves)
			if count == 10*games {
				child.Process.Kill()
			}
		}
		child.Wait()
		h, err := Open(file, 10*games)
		enginetest.Must(t, err)
		for token, moves := range stored {
			l, _ := h.enter(t, token)
			if len(l.last.Moves) < moves {
				t.Errorf("%d moves of %d were lost", moves-len(l.last.Moves), moves)
			}
		}
		if len(stored) < games/2 {
			t.Errorf("only %d games were played", len(stored))
		}
		h.Close()
	}
}

// playUntilKilled plays games at once, and writes a line for each move that is stored.
func playUntilKilled(t *testing.T, file string) {
	var games int
	if _, err := fmt.Sscan(os.Getenv("CATHEDRAL_TEST_COUNT"), &games); err != nil {
		t.Fatal(err)
	}
	h, err := Open(file, games)
	enginetest.Must(t, err)
	var all sync.WaitGroup
	for i := range games {
		all.Go(func() {
			random := rand.New(rand.NewPCG(uint64(i), 0))
			invitation, err := h.Invite("", engine.Rules{}, Even{}, "", engine.Light)
			position := engine.Start(engine.Rules{})
			for ply := 0; err == nil && !position.Over(); ply++ {
				token := []string{invitation.Host, invitation.Invited}[position.Side()]
				moves := position.Moves(nil)
				move := moves[random.IntN(len(moves))]
				position = position.Play(move)
				if move != engine.Pass { // which the house plays by itself
					err = h.Play(ticketOf(token), ply, move.String())
				}
				os.Stdout.WriteString(fmt.Sprintf("stored %s %d\n", invitation.Host, ply+1))
			}
			if err != nil {
				panic(err)
			}
		})
	}
	all.Wait()
	os.Exit(0) // it should have been killed
}
