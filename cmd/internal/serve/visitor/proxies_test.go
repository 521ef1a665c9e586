package visitor

import (
	"net/http"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
)

// proxiesOf parses networks for a test.
func proxiesOf(t testing.TB, texts ...string) Proxies {
	t.Helper()
	proxies, err := ParseProxies(texts)
	enginetest.Must(t, err)
	return proxies
}

func TestVisitorsBehindProxies(t *testing.T) {
	for _, test := range []struct {
		from      string
		forwarded []string
		want      string
	}{
		{"127.0.0.1:5", []string{"192.0.2.1"}, "192.0.2.1"},
		{"127.0.0.1:5", []string{"198.51.100.9, 192.0.2.1"}, "192.0.2.1"}, // the visitor at 192.0.2.1 has written the first one
		{"127.0.0.1:5", []string{"198.51.100.9", "192.0.2.1"}, "192.0.2.1"},
		{"127.0.0.1:5", []string{"192.0.2.1, 10.1.2.3"}, "192.0.2.1"}, // a proxy behind a proxy
		{"127.0.0.1:5", []string{"10.1.2.3"}, "10.1.2.3"},
		{"127.0.0.1:5", []string{"127.0.0.1, 192.0.2.1"}, "192.0.2.1"},
		{"127.0.0.1:5", []string{"192.0.2.1:4711"}, "192.0.2.1"},
		{"127.0.0.1:5", []string{"[2001:db8::1]:4711"}, "2001:db8::/64"},
		{"127.0.0.1:5", []string{"2001:db8::1"}, "2001:db8::/64"},
		{"[::ffff:127.0.0.1]:5", []string{"::ffff:192.0.2.1"}, "192.0.2.1"},
		{"127.0.0.1:5", nil, Oneself},
		{"127.0.0.1:5", []string{""}, Oneself},
		{"127.0.0.1:5", []string{"192.0.2.1, unknown"}, Oneself},
		{"203.0.113.7:5", []string{"192.0.2.1"}, "203.0.113.7"}, // no proxy: anybody can write this
		{"203.0.113.7:5", []string{"127.0.0.1"}, "203.0.113.7"},
	} {
		r := &http.Request{RemoteAddr: test.from, Header: http.Header{"X-Forwarded-For": test.forwarded}}
		if got := proxiesOf(t, "127.0.0.1", "10.0.0.0/8").Visitor(r); got != test.want {
			t.Errorf("from %s, forwarded for %q: %q, want %q", test.from, test.forwarded, got, test.want)
		}
	}
	r := &http.Request{RemoteAddr: "127.0.0.1:5", Header: http.Header{"X-Forwarded-For": {"192.0.2.1"}}}
	if got := Proxies(nil).Visitor(r); got != Oneself {
		t.Errorf("without trusted proxies: %q", got)
	}
}

func FuzzVisitorBehindProxies(f *testing.F) {
	f.Add("127.0.0.1:1", "192.0.2.1, 10.0.0.1")
	f.Add("[::1]:1", "[2001:db8::1]:5,")
	f.Add("", ",,")
	proxies := proxiesOf(f, "127.0.0.0/8", "::1", "10.0.0.0/8")
	f.Fuzz(func(t *testing.T, from, forwarded string) {
		visitor := proxies.Visitor(&http.Request{RemoteAddr: from, Header: http.Header{"X-Forwarded-For": {forwarded}}})
		if !proxies.trust(from) && visitor != At(from) {
			t.Errorf("from %q, forwarded for %q: %q", from, forwarded, visitor)
		}
		// Addresses before the last one that is not a proxy's are not believed.
		if honest := proxies.Visitor(&http.Request{RemoteAddr: from, Header: http.Header{"X-Forwarded-For": {"192.0.2.77, " + strings.TrimSpace(forwarded)}}}); visitor != honest && honest != "192.0.2.77" {
			t.Errorf("from %q, forwarded for %q: %q or %q", from, forwarded, visitor, honest)
		}
	})
}
