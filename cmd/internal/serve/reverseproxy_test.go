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
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"cathedral/cmd/internal/serve"
	"cathedral/engine/enginetest"
)

// Limits count the visitors behind a trusted proxy, whatever they write themselves.
func TestLimitsCountVisitorsBehindAProxy(t *testing.T) {
	server := startServer(t, func(c *serve.Config) {
		behindProxy(c)
		c.Limits.ConnectionsEach = 1
	})
	for _, test := range []struct {
		forwarded string
		admitted  bool
	}{
		{"192.0.2.1", true}, {"192.0.2.2", true}, {"192.0.2.1", false}, {"192.0.2.9, 192.0.2.1", false}, {"192.0.2.1, 192.0.2.9", true},
	} {
		_, err := server.tryConnect(t, test.forwarded)
		if (err == nil) != test.admitted {
			t.Errorf("forwarded for %s: %v", test.forwarded, err)
		}
	}
}

// reverseProxy is a program for which HOSTING.md has a configuration.
type reverseProxy struct {
	name string // of the program, and of the language of its configuration
	// configure changes the lines of HOSTING.md to those of a test: it listens on an
	// address, passes on to a server and finds a certificate in certificate.pem and key.pem.
	configure func(lines, address, server string) string
	arguments []string // in the folder of its file, which is called configuration
}

// reverseProxies returns the proxies of HOSTING.md. This machine, on which the visitors of a
// test are, is for them another proxy before them.
func reverseProxies() []reverseProxy {
	return []reverseProxy{
		{"nginx", func(lines, address, server string) string {
			const live = "/etc/letsencrypt/live/games.example.org/"
			site := strings.NewReplacer(
				"listen 443", "listen "+address, "127.0.0.1:8080", server,
				live+"fullchain.pem", "certificate.pem", live+"privkey.pem", "key.pem").Replace(lines)
			configuration := "daemon off;\nmaster_process off;\npid nginx.pid;\nevents {}\nhttp {\naccess_log access.log;\n"
			for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
				configuration += kind + "_temp_path " + kind + ";\n"
			}
			return configuration + site + "}\n"
		}, []string{"-p", ".", "-c", "configuration", "-e", "stderr"}},
		{"caddy", func(lines, address, server string) string {
			host, port, _ := net.SplitHostPort(address)
			return "{\nadmin off\nauto_https off\n}\n" + strings.NewReplacer(
				"games.example.org {", "games.example.org:"+port+" {\nbind "+host+"\ntls certificate.pem key.pem",
				"127.0.0.1:8080", server+" {\ntrusted_proxies 127.0.0.1/32\n}").Replace(lines)
		}, []string{"run", "--config", "configuration", "--adapter", "caddyfile"}},
	}
}

// start starts the proxy in front of a server, and returns a client that reaches it under
// any name and believes its certificate.
func (r *reverseProxy) start(t *testing.T, server string) *http.Client {
	t.Helper()
	program, err := exec.LookPath(r.name)
	if err != nil {
		if program, err = exec.LookPath("/usr/sbin/" + r.name); err != nil {
			t.Skip(r.name + " is not installed")
		}
	}
	document := enginetest.ReadDocument(t, "HOSTING.md")
	lines := document.Examples(t, r.name)[0]
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	enginetest.Must(t, err)
	address := listener.Addr().String()
	listener.Close()
	folder := t.TempDir()
	// The certificate of net/http/httptest will do.
	example := httptest.NewTLSServer(http.NotFoundHandler())
	certificate := example.TLS.Certificates[0]
	roots := x509.NewCertPool()
	roots.AddCert(example.Certificate())
	example.Close()
	key, err := x509.MarshalPKCS8PrivateKey(certificate.PrivateKey)
	enginetest.Must(t, err)
	for name, block := range map[string]*pem.Block{
		"certificate.pem": {Type: "CERTIFICATE", Bytes: certificate.Certificate[0]}, "key.pem": {Type: "PRIVATE KEY", Bytes: key},
	} {
		enginetest.Must(t, os.WriteFile(filepath.Join(folder, name), pem.EncodeToMemory(block), 0o600))
	}
	enginetest.Must(t, os.WriteFile(filepath.Join(folder, "configuration"), []byte(r.configure(lines, address, server)), 0o600))
	var told strings.Builder
	proxy := exec.Command(program, r.arguments...)
	proxy.Dir, proxy.Stderr = folder, &told
	proxy.Env = append(os.Environ(), "HOME="+folder, "XDG_DATA_HOME="+folder, "XDG_CONFIG_HOME="+folder)
	enginetest.Must(t, proxy.Start())
	ended := make(chan error, 1)
	go func() { ended <- proxy.Wait() }()
	t.Cleanup(func() {
		proxy.Process.Kill()
		<-ended
	})
	client := &http.Client{Transport: &http.Transport{
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
			return client
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("%s has ended: %v\n%s", r.name, err, &told)
		default:
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s does not listen: %v", r.name, err)
		}
	}
}

// Friends play through a proxy with TLS, in the configurations of HOSTING.md.
func TestFriendsPlayThroughProxies(t *testing.T) {
	for _, proxy := range reverseProxies() {
		t.Run(proxy.name, func(t *testing.T) { playThrough(t, &proxy) })
	}
}

func playThrough(t *testing.T, proxy *reverseProxy) {
	server := friendServer(t, func(c *serve.Config) {
		behindProxy(c)
		c.Names = []string{"games.example.org"}
		c.Limits.ConnectionsEach = 1
	})
	client := proxy.start(t, server.address)
	response, err := client.Get("https://games.example.org/")
	enginetest.Must(t, err)
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("the page: %s", response.Status)
	}
	connect := func(visitor, origin string) (*testPage, error) {
		return dial(t, "wss://games.example.org/socket", &websocket.DialOptions{
			HTTPClient: client, HTTPHeader: http.Header{"X-Forwarded-For": {visitor}, "Origin": {origin}},
		})
	}
	const origin = "https://games.example.org"
	light, err := connect("192.0.2.1", origin)
	enginetest.Must(t, err)
	dark, err := connect("192.0.2.2", origin)
	enginetest.Must(t, err)
	if _, err := connect("192.0.2.1", origin); err == nil {
		t.Error("a visitor behind the proxy has two sockets, where one may have one")
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
