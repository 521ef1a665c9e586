package serve

import (
	"net"
	"net/netip"
	"sync"
)

// quota bounds how many of something there are, in all and of each visitor.
type quota struct {
	most, mostEach int

	mutex sync.Mutex
	all   int
	each  map[string]int
}

func newQuota(most, mostEach int) *quota {
	return &quota{most: most, mostEach: mostEach, each: map[string]int{}}
}

// take takes one more for a visitor, and reports whether there was one.
func (q *quota) take(visitor string) bool {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.all >= q.most || visitor != oneself && q.each[visitor] >= q.mostEach {
		return false
	}
	q.all++
	q.each[visitor]++
	return true
}

// giveBack returns what was taken.
func (q *quota) giveBack(visitor string) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.all--
	if q.each[visitor]--; q.each[visitor] == 0 {
		delete(q.each, visitor) // so that memory does not grow with the visitors
	}
}

// oneself is the visitor on the machine itself, which may also be a program that
// passes the requests of many on.
const oneself = ""

// visitorOf returns who comes from a network address: the address without its
// port, and of IPv6 the network, since everybody has many addresses there.
func visitorOf(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	ip = ip.Unmap()
	switch {
	case ip.IsLoopback():
		return oneself
	case ip.Is6():
		const networkBits = 64
		if network, err := ip.WithZone("").Prefix(networkBits); err == nil {
			return network.String()
		}
	}
	return ip.String()
}
