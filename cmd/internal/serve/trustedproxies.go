package serve

// Proxies in front of the server: whom a request comes from that they pass on.

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// visitorBehind returns the visitor that sends a request. If the request comes from a
// trusted proxy, that has put the address from which it got the request at the end of
// the header X-Forwarded-For. What stands before that is true only as far as the
// proxies are trusted, since whoever sends a request may write there.
func (c *Config) visitorBehind(r *http.Request) string {
	visitor := r.RemoteAddr
	passed := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(passed) - 1; i >= 0 && c.isProxy(visitor); i-- {
		address := strings.TrimSpace(passed[i])
		if _, isAddress := addressOf(address); !isAddress {
			break
		}
		visitor = address
	}
	return visitorOf(visitor)
}

// isProxy reports whether a network address is that of a trusted proxy.
func (c *Config) isProxy(address string) bool {
	ip, isAddress := addressOf(address)
	return isAddress && slices.ContainsFunc(c.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// ParseProxies parses network addresses, such as 127.0.0.1, and networks, such as
// 10.0.0.0/8.
func ParseProxies(texts []string) ([]netip.Prefix, error) {
	proxies := make([]netip.Prefix, len(texts))
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
