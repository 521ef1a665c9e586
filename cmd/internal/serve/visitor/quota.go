package visitor

import (
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
)

// Quota limits a resource, in all and for each visitor. Goroutines may share one.
type Quota struct {
	most, mostEach int

	mutex sync.Mutex
	all   int
	each  map[string]int // by visitors and their networks
}

// networkShare is how many visitors of a network of IPv6 may use up their quotas.
const networkShare = 16

// NewQuota returns a quota of most units in all, and of mostEach for each visitor except
// Oneself.
func NewQuota(most, mostEach int) *Quota {
	return &Quota{most: most, mostEach: mostEach, each: map[string]int{}}
}

// Take takes one unit for visitor and reports whether one was free.
func (q *Quota) Take(visitor string) bool {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	network := Network(visitor)
	if q.all >= q.most || visitor != Oneself && q.each[visitor] >= q.mostEach ||
		network != visitor && q.each[network] >= networkShare*q.mostEach {
		return false
	}
	q.count(visitor, 1)
	return true
}

// count counts units of a visitor, none of which leaves no trace, so that memory does not grow
// with the number of visitors.
func (q *Quota) count(visitor string, units int) {
	q.all += units
	for _, name := range slices.Compact([]string{visitor, Network(visitor)}) {
		if q.each[name] += units; q.each[name] == 0 {
			delete(q.each, name)
		}
	}
}

// GiveBack returns a unit that visitor has taken.
func (q *Quota) GiveBack(visitor string) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.count(visitor, -1)
}

// Oneself is the visitor on this machine, which may be a proxy that passes on
// the requests of many.
const Oneself = ""

// At returns the visitor at a network address: address without the port. For
// IPv6 it is the network, because one visitor has many addresses there.
func At(address string) string {
	ip, isAddress := addressOf(address)
	switch {
	case !isAddress:
		return address
	case ip.IsLoopback():
		return Oneself
	case ip.Is6():
		const networkBits = 64
		if network, err := ip.WithZone("").Prefix(networkBits); err == nil {
			return network.String()
		}
	}
	return ip.String()
}

// Network returns the network that a provider gives to a customer: of a visitor of IPv6 the
// first 48 bits of the address, otherwise visitor.
func Network(visitor string) string {
	const networkBits = 48
	prefix, err := netip.ParsePrefix(visitor)
	if err != nil {
		return visitor
	}
	network, _ := prefix.Addr().Prefix(networkBits) // that of a visitor is longer
	return network.String()
}

// addressOf parses an IP address, with or without a port. An address of IPv4 that is
// written as one of IPv6 is returned as an IPv4 address.
func addressOf(text string) (netip.Addr, bool) {
	if host, _, err := net.SplitHostPort(text); err == nil {
		text = host
	}
	ip, err := netip.ParseAddr(strings.Trim(text, "[]"))
	return ip.Unmap(), err == nil
}
