package serve

// The addresses by which other devices reach the page.

import (
	"net"
	"net/netip"
	"slices"
	"strconv"
)

// networkInterface holds the IP addresses of a network interface.
type networkInterface []netip.Addr

// NetworkAddresses returns the addresses of the page for other devices, given the address
// listening of the server. There is one for each network interface of this machine; that of
// the interface to the outside world comes first. It returns none if only this machine can
// open the page.
func NetworkAddresses(listening net.Addr) []string {
	tcp, isTCP := listening.(*net.TCPAddr)
	if !isTCP {
		return nil
	}
	var addresses []string
	for _, ip := range reachable(tcp.AddrPort().Addr().Unmap(), networkInterfaces(), ownAddress()) {
		addresses = append(addresses, "http://"+net.JoinHostPort(ip.String(), strconv.Itoa(tcp.Port))+"/")
	}
	return addresses
}

// reachable returns the IP addresses by which other devices reach a server that listens at
// one. preferred comes first.
func reachable(listening netip.Addr, interfaces []networkInterface, preferred netip.Addr) []netip.Addr {
	switch {
	case listening.IsLoopback():
		return nil
	case !listening.IsUnspecified():
		return []netip.Addr{listening}
	}
	var found []netip.Addr
	for _, addresses := range interfaces {
		if ip := addresses.best(listening == netip.IPv4Unspecified()); ip.IsValid() {
			found = append(found, ip)
		}
	}
	if i := slices.Index(found, preferred); i > 0 {
		found = slices.Insert(slices.Delete(found, i, i+1), 0, preferred)
	}
	return found
}

// best returns the address that is easiest to type: one of IPv4 if there is one. It returns
// the zero address if no other device can use any of them.
func (n networkInterface) best(onlyIPv4 bool) netip.Addr {
	var best netip.Addr
	for _, ip := range n {
		switch {
		case !ip.IsGlobalUnicast(): // loopback and link-local ones too
		case ip.Is4():
			return ip
		case !best.IsValid() && !onlyIPv4:
			best = ip
		}
	}
	return best
}

// networkInterfaces returns the network interfaces that are up.
func networkInterfaces() []networkInterface {
	all, err := net.Interfaces()
	if err != nil {
		return nil
	}
	var up []networkInterface
	for _, one := range all {
		addresses, err := one.Addrs()
		if err != nil || one.Flags&net.FlagUp == 0 {
			continue
		}
		var found networkInterface
		for _, address := range addresses {
			if prefix, err := netip.ParsePrefix(address.String()); err == nil {
				found = append(found, prefix.Addr().Unmap())
			}
		}
		up = append(up, found)
	}
	return up
}

// ownAddress returns the IP address of this machine on its way to the outside world, or the
// zero address if there is none. It sends nothing.
func ownAddress() netip.Addr {
	conn, err := net.Dial("udp4", "192.0.2.1:9") // an address for documentation, RFC 5737
	if err != nil {
		return netip.Addr{}
	}
	defer conn.Close()
	if local, isUDP := conn.LocalAddr().(*net.UDPAddr); isUDP {
		return local.AddrPort().Addr().Unmap()
	}
	return netip.Addr{}
}
