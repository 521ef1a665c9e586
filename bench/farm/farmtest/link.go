// Package farmtest has NATS servers for tests, with a network and without, and network links that
// tests can break.
package farmtest

import (
	"io"
	"net"
	"sync"
	"testing"
	"time"
)

// Link is a listener of this machine that passes connections on to a server. It is safe for
// concurrent use.
type Link struct {
	listener net.Listener
	target   string
	mutex    sync.Mutex
	whole    *sync.Cond
	stalled  bool
	cut      bool
	open     map[net.Conn]bool
}

// New returns a link to the server at the address target. It ends with the test t.
func New(t testing.TB, target string) *Link {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &Link{listener: listener, target: target, open: map[net.Conn]bool{}}
	l.whole = sync.NewCond(&l.mutex)
	go l.accept()
	t.Cleanup(func() {
		listener.Close()
		l.Cut()
		l.set(func() { l.stalled = false })
	})
	return l
}

// Address returns the address of the link.
func (l *Link) Address() string { return l.listener.Addr().String() }

// Cut closes all connections, and new ones at once, until Mend.
func (l *Link) Cut() {
	l.set(func() {
		l.cut = true
		for connection := range l.open {
			connection.Close()
		}
	})
}

// Stall holds back whatever is sent, in both directions, until Mend. No end is notified.
func (l *Link) Stall() { l.set(func() { l.stalled = true }) }

// Mend ends a cut and a stall.
func (l *Link) Mend() { l.set(func() { l.cut, l.stalled = false, false }) }

func (l *Link) set(change func()) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	change()
	l.whole.Broadcast()
}

func (l *Link) accept() {
	for {
		near, err := l.listener.Accept()
		if err != nil {
			return
		}
		far, err := net.DialTimeout("tcp", l.target, 5*time.Second)
		if err != nil {
			near.Close()
			continue
		}
		for from, to := range map[net.Conn]net.Conn{near: far, far: near} {
			l.set(func() { l.open[from] = true })
			go l.pass(to, from)
		}
	}
}

// pass copies what comes from one end of a connection to the other.
func (l *Link) pass(to, from net.Conn) {
	defer l.set(func() { delete(l.open, from) })
	defer to.Close()
	_, _ = io.Copy(to, gate{l, from}) // the reader notices the end
}

// gate is one end of a connection. It gives nothing while the link is stalled or cut.
type gate struct {
	*Link
	from net.Conn
}

// Read implements io.Reader.
func (g gate) Read(buffer []byte) (int, error) {
	n, err := g.from.Read(buffer)
	g.mutex.Lock()
	defer g.mutex.Unlock()
	for g.stalled && !g.cut {
		g.whole.Wait()
	}
	if g.cut {
		return 0, io.ErrClosedPipe
	}
	return n, err
}
