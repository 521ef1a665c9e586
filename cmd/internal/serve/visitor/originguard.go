package visitor

// Protection against other pages and other people's scripts.

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"cathedral/engine/wording"
)

// contentPolicy lets the page load only files of this server and pictures that the page makes
// itself.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Guard adds security headers to the answers of next. It rejects requests that address the
// server by a host name other than localhost and names. Otherwise a foreign page's host name
// could resolve to this machine, and the page would count as the same origin. An IP address
// cannot be misused in this way.
func Guard(next http.Handler, names []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", contentPolicy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("X-Frame-Options", "DENY")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		if !isCalled(r.Host, names) {
			http.Error(w, "This server is not known by the name "+wording.Quoted(r.Host)+" (see --name).", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isCalled reports whether a host, with or without a port, is an IP address,
// localhost or one of the names.
func isCalled(host string, names []string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.Trim(host, "[]"), ".")
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	return strings.EqualFold(host, "localhost") || slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, host) })
}
