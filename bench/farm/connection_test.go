package farm_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"cathedral/bench/benchtest"
	"cathedral/bench/farm"
	"cathedral/bench/farm/farmtest"
	"cathedral/engine/enginetest"
)

// certificate returns a certificate for this machine and the path of a file with it. Beside it
// is server.key, its key.
func certificate(t *testing.T) (*tls.Config, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	enginetest.Must(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	enginetest.Must(t, err)
	path := filepath.Join(t.TempDir(), "server.pem")
	enginetest.Must(t, os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed}), 0o600))
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	enginetest.Must(t, err)
	enginetest.Must(t, os.WriteFile(filepath.Join(filepath.Dir(path), "server.key"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600))
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{signed}, PrivateKey: key}}}, path
}

// newKey writes a new key and returns its path and its public part.
func newKey(t *testing.T) (path, public string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "worker.nk")
	public, err := farm.NewKey(path)
	enginetest.Must(t, err)
	return path, public
}

func TestOnlyWorkersWithAKeyReachASafeServer(t *testing.T) {
	ctx := limited(t)
	config, ca := certificate(t)
	mine, public := newKey(t)
	another, stranger := newKey(t)
	_, otherCA := certificate(t)
	server, carrier, _ := startServer(t, config, public)
	for want, credentials := range map[string]farm.Credentials{
		"(none) must be in the --worker-keys":             {CA: ca},
		"(" + stranger + ") must be in the --worker-keys": {CA: ca, Nkey: another},
		"must be in --tls-ca":                             {Nkey: mine},
		"must be in --tls-ca, or":                         {CA: otherCA, Nkey: mine},
		"--tls-ca: open ":                                 {CA: filepath.Join(t.TempDir(), "none"), Nkey: mine},
		"has no certificate":                              {CA: mine, Nkey: mine},
		"no such file":                                    {CA: ca, Nkey: filepath.Join(t.TempDir(), "none")},
		"open ":                                           {CA: ca, Creds: filepath.Join(t.TempDir(), "none")},
	} {
		connection, err := farm.Await(ctx, server.URL(), "worker", credentials, func(text string) { t.Errorf("%+v: %s", credentials, text) })
		if err == nil {
			connection.Close()
		}
		if err == nil || !strings.Contains(strings.ToLower(err.Error()), strings.ToLower(want)) {
			t.Errorf("%+v: error %v, want %q", credentials, err, want)
		}
	}
	enginetest.Must(t, os.Chmod(mine, 0o640))
	var said farmtest.Notices // that others can read the key
	connection, err := farm.Await(ctx, server.URL(), "worker", farm.Credentials{CA: ca, Nkey: mine}, said.Add)
	enginetest.Must(t, err)
	if !strings.Contains(said.String(), "chmod 600 "+mine) && runtime.GOOS != "windows" {
		t.Errorf("of a key that others can read, said is %q", said.String())
	}
	farmtest.Serve(t, ctx, farm.Worker{Connection: connection, Name: "a", Kinds: []farm.Kind{squares("paper")}}) // without Slots: one
	carryAll(t, ctx, carrier, 20)
}

// A server that asks its clients for certificates gets that of the credentials.
func TestAServerMayAskForACertificate(t *testing.T) {
	config, ca := certificate(t)
	text, err := os.ReadFile(ca)
	enginetest.Must(t, err)
	config.ClientAuth, config.ClientCAs = tls.RequireAndVerifyClientCert, x509.NewCertPool()
	config.ClientCAs.AppendCertsFromPEM(text)
	mine, public := newKey(t)
	server, _, _ := startServer(t, config, public)
	credentials := farm.Credentials{CA: ca, Nkey: mine}
	if connection, err := farm.Connect(server.URL(), "a", credentials, nil); err == nil {
		connection.Close()
		t.Error("a client without a certificate is let in")
	}
	credentials.Cert, credentials.CertKey = ca, filepath.Join(filepath.Dir(ca), "server.key")
	connection, err := farm.Connect(server.URL(), "a", credentials, nil)
	enginetest.Must(t, err)
	connection.Close()
}

func TestAKeyIsNeverOverwritten(t *testing.T) {
	path, _ := newKey(t)
	before := benchtest.Read(t, path)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others can read the key: %v, %v", info.Mode(), err)
	}
	if _, err := farm.NewKey(path); err == nil {
		t.Error("a second key takes the place of the first")
	}
	if benchtest.Read(t, path) != before {
		t.Error("the key has changed")
	}
}

// A server that forbids what a worker needs is not silent, and neither are wrong files; but
// nothing shows a secret.
func TestWhatIsForbiddenIsSaidWithoutSecrets(t *testing.T) {
	ctx := limited(t)
	config, ca := certificate(t)
	mine, public := newKey(t)
	seed, err := os.ReadFile(mine)
	enginetest.Must(t, err)
	secret := strings.TrimSpace(string(seed))
	_, err = farm.StartServer(farm.ServerConfig{Address: "127.0.0.1:0", TLS: config, Keys: []string{public, secret}})
	if err == nil || !strings.Contains(err.Error(), "key 2 ") || strings.Contains(err.Error(), secret[:10]) {
		t.Errorf("error %v", err)
	}
	server, err := farm.StartServer(farm.ServerConfig{Address: "127.0.0.1:0", TLS: config, Keys: []string{public}})
	enginetest.Must(t, err)
	defer server.Close()
	for _, text := range []string{"", public, "password = secret-" + secret[:20], secret[:20] + secret[21:]} {
		wrong := filepath.Join(t.TempDir(), "wrong.nk")
		enginetest.Must(t, os.WriteFile(wrong, []byte(text), 0o600))
		for _, credentials := range []farm.Credentials{{CA: ca, Nkey: wrong}, {CA: ca, Creds: wrong}} {
			_, err := farm.Connect(server.URL(), "worker", credentials, nil)
			if err == nil || !strings.Contains(err.Error(), wrong) || strings.Contains(err.Error(), secret[:10]) || text != "" && strings.Contains(err.Error(), text) {
				t.Errorf("error %v", err)
			}
		}
	}
	var said farmtest.Notices
	connection, err := farm.Connect(server.URL(), "worker", farm.Credentials{CA: ca, Nkey: mine}, said.Add)
	enginetest.Must(t, err)
	defer connection.Close()
	for range 3 {
		enginetest.Must(t, connection.Publish("$JS.API.INFO", nil))
	}
	await(t, ctx, "what is forbidden is said", func() bool { return said.String() != "" })
	if err := connection.FlushTimeout(time.Second); err != nil {
		t.Error(err)
	}
	if text := said.String(); strings.Count(text, "may not do its work") != 1 || !strings.Contains(text, "$JS.API.INFO") {
		t.Errorf("said is %q", text)
	}
}
