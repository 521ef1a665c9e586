package visitor

import (
	"net"
	"sync"
)

// Admit returns a listener that accepts the connections of listener within the quota inside
// and closes all others. Connections of proxies count only towards the total, because there
// are many visitors behind a proxy.
func Admit(listener net.Listener, inside *Quota, proxies Proxies) net.Listener {
	return &doorway{listener, inside, proxies}
}

// doorway is the listener that Admit returns.
type doorway struct {
	net.Listener
	inside  *Quota
	proxies Proxies
}

// Accept implements net.Listener.
func (d *doorway) Accept() (net.Conn, error) {
	for {
		conn, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		address := conn.RemoteAddr().String()
		visitor := At(address)
		if d.proxies.trust(address) {
			visitor = Oneself
		}
		if d.inside.Take(visitor) {
			return &visit{Conn: conn, leave: sync.OnceFunc(func() { d.inside.GiveBack(visitor) })}, nil
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
