package visitor

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Proxies are the networks of trusted proxies, which report the visitors whose requests they
// pass on.
type Proxies []netip.Prefix

// Visitor returns the visitor that sent r. A trusted proxy appends the address from which it
// got the request to the header X-Forwarded-For. Earlier addresses are believed only if they
// come from trusted proxies too, since any sender may write them.
func (p Proxies) Visitor(r *http.Request) string {
	visitor := r.RemoteAddr
	passed := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(passed) - 1; i >= 0 && p.trust(visitor); i-- {
		address := strings.TrimSpace(passed[i])
		if _, isAddress := addressOf(address); !isAddress {
			break
		}
		visitor = address
	}
	return At(visitor)
}

// Header returns a header of r that says under which address the visitor sent it, or "" unless a trusted
// proxy has passed it on.
func (p Proxies) Header(r *http.Request, name string) string {
	if !p.trust(r.RemoteAddr) {
		return ""
	}
	return r.Header.Get(name)
}

// trust reports whether a network address is that of a trusted proxy.
func (p Proxies) trust(address string) bool {
	ip, isAddress := addressOf(address)
	return isAddress && slices.ContainsFunc(p, func(network netip.Prefix) bool { return network.Contains(ip) })
}

// ParseProxies parses texts, which are addresses such as 127.0.0.1 and networks such as
// 10.0.0.0/8.
func ParseProxies(texts []string) (Proxies, error) {
	proxies := make(Proxies, len(texts))
	for i, text := range texts {
		ip, err := netip.ParseAddr(text)
		if err == nil {
			proxies[i] = netip.PrefixFrom(ip, ip.BitLen())
		} else if proxies[i], err = netip.ParsePrefix(text); err != nil {
			return nil, err
		}
	}
	return proxies, nil
}
