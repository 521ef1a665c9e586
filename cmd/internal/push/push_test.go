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
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cathedral/cmd/internal/push"
	"cathedral/engine/enginetest"
)

// browser is a browser with its push service, by RFC 8291 and 8188.
type browser struct {
	*push.Poster // to the service
	private      *ecdh.PrivateKey
	secret       []byte
	posted       chan []byte
	topics       chan string
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
	b := &browser{private: need(ecdh.P256().GenerateKey(rand.Reader)), secret: []byte("sixteen letters."), posted: make(chan []byte, 10), topics: make(chan string, 10)}
	keys := need(push.OpenKeys(filepath.Join(t.TempDir(), "keys.json")))
	service := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header, body := r.Header, need(io.ReadAll(r.Body))
		if !strings.HasPrefix(r.URL.Path, "/browser") || header.Get("Content-Encoding") != "aes128gcm" || header.Get("TTL") == "" || !strings.HasSuffix(header.Get("Authorization"), ", k="+keys.Public) {
			t.Errorf("the service gets %s %s, %v", r.Method, r.URL, header)
		}
		w.Header().Set("Location", "/elsewhere")
		w.Header().Set("Retry-After", "70")
		w.WriteHeader(int(b.status.Load()))
		b.posted <- body
		b.topics <- header.Get("Topic")
	}))
	client := service.Client() // trusts the certificate for example.com
	client.Transport.(*http.Transport).DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, service.Listener.Addr().String())
	}
	b.Poster = push.NewPoster(keys, "https://games.example", client, func(string) {})
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

// A browser decrypts what it was sent: the id of the game and nothing else. The sender learns the outcome.
// No redirection is followed. A push service does not see that two browsers belong to the same game.
func TestABrowserIsNotified(t *testing.T) {
	b := openBrowser(t)
	later := push.Result{Outcome: push.Later, Pause: 70 * time.Second}
	for status, want := range map[int]push.Result{
		http.StatusCreated: {Outcome: push.Accepted}, http.StatusInternalServerError: later, http.StatusTooManyRequests: later, http.StatusTemporaryRedirect: later,
		http.StatusNotFound: {Outcome: push.Gone}, http.StatusGone: {Outcome: push.Gone}, http.StatusForbidden: {Outcome: push.Refused},
	} {
		b.status.Store(int32(status))
		done := make(chan push.Result)
		b.Post(push.Message{Visitor: strconv.Itoa(status), To: b.address(), Text: "jRGp4nJ0q1aE", Done: func(result push.Result) { done <- result }})
		if text := b.decrypt(<-b.posted); text != "jRGp4nJ0q1aE\x02" { // the mark of the last record
			t.Errorf("the browser is sent %q", text)
		}
		if got := <-done; got != want {
			t.Errorf("after %d the outcome is %v, want %v", status, got, want)
		}
	}
	other := b.address()
	other.Endpoint += "2"
	b.Post(push.Message{To: other, Text: "jRGp4nJ0q1aE", Done: func(push.Result) {}})
	<-b.posted
	topics := map[string]int{}
	for range cap(b.posted) - 2 {
		topics[<-b.topics]++
	}
	if len(topics) != 2 {
		t.Errorf("the topics of two browsers are %v", topics)
	}
}

// silence is a push service that answers with an error after the deadline, except for honest browsers.
type silence struct{}

func (silence) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != "honest.example" {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	return &http.Response{StatusCode: http.StatusCreated, Body: http.NoBody}, nil
}

// Sixteen visitors, each with 300 addresses at silent services, delay nobody else's notices. The operator
// reads of failures.
func TestSilentPushServicesDelayNobody(t *testing.T) {
	const visitors, addresses, notices, patience = 16, 300, 60, 15 * time.Second
	var arrived, dropped atomic.Int32
	var reports []string
	synctest.Test(t, func(t *testing.T) {
		keys := need(push.OpenKeys(filepath.Join(t.TempDir(), "keys.json")))
		poster := push.NewPoster(keys, "https://games.example", &http.Client{Transport: silence{}}, func(sentence string) { reports = append(reports, sentence) })
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go poster.Run(ctx)
		post := func(visitor, host string, done func(push.Result)) {
			to := push.Address{Endpoint: "https://" + host, P256dh: keys.Public, Auth: "BTBZMqHH6r4Tts7J_aSIgg"}
			poster.Post(push.Message{Visitor: visitor, To: to, Text: "jRGp4nJ0q1aE", Done: done})
		}
		begin := time.Now()
		for i := range visitors * addresses {
			post(strconv.Itoa(i%visitors), fmt.Sprintf("silent%d.example", i%2), func(result push.Result) {
				if time.Since(begin) < time.Second { // too early for a silent service
					dropped.Add(1)
				}
			})
		}
		for range notices {
			begin := time.Now()
			post("honest", "honest.example", func(result push.Result) {
				if result.Outcome == push.Accepted && time.Since(begin) <= patience {
					arrived.Add(1)
				}
			})
			time.Sleep(time.Second)
		}
		time.Sleep(time.Minute)
	})
	t.Logf("%d of %d notices arrive within %v; %d others are dropped", arrived.Load(), notices, patience, dropped.Load())
	if arrived.Load() < notices*95/100 {
		t.Errorf("%d of %d notices arrive within %v", arrived.Load(), notices, patience)
	}
	if dropped.Load() < visitors*addresses/2 {
		t.Errorf("%d messages are dropped", dropped.Load())
	}
	if len(reports) == 0 || !regexp.MustCompile(`^\d+ of the last \d+ notices of turns failed: .*no answer within 3s at silent[01]\.example \(\d+\)`).MatchString(reports[0]) {
		t.Errorf("the operator reads %q", reports)
	}
}

// Push services are asked by servers that have a name in the internet.
func TestNamesOfTheInternet(t *testing.T) {
	for name, want := range map[string]bool{
		"games.example.org": true, "Example.ORG": true, "xn--bcher-kva.example": true, "raspberrypi.local": false, "raspberrypi": false, "192.0.2.1": false, "::1": false,
		"": false, "games.example.org.": false, "games.lan": false, "games.example.org:443": false, "a b.org": false, "box.home.arpa": false,
	} {
		if err := push.CheckName(name); (err == nil) != want {
			t.Errorf("%q: error %v", name, err)
		}
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
	if left, err := filepath.Glob(file + "?*"); err != nil || left != nil {
		t.Errorf("beside the file there are %q, error %v", left, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("others can read the keys: %v, %v", info.Mode(), err)
	}
	for _, other := range []string{filepath.Dir(file), os.DevNull} { // which one must not read
		if _, err := push.OpenKeys(other); err == nil || !strings.Contains(err.Error(), "want a file") {
			t.Errorf("%s: error %v", other, err)
		}
	}
	for _, text := range []string{"", "{}", strings.Repeat(" ", 1<<20) + "{}", `{"publicKey":"` + made.Public + `","privateKey":"AAAA"}`, `{"publicKey":"AAAA","privateKey":"` + made.Private + `"}`} {
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
