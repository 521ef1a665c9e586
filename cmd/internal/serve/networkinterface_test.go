package serve

import (
	"net"
	"net/netip"
	"slices"
	"testing"

	"cathedral/engine/enginetest"
)

func TestOneAddressForEachInterface(t *testing.T) {
	addresses := func(texts ...string) (ips []netip.Addr) {
		for _, text := range texts {
			ips = append(ips, netip.MustParseAddr(text))
		}
		return ips
	}
	interfaces := []networkInterface{
		addresses("127.0.0.1", "::1"),
		addresses("fe80::1", "172.17.0.1"),
		addresses("2001:db8::5", "192.168.0.7", "192.168.0.8"),
		addresses("fd00::3"),
		addresses("fe80::2", "169.254.1.1"),
		nil,
	}
	wifi := netip.MustParseAddr("192.168.0.7")
	for _, test := range []struct {
		listening string
		want      []netip.Addr
	}{
		{"127.0.0.1", nil},
		{"::1", nil},
		{"192.168.0.8", addresses("192.168.0.8")},
		{"::", addresses("192.168.0.7", "172.17.0.1", "fd00::3")},
		{"0.0.0.0", addresses("192.168.0.7", "172.17.0.1")},
	} {
		if got := reachable(netip.MustParseAddr(test.listening), interfaces, wifi); !slices.Equal(got, test.want) {
			t.Errorf("listening at %s: %v, want %v", test.listening, got, test.want)
		}
	}
}

func TestNetworkAddressesArePages(t *testing.T) {
	for listening, want := range map[string]string{"192.168.0.7:8080": "http://192.168.0.7:8080/", "[fd00::3]:9": "http://[fd00::3]:9/"} {
		tcp, err := net.ResolveTCPAddr("tcp", listening)
		enginetest.Must(t, err)
		if got := NetworkAddresses(tcp); !slices.Equal(got, []string{want}) {
			t.Errorf("listening at %s: %v, want %s", listening, got, want)
		}
	}
	if got := NetworkAddresses(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80}); got != nil {
		t.Errorf("only this machine can open the page, and other devices are told %v", got)
	}
}
