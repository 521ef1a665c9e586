package push_test

import (
	"context"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cathedral/cmd/internal/push"
	"cathedral/cmd/internal/push/pushtest"
	"cathedral/engine/enginetest"
)

// startPosting starts a push service, and a poster to it.
func startPosting(t *testing.T) (*pushtest.Service, *push.Poster) {
	t.Helper()
	keys, err := push.OpenKeys(filepath.Join(t.TempDir(), "keys.json"))
	enginetest.Must(t, err)
	service, err := pushtest.Start(keys.Public)
	enginetest.Must(t, err)
	poster := push.NewPoster(keys, "https://games.example", service.Client)
	run(t, poster)
	t.Cleanup(func() { enginetest.Must(t, service.Close()) })
	return service, poster
}

// run has a poster post until the test ends.
func run(t *testing.T, poster *push.Poster) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		poster.Run(ctx)
		close(done)
	}()
	t.Cleanup(func() { cancel(); <-done })
}

// A browser decrypts what it was sent: the id of the game and nothing else. It is forgotten after 404 and
// 410, and after nothing else.
func TestABrowserIsTold(t *testing.T) {
	service, poster := startPosting(t)
	gone := make(chan int, 10)
	for _, status := range []int{http.StatusCreated, http.StatusInternalServerError, http.StatusTooManyRequests, http.StatusTemporaryRedirect, http.StatusNotFound, http.StatusGone} {
		service.Answer(status)
		poster.Post(service.To, "jRGp4nJ0q1aE", func() { gone <- status })
		if text := <-service.Messages; text != "jRGp4nJ0q1aE" {
			t.Errorf("the browser is told %q", text)
		}
		if status == http.StatusNotFound || status == http.StatusGone {
			if got := <-gone; got != status {
				t.Errorf("the browser is forgotten after %d", got)
			}
		}
	}
}

// A poster without a client of a test reaches nothing on this machine or its network, by whatever name.
// Many messages take no memory.
func TestNothingIsPostedToPrivateAddresses(t *testing.T) {
	service, _ := startPosting(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	enginetest.Must(t, err)
	defer listener.Close()
	reached := make(chan struct{})
	go func() {
		if _, err := listener.Accept(); err == nil {
			close(reached)
		}
	}()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	enginetest.Must(t, err)
	client := push.PublicClient()
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1", "169.254.169.254", "192.168.0.1", "100.64.0.1", "[fd00::1]", "[fe80::1]", "[64:ff9b::7f00:1]", "0.0.0.0", "1.1.1.1"} {
		if answer, err := client.Post("https://"+host+":"+port+"/", "", nil); err == nil || !strings.Contains(err.Error(), "is not public") {
			t.Errorf("%s: %v, error %v", host, answer, err)
		}
	}
	select {
	case <-reached:
		t.Error("a private address was reached")
	default:
	}
	keys, err := push.OpenKeys(filepath.Join(t.TempDir(), "keys.json"))
	enginetest.Must(t, err)
	idle := push.NewPoster(keys, "https://games.example", service.Client)
	for range 100_000 {
		idle.Post(service.To, "jRGp4nJ0q1aE", nil)
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
