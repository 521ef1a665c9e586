package push_test

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"cathedral/cmd/internal/push"
	"cathedral/engine/enginetest"
)

// browser is a browser with its push service, by RFC 8291 and 8188.
type browser struct {
	*push.Poster // to the service
	private      *ecdh.PrivateKey
	secret       []byte
	posted       chan []byte
	status       atomic.Int32 // with which the service answers
}

// need returns a value of a test that has to succeed.
func need[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// openBrowser starts a push service, and a poster to it that runs until the test ends.
func openBrowser(t *testing.T) *browser {
	b := &browser{private: need(ecdh.P256().GenerateKey(rand.Reader)), secret: []byte("sixteen letters."), posted: make(chan []byte, 10)}
	keys := need(push.OpenKeys(filepath.Join(t.TempDir(), "keys.json")))
	service := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header, body := r.Header, need(io.ReadAll(r.Body))
		if r.URL.Path != "/browser" || header.Get("Content-Encoding") != "aes128gcm" || header.Get("TTL") == "" || !strings.HasSuffix(header.Get("Authorization"), ", k="+keys.Public) {
			t.Errorf("the service gets %s %s, %v", r.Method, r.URL, header)
		}
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(int(b.status.Load()))
		b.posted <- body
	}))
	client := service.Client() // trusts the certificate for example.com
	client.Transport.(*http.Transport).DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, service.Listener.Addr().String())
	}
	b.Poster = push.NewPoster(keys, "https://games.example", client)
	ctx, cancel := context.WithCancel(context.Background())
	var work sync.WaitGroup
	work.Go(func() { b.Run(ctx) })
	t.Cleanup(func() {
		cancel()
		work.Wait()
		service.Close()
	})
	return b
}

// address returns where the browser takes messages.
func (b *browser) address() push.Address {
	encoded := base64.RawURLEncoding.EncodeToString
	return push.Address{Endpoint: "https://example.com/browser", P256dh: encoded(b.private.PublicKey().Bytes()), Auth: encoded(b.secret)}
}

// decrypt returns the text of a message, which has one record.
func (b *browser) decrypt(body []byte) string {
	const saltBytes, idAt, senderAt, senderBytes = 16, 20, 21, 65
	salt, size := body[:saltBytes], int(binary.BigEndian.Uint32(body[saltBytes:]))
	sender := need(ecdh.P256().NewPublicKey(body[senderAt : senderAt+senderBytes]))
	record := body[senderAt+senderBytes:]
	if body[idAt] != senderBytes || len(record) > size {
		return "a record of another size"
	}
	info := "WebPush: info\x00" + string(b.private.PublicKey().Bytes()) + string(sender.Bytes())
	input := need(hkdf.Key(sha256.New, need(b.private.ECDH(sender)), b.secret, info, 32))
	key := need(hkdf.Key(sha256.New, input, salt, "Content-Encoding: aes128gcm\x00", 16))
	nonce := need(hkdf.Key(sha256.New, input, salt, "Content-Encoding: nonce\x00", 12))
	padded := need(need(cipher.NewGCM(need(aes.NewCipher(key)))).Open(nil, nonce, record, nil))
	return strings.TrimRight(string(padded), "\x00")
}

// A browser decrypts what it was sent: the id of the game and nothing else. It is forgotten after 404 and
// 410, and after nothing else. No redirection is followed.
func TestABrowserIsNotified(t *testing.T) {
	b := openBrowser(t)
	gone := make(chan int, 10)
	for _, status := range []int{http.StatusCreated, http.StatusInternalServerError, http.StatusTooManyRequests, http.StatusTemporaryRedirect, http.StatusNotFound, http.StatusGone} {
		b.status.Store(int32(status))
		b.Post(b.address(), "jRGp4nJ0q1aE", func() { gone <- status })
		if text := b.decrypt(<-b.posted); text != "jRGp4nJ0q1aE\x02" { // the mark of the last record
			t.Errorf("the browser is sent %q", text)
		}
		if status == http.StatusNotFound || status == http.StatusGone {
			if got := <-gone; got != status {
				t.Errorf("the browser is forgotten after %d", got)
			}
		}
	}
}

// Messages that come faster than they are posted are dropped: they neither wait nor take memory.
func TestTooManyMessagesAreDropped(t *testing.T) {
	poster := push.NewPoster(push.Keys{}, "", nil) // which nobody runs
	for range 100_000 {
		poster.Post(push.Address{}, "jRGp4nJ0q1aE", nil)
	}
}

// Nothing on this machine or its network is reached, by whatever name.
func TestNothingIsPostedToPrivateAddresses(t *testing.T) {
	client := push.PublicClient()
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1", "169.254.169.254", "192.168.0.1", "100.64.0.1", "[fd00::1]", "[fe80::1]", "[64:ff9b::7f00:1]", "0.0.0.0", "1.1.1.1:8443"} {
		if answer, err := client.Post("https://"+host+"/", "", nil); err == nil || !strings.Contains(err.Error(), "is not public") {
			t.Errorf("%s: %v, error %v", host, answer, err)
		}
	}
}

// The keys of a file are the same each time. Others are refused.
func TestKeysAreKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "keys.json")
	made, err := push.OpenKeys(file)
	enginetest.Must(t, err)
	if again, err := push.OpenKeys(file); err != nil || again != made {
		t.Errorf("the keys are %v, then %v; error %v", made, again, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("others can read the keys: %v, %v", info.Mode(), err)
	}
	for _, text := range []string{"", "{}", `{"publicKey":"` + made.Public + `","privateKey":"AAAA"}`, `{"publicKey":"AAAA","privateKey":"` + made.Private + `"}`} {
		enginetest.Must(t, os.WriteFile(file, []byte(text), 0o600))
		if _, err := push.OpenKeys(file); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: error %v", text, err)
		}
	}
}

func FuzzAddress(f *testing.F) {
	const key, secret = "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM", "BTBZMqHH6r4Tts7J_aSIgg"
	for _, endpoint := range []string{
		"https://push.example/a", "http://push.example/a", "https://push.example:8080/", "https://me@push.example/", "https://", "//push.example", "https://[::1]/", "https://a/" + strings.Repeat("a", 600),
	} {
		f.Add(endpoint, key, secret)
	}
	f.Fuzz(func(t *testing.T, endpoint, p256dh, auth string) {
		at := push.Address{Endpoint: endpoint, P256dh: p256dh, Auth: auth}
		if at.Check() == nil && (!strings.HasPrefix(strings.ToLower(endpoint), "https:") || len(endpoint)+len(p256dh)+len(auth) > 650) {
			t.Errorf("%+v is taken", at)
		}
		if usual := at.Check() == nil; endpoint == "https://push.example/a" && p256dh == key && auth == secret && !usual {
			t.Error("a usual address is refused")
		}
	})
}
