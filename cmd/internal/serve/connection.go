package serve

// Connections: the socket of a page, from the greeting to the end.

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"
)

// connection serves one page. One goroutine reads requests and answers the light ones, others answer
// the heavy ones and those about games of friends, which wait for the disk, and one sends the messages of out.
type connection struct {
	server  *Server
	visitor string
	share   *share
	socket  *websocket.Conn
	ctx     context.Context // ends with the connection
	end     context.CancelCauseFunc
	heavy   chan []byte
	stores  chan []byte // about games of friends
	out     chan []byte
	// answers are those in out, and requests those in heavy and stores.
	answers, requests *backlog
	news              chan []byte // the last state of the match, if it has not been sent yet
	friend            chan []byte // that of the game of friends
	part              func()      // leaves the game of friends; nil if the page is in none
	work              sync.WaitGroup

	mutex sync.Mutex
	seats map[string]*occupied
	proof *openProof // nil: none
}

// occupied is a seat that is in use.
type occupied struct {
	seat  *seat
	leave context.CancelFunc
}

const (
	// outgoing is how many messages may wait to be sent. A sender of more
	// messages blocks.
	outgoing = 64
	// writePatience is how long a page may leave a message unread.
	writePatience = 15 * time.Second
	// pingInterval is the time between pings of the page, and pingPatience how
	// long it may take to answer one.
	pingInterval, pingPatience = 30 * time.Second, 30 * time.Second
)

// farewell is the server's reason for ending a connection.
type farewell struct {
	code   websocket.StatusCode
	reason string
}

// Error implements error.
func (f *farewell) Error() string { return f.reason }

// serve serves a socket until the page closes it, a fault occurs or ctx ends.
// When serve returns, everything that belongs to the connection has ended.
func (s *Server) serve(ctx context.Context, socket *websocket.Conn, visitor string) {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	c := &connection{
		server: s, visitor: visitor, share: s.shares.join(visitor), socket: socket, ctx: ctx, end: end,
		heavy: make(chan []byte, heavyWaiting), stores: make(chan []byte, storesWaiting), out: make(chan []byte, outgoing),
		news: make(chan []byte, 1), friend: make(chan []byte, 1), seats: map[string]*occupied{},
	}
	defer s.shares.leave(visitor, c.share)
	c.answers = c.share.backlogs.part(pageBacklog, visitorBacklog)
	c.requests = c.share.backlogs.part(requestBacklog, requestBacklog)
	c.sendText(s.greeting)
	c.work.Go(c.write)
	c.work.Go(c.answerHeavy)
	c.work.Go(c.answerStores)
	c.work.Go(c.ping)
	c.work.Go(c.close)
	c.read()
	s.gallery.leave(c)
	c.work.Wait()
	c.answers.end()
	c.requests.end()
}

// read handles messages until the socket is closed.
func (c *connection) read() {
	defer close(c.stores)
	limits := &c.server.config.Limits
	c.socket.SetReadLimit(int64(limits.MessageBytes))
	idle := time.AfterFunc(limits.Idle, func() {
		c.end(&farewell{websocket.StatusGoingAway, "no messages for a long time"})
	})
	defer idle.Stop()
	pace := rate.NewLimiter(rate.Limit(limits.Messages), limits.Messages) // a burst of a second's worth may come at once
	for {
		// If the context of a Read or Write ends, the websocket package closes
		// the socket without a status. So close ends them instead.
		kind, message, err := c.socket.Read(context.Background())
		if err != nil {
			c.end(err)
			return
		}
		idle.Reset(limits.Idle)
		if kind != websocket.MessageText {
			c.end(&farewell{websocket.StatusUnsupportedData, "want text"})
			return
		}
		c.handle(message)
		if pace.Wait(c.ctx) != nil {
			return
		}
	}
}

// write sends the messages of out, news and friend.
func (c *connection) write() {
	for {
		var message []byte
		counted := 0
		select {
		case message = <-c.out:
			counted = len(message)
		case message = <-c.news:
		case message = <-c.friend:
		case <-c.ctx.Done():
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), writePatience) // as in read
		err := c.socket.Write(ctx, websocket.MessageText, message)
		cancel()
		if err != nil {
			c.end(err)
			return
		}
		c.answers.giveBack(counted)
	}
}

// ping ends the connection when the page stops answering pings.
func (c *connection) ping() {
	ticker := time.NewTicker(pingInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-c.ctx.Done():
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), pingPatience) // as in read
		err := c.socket.Ping(ctx)
		cancel()
		if err != nil {
			c.end(err)
			return
		}
	}
}

// close closes the socket when the connection ends, with the reason if there is
// one.
func (c *connection) close() {
	<-c.ctx.Done()
	cause := context.Cause(c.ctx)
	word := (*farewell)(nil)
	switch {
	case errors.As(cause, &word):
		c.socket.Close(word.code, word.reason)
	case errors.Is(cause, context.Canceled):
		c.socket.Close(websocket.StatusGoingAway, "the server is shutting down")
	}
	c.socket.CloseNow()
}

// send sends a message, unless it is nil. It blocks while too much waits for the visitor,
// but no longer than the connection lives.
func (c *connection) send(message any) {
	if message == nil {
		return
	}
	text, err := json.Marshal(message)
	if err != nil { // cannot happen
		c.end(err)
		return
	}
	c.sendText(text)
}

func (c *connection) sendText(text []byte) {
	if !c.answers.take(c.ctx, len(text)) {
		return
	}
	select {
	case c.out <- text:
	case <-c.ctx.Done():
	}
}

// sendNews sends the state of the match.
func (c *connection) sendNews(message []byte) { replace(c.news, message) }

// Tell implements friends.Guest.
func (c *connection) Tell(state []byte) { replace(c.friend, state) }

// replace puts a state in the place of one that has not been sent yet, so that a
// slow page misses states but delays nobody.
func replace(states chan []byte, state []byte) {
	for {
		select {
		case states <- state:
			return
		default:
		}
		select {
		case <-states:
		default:
		}
	}
}
