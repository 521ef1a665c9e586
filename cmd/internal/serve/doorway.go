package serve

import (
	"net"
	"sync"
)

// doorway is a listener that admits visitors within a quota and closes all
// other connections. Those of proxies count only in all: behind a proxy there are
// many visitors.
type doorway struct {
	net.Listener
	inside  *quota
	isProxy func(address string) bool
}

// Accept implements net.Listener.
func (d *doorway) Accept() (net.Conn, error) {
	for {
		conn, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		address := conn.RemoteAddr().String()
		visitor := visitorOf(address)
		if d.isProxy(address) {
			visitor = oneself
		}
		if d.inside.take(visitor) {
			return &visit{Conn: conn, leave: sync.OnceFunc(func() { d.inside.giveBack(visitor) })}, nil
		}
		conn.Close()
	}
}

// visit is a connection that counts against the quota until it is closed.
type visit struct {
	net.Conn
	leave func()
}

// Close implements net.Conn.
func (v *visit) Close() error {
	v.leave()
	return v.Conn.Close()
}
