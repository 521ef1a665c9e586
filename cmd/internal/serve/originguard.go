package serve

// What keeps other pages, and other people's scripts, away from the server.

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// contentPolicy lets the page load what this server sends, and nothing else. Pictures may
// be made by the page itself.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guarded adds to a handler what browsers are to mind, and refuses requests that
// call the server by a name that it does not have. A page elsewhere could have a
// name that leads here, and would then count as the same origin; an address
// cannot lie in this way.
func (s *Server) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", contentPolicy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("X-Frame-Options", "DENY")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		if !s.isCalled(r.Host) {
			http.Error(w, "This server is not known by the name "+shortened(r.Host)+" (see --name).", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isCalled reports whether a host, with or without a port, may mean this server.
func (s *Server) isCalled(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.Trim(host, "[]"), ".")
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	names := append([]string{"localhost"}, s.config.Names...)
	return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, host) })
}
