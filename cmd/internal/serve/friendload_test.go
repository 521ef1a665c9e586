package serve_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"cathedral/cmd/internal/friends"
	"cathedral/cmd/internal/serve"
	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// friendsFile is the environment variable with the file of the games for a server process.
const friendsFile = "CATHEDRAL_TEST_FRIENDS"

// manyFriends are limits for more players than usual.
func manyFriends() serve.Limits {
	limits := serve.DefaultLimits()
	limits.Connections = 2000
	return limits
}

// beFriendServer serves friends until the process is killed, and prints its address.
func beFriendServer() error {
	limits := manyFriends()
	house, err := friends.Open(os.Getenv(friendsFile), limits.Games)
	if err != nil {
		return err
	}
	server, err := serve.New(serve.Config{Version: "test", Engines: []serve.Engine{{Name: "none", Command: "none"}}, Limits: limits, Friends: house})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return server.Serve(context.Background(), listener)
}

// friendProcess starts a server in a process of its own, and returns its address and
// a function that kills it as kill -9 does.
func friendProcess(t *testing.T, file string) (address string, kill func()) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(program, "be-a-server-of-friends")
	child.Env = append(os.Environ(), friendsFile+"="+file)
	child.Stderr = os.Stderr
	output, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	kill = sync.OnceFunc(func() {
		child.Process.Kill()
		child.Wait()
	})
	t.Cleanup(kill)
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line), kill
}

// loadPlayer is one of the two pages of a game under load.
type loadPlayer struct {
	*testPage
	token string
}

var errServerGone = errors.New("the server is gone")

// request sends a request and waits for its answer. It skips states of the game.
func (p *loadPlayer) request(format string, arguments ...any) error {
	text := fmt.Sprintf(`{"id":1,%s,`+format+"}", append([]any{ticket(p.token)}, arguments...)...)
	if p.socket.Write(context.Background(), websocket.MessageText, []byte(text)) != nil {
		return errServerGone
	}
	for {
		answer, err := p.tryRead()
		switch {
		case err != nil:
			return errServerGone
		case answer["error"] != nil:
			return fmt.Errorf("%s: answered %s", text, answer)
		case answer["id"] != nil:
			return nil
		}
	}
}

// loadGame is a game under load.
type loadGame struct {
	players [2]*loadPlayer // the host, who begins with Light, and the other
	number  int            // of the game
	moves   int            // that the server has answered
	waits   []time.Duration
}

// play plays a move at a time, and rematches, until the server is gone.
func (g *loadGame) play(seed uint64, interval time.Duration) error {
	random := rand.New(rand.NewPCG(seed, 0))
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for g.number = 1; ; g.number++ {
		position := engine.Start(engine.Rules{})
		for g.moves = 0; !position.Over(); g.moves++ {
			moves := position.Moves(nil)
			move := moves[random.IntN(len(moves))]
			player := g.players[(int(position.Side())+g.number-1)%2]
			position = position.Play(move)
			if move == engine.Pass {
				continue // the server plays it
			}
			<-ticker.C
			sent := time.Now()
			if err := player.request(`"do":"play","ply":%d,"move":%q`, g.moves, move.String()); err != nil {
				return err
			}
			g.waits = append(g.waits, time.Since(sent))
		}
		for _, player := range g.players {
			if err := player.request(`"do":"offer","offer":"rematch"`); err != nil {
				return err
			}
		}
	}
}

// Many games are played at the same time, a move each second, when the server is killed
// as by kill -9. No move is lost that it has answered. How fast it answers depends on the
// machine: the limit here is for one that does other things too, and the test logs the
// figure.
func TestFriendsUnderLoad(t *testing.T) {
	enginetest.Long(t)
	const (
		games    = 500
		span     = 20 * time.Second
		interval = time.Second
		mostWait = 3 * time.Second // other tests run at the same time
	)
	file := filepath.Join(t.TempDir(), "friends.db")
	address, kill := friendProcess(t, file)
	server := &testServer{address: address}
	inviting := server.connect(t)
	all := make([]*loadGame, games)
	for i := range all {
		invitation := inviting.invite("")
		all[i] = &loadGame{players: [2]*loadPlayer{{server.connect(t), invitation.Host}, {server.connect(t), invitation.Invited}}}
		for _, player := range all[i].players {
			if err := player.request(`"do":"join"`); err != nil {
				t.Fatal(err)
			}
		}
	}
	var running sync.WaitGroup
	for i, game := range all {
		running.Go(func() {
			time.Sleep(interval * time.Duration(i) / time.Duration(games)) // so that the moves are spread over the interval
			if err := game.play(uint64(i), interval); err != errServerGone {
				t.Error(err)
			}
		})
	}
	time.Sleep(span)
	kill()
	running.Wait()

	var waits []time.Duration
	house := openFriends(t, file)
	for _, game := range all {
		waits = append(waits, game.waits...)
		var last lastState
		token := game.players[0].token
		if _, err := house.Enter(friends.Ticket{Token: token, Key: token[12:]}, "", &last); err != nil {
			t.Fatal(err)
		}
		if last.Number < game.number || last.Number == game.number && len(last.Moves) < game.moves {
			t.Errorf("game %d has %d moves, but game %d had %d", last.Number, len(last.Moves), game.number, game.moves)
		}
	}
	slices.Sort(waits)
	if len(waits) < games {
		t.Fatalf("only %d moves were played", len(waits))
	}
	within := waits[len(waits)*99/100]
	t.Logf("%d games, %d moves: 50 %% were answered within %s, 99 %% within %s, the last within %s", games, len(waits),
		waits[len(waits)/2].Round(time.Millisecond/10), within.Round(time.Millisecond/10), waits[len(waits)-1].Round(time.Millisecond/10))
	if within > mostWait {
		t.Errorf("99 %% of the moves were answered within %s, want %s", within, mostWait)
	}
}

// lastState is a guest that keeps the last state.
type lastState struct{ friendState }

// Tell implements friends.Guest.
func (l *lastState) Tell(state []byte) {
	var message struct{ Friend friendState }
	if json.Unmarshal(state, &message) == nil {
		l.friendState = message.Friend
	}
}
