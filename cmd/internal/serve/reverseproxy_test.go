package serve_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"

	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"cathedral/cmd/internal/serve"
)

// Limits count the visitors behind a trusted proxy, whatever they write themselves.
func TestLimitsCountVisitorsBehindAProxy(t *testing.T) {
	server := startServer(t, func(c *serve.Config) {
		var err error
		if c.TrustedProxies, err = serve.ParseProxies([]string{"127.0.0.1"}); err != nil {
			t.Fatal(err)
		}
		c.Limits.ConnectionsEach = 1
	})
	for _, test := range []struct {
		forwarded string
		admitted  bool
	}{
		{"192.0.2.1", true}, {"192.0.2.2", true}, {"192.0.2.1", false}, {"192.0.2.9, 192.0.2.1", false}, {"192.0.2.1, 192.0.2.9", true},
	} {
		_, err := server.tryConnect(t, http.Header{"X-Forwarded-For": {test.forwarded}})
		if (err == nil) != test.admitted {
			t.Errorf("forwarded for %s: %v", test.forwarded, err)
		}
	}
}

// nginxAt starts nginx with the lines of PROXY.md in front of a server, and returns
// its address and a client that believes its certificate.
func nginxAt(t *testing.T, server string) (address string, client *http.Client) {
	t.Helper()
	program, err := exec.LookPath("nginx")
	if err != nil {
		if program, err = exec.LookPath("/usr/sbin/nginx"); err != nil {
			t.Skip("nginx is not installed")
		}
	}
	document, err := os.ReadFile("PROXY.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile("(?s)```nginx\n(.*?)```").FindSubmatch(document)
	if lines == nil {
		t.Fatal("PROXY.md has no configuration")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address = listener.Addr().String()
	listener.Close()
	folder := t.TempDir()
	// The certificate of net/http/httptest will do.
	example := httptest.NewTLSServer(http.NotFoundHandler())
	certificate := example.TLS.Certificates[0]
	roots := x509.NewCertPool()
	roots.AddCert(example.Certificate())
	example.Close()
	key, err := x509.MarshalPKCS8PrivateKey(certificate.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{
		"certificate.pem": {Type: "CERTIFICATE", Bytes: certificate.Certificate[0]}, "key.pem": {Type: "PRIVATE KEY", Bytes: key},
	} {
		if err := os.WriteFile(filepath.Join(folder, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const live = "/etc/letsencrypt/live/games.example.org/"
	site := strings.NewReplacer(
		"listen 443", "listen "+address, "127.0.0.1:8080", server,
		live+"fullchain.pem", "certificate.pem", live+"privkey.pem", "key.pem").Replace(string(lines[1]))
	configuration := "daemon off;\nmaster_process off;\npid nginx.pid;\nevents {}\nhttp {\naccess_log access.log;\n"
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		configuration += kind + "_temp_path " + kind + ";\n"
	}
	file := filepath.Join(folder, "nginx.conf")
	if err := os.WriteFile(file, []byte(configuration+site+"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	nginx := exec.Command(program, "-p", folder, "-c", file, "-e", "stderr")
	nginx.Stderr = &told
	if err := nginx.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- nginx.Wait() }()
	t.Cleanup(func() {
		nginx.Process.Kill()
		<-ended
	})
	client = &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: "example.com"},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, address)
		},
	}}
	t.Cleanup(client.CloseIdleConnections)
	for deadline := time.Now().Add(longWait); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			conn.Close()
			return address, client
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("nginx has ended: %v\n%s", err, &told)
		default:
		}
		if time.Now().After(deadline) {
			t.Fatalf("nginx does not listen: %v", err)
		}
	}
}

// Friends play through nginx with TLS, in the configuration of PROXY.md.
func TestFriendsPlayThroughNginx(t *testing.T) {
	server := friendServer(t, func(c *serve.Config) {
		c.Names = []string{"games.example.org"}
		c.Limits.ConnectionsEach = 1
		var err error
		if c.TrustedProxies, err = serve.ParseProxies([]string{"127.0.0.1"}); err != nil {
			t.Fatal(err)
		}
	})
	_, client := nginxAt(t, server.address)
	response, err := client.Get("https://games.example.org/")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("the page: %s", response.Status)
	}
	connect := func(visitor, origin string) (*testPage, error) {
		ctx, cancel := context.WithTimeout(context.Background(), longWait)
		defer cancel()
		socket, _, err := websocket.Dial(ctx, "wss://games.example.org/socket", &websocket.DialOptions{
			HTTPClient: client, HTTPHeader: http.Header{"X-Forwarded-For": {visitor}, "Origin": {origin}},
		})
		if err != nil {
			return nil, err
		}
		socket.SetReadLimit(-1)
		t.Cleanup(func() { socket.CloseNow() })
		page := &testPage{t: t, socket: socket}
		page.read() // the greeting
		return page, nil
	}
	const origin = "https://games.example.org"
	light, err := connect("192.0.2.1", origin)
	if err != nil {
		t.Fatal(err)
	}
	dark, err := connect("192.0.2.2", origin)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := connect("192.0.2.1", origin); err == nil {
		t.Error("a visitor behind nginx has two sockets, where one may have one")
	}
	if _, err := connect("192.0.2.3", "https://elsewhere.example.org"); err == nil {
		t.Error("another page's socket is opened")
	}
	invitation := light.invite("")
	light.join(invitation.Host)
	dark.join(invitation.Invited)
	light.place(invitation.Host, 0, "CAnF5")
	dark.friend(hasMoves(1))
	if answer := dark.mustAsk(`"do":"addresses"`); string(answer["addresses"]) != "[]" {
		t.Errorf("a visitor is told the addresses %s", answer["addresses"])
	}
}
