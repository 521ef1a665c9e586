package serve

import (
	"net"
	"sync"
)

// doorway is a listener that admits visitors within a quota and closes all
// other connections.
type doorway struct {
	net.Listener
	inside *quota
}

// Accept implements net.Listener.
func (d *doorway) Accept() (net.Conn, error) {
	for {
		conn, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		visitor := visitorOf(conn.RemoteAddr().String())
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
