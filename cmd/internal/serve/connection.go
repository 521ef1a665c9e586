package serve

// A connection: the socket of a page, from the greeting to its end.

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// connection is a page that is connected. The goroutine that reads answers its
// requests; what is to be sent goes through out to the one that writes.
type connection struct {
	server  *Server
	visitor string
	socket  *websocket.Conn
	ctx     context.Context // ends with the connection
	end     context.CancelCauseFunc
	out     chan []byte
	news    chan []byte // the last state of the match, when it was not sent yet
	work    sync.WaitGroup

	mutex sync.Mutex
	seats map[string]*occupied
}

// occupied is a seat that is taken.
type occupied struct {
	seat  *seat
	leave context.CancelFunc
}

const (
	// outgoing is how many messages may wait to be sent; then whoever sends waits.
	outgoing = 64
	// writePatience is how long a page may leave a message unread.
	writePatience = 15 * time.Second
	// pingInterval is how often a page is asked whether it is still there, and
	// pingPatience how long it may take to answer.
	pingInterval, pingPatience = 30 * time.Second, 30 * time.Second
)

// farewell is the reason why the server ends a connection.
type farewell struct {
	code   websocket.StatusCode
	reason string
}

// Error implements error.
func (f *farewell) Error() string { return f.reason }

// serve answers a socket until it is closed, by the page, for a fault, or because
// ctx ends. When it returns, nothing of the connection is left.
func (s *Server) serve(ctx context.Context, socket *websocket.Conn, visitor string) {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	c := &connection{
		server: s, visitor: visitor, socket: socket, ctx: ctx, end: end,
		out: make(chan []byte, outgoing), news: make(chan []byte, 1), seats: map[string]*occupied{},
	}
	c.out <- s.greeting
	c.work.Go(c.write)
	c.work.Go(c.ping)
	c.work.Go(c.close)
	c.read()
	s.gallery.leave(c)
	c.work.Wait()
}

// read answers what comes, until the socket is closed.
func (c *connection) read() {
	limits := &c.server.config.Limits
	c.socket.SetReadLimit(int64(limits.MessageBytes))
	idle := time.AfterFunc(limits.Idle, func() {
		c.end(&farewell{websocket.StatusGoingAway, "nothing was said for long"})
	})
	defer idle.Stop()
	pace := newPace(limits.Messages)
	for {
		// The context of a read or write would cut the socket off without a word when
		// it ends, so it is close that ends them.
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
		if pace.wait(c.ctx) != nil {
			return
		}
	}
}

// write sends what is to be sent.
func (c *connection) write() {
	for {
		var message []byte
		select {
		case message = <-c.out:
		case message = <-c.news:
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
	}
}

// ping finds out when a page has gone without a word.
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

// close closes the socket when the connection ends, with a word about the reason
// where there is one.
func (c *connection) close() {
	<-c.ctx.Done()
	cause := context.Cause(c.ctx)
	word := (*farewell)(nil)
	switch {
	case errors.As(cause, &word):
		c.socket.Close(word.code, word.reason)
	case errors.Is(cause, context.Canceled):
		c.socket.Close(websocket.StatusGoingAway, "the server ends")
	}
	c.socket.CloseNow()
}

// send sends a message. It waits while the page does not read, but not longer than
// the connection lives.
func (c *connection) send(message any) {
	text, err := json.Marshal(message)
	if err != nil { // no message can be such
		c.end(err)
		return
	}
	select {
	case c.out <- text:
	case <-c.ctx.Done():
	}
}

// sendNews sends the state of the match, in the place of one that was not sent yet:
// a page that is slow sees less of a match, and holds nobody up. The gallery calls
// it, for one state after the other.
func (c *connection) sendNews(message []byte) {
	select {
	case <-c.news:
	default:
	}
	c.news <- message
}
